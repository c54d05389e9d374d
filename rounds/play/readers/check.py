"""The check of `verify_ledger` on reader reports that were dealt: each has the entry of its card, made in the
reader's name, and each such entry has its report.

What else became of a report has its own entries (`casino.ledger.rows`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from casino.ledger import Entry
from casino.ledger.archives.months import Gap, recorded_gaps
from casino.ledger.rows import recorded_rows
from casino.ledger.verify import Fault
from rounds.play.readers.reporting import PLACED
from tables.models import Reader, Report


class Placed(NamedTuple):
    """The entry of a card that a reader reported and that was dealt."""

    seq: int
    at: datetime
    place: str
    clause: str
    round_no: int | None
    tap: int
    card: str | None
    """None for a card that lies face down, whose face the round does not get."""


def wrong_reports(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each report that differs from its entry, and for each entry whose report is not stored; none for
    archived months."""
    gaps = recorded_gaps()
    readers = Reader.objects.select_related("table").order_by("pk")
    rows_recorded: dict[str, Any] = {}
    for reader in readers.filter(table__code=chain) if chain is not None else readers:
        code = reader.table.code
        if code not in rows_recorded:
            rows_recorded = {code: recorded_rows(code).get("report", {})}
        yield from _of_reader(reader, code, rows_recorded[code], gaps.get(code, ()))


def _of_reader(reader: Reader, code: str, otherwise: dict[Any, Any], gaps: Sequence[Gap]) -> Iterator[Fault]:
    placed, last = _placed(reader.number, code), 0
    for report in reader.reports.order_by("sequence").iterator():
        last = report.sequence
        by = placed.pop(report.sequence, None)
        if report.pk in otherwise:
            continue
        name = f"{reader.number} no. {report.sequence}"
        if by is None:
            away = report.round_no is not None and any(gap.has_round(report.round_no) for gap in gaps)
            if report.outcome == Report.Outcome.DEALT and not away:
                yield Fault(code, None, "row", f"{name} is stored as dealt and has no entry")
            continue
        facts = {
            "outcome": (report.outcome, "dealt"), "at": (report.at, by.at), "place": (report.place, by.place),
            "clause": (report.clause, by.clause), "round": (report.round_no, by.round_no), "tap": (report.tap, by.tap),
        }  # fmt: skip
        if by.card is not None:
            facts["card"] = report.card, by.card
        for what, (has, must) in facts.items():
            if has != must:
                yield Fault(code, by.seq, "row", f"{name}: {what} is stored as {has}, the record has {must}")
    for sequence, by in placed.items():
        yield Fault(code, by.seq, "row", f"{reader.number} no. {sequence} is recorded and not stored")
    if reader.expected <= last:
        yield Fault(
            code, None, "row", f"{reader.number} expects number {reader.expected} and has reported {last}"
        )


def _placed(number: str, code: str) -> dict[int, Placed]:
    """Cards that were dealt as the reader reported them, by its running number, which the first entry of the tap
    has."""
    placed: dict[int, Placed] = {}
    sequence: int | None = None
    entries = Entry.objects.filter(chain=code, actor=number, folded=True).order_by("seq")
    columns = ("seq", "at", "detail", "clause", "round_no", "tap", "key", "kind", "body")
    for seq, at, detail, clause, round_no, tap, key, kind, body in entries.values_list(*columns).iterator():
        if key:
            name, _, name_told = key.rpartition(":")
            sequence = (
                int(name_told) if name == number and name_told.isascii() and name_told.isdigit() else None
            )
        if sequence is not None and kind in PLACED:
            placed[sequence] = Placed(seq, at, detail, clause, round_no, tap, _card(body))
            sequence = None
    return placed


def _card(body: str) -> str | None:
    try:
        card = msgspec.json.decode(body).get("card")
    except (msgspec.DecodeError, AttributeError):
        return None
    return card if isinstance(card, str) else None
