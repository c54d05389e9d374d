"""The books of a tournament. Each event has the moves of money between accounts, so the accounts always add up to
zero; the accounts that must be empty at the end are what the tournament still owes.

``players`` is what players paid in (below 0: more than they got back), ``house`` the operator's own money, ``kept``
the operator's part of the fees, ``pool`` prize money, ``chips`` what pays for tournament chips that have a value,
``prizes`` what has been awarded and not yet paid. Everything is in cents.
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
    """The balance of each account, in cents."""

    players: Cents = 0
    house: Cents = 0
    kept: Cents = 0
    pool: Cents = 0
    chips: Cents = 0
    prizes: Cents = 0

    @property
    def balanced(self) -> bool:
        """Whether no money was lost: the accounts add up to zero, and no pot of the players' money is overdrawn."""
        whole = self.players + self.house + self.kept + self.pool + self.chips + self.prizes
        return whole == 0 and min(self.kept, self.pool, self.prizes) >= 0


def posted(books: Books, moves: Iterable[Move]) -> Books:
    """The books after the moves."""
    for move in moves:
        taken = {move.source: getattr(books, move.source) - move.cents}
        books = replace(books, **taken)
        books = replace(books, **{move.to: getattr(books, move.to) + move.cents})
    return books


def moves(*each: tuple[Account, Account, Cents]) -> tuple[Move, ...]:
    """The moves whose amount is not zero."""
    return tuple([Move(source, to, cents) for source, to, cents in each if cents])


def bought_for(conditions: Conditions) -> Account:
    """The account that buy-ins go to: chips if these have a value, otherwise the pool."""
    return "chips" if conditions.cents_a_chip else "pool"


def entry_moves(conditions: Conditions, kept: Cents, fee: Cents, buy_in: Cents) -> tuple[Move, ...]:
    """The moves when a fee and a buy-in are received."""
    return moves(
        ("players", "pool", fee - kept),
        ("players", "kept", kept),
        ("players", bought_for(conditions), buy_in),
    )


def refund_moves(conditions: Conditions, refund: Refund, kept: Cents, fee: Cents) -> tuple[Move, ...]:
    """The moves when money is refunded to an entrant. The operator's part of the fee is used last: it is kept even
    on a withdrawal, as far as the refund leaves any of it."""
    from_pool = min(refund.fee, fee - kept)
    return moves(
        ("pool", "players", from_pool),
        ("kept", "players", refund.fee - from_pool),
        (bought_for(conditions), "players", refund.buy_in),
    )


def prizes_of(
    prizes: tuple[Prize, ...], pool: Cents, left_over: str
) -> tuple[tuple[Cents, ...], Cents, Cents]:
    """What each place gets from the pool, what the house adds to the pool, and what is left over for the operator;
    in cents.

    A share is rounded down to the cent. The remainder goes to the first place, or to the operator if the conditions
    say so; cents left by rounding always go to the first place.
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
    """The amount (cents) in that many parts, as equal as whole cents allow, larger ones first."""
    part, rest = divmod(amount, number)
    return tuple([part + (place < rest) for place in range(number)])
