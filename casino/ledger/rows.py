"""Audited rows: database rows that repeat what the record says, and the check that they still do.

    register_rows(AuditedModel("dispute", Dispute, chain="table__code"))      # when the app is ready
    Draft(kind="dispute_raised", body={…, "rows": rows_of(dispute)})  # each step that changes it

A step's entry names the rows that the step changed and what is in them now, so that the rows can be rebuilt from the
record alone: `verify_ledger` rebuilds each from its entries and names the first that differs. A row is always
changed in the transaction of its entry. A model that is not registered is a cache, and its docstring says of what.
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
"""Where an entry's body names rows: [[name, primary key, {column: value}], …], with null for a deleted row."""

LOOKED_BACK: Final = 50
"""How many entries of a row `last_entry_of` searches for a column."""

RowRecorded = list[Any]
Recorded = dict[Any, dict[str, tuple[int, Any]]]
"""By primary key: each column with the entry that last gave it a value, and that value."""


@dataclass(frozen=True, slots=True)
class AuditedModel:
    """A model that the record audits. `chain` is the lookup from a row to the name of its chain; if it is "", all
    rows are in the chain `of`. Only the columns in `fields` are audited; all of them if it is empty."""

    name: str
    model: type[models.Model]
    chain: str = ""
    fields: tuple[str, ...] = ()
    recorded: Q | None = field(default_factory=Q)
    """The rows that must have an entry; None if rows may be created before the record first mentions them."""
    default_until_recorded: tuple[str, ...] = ()
    """Columns that hold their default until an entry says otherwise, for rows that need no entry."""
    written_as: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """How the record writes a column whose stored value it must not reveal."""
    of: str = HOUSE
    """The chain of all rows, if there is no lookup."""


_kept: dict[str, AuditedModel] = {}


def register_rows(*row_kinds: AuditedModel) -> None:
    """Audit these models. A name given again replaces its model."""
    _kept.update({row_kind.name: row_kind for row_kind in row_kinds})


def values(row: models.Model, fields: Iterable[str] = ()) -> dict[str, Any]:
    """The audited columns of a row, or those in `fields`, as JSON has them."""
    chosen_names = set(fields)
    row_kind = next((candidate for candidate in _kept.values() if candidate.model is type(row)), None)
    fields_read = row_kind.written_as if row_kind is not None else {}
    return {
        column.attname: _plain(fields_read.get(column.attname, _as_it_is)(getattr(row, column.attname)))
        for column in row._meta.concrete_fields
        if not chosen_names or column.name in chosen_names or column.attname in chosen_names
    }


def rows_of(*rows: models.Model, only: Iterable[str] = ()) -> list[RowRecorded]:
    """What an entry's body says under `ROWS` about rows as they are now: saved, in the same transaction. `only`
    names the columns that the step changed, if not all."""
    return [
        [row_kind.name, row.pk, values(row, only or row_kind.fields)]
        for row in rows
        for row_kind in [_of(row)]
    ]


def deleted_row(row: models.Model) -> RowRecorded:
    """The same for a row that is about to be deleted, while it still has its key."""
    return [_of(row).name, row.pk, None]


def last_entry_of(row: models.Model, columns: Iterable[str] = ()) -> Entry | None:
    """The last entry that gave one of these columns of a row (field names) a value; any column, if none are named.
    None if the record does not mention it."""
    row_kind = _of(row)
    chosen_names = set(columns)
    names = {
        column.attname for column in row._meta.concrete_fields if {column.name, column.attname} & chosen_names
    }
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
    """A Fault for each row that differs from its entries, has none, or is recorded but missing.

    `since` narrows nothing: a row's last entry may be of any age. One chain is in memory at a time.
    """
    for code in [chain] if chain is not None else _chains():
        recorded = recorded_rows(code)
        for row_kind in _kept.values():
            yield from _of_kind(row_kind, code, recorded.get(row_kind.name, {}))


def _chains() -> list[str]:
    """Every chain, and every chain that a row claims to be in."""
    chains = set(ChainHead.objects.values_list("chain", flat=True))
    for row_kind in _kept.values():
        if row_kind.chain:
            rows = row_kind.model._default_manager.order_by()
            chains.update(rows.values_list(row_kind.chain, flat=True).distinct())
        elif row_kind.model._default_manager.exists():
            chains.add(row_kind.of)
    return sorted(chains, key=lambda name: (name == HOUSE, name))


def recorded_rows(chain: str) -> dict[str, Recorded]:
    """What the entries of a chain say about rows, by model name."""
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
            continue  # a body that was tampered with: the walk along its chain names it
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
    """A Fault for each column that was changed although no entry ever mentioned it."""
    fields = [row._meta.get_field(name) for name in row_kind.default_until_recorded]
    for column in fields:
        if isinstance(column, models.Field) and column.attname not in values_read:
            has, must = getattr(row, column.attname), column.get_default()
            if has != must:
                message = (
                    f"{row_kind.name} {row.pk}: {column.attname} is stored as {has!r} and no entry says so"
                )
                yield Fault(chain, None, "row", message)
