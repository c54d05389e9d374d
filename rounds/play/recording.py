"""The round that a command is decided on, and writing its outcome: record, rows and push, in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import msgspec
from django.db import transaction

from casino import ledger
from casino.ledger import Draft
from casino.rulebooks import Rules
from casino.staff import approvals
from casino.staff.models import Approval, Staff
from casino.words import Phrase
from rounds import engine
from rounds.engine import Command, Event, State
from rounds.engine.events import BetSuspended, CorrectionDecided, IrregularityDecided
from rounds.engine.values import OVER
from rounds.play import editions, past_rounds, signals
from rounds.play.projection import rows
from rounds.play.readers import following
from rounds.play.snapshot import Current, Snapshot, bring_up_to_date, draft_of, keep, next_round
from rounds.play.tap import Tap
from tables.book import rules_for_table
from tables.floor import scheduled_changes
from tables.models import Table
from tables.opening import dealing
from tables.signs import notices
from tables.tournaments import may_deal as tournament

_BEGINS: Final = (engine.CallBets, engine.PlaceWager, engine.DeclareWager, engine.PassTurn)
"""Commands that begin a hand: its wagers and the call."""


def with_actor(command: Command, role: str, person: str = "") -> Command:
    """The command with the role and staff number of the person who gives it, if it has such fields, whatever the
    client sent."""
    if "person" in command.__struct_fields__:
        command = msgspec.structs.replace(command, person=person)
    if "role" in command.__struct_fields__:
        return msgspec.structs.replace(command, role=str(role))
    return command


def round_for_command(tap: Tap, command: Command) -> tuple[tuple[Event, ...], State, Rules]:
    """The round for the command: the open one or, after a collected one, the next. Returns the events that open it or
    bring it up to date, the state after them, and its rules. Raises Refusal if no card may be dealt."""
    table, snapshot, at = tap.table, tap.snapshot, tap.at
    state = snapshot.state
    goes_on = (
        state is not None
        # A round that was over before the table was opened does not belong to this opening.
        and (table.rounds or not snapshot.over)
        and (
            isinstance(command, engine.Undo)
            or (state.phase in OVER and engine.questions.reopens(state.setup.rules, state, command))
        )
    )
    opens = snapshot.over and not goes_on
    preparing = state is not None and not goes_on and not opens and state.unstarted
    # Wagers that are not called yet are no begun round: no more are taken where none may begin.
    uncalled = state is not None and not goes_on and not opens and not state.called
    begins = uncalled and isinstance(command, _BEGINS)
    if (opens or preparing or begins) and table.notices and notices.due(table, at):
        _apply_due_changes(tap)
    new_round = opens or preparing
    if (new_round or not table.is_open) and (refusal := dealing.may_deal(table, new_round=new_round, at=at)):
        raise refusal
    if begins and (refusal := dealing.may_call(table, at)):
        raise refusal
    if begins or (opens and isinstance(command, _BEGINS)):
        tournament.refuse_hand(table, at)
    if opens or preparing:
        rules_for_table(table)
    if opens or state is None:
        first, state = next_round(table, snapshot)
    else:
        first, state = ((), state) if goes_on else bring_up_to_date(table, state)
    return first, state, state.setup.rules


def write(tap: Tap, events: tuple[Event, ...], acting: str) -> None:
    """Record the events, project them onto the rows, and cache the new snapshot once all is committed."""
    table, snapshot, by, at = tap.table, tap.snapshot, tap.by, tap.at
    before = None if isinstance(events[0], engine.events.RoundOpened) else snapshot.state
    state = before
    drafts: list[Draft] = []
    round_no = table.round_no + (before is None)
    for event in events:
        state = engine.evolve(state, event)
        drafts.append(draft_of(event, round_no, acting))
    assert state is not None
    if openings := [event for event in events if isinstance(event, editions.Opening)]:
        editions.record_new(openings, snapshot.state.setup if snapshot.state is not None else None, at)
    undone: dict[int, past_rounds.Revised] = {}
    if any(isinstance(event, past_rounds.FINDINGS) for event in events):
        undone = past_rounds.findings_of(table.code, events)
        # Before the last entry, which belongs to the round in progress and gives the table its version.
        drafts[-1:-1] = past_rounds.drafts(undone, acting)
    drafts[0] = replace(drafts[0], key=tap.request.key, request=tap.request.digest)
    actor, role = (tap.reader, following.ROLE) if tap.reader else (by.number, by.role)
    entries = ledger.append(table.code, drafts, actor=actor, role=role, at=at, head=tap.head)
    tap.head = None
    if any(isinstance(event, BetSuspended) for event in events):
        signals.suspended.send(sender=None, chain=table.code, entries=entries)
    if table.cards_from:
        following.follow(table, before, events, round_no, by_reader=bool(tap.reader), at=at)
    if before is None:
        snapshot = Snapshot(previous=snapshot.state)
    if undone:
        past_rounds.project(table, undone)
    previous = snapshot.previous
    if previous is not None and previous.round_no in undone:
        previous = undone[previous.round_no].after
    after = Snapshot(
        hash=entries[-1].hash.hex(),
        seq=entries[-1].seq,
        state=state,
        events=(*snapshot.events, *events),
        times=(*snapshot.times, *[entries[-1].at] * len(events)),
        previous=previous,
        round_id=snapshot.round_id,
    )
    tap.snapshot = after = rows.project(table, before, after, entries)
    if before is not None and before.irregular is not None and state.irregular is None:
        end_approvals(tap, _settled(events, by), kind=approvals.IRREGULARITY)
    if after.over:
        end_approvals(tap, Phrase.of("kept.round_over"))
    transaction.on_commit(lambda: keep(table.code, after))
    if table.notices and notices.due(table, at):
        # Automatic changes between two rounds: a minimum after its notice, a closing (VIC03-6.4, VIC03-17.7).
        _apply_due_changes(tap)


def announce(tap: Tap, current: Current) -> None:
    """Tell the screens, once for the whole tap, if anything has changed."""
    if tap.asks_changed or tap.table.version != tap.since:
        signals.played.send(sender=None, current=current, since=tap.since, asks_changed=tap.asks_changed)


def end_approvals(
    tap: Tap, reason: Phrase, *, kind: str = "", ends: Callable[[Approval], bool] = lambda approval: True
) -> None:
    """End the approvals of that kind waiting at the table that `ends` accepts."""
    if tap.table.live.get("waiting") and approvals.expire(
        tap.table.code, reason.english, kind=kind, ends=ends, at=tap.at
    ):
        count_waiting(tap.table)
        tap.asks_changed = True


def count_waiting(table: Table) -> None:
    """Write on the table's row how many approvals wait there. The caller must have locked the row, since nobody else
    writes this figure."""
    table.live = {**table.live, "waiting": approvals.waiting_for(table.code).count()}
    table.save(update_fields=["live"])


def _apply_due_changes(tap: Tap) -> None:
    """Apply the announced changes that have come due."""
    tap.head = None  # they append entries of their own
    scheduled_changes.apply_to_locked(tap.table, tap.at)


def _settled(events: tuple[Event, ...], by: Staff) -> Phrase:
    """Why a signature is no longer needed."""
    for event in events:
        if isinstance(event, IrregularityDecided | CorrectionDecided):
            signed = "kept.report_signed" if event.approved else "kept.report_refused"
            return Phrase.of(signed, person=by.number)
    return Phrase.of("kept.report_taken_back")
