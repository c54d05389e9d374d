"""The examples of `docs/round-notation.md`: each goes as written and comes to what it says."""

import re
from pathlib import Path

import pytest

from casino.rulebooks import BOOKS
from casino.rulebooks.elections import AMOUNT
from rounds import notation
from rounds.notation.parse import _VERBS
from rounds.notation.statements import BETS, GAMES
from tests.rounds.test_round_files import _claimed

TEXT = Path("docs/round-notation.md").read_text(encoding="utf-8")
EXAMPLES = [block for block in re.findall(r"```\n(.*?)```", TEXT, re.DOTALL) if block.startswith("book ")]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_comes_to_what_it_says(example: str) -> None:
    document = notation.document("example", notation.play(example))
    assert document["error"] is None
    for line in example.splitlines():
        if line.startswith("#="):
            claim = line[2:].split()
            assert _claimed(document, claim) == claim[1:], claim


def test_every_word_beyond_the_contract_is_explained() -> None:
    beyond = "reading warned round face-down line show direct absent nobody correct".split()
    assert set(beyond) <= set(_VERBS)
    for word in (
        *beyond,
        "held",
        "max=",
        "by staff",
        "hands=",
        "lies=N:PLACE",
        "retract=",
        "extra=",
        "decision=",
    ):
        assert f"`{word}" in TEXT or f" {word}" in TEXT, word


@pytest.mark.parametrize("word", [*_VERBS, *BOOKS, *GAMES, *BETS])
def test_every_word_is_explained(word: str) -> None:
    assert re.search(rf"`{re.escape(word)}\b", TEXT), word


def test_every_election_is_listed_with_its_values() -> None:
    elections = {
        election.name: election
        for book in BOOKS.values()
        for offered in book.elections.values()
        for election in offered
        if not election.beneath
    }
    table = TEXT.split("### Elections", 1)[1].split("\n## ", 1)[0]
    for name, election in elections.items():
        row = next((line for line in table.splitlines() if f"`{name}`" in line), "")
        assert row, name
        if election.values != AMOUNT:
            assert [value for value in election.values if f"`{value}`" not in row] == [], name
