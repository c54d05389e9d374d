"""Tournament entries won by side bets: read from the rows of the rounds, so that nothing is stored twice.

Who won an entry, when, where, with which cards and how large a wager is in the rounds and in the ledger; its number
is its place among all of them (VIC03-13.8.1-T1-N1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from casino.money import Cents
from rounds.models import Hand, Wager
from rounds.play import editions
from tables.tournaments.signals import Won


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """One entry won. ``number`` counts all entries that the house has ever had, from 1."""

    number: int
    bet: str
    player: str
    table: str
    round_no: int
    at: datetime
    box: int
    cards: str
    wager: Cents


def entries_won(book: str, bet: str, scale: str, **_: object) -> int:
    """The number of entries won by wagers on that bet and scale."""
    return _winners(book, bet, scale).count()


def entries_of(book: str, bet: str) -> Iterator[TournamentEntry]:
    """Every entry won by wagers on the bet, in the order in which they were won."""
    rows = (
        _winners(book, bet)
        .select_related("round__table")
        .order_by("round__opened_at", "round_id", "box", "player")
    )
    for number, row in enumerate(rows, start=1):
        hand = Hand.objects.filter(round_id=row.round_id, box=row.box, hand=1).first()
        yield TournamentEntry(
            number=number,
            bet=bet,
            player=row.player,
            table=row.round.table.code,
            round_no=row.round.round_no,
            at=row.round.collected_at or row.round.opened_at,
            box=row.box,
            cards=hand.cards if hand is not None else "",
            wager=row.effective,
        )


def won_for_series(book: str, bet: str, **_: object) -> list[Won]:
    """Every entry won by wagers on the bet, for the tournament desk."""
    won = list(entries_of(book, bet))
    at_box = Counter((entry.table, entry.round_no, entry.box) for entry in won)
    return [
        Won(
            f"{entry.table}/{entry.round_no} box {entry.box}"
            # Several players on a box have each won an entry.
            + (f" {entry.player}" if at_box[entry.table, entry.round_no, entry.box] > 1 else ""),
            entry.player,
            entry.number,
        )
        for entry in won
    ]


def _winners(book: str, key: str, of_scale: str = "") -> QuerySet[Wager]:
    """The wagers paid by a line that earned an entry under the rules of their round, on that scale or on any
    scale."""
    earning: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for edition in editions.every():
        bet = edition.every_side_bet.get(key)
        if bet is None or edition.rules.book != book:
            continue
        for scale in bet.scales:
            odds = tuple([str(line.odds) for line in scale.lines if line.earns])
            if odds and of_scale in ("", scale.name):
                earning.setdefault((scale.name, odds), []).append(str(edition))
    earned = Q(pk__in=())
    for (name, odds), names in earning.items():
        offered = Q(round__setup__offers__contains=[{"bet": key, "scale": name}])
        earned |= Q(offered, odds__in=odds, round__setup__edition__in=names)
    # Play inside a tournament is for tournament chips, which win no further entry (VIC03-13.9.2).
    won = Wager.objects.filter(earned, bet=key, result="win")
    return won.filter(round__tournament="").exclude(round__phase="void")
