"""Searches that a reviewer saves under a name."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from urllib.parse import parse_qsl, urlencode

from casino.refusals import Refusal
from casino.staff.models import Staff
from rounds.models import SavedSearch
from rounds.surveillance.find.search import FIELDS

MOST: Final = 50
LONGEST: Final = 60


def of(person: Staff) -> list[SavedSearch]:
    """The searches of a person, by name."""
    return list(SavedSearch.objects.filter(owner=person.number)[:MOST])


def keep(name: str, query: str, *, by: Staff, at: datetime) -> SavedSearch:
    """Save a search under a name, replacing one with the same name. Raises Refusal."""
    name = name.strip()
    if not name or len(name) > LONGEST or not name.isprintable():
        raise Refusal("saved_search.name")
    pairs = [(field, value) for field, value in parse_qsl(query[:4000]) if field in (*FIELDS, "what")]
    mine = SavedSearch.objects.filter(owner=by.number)
    if not mine.filter(name=name).exists() and mine.count() >= MOST:
        raise Refusal("saved_search.too_many", most=MOST)
    row, _ = SavedSearch.objects.update_or_create(
        owner=by.number, name=name, defaults={"query": urlencode(pairs)[:1000], "at": at}
    )
    return row


def forget(number: int, *, by: Staff) -> None:
    """Delete a search from the person's own list."""
    SavedSearch.objects.filter(pk=number, owner=by.number).delete()
