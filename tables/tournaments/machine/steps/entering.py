"""Entries: taken with their money, refused, signed for, withdrawn, closed, deferred or called off."""

from __future__ import annotations

from typing import Final

from casino.refusals import Refusal
from tables.tournaments.machine import commands, events
from tables.tournaments.machine.base import Move, Person
from tables.tournaments.machine.conditions import Refund
from tables.tournaments.machine.draw import COMMITMENT
from tables.tournaments.machine.events import Event
from tables.tournaments.machine.faults import MOST_STAGES
from tables.tournaments.machine.moments import Moment
from tables.tournaments.machine.money import entry_moves, moves, posted, refund_moves
from tables.tournaments.machine.plan import plan_of
from tables.tournaments.machine.prizes import places
from tables.tournaments.machine.state import Entry, State
from tables.tournaments.machine.steps.checks import (
    Decider,
    entry_of,
    event_fields,
    player_number,
    require_approved,
    require_desk,
    require_operator,
    require_phase,
    typed_text,
)
from tables.tournaments.machine.steps.finishing import redeemed


def active(state: State) -> list[Entry]:
    """The entries that count for the field."""
    return [entry for entry in state.entries if entry.status in ("entered", "waiting")]


def _open(state: State, command: commands.OpenEntries, by: Person, at: Moment) -> list[Event]:
    require_operator(by, state.rules.approval)
    if state.phase == "draft":
        require_approved(state)
    require_phase(state, "approved", clause=state.rules.approval)
    require_approved(state)
    if not state.director:
        raise Refusal("tournament.no_director", state.rules.director)
    return [events.EntriesOpened(**event_fields(by, at, state.rules.approval))]


def _commit_seed(state: State, command: commands.CommitSeed, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.equal_chance
    require_operator(by, clause)
    series = state.rules.series
    most = len(series.columns[-1].stages) if series is not None else len(state.conditions.stages or ())
    if not 1 <= command.stage <= min(most, MOST_STAGES):
        raise Refusal("tournament.no_stage", clause, stage=command.stage)
    if not COMMITMENT.fullmatch(command.digest):
        raise Refusal("tournament.digest", clause)
    if any(commitment.stage == command.stage for commitment in state.commitments):
        raise Refusal("tournament.committed_already", clause, stage=command.stage)
    known = {commitment.digest for commitment in state.commitments} | set(state.shown)
    if command.digest in known:
        raise Refusal("tournament.digest_used", clause)
    # Somebody who chooses a seed once the field is known could choose the seating.
    if command.stage == 1:
        late = state.phase not in ("draft", "approved", "entries")
    else:
        late = any(
            session.stage >= command.stage - 1 and session.status in ("running", "ended")
            for session in state.sessions
        )
    if late:
        raise Refusal("tournament.field_known", clause, stage=command.stage)
    return [events.SeedCommitted(**event_fields(by, at, clause), stage=command.stage, digest=command.digest)]


def _enter(state: State, command: commands.Enter, by: Person, at: Moment) -> list[Event]:
    rules, conditions = state.rules, state.conditions
    require_desk(by, rules.fee)
    terms = rules.clause_of("entry_terms")
    if state.phase in ("closed", "playing", "results", "awarded"):
        raise Refusal("tournament.entries_closed", terms)
    if state.phase == "draft":
        require_approved(state)
    require_phase(state, "entries", clause=terms)
    require_approved(state)
    if conditions.opens_at is not None and at < conditions.opens_at:
        raise Refusal("tournament.not_open_yet", terms)
    if conditions.closes_at is not None and at >= conditions.closes_at:
        raise Refusal("tournament.entries_closed", terms)
    player = player_number(command.player)
    if not command.entitled:
        raise Refusal("tournament.not_entitled", rules.clause_of("eligibility"), player=player)
    if conditions.criteria_used and not command.suits:
        raise Refusal("tournament.criteria", rules.clause_of("criteria_used"), player=player)
    source = _source(state, command, player)
    fee, buy_in = conditions.entry_fee or 0, conditions.buy_in or 0
    if command.fee != fee:
        raise Refusal("tournament.fee_differs", rules.fee, fee=fee, paid=command.fee)
    if command.buy_in != buy_in:
        raise Refusal("tournament.buy_in_differs", rules.fee, buy_in=buy_in, paid=command.buy_in)
    # In a series, an entrant who comes too late for the largest field waits for the next one.
    most = conditions.players_max
    if rules.series is None and most is not None and len(active(state)) >= most:
        raise Refusal("tournament.full", rules.clause_of("players"), most=most)
    kept = conditions.fee_kept or 0
    return [
        events.Entered(
            **event_fields(by, at, rules.fee, entry_moves(conditions, kept, fee, buy_in)),
            entry=len(state.entries) + 1,
            player=player,
            fee=fee,
            buy_in=buy_in,
            kept=kept,
            source=source,
        )
    ]


def _source(state: State, command: commands.Enter, player: str) -> str:
    """Where the entry was won. Raises Refusal for an entry that was not won or is already used and, if entries are
    not won, for a second one of the same player."""
    series = state.rules.series
    if series is None:
        if command.source:
            raise Refusal("tournament.not_won", state.rules.held)
        if any(entry.player == player for entry in active(state)):
            raise Refusal(
                "tournament.second_entry", state.rules.equal_chance or state.rules.approval, player=player
            )
        return ""
    source = typed_text(command.source, "source", series.entrants)
    if any(entry.source == source and entry.status != "withdrawn" for entry in state.entries):
        raise Refusal("tournament.entry_used", series.entrants, source=source)
    return source


def _refuse(state: State, command: commands.RefuseApplication, by: Person, at: Moment) -> list[Event]:
    rules, conditions = state.rules, state.conditions
    require_desk(by, rules.approval)
    require_phase(state, "entries", clause=rules.clause_of("entry_terms"))
    clause = rules.clause_of("eligibility")
    if command.ground == "discretion":
        clause = rules.clause_of("right_to_deny")
        if not conditions.right_to_deny:
            raise Refusal("tournament.no_right_to_deny", clause)
    elif command.ground == "criteria":
        clause = rules.clause_of("criteria_used")
        if not conditions.criteria_used:
            raise Refusal("tournament.no_criteria", clause)
    return [
        events.ApplicationRefused(
            **event_fields(by, at, clause),
            player=player_number(command.player),
            ground=command.ground,
            reason=typed_text(command.reason, "reason", clause),
        )
    ]


def _sign(state: State, command: commands.SignConditions, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.signed_copies
    require_desk(by, clause)
    require_phase(state, "entries", "closed", "playing", clause=clause)
    require_approved(state)
    entry = entry_of(state, command.entry)
    if entry.status not in ("entered", "waiting"):
        raise Refusal("tournament.not_in_it", clause, entry=entry.number)
    if entry.signed_version == state.version:
        raise Refusal("tournament.signed_already", clause, entry=entry.number)
    return [
        events.ConditionsSigned(**event_fields(by, at, clause), entry=entry.number, version=state.version)
    ]


def _withdraw(state: State, command: commands.Withdraw, by: Person, at: Moment) -> list[Event]:
    rules, conditions = state.rules, state.conditions
    terms = rules.clause_of("entry_terms")
    require_desk(by, terms)
    require_phase(state, "entries", "closed", "playing", clause=terms)
    if state.in_play:
        raise Refusal("tournament.play_has_begun", terms)
    entry = entry_of(state, command.entry)
    if entry.status not in ("entered", "waiting"):
        raise Refusal("tournament.not_in_it", terms, entry=entry.number)
    until = conditions.free_withdrawal_until
    free = until is not None and at <= until
    refund = conditions.refunds.withdrawal if conditions.refunds is not None else Refund()
    clause = rules.clause_of("refunds")
    if free:
        # If the book gives the operator a part of the fee, a withdrawal does not take it back.
        retained = entry.kept if rules.fee_kept_most is not None else 0
        refund = Refund(entry.fee - retained, entry.buy_in)
        clause = rules.free_withdrawal or terms
    given = refund_moves(conditions, refund, entry.kept, entry.fee)
    withdrawn: list[Event] = [
        events.Withdrawn(**event_fields(by, at, clause, given), entry=entry.number, free=free, refund=refund)
    ]
    if rules.series is not None and state.phase == "closed" and entry.status == "entered":
        # The book's field has a fixed number: until the draw, the first one waiting takes the place.
        waiting = next((held.number for held in state.entries if held.status == "waiting"), 0)
        if waiting:
            withdrawn.append(events.TakenUp(**event_fields(by, at, rules.series.entrants), entry=waiting))
    return withdrawn


def _close(state: State, command: commands.CloseEntries, by: Person, at: Moment) -> list[Event]:
    rules, conditions = state.rules, state.conditions
    terms = rules.clause_of("entry_terms")
    if by.number not in (state.present, state.director):
        require_operator(by, terms)
    require_phase(state, "entries", clause=terms)
    require_approved(state)
    entries = active(state)
    plan = plan_of(conditions, len(entries))
    if plan is None:
        raise _too_few(state, len(entries))
    full = len(entries) >= (conditions.players_max or len(entries) + 1)
    if conditions.closes_at is not None and at < conditions.closes_at and not full:
        raise Refusal("tournament.closes_later", terms)
    if not any(commitment.stage == 1 for commitment in state.commitments):
        raise Refusal("tournament.no_commitment", rules.equal_chance, stage=1)
    numbers = [entry.number for entry in entries]
    return [
        events.EntriesClosed(
            **event_fields(by, at, plan.clause),
            field=tuple(numbers[: plan.entrants]),
            waiting=tuple(numbers[plan.entrants :]),
            stages=plan.stages,
            prizes=plan.prizes,
            ties=plan.ties,
        )
    ]


def _too_few(state: State, entries: int) -> Refusal:
    series = state.rules.series
    least = state.conditions.players_min or 0
    if series is None:
        return Refusal(
            "tournament.too_few_players", state.rules.clause_of("players"), entries=entries, least=least
        )
    least = max(least, series.least)
    return Refusal("tournament.too_few_entries", series.interval_days.clause, entries=entries, least=least)


def _defer(state: State, command: commands.Defer, by: Person, at: Moment) -> list[Event]:
    series = state.rules.series
    if series is None:
        raise Refusal("tournament.no_series_to_defer", state.rules.held)
    clause = series.interval_days.clause
    require_operator(by, clause)
    require_phase(state, "draft", "approved", "entries", clause=clause)
    entries = len(active(state))
    if plan_of(state.conditions, entries) is not None:
        raise Refusal("tournament.enough_entries", clause, entries=entries)
    reason = typed_text(command.reason, "reason", clause)
    return [events.Deferred(**event_fields(by, at, clause), entries=entries, reason=reason)]


def _cancel(state: State, command: commands.Cancel, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.clause_of("entry_terms")
    require_operator(by, clause)
    # Once play has begun the tournament is finished, unless everybody has left it.
    if state.in_play and (active(state) or places(state)):
        raise Refusal("tournament.play_has_begun", clause)
    given: list[Move] = []
    for entry in state.entries:
        # Withdrawn entrants also get whatever was not refunded then: there are no prizes for which it could be used.
        fee, buy_in = entry.fee - entry.refund.fee, entry.buy_in - entry.refund.buy_in
        # The same applies to buy-backs; payments for chips count against it.
        back = state.conditions.buy_back
        buy_in += entry.bought_back * back.price if back is not None else 0
        buy_in = max(0, buy_in - redeemed(state, entry))
        given += refund_moves(state.conditions, Refund(fee, buy_in), min(entry.kept, fee), fee)
    chips = posted(state.books, given).chips
    # What players won or lost at the tables with chips of value is the house's.
    given += moves(("chips", "house", max(0, chips)), ("house", "chips", max(0, -chips)))
    reason = typed_text(command.reason, "reason", clause)
    return [events.Cancelled(**event_fields(by, at, clause, tuple(given)), reason=reason)]


DECIDERS: Final[dict[type, Decider]] = {
    commands.OpenEntries: _open,
    commands.CommitSeed: _commit_seed,
    commands.Enter: _enter,
    commands.RefuseApplication: _refuse,
    commands.SignConditions: _sign,
    commands.Withdraw: _withdraw,
    commands.CloseEntries: _close,
    commands.Defer: _defer,
    commands.Cancel: _cancel,
}
