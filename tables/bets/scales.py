"""The scale of a bet that is the same at every table of the house, and how it is replaced.

The first table to offer the bet sets it. After that a change is ordered for all tables together (NZ-15B.8-S2,
VIC03-13.7.2): if the book requires it a notice is displayed first (VIC03-13.7.3), then the games with the bet close,
and once no round is in hand at any of them and they have been closed for the set time, they resume on the new scale.
If no notice is required and no round is in hand, all of that is one step. Each step is an entry in the chain of
every table concerned. The current time is passed in as `at`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Model, QuerySet

from casino import ledger
from casino.house_time import clock, day_and_clock
from casino.ledger import Draft
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from sidebets import SideBet, side_bets_of_book
from sidebets.table import ScaleChange
from tables import signals
from tables.models import HouseScale, Offer, ScaleOrder, Table
from tables.offers import bet_of, known, refresh
from tables.record import require, write

ORDERED_BY: Final = Role.OPERATIONS_MANAGER
"""A change for the whole house is the operator's decision; the books name no role."""
CLOSED_BY: Final = Role.CASINO_SUPERVISOR
LONGEST_MINUTES: Final = 100_000
RUNNING: Final = (ScaleOrder.State.SHOWN, ScaleOrder.State.CLOSED)


def entries_won(book: str, bet: str, scale: str) -> int:
    """How many entries to a tournament have been won with that bet on that scale (VIC03-13.8.1-T1-N1)."""
    return signals.entries_won.first(book=book, bet=bet, scale=scale) or 0


@contextmanager
def house_scale_locked(code: str, key: str) -> Iterator[None]:
    """Lock the house's scale of that bet, so that it does not change meanwhile. Take this lock before the row of any
    table."""
    with transaction.atomic():
        table = Table.objects.filter(code=code).first()
        bet = known(table).get(key) if table is not None else None
        if table is not None and bet is not None and bet.same_everywhere.value:
            # The row exists before any table offers the bet, so that two tables that are first at once wait for each
            # other.
            HouseScale.objects.bulk_create([HouseScale(book=table.book, bet=key)], ignore_conflicts=True)
            _locked_scale(table.book, key)
        yield


def _locked_scale(book: str, key: str) -> HouseScale | None:
    """The house's scale of the bet, locked; None until a table has offered it."""
    house_scale_row = HouseScale.objects.select_for_update().filter(book=book, bet=key).first()
    return house_scale_row if house_scale_row is not None and house_scale_row.scale else None


def house_scale(book: str, bet: str) -> HouseScale | None:
    """The house's scale of a bet; None until a table has offered it."""
    return HouseScale.objects.filter(book=book, bet=bet).exclude(scale="").first()


def running_for(book: str, bet: str) -> ScaleOrder | None:
    """The change of scale that is in progress, if any."""
    return ScaleOrder.objects.filter(book=book, bet=bet, state__in=RUNNING).first()


def in_operation(table: Table, bet: SideBet, scale_asked: str) -> str:
    """The scale on which the table offers the bet if `scale_asked` is chosen ("" for the one in force, otherwise the
    first).

    Raises Refusal for a scale other than the house's while another table offers the bet.
    """
    if not bet.same_everywhere.value:
        return bet.scale(scale_asked).name
    scale_row = house_scale(table.book, bet.key)
    chosen_scale = (
        bet.scale(scale_asked).name
        if scale_asked
        else scale_row.scale
        if scale_row is not None
        else bet.scales[0].name
    )
    if scale_row is None or scale_row.scale == chosen_scale:
        return chosen_scale
    elsewhere = _offering(table.book, bet.key).exclude(code=table.code).values_list("code", flat=True)
    if (
        elsewhere
        or running_for(table.book, bet.key) is not None
        or _change(bet, scale_row.scale, chosen_scale)
    ):
        raise Refusal(
            "scale.same_everywhere",
            bet.same_everywhere.clause,
            bet=bet.title,
            scale=scale_row.scale,
            wanted=chosen_scale,
        )
    return chosen_scale


def take_up(table: Table, bet: SideBet, scale: str, by: Staff, at: datetime) -> HouseScale | None:
    """Make the scale on which the table now offers the bet the house's; `in_operation` has allowed it. Returns the
    house's scale if it has changed, for the caller to `record` after the table's entries."""
    if not bet.same_everywhere.value:
        return None
    scale_row = HouseScale.objects.filter(book=table.book, bet=bet.key).first()
    if scale_row is not None and scale_row.scale == scale:
        return None
    scale_row = scale_row or HouseScale(book=table.book, bet=bet.key)
    scale_row.scale, scale_row.set_by, scale_row.set_at = scale, by.number, at
    scale_row.save()
    return scale_row


def record(bet: SideBet, detail: Phrase, rows: Sequence[Model], by: Staff, at: datetime) -> None:
    """Record what applies to the whole house as an entry of its chain, after those of the tables."""
    entry = Draft(
        kind="scale_of_house", detail=detail, clause=_clause(bet), body={"bet": bet.key, ROWS: rows_of(*rows)}
    )
    ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalePlan:
    """A change of scale, as it is ordered. The books say “reasonable” instead of minutes, so the operator sets them,
    and they are recorded with the change."""

    scale: str
    notice: str = ""
    notice_minutes: int | None = None
    """None for the usual period."""
    change_at: datetime | None = None
    closed_minutes: int = 0
    field: int = 0
    """How many entrants are declared for the tournament."""


def order(code: str, key: str, plan: ScalePlan, *, by: Staff, at: datetime) -> ScaleOrder:
    """Order another scale for every table that offers the bet, from the page of one of them.

    Raises Refusal for a person who may not, and for anything that the book requires of the change and it lacks.
    """
    with transaction.atomic():
        table = Table.objects.filter(code=code).first()
        if table is None:
            raise Refusal("table.unknown", table=code)
        bet = bet_of(table, key)
        scale_row = _locked_scale(table.book, key)
        acting = require(by, ORDERED_BY, _clause(bet))
        if not bet.same_everywhere.value or scale_row is None:
            raise Refusal("scale.per_table", bet.scales[0].clause, bet=bet.title)
        if not plan.scale:
            # A layout's default is not a choice: every table would switch to it at once (NZ-15B.8-S2).
            others = [scale.name for scale in bet.scales if scale.name != scale_row.scale]
            raise Refusal("scale.not_chosen", _clause(bet), scales=others)
        after = _named(bet, plan.scale)
        if scale_row.scale == after:
            raise Refusal("scale.unchanged", _clause(bet), bet=bet.title, scale=after)
        if running_for(table.book, key) is not None:
            raise Refusal("scale.change_under_way", _clause(bet), bet=bet.title)
        change = _change(bet, scale_row.scale, after)
        minutes = _notice_minutes(bet, plan, at)
        _dated(bet, change, plan, minutes, at)
        _no_entries(bet, change, table.book, scale_row.scale, plan.field)
        order_row = ScaleOrder.objects.create(
            book=table.book, bet=key, before=scale_row.scale, after=after, notice=plan.notice, shown_from=at,
            notice_minutes=minutes, change_at=plan.change_at if minutes or change else None,
            closed_minutes=min(plan.closed_minutes, LONGEST_MINUTES), field=plan.field, ordered_by=by.number,
        )  # fmt: skip
        tables = _locked_tables(order_row)
        detail = _ordered(order_row, bet)
        _record(tables, order_row, bet, "scale_ordered", detail, acting, by, at)
        if not minutes:
            _close(order_row, by, at)
            tables = _locked_tables(order_row)
            waits = Phrase.of("entry.scale_waits", bet=bet.title)
            _record(tables, order_row, bet, "scale_closing", waits, acting, by, at)
            if not _in_hand(tables):
                _bring_in(order_row, tables, bet, acting, by, at)
        state = Phrase.of("entry.scale_state", what=detail, state=str(order_row.get_state_display()))
        _record_order(order_row, bet, state, by, at)
        return order_row


def _ordered(order: ScaleOrder, bet: SideBet) -> Phrase:
    """What is ordered, and when the games close for it."""
    scales = {"before": order.before, "after": order.after}
    if order.change_at is None:
        return Phrase.of("entry.scale_ordered", bet=bet.title, **scales)
    return Phrase.of("entry.scale_ordered_at", bet=bet.title, **scales, at=day_and_clock(order.change_at))


def close_games(order_id: int, *, by: Staff, at: datetime) -> ScaleOrder:
    """Close every game with the bet: no further round begins there until `reopen`. Raises Refusal until the notice
    has been displayed long enough, or the named time has come."""
    with transaction.atomic():
        order, bet = _running(order_id, ScaleOrder.State.SHOWN)
        clause = _order_clause(order, bet)
        acting = require(by, CLOSED_BY, clause)
        if at < order.closes_at:
            raise Refusal("scale.before_notice", clause, at=day_and_clock(order.closes_at))
        _no_entries(bet, _change(bet, order.before, order.after), order.book, order.before, order.field)
        order.entries = entries_won(order.book, order.bet, order.before)
        _close(order, by, at)
        detail = Phrase.of("entry.scale_closing", bet=bet.title, scale=order.after)
        _record(_locked_tables(order), order, bet, "scale_closing", detail, acting, by, at)
        _record_order(order, bet, detail, by, at)
        return order


def reopen(order_id: int, *, by: Staff, at: datetime) -> ScaleOrder:
    """Let every game with the bet resume on the new scale. Raises Refusal while a round is in hand at one of them,
    and until they have been closed for the set time."""
    with transaction.atomic():
        order, bet = _running(order_id, ScaleOrder.State.CLOSED)
        clause = _order_clause(order, bet)
        acting = require(by, CLOSED_BY, clause)
        if at < order.reopens_at:
            raise Refusal("scale.closed_until", clause, at=clock(order.reopens_at))
        tables = _locked_tables(order)
        if busy := _in_hand(tables):
            raise Refusal("scale.round_open", clause, tables=busy)
        _bring_in(order, tables, bet, acting, by, at)
        everywhere = Phrase.of("entry.scale_everywhere", bet=bet.title, scale=order.after)
        _record_order(order, bet, everywhere, by, at)
        return order


def cancel(order_id: int, *, by: Staff, at: datetime) -> ScaleOrder:
    """Cancel the change: the notice comes down and closed games resume as they were."""
    with transaction.atomic():
        order, bet = _running(order_id, *RUNNING)
        acting = require(by, ORDERED_BY, _order_clause(order, bet))
        _end(order, ScaleOrder.State.DROPPED, by, at)
        detail = Phrase.of("entry.scale_dropped", bet=bet.title, scale=order.before)
        _record(_locked_tables(order), order, bet, "scale_dropped", detail, acting, by, at)
        _record_order(order, bet, detail, by, at)
        return order


# --- what the book requires of a change


def _clause(bet: SideBet) -> str:
    return bet.same_everywhere.clause or bet.clause


def _order_clause(order: ScaleOrder, bet: SideBet) -> str:
    change = _change(bet, order.before, order.after)
    return change.clause if change is not None else _clause(bet)


def _change(bet: SideBet, before: str, after: str) -> ScaleChange | None:
    return next((change for change in bet.changes if (change.before, change.after) == (before, after)), None)


def _named(bet: SideBet, scale: str) -> str:
    try:
        return bet.scale(scale).name
    except KeyError as wrong:
        raise Refusal(
            "scale.unknown",
            bet.scales[0].clause,
            bet=bet.title,
            scale=scale,
            scales=[listed.name for listed in bet.scales],
        ) from wrong


def _notice_minutes(bet: SideBet, plan: ScalePlan, at: datetime) -> int:
    """How many minutes the notice is displayed; 0 if the book requires none."""
    usual = bet.change_notice
    if not usual.value:
        return 0
    minutes = usual.value if plan.notice_minutes is None else plan.notice_minutes
    if not plan.notice.strip():
        raise Refusal("scale.notice_missing", usual.clause)
    if not 0 < minutes <= LONGEST_MINUTES:
        raise Refusal("scale.notice_minutes", usual.clause, usual=usual.value)
    return minutes


def _dated(bet: SideBet, change: ScaleChange | None, plan: ScalePlan, minutes: int, at: datetime) -> None:
    if change is not None and change.dated and plan.change_at is None:
        raise Refusal("scale.date_missing", change.clause)
    if minutes and plan.change_at is not None and plan.change_at < at + timedelta(minutes=minutes):
        raise Refusal(
            "scale.notice_too_short",
            bet.change_notice.clause,
            minutes=minutes,
            earliest=clock(at + timedelta(minutes=minutes)),
        )
    if change is not None and plan.closed_minutes < 1:
        raise Refusal("scale.closed_minutes_missing", change.clause)


def _no_entries(bet: SideBet, change: ScaleChange | None, book: str, before: str, field: int) -> None:
    """Raises Refusal while entries that were won bar the change: until the field of their tournament is complete."""
    if change is None or not change.entries_settled or not bet.entries_bar_change.value:
        return
    won = entries_won(book, bet.key, before)
    # Entries left over from earlier fields do not count.
    if won and (not field or won % field):
        raise Refusal("scale.entries_pending", change.clause, won=won)


# --- the tables


def _offering(book: str, bet: str) -> QuerySet[Table]:
    return Table.objects.filter(
        book=book, pk__in=Offer.objects.filter(bet=bet, on=True).values("table")
    ).order_by("code")


def _locked_tables(order: ScaleOrder) -> list[Table]:
    return list(_offering(order.book, order.bet).select_for_update(of=("self",)))


def _in_hand(tables: list[Table]) -> list[str]:
    return [table.code for table in tables if table.in_hand]


def _running(order_id: int, *states: str) -> tuple[ScaleOrder, SideBet]:
    order = ScaleOrder.objects.filter(pk=order_id).first()
    if order is not None:
        _locked_scale(order.book, order.bet)
        order = ScaleOrder.objects.select_for_update().get(pk=order_id)
    if order is None or order.state not in states:
        raise Refusal("scale.no_such_change")
    offer = _offering(order.book, order.bet).first()
    return order, side_bets_of_book(order.book, offer.reading_pairs if offer is not None else ())[order.bet]


def _close(order: ScaleOrder, by: Staff, at: datetime) -> None:
    order.state, order.closed_by, order.closed_at = ScaleOrder.State.CLOSED, by.number, at
    order.save(update_fields=["state", "closed_by", "closed_at", "entries"])


def _end(order: ScaleOrder, state: str, by: Staff, at: datetime) -> None:
    order.state, order.ended_by, order.ended_at = state, by.number, at
    order.save(update_fields=["state", "ended_by", "ended_at"])


def _bring_in(
    order: ScaleOrder, tables: list[Table], bet: SideBet, acting: str, by: Staff, at: datetime
) -> None:
    HouseScale.objects.filter(book=order.book, bet=order.bet).update(
        scale=order.after, set_by=by.number, set_at=at
    )
    Offer.objects.filter(table__in=tables, bet=order.bet).update(scale=order.after)
    _end(order, ScaleOrder.State.IN_FORCE, by, at)
    detail = Phrase.of("entry.scale_in_force", bet=bet.title, scale=order.after)
    _record(tables, order, bet, "scale_changed", detail, acting, by, at)


def _record_order(order: ScaleOrder, bet: SideBet, detail: Phrase, by: Staff, at: datetime) -> None:
    """Record the order, and the scale that it may have changed, as they are now, even if no table offers the bet."""
    record(bet, detail, [order, *HouseScale.objects.filter(book=order.book, bet=order.bet)], by, at)


def _record(
    tables: list[Table],
    order: ScaleOrder,
    bet: SideBet,
    kind: str,
    detail: Phrase,
    acting: str,
    by: Staff,
    at: datetime,
) -> None:
    body = {
        "order": order.pk, "bet": order.bet, "before": order.before, "after": order.after, "notice": order.notice,
        "shown_from": order.shown_from.isoformat(), "notice_minutes": order.notice_minutes,
        "change_at": order.change_at.isoformat() if order.change_at else None,
        "closed_minutes": order.closed_minutes,
        "closed_at": order.closed_at.isoformat() if order.closed_at else None,
        "field": order.field, "entries": order.entries,
    }  # fmt: skip
    clause = _order_clause(order, bet)
    for table in tables:
        if order.bet in known(table):
            changes = refresh(table)
            body_told = body | {ROWS: rows_of(*Offer.objects.filter(table=table, bet=order.bet))}
            write(
                table,
                [Draft(kind=kind, detail=detail, clause=clause, body=body_told, acting_as=acting)],
                by=by,
                at=at,
                changes=changes,
            )
