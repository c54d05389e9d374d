"""What should be on the table according to the float's books, and what was won according to the counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from casino.money import Cents
from tables.float.models import Exchange, Session, Slip
from tables.models import Table


@dataclass(frozen=True, slots=True)
class Balance:
    """How the chips of a session moved, in cents. ``win`` is that of the recorded rounds."""

    opening: Cents
    fills: Cents
    credits: Cents
    cash: Cents
    """Cash taken for chips, now in the drop box."""
    win: Cents

    @property
    def expected(self) -> Cents:
        """The chips that should be in the float (cents): the opening float, plus fills, less credits, less what was
        sold for cash, plus what the recorded rounds won."""
        return self.opening + self.fills - self.credits - self.cash + self.win

    def counted_win(self, closing: Cents, drop: Cents | None = None) -> Cents:
        """The win by the count (cents): the closing float, credits and drop, less the opening float and fills."""
        return closing + self.credits + (self.cash if drop is None else drop) - self.opening - self.fills


def balance(session: Session, table: Table) -> Balance:
    """The current balance of a session. `table` is its row, which has the win of the open session."""
    return of(session, session.slips.all(), session.exchanges.all(), win_now(session, table))


def of(session: Session, slips: Iterable[Slip], exchanges: Iterable[Exchange], win: Cents) -> Balance:
    """The balance from its parts."""
    moved = [slip for slip in slips if slip.moved]
    return Balance(
        opening=session.opening.total,
        fills=sum(slip.amount for slip in moved if slip.kind == Slip.Kind.FILL),
        credits=sum(slip.amount for slip in moved if slip.kind == Slip.Kind.CREDIT),
        cash=sum(exchange.cash for exchange in exchanges),
        win=win,
    )


def win_now(session: Session, table: Table) -> Cents:
    """What the recorded rounds of the session have won, in cents; 0 before it opens."""
    if session.closed_at is not None:
        return session.win
    return table.win if session.opened_at is not None else 0
