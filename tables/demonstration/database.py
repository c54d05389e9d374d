"""Whether the database is the demonstration's own, since its people have published PINs and programs deal at its
tables.

It is if the demonstration started the database server itself and was the first to write into it, as the record's
first entry says. CASINO_DEMO=1 alone is not enough to write into another database.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import CommandError
from django.db import transaction
from django.utils import timezone

from casino import ledger
from casino.ledger import Entry
from casino.staff.models import Staff
from casino.words import Phrase
from tables.models import Table

KIND = "demonstration"

_throwaway: list[bool] = []


@contextmanager
def throwaway() -> Iterator[None]:
    """For programs that create a database and drop it at the end, such as `bench`: it has nobody else's people."""
    _throwaway.append(True)
    try:
        yield
    finally:
        _throwaway.pop()


def begin() -> None:
    """Write into the record of an empty database that it is the demonstration's."""
    if not _begun() and not Staff.objects.exists() and not Entry.objects.exists():
        detail = Phrase.of("entry.demonstration")
        with transaction.atomic():
            ledger.append(ledger.HOUSE, [ledger.Draft(kind=KIND, detail=detail)], at=timezone.now())


def why_foreign() -> str:
    """Why this database is not the demonstration's; "" if it is, or is empty."""
    if _throwaway:
        return ""
    if not settings.DEMO:
        return "This is for the demonstration only: set CASINO_DEMO=1, or use make demo."
    if not settings.DEMO_DATABASE:
        return (
            "DATABASE_URL names a database of yours. The demonstration, with its published PINs, lives in a server of "
            "its own: leave DATABASE_URL out."
        )
    if not _begun() and (Staff.objects.exists() or Table.objects.exists() or Entry.objects.exists()):
        return (
            "This database was not made by the demonstration: it has people, tables or a record of its own. Give the "
            "demonstration a folder of its own (CASINO_VAR), or throw its old data away (make demo-reset)."
        )
    return ""


def require() -> None:
    """Raises CommandError unless this is the demonstration on its own database."""
    if why := why_foreign():
        raise CommandError(why)


def _begun() -> bool:
    return Entry.objects.filter(chain=ledger.HOUSE, seq=1, kind=KIND).exists()
