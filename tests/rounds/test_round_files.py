"""The ``.round`` files beside this one: rounds worked out from the book by hand.

Each plays to its end without an error and comes to what its ``#=`` lines say:

    #= net A 50.00                              a player's gain over the round
    #= stack A 850.00                           a player's tournament chips
    #= result 3 A main win 50.00 VIC03-8.1      hand (3.2: second hand), player, bet, result, pays, clause
    #= hand 3.2 18                              total of a hand; then any of: soft, blackjack, bust
    #= dealer 20                                total of the dealer's hand, likewise
    #= dealers 19 26 18                         totals of the dealer's hands, where there are several
    #= due card dealer · #= due decision 3 hit stand · #= phase insurance
    #= left Ts 7h                               cards that could not be used
    #= error 9 VIC03-7.3.1(a)                   the file goes wrong on that line

``# clause`` lines name the clauses that a file probes.
"""

from pathlib import Path
from typing import Any

import pytest

from casino import citations
from rounds import notation

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.round"))


def _case(path: Path) -> Any:
    clauses = citations.round_probes(path.read_text(encoding="utf-8"))
    marks = [pytest.mark.clause(*clauses)] if clauses else []
    return pytest.param(path, id=path.relative_to(FOLDER).with_suffix("").as_posix(), marks=marks)


@pytest.mark.parametrize("path", [_case(path) for path in FILES])
def test_round_file(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    document = notation.document(path.name, notation.play(text))
    claims = [line[2:].split() for line in text.splitlines() if line.startswith("#=")]
    assert claims, "a file that claims nothing proves nothing"
    if not any(claim[0] == "error" for claim in claims):
        assert document["error"] is None
        assert document["ok"]
    for claim in claims:
        assert _claimed(document, claim) == claim[1:], claim
    _balanced(document)


def _claimed(document: dict[str, Any], claim: list[str]) -> list[str]:
    """What the document says where a claim is made."""
    kind, *words = claim
    if kind == "net":
        return [words[0], document["net"][words[0]]]
    if kind == "stack":
        return [words[0], document["stacks"][words[0]]]
    if kind == "house":
        return [document["house"]]
    if kind == "result":
        box, hand = _place(words[0])
        comments = [
            [words[0], each["player"], each["bet"], each["result"], each["pays"], each["clause"]]
            for each in document["results"]
            if (each["box"], each["hand"], each["player"], each["bet"]) == (box, hand, words[1], words[2])
        ]
        assert len(comments) == 1, (claim, document["results"])
        return comments[0]
    if kind == "hand":
        box, hand = _place(words[0])
        [hand_of_claim] = [each for each in document["hands"] if (each["box"], each["hand"]) == (box, hand)]
        return [words[0], *_total(hand_of_claim)]
    if kind == "dealer":
        return _total(document["dealer"])
    if kind == "dealers":
        return [str(hand["total"]) for hand in document["dealer_hands"]]
    if kind == "left":
        return list(document["left_over"])
    if kind == "phase":
        return [document["phase"]]
    if kind == "error":
        return [str(document["error"]["line"]), *([document["error"]["clause"]] if len(words) > 1 else [])]
    assert kind == "due", claim
    return _due(document["due"])


def _place(word: str) -> tuple[int, int]:
    box, _, hand = word.partition(".")
    return int(box), int(hand or 1)


def _total(hand: dict[str, Any]) -> list[str]:
    return [str(hand["total"]), *(word for word in ("soft", "blackjack", "bust") if hand[word])]


def _due(due: dict[str, Any] | None) -> list[str]:
    if due is None:
        return ["nothing"]
    if due["want"] == "card":
        return ["card", *due["for"].split()]
    if due["want"] == "decision":
        place = f"{due['box']}.{due['hand']}" if due["hand"] > 1 else str(due["box"])
        return ["decision", place, *due["legal"]]
    return [due["want"]]


def _balanced(document: dict[str, Any]) -> None:
    cents = [round(float(net) * 100) for net in document["net"].values()]
    assert round(float(document["house"]) * 100) == -sum(cents)


@pytest.mark.parametrize(
    "claim", ["net A 1.00", "result 1 A main lose 0.00 VIC03-5.6.6", "dealer 21", "due card dealer"]
)
def test_a_wrong_claim_fails(claim: str) -> None:
    """The runner itself: a claim that the round does not bear out is noticed."""
    text = "book VIC03\nbet 1 A main 10\nno-more-bets\ndeal Ts 6h 9s\n1 stand\ndeal Td 2c\n"
    document = notation.document("x", notation.play(text))
    assert document["ok"]
    assert _claimed(document, claim.split()) != claim.split()[1:]
