"""From the text of a line to what it says.

A few words go beyond the published notation, so that every stored round can be written: ``reading``, ``warned``,
``round`` and ``face-down`` in the set-up, ``line 3 A B`` for wagers laid again in line, ``max=`` with an ``offer``, a
personal limit as ``MIN..MAX``, ``??`` and ``show`` for cards dealt face down, ``direct`` for a hand that a supervisor
directed, ``by`` with a ``prize``, and ``correct`` for what was recorded wrongly (`correct_lines`).
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, cast

from casino.refusals import Refusal
from casino.rulebooks import book_of
from rounds.engine import Command
from rounds.engine.commands import (
    AllowLimit,
    AllowSeveralBoxes,
    Arrange,
    AskDirection,
    CallBets,
    CutCard,
    Decide,
    DirectHand,
    EvenMoney,
    Insure,
    PlaceWager,
    Rescue,
    Seat,
    ShowCards,
    Surrender,
    WithdrawWager,
)
from rounds.engine.questions import DECISIONS
from rounds.engine.values import MAIN, Sign
from rounds.notation import correct_lines, side_lines, words
from rounds.notation import parts as part

_CLAUSE: Final = re.compile(rf"(?:{'|'.join(words.BOOKS)})-\S+", re.IGNORECASE)
_RANGE: Final = re.compile(r"([0-9]*(?:\.[0-9]+)?)\.\.([0-9.]+)")


def lines(text: str) -> Iterator[words.Line]:
    """The lines that say something, numbered from 1 as an editor numbers them."""
    for number, whole in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        said = whole.partition("#")[0].strip()
        if not said.startswith("!"):
            if said:
                yield words.Line(number, said)
            continue
        rest = said[1:].strip()
        first = rest.split(maxsplit=1)[0] if rest else ""
        clause = first if _CLAUSE.fullmatch(first) else ""
        yield words.Line(number, rest[len(clause) :].strip(), _upper_book(clause))


def _upper_book(clause: str) -> str:
    book, dash, number = clause.partition("-")
    return book.upper() + dash + number


def parse(text: str) -> words.Statement:
    """What a line says. Raises UnknownWord for a first word that the notation does not have, and Refusal, without
    a clause, if the further words cannot be read."""
    said = text.split()
    if not said:
        raise part.UnknownWord("notation.nothing_to_refuse")
    if part.PLACE.fullmatch(said[0]):
        return _decision(said)
    verb = said[0].lower().replace("_", "-")
    if verb not in _VERBS:
        raise part.UnknownWord("notation.unknown_word", text=said[0], words=tuple(_VERBS))
    return _VERBS[verb](said[1:])


# --- set-up


def _book(said: list[str]) -> words.Statement:
    part.count(said, "book VIC03", 1)
    return words.Book(book_of(said[0].upper()).key)


def _game(said: list[str]) -> words.Statement:
    part.count(said, "game blackjack", 1)
    name = said[0].lower()
    if name not in words.GAMES:
        raise Refusal("notation.not_a_game", text=said[0], games=words.GAMES)
    return words.Game(name)


def _decks(said: list[str]) -> words.Statement:
    part.count(said, "decks 8", 1)
    return words.Decks(part.number(said[0]))


def _boxes(said: list[str]) -> words.Statement:
    part.count(said, "boxes 7", 1)
    return words.Boxes(part.number(said[0]))


def _elect(said: list[str]) -> words.Statement:
    usage = "elect NAME=VALUE"
    part.count(said, usage, 1, 50)
    return words.Elect(tuple((name.lower(), value) for name, value in part.pairs(said, usage)))


def _reading(said: list[str]) -> words.Statement:
    usage = "reading NAME=VALUE"
    part.count(said, usage, 1, 50)
    return words.Elect(part.pairs(said, usage), reading=True)


def _offer(said: list[str]) -> words.Statement:
    usage = "offer BET [SCALE] [max=2500]"
    limit = said.pop() if said and "=" in said[-1] else ""
    part.count(said, usage, 1, 2)
    bet = part.bet(said[0])
    if bet in words.WAGER_BETS:
        raise Refusal("notation.not_a_side_bet", text=bet, bets=words.SIDE_BETS)
    most = dict(part.pairs([limit] if limit else [], usage))
    if most.keys() - {"max"}:
        raise part.usage_of(usage)
    most_paid = part.amount(most["max"]) if most else 0
    if most and not most_paid:
        raise Refusal("notation.no_payout_limit")
    return words.Offer(bet, said[1] if len(said) == 2 else "", most_paid)


def _sign(said: list[str]) -> words.Statement:
    usage = "sign main 10..500 x5"
    part.count(said, usage, 2, 3)
    limits = _RANGE.fullmatch(said[1])
    if not limits or (len(said) == 3 and said[2][:1].lower() != "x"):
        raise part.usage_of(usage)
    least, most = part.amount(limits[1]), part.amount(limits[2])
    multiple = part.amount(said[2][1:]) if len(said) == 3 else 0
    if not 0 < least <= most:
        raise Refusal("notation.sign_range")
    if len(said) == 3 and not multiple:
        raise Refusal("notation.no_multiple")
    return words.Limits(Sign(part.bet(said[0]), least, most, multiple))


def _chips(said: list[str]) -> words.Statement:
    part.count(said, "chips 0.50 1 5 25 100", 1, 30)
    chips = tuple(sorted({part.amount(word) for word in said}))
    if not chips[0]:
        raise Refusal("notation.worthless_chip")
    return words.Float(chips)


def _warned(said: list[str]) -> words.Statement:
    part.count(said, "warned A", 1)
    return words.Warned(part.player(said[0]))


def _round(said: list[str]) -> words.Statement:
    part.count(said, "round 7", 1)
    text = said[0]
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text)):
        raise Refusal("notation.not_a_round", text=text)
    return words.RoundNumber(int(text))


def _face_down(said: list[str]) -> words.Statement:
    part.count(said, "face-down", 0)
    return words.FaceDown()


# --- wagers


def _seat(said: list[str]) -> words.Statement:
    part.count(said, "seat 3 A", 2)
    return words.Say((Seat(part.box(said[0]), part.player(said[1])),))


def _line(said: list[str]) -> words.Statement:
    part.count(said, "line 3 A B", 3, 8)
    players = tuple([part.player(one) for one in said[1:]])
    return words.Say((Arrange(part.box(said[0]), players),))


def _place(said: list[str]) -> words.Statement:
    part.count(said, "bet 3 A main 50", 4)
    bet, amount = part.bet(said[2]), part.amount(said[3])
    if "." in said[0] and part.PLACE.fullmatch(said[0]):
        box, hand = part.hand(said[0])
        return words.Say((PlaceWager(box, part.player(said[1]), amount, bet, hand=hand),))
    return words.Say((PlaceWager(part.box(said[0]), part.player(said[1]), amount, bet),))


def _withdraw(said: list[str]) -> words.Statement:
    part.count(said, "unbet 3 A main", 3)
    return words.Say((WithdrawWager(part.box(said[0]), part.player(said[1]), part.bet(said[2])),))


def _call(said: list[str]) -> words.Statement:
    part.count(said, "no-more-bets", 0)
    return words.Say((CallBets(),))


def _allow(said: list[str]) -> words.Statement:
    what = said[0].lower().replace("-", "_") if said else ""
    if what == "several_boxes":
        usage = "allow several_boxes A by game_supervisor"
        part.count(said, usage, 4)
        player, by, role = said[1:]
        command: Command = AllowSeveralBoxes(part.player(player), part.role(role))
    elif what == "limit":
        usage = "allow limit 3 A 5000 by casino_supervisor"
        part.count(said, usage, 6)
        box, player, amount, by, role = said[1:]
        span = _RANGE.fullmatch(amount)
        least, most = (part.amount(span[1]), part.amount(span[2])) if span else (0, part.amount(amount))
        command = AllowLimit(part.box(box), part.player(player), most, part.role(role), least)
    else:
        raise Refusal("notation.not_a_permit")
    if by.lower() != "by":
        raise part.usage_of(usage)
    return words.Say((command,))


# --- cards, insurance


def _deal(said: list[str]) -> words.Statement:
    part.count(said, "deal Ts 7h Ac", 1, 1000)
    found = iter(part.cards([word for word in said if word.lower() != words.HELD]))
    return words.Deal(tuple([words.HELD if word.lower() == words.HELD else next(found) for word in said]))


def _show(said: list[str]) -> words.Statement:
    part.count(said, "show 3 As Kd", 2, 3)
    box, hand = part.hand(said[0])
    return words.Say((ShowCards(box, hand, part.cards(said[1:])),))


def _cut_card(said: list[str]) -> words.Statement:
    part.count(said, "cut-card", 0)
    return words.Say((CutCard(),))


def _insure(said: list[str]) -> words.Statement:
    part.count(said, "insure 3 A 25", 3, 4)
    box, player, amount = part.box(said[0]), part.player(said[1]), part.amount(said[-1])
    return words.Say((Insure(box, player, amount, part.bet(said[2]) if len(said) == 4 else MAIN),))


def _even_money(said: list[str]) -> words.Statement:
    part.count(said, "even-money 3 A", 2, 3)
    return words.Say(
        (EvenMoney(part.box(said[0]), part.player(said[1]), part.bet(said[2]) if len(said) == 3 else MAIN),)
    )


# --- decisions


def _direct(said: list[str]) -> words.Statement:
    """The dealer asks for a direction of a hand and the role gives it (VIC03-7.5.3); without a role the dealer
    completes it alone, if the book allows that (ACT96-18(g), ACT03-14.7)."""
    usage = "direct 3 absent by game_supervisor"
    part.count(said, usage, 2, 4)
    (box, hand), reason = part.hand(said[0]), said[1].lower()
    role = part.role(said[3]) if len(said) == 4 else "dealer"
    if (
        reason not in ("no_action", "absent")
        or len(said) == 3
        or (len(said) == 4 and said[2].lower() != "by")
    ):
        raise Refusal("notation.direction_usage", usage=usage)
    why = cast(Literal["no_action", "absent"], reason)
    return words.Say((AskDirection(box, hand, why), DirectHand(box, hand, role)))


def _absent(said: list[str]) -> words.Statement:
    """The player who decides for a hand is not there: the next on the box does, where the book has it so."""
    part.count(said, "absent 3.1", 1)
    box, hand = part.hand(said[0])
    return words.Say((AskDirection(box, hand, "absent"),))


def _nobody(said: list[str]) -> words.Statement:
    part.count(said, "nobody", 0)
    return words.Nobody()


def _decision(said: list[str]) -> words.Statement:
    box, hand = part.hand(said[0])
    if len(said) == 1:
        raise Refusal("notation.no_decision", box=box)
    word, rest, by = said[1].lower(), said[2:], ""
    if len(rest) >= 2 and rest[-2].lower() == "by":
        rest, by = rest[:-2], part.player(rest[-1])
    if word == "surrender":
        players = tuple(part.player(player) for player in rest)
        if hand > 1:
            return words.Elsewhere()
        return words.Say((Surrender(box, players),))
    if word == "rescue":
        part.count(rest, f"{said[0]} rescue A", 1)
        return words.Say((Rescue(box, part.player(rest[0]), hand),))
    if word not in DECISIONS:
        raise part.UnknownWord(
            "notation.not_a_decision", text=said[1], decisions=(*DECISIONS, "surrender", "rescue")
        )
    name = cast(Literal["hit", "stand", "double", "split"], word)
    if rest and name in ("hit", "stand"):
        raise Refusal("notation.caller_usage", usage=f"{said[0]} {name}")
    usage = f"{said[0]} double A=25 B=0" if name == "double" else f"{said[0]} split A=split B=hand1"
    pairs = [(part.player(player), value.lower()) for player, value in part.pairs(rest, usage)]
    free = tuple(player for player, value in pairs if value == "free")
    paid = [(player, value) for player, value in pairs if value != "free"]
    if name == "double":
        adds = tuple((player, part.amount(value)) for player, value in paid)
        return words.Say((Decide(box, name, hand, by, adds=adds, free=free),))
    for _, value in paid:
        if value not in ("split", "hand1", "hand2"):
            raise Refusal("notation.not_a_match", text=value, usage=usage)
    return words.Say((Decide(box, name, hand, by, matches=tuple(paid), free=free),))


# --- the words

_VERBS: Final[dict[str, Callable[[list[str]], words.Statement]]] = {
    "book": _book,
    "game": _game,
    "decks": _decks,
    "boxes": _boxes,
    "elect": _elect,
    "reading": _reading,
    "offer": _offer,
    "sign": _sign,
    "chips": _chips,
    "warned": _warned,
    "round": _round,
    "face-down": _face_down,
    "seat": _seat,
    "bet": _place,
    "line": _line,
    "unbet": _withdraw,
    "allow": _allow,
    "no-more-bets": _call,
    "deal": _deal,
    "show": _show,
    "cut-card": _cut_card,
    "insure": _insure,
    "even-money": _even_money,
    "direct": _direct,
    "absent": _absent,
    "nobody": _nobody,
    "ride": side_lines.ride,
    "keep": side_lines.keep,
    "prize": side_lines.prize,
    "correct": correct_lines.correct,
    "irregularity": side_lines.irregularity,
    "approve": side_lines.approve,
    "refuse": side_lines.refuse,
}
