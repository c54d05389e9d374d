"""Who watches the floor, and what runs on it and ends by itself: the notices of closings, the end of gaming."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from casino.rulebooks.house import house_of
from tables.hours import hours
from tables.models import Closure, Pit, Table


def look(pit: Pit | None, tables: Sequence[Table], now: datetime) -> dict[str, Any]:
    """Plain values for ``pit/_side.html``: what goes on at the tables of a pit, which the caller has."""
    running = [table for table in tables if table.state == Table.State.OPEN]
    return {"closing": closings(pit), "ending": ending(running, now)}


def closings(pit: Pit | None) -> list[dict[str, Any]]:
    """The closing notices displayed at the pit's tables, the next due first."""
    stand = Closure.objects.filter(state=Closure.State.SHOWN).select_related("table")
    stand = stand if pit is None else stand.filter(table__pit=pit)
    return [
        {"notice": one, "clause": house_of(one.table.rules).closing_notice}
        for one in stand.order_by("close_at")
    ]


def ending(tables: Sequence[Table], now: datetime) -> list[dict[str, Any]]:
    """Open tables at which gaming ends soon, so that their last rounds are announced (ACT03-5.6-N1)."""
    found: list[dict[str, Any]] = []
    ends: dict[str, datetime | None] = {}
    for table in tables:
        if table.book not in hours.books():
            continue
        rules, asked = table.rules, house_of(table.rules)
        if table.book not in ends:
            ends[table.book] = hours.ends_soon(table, asked, now)
        soon = ends[table.book]
        if soon is None or soon <= now:
            continue  # a table open after the end is among the alerts
        left = table.live.get("rounds_left", -1)
        words = (
            f"announce the last {rules.last_rounds.value} rounds"
            if left < 0
            else f"last rounds: {left} to go"
        )
        clause = rules.last_rounds_role.clause if left < 0 else asked.gaming_hours
        found.append({"table": table, "at": soon, "words": words, "clause": clause})
    return found
