"""What a session won and lost by gaming day, shift and dealer: summed from its rounds, stored when it closes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from casino.money import Cents
from tables.float.days import gaming_day, shift_of
from tables.float.models import Session, Tally
from tables.float.round_figures import RoundFigures
from tables.float.signals import rounds_dealt
from tables.float.theo_variance import variance_of
from tables.models import Table


def dealt(session: Session) -> list[RoundFigures]:
    """The rounds of a session; empty before it opens."""
    if session.opened_at is None:
        return []
    rounds = rounds_dealt.first(code=session.table.code, after=session.after_round, last=session.last_round)
    return list(rounds or ())


@dataclass(slots=True)
class Sums:
    """The totals of some rounds, in cents, and their variance in cents squared."""

    rounds: int = 0
    handle: Cents = 0
    win: Cents = 0
    theo: float = 0.0
    variance: float = 0.0
    drop: Cents = 0
    bets: dict[str, list[int]] = field(default_factory=dict)

    def add(self, other: Sums | Tally) -> None:
        """Add the other sums to these."""
        self.rounds += other.rounds
        self.handle += other.handle
        self.win += other.win
        self.theo += other.theo
        self.variance += other.variance
        self.drop += other.drop


def of_round(session: Session, edges: Mapping[str, float], figures: RoundFigures) -> Sums:
    """The sums of one round. A bet without a known edge adds nothing to theo."""
    sums = Sums(rounds=1, handle=figures.handle, win=figures.win)
    for name, (_, _, base, squares) in figures.bets.items():
        sums.theo += base * edges.get(name, 0.0)
        sums.variance += variance_of(session.book, session.game, session.decks, name).of_round(base, squares)
    return sums


def edges_of(session: Session) -> Mapping[str, float]:
    """The edge of every bet in a session; for an open one, the table's."""
    return session.edges if session.closed_at is not None else session.table.edges


def sums_of(session: Session) -> dict[tuple[date, str, str], Sums]:
    """The sums of a session by (gaming day, shift, dealer), drop included, worked out from its rounds."""
    by_shift: dict[tuple[date, str, str], Sums] = defaultdict(Sums)
    edges = edges_of(session)
    for figures in dealt(session):
        by_shift[gaming_day(figures.at), shift_of(figures.at), figures.dealer].add(
            of_round(session, edges, figures)
        )
    for exchange in session.exchanges.all():
        if exchange.cash:
            by_shift[gaming_day(exchange.at), shift_of(exchange.at), exchange.dealer].drop += exchange.cash
    return by_shift


def keep(session: Session, table: Table) -> list[Tally]:
    """Store the tallies of a session that is closing, and return them."""
    session.table = table
    return Tally.objects.bulk_create(
        [
            Tally(
                session=session, table=table, day=day, shift=shift, dealer=dealer, rounds=sums.rounds,
                handle=sums.handle, win=sums.win, theo=sums.theo, variance=sums.variance, drop=sums.drop,
            )
            for (day, shift, dealer), sums in sums_of(session).items()
        ]
    )  # fmt: skip
