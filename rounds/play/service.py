"""The one way to play a command: lock, decide, record, project, push.

    answer, after = service.play("BJ-07", command, by=dealer, key="…", expected=412)

Everything that a command changes is written in one transaction with its ledger entries; on any exception nothing is.
The same key again gets the same answer, whatever happened in between (docs/retries.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from casino import ledger
from casino.ledger import AnotherRequest, ChainHead, Entry, Request
from casino.ledger.archives.months import refuse_round_away
from casino.ledger.chain import HEAD, SEQ_OF_KEY
from casino.postgres.prepared import Columns, Prepared
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import engine
from rounds.engine import Command, Event, State
from rounds.engine.events import FormerRoundCorrected, PaymentCorrected
from rounds.play import dual_control, past_rounds
from rounds.play.answer import (
    LONGEST_COMMAND,
    LONGEST_KEY,
    TAKEN,
    Answer,
    answer_in,
    answer_to,
    refuse,
    taken,
)
from rounds.play.approval import ask_second_person, given_at_table
from rounds.play.dispute_corrections import name_what_put_it_right, refuse_other_payment, refuse_undecided
from rounds.play.editions import decoded
from rounds.play.readers import following
from rounds.play.recording import announce, round_for_command, with_actor, write
from rounds.play.snapshot import Current, Live, load
from rounds.play.tap import Tap
from tables.book import house_at
from tables.floor import scheduled_changes
from tables.models import Pit, Table
from tables.refusal import KeyRefused
from tables.signs import notices

Commands = Callable[[Current], Sequence[Command]]
"""Returns the commands of a tap for the table as it is now; the table is locked meanwhile."""


TABLE: Final = Columns(Table, "t")
PIT: Final = Columns(Pit, "p")

LOCK: Final = Prepared(
    f"SELECT {TABLE.sql}, {PIT.sql}, {HEAD}, {SEQ_OF_KEY} "  # noqa: S608
    "FROM tables_table t JOIN tables_pit p ON p.id = t.pit_id JOIN ledger_chainhead h ON h.chain = t.code "
    # In this order: anybody who locks both locks the table first. Foreign-key references do not wait for the lock:
    # otherwise an alert row for each of fifty tables would hold up the taps at all of them.
    "WHERE t.code = %s FOR NO KEY UPDATE OF t, h"
)

READ: Final = Prepared(
    f"SELECT {TABLE.sql}, {PIT.sql} FROM tables_table t JOIN tables_pit p ON p.id = t.pit_id "  # noqa: S608
    "WHERE t.code = %s"
)


class NoSuchTable(LookupError):
    """There is no table with that code."""


@dataclass(frozen=True, slots=True)
class Locked:
    """A table locked together with its chain until the transaction ends."""

    table: Table
    head: ChainHead
    seq_of_key: int | None
    """The number of the entry that has the tap's key, or None."""


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
) -> tuple[Answer, Current]:
    """Play `command` at the table, and return the answer with the table after it, which is also pushed. Refusals and
    requests for approval are answers, and are recorded.

    `reader` is the number of the reader that reports the command while `by` deals: the record names the reader as the
    actor. A reader's refusals are raised and not recorded, since what left the shoe is recorded anyway
    (`rounds.play.readers.reporting`).

    `key` is the client's own for this tap; `expected` the version that it saw. A key of another request is refused;
    `request` is the digest of the request, if that is more than this command or something from which the command was
    worked out. Raises NoSuchTable, KeyRefused for a key that cannot be kept, ValueError for a command of more than
    LONGEST_COMMAND bytes, RecordBroken if the record is broken.
    """
    request_kept = Request(key, request or digest_of(command, reader or by.number))
    (answer,), after = _take(
        code, lambda current: [command], by, request_kept, expected, at, reader, whole=False
    )
    return answer, after


def play_all(
    code: str,
    commands: Commands,
    *,
    by: Staff,
    request: Request,
    expected: int | None = None,
    at: datetime | None = None,
) -> tuple[list[Answer], Current]:
    """Play the commands of one tap, up to the first that is not accepted: all of them are recorded or, on an
    exception, none. Returns an answer for each command that was tried, in order, and the table after them, which is
    also pushed.

    `commands` is called only for a new key: a tap that is sent again is answered from the record, and nothing is
    worked out a second time. Raises whatever `commands` raises, and as `play`.
    """
    return _take(code, commands, by, request, expected, at)


def digest_of(command: Command, who: str) -> str:
    """The digest of a command as sent, without the version that the sender saw."""
    return ledger.digest("play", who, command=engine.encode_command(command).decode())


def key_in_tap(key: str, number: int) -> str:
    """The key of one command of a tap; the first command has the tap's own key."""
    return f"{key}:{number}" if number else key


def current(code: str) -> Live:
    """The table as it is now. Raises NoSuchTable and RecordBroken."""
    return _current(code).live


def _current(code: str) -> Current:
    table = table_now(code) if "\0" not in code else None
    if table is None:
        raise NoSuchTable(code)
    return Current(table)


def refreshed(code: str) -> Current:
    """Apply the announced changes that have come due (`tables.floor.scheduled_changes`), and return the table after
    them; its state is loaded only when used. Raises NoSuchTable."""
    now, at = _current(code), timezone.now()
    return (
        _current(code)
        if now.table.notices and notices.due(now.table, at) and scheduled_changes.apply_due_changes(code, at)
        else now
    )


def refresh(code: str) -> Live:
    """Like `refreshed`, with the state loaded. Raises NoSuchTable and RecordBroken."""
    return refreshed(code).live


def history(code: str, round_no: int) -> list[Step]:
    """Every step of a round, as recorded; empty if there is no such round. Raises Refusal for one in an archived
    month."""
    refuse_round_away(code, round_no)
    steps: list[Step] = []
    state: State | None = None
    for entry in Entry.objects.filter(chain=code, round_no=round_no, folded=True).order_by("seq"):
        event = decoded(entry.body)
        state = engine.evolve(state, event)
        steps.append(Step(entry, event, state))
    return steps


def _take(
    code: str,
    commands: Commands,
    by: Staff,
    request: Request,
    expected: int | None,
    at: datetime | None,
    reader: str = "",
    *,
    whole: bool = True,
) -> tuple[list[Answer], Current]:
    """Lock the table and play the commands, or return the answers that this request got before. `whole`: the request
    covers all commands of the tap, each of which has its own key (`key_in_tap`)."""
    if not 0 < len(request.key) <= LONGEST_KEY or not request.key.isprintable():
        raise KeyRefused("request.key", longest=LONGEST_KEY)
    with transaction.atomic():
        locked = _locked(code, request.key)
        table = locked.table
        try:
            entry = ledger.answered(code, request, locked.seq_of_key)
        except AnotherRequest:
            return [taken(table)], Current(table)
        if entry is not None:
            return [answer_in(entry), *(_further_answers(table, request) if whole else ())], Current(table)
        if expected is not None and expected != table.version:
            return [Answer(False, table.version, table.round_no, stale=True)], Current(table)
        tap = Tap(
            table=table,
            snapshot=load(table),
            by=by,
            request=request,
            at=ledger.not_before_last(locked.head.at, at or timezone.now()),
            reader=reader,
            head=locked.head,
            since=table.version,
        )
        return _played(tap, commands)


def _locked(code: str, key: str) -> Locked:
    """Lock the table and its chain: a tap sent again while the first is being written waits here, and then sees its
    entry. Raises NoSuchTable."""
    locked = lock(code, key) if "\0" not in code else None
    if locked is None:
        if not Table.objects.filter(code=code).exists():
            raise NoSuchTable(code)
        ledger.lock(code)  # for the first entry of its chain
        locked = lock(code, key)
    assert locked is not None
    return locked


def lock(code: str, key: str) -> Locked | None:
    """Lock the table and its chain; None if there is no such table, or its chain is empty."""
    row = LOCK.row(key, code)
    if row is None:
        return None
    return Locked(_table_of(row), *ledger.head_of(code, row[TABLE.count + PIT.count :]))


def table_now(code: str) -> Table | None:
    """The table with its pit as it is now, or None: every screen of it asks every few seconds."""
    row = READ.row(code)
    return None if row is None else _table_of(row)


def _table_of(row: Sequence[Any]) -> Table:
    table = TABLE.row_object(row[: TABLE.count])
    table.pit = PIT.row_object(row[TABLE.count : TABLE.count + PIT.count])
    return table


def _further_answers(table: Table, request: Request) -> list[Answer]:
    """The answers to the second and further commands of a recorded tap."""
    answers: list[Answer] = []
    while True:
        part = Request(key_in_tap(request.key, len(answers) + 1), request.digest)
        answer = answer_to(table, part)
        if answer is None or answer.refusal is TAKEN:
            return answers
        answers.append(answer)
        if not answer.ok:
            return answers


def _played(tap: Tap, commands: Commands) -> tuple[list[Answer], Current]:
    """Play the commands of a new tap, announce the result, and return the answers with the table afterwards."""
    key = tap.request.key
    answers: list[Answer] = []
    for command in commands(Current(tap.table, tap.snapshot)):
        if len(engine.encode_command(command)) > LONGEST_COMMAND:
            raise ValueError(f"A command has at most {LONGEST_COMMAND} bytes.")
        tap.request = replace(tap.request, key=key_in_tap(key, len(answers)))
        command = with_actor(command, tap.by.role, tap.by.number)
        try:
            answer = _decided(tap, command)
        except Refusal as refusal:
            # Decided before anything was written.
            if tap.reader:
                raise
            answer = refuse(tap, command, refusal)
        answers.append(answer)
        if not answer.ok:
            break
    current = Current(tap.table, tap.snapshot)
    announce(tap, current)
    return answers, current


def _decided(tap: Tap, command: Command) -> Answer:
    """Decide the command and record it, or ask a second person. Raises Refusal."""
    table, by = tap.table, tap.by
    if not by.has_role_at_least(Role.DEALER):
        raise Refusal(
            "staff.role_cannot_deal", house_at(table).power, number=by.number, role=by.get_role_display()
        )
    first, state, rules = round_for_command(tap, command)
    if table.cards_from and not tap.reader:
        following.refuse_hand(table, state, command)
    required_signature = engine.questions.required_role(rules, command, state)
    if isinstance(command, engine.Refuse):
        dual_control.check_separation_of_duties(tap, state)
    if isinstance(command, engine.CorrectPayment):
        refuse_undecided(table, rules, state, command)
    if required_signature is not None and (
        not by.has_role_at_least(required_signature[0]) or dual_control.needs_another_person(tap, command)
    ):
        return ask_second_person(tap, rules, state, command, required_signature)
    events = (*first, *engine.decide(rules, state, command, partial(past_rounds.past_round, table.code)))
    corrects = any(isinstance(event, FormerRoundCorrected | PaymentCorrected) for event in events)
    if corrects:
        refuse_other_payment(table, rules, events)
    write(tap, events, by.acting_as(required_signature[0] if required_signature is not None else Role.DEALER))
    if corrects:
        name_what_put_it_right(tap, events)
    if required_signature is not None:
        given_at_table(tap, command)
    return Answer(True, table.version, table.round_no)
