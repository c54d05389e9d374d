"""Folds one event into the state. It never fails: anything that may not happen was refused before it became an
event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from tables.tournaments.machine import events as on
from tables.tournaments.machine.commands import Stack
from tables.tournaments.machine.events import Event
from tables.tournaments.machine.money import posted
from tables.tournaments.machine.state import (
    Approval,
    Award,
    Commitment,
    Deferral,
    Drawn,
    Entry,
    Nomination,
    Notice,
    Outcome,
    Ruling,
    State,
)


def evolve(state: State | None, event: Event) -> State:
    """The state after the event. ``state`` is None only before the tournament was drafted."""
    if state is None:
        assert isinstance(event, on.Drafted), "a tournament begins with its first conditions"
        return State(event.code, event.conditions, written_by=event.by, previous_final=event.previous_final)
    after = _FOLDS[type(event)](state, event)
    return replace(after, books=posted(after.books, event.moves)) if event.moves else after


def fold(events: Iterable[Event]) -> State:
    """The state after a tournament's events. Raises ValueError without any."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a tournament without an event has no state")
    return state


# --- parts of the state


def _entry(state: State, number: int, **changes: Any) -> State:
    """The state with one entry changed."""
    return replace(
        state,
        entries=tuple(
            [replace(entry, **changes) if entry.number == number else entry for entry in state.entries]
        ),
    )


def _session(state: State, name: str, **changes: Any) -> State:
    """The state with one session changed."""
    return replace(
        state,
        sessions=tuple(
            [replace(session, **changes) if session.name == name else session for session in state.sessions]
        ),
    )


def _chips(state: State, name: str, stacks: Iterable[Stack], **changes: Any) -> State:
    """The state with a session's chips as they were counted."""
    counted = {stack.entry: stack for stack in stacks}
    session = state.session(name)
    assert session is not None
    seats = tuple(
        [
            replace(seat, chips=counted[seat.entry].chips, out_in_hand=counted[seat.entry].out_in_hand)
            if seat.entry in counted
            else seat
            for seat in session.seats
        ]
    )
    return _session(state, name, seats=seats, **changes)


# --- the conditions, their approval, and who is responsible


def _amended(state: State, event: on.Amended) -> State:
    """Everything that followed from the previous version must be done again, including a fixed field and a draw."""
    for number in [entry.number for entry in state.entries if entry.status == "waiting"]:
        state = _entry(state, number, status="entered")
    shown = {drawn.stage for drawn in state.draws}
    return replace(
        state,
        conditions=event.conditions,
        version=event.version,
        written_by=event.by,
        approval=None,
        phase="draft" if state.phase in ("draft", "approved") else "entries",
        stages=(),
        prizes=(),
        commitments=tuple([held for held in state.commitments if held.stage not in shown]),
        shown=(*state.shown, *[held.digest for held in state.commitments if held.stage in shown]),
        draws=(),
        sessions=(),
        stage=0,
    )


def _approved(state: State, event: on.Approved) -> State:
    approval = Approval(
        event.version, event.fingerprint, event.reference, event.approved_by, event.by, event.at
    )
    return replace(state, approval=approval, phase="approved" if state.phase == "draft" else state.phase)


def _director_appointed(state: State, event: on.DirectorAppointed) -> State:
    deputies = tuple([number for number in state.deputies if number != event.number])
    return replace(state, director=event.number, deputies=deputies, present="", director_absent="")


def _deputy_named(state: State, event: on.DeputyNamed) -> State:
    return replace(state, deputies=(*state.deputies, event.number))


def _deputy_dismissed(state: State, event: on.DeputyDismissed) -> State:
    deputies = tuple([number for number in state.deputies if number != event.number])
    return replace(state, deputies=deputies, present="" if state.present == event.number else state.present)


def _signed_on(state: State, event: on.SignedOn) -> State:
    absent = "" if event.number == state.director else state.director_absent
    return replace(state, present=event.number, director_absent=absent)


def _signed_off(state: State, event: on.SignedOff) -> State:
    present = "" if state.present == event.number else state.present
    return replace(
        state, present=present, director_absent=event.reason if event.absent else state.director_absent
    )


# --- entries


def _entries_opened(state: State, event: on.EntriesOpened) -> State:
    return replace(state, phase="entries")


def _seed_committed(state: State, event: on.SeedCommitted) -> State:
    kept = tuple([commitment for commitment in state.commitments if commitment.stage != event.stage])
    return replace(state, commitments=(*kept, Commitment(event.stage, event.digest, event.at)))


def _entered(state: State, event: on.Entered) -> State:
    entry = Entry(event.entry, event.player, event.fee, event.buy_in, event.kept, event.source)
    return replace(state, entries=(*state.entries, entry))


def _application_refused(state: State, event: on.ApplicationRefused) -> State:
    return replace(state, refused=(*state.refused, (event.player, event.reason)))


def _conditions_signed(state: State, event: on.ConditionsSigned) -> State:
    return _entry(state, event.entry, signed_version=event.version)


def _withdrawn(state: State, event: on.Withdrawn) -> State:
    return _entry(state, event.entry, status="withdrawn", refund=event.refund)


def _entries_closed(state: State, event: on.EntriesClosed) -> State:
    for number in event.waiting:
        state = _entry(state, number, status="waiting")
    return replace(state, phase="closed", stages=event.stages, prizes=event.prizes, ties=event.ties)


def _taken_up(state: State, event: on.TakenUp) -> State:
    return _entry(state, event.entry, status="entered")


def _deferred(state: State, event: on.Deferred) -> State:
    return replace(state, deferrals=(*state.deferrals, Deferral(event.at, event.entries, event.reason)))


def _cancelled(state: State, event: on.Cancelled) -> State:
    return replace(state, phase="cancelled")


# --- draw, seats, tables, times


def _draw_made(state: State, event: on.DrawMade) -> State:
    drawn = Drawn(event.stage, event.seed, event.cut, event.field)
    for number in event.field:
        state = _entry(state, number, status="entered")
    return replace(
        state,
        phase="playing",
        stage=event.stage,
        draws=(*state.draws, drawn),
        sessions=(*state.sessions, *event.sessions),
    )


def _table_designated(state: State, event: on.TableDesignated) -> State:
    return _session(state, event.session, table=event.table)


def _session_scheduled(state: State, event: on.SessionScheduled) -> State:
    return _session(state, event.session, starts_at=event.starts_at)


def _start_moved(state: State, event: on.StartMoved) -> State:
    session = state.session(event.session)
    assert session is not None
    notice = Notice(event.told_at, event.told, event.minutes)
    return _session(state, event.session, starts_at=event.starts_at, notices=(*session.notices, notice))


def _nominations(state: State, number: int, session: str) -> tuple[Nomination, ...]:
    """The entry's nominations, without unapproved ones for this session."""
    entry = state.entry(number)
    assert entry is not None
    return tuple(
        [
            nomination
            for nomination in entry.nominations
            if nomination.session != session or nomination.approved_by
        ]
    )


def _substitute_named(state: State, event: on.SubstituteNamed) -> State:
    others = _nominations(state, event.entry, event.session)
    return _entry(state, event.entry, nominations=(*others, Nomination(event.substitute, event.session)))


def _substitute_approved(state: State, event: on.SubstituteApproved) -> State:
    others = _nominations(state, event.entry, event.session)
    approved = Nomination(event.substitute, event.session, event.by)
    return _entry(state, event.entry, nominations=(*others, approved))


def _substitute_refused(state: State, event: on.SubstituteRefused) -> State:
    return _entry(state, event.entry, nominations=_nominations(state, event.entry, event.session))


# --- sessions


def _bonus_paid(state: State, event: on.BonusPaid) -> State:
    return _entry(state, event.entry, bonus_paid=True)


def _briefed(state: State, event: on.Briefed) -> State:
    session = state.session(event.session)
    assert session is not None
    briefed = tuple(sorted({*session.briefed, *event.understood}))
    status = "briefed" if session.status == "planned" else session.status
    return _session(state, event.session, briefed=briefed, status=status)


def _session_began(state: State, event: on.SessionBegan) -> State:
    session = state.session(event.session)
    assert session is not None
    names = dict(event.players)
    seats = tuple([replace(seat, player=names.get(seat.entry, "")) for seat in session.seats])
    return _session(
        state, event.session, status="running", absent=event.absent, began_at=event.at, seats=seats
    )


def _arrived(state: State, event: on.Arrived) -> State:
    session = state.session(event.session)
    assert session is not None
    absent = tuple([number for number in session.absent if number != event.entry])
    briefed = tuple(sorted({*session.briefed, event.entry}))
    return _session(state, event.session, absent=absent, briefed=briefed)


def _chips_forfeited(state: State, event: on.ChipsForfeited) -> State:
    return _given(state, event.session, event.entry, -event.chips)


def _given(state: State, name: str, entry: int, chips: int) -> State:
    """The state after chips were given to an entry in a session, or taken from it."""
    session = state.session(name)
    assert session is not None
    seats = tuple(
        [
            replace(seat, chips=seat.chips + chips, given=seat.given + chips) if seat.entry == entry else seat
            for seat in session.seats
        ]
    )
    return _session(state, name, seats=seats)


def _chips_reported(state: State, event: on.ChipsReported) -> State:
    return _chips(state, event.session, event.stacks, played=event.played)


def _bought_back(state: State, event: on.BoughtBack) -> State:
    entry = state.entry(event.entry)
    assert entry is not None
    state = _entry(state, event.entry, bought_back=entry.bought_back + 1, status="entered")
    return _given(state, event.session, event.entry, event.chips) if event.session else state


def _session_ended(state: State, event: on.SessionEnded) -> State:
    session = state.session(event.session)
    assert session is not None
    missed = tuple([number for number in session.absent if number not in state.absentees])
    state = replace(state, absentees=(*state.absentees, *missed))
    return _chips(state, event.session, event.stacks, played=event.played, early=event.early, status="ended")


def _tie_break_called(state: State, event: on.TieBreakCalled) -> State:
    return replace(state, sessions=(*state.sessions, event.session))


def _retired(state: State, event: on.Retired) -> State:
    return _entry(state, event.entry, status="retired", refund=event.refund, why=event.reason)


def _disqualified(state: State, event: on.Disqualified) -> State:
    return _entry(state, event.entry, status="disqualified", refund=event.refund, why=event.reason)


def _ruling_given(state: State, event: on.RulingGiven) -> State:
    ruling = Ruling(
        event.number, event.subject, event.ruling, event.reason, event.by, event.at, event.session
    )
    return replace(state, rulings=(*state.rulings, ruling))


def _stage_concluded(state: State, event: on.StageConcluded) -> State:
    for number in event.advancing:
        state = _entry(state, number, status="entered")
    for number in event.eliminated:
        state = _entry(state, number, status="eliminated")
    outcome = Outcome(event.stage, event.advancing, event.eliminated)
    return replace(state, outcomes=(*state.outcomes, outcome), phase="results" if event.last else state.phase)


# --- results


def _prizes_awarded(state: State, event: on.PrizesAwarded) -> State:
    return replace(state, awards=event.awards, phase="awarded")


def _prize_paid(state: State, event: on.PrizePaid) -> State:
    def paid(award: Award) -> Award:
        return replace(
            award, paid_at=event.at, paid_by=event.by, witness=event.witness, receipt=event.receipt
        )

    awards = tuple([paid(award) if award.entry == event.entry else award for award in state.awards])
    return replace(state, awards=awards)


def _chips_redeemed(state: State, event: on.ChipsRedeemed) -> State:
    for name in event.sessions:
        session = state.session(name)
        assert session is not None
        seats = tuple(
            [replace(seat, redeemed=True) if seat.entry == event.entry else seat for seat in session.seats]
        )
        state = _session(state, name, seats=seats)
    return state


def _closed(state: State, event: on.Closed) -> State:
    return replace(state, phase="finished")


_FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.Amended: _amended,
    on.Approved: _approved,
    on.DirectorAppointed: _director_appointed,
    on.DeputyNamed: _deputy_named,
    on.DeputyDismissed: _deputy_dismissed,
    on.SignedOn: _signed_on,
    on.SignedOff: _signed_off,
    on.EntriesOpened: _entries_opened,
    on.SeedCommitted: _seed_committed,
    on.Entered: _entered,
    on.ApplicationRefused: _application_refused,
    on.ConditionsSigned: _conditions_signed,
    on.Withdrawn: _withdrawn,
    on.EntriesClosed: _entries_closed,
    on.TakenUp: _taken_up,
    on.Deferred: _deferred,
    on.Cancelled: _cancelled,
    on.DrawMade: _draw_made,
    on.TableDesignated: _table_designated,
    on.SessionScheduled: _session_scheduled,
    on.StartMoved: _start_moved,
    on.SubstituteNamed: _substitute_named,
    on.SubstituteApproved: _substitute_approved,
    on.SubstituteRefused: _substitute_refused,
    on.BonusPaid: _bonus_paid,
    on.Briefed: _briefed,
    on.SessionBegan: _session_began,
    on.Arrived: _arrived,
    on.ChipsForfeited: _chips_forfeited,
    on.ChipsReported: _chips_reported,
    on.BoughtBack: _bought_back,
    on.SessionEnded: _session_ended,
    on.TieBreakCalled: _tie_break_called,
    on.Retired: _retired,
    on.Disqualified: _disqualified,
    on.RulingGiven: _ruling_given,
    on.StageConcluded: _stage_concluded,
    on.PrizesAwarded: _prizes_awarded,
    on.PrizePaid: _prize_paid,
    on.ChipsRedeemed: _chips_redeemed,
    on.Closed: _closed,
}
