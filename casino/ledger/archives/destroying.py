"""Destroys the file of an archived month whose retention time is over. Its digest, and the hashes before and
after its entries, stay in the house chain, so that the chains continue across it; its contents are gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import file_digest
from pathlib import Path
from typing import Final

from django.db import transaction

from casino.ledger.archives.file import BadArchive
from casino.ledger.archives.months import Month
from casino.ledger.chain import Draft, append, lock
from casino.ledger.models import HOUSE, ArchivedMonth, Entry
from casino.refusals import Refusal
from casino.words import Phrase

DESTROYED: Final = "archive_destroyed"
"""The kind of the house's entry about a destroyed file."""


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A file that was destroyed."""

    month: Month
    path: Path
    sha256: str
    entries: int
    seq: int
    """The entry of the house chain that records it."""


def month_of(path: Path) -> Month:
    """The archived month that this file holds. Raises BadArchive for a file that the record does not name,
    and Refusal for a month whose entries are in the database."""
    with path.open("rb") as file:
        sha256 = file_digest(file, "sha256").hexdigest()
    row = ArchivedMonth.objects.filter(sha256=sha256).first()
    if row is None:
        raise BadArchive(f"{path}: the record names no file with the SHA-256 {sha256}.")
    month = Month.parse(row.month)
    if not row.away:
        raise Refusal("archive.not_away", month=month.words)
    return month


def destroy(path: Path, *, signed: Sequence[str], at: datetime, by: str = "") -> Destroyed:
    """Record that the file is destroyed, by whom, and who `signed` for the end of its month; then remove it.
    Destroying a copy is recorded again. Raises as `month_of` does; OSError, with nothing recorded, if the
    file cannot be removed."""
    month = month_of(path)
    with transaction.atomic():
        head = lock(HOUSE)
        row = ArchivedMonth.objects.get(month=str(month))
        detail = Phrase.of(
            "entry.archive_destroyed",
            entries=row.entries, month=month.words, file=path.name, signed=list(signed),
        )  # fmt: skip
        if by:
            detail = Phrase.of("entry.by", what=detail, person=by)
        body = {
            "month": str(month), "file": path.name, "sha256": row.sha256, "entries": row.entries,
            "signed": list(signed),
        }  # fmt: skip
        (entry,) = append(HOUSE, [Draft(kind=DESTROYED, body=body, detail=detail)], at=at, head=head)
        path.unlink()
    return Destroyed(month, path, row.sha256, row.entries, entry.seq)


def was_destroyed(month: Month) -> bool:
    """Whether the month's file, or a copy of it, was destroyed because its retention time was over."""
    return Entry.objects.filter(chain=HOUSE, kind=DESTROYED, body__contains=f'"month":"{month}"').exists()
