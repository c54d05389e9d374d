"""The one way to change a tournament: lock, decide, record, store the state, and set its tables aside.

    tournament = service.draft(conditions, by=manager, at=now, request=request)
    tournament = service.take("T-1", commands.OpenEntries(), by=manager, at=now, request=request)

Everything that a command changes is written in one transaction with its entries of the tournament's chain. The same
key again gives the same answer (docs/retries.md). Locks are always taken in this order: tables by code, the
tournament, the house's chain.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from casino import ledger
from casino.ledger import Draft, Request
from casino.refusals import Refusal
from casino.rulebooks.tournament_play import play_of
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.models import Table
from tables.record import NO_REQUEST, answered, keyed, locked
from tables.tournaments import machine
from tables.tournaments.at_table import AtTable, at_table, put
from tables.tournaments.machine import Command, Conditions, Event, Person, State, commands
from tables.tournaments.models import Tournament
from tables.tournaments.signals import changed
from tables.tournaments.table_sessions import laid_out, tables_of

QUALIFIED: Final = Role.GAME_SUPERVISOR
"""The qualification that a tournament director must have (VIC03-16.1.2)."""


def qualified(person: Staff) -> bool:
    """Whether the person is qualified to be a game supervisor: by their role, or as a tournament director, a role
    that the house gives to nobody else."""
    return person.is_active and (
        person.has_role_at_least(QUALIFIED) or person.role == Role.TOURNAMENT_DIRECTOR
    )


def draft(conditions: Conditions, *, by: Staff, at: datetime, request: Request = NO_REQUEST) -> Tournament:
    """Draft a new tournament with its first conditions, under the next free code. Raises Refusal, and KeyTaken for a
    key of another request."""
    with transaction.atomic():
        # If two come at once, the second waits and takes the next number.
        ledger.lock(ledger.HOUSE)
        if (entry := answered(ledger.HOUSE, request)) is not None:
            return Tournament.objects.get(code=msgspec.json.decode(entry.body)["tournament"])
        code = f"T-{Tournament.objects.count() + 1}"
        command = commands.Draft(code=code, conditions=conditions, previous_final=_previous_final(conditions))
        tournament = Tournament(code=code)
        _record(tournament, None, command, by, ledger.not_before(code, at), NO_REQUEST)
        noted = Draft(
            kind="tournament_drafted",
            body={"tournament": code},
            detail=Phrase.of("entry.tournament_drafted", tournament=code, name=conditions.name),
        )
        ledger.append(ledger.HOUSE, keyed([noted], request), actor=by.number, role=by.role, at=at)
    return tournament


def _previous_final(conditions: Conditions) -> datetime | None:
    """When the final of the last tournament of the same series ended; None if there was no such tournament."""
    if not conditions.series:
        return None
    last = Tournament.objects.filter(series=conditions.series, phase="finished").order_by("-id").first()
    if last is None:
        return None
    ends = ledger.Entry.objects.filter(chain=last.code, kind=_kind("prizes_awarded")).order_by("-seq")
    return ends.values_list("at", flat=True).first()


def take(
    code: str,
    command: Command,
    *,
    by: Staff,
    at: datetime,
    request: Request = NO_REQUEST,
    check: Callable[[State], None] | None = None,
    first: Callable[[State], Iterable[Command]] | None = None,
) -> Tournament:
    """Take one step of a tournament. For a new key, `check` is called with the locked state, and refuses a step from
    an outdated page. The commands that `first` returns are recorded before the step.

    Raises Refusal for an unknown code and for what the tournament does not allow, whatever `check` raises, and
    KeyTaken for a key of another request.
    """
    with transaction.atomic(), ExitStack() as tables_locked:
        before = of_code(code)
        tables = {
            name: tables_locked.enter_context(locked(name)) for name in tables_of(before.state, command)
        }
        tournament = _locked(code)
        if answered(code, request) is not None:
            return tournament
        if check is not None:
            check(tournament.state)
        command = _informed(tournament, command)
        at = ledger.not_before(code, at)
        for earlier in () if first is None else first(tournament.state):
            _record(tournament, tournament.state, earlier, by, at, NO_REQUEST)
        _record(tournament, tournament.state, command, by, at, request)
        for table in tables.values():
            _lay_out(tournament, table, by, at)
    return tournament


def of_code(code: str) -> Tournament:
    """The tournament. Raises Refusal for an unknown code."""
    return _in(Tournament.objects.all(), code)


def _locked(code: str) -> Tournament:
    """The tournament, with its row locked until the transaction ends. Raises Refusal for an unknown code."""
    return _in(Tournament.objects.select_for_update(), code)


def _in(rows: QuerySet[Tournament], code: str) -> Tournament:
    tournament = None if "\0" in code else rows.filter(code=code).first()
    if tournament is None:
        raise Refusal("tournament.unknown", tournament=code[:16])
    return tournament


def new_seed(code: str, stage: int, *, by: Staff, at: datetime, request: Request = NO_REQUEST) -> Tournament:
    """Make a secret seed for a stage's draw and commit to it: its SHA-256 is published, and the seed is stored until
    the draw. Raises Refusal as `take` does."""
    with transaction.atomic():
        tournament = _locked(code)
        if answered(code, request) is not None:
            return tournament
        seed = secrets.token_hex(32)
        digest = machine.draw.commitment_of(seed)
        tournament.seeds = {**tournament.seeds, str(stage): seed}
        command = commands.CommitSeed(stage=stage, digest=digest)
        _record(tournament, tournament.state, command, by, ledger.not_before(code, at), request)
    return tournament


HALL: Final = "tournament_board"
"""The kind of the house's entry about a leader board in the hall."""
HALL_ROLES: Final = (Role.OPERATIONS_MANAGER, Role.TOURNAMENT_DIRECTOR)


def show_in_hall(
    code: str, shown: bool, *, by: Staff, at: datetime, request: Request = NO_REQUEST
) -> Tournament:
    """Put the leader board on a screen in the hall, which needs no sign-in, or take it off. Raises Refusal for an
    unknown code and for a person who may not, and KeyTaken for a key of another request."""
    with transaction.atomic():
        tournament = _locked(code)
        ledger.lock(ledger.HOUSE)
        if answered(ledger.HOUSE, request) is not None:
            return tournament
        if by.role not in HALL_ROLES:
            raise Refusal("tournament.role", tournament.state.rules.held, role=HALL_ROLES[0])
        if tournament.hall != shown:
            tournament.hall = shown
            tournament.save(update_fields=["hall"])
        detail = Phrase.of("entry.board_shown" if shown else "entry.board_taken_off", tournament=code)
        noted = Draft(kind=HALL, body={"tournament": code, "shown": shown}, detail=detail)
        at = ledger.not_before(ledger.HOUSE, at)
        ledger.append(ledger.HOUSE, keyed([noted], request), actor=by.number, role=by.role, at=at)
    return tournament


def _informed(tournament: Tournament, command: Command) -> Command:
    """The command with what only the house knows: the seed of a draw that it committed to."""
    if isinstance(command, commands.Draw) and not command.seed:
        stage = machine.next_stage(tournament.state)
        return msgspec.structs.replace(command, seed=tournament.seeds.get(str(stage), ""))
    return command


def _record(
    tournament: Tournament,
    state: State | None,
    command: Command,
    by: Staff,
    at: datetime,
    request: Request,
) -> None:
    after, decided = machine.apply(state, command, Person(by.number, by.role), at)
    drafts = [_draft(event) for event in decided]
    entries = ledger.append(tournament.code, keyed(drafts, request), actor=by.number, role=by.role, at=at)
    tournament.name, tournament.book = after.conditions.name, after.conditions.book
    tournament.series, tournament.phase = after.conditions.series, after.phase
    tournament.version = entries[-1].seq
    tournament.kept = msgspec.json.encode(after).decode()
    tournament.__dict__.pop("state", None)
    tournament.save()
    transaction.on_commit(lambda: changed.send_robust(Tournament, code=tournament.code))


def _draft(event: Event) -> Draft:
    words, amount = machine.describe(event)
    body: dict[str, Any] = msgspec.json.decode(machine.encode_event(event))
    return Draft(
        kind=_kind(machine.kind_of(event)),
        body=body,
        detail=words,
        clause=event.clause,
        amount=amount,
    )


def _kind(tag: str) -> str:
    """The kind of the entry for an event with that tag."""
    return f"tournament_{tag}"


def _lay_out(tournament: Tournament, table: Table, by: Staff, at: datetime) -> None:
    """Set the table aside for the session that is now running there, or for none, with an entry in the table's
    chain."""
    before = at_table(table)
    session = laid_out(tournament.state, table.code)
    if session == before:
        return
    if before is not None and before.table.code != tournament.code:
        return  # another tournament's
    if before is None and session is not None:
        _free(table, session)
    kind = "tournament_session" if session is not None else "tournament_session_over"
    now = session or before
    assert now is not None
    detail = Phrase.of(
        "entry.tournament_session", tournament=now.table.code, name=now.name, session=now.table.session
    )
    entry = Draft(
        kind=kind,
        body={"tournament": now.table.code, "session": now.table.session},
        detail=detail if session is not None else Phrase.of("entry.over", what=detail),
    )
    put(table, session, entry, by=by, at=ledger.not_before(table.code, at))


def _free(table: Table, session: AtTable) -> None:
    """Raises Refusal for a session at a table that is not open, or with a hand in progress."""
    clause = play_of(table.rules).exclusive
    if table.state != Table.State.OPEN:
        raise Refusal("tournament.table_closed", clause, table=table.code, session=session.table.session)
    if table.in_hand:
        raise Refusal("tournament.hand_on_table", clause, table=table.code, session=session.table.session)


def fold(code: str) -> tuple[State, int] | None:
    """The state that the chain of a tournament folds to, and the number of its last event; None for a chain without
    events. Raises ValueError for an entry that is not an event of a tournament."""
    state: State | None = None
    last = 0
    for seq, body in _bodies(code):
        state, last = machine.evolve(state, machine.decode_event(body)), seq
    return None if state is None else (state, last)


def _bodies(code: str) -> Iterable[tuple[int, str]]:
    entries = ledger.Entry.objects.filter(chain=code).order_by("seq")
    return entries.values_list("seq", "body").iterator()
