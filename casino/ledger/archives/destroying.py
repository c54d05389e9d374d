"""Destroying the file of an archived month whose time is over. Its digest, and the hashes before and after its entries,
stay in the house chain, so that the chains go on across it; what was in it is gone."""

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
"""The kind of the house's entry about it."""


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A file that was destroyed."""

    month: Month
    path: Path
    sha256: str
    entries: int
    seq: int
    """The entry of the house chain that says so."""


def month_of(path: Path) -> Month:
    """The archived month that this file is of. Raises BadArchive for a file that the record does not name, and Refusal
    for a month whose entries are in the database."""
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
    """Record that the file is destroyed, by whom and who had `signed` for the end of its month, and remove it. Of a
    copy the same is recorded again. Raises as `month_of`; OSError, with nothing recorded, where the file cannot be
    removed."""
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
    """Whether the file of the month, or a copy of it, was destroyed because its time was over."""
    return Entry.objects.filter(chain=HOUSE, kind=DESTROYED, body__contains=f'"month":"{month}"').exists()
