"""What a player who only draws and stands pays for a game, by enumeration: no line of it is the engine's.

Cards come as from an endless shoe, every rank as likely whatever was dealt before, so the player's and the
dealer's hands are independent once the dealer's first card is known. Beside eight packs that moves the edge by
some hundredths of a per cent, far less than what a few ten thousand rounds can tell.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

RANKS = "A23456789TJQK"


@dataclass(frozen=True)
class Game:
    """The rules that matter to a player who neither doubles nor splits, as the book has them."""

    dealer_stands_soft: int = 17
    ranks: str = RANKS
    natural_pays: Fraction = Fraction(3, 2)
    natural_always_paid: bool = False
    dealer_natural_beats_21: bool = True
    push_on: int = 0
    """A dealer total above 21 that wins nothing for the player."""
    wins_at_21: bool = False
    five_cards: bool = False
    """Five cards win at once, and no hand has more."""
    long_21: tuple[tuple[int, Fraction], ...] = ()
    """What a 21 of that many cards pays; the last for more cards as well."""
    named_21: bool = False
    """6-7-8 and 7-7-7 pay 3:2, of one suit 2:1, of spades 3:1; suited sevens against a seven 50 units more."""
    least_to_stand: int = 0


@dataclass(frozen=True)
class Player:
    """Stands on these totals."""

    hard: int
    soft: int


def value(rank: str) -> int:
    return 1 if rank == "A" else 10 if rank in "TJQK" else int(rank)


@lru_cache(None)
def total_of(ranks: str) -> tuple[int, bool]:
    low = sum(map(value, ranks))
    soft = "A" in ranks and low <= 11
    return (low + 10 if soft else low), soft


def hands(game: Game, hard: int, soft: int, start: str = "", most: int = 99) -> Iterator[tuple[str, float]]:
    """Every hand that drawing to these totals ends with, as its ranks in order, with its chance."""
    waiting = [(start, 1.0)]
    while waiting:
        ranks, chance = waiting.pop()
        total, is_soft = total_of(ranks)
        done = len(ranks) >= 2 and (total >= (soft if is_soft else hard) or len(ranks) >= most)
        if done:
            yield ranks, chance
            continue
        for worth in sorted(set(map(value, game.ranks))):
            alike = [rank for rank in game.ranks if value(rank) == worth]
            waiting.append((ranks + alike[0], chance * len(alike) / len(game.ranks)))


def dealer_ends(game: Game, first: str) -> dict[tuple[int, bool], float]:
    """The dealer's totals, with whether it is an ace and a ten, and their chances."""
    ends: dict[tuple[int, bool], float] = defaultdict(float)
    for ranks, chance in hands(game, 17, game.dealer_stands_soft, first):
        total = total_of(ranks)[0]
        ends[total, is_natural(ranks)] += chance
    return ends


def named_odds(ranks: str) -> Fraction:
    """What 6-7-8 or 7-7-7 pays on average over the suits of an endless shoe, other 21s of three cards evens."""
    if ranks not in ("678", "777"):
        return Fraction(1)
    spades, one_suit = Fraction(1, 64), Fraction(3, 64)
    return spades * 3 + one_suit * 2 + (1 - spades - one_suit) * Fraction(3, 2)


def paid_at_once(game: Game, ranks: str, first: str) -> float | None:
    """What a hand wins whatever the dealer gets; None where the dealer decides."""
    total = total_of(ranks)[0]
    if is_natural(ranks):
        return float(game.natural_pays) if game.natural_always_paid else None
    if game.wins_at_21 and total == 21:
        odds = [pays for cards, pays in game.long_21 if len(ranks) == cards]
        odds += [pays for cards, pays in game.long_21[-1:] if len(ranks) > cards]
        if len(ranks) == 3 and game.named_21:
            bonus = 50 / 16 if ranks == "777" and first == "7" else 0
            return float(named_odds(ranks)) + bonus
        return float(max(odds, default=Fraction(1)))
    if game.five_cards and len(ranks) == 5 and total < 21:
        return 1.0
    return None


def is_natural(ranks: str) -> bool:
    return len(ranks) == 2 and total_of(ranks)[0] == 21


def against(game: Game, total: int, dealer: dict[tuple[int, bool], float]) -> float:
    """What a finished hand, no Blackjack, wins on average from a dealer whose totals have these chances."""
    if total > 21:
        return -1.0
    won = 0.0
    for (end, dealer_natural), chance in dealer.items():
        if dealer_natural and total == 21:
            won -= chance if game.dealer_natural_beats_21 else 0.0
        elif end == game.push_on:
            continue
        elif end > 21 or total > end:
            won += chance
        elif total < end:
            won -= chance
    return won


def edge(game: Game, player: Player) -> float:
    """The house's part of a wager."""
    hard = max(player.hard, game.least_to_stand)
    # Hands that come to the same are taken together: the order of the cards matters for nothing but 6-7-8.
    mine: dict[str, float] = defaultdict(float)
    for ranks, chance in hands(game, hard, player.soft, most=5 if game.five_cards else 99):
        mine["".join(sorted(ranks))] += chance
    won = 0.0
    for first in sorted(set(map(value, game.ranks))):
        alike = [rank for rank in game.ranks if value(rank) == first]
        dealer = dealer_ends(game, alike[0])
        against_all = {total: against(game, total, dealer) for total in range(4, 23)}
        for ranks, chance in mine.items():
            worth = paid_at_once(game, ranks, alike[0])
            if worth is None and is_natural(ranks):
                worth = float(game.natural_pays) * (1 - dealer[21, True])
            if worth is None:
                worth = against_all[min(total_of(ranks)[0], 22)]
            won += worth * chance * len(alike) / len(game.ranks)
    return -won
