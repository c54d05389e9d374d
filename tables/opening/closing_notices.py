"""The notice that a table will close, and who must be told before it does.

In Victoria a sign with the closing time is displayed for at least 20 minutes if players are at the table
(VIC03-17.7). Both Canberra books require that the players are told before a table closes earlier than gaming ends,
and name no period (ACT96-19.2, ACT03-15.2); the older one requires that an inspector is informed as well. At the
announced time, after the round in hand, the table begins to close without anybody's tap
(`tables.floor.scheduled_changes`).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from casino.house_time import clock, whole_minute
from casino.ledger import Draft, Entry
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.rulebooks.house import House, house_of
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.hours import hours
from tables.models import Closure, Table
from tables.record import locked, opening_entry, require, write
from tables.refusal import wrong_set_up
from tables.signs import notices

LATEST: Final = timedelta(hours=24)
"""A notice cannot name a time further off than this."""


def announce(
    code: str, *, close_at: datetime | None, inspector: str = "", reason: str = "", by: Staff, at: datetime
) -> Closure:
    """Record that the table's closing notice is displayed from `at` on. `inspector` is the one who was informed.

    Raises Refusal for a notice without a time, or with one that comes too soon, and for an early closing without an
    informed inspector if the book requires that.
    """
    with locked(code) as table:
        house_rules = _house(table)
        clause = house_rules.closing_notice or house_rules.closed
        acting = require(by, Role.CASINO_SUPERVISOR, clause)
        if table.state != Table.State.OPEN:
            raise Refusal("closing.not_open", clause, table=code)
        if close_at is None:
            raise Refusal("closing.time_missing", clause)
        if displayed_notice(table) is not None:
            raise Refusal("closing.notice_up", clause)
        ahead = timedelta(minutes=house_rules.closing_minutes)
        if not ahead <= close_at - at <= LATEST:
            minutes = int((close_at - at).total_seconds() // 60)
            raise Refusal(
                "closing.notice_time",
                clause,
                minutes=minutes,
                least=house_rules.closing_minutes,
                earliest=clock(whole_minute(at + ahead)),
            )
        if house_rules.inspector_first and is_early(table, close_at) and not inspector.strip():
            raise _uninformed(house_rules, table)
        notice = Closure.objects.create(
            table=table, close_at=close_at, shown_from=at, inspector=inspector.strip()[:60],
            reason=reason.strip()[:200], put_up_by=by.number,
        )  # fmt: skip
        drafts = []
        if notice.inspector:
            detail = Phrase.of(
                "entry.inspector_informed", inspector=notice.inspector, table=code, at=clock(close_at)
            )
            drafts.append(
                Draft(
                    kind="inspector_informed",
                    detail=detail,
                    clause=house_rules.inspector_first,
                    body=recorded(notice),
                    acting_as=acting,
                )
            )
        detail = Phrase.of("entry.closing_notice_up", table=code, at=clock(close_at))
        drafts.append(
            Draft(
                kind="closing_notice_up",
                detail=detail,
                clause=clause,
                body=recorded(notice),
                acting_as=acting,
            )
        )
        write(table, drafts, by=by, at=at, changes=notices.show(table))
        return notice


def take_down(code: str, *, by: Staff, at: datetime) -> Closure:
    """Record that the notice is taken down: the table stays open, and a new notice starts from the beginning."""
    with locked(code) as table:
        house_rules = _house(table)
        clause = house_rules.closing_notice or house_rules.closed
        acting = require(by, Role.CASINO_SUPERVISOR, clause)
        notice = displayed_notice(table)
        if notice is None:
            raise Refusal("closing.no_notice", clause, table=code)
        end(notice, Closure.State.TAKEN_DOWN, by, at)
        detail = Phrase.of("entry.closing_notice_down", table=code)
        entry = Draft(
            kind="closing_notice_down", detail=detail, clause=clause, body=recorded(notice), acting_as=acting
        )
        write(table, [entry], by=by, at=at, changes=notices.show(table))
        return notice


def displayed_notice(table: Table) -> Closure | None:
    """The closing notice displayed at the table, if any."""
    return Closure.objects.filter(table=table, state=Closure.State.SHOWN).first()


def end(notice: Closure, state: str, by: Staff, at: datetime) -> None:
    """End a notice that has served its purpose, or is taken down."""
    notice.state, notice.ended_by, notice.ended_at = state, by.number, at
    notice.save(update_fields=["state", "ended_by", "ended_at"])


def recorded(notice: Closure) -> dict[str, Any]:
    """What the record says about a notice."""
    return {
        "closing": notice.pk,
        "close_at": notice.close_at.isoformat(),
        "shown_from": notice.shown_from.isoformat(),
        "inspector": notice.inspector,
        "reason": notice.reason,
        ROWS: rows_of(notice),
    }


def is_early(table: Table, close_at: datetime) -> bool:
    """Whether closing at that time is before gaming ends; without gaming hours, any time is."""
    ends = hours.gaming_ends(table.book, close_at)
    return ends is None or close_at < ends


def players_present(table: Table) -> list[str]:
    """The players at the table, as the record knows them: who calls for a box or has a wager on it."""
    if not (table.rounds or table.in_hand or _begun(table)):
        return []  # what the boxes still say is from an earlier opening
    players: set[str] = set()
    for box in table.box_set.all():
        players |= {box.caller, *box.players}
    return sorted(players - {""})


def _begun(table: Table) -> bool:
    """Whether anything of a round has been recorded since the table was opened, such as a box's caller."""
    of_round = Entry.objects.filter(chain=table.code, round_no=table.round_no, folded=True)
    return of_round.filter(seq__gt=opening_entry(table.code)).exists()


def notice_missing(table: Table, house_rules: House, at: datetime, *, nobody: bool) -> Refusal | None:
    """Why the table may not close now because its players had no notice, or an inspector was not informed; None if
    it may. `nobody`: there is no player at the table, even if the record has somebody who left without saying so."""
    if not house_rules.closing_notice or not is_early(table, at):
        return None
    notice = displayed_notice(table)
    if house_rules.inspector_first and (notice is None or not notice.inspector):
        return _uninformed(house_rules, table)
    players = [] if nobody else players_present(table)
    if not players:
        return None
    if notice is None:
        return Refusal(
            "closing.players_unnotified",
            house_rules.closing_notice,
            players=len(players),
            table=table.code,
            minutes=house_rules.closing_minutes,
        )
    if at < notice.close_at:
        return Refusal("closing.before_notice", house_rules.closing_notice, at=clock(notice.close_at))
    return None


def _uninformed(house_rules: House, table: Table) -> Refusal:
    return Refusal("closing.inspector_not_informed", house_rules.inspector_first, table=table.code)


def _house(table: Table) -> House:
    try:
        return house_of(table.rules)
    except ValueError as fault:
        raise wrong_set_up(fault) from fault
