"""Prizes, chips that become cash, and the closing of the books."""

from __future__ import annotations

from typing import Final

from casino.money import Cents
from casino.refusals import Refusal
from tables.tournaments.machine import commands, events
from tables.tournaments.machine.base import Person
from tables.tournaments.machine.bracket import next_stage, stage_of
from tables.tournaments.machine.events import Event
from tables.tournaments.machine.moments import Moment
from tables.tournaments.machine.money import moves
from tables.tournaments.machine.prizes import awards_of
from tables.tournaments.machine.state import Entry, Session, State
from tables.tournaments.machine.steps.checks import (
    Decider,
    entry_of,
    event_fields,
    require_desk,
    require_director,
    require_operator,
    require_phase,
    typed_text,
    witness_number,
)


def _prize_clause(state: State) -> str:
    """The clause that fixes the prizes in force: for a series, that of the book's table for its field."""
    series = state.rules.series
    if series is not None:
        for column in series.columns:
            if tuple([prize.cents for prize in state.prizes]) == column.prizes:
                return column.pool_clause
    return state.rules.fees_are_prizes or state.rules.clause_of("prizes")


def _award(state: State, command: commands.AwardPrizes, by: Person, at: Moment) -> list[Event]:
    clause = _prize_clause(state)
    require_director(state, by, clause)
    require_phase(state, "results", clause=clause)
    awards = awards_of(state)
    if not awards:
        raise Refusal("tournament.nobody_left", clause)
    total, pool = sum(award.cents for award in awards), state.books.pool
    given = moves(
        ("pool", "prizes", min(pool, total)),
        ("house", "prizes", max(0, total - pool)),
        ("pool", "house", max(0, pool - total)),
    )
    return [events.PrizesAwarded(**event_fields(by, at, clause, given), awards=awards)]


def _pay(state: State, command: commands.PayPrize, by: Person, at: Moment) -> list[Event]:
    clause = _prize_clause(state)
    require_desk(by, clause)
    require_phase(state, "awarded", clause=clause)
    award = next((award for award in state.awards if award.entry == command.entry), None)
    if award is None:
        raise Refusal("tournament.no_prize", clause, entry=command.entry)
    if award.paid_at is not None:
        raise Refusal("tournament.paid_already", clause, entry=command.entry)
    entry = entry_of(state, command.entry)
    return [
        events.PrizePaid(
            **event_fields(by, at, clause, moves(("prizes", "players", award.cents))),
            entry=entry.number,
            player=entry.player,
            witness=witness_number(by, command.witness, clause),
            receipt=typed_text(command.receipt, "receipt", clause),
        )
    ]


def redeemable(state: State, entry: Entry) -> dict[str, int]:
    """The chips for which the entry must be paid, by session; empty if chips have no value, and for a disqualified
    player."""
    paid: dict[str, int] = {}
    if not state.conditions.cents_a_chip or entry.status == "disqualified":
        return paid
    for session in state.sessions:
        seat = session.seat_of(entry.number)
        if session.break_no or session.status != "ended" or seat is None or seat.redeemed:
            continue
        chips = _kept(state, session, seat.entry)
        if chips and not _goes_along(state, session, entry):
            paid[session.name] = chips
    return paid


def redeemed(state: State, entry: Entry) -> Cents:
    """What the entry has been paid for its chips, in cents."""
    chips = 0
    for session in state.sessions:
        seat = session.seat_of(entry.number)
        if not session.break_no and seat is not None and seat.redeemed:
            chips += _kept(state, session, seat.entry)
    return chips * (state.conditions.cents_a_chip or 0)


def _kept(state: State, session: Session, entry: int) -> int:
    """The chips left after a session, and after the tie-breaks that were played with them."""
    chips = next((seat.chips for seat in session.seats if seat.entry == entry), 0)
    for other in state.sessions:
        seat = other.seat_of(entry)
        if other.stage == session.stage and other.break_no and seat is not None and seat.start == chips:
            chips = seat.chips
    return chips


def _goes_along(state: State, session: Session, entry: Entry) -> bool:
    """Whether the chips are carried into a later stage, or may still be."""
    later = [other for other in state.sessions if other.stage > session.stage and not other.break_no]
    for other in later:
        if other.seat_of(entry.number) is not None:
            return stage_of(state, other.stage).carry_over
    concluded = any(outcome.stage == session.stage for outcome in state.outcomes)
    if not concluded:
        return entry.status == "entered"
    number = next_stage(state)
    return bool(number) and entry.status == "entered" and stage_of(state, number).carry_over


def _redeem(state: State, command: commands.RedeemChips, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.early_end_for_cash or state.rules.approval
    require_desk(by, clause)
    require_phase(state, "playing", "results", "awarded", clause=clause)
    if not state.conditions.cents_a_chip:
        raise Refusal("tournament.no_value", clause)
    entry = entry_of(state, command.entry)
    held = redeemable(state, entry)
    chips = sum(held.values())
    if not chips:
        raise Refusal("tournament.nothing_to_redeem", clause, entry=entry.number)
    cents = chips * state.conditions.cents_a_chip
    return [
        events.ChipsRedeemed(
            **event_fields(by, at, clause, moves(("chips", "players", cents))),
            entry=entry.number,
            player=entry.player,
            chips=chips,
            sessions=tuple(held),
            witness=witness_number(by, command.witness, clause),
        )
    ]


def _close(state: State, command: commands.Close, by: Person, at: Moment) -> list[Event]:
    clause = _prize_clause(state)
    require_operator(by, clause)
    require_phase(state, "awarded", clause=clause)
    books = state.books
    if books.prizes:
        unpaid = [award.entry for award in state.awards if award.paid_at is None]
        raise Refusal("tournament.prizes_unpaid", clause, cents=books.prizes, entries=unpaid)
    chips = [entry.number for entry in state.entries if redeemable(state, entry)]
    if chips:
        raise Refusal(
            "tournament.chips_unpaid", state.rules.early_end_for_cash or state.rules.approval, entries=chips
        )
    # What players won or lost at the tables with chips of value is the house's.
    settled = moves(("chips", "house", max(0, books.chips)), ("house", "chips", max(0, -books.chips)))
    return [events.Closed(**event_fields(by, at, clause, settled))]


DECIDERS: Final[dict[type, Decider]] = {
    commands.AwardPrizes: _award,
    commands.PayPrize: _pay,
    commands.RedeemChips: _redeem,
    commands.Close: _close,
}
