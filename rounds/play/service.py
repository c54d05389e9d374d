"""The one way through the house for a command: lock, decide, record, project, push.

    answer = service.play("BJ-07", command, by=dealer, key="…", expected=412)

Everything that a command changes is written in one transaction with its entries of the ledger; on any exception nothing
is. The same key again gives the same answer, whatever happened in between (docs/retries.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from casino import ledger
from casino.ledger import Entry, Request
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role, acting_as
from rounds import engine
from rounds.engine import Command, Event, State
from rounds.play import dual_control, past_rounds
from rounds.play.answer import LONGEST_COMMAND, LONGEST_KEY, TAKEN, Answer, answer_to, refuse
from rounds.play.approval import answered, ask_second
from rounds.play.command_digest import digest_of
from rounds.play.dispute_corrections import refuse_undecided
from rounds.play.readers import following
from rounds.play.recording import ground, in_own_name, write
from rounds.play.snapshot import (
    Live,
    Snapshot,
    live_of,
    load,
)
from tables.floor import scheduled_changes
from tables.models import Table
from tables.opening.house import house_at
from tables.refusal import KeyRefused
from tables.signs import notices


class NoSuchTable(LookupError):
    """There is no table of that code."""


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
    reader: str = "",
    request: str = "",
) -> Answer:
    """Play `command` at the table. Refusals and questions to a supervisor are answers, and are recorded.

    `reader` is the number of the reader that reports it while `by` deals: the record names it as who did it. Its
    refusals are raised and not recorded, since what the shoe let go is recorded all the same
    (`rounds.play.readers.reporting`).

    `key` is the client's own for this tap; `expected` the version that it saw. A key that another request had is
    refused; `request` is the SHA-256 of the request where it is more than this command, or something that the command
    was worked out from. Raises NoSuchTable, KeyRefused for a key that cannot be kept, ValueError for a command of more
    than LONGEST_COMMAND bytes, RecordBroken when the record is broken.
    """
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise KeyRefused("request.key", longest=LONGEST_KEY)
    if len(engine.encode_command(command)) > LONGEST_COMMAND:
        raise ValueError(f"A command has at most {LONGEST_COMMAND} bytes.")
    asked = Request(key, request or digest_of(command, reader or by.number))
    at = at or timezone.now()
    with transaction.atomic():
        table = _locked(code)
        # After the lock: a repeat that arrives while the first is being written waits, and then finds it.
        answered = answer_to(table, asked)
        if answered is not None:
            return answered
        if expected is not None and expected != table.version:
            return Answer(False, table.version, table.round_no, stale=True)
        at = ledger.not_before(table.code, at)
        snapshot = load(table)
        command = in_own_name(command, by.role, by.number)
        try:
            return _played(table, snapshot, command, by, asked, at, reader)
        except Refusal as refusal:
            # Decided before anything was written.
            if reader:
                raise
            return refuse(table, snapshot, command, refusal, by, asked, at)


@contextmanager
def whole_tap(code: str) -> Iterator[None]:
    """Commands played at the table inside this block are one tap: all of it is recorded or, on an exception, nothing.
    The table is locked, so that a copy of the tap that arrives meanwhile waits, and then finds its answers. Raises
    NoSuchTable."""
    with transaction.atomic():
        _locked(code)
        yield


def key_in_tap(key: str, number: int) -> str:
    """The key of one command of a tap; the first command has the tap's own key."""
    return f"{key}:{number}" if number else key


def answers_to(code: str, request: Request) -> list[Answer]:
    """The answers that were given to the commands of this tap, in order; empty for a new key. The table is locked
    (`whole_tap`)."""
    table = Table.objects.get(code=code)
    answers: list[Answer] = []
    while True:
        part = Request(key_in_tap(request.key, len(answers)), request.digest)
        answer = answer_to(table, part)
        if answer is None or (answers and answer.refusal is TAKEN):
            return answers
        answers.append(answer)
        if not answer.ok:
            return answers


def current(code: str) -> Live:
    """The table as it is now. Raises NoSuchTable and RecordBroken."""
    table = Table.objects.select_related("pit").filter(code=code).first() if "\0" not in code else None
    if table is None:
        raise NoSuchTable(code)
    return live_of(table, load(table))


def up_to_date(code: str) -> Live:
    """The table now, with the announced changes that have come due (`tables.floor.scheduled_changes`)."""
    live, at = current(code), timezone.now()
    return current(code) if notices.due(live.table, at) and scheduled_changes.see_to(code, at) else live


def history(code: str, round_no: int) -> list[Step]:
    """Every step of a round, as recorded; empty when there is no such round."""
    steps: list[Step] = []
    state: State | None = None
    for entry in Entry.objects.filter(chain=code, round_no=round_no, folded=True).order_by("seq"):
        event = engine.decode_event(entry.body)
        state = engine.evolve(state, event)
        steps.append(Step(entry, event, state))
    return steps


def _locked(code: str) -> Table:
    table = Table.objects.select_for_update(of=("self",)).select_related("pit").filter(code=code).first()
    if table is None:
        raise NoSuchTable(code)
    return table


def _played(
    table: Table,
    snapshot: Snapshot,
    command: Command,
    by: Staff,
    request: Request,
    at: datetime,
    reader: str = "",
) -> Answer:
    if not by.has_role_at_least(Role.DEALER):
        raise Refusal(
            "staff.role_cannot_deal", house_at(table).power, number=by.number, role=by.get_role_display()
        )
    first, state, rules = ground(table, snapshot, command, at)
    if table.cards_from and not reader:
        following.refuse_hand(table, state, command)
    wanted = engine.questions.role_wanted(rules, command, state)
    dual_control.refuse_alone(table, state, command, by, at)
    refuse_undecided(table, rules, state, command)
    if wanted is not None and (
        not by.has_role_at_least(wanted[0]) or dual_control.needs_another(table, command, by, at)
    ):
        return ask_second(table, rules, state, command, wanted, by, request, at)
    events = (*first, *engine.decide(rules, state, command, past_rounds.rounds_of(table.code)))
    acting = acting_as(by.role, wanted[0] if wanted is not None else Role.DEALER)
    write(table, snapshot, events, by, acting, request, at, reader)
    if wanted is not None:
        answered(table, command, by, at)
    return Answer(True, table.version, table.round_no)
