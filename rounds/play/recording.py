"""What a command is decided on, and the writing of what came of it: record, rows, push, in one transaction."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import msgspec
from django.db import transaction

from casino import ledger
from casino.ledger import Draft, Request
from casino.rulebooks import Rules
from casino.staff import approvals
from casino.staff.models import Staff
from rounds import engine
from rounds.engine import Command, Event, State
from rounds.engine.events import CorrectionDecided, IrregularityDecided
from rounds.play import past_rounds, signals
from rounds.play.projection import row_writer
from rounds.play.readers import following
from rounds.play.snapshot import (
    Snapshot,
    as_it_is_now,
    draft_of,
    keep,
    next_round,
)
from tables.floor import scheduled_changes
from tables.models import Table
from tables.opening import dealing
from tables.opening.house import rules_for_table
from tables.signs import notices


def in_own_name(command: Command, role: str, person: str = "") -> Command:
    """A command that says in which role or by whom it is given says the giver's own, whatever the client wrote."""
    if "person" in command.__struct_fields__:
        command = msgspec.structs.replace(command, person=person)
    if "role" in command.__struct_fields__:
        return msgspec.structs.replace(command, role=str(role))
    return command


def ground(
    table: Table, snapshot: Snapshot, command: Command, at: datetime
) -> tuple[tuple[Event, ...], State, Rules]:
    """What the command is decided on: the round in hand or, after a collected one, the next, with the events that
    open it. Raises Refusal where no card may be dealt."""
    state = snapshot.state
    goes_on = (
        state is not None
        # A round that was over before the opening is not part of this one.
        and (table.rounds or not snapshot.over)
        and (
            isinstance(command, engine.Undo)
            or engine.questions.reopens(engine.rules_of(state.setup), state, command)
        )
    )
    opens = snapshot.over and not goes_on
    preparing = state is not None and not goes_on and not opens and engine.questions.unstarted(state)
    # Wagers lie and are not called yet: a round that has not begun takes no more of them where none may begin.
    uncalled = state is not None and not goes_on and not opens and not state.called
    begins = uncalled and isinstance(command, engine.CallBets | engine.PlaceWager | engine.DeclareWager)
    if (opens or preparing or begins) and notices.due(table, at):
        scheduled_changes.bring_about(table, at)
    if refusal := dealing.may_deal(table, new_round=opens or preparing, at=at):
        raise refusal
    if begins and (refusal := dealing.may_call(table, at)):
        raise refusal
    if opens or preparing:
        rules_for_table(table)
    if opens or state is None:
        first, state = next_round(table, snapshot)
    else:
        first, state = ((), state) if goes_on else as_it_is_now(table, state)
    return first, state, engine.rules_of(state.setup)


def write(
    table: Table,
    snapshot: Snapshot,
    events: tuple[Event, ...],
    by: Staff,
    acting: str,
    request: Request,
    at: datetime,
    reader: str = "",
) -> None:
    """Record the events, project them, and see to the push and the cache once it is all committed."""
    before = None if isinstance(events[0], engine.events.RoundOpened) else snapshot.state
    state = before
    drafts: list[Draft] = []
    round_no = table.round_no + (before is None)
    for event in events:
        state = engine.evolve(state, event)
        drafts.append(draft_of(event, round_no, acting))
    assert state is not None
    undone = past_rounds.found_out(table.code, events)
    # Before the last entry: that one is of the round in hand, and gives the table its version.
    drafts[-1:-1] = past_rounds.drafts(undone, acting)
    drafts[0] = replace(drafts[0], key=request.key, request=request.digest)
    actor, role = (reader, following.ROLE) if reader else (by.number, by.role)
    entries = ledger.append(table.code, drafts, actor=actor, role=role, at=at)
    if table.cards_from:
        following.follow(table, before, events, round_no, by_reader=bool(reader), at=at)
    since = table.version
    if before is None:
        snapshot = Snapshot(previous=snapshot.state)
    past_rounds.project(table, undone, entries)
    previous = snapshot.previous
    if previous is not None and previous.round_no in undone:
        previous = undone[previous.round_no].after
    after = Snapshot(
        hash=entries[-1].hash,
        seq=entries[-1].seq,
        state=state,
        events=(*snapshot.events, *events),
        previous=previous,
        round_id=snapshot.round_id,
    )
    after = row_writer.project(table, before, after, entries)
    settled = before is not None and before.irregular is not None and state.irregular is None
    if (after.over or settled) and table.live.get("waiting"):
        if settled:
            approvals.expire(table.code, _settled(events, by), kind=approvals.IRREGULARITY, at=at)
        if after.over:
            approvals.expire(table.code, "the round is over", at=at)
        table.refresh_from_db(fields=["live"])  # the count of what waits, written on another copy of the row
    transaction.on_commit(lambda: keep(table.code, after))
    if notices.due(table, at):
        # Between two rounds, by itself: a minimum whose notice has hung, a closing (VIC03-6.4, VIC03-17.7).
        scheduled_changes.bring_about(table, at)
    signals.played.send(sender=None, table=table, snapshot=after, since=since)


def _settled(events: tuple[Event, ...], by: Staff) -> str:
    """Why a signature is no longer asked for."""
    for event in events:
        if isinstance(event, IrregularityDecided | CorrectionDecided):
            return f"{by.number} has {'signed' if event.approved else 'refused'} the report"
    return "the report was taken back"
