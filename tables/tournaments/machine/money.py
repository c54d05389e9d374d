"""The books of a tournament. Each event carries the money that it moves from one account to another, so that the
accounts always add up to nothing; what must be empty at the end is what the tournament still owes.

``players`` is what players paid in (below 0: more than they got back), ``house`` the operator's own money, ``kept`` the
operator's part of the fees, ``pool`` prize money, ``chips`` what pays for tournament chips that have a value,
``prizes`` what is awarded and not yet paid. All in cents.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from casino.money import Cents
from tables.tournaments.machine.base import Move
from tables.tournaments.machine.conditions import Conditions, Prize, Refund

Account = Literal["players", "house", "kept", "pool", "chips", "prizes"]
ACCOUNTS: Final[tuple[Account, ...]] = ("players", "house", "kept", "pool", "chips", "prizes")
WHOLE: Final = 10_000


class Books(Struct, frozen=True, omit_defaults=True):
    """What lies in each account, in cents."""

    players: Cents = 0
    house: Cents = 0
    kept: Cents = 0
    pool: Cents = 0
    chips: Cents = 0
    prizes: Cents = 0

    @property
    def balanced(self) -> bool:
        """Whether nothing was lost: the accounts add up to nothing, and no pot of the players' money is overdrawn."""
        whole = self.players + self.house + self.kept + self.pool + self.chips + self.prizes
        return whole == 0 and min(self.kept, self.pool, self.prizes) >= 0

    @property
    def owing(self) -> Cents:
        """What is still to be paid out or settled before the books can be closed."""
        return abs(self.pool) + abs(self.chips) + abs(self.prizes)


def posted(books: Books, moves: Iterable[Move]) -> Books:
    """The books after the moves."""
    for move in moves:
        taken = {move.source: getattr(books, move.source) - move.cents}
        books = replace(books, **taken)
        books = replace(books, **{move.to: getattr(books, move.to) + move.cents})
    return books


def moves(*each: tuple[Account, Account, Cents]) -> tuple[Move, ...]:
    """The moves that are of any money."""
    return tuple([Move(source, to, cents) for source, to, cents in each if cents])


def bought_for(conditions: Conditions) -> Account:
    """Where buy-ins go: they buy chips that have a value, or else are prize money."""
    return "chips" if conditions.cents_a_chip else "pool"


def entry_moves(conditions: Conditions, kept: Cents, fee: Cents, buy_in: Cents) -> tuple[Move, ...]:
    """A fee and a buy-in received."""
    return moves(
        ("players", "pool", fee - kept),
        ("players", "kept", kept),
        ("players", bought_for(conditions), buy_in),
    )


def refund_moves(conditions: Conditions, refund: Refund, kept: Cents, fee: Cents) -> tuple[Move, ...]:
    """Money given back to an entrant. The operator's part of the fee is touched last: it is kept, withdrawal or not, as
    far as the refund leaves any of it."""
    from_pool = min(refund.fee, fee - kept)
    return moves(
        ("pool", "players", from_pool),
        ("kept", "players", refund.fee - from_pool),
        (bought_for(conditions), "players", refund.buy_in),
    )


def prizes_of(
    prizes: tuple[Prize, ...], pool: Cents, left_over: str
) -> tuple[tuple[Cents, ...], Cents, Cents]:
    """What each place gets of the pool; what the house adds to it; and what it has left over for the operator.

    A share is rounded down to the cent. What remains goes to the first place, or to the operator where the conditions
    say so; cents that only rounding leaves go to the first place always.
    """
    shared = bool(prizes and prizes[0].share)
    if shared:
        amounts = [pool * prize.share // WHOLE for prize in prizes]
        amounts[0] += pool - sum(amounts)
        return tuple(amounts), 0, 0
    amounts = [prize.cents for prize in prizes]
    rest = pool - sum(amounts)
    if rest > 0 and left_over == "first":
        amounts[0] += rest
        rest = 0
    return tuple(amounts), max(0, -rest), max(0, rest)


def divided(amount: Cents, number: int) -> tuple[Cents, ...]:
    """The amount in so many parts, as equal as whole cents allow, the larger ones first."""
    part, rest = divmod(amount, number)
    return tuple([part + (place < rest) for place in range(number)])
