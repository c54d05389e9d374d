"""Prizes, chips that become cash, and the closing of the books."""

from __future__ import annotations

from typing import Final

from casino.refusals import Refusal
from tables.tournaments.machine import commands, events
from tables.tournaments.machine.base import Person
from tables.tournaments.machine.events import Event
from tables.tournaments.machine.moments import Moment
from tables.tournaments.machine.money import moves
from tables.tournaments.machine.prizes import awards_of
from tables.tournaments.machine.standings import chips_of
from tables.tournaments.machine.state import Entry, State
from tables.tournaments.machine.steps.asking import (
    Decider,
    another,
    by_desk,
    by_director,
    by_operator,
    entry_of,
    in_phase,
    said,
    stamp,
)


def _prize_clause(state: State) -> str:
    """The clause that fixes the prizes in force: of the book's table for the field of a series."""
    series = state.rules.series
    if series is not None:
        for column in series.columns:
            if tuple([prize.cents for prize in state.prizes]) == column.prizes:
                return column.pool_clause
    return state.rules.fees_are_prizes or state.rules.clause_of("prizes")


def _award(state: State, command: commands.AwardPrizes, by: Person, at: Moment) -> list[Event]:
    clause = _prize_clause(state)
    by_director(state, by, clause)
    in_phase(state, "results", clause=clause)
    awards = awards_of(state)
    if not awards:
        raise Refusal("tournament.nobody_left", clause, stage=state.stage)
    total, pool = sum(award.cents for award in awards), state.books.pool
    given = moves(
        ("pool", "prizes", min(pool, total)),
        ("house", "prizes", max(0, total - pool)),
        ("pool", "house", max(0, pool - total)),
    )
    return [events.PrizesAwarded(**stamp(by, at, clause, given), awards=awards)]


def _pay(state: State, command: commands.PayPrize, by: Person, at: Moment) -> list[Event]:
    clause = _prize_clause(state)
    by_desk(by, clause)
    in_phase(state, "awarded", clause=clause)
    award = next((award for award in state.awards if award.entry == command.entry), None)
    if award is None:
        raise Refusal("tournament.no_prize", clause, entry=command.entry)
    if award.paid_at is not None:
        raise Refusal("tournament.paid_already", clause, entry=command.entry)
    entry = entry_of(state, command.entry)
    return [
        events.PrizePaid(
            **stamp(by, at, clause, moves(("prizes", "players", award.cents))),
            entry=entry.number,
            player=entry.player,
            witness=another(by, command.witness, clause),
            receipt=said(command.receipt, "receipt", clause),
        )
    ]


def redeemable(state: State, entry: Entry) -> int:
    """The chips for which the entry is to be paid out, now that it plays no further; 0 where chips have no value."""
    out = entry.status in ("eliminated", "retired")
    if not state.conditions.cents_a_chip or entry.redeemed or not out:
        return 0
    return chips_of(state, entry.number)


def _redeem(state: State, command: commands.RedeemChips, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.early_end_for_cash or state.rules.approval
    by_desk(by, clause)
    in_phase(state, "playing", "results", "awarded", clause=clause)
    if not state.conditions.cents_a_chip:
        raise Refusal("tournament.no_value", clause)
    entry = entry_of(state, command.entry)
    if entry.redeemed:
        raise Refusal("tournament.paid_already", clause, entry=entry.number)
    chips = redeemable(state, entry)
    if not chips:
        raise Refusal("tournament.nothing_to_redeem", clause, entry=entry.number)
    cents = chips * state.conditions.cents_a_chip
    return [
        events.ChipsRedeemed(
            **stamp(by, at, clause, moves(("chips", "players", cents))),
            entry=entry.number,
            player=entry.player,
            chips=chips,
            witness=another(by, command.witness, clause),
        )
    ]


def _close(state: State, command: commands.Close, by: Person, at: Moment) -> list[Event]:
    clause = _prize_clause(state)
    by_operator(by, clause)
    in_phase(state, "awarded", clause=clause)
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
    return [events.Closed(**stamp(by, at, clause, settled))]


DECIDERS: Final[dict[type, Decider]] = {
    commands.AwardPrizes: _award,
    commands.PayPrize: _pay,
    commands.RedeemChips: _redeem,
    commands.Close: _close,
}
