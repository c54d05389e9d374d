"""Tests assert a refusal by its code and its clause: each goes through `tests/refusing.py`, which asks for both. None
looks for the sentence of one: a house says it in its own words."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from casino.words.refusals import REFUSALS

TESTS = Path(__file__).parents[1]
HOME = TESTS / "refusing.py"
REFUSED = re.compile(r"\w*refus\w*|(refused|raised|caught|locked|wrong)\.value|barred|fault")
"""What a test calls the refusal that it looks at, without where it has it from."""
LOOKED_AT = re.compile(
    r"raises\s*\(\s*Refusal\b|(?:refus\w*|\.\s*value|barred|fault)\s*\.\s*(?:code|clause)\b|data-code="
)
"""In every module that looks at a refusal, and in some that only speak of one: to parse all of them takes long."""
ON_A_PAGE = re.compile(r'data-code="([a-z0-9_.]+)"')


def is_refusal(value: ast.expr) -> bool:
    """Whether a test means a refusal by an expression."""
    whole = ast.unparse(value)
    return bool(REFUSED.fullmatch(whole) or REFUSED.fullmatch(whole.rpartition(".")[2]))


def looked_at(statement: ast.AST) -> Iterator[ast.expr]:
    """What a statement compares, gives back or collects."""
    match statement:
        case ast.Assert(test=test):
            for node in ast.walk(test):
                if isinstance(node, ast.Compare):
                    yield node.left
                    yield from [node.left.elt] if isinstance(node.left, ast.ListComp) else []
        case ast.Return(value=ast.IfExp(body=value)) | ast.Return(value=ast.ListComp(elt=value)):
            yield value
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=ast.ListComp(elt=value)):
            yield value


def half_of_refusal(value: ast.expr) -> bool:
    """Whether it is the code of a refusal without its clause, or the clause alone."""
    halves: dict[str, set[str]] = {}
    for part in value.elts if isinstance(value, ast.Tuple) else [value]:
        if isinstance(part, ast.Attribute) and part.attr in ("code", "clause") and is_refusal(part.value):
            halves.setdefault(ast.unparse(part.value), set()).add(part.attr)
    return any(half != {"code", "clause"} for half in halves.values())


def expected_by_hand(source: str) -> Iterator[int]:
    """The lines that expect a refusal without its code, or look at its code or its clause alone."""
    for node in ast.walk(ast.parse(source)) if LOOKED_AT.search(source) else ():
        match node:
            case ast.Call(
                func=ast.Attribute(attr="raises") | ast.Name(id="raises"), args=[ast.Name(id="Refusal"), *_]
            ):
                yield node.lineno
            case ast.Compare(left=ast.Constant(value=str(words)), ops=[ast.In()]) if (
                code := ON_A_PAGE.match(words)
            ) and code[1] in REFUSALS:
                yield node.lineno
            case ast.stmt() if any(map(half_of_refusal, looked_at(node))):
                yield node.lineno


# --- sentences of refusals

OF_WORDS: Final = ("foundation/test_words.py", "foundation/test_refusals_in_tests.py", "browser/")
"""Tests of the catalogue itself, and of what somebody reads on a screen."""
TEXTS: Final = re.compile(r'"([^"\n]* [^"\n]*)"')
"""To parse every module takes long: one in which no text reads so is not parsed."""
READS_ALIKE: Final[dict[str, tuple[str, ...]]] = {
    "what the dealer tells a player, which the event keeps": (
        "not in steps of $5 above the minimum",
        "under the minimum of $10",
        "under the minimum of $10 again: return it",
    ),
    "what a correction or a payment was, which the event keeps": (
        "no insurance of player A on box 1",
        "by the decision on a dispute $30 is due",
        "$20 taken from player A, box 1; by the decision on a dispute $20 is due",
        "$40 to be taken back, no correction yet",
        "A: reviewed, $40 to be taken back",
        "to be taken back",
    ),
    "what a notice at the table says": (
        "No doubling on split hands",
        "the notice is up: Doubling only on 10 and 11",
        "50 must be wagered on every hand [ACT96-24.2]",
        "Box 3; player P7 has no chips left",
    ),
    "what a supervisor is asked for": (
        "player A on more than one box",
        "player A no longer on more than one box",
        "on more than one box",
    ),
    "what the table waits for": (
        "The session is over: all its hands are dealt",
        "The last 3 rounds have been dealt: the table closes now, call a supervisor",
        "announce the last 3 rounds",
        "tell A: may consult the Director of Casino Surveillance or a delegate",
        "There is nothing to do with the cards",
        "There is no round",
    ),
    "how a player is restricted": (
        "restricted to one box",
        "restricted to the minimum",
        "A restricted to the minimum on one box",
    ),
    "why a wager is left out": ("below the $50 minimum", "1 below the $50 minimum"),
    "why a question ended": ("S-07 gave it at the table", "S-07 has signed the report", "the round is over"),
    "what an entry says": ("the dealer deals at another table",),
    "what the sign-in page of a device and a screen that was left say": (
        "not assigned to a table",
        "S-07 signed in on another screen at",
        "signed in on another screen",
        "D-114 signed in on another screen",
    ),
    "where somebody is": ("G-21 is at the table",),
    "what the test itself says": ("the seal key is missing", "since the shuffle"),
    "a heading": (
        "against the player",
        "Open the table",
        "What went wrong",
        "In this report",
        "After the call",
    ),
    "a line of the `.round` format": ("allow several_boxes A by nobody", "keep 1 A house_money"),
    "what a server says of its record": ("goes on from the primary",),
}
"""Texts that have the words of a refusal and are something else, by what they are."""
WORD: Final = re.compile(r"[^\W\d]+(?:[’'][a-z]+)?")
BLANK: Final = re.compile(r"\{[^{}]*\}")
TELLING: Final = 12
"""Letters: fewer in a row are in any sentence (“as it is”)."""


def words_in(text: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in WORD.findall(text))


def runs(words: tuple[str, ...], length: int) -> Iterator[tuple[str, ...]]:
    """Words that follow one another, and say something together."""
    for at in range(len(words) - length + 1):
        run = words[at : at + length]
        if sum(map(len, run)) >= TELLING:
            yield run


@cache
def sayings() -> dict[tuple[str, ...], str]:
    """Four words in a row, and three between two blanks, of the sentences of refusals, with the code of one."""
    by_words: dict[tuple[str, ...], str] = {}
    for code, sentences in REFUSALS.items():
        for piece in (words_in(piece) for sentence in sentences for piece in BLANK.split(sentence)):
            for run in (*runs(piece, 4), *(runs(piece, 3) if len(piece) == 3 else ())):
                by_words.setdefault(run, code)
    return by_words


@cache
def short_sayings() -> dict[tuple[str, ...], str]:
    """Any three words in a row, for a text that has no others."""
    pieces = [
        (code, words_in(piece))
        for code, sentences in REFUSALS.items()
        for sentence in sentences
        for piece in BLANK.split(sentence)
    ]
    return {run: code for code, piece in pieces for run in runs(piece, 3)}


def said_by(text: str) -> str:
    """The code of a refusal that says this text or a part of it; "" if none does."""
    words = words_in(text)
    if len(words) == 3 and words in short_sayings():
        return short_sayings()[words]
    codes = [sayings()[run] for length in (4, 3) for run in runs(words, length) if run in sayings()]
    return codes[0] if codes else ""


def expected_texts(tree: ast.AST) -> Iterator[ast.Constant]:
    """The texts that a test looks for: in what it asserts, in the examples that it is given, and in ``match=``."""
    for node in ast.walk(tree):
        match node:
            case ast.Assert(test=looked_for):
                pass
            case ast.Call(func=ast.Attribute(attr="parametrize"), args=[_, looked_for, *_]):
                pass
            case ast.keyword(arg="match", value=looked_for):
                pass
            case _:
                continue
        for part in ast.walk(looked_for):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value:
                yield part


def sentences_of_refusals(source: str, excused: Iterable[str] = ()) -> Iterator[tuple[int, str, str]]:
    """The line, the code and the text of each sentence of a refusal that a test looks for."""
    excused = set(excused)
    for text in {id(part): part for part in expected_texts(ast.parse(source))}.values():
        if text.value not in excused and (code := said_by(str(text.value))):
            yield text.lineno, code, str(text.value)


def test_no_test_looks_for_the_sentence_of_a_refusal() -> None:
    excused = {text for texts in READS_ALIKE.values() for text in texts}
    prose = [
        f"{place}:{line}: {code}: {text}"
        for path in sorted(TESTS.rglob("*.py"))
        if not (place := str(path.relative_to(TESTS))).startswith(OF_WORDS)
        for source in [path.read_text()]
        if any(text not in excused and said_by(text) for text in TEXTS.findall(source))
        for line, code, text in sentences_of_refusals(source, excused)
    ]
    assert prose == [], "assert the code and the clause"


@pytest.mark.parametrize("text", [text for texts in READS_ALIKE.values() for text in texts])
def test_what_reads_alike_does(text: str) -> None:
    assert said_by(text)


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        ('assert "Box 1 must decide first" in page', ["card.decision_first"]),
        ('assert "does not work in pit P2" in page', ["place.other_pit"]),
        ('with pytest.raises(ValidationError, match="These are not names with values"):\n    step()',
         ["setup.names_and_values"]),
        ('@pytest.mark.parametrize("words", ["There is no rule book XX"])\ndef test_it(words): ...',
         ["rule_book.unknown"]),
        ('assert refused_with(page) == ("card.decision_first", "VIC03-7.5.1")', []),
        ('assert "as it is" in page', []),
        ('send("Box 1 must decide first")', []),
    ],
)  # fmt: skip
def test_a_sentence_that_is_looked_for_is_noticed(source: str, codes: list[str]) -> None:
    assert [code for _, code, _ in sentences_of_refusals(source)] == codes


def test_a_refusal_is_expected_by_its_code_and_its_clause() -> None:
    by_hand = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        if path != HOME
        for line in expected_by_hand(path.read_text())
    ]
    assert by_hand == [], "use refused_as, refusal_of or refused_with of tests/refusing.py"


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("with pytest.raises(Refusal):\n    step()", [1]),
        ('with raises(Refusal, match="closed") as refused:\n    step()', [1]),
        ('with refused_as("wager.after_call"):\n    step()', []),
        ("with pytest.raises(ValueError):\n    step()", []),
        ('assert answer.refusal.clause == "VIC03-6.1"', [1]),
        ('assert answer.refusal.code == "wager.after_call"', [1]),
        ('assert (answer.refusal.code, answer.refusal.clause) == ("wager.after_call", "VIC03-6.1")', []),
        ('assert (refused.value.code, refused.value.values["box"]) == ("wager.after_call", 2)', [1]),
        ('assert "VIC03-6.1" == entry.clause', []),
        ("def refused():\n    return barred.clause if barred else None", [2]),
        ("codes = [refusal.code for refusal in progress.missing()]", [1]),
        ("assert 'data-code=\"wager.after_call\"' in page", [1]),
        ("assert 'data-code=\"backup.stopped\"' in page", []),
    ],
)
def test_one_expected_by_hand_is_noticed(source: str, lines: list[int]) -> None:
    assert list(expected_by_hand(source)) == lines
