"""What on the floor deserves a supervisor's look, beside what waits for his word: closings, the end of gaming, disputes
that are not ended, seats that may be asked for, dealers who have been at a table for long."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q

from casino.rulebooks.disputes import DISPUTES
from casino.rulebooks.house import house_of
from tables import hours
from tables.models import Closure, Dispute, Pit, Table


def long_at_table() -> timedelta:
    """How long a dealer may be at a table before the pit is told: ``DEALER_MINUTES``."""
    return timedelta(minutes=settings.DEALER_MINUTES)


def look(pit: Pit | None, now: datetime) -> dict[str, Any]:
    """Plain values for ``tables/_side.html``, with ``seen``: what they are in short, to tell whether a screen is
    behind."""
    tables = Table.objects.filter(state=Table.State.OPEN).order_by("code")
    tables = tables if pit is None else tables.filter(pit=pit)
    here = list(tables)
    closing, unresolved, floats = closings(pit), disputes(pit), floats_waiting(pit)
    long, idle = _long(here, now), _idle(here)
    seen = (
        "c" + ".".join(str(one["notice"].pk) for one in closing),
        "d" + ".".join(f"{one['dispute'].pk}{one['dispute'].state[0]}" for one in unresolved),
        "f" + ".".join(f"{table.pk}-{'-'.join(map(str, table.live['float'].values()))}" for table in floats),
        "l" + ".".join(one["table"].code for one in long),
        "i" + ".".join(f"{one['table'].code}{one['player']}" for one in idle),
    )
    return {
        "closing": closing,
        "ending": ending(here, now),
        "disputes": unresolved,
        "floats": [
            {"table": table, "slips": table.live["float"]["slips"], "alerts": table.live["float"]["alerts"]}
            for table in floats
        ],
        "long": long,
        "idle": idle,
        "seen": "".join(seen),
    }


def closings(pit: Pit | None) -> list[dict[str, Any]]:
    """The notices of a closing that stand at the pit's tables, the next due first."""
    stand = Closure.objects.filter(state=Closure.State.SHOWN).select_related("table")
    stand = stand if pit is None else stand.filter(table__pit=pit)
    return [
        {"notice": one, "clause": house_of(one.table.rules).closing_notice}
        for one in stand.order_by("close_at")
    ]


def disputes(pit: Pit | None) -> list[dict[str, Any]]:
    """The disputes that wait for a decision or a review, the first raised first."""
    wait = Dispute.objects.filter(state__in=(Dispute.State.OPEN, Dispute.State.REVIEW)).select_related(
        "table"
    )
    wait = wait if pit is None else wait.filter(table__pit=pit)
    found = []
    for one in wait.order_by("raised_at"):
        book = DISPUTES[one.table.book]
        untold = one.state == Dispute.State.OPEN and book.advised and one.advised_at is None
        words = f"tell {one.player}: may consult {book.consults}" if untold else ""
        state = "review" if one.state == Dispute.State.REVIEW else "open"
        found.append(
            {"dispute": one, "words": words, "state": state, "clause": book.advised if untold else ""}
        )
    return found


def floats_waiting(pit: Pit | None) -> list[Table]:
    """The tables with a slip under way, or an alert of the float that nobody has answered."""
    there = Q(live__float__slips__gt=0) | Q(live__float__alerts__gt=0)
    found = Table.objects.filter(there).order_by("code")
    return list(found if pit is None else found.filter(pit=pit))


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
        if soon is None:
            continue
        left = table.live.get("rounds_left", -1)
        words = (
            f"announce the last {rules.last_rounds.value} rounds"
            if left < 0
            else f"last rounds: {left} to go"
        )
        clause = rules.last_rounds_role.clause if left < 0 else asked.gaming_hours
        found.append({"table": table, "at": soon, "words": words, "clause": clause})
    return found


def _long(tables: Sequence[Table], now: datetime) -> list[dict[str, Any]]:
    return [
        {"table": table, "minutes": int((now - table.dealer_since).total_seconds() // 60)}
        for table in tables
        if table.dealer and table.dealer_since and now - table.dealer_since >= long_at_table()
    ]


def _idle(tables: Sequence[Table]) -> list[dict[str, Any]]:
    """Players who may be asked for their seats, as play has left it: never by itself (ACT96-20.8, ACT03-16.8,
    VIC03-17.8)."""
    return [
        {"table": table, "player": player, "box": box, "rounds": rounds, "clause": clause}
        for table in tables
        for player, box, rounds, clause in table.live.get("people", {}).get("idle", ())
    ]
