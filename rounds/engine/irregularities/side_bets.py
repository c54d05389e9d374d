"""Irregularities of side bets: a choice made too late, a press of the button, failed equipment."""

from collections.abc import Callable
from typing import Final

from casino.rulebooks import Rules
from rounds.engine.events import Events
from rounds.engine.irregularities.kinds import ACCEPT
from rounds.engine.irregularities.report import Report
from rounds.engine.sides import equipment, prizes, riding
from rounds.engine.sides.commands import (
    AnswerMisfire,
    EquipmentFailed,
    EquipmentRepaired,
    Misfire,
    Ride,
    VoidPress,
)
from rounds.engine.state import State


def decided_first(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The hand was played before its player chose: all of the bet is taken down (NZ-16.14-S1, NZ-16.15-S1)."""
    ride = Ride(report.box().number, report.values["player"], report.values["bet"], decided_first=True)
    return riding.ride(rules, state, ride)


def void_press(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """A press has no effect if no wager waits for one (VIC03-11.7.2)."""
    box = report.box().number if "box" in report else 0
    shown = report.cents("amount") if "amount" in report else 0
    return prizes.void_press(
        rules, state, VoidPress(report.values["bet"], shown, box, report.values.get("player", ""))
    )


def misfire(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """Somebody or something else set the button off while it was offered to a player (VIC03-11.7.1)."""
    pressed = Misfire(
        report.box().number, report.values["player"], report.values["bet"], report.cents("amount")
    )
    return prizes.misfire(rules, state, pressed)


def misfire_answer(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The winner takes what the button showed, or presses again (VIC03-11.7.1)."""
    accept = report.values["choice"] == ACCEPT
    answer = AnswerMisfire(report.box().number, report.values["player"], report.values["bet"], accept)
    return prizes.answer(rules, state, answer)


def equipment_failed(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The bet is not offered until its equipment works again (VIC03-11.7.3(a), NZ-16.12-S1)."""
    failed = EquipmentFailed(report.values["bet"], report.text("device"), report.kind.role)
    return equipment.failed(rules, state, failed)


def equipment_repaired(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The equipment works again: the bet is offered from the next round (NZ-16.12-S1)."""
    works = EquipmentRepaired(report.values["bet"], report.kind.role, report.text("note"))
    return equipment.repaired(rules, state, works)


SIDE_BETS: Final[dict[str, Callable[[Rules, State, Report, str], Events]]] = {
    "decided_first": decided_first,
    "void_press": void_press,
    "misfire": misfire,
    "misfire_answer": misfire_answer,
    "equipment_failed": equipment_failed,
    "equipment_repaired": equipment_repaired,
}
"""The procedures for side bets, by the names that the kinds use."""
