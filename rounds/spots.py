"""The spots of a layout: what each bet is called there, in full and in short, and what one tap lays on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from casino.money import Cents
from rounds.engine.setup import ANTE, INSURANCE, MAIN, SUPER_BONUS, Offered, Setup, Sign
from sidebets import SideBet, side_bets

NAMES: Final = {MAIN: "", ANTE: "ante", INSURANCE: "insurance", SUPER_BONUS: "Super Bonus"}
"""What the bets of the game itself are called; the wager on the hand needs no name."""
IN_ACTION: Final = "in_action"
"""What of a side bet and its payout stays in action is settled under this name, with the hand (NZ-15D.6)."""
SHORTEST: Final = 3
"""Characters of a title's only word that stand for it where the initials would be one letter."""


class Spot(NamedTuple):
    """The spot of one side bet."""

    bet: str
    title: str
    short: str
    """The title's initials, its numbers whole: ``PP``, ``M21``."""
    usual: Cents
    """What one tap lays where no amount is entered: the least that the sign takes; 0 where it names none."""
    anywhere: bool
    """Players of other boxes may wager on it."""
    rules: SideBet


def spots(setup: Setup) -> tuple[Spot, ...]:
    """The spots of the side bets that the table offers, in the book's order."""
    if not setup.offers:
        return ()
    return _spots(setup.book, setup.game, setup.readings, setup.offers, setup.signs)


@lru_cache(maxsize=64)
def _spots(
    book: str,
    game: str,
    readings: tuple[tuple[str, str], ...],
    offers: tuple[Offered, ...],
    signs: tuple[Sign, ...],
) -> tuple[Spot, ...]:
    offered = {one.bet for one in offers}
    least = {sign.bet: sign.minimum for sign in signs}
    return tuple(
        [
            Spot(
                bet=key,
                title=bet.title,
                short=initials(bet.title),
                usual=bet.exactly.value or least.get(key, 0),
                anywhere=bet.place.value == "any_box",
                rules=bet,
            )
            for key, bet in side_bets(book, game, readings).items()
            if key in offered
        ]
    )


@lru_cache(maxsize=256)
def initials(title: str) -> str:
    """A title in short: ``Perfect Pairs`` is PP, ``Madness 21`` M21, ``21+3`` itself, ``Buster`` Bus."""
    words = title.split()
    if len(words) == 1:
        return title if title[:1].isdigit() else title[:SHORTEST]
    return "".join(word if word[0].isdigit() else word[0].upper() for word in words)


def spot_of(setup: Setup, bet: str) -> Spot | None:
    """The spot of that bet; None where the table has none."""
    return next((spot for spot in spots(setup) if spot.bet == bet), None)


def bet_words(setup: Setup, bet: str) -> str:
    """A bet as people say it: ``Perfect Pairs``, ``hand 2``; empty for the only wager on the hand."""
    if bet in NAMES:
        return NAMES[bet]
    spot = spot_of(setup, bet)
    return spot.title if spot else bet.replace("_", " ")
