"""The notice that a table closes, and what has to be told before it does.

In Victoria a sign with the time of the closing stands for at least 20 minutes where players are at the table
(VIC03-17.7). Both Canberra books want the players told before a table closes earlier than gaming ends, and name no
time (ACT96-19.2, ACT03-15.2); the older one wants an inspector informed as well. At the time that the notice names
the table begins to close by itself (`tables.floor.scheduled_changes`), after the round in hand.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from casino.house_time import clock, whole_minute
from casino.ledger import Draft, Entry
from casino.ledger.rows import ROWS, rows_of
from casino.rulebooks.house import House, house_of
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.hours import hours
from tables.models import Closure, Table
from tables.record import locked, opening_entry, require, write
from tables.refusal import TableRefusal
from tables.signs import notices

LATEST: Final = timedelta(hours=24)
"""No notice names a time further off."""


def announce(
    code: str, *, close_at: datetime | None, inspector: str = "", reason: str = "", by: Staff, at: datetime
) -> Closure:
    """Record that the notice of the table's closing stands there from `at` on. `inspector`: who was informed.

    Raises TableRefusal for a notice without a time, or whose time comes too soon, and for an early closing of which
    no inspector is informed where the book wants it.
    """
    with locked(code) as table:
        asked = _house(table)
        clause = asked.closing_notice or asked.closed
        acting = require(by, Role.CASINO_SUPERVISOR, clause, "close a table")
        if table.state != Table.State.OPEN:
            raise TableRefusal(clause, f"{code} is {table.state}, not open", "Only an open table closes.")
        if close_at is None:
            raise TableRefusal(clause, "the notice does not show the time of the closing", "Name the time.")
        if running(table) is not None:
            raise TableRefusal(clause, "a notice of the closing stands already", "Take it down first.")
        stands = timedelta(minutes=asked.closing_minutes)
        if not stands <= close_at - at <= LATEST:
            minutes = int((close_at - at).total_seconds() // 60)
            wanted = f"at least {asked.closing_minutes}" if asked.closing_minutes else "0 or more"
            raise TableRefusal(
                clause,
                f"the notice would stand {minutes} minutes before the closing; it must be {wanted}",
                f"Name {clock(whole_minute(at + stands))} or later, within a day.",
            )
        if asked.inspector_first and early(table, close_at) and not inspector.strip():
            raise _uninformed(asked, table)
        notice = Closure.objects.create(
            table=table, close_at=close_at, shown_from=at, inspector=inspector.strip()[:60],
            reason=reason.strip()[:200], put_up_by=by.number,
        )  # fmt: skip
        drafts = []
        if notice.inspector:
            words = f"inspector {notice.inspector} informed that {code} closes at {clock(close_at)}"
            drafts.append(
                Draft(
                    kind="inspector_informed",
                    detail=words,
                    clause=asked.inspector_first,
                    body=told(notice),
                    acting_as=acting,
                )
            )
        words = f"notice up: {code} closes at {clock(close_at)}"
        drafts.append(
            Draft(kind="closing_notice_up", detail=words, clause=clause, body=told(notice), acting_as=acting)
        )
        write(table, drafts, by=by, at=at, changes=notices.show(table))
        return notice


def take_down(code: str, *, by: Staff, at: datetime) -> Closure:
    """Record that the notice stands no longer: the table stays open, and another notice begins anew."""
    with locked(code) as table:
        asked = _house(table)
        clause = asked.closing_notice or asked.closed
        acting = require(by, Role.CASINO_SUPERVISOR, clause, "close a table")
        notice = running(table)
        if notice is None:
            raise TableRefusal(
                clause, f"no notice of a closing stands at {code}", "There is none to take down."
            )
        end(notice, Closure.State.TAKEN_DOWN, by, at)
        words = f"notice down: {code} stays open"
        entry = Draft(
            kind="closing_notice_down", detail=words, clause=clause, body=told(notice), acting_as=acting
        )
        write(table, [entry], by=by, at=at, changes=notices.show(table))
        return notice


def running(table: Table) -> Closure | None:
    """The notice of the closing that stands at the table."""
    return Closure.objects.filter(table=table, state=Closure.State.SHOWN).first()


def end(notice: Closure, state: str, by: Staff, at: datetime) -> None:
    """The notice has done its work, or is taken down."""
    notice.state, notice.ended_by, notice.ended_at = state, by.number, at
    notice.save(update_fields=["state", "ended_by", "ended_at"])


def told(notice: Closure) -> dict[str, Any]:
    """What the record says of a notice."""
    return {
        "closing": notice.pk,
        "close_at": notice.close_at.isoformat(),
        "shown_from": notice.shown_from.isoformat(),
        "inspector": notice.inspector,
        "reason": notice.reason,
        ROWS: rows_of(notice),
    }


def early(table: Table, close_at: datetime) -> bool:
    """Whether a closing at that time comes before gaming ends; where no hours are entered, any does."""
    ends = hours.gaming_ends(table.book, close_at)
    return ends is None or close_at < ends


def present(table: Table) -> list[str]:
    """The players at the table, as the record knows them: who calls for a box or has a wager on it."""
    if not (table.rounds or table.in_hand or _begun(table)):
        return []  # what the boxes still say is of an earlier opening
    found: set[str] = set()
    for box in table.box_set.all():
        found |= {box.caller, *box.players}
    return sorted(found - {""})


def _begun(table: Table) -> bool:
    """Whether anything was recorded of a round since the table was opened, such as who calls for a box."""
    of_round = Entry.objects.filter(chain=table.code, round_no=table.round_no, folded=True)
    return of_round.filter(seq__gt=opening_entry(table.code)).exists()


def untold(table: Table, asked: House, at: datetime, *, nobody: bool) -> TableRefusal | None:
    """Why the table may not close now for want of a notice to its players, or word to an inspector; None when it
    may. `nobody`: there is no player at the table, whatever the record knows of who did not say that he left."""
    if not asked.closing_notice or not early(table, at):
        return None
    notice = running(table)
    if asked.inspector_first and (notice is None or not notice.inspector):
        return _uninformed(asked, table)
    players = [] if nobody else present(table)
    if not players:
        return None
    who = f"{len(players)} player{'s' * (len(players) > 1)} at {table.code}"
    if notice is None:
        stands = f" {asked.closing_minutes} minutes before" if asked.closing_minutes else " before"
        return TableRefusal(
            asked.closing_notice,
            f"there {'are' if len(players) > 1 else 'is'} {who}, and no notice of the closing stands there",
            f"Put up a notice that names the time{stands}, or say that nobody is at the table.",
        )
    if at < notice.close_at:
        return TableRefusal(
            asked.closing_notice,
            f"the notice names {clock(notice.close_at)} as the time of the closing",
            "Wait until then: the table closes by itself.",
        )
    return None


def _uninformed(asked: House, table: Table) -> TableRefusal:
    return TableRefusal(
        asked.inspector_first,
        f"no inspector is informed that {table.code} closes before gaming ends",
        "Inform one, and enter who it was with the notice of the closing.",
    )


def _house(table: Table) -> House:
    try:
        return house_of(table.rules)
    except ValueError as fault:
        raise TableRefusal("", str(fault), "Correct the table's set-up.") from fault
