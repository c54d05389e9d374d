"""Rows of the database that repeat what the record says, and the check that they still do.

    register_rows(AuditedModel("dispute", Dispute, chain="table__code"))      # when the app is ready
    Draft(kind="dispute_raised", body={…, "rows": rows_of(dispute)})  # each step that leaves it otherwise

The entry of a step names the rows that the step has left and what is in them, so that the record alone gives them
again: `verify_ledger` rebuilds each from its entries and names the first that differs. Each such row is changed in the
transaction of its entry. What is registered nowhere is a cache, and its docstring says of what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any, Final

import msgspec
from django.db import models
from django.db.models import Q

from casino.ledger import models as of_ledger
from casino.ledger.models import HOUSE, ChainHead, Entry
from casino.ledger.verify import Fault

ROWS: Final = of_ledger.ROWS
"""Where the body of an entry names the rows: [[name, primary key, {column: value}], …], null for one that is gone."""

LOOKED_BACK: Final = 50
"""Entries of a row among which `last_entry_of` looks for one of a column."""

RowRecorded = list[Any]
Recorded = dict[Any, dict[str, tuple[int, Any]]]
"""By primary key: each column with the entry that said it last, and what that said."""


@dataclass(frozen=True, slots=True)
class AuditedModel:
    """A kind of row that the record keeps. `chain` is the lookup from a row to the name of its chain; "" where all are
    of the chain `of`. Of `fields` the record has those alone; of all without any."""

    name: str
    model: type[models.Model]
    chain: str = ""
    fields: tuple[str, ...] = ()
    recorded: Q | None = field(default_factory=Q)
    """The rows that cannot be without an entry; None where a row may be made before the record first speaks of it."""
    default_until_recorded: tuple[str, ...] = ()
    """Columns that have their default until an entry says otherwise, for rows that need not have an entry."""
    written_as: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """How the record has a column that must not be read there as it is stored."""
    of: str = HOUSE
    """The chain of rows without a lookup."""


_kept: dict[str, AuditedModel] = {}


def register_rows(*row_kinds: AuditedModel) -> None:
    """Have the record keep these kinds of rows. The same name again replaces the kind."""
    _kept.update({row_kind.name: row_kind for row_kind in row_kinds})


def values(row: models.Model, fields: Iterable[str] = ()) -> dict[str, Any]:
    """The columns of a row, or those of `fields`, as JSON has them."""
    wanted = set(fields)
    row_kind = next((candidate for candidate in _kept.values() if candidate.model is type(row)), None)
    fields_read = row_kind.written_as if row_kind is not None else {}
    return {
        column.attname: _plain(fields_read.get(column.attname, _as_it_is)(getattr(row, column.attname)))
        for column in row._meta.concrete_fields
        if not wanted or column.name in wanted or column.attname in wanted
    }


def rows_of(*rows: models.Model, only: Iterable[str] = ()) -> list[RowRecorded]:
    """What the body of an entry says under `ROWS` of rows as they are now: saved, in the same transaction. `only` some
    of the columns that the record keeps of them, where the step has changed no others."""
    return [
        [row_kind.name, row.pk, values(row, only or row_kind.fields)]
        for row in rows
        for row_kind in [_of(row)]
    ]


def gone(row: models.Model) -> RowRecorded:
    """The same of a row that is deleted; before it is deleted, while it still has its key."""
    return [_of(row).name, row.pk, None]


def last_entry_of(row: models.Model, columns: Iterable[str] = ()) -> Entry | None:
    """The last entry that gives the value of one of these columns of a row (by field name), or of any column without
    `columns`. None if the record does not mention it."""
    row_kind = _of(row)
    wanted = set(columns)
    names = {column.attname for column in row._meta.concrete_fields if {column.name, column.attname} & wanted}
    chain = (
        row_kind.model._default_manager.filter(pk=row.pk).values_list(row_kind.chain, flat=True).first()
        if row_kind.chain
        else row_kind.of
    )
    entries = Entry.objects.filter(chain=chain, folded=False, body__contains=f'["{row_kind.name}",{row.pk},')
    for entry in entries.order_by("-seq")[:LOOKED_BACK]:
        rows_read = msgspec.json.decode(entry.body).get(ROWS, ())
        for name, pk, values_read in rows_read:
            if (
                (name, pk) == (row_kind.name, row.pk)
                and values_read
                and (not names or names & set(values_read))
            ):
                return entry
    return None


def _of(row: models.Model) -> AuditedModel:
    return next(row_kind for row_kind in _kept.values() if row_kind.model is type(row))


def _as_it_is(value: Any) -> Any:
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, date | time) else value


# --- the check


def wrong_rows(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each row that is not as its entries left it, that has none, or that is recorded and not there.

    A row is valid until it is changed, so `since` narrows nothing. One chain is in memory at a time.
    """
    for code in [chain] if chain is not None else _chains():
        recorded = recorded_rows(code)
        for row_kind in _kept.values():
            yield from _of_kind(row_kind, code, recorded.get(row_kind.name, {}))


def _chains() -> list[str]:
    """Every chain, and every one that a row says it is of."""
    chains = set(ChainHead.objects.values_list("chain", flat=True))
    for row_kind in _kept.values():
        if row_kind.chain:
            rows = row_kind.model._default_manager.order_by()
            chains.update(rows.values_list(row_kind.chain, flat=True).distinct())
        elif row_kind.model._default_manager.exists():
            chains.add(row_kind.of)
    return sorted(chains, key=lambda name: (name == HOUSE, name))


def recorded_rows(chain: str) -> dict[str, Recorded]:
    """What the entries of a chain say of rows, by the name of their kind."""
    by_kind: dict[str, Recorded] = {}
    entries = Entry.objects.filter(chain=chain, folded=False, body__contains=f'"{ROWS}":').order_by("seq")
    for seq, text in entries.values_list("seq", "body").iterator():
        try:
            rows_read = msgspec.json.decode(text)[ROWS]
            for name, pk, values_read in rows_read:
                of_kind = by_kind.setdefault(name, {})
                if values_read is None:
                    of_kind.pop(pk, None)
                else:
                    of_kind.setdefault(pk, {}).update(
                        {key: (seq, value) for key, value in values_read.items()}
                    )
        except (msgspec.DecodeError, LookupError, TypeError, ValueError, AttributeError):
            continue  # a body that was tampered with: the walk of its chain names it
    return by_kind


def _of_kind(row_kind: AuditedModel, chain: str, recorded: Recorded) -> Iterator[Fault]:
    rows = row_kind.model._default_manager.order_by("pk")
    if row_kind.chain:
        rows = rows.filter(**{row_kind.chain: chain})
    elif chain != row_kind.of:
        return
    must = (
        set()
        if row_kind.recorded is None
        else set(rows.filter(row_kind.recorded).values_list("pk", flat=True))
    )
    for row in rows.iterator():
        values_read = recorded.pop(row.pk, None)
        yield from _unrecorded(row_kind, chain, row, values_read or {})
        if values_read is None:
            if row.pk in must:
                yield Fault(chain, None, "row", f"{row_kind.name} {row.pk} is stored and has no entry")
            continue
        has = values(row)
        for column, (seq, value) in values_read.items():
            if has.get(column) != value:
                yield Fault(
                    chain,
                    seq,
                    "row",
                    f"{row_kind.name} {row.pk}: {column} is stored as {has.get(column)!r}, the record has {value!r}",
                )
    for pk, values_read in recorded.items():
        first = min(seq for seq, _ in values_read.values()) if values_read else None
        yield Fault(chain, first, "row", f"{row_kind.name} {pk} is recorded and not stored")


def _unrecorded(
    row_kind: AuditedModel, chain: str, row: models.Model, values_read: Mapping[str, Any]
) -> Iterator[Fault]:
    """A Fault for each column that was changed without an entry ever speaking of it."""
    fields = [row._meta.get_field(name) for name in row_kind.default_until_recorded]
    for column in fields:
        if isinstance(column, models.Field) and column.attname not in values_read:
            has, must = getattr(row, column.attname), column.get_default()
            if has != must:
                message = (
                    f"{row_kind.name} {row.pk}: {column.attname} is stored as {has!r} and no entry says so"
                )
                yield Fault(chain, None, "row", message)
