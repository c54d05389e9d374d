"""The one way to change a table outside play: lock its row, write the entries, raise its version, tell the screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from casino import ledger
from casino.house_time import clock
from casino.ledger import AnotherRequest, Request, digest, known
from casino.ledger.requests import can_be_kept
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff import places
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.audited_rows import SET_UP, STATE
from tables.models import Table
from tables.refusal import KeyRefused, KeyTaken
from tables.signals import changed

NO_REQUEST: Final = Request()
RECORDED: Final = frozenset((*SET_UP, *STATE))
"""Fields of a table's row whose every change is in the record."""


_under_lock: ContextVar[tuple[str, Callable[[Table], None]] | None] = ContextVar("_under_lock", default=None)


@contextmanager
def under_lock(code: str, check: Callable[[Table], None]) -> Iterator[None]:
    """Make the step inside this block run `check` as soon as it has locked the table's row, before it does anything
    else. Locks that it takes earlier keep their order."""
    before = _under_lock.set((code, check))
    try:
        yield
    finally:
        _under_lock.reset(before)


@contextmanager
def locked(code: str) -> Iterator[Table]:
    """The table's row, locked until the transaction ends. Raises Refusal for an unknown code."""
    with transaction.atomic():
        # The same lock as `rounds.play.service.LOCK` takes.
        rows = Table.objects.select_for_update(of=("self",), no_key=True)
        table = rows.select_related("pit").filter(code=code).first()
        if table is None:
            raise Refusal("table.unknown", table=code)
        requests_kept = _under_lock.get()
        if requests_kept is not None and requests_kept[0] == code:
            _under_lock.set(None)
            requests_kept[1](table)
        yield table


def write(
    table: Table,
    entries: Sequence[ledger.Draft],
    *,
    by: Staff,
    at: datetime,
    changes: Sequence[str] = (),
    request: Request = NO_REQUEST,
) -> list[ledger.Entry]:
    """Write `entries` to the table's chain and save its row with `changes` (field names). The row must be locked.
    The first entry carries the `request` that they came from.

    The last entry has the new values of the table's own row (`tables.audited_rows`).
    """
    rows_recorded = table_rows(table, changes)
    if rows_recorded:
        entries = [*entries[:-1], _saying(entries[-1], rows_recorded)]
    rows = ledger.append(table.code, keyed(entries, request), actor=by.number, role=by.role, at=at)
    table.version = rows[-1].seq
    table.save(update_fields=["version", *changes])
    announce(table.code)
    return rows


def write_beside(
    table: Table, kind: str, detail: Phrase, *, by: Staff, at: datetime, changes: Sequence[str]
) -> None:
    """Write something that is not a step of the table: one entry, and its row with `changes`. The version stays, so
    that no tap of the dealer becomes stale. The row must be locked."""
    table.save(update_fields=changes)
    entry = ledger.Draft(kind=kind, detail=detail, body={ROWS: table_rows(table, changes)})
    ledger.append(table.code, [entry], actor=by.number, role=by.role, at=at)
    announce(table.code)


def table_rows(table: Table, changes: Iterable[str]) -> list[Any]:
    """What an entry has, under `ROWS`, about the table's own row when these of its fields are saved with it; fields
    that are a cache are left out."""
    fields_recorded = [field for field in changes if field in RECORDED]
    return rows_of(table, only=fields_recorded) if fields_recorded else []


def _saying(entry: ledger.Draft, rows_recorded: list[Any]) -> ledger.Draft:
    assert isinstance(entry.body, dict), "the body of a step's entry has names"
    return replace(entry, body={**entry.body, ROWS: [*entry.body.get(ROWS, ()), *rows_recorded]})


def announce(code: str) -> None:
    """On commit, tell the screens that the table has something new to show."""
    transaction.on_commit(lambda: changed.send_robust(Table, code=code))


def require(by: Staff, role: str, clause: str) -> str:
    """Require `role` or above; return the `acting_as` value for the ledger."""
    if not by.has_role_at_least(role):
        raise Refusal(
            "staff.role_too_low",
            clause,
            number=by.number,
            role=by.get_role_display(),
            wanted=str(Role(role).label),
        )
    return by.acting_as(role)


def form_request(key: str, step: str, by: Staff, /, **values: object) -> Request:
    """A form's step as a request under the client's key: who takes it, with every value as the step reads it. Raises
    KeyRefused for an invalid key. Without a key the step can be taken twice."""
    if not can_be_kept(key):
        raise KeyRefused("request.no_key")
    return Request(key, digest(step, by.number, **values))


def answered(code: str, request: Request) -> ledger.Entry | None:
    """The first entry that the request led to, if the table's chain has it, so that the tap was sent before; None
    for a new request. Raises KeyTaken if the key belongs to another request."""
    try:
        return known(code, request)
    except AnotherRequest as other:
        raise KeyTaken("request.sent_before", by=other.entry.actor, at=clock(other.entry.at)) from None


def keyed(entries: Sequence[ledger.Draft], request: Request) -> list[ledger.Draft]:
    """The entries of a step, the first one carrying the request."""
    first, *others = entries
    return [replace(first, key=request.key, request=request.digest), *others] if request.key else [*entries]


def in_place(by: Staff, code: str) -> None:
    """Raises Refusal for a supervisor who does not act in the table's pit; for steps whose form names the table."""
    if why := places.refusal_to_act(by, code):
        raise why


def has_key(code: str, key: str) -> bool:
    """Whether the table's chain has anything under this key."""
    return bool(key) and ledger.Entry.objects.filter(chain=code, key=key).exists()


def now_at(code: str) -> datetime:
    """The current time, or that of the table's last entry if this worker's clock is behind it
    (`casino.ledger.not_before`): time at a table never goes back."""
    return ledger.not_before(code, timezone.now())


def opening_entry(code: str) -> int:
    """The number of the entry of the table's last opening, with which its running totals begin; 0 before the first."""
    openings = ledger.Entry.objects.filter(chain=code, kind="table_opened").order_by("-seq")
    return openings.values_list("seq", flat=True).first() or 0
