"""The one way through the house for a command: lock, decide, record, project, push.

    answer = service.play("BJ-07", command, by=dealer, key="…", expected=412)

Everything that a command changes is written in one transaction with its entries of the ledger; on any exception
nothing is. The same key again gives the same answer, whatever came in between.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from casino import ledger
from casino.ledger import Draft, Entry
from casino.rulebooks import Rules
from casino.staff import approvals
from casino.staff.models import Approval, Staff
from casino.staff.refusals import ApprovalRefused
from casino.staff.roles import Role, acting_as
from rounds import earlier, engine, projection, push, signatures
from rounds.engine import Command, Event, RuleViolation, State
from rounds.readers import following
from rounds.repeats import in_short, repeats
from rounds.signatures import COMMAND
from rounds.table_state import (
    Live,
    RecordBroken,
    Snapshot,
    as_it_is_now,
    draft_of,
    keep,
    live_of,
    load,
    next_round,
)
from tables import running
from tables.models import Table
from tables.opening import dealing
from tables.opening.house import house_at, rules_for_table
from tables.refusal import TableRefusal
from tables.signs import notices

__all__ = [
    "Answer",
    "Live",
    "NoSuchTable",
    "RecordBroken",
    "Step",
    "current",
    "history",
    "play",
    "up_to_date",
]

REFUSED = "refused"
ASKED = "approval_asked"
LONGEST_KEY = 64
LONGEST_DETAIL = 500
LONGEST_COMMAND = 4000
"""Bytes of a command as JSON: what is recorded is recorded for ever."""


class NoSuchTable(LookupError):
    """There is no table of that code."""


class Refused(msgspec.Struct, frozen=True):
    """Why a command was refused: the clause ("" where none forbids it), what, and what to do instead."""

    clause: str
    message: str
    remedy: str
    also: tuple[str, ...] = ()


TAKEN = Refused("", "this key was another command's", "Give each tap a key of its own and send it again.")


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a command.

    ``version`` and ``round_no`` are the table's after it. ``stale``: it was made on an older state and nothing
    was done. ``approval_id``: it waits for a second person. ``repeated``: its key was answered before, and this is
    that answer.
    """

    ok: bool
    version: int
    round_no: int
    refusal: Refused | None = None
    stale: bool = False
    approval_id: int | None = None
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a round with its event and the state after it."""

    entry: Entry
    event: Event
    state: State


def play(
    code: str,
    command: Command,
    *,
    by: Staff,
    key: str,
    expected: int | None = None,
    at: datetime | None = None,
    follows: bool = False,
    reader: str = "",
) -> Answer:
    """Play `command` at the table. Refusals and questions to a supervisor are answers, and are recorded.

    `reader` is the number of the reader that reports it while `by` deals: the record names it as who did it. Its
    refusals are raised and not recorded, since what the shoe let go is recorded all the same
    (`rounds.readers.reporting`).

    `key` is the client's own for this tap; `expected` the version that it saw. A key that another command had is
    refused, except where the command only `follows` from a tap and may be another when the tap is sent again.
    Raises NoSuchTable, ValueError for a key that is none or a command of more than LONGEST_COMMAND bytes,
    RecordBroken when the record does not stand.
    """
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise ValueError(f"A command needs a key of 1 to {LONGEST_KEY} characters.")
    if len(engine.encode_command(command)) > LONGEST_COMMAND:
        raise ValueError(f"A command has at most {LONGEST_COMMAND} bytes.")
    at = at or timezone.now()
    with transaction.atomic():
        table = _locked(code)
        # After the lock: a repeat that arrives while the first is being written waits, and then finds it.
        answered = _answer_to(table, key)
        if answered is not None:
            if not follows and not repeats(table.code, key, _in_own_name(command, by.role, by.number)):
                return Answer(False, table.version, table.round_no, refusal=TAKEN)
            return answered
        if expected is not None and expected != table.version:
            return Answer(False, table.version, table.round_no, stale=True)
        snapshot = load(table)
        command = _in_own_name(command, by.role, by.number)
        try:
            return _played(table, snapshot, command, by, key, at, reader)
        except (RuleViolation, TableRefusal) as refusal:
            # Decided before anything was written.
            if reader:
                raise
            return _refuse(table, snapshot, command, refusal, by, key, at)


def current(code: str) -> Live:
    """The table as it stands. Raises NoSuchTable and RecordBroken."""
    table = Table.objects.select_related("pit").filter(code=code).first() if "\0" not in code else None
    if table is None:
        raise NoSuchTable(code)
    return live_of(table, load(table))


def up_to_date(code: str) -> Live:
    """The table as it stands, with what notices have announced for a time that has come (`tables.running`)."""
    live, at = current(code), timezone.now()
    return current(code) if notices.due(live.table, at) and running.see_to(code, at) else live


def history(code: str, round_no: int) -> list[Step]:
    """Every step of a round, as recorded; empty when there is no such round."""
    steps: list[Step] = []
    state: State | None = None
    for entry in Entry.objects.filter(chain=code, round_no=round_no, folded=True).order_by("seq"):
        event = engine.decode_event(entry.body)
        state = engine.evolve(state, event)
        steps.append(Step(entry, event, state))
    return steps


# --- one command


def _locked(code: str) -> Table:
    table = Table.objects.select_for_update(of=("self",)).select_related("pit").filter(code=code).first()
    if table is None:
        raise NoSuchTable(code)
    return table


def _in_own_name(command: Command, role: str, person: str = "") -> Command:
    """A command that says in which role or by whom it is given says the giver's own, whatever the client wrote."""
    if "person" in command.__struct_fields__:
        command = msgspec.structs.replace(command, person=person)
    if "role" in command.__struct_fields__:
        return msgspec.structs.replace(command, role=str(role))
    return command


def _played(
    table: Table,
    snapshot: Snapshot,
    command: Command,
    by: Staff,
    key: str,
    at: datetime,
    reader: str = "",
) -> Answer:
    if not by.has_role_at_least(Role.DEALER):
        message = f"{by.number} is {by.get_role_display()} and may not act at a table"
        raise TableRefusal(house_at(table).power, message, "A dealer or a supervisor acts.")
    first, state, rules = _ground(table, snapshot, command, at)
    if table.cards_from and not reader:
        following.refuse_hand(table, state, command)
    wanted = engine.role_wanted(rules, command, state)
    signatures.refuse_alone(table, state, command, by)
    if wanted is not None and (
        not by.has_role_at_least(wanted[0]) or signatures.needs_another(table, command, by)
    ):
        return _ask(table, rules, state, command, wanted, by, key, at)
    events = (*first, *engine.decide(rules, state, command, earlier.rounds_of(table.code)))
    acting = acting_as(by.role, wanted[0] if wanted is not None else Role.DEALER)
    _write(table, snapshot, events, by, acting, key, at, reader)
    return Answer(True, table.version, table.round_no)


def _ground(
    table: Table, snapshot: Snapshot, command: Command, at: datetime
) -> tuple[tuple[Event, ...], State, Rules]:
    """What the command is decided on: the round in hand or, after a collected one, the next, with the events that
    open it. Raises TableRefusal where no card may be dealt."""
    state = snapshot.state
    goes_on = (
        state is not None
        # A round that was over before the opening is none of this one's.
        and (table.rounds or not snapshot.over)
        and (isinstance(command, engine.Undo) or engine.reopens(engine.rules_of(state.setup), state, command))
    )
    opens = snapshot.over and not goes_on
    preparing = state is not None and not goes_on and not opens and engine.unstarted(state)
    if (opens or preparing) and notices.due(table, at):
        running.bring_about(table, at)
    if refusal := dealing.may_deal(table, new_round=opens or preparing, at=at):
        raise refusal
    if opens or preparing:
        rules_for_table(table)
    if opens or state is None:
        first, state = next_round(table, snapshot)
    else:
        first, state = ((), state) if goes_on else as_it_is_now(table, state)
    return first, state, engine.rules_of(state.setup)


def _write(
    table: Table,
    snapshot: Snapshot,
    events: tuple[Event, ...],
    by: Staff,
    acting: str,
    key: str,
    at: datetime,
    reader: str = "",
) -> None:
    """Record the events, project them, and see to the push and the cache once it is all committed."""
    before = None if isinstance(events[0], engine.RoundOpened) else snapshot.state
    state = before
    drafts: list[Draft] = []
    round_no = table.round_no + (before is None)
    for event in events:
        state = engine.evolve(state, event)
        drafts.append(draft_of(event, round_no, acting, key="" if drafts else key))
    assert state is not None
    undone = earlier.found_out(table.code, events)
    # Before the last entry: that one is of the round in hand, and gives the table its version.
    drafts[-1:-1] = earlier.drafts(undone, acting)
    actor, role = (reader, following.ROLE) if reader else (by.number, by.role)
    entries = ledger.append(table.code, drafts, actor=actor, role=role, at=at)
    if table.cards_from:
        following.follow(table, before, events, round_no, by_reader=bool(reader))
    since = table.version
    if before is None:
        snapshot = Snapshot(previous=snapshot.state)
    earlier.project(table, undone, entries)
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
    after = projection.project(table, before, after, entries)
    settled = before is not None and before.irregular is not None and state.irregular is None
    if (after.over or settled) and table.live.get("waiting"):
        if after.over:
            approvals.expire(table.code, "the round is over", at=at)
        else:  # taken back: nobody signs it any more
            approvals.expire(table.code, "the report was taken back", kind=approvals.IRREGULARITY, at=at)
        table.refresh_from_db(fields=["live"])  # the count of what waits, written on another copy of the row
    transaction.on_commit(lambda: keep(table.code, after))
    if notices.due(table, at):
        # Between two rounds, by itself: a minimum whose notice has hung, a closing (VIC03-6.4, VIC03-17.7).
        running.bring_about(table, at)
    push.after_play(table, after, since)


def _refuse(
    table: Table,
    snapshot: Snapshot,
    command: Command,
    refusal: RuleViolation | TableRefusal,
    by: Staff,
    key: str,
    at: datetime,
) -> Answer:
    also = tuple(text[:LONGEST_DETAIL] for text in getattr(refusal, "also", ())[:8])
    message, remedy = refusal.message[:LONGEST_DETAIL], refusal.remedy[:LONGEST_DETAIL]
    refused = Refused(refusal.clause, message, remedy, also)
    draft = Draft(
        kind=REFUSED,
        body={
            "command": in_short(command),
            "refusal": refused,
            "version": table.version,
            "round_no": table.round_no,
        },
        detail=refused.message,
        clause=refused.clause,
        round_no=None if snapshot.over else table.round_no,
        key=key,
    )
    ledger.append(table.code, [draft], actor=by.number, role=by.role, at=at)
    return Answer(False, table.version, table.round_no, refusal=refused)


def _answer_to(table: Table, key: str) -> Answer | None:
    """The answer that was given to this key, read from the ledger; None when it is new."""
    entry = Entry.objects.filter(chain=table.code, key=key).first()
    if entry is None:
        return None
    if entry.kind in (REFUSED, ASKED):
        body: dict[str, Any] = msgspec.json.decode(entry.body)
        version, round_no = body["version"], body.get("round_no", entry.round_no) or 0
        if entry.kind == ASKED:
            return Answer(False, version, round_no, approval_id=body["approval"], repeated=True)
        refusal = msgspec.convert(body["refusal"], Refused)
        return Answer(False, version, round_no, refusal=refusal, repeated=True)
    version = entry.seq
    # The entries of one command stand together; the first has the key.
    rest = Entry.objects.filter(chain=table.code, seq__gt=entry.seq).order_by("seq")
    for seq, other, folded in rest.values_list("seq", "key", "folded")[:256]:
        if other or not folded:
            break
        version = seq
    return Answer(True, version, entry.round_no or 0, repeated=True)


# --- a second person


def _ask(
    table: Table,
    rules: Rules,
    state: State,
    command: Command,
    wanted: tuple[str, str, str],
    by: Staff,
    key: str,
    at: datetime,
) -> Answer:
    """Put the command before a person of the role that its clause wants, if it could be played at all."""
    role, clause, text = wanted
    engine.decide(rules, state, _in_own_name(command, role), earlier.rounds_of(table.code))
    approval = approvals.ask(
        table.code,
        kind=approvals.IRREGULARITY if isinstance(command, engine.Approve) else COMMAND,
        text=text,
        clause=clause,
        role=role,
        asked_by=by,
        round_no=table.round_no,
        command=engine.encode_command(command),
        version=table.version,
        at=at,
        key=key,
    )
    _count_waiting(table)
    push.after_asking(table)
    return Answer(False, table.version, table.round_no, approval_id=approval.pk)


def _count_waiting(table: Table) -> None:
    table.live = {**table.live, "waiting": approvals.waiting_for(table.code).count()}
    table.save(update_fields=["live"])


@approvals.on_deciding
def _lock_first(code: str) -> None:
    """The table's row is locked before the approval and the chain."""
    Table.objects.select_for_update().filter(code=code).first()


@approvals.on_decided
def _decided(approval: Approval) -> None:
    """Play what was approved, in the name of who approved it. The command is judged again on the state as it is
    now: raises ApprovalRefused where the book no longer allows it, and then nothing was decided either."""
    table = Table.objects.select_related("pit").filter(code=approval.table_code).first()
    if table is None:
        return
    if approval.kind in (COMMAND, approvals.IRREGULARITY):
        command = engine.decode_command(approval.command)
        if isinstance(command, engine.Approve):
            choice = approval.choice or command.choice
            command = msgspec.structs.replace(command, choice=choice, note=approval.reason)
        if approval.state == Approval.State.APPROVED:
            _play_approved(table, approval, command)
        elif approval.state == Approval.State.REFUSED and isinstance(command, engine.Approve):
            # What went wrong does not stay open: that nobody signs it is an entry of the round.
            _play_approved(table, approval, engine.Refuse(command.role, approval.reason))
    _count_waiting(table)
    push.after_asking(table)


def _play_approved(table: Table, approval: Approval, command: Command) -> None:
    by = Staff.objects.get(number=approval.decided_by)
    command = _in_own_name(command, by.role, by.number)
    snapshot = load(table)
    try:
        assert approval.decided_at is not None
        first, state, rules = _ground(table, snapshot, command, approval.decided_at)
        events = (*first, *engine.decide(rules, state, command, earlier.rounds_of(table.code)))
    except (RuleViolation, TableRefusal) as refusal:
        raise ApprovalRefused(
            f"The table has gone on: {refusal.message}.",
            remedy=refusal.remedy or "Refuse it, or let the dealer take it back.",
            clause=refusal.clause,
        ) from refusal
    acting = acting_as(by.role, approval.role_wanted)
    _write(table, snapshot, events, by, acting, "", approval.decided_at)
