"""Where the entries of a series come from: wagers that won one, each valid for one tournament (VIC03-13.9.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from casino.refusals import Refusal
from tables.tournaments.models import Tournament
from tables.tournaments.signals import Won, entries_of_series

CARRIED_OVER: Final = "waiting"
"""The status of an entry that waits for the next tournament of its series (VIC03-13.9.3)."""


@dataclass(frozen=True, slots=True)
class Source:
    """An entry that was won and has not been used."""

    place: str
    player: str
    words: str


def open_sources(tournament: Tournament) -> list[Source]:
    """The entries that were won and are in no tournament, oldest first."""
    used = _used(tournament)
    return [
        Source(
            won.place,
            won.player,
            f"{won.number}: {won.player}, {won.place}",
        )
        for won in _won(tournament)
        if won.place not in used
    ]


def check_source(tournament: Tournament, place: str, player: str) -> None:
    """Raises Refusal for an entry that nobody won there, that another player won, or that is already used."""
    series = tournament.state.rules.series
    if series is None:
        return
    won = next((won for won in _won(tournament) if won.place == place), None)
    if won is None:
        raise Refusal("tournament.nobody_won", series.entrants, source=place[:40])
    if won.player.upper() != player.strip().upper():
        raise Refusal("tournament.won_by_other", series.entrants, source=place, player=won.player)
    if place in _used(tournament):
        raise Refusal("tournament.source_used", series.entrants, source=place)


def _won(tournament: Tournament) -> list[Won]:
    series = tournament.state.rules.series
    if series is None:
        return []
    return entries_of_series.first(book=tournament.book, bet=series.side_bet.value) or []


def _used(tournament: Tournament) -> set[str]:
    """The places whose entries are in this tournament, or in another one without waiting there."""
    used: set[str] = set()
    for other in Tournament.objects.filter(series=tournament.series):
        same = other.pk == tournament.pk
        used |= {
            entry.source
            for entry in other.state.entries
            if entry.status != "withdrawn"
            and (same or entry.status != CARRIED_OVER)
            and other.phase != "cancelled"
        }
    return used
