"""What a tournament is waiting for: the next steps, each with its clause and who takes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tables.tournaments.machine.bracket import next_stage
from tables.tournaments.machine.conditions import fingerprint
from tables.tournaments.machine.faults import faults
from tables.tournaments.machine.moments import Moment, days_after
from tables.tournaments.machine.plan import plan_of
from tables.tournaments.machine.standings import next_tie
from tables.tournaments.machine.state import OVER, Session, State
from tables.tournaments.machine.steps.checks import DIRECTOR, INSPECTOR, OPERATOR
from tables.tournaments.machine.steps.entering import active
from tables.tournaments.machine.steps.finishing import redeemable
from tables.tournaments.machine.steps.seating import persons_of

Kind = Literal[
    "complete_conditions",
    "approve",
    "appoint_director",
    "open_entries",
    "commit_seed",
    "close_entries",
    "wait_for_entries",
    "schedule_series",
    "defer",
    "draw",
    "pay_bonus",
    "sign_on",
    "approve_substitute",
    "sign_conditions",
    "designate",
    "brief",
    "name_substitute",
    "wait_for_start",
    "begin",
    "play",
    "end_session",
    "break_tie",
    "conclude_stage",
    "award",
    "pay_prize",
    "redeem_chips",
    "close",
]


class Due(Struct, frozen=True, omit_defaults=True):
    """One step: its kind, the clause that requires it, the role that takes it, and what it is about."""

    kind: Kind
    clause: str = ""
    role: str = ""
    session: str = ""
    stage: int = 0
    entries: tuple[int, ...] = ()


def due(state: State, at: Moment) -> tuple[Due, ...]:
    """What the tournament is waiting for at that moment, most pressing first."""
    return () if state.phase in OVER else tuple(_due(state, at))


def _due(state: State, at: Moment) -> Iterator[Due]:
    rules = state.rules
    if state.approval is None or state.approval.fingerprint != fingerprint(state.conditions):
        blocking = [fault for fault in faults(state.conditions) if fault.blocks]
        if blocking:
            yield Due("complete_conditions", blocking[0].clause, OPERATOR)
        else:
            yield Due("approve", rules.approval, INSPECTOR)
    if not state.director:
        yield Due("appoint_director", rules.director, OPERATOR)
    if state.phase == "approved":
        yield Due("open_entries", rules.approval, OPERATOR)
    elif state.phase == "entries":
        yield from _entries(state, at)
    elif state.phase in ("closed", "playing"):
        yield from _play(state, at)
    elif state.phase == "results":
        yield Due("award", rules.clause_of("prizes"), DIRECTOR)
    if state.phase in ("playing", "results", "awarded"):
        for entry in state.entries:
            if redeemable(state, entry):
                clause = rules.early_end_for_cash or rules.approval
                yield Due("redeem_chips", clause, "game_supervisor", entries=(entry.number,))
    if state.phase == "awarded":
        for award in state.awards:
            if award.paid_at is None:
                yield Due("pay_prize", rules.clause_of("prizes"), "game_supervisor", entries=(award.entry,))
        if not state.books.prizes and not any(redeemable(state, entry) for entry in state.entries):
            yield Due("close", rules.clause_of("prizes"), OPERATOR)


def _entries(state: State, at: Moment) -> Iterator[Due]:
    rules = state.rules
    if not any(commitment.stage == 1 for commitment in state.commitments):
        yield Due("commit_seed", rules.equal_chance, OPERATOR, stage=1)
    count = len(active(state))
    enough = plan_of(state.conditions, count) is not None
    series = rules.series
    if series is not None and state.previous_final is not None:
        interval = series.interval_days
        if at >= days_after(state.previous_final, interval.value):
            put_off = not enough and any(
                deferral.entries == count and deferral.at >= days_after(state.previous_final, interval.value)
                for deferral in state.deferrals
            )
            if not put_off:
                yield Due("schedule_series" if enough else "defer", interval.clause, OPERATOR)
                return
    closes_at = state.conditions.closes_at
    full = count >= (state.conditions.players_max or count + 1)
    if enough and (full or closes_at is None or at >= closes_at):
        yield Due("close_entries", rules.clause_of("entry_terms"), OPERATOR)
    else:
        yield Due("wait_for_entries", rules.clause_of("players"))


def _play(state: State, at: Moment) -> Iterator[Due]:
    rules = state.rules
    if not state.present:
        yield Due("sign_on", rules.presence or rules.director, DIRECTOR)
    for number in range(max(state.stage, 1), min(state.stage + 2, len(state.stages)) + 1):
        shown = any(drawn.stage == number for drawn in state.draws)
        if not shown and not any(commitment.stage == number for commitment in state.commitments):
            yield Due("commit_seed", rules.equal_chance, OPERATOR, stage=number)
    for entry in state.entries:
        if entry.status == "entered" and any(not named.approved_by for named in entry.nominations):
            clause = rules.substitutes or rules.approval
            yield Due("approve_substitute", clause, DIRECTOR, entries=(entry.number,))
    if rules.series is not None and state.phase in ("closed", "playing"):
        unpaid = [
            entry.number for entry in state.entries if entry.status == "entered" and not entry.bonus_paid
        ]
        if unpaid:
            yield Due("pay_bonus", rules.series.bonus.clause, "game_supervisor", entries=tuple(unpaid))
    number = next_stage(state)
    if number:
        clause = rules.series.elimination if rules.series is not None else rules.equal_chance
        yield Due("draw", clause, DIRECTOR, stage=number)
        return
    open_sessions = [held for held in state.sessions if held.stage == state.stage and held.status != "ended"]
    for session in open_sessions:
        yield from _session(state, session, at)
    if not open_sessions:
        tie = next_tie(state)
        if tie is not None:
            yield Due("break_tie", tie.clause, DIRECTOR, stage=tie.stage, entries=tie.entries)
        else:
            clause = rules.series.ranking if rules.series is not None else rules.clause_of("stages")
            yield Due("conclude_stage", clause, DIRECTOR, stage=state.stage)


def _session(state: State, session: Session, at: Moment) -> Iterator[Due]:
    """The next steps of one session: it can begin once nothing else is missing."""
    rules = state.rules
    persons = persons_of(state, session)
    if not persons:
        yield Due("end_session", rules.presence, DIRECTOR, session.name)
        return
    if session.status == "running":
        yield Due("play", rules.presence, DIRECTOR, session.name)
        return
    missing = list(_missing(state, session, persons))
    yield from missing
    if not missing and session.starts_at is not None and at < session.starts_at:
        yield Due("wait_for_start", rules.start_moved, DIRECTOR, session.name)
    elif not missing and not _held_up(state, session, persons):
        yield Due("begin", rules.presence, DIRECTOR, session.name)


def _missing(state: State, session: Session, persons: dict[int, str]) -> Iterator[Due]:
    """What a session still needs before it begins."""
    rules = state.rules
    if not session.table:
        yield Due("designate", rules.designation or rules.approval, DIRECTOR, session.name)
    twice = [entry for entry, person in persons.items() if list(persons.values()).count(person) > 1]
    if twice:
        clause = rules.series.several_entries if rules.series is not None else rules.equal_chance
        yield Due("name_substitute", clause, "game_supervisor", session.name, entries=tuple(twice))
    if state.conditions.signed_copies:
        unsigned = [
            entry
            for entry in persons
            if (held := state.entry(entry)) is not None and held.signed_version != state.version
        ]
        if unsigned:
            clause = rules.signed_copies or rules.approval
            yield Due("sign_conditions", clause, "game_supervisor", session.name, entries=tuple(unsigned))
    unbriefed = [entry for entry in persons if entry not in session.briefed]
    if rules.briefing and unbriefed:
        yield Due("brief", rules.briefing, DIRECTOR, session.name, entries=tuple(unbriefed))


def _held_up(state: State, session: Session, persons: dict[int, str]) -> bool:
    """Whether something that is due for the whole tournament keeps the session from beginning."""
    entries = [entry for entry in state.entries if entry.number in persons]
    unapproved = any(
        not named.approved_by and named.session in ("", session.name)
        for entry in entries
        for named in entry.nominations
    )
    unpaid = state.rules.series is not None and any(
        entry.status == "entered" and not entry.bonus_paid for entry in state.entries
    )
    uncommitted = session.stage < len(state.stages) and not any(
        commitment.stage == session.stage + 1 for commitment in state.commitments
    )
    return unapproved or unpaid or uncommitted
