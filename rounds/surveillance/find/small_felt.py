"""The felt of one round in small, for pages of lower rooms that speak of it."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from rounds.models import RoundFacts
from rounds.surveillance.facts import indexing
from rounds.surveillance.find.screen import rows_of
from rounds.surveillance.find.search import FindSearch

PATIENCE = 0.5
"""Seconds for which the page waits for what the rounds of the table have had since."""


def small_felt(code: str, round_no: int, **_: object) -> SafeString | None:
    """Answers `tables.signals.small_felt`."""
    indexing.catch_up_table(code, PATIENCE)
    facts = RoundFacts.objects.filter(table=code, round_no=round_no).first()
    if facts is None:
        return None
    (row,) = rows_of(FindSearch.parse({}, (), timezone.now()), [facts])
    return render_to_string("surveillance/find/_felt.html", {"row": row})
