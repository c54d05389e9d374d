"""The readings that a floor manager asks about first when setting up a table, and what each means at the table, in
plain words. `manage.py rules` lists all of them."""

from typing import Final, NamedTuple

from casino.rulebooks.rule import spelled
from casino.rulebooks.rules import Rules


class FloorQuestion(NamedTuple):
    """One ambiguous rule: what happens at the table, and what each reading makes of it."""

    rule: str
    question: str
    readings: tuple[tuple[str, str], ...]
    """What is done under each reading, by its value."""


QUESTIONS: Final = (
    FloorQuestion(
        "blackjack_beats_21",
        "A player has drawn to 21 and the dealer turns over a Blackjack",
        (
            ("no", "the wager stands off and is handed back: both totals are 21"),
            ("yes", "the dealer wins: the wager is taken"),
        ),
    ),
    FloorQuestion(
        "several_boxes_alone",
        "The only player at the table asks for a second box",
        (
            ("no", "it is refused, also when a supervisor would allow it"),
            ("yes", "it may be allowed, as with other players at the table"),
        ),
    ),
)
"""In the order shown; a book is not asked about a rule that has one reading in it."""


class FloorReading(NamedTuple):
    """How one table is set on such a question."""

    question: str
    clause: str
    taken: str
    others: tuple[tuple[str, str], ...]
    """The other readings: what to enter for each, as ``name=word``, and what is done then."""


def floor_readings(rules: Rules) -> tuple[FloorReading, ...]:
    """The questions that arise in a game, with the reading that its rules take."""
    readings = []
    for question in QUESTIONS:
        rule = rules.rules().get(question.rule)
        if rule is None or len(rule.readings) < 2:
            continue
        words = dict(question.readings)
        others = [spelled(value) for value in rule.readings if value != rule.value]
        readings.append(
            FloorReading(
                question.question,
                rule.clause,
                words[spelled(rule.value)],
                tuple([(f"{question.rule}={value}", words[value]) for value in others]),
            )
        )
    return tuple(readings)
