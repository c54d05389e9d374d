"""The last rounds of a table, one tap from their replay, for people who read the record."""

from __future__ import annotations

from dataclasses import dataclass

from casino.house_time import minutes
from casino.staff.access import admits
from casino.staff.models import Staff
from casino.staff.roles import RECORD_READERS
from rounds.models import Round
from rounds.read_model.felt.words import phase_words

MOST = 8


@dataclass(frozen=True, slots=True)
class LastRound:
    """A round as a link."""

    number: int
    time: str
    """When it was opened."""
    phase: str
    """Its phase, in words; "" once it is over."""


def last_rounds(code: str, person: Staff) -> list[LastRound]:
    """The last rounds, newest first; empty for a person who may not read the record."""
    if not admits(person, RECORD_READERS):
        return []
    rounds = Round.objects.filter(table__code=code).order_by("-round_no")[:MOST]
    return [
        LastRound(
            row.round_no,
            minutes(row.opened_at),
            "" if row.phase in ("collected", "void") else phase_words(row.phase),
        )
        for row in rounds
    ]
