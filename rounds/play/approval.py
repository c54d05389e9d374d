"""A command that a second person has to approve: put before them, and played in their name when they do."""

from __future__ import annotations

from datetime import datetime

import msgspec

from casino.ledger import Request
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.staff import approvals
from casino.staff.models import Approval, Staff
from casino.staff.roles import acting_as
from rounds import engine
from rounds.engine import Command, State
from rounds.play import past_rounds, signals
from rounds.play.answer import Answer
from rounds.play.dual_control import COMMAND
from rounds.play.recording import ground, in_own_name, write
from rounds.play.snapshot import (
    load,
)
from tables.models import Table


def ask_second(
    table: Table,
    rules: Rules,
    state: State,
    command: Command,
    wanted: tuple[str, str, str],
    by: Staff,
    request: Request,
    at: datetime,
) -> Answer:
    """Put the command before a person of the role that its clause wants, if it could be played at all."""
    role, clause, text = wanted
    engine.decide(rules, state, in_own_name(command, role), past_rounds.rounds_of(table.code))
    _not_asked_yet(table, command, clause, text)
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
        key=request.key,
        request=request.digest,
    )
    _count_waiting(table)
    signals.approval_asked.send(sender=None, table=table)
    return Answer(False, table.version, table.round_no, approval_id=approval.pk)


def _not_asked_yet(table: Table, command: Command, clause: str, text: str) -> None:
    """Raises Refusal where the same is asked for and waits: one answer decides it."""
    if any(_is_for(approval, command) for approval in approvals.waiting_for(table.code)):
        raise Refusal("approval.asked_already", clause, what=text)


def _is_for(approval: Approval, command: Command) -> bool:
    """Whether the question that waits is the one this command would ask, no matter who asks: an open report is one
    question, whatever the choice."""
    if isinstance(command, engine.Approve):
        return approval.kind == approvals.IRREGULARITY
    asked = engine.decode_command(approval.command) if approval.kind == COMMAND else None
    return asked is not None and in_own_name(asked, "") == in_own_name(command, "")


def answered(table: Table, command: Command, by: Staff, at: datetime) -> None:
    """Somebody with the role has given at the table what waits for a second person: it is no longer asked."""
    if table.live.get("waiting") and approvals.expire(
        table.code,
        f"{by.number} gave it at the table",
        ends=lambda approval: _is_for(approval, command),
        at=at,
    ):
        table.refresh_from_db(fields=["live"])  # the count was written on another copy of the row


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
    now: raises Refusal where the book no longer allows it, and then nothing was decided either."""
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
    signals.approval_asked.send(sender=None, table=table)


def _play_approved(table: Table, approval: Approval, command: Command) -> None:
    by = Staff.objects.get(number=approval.decided_by)
    command = in_own_name(command, by.role, by.number)
    snapshot = load(table)
    assert approval.decided_at is not None
    first, state, rules = ground(table, snapshot, command, approval.decided_at)
    events = (*first, *engine.decide(rules, state, command, past_rounds.rounds_of(table.code)))
    acting = acting_as(by.role, approval.role_wanted)
    write(table, snapshot, events, by, acting, Request(), approval.decided_at)
