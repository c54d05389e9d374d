"""What is running on the floor and ends by time: closing notices, and the end of gaming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from casino.rulebooks.house import house_of
from casino.translated import text
from tables.hours import hours
from tables.models import Closure, Pit, Table


@dataclass(frozen=True, slots=True)
class Closing:
    """A closing notice displayed at a table, with its clause."""

    notice: Closure
    clause: str


@dataclass(frozen=True, slots=True)
class Ending:
    """A table where gaming ends soon: when, and what is announced or how many rounds are left."""

    table: Table
    at: datetime
    words: str
    clause: str


@dataclass(frozen=True, slots=True)
class Running:
    """What is running at the tables of a pit and ends by time."""

    closing: list[Closing]
    ending: list[Ending]


def running_at(pit: Pit | None, tables: Sequence[Table], now: datetime) -> Running:
    """What is running at the tables of a pit; ``tables`` are that pit's."""
    running = [table for table in tables if table.state == Table.State.OPEN]
    return Running(closings(pit), ending(running, now))


def closings(pit: Pit | None) -> list[Closing]:
    """The closing notices displayed at the pit's tables, the next due first."""
    displayed = Closure.objects.filter(state=Closure.State.SHOWN).select_related("table")
    displayed = displayed if pit is None else displayed.filter(table__pit=pit)
    return [
        Closing(notice, house_of(notice.table.rules).closing_notice)
        for notice in displayed.order_by("close_at")
    ]


def ending(tables: Sequence[Table], now: datetime) -> list[Ending]:
    """Open tables where gaming ends soon, so that the last rounds are announced (ACT03-5.6-N1)."""
    endings: list[Ending] = []
    ends: dict[str, datetime | None] = {}
    for table in tables:
        if table.book not in hours.books():
            continue
        rules, house = table.rules, house_of(table.rules)
        if table.book not in ends:
            ends[table.book] = hours.ends_soon(table, house, now)
        soon = ends[table.book]
        if soon is None or soon <= now:
            continue  # a table still open after the end is among the alerts
        left = table.live.get("rounds_left", -1)
        words = (
            text(_("announce the last {rounds} rounds"), rounds=rules.last_rounds.value)
            if left < 0
            else text(_("last rounds: {rounds} to go"), rounds=left)
        )
        clause = rules.last_rounds_role.clause if left < 0 else house.gaming_hours
        endings.append(Ending(table, soon, words, clause))
    return endings
