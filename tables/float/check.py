"""The float check of `verify_ledger`: every row of the float is what its last entry of the record says, no row is
without one, no slip number is missing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
from django.db import models
from django.db.models import Sum

from casino.ledger import Entry
from casino.ledger.verify import Fault
from tables.float.models import Session, Signature, Slip, SlipBook
from tables.float.record import MODELS, values
from tables.models import Table

KINDS = (
    "float_counted", "float_alert", "float_alert_answered", "slip_requested", "slip_signed", "slip_void", "buy_in",
    "colour_up", "exchange_reversed", "drop_box_changed", "drop_box_counted", "session_opened", "session_closed",
)  # fmt: skip
Recorded = dict[tuple[str, int], tuple[int, dict[str, Any]]]


def wrong_floats(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each row that is not as it was recorded, that has no entry, or that is missing, and for each gap in
    the numbers of the slips.

    A row stands until it is changed, so `since` narrows nothing.
    """
    tables = Table.objects.order_by("code")
    for table in tables.filter(code=chain) if chain is not None else tables:
        yield from _of_table(table)
        yield from _of_sessions(table)
    if chain is None:
        yield from _gaps()


def _of_table(table: Table) -> Iterator[Fault]:
    recorded = _recorded(table.code)
    for name, model in MODELS.items():
        for row in _rows(model, table):
            seq, said = recorded.pop((name, row.pk), (None, None))
            if said is None:
                yield Fault(table.code, None, "row", f"{name} {row.pk} is stored and has no entry")
                continue
            has = values(row)
            for field, must in said.items():
                if has.get(field) != must:
                    yield Fault(
                        table.code,
                        seq,
                        "row",
                        f"{name} {row.pk}: {field} is stored as {has.get(field)!r}, the record has {must!r}",
                    )
    for (name, pk), (seq, _) in recorded.items():
        yield Fault(table.code, seq, "row", f"{name} {pk} is recorded and not stored")


def _of_sessions(table: Table) -> Iterator[Fault]:
    """The tallies of a closed session come to its own figures."""
    for session in Session.objects.filter(table=table, closed_at__isnull=False):
        kept = session.tallies.aggregate(
            rounds=Sum("rounds", default=0), handle=Sum("handle", default=0), win=Sum("win", default=0),
            drop=Sum("drop", default=0),
        )  # fmt: skip
        for name, has in kept.items():
            if has != (must := getattr(session, name)):
                yield Fault(
                    table.code,
                    None,
                    "row",
                    f"{name} of session {session.number} is {must}, its tallies give {has}",
                )


def _rows(model: type[models.Model], table: Table) -> Iterator[models.Model]:
    where = {"slip__table": table} if model is Signature else {"table": table}
    return model._default_manager.filter(**where).order_by("pk").iterator()


def _recorded(code: str) -> Recorded:
    """The rows as their last entries left them."""
    found: Recorded = {}
    entries = Entry.objects.filter(chain=code, kind__in=KINDS).order_by("seq").values_list("seq", "body")
    for seq, text in entries.iterator():
        for name, pk, said in msgspec.json.decode(text)["rows"]:
            found[name, pk] = seq, said
    return found


def _gaps() -> Iterator[Fault]:
    for book in SlipBook.objects.order_by("series"):
        numbers = list(
            Slip.objects.filter(series=book.series).order_by("number").values_list("number", flat=True)
        )
        if numbers != list(range(1, book.last + 1)):
            missing = sorted(set(range(1, book.last + 1)) - set(numbers))
            yield Fault(
                "house",
                None,
                "row",
                f"slips {missing or 'beyond the book'} of series {book.series} are missing",
            )
