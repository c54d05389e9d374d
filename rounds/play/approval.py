"""A command that needs a second person's approval: it waits for them, and is played in their name when they
approve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial

import msgspec

from casino.ledger import Request
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.staff import approvals
from casino.staff.models import Approval, Staff
from casino.words import Phrase
from rounds import engine
from rounds.engine import Command, State
from rounds.play import past_rounds, signals
from rounds.play.answer import Answer
from rounds.play.dispute_corrections import name_what_put_it_right, refuse_other_payment
from rounds.play.dual_control import COMMAND
from rounds.play.recording import announce, count_waiting, end_approvals, round_for_command, with_actor, write
from rounds.play.snapshot import Current, load
from rounds.play.tap import Tap
from tables.models import Table


def ask_second_person(
    tap: Tap, rules: Rules, state: State, command: Command, required_signature: tuple[str, str, str]
) -> Answer:
    """Ask a person of the role that the command's clause requires. `required_signature`: that role,
    the clause, and the question.
    Raises Refusal if the command could not be played even with approval, or has already been asked."""
    table, (role, clause, text) = tap.table, required_signature
    engine.decide(rules, state, with_actor(command, role), partial(past_rounds.past_round, table.code))
    _not_asked_yet(table, command, clause, text)
    matter = approvals.Matter(
        kind=approvals.IRREGULARITY if isinstance(command, engine.Approve) else COMMAND,
        text=text,
        role=role,
        clause=clause,
        round_no=table.round_no,
        command=engine.encode_command(command),
        version=table.version,
    )
    approval = approvals.ask(
        table.code,
        matter,
        asked_by=tap.by,
        at=tap.at,
        key=tap.request.key,
        request=tap.request.digest,
    )
    tap.head = None
    tap.asks_changed = True
    count_waiting(table)
    return Answer(False, table.version, table.round_no, approval_id=approval.pk)


def _not_asked_yet(table: Table, command: Command, clause: str, text: str) -> None:
    """Raises Refusal if the same question already waits: one answer decides it."""
    if any(_is_for(approval, command) for approval in approvals.waiting_for(table.code)):
        raise Refusal("approval.asked_already", clause, what=text)


def _is_for(approval: Approval, command: Command) -> bool:
    """Whether the waiting approval is for this command, no matter who asked: an open report is one question, whatever
    the choice."""
    if isinstance(command, engine.Approve):
        return approval.kind == approvals.IRREGULARITY
    asked = engine.decode_command(approval.command) if approval.kind == COMMAND else None
    return asked is not None and with_actor(asked, "") == with_actor(command, "")


def given_at_table(tap: Tap, command: Command) -> None:
    """End the wait for a second person, since somebody with the role has given the command at the table."""
    end_approvals(
        tap,
        Phrase.of("kept.given_at_table", person=tap.by.number),
        ends=lambda approval: _is_for(approval, command),
    )


_played_here: ContextVar[list[Current] | None] = ContextVar("_played_here", default=None)


@contextmanager
def played_in() -> Iterator[list[Current]]:
    """A list of the tables after what is played inside the block because somebody approved or refused it: one table,
    or none if nothing is played for the decision."""
    played: list[Current] = []
    before = _played_here.set(played)
    try:
        yield played
    finally:
        _played_here.reset(before)


def lock_first(*, table_code: str, **_signal: object) -> None:
    """Lock the table's row, before the approval and the chain; hears `approval_deciding`."""
    Table.objects.select_for_update(no_key=True).filter(code=table_code).first()


def after_decision(*, approval: Approval, **_signal: object) -> None:
    """Play what was approved, in the name of the person who approved it. The command is decided again on the present
    state: if the book no longer allows it, raises Refusal and the approval stays undecided."""
    if approval.state == Approval.State.EXPIRED:
        return  # the tap that ended it holds the table's row, and updates what still waits there
    table = Table.objects.select_related("pit").filter(code=approval.table_code).first()
    if table is None:
        return
    command = _command_decided(approval)
    if command is not None:
        _play_decided(table, approval, command)
        return
    count_waiting(table)
    signals.approval_asked.send(sender=None, table=table)


def _command_decided(approval: Approval) -> Command | None:
    """The command that the decision plays; None if it plays none."""
    if approval.kind not in (COMMAND, approvals.IRREGULARITY):
        return None
    command = engine.decode_command(approval.command)
    if approval.state == Approval.State.APPROVED:
        if isinstance(command, engine.Approve):
            choice = approval.choice or command.choice
            return msgspec.structs.replace(command, choice=choice, note=approval.reason)
        return command
    if approval.state == Approval.State.REFUSED and isinstance(command, engine.Approve):
        # An irregularity does not stay open: a refusal to sign is an entry of the round.
        return engine.Refuse(command.role, approval.reason)
    return None


def _play_decided(table: Table, approval: Approval, command: Command) -> None:
    by = Staff.objects.get(number=approval.decided_by)
    assert approval.decided_at is not None
    tap = Tap(
        table=table,
        snapshot=load(table),
        by=by,
        request=Request(),
        at=approval.decided_at,
        since=table.version,
        asks_changed=True,
    )
    command = with_actor(command, by.role, by.number)
    first, state, rules = round_for_command(tap, command)
    events = (*first, *engine.decide(rules, state, command, partial(past_rounds.past_round, table.code)))
    refuse_other_payment(table, rules, events)
    write(tap, events, by.acting_as(approval.role_wanted))
    name_what_put_it_right(tap, events)
    count_waiting(table)
    after = Current(tap.table, tap.snapshot)
    announce(tap, after)
    if (played := _played_here.get()) is not None:
        played.append(after)
