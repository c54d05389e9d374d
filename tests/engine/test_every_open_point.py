"""Every ambiguous clause of the register is a setting with its readings, or says why there is nothing to choose. What
each reading does is tested in `test_readings_together` and beside the clause."""

from itertools import chain

import pytest

from casino import clause_register
from casino.rulebooks import BOOKS, Rules
from casino.rulebooks.one_reading import READINGS
from casino.rulebooks.rule import spelled
from sidebets import EVERY


def games() -> list[Rules]:
    return [rules for book in BOOKS.values() for rules in book.games.values()]


def ambiguous() -> list[str]:
    return [
        row.clause
        for row in clause_register.clauses()
        if any("AMBIGUOUS" in text for text in (row.system_behaviour, row.parameters, row.summary))
    ]


def settings_of(clause: str) -> set[str]:
    """The rules with more than one reading that the clause bears on."""
    return {
        name
        for owner in chain(games(), EVERY)
        for name, rule in owner.rules().items()
        if len(rule.readings) > 1 and clause in rule.clauses
    }


def test_the_register_has_ambiguous_clauses() -> None:
    assert len(ambiguous()) > 250


@pytest.mark.parametrize("clause", ambiguous())
def test_an_ambiguous_clause_is_a_setting_or_says_why_not(clause: str) -> None:
    assert bool(settings_of(clause)) != (clause in READINGS)


def test_what_is_read_in_one_way_is_ambiguous_in_the_register() -> None:
    assert set(READINGS) <= set(ambiguous())
    assert all(text.endswith(".") and len(text.split()) > 6 for text in READINGS.values())


@pytest.mark.parametrize("rules", games(), ids=lambda rules: f"{rules.book}-{rules.game}")
def test_a_setting_starts_at_the_reading_taken_and_says_it(rules: Rules) -> None:
    for name, rule in rules.rules().items():
        if rule.readings:
            assert rule.value == rule.readings[0], name
            assert rule.reading, name
            assert len({spelled(reading) for reading in rule.readings}) == len(rule.readings) > 1, name
            assert not any(" " in spelled(reading) for reading in rule.readings), name
