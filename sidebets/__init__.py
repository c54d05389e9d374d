"""The side bets of the books, one module each: who may place them, what they look at, when they settle, what they
pay. Pure: no framework, no input or output, no clock, no randomness."""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from casino.rulebooks import RuleBookError
from casino.rulebooks.rule import read_as
from sidebets import (
    any_pair,
    buster,
    house_money,
    let_it_ride,
    lucky_lucky,
    lucky_match,
    madness_21,
    magnificent_sevens,
    over_under_13,
    perfect_pairs,
    pontoon_pandemonium,
    push_22,
    super_sevens,
    top_3,
    twenty_one_plus_three,
)
from sidebets.afterwards import Bonus, Button, OnSplitHands, Riding
from sidebets.bet import LOSE, OPEN, Line, Prizes, Scale, Seen, SideBet
from sidebets.read_otherwise import by_amount, paid_for_all

__all__ = [
    "LOSE",
    "OPEN",
    "Bonus",
    "Button",
    "Line",
    "OnSplitHands",
    "Prizes",
    "Riding",
    "Scale",
    "Seen",
    "SideBet",
    "side_bets",
    "side_bets_of_book",
]

# In each book's own order, in which the bets at a table are settled one after another.
_MODULES: Final = (
    over_under_13,
    super_sevens,
    madness_21,
    pontoon_pandemonium,
    magnificent_sevens,
    perfect_pairs,
    any_pair,
    house_money,
    let_it_ride,
    lucky_match,
    lucky_lucky,
    buster,
    push_22,
    twenty_one_plus_three,
    top_3,
)
EVERY: Final[tuple[SideBet, ...]] = tuple(bet for module in _MODULES for bet in module.BETS)

Pairs = tuple[tuple[str, str], ...]


@lru_cache(maxsize=256)
def side_bets(book: str, game: str = "blackjack", readings: Pairs = ()) -> dict[str, SideBet]:
    """The side bets that may be offered with a game, by key, in the book's order.

    ``readings`` name a decision as ``bet.decision`` (``perfect_pairs.excludes``) and one of its readings as text;
    names without a dot belong to the game's rules and are skipped. Raises RuleBookError for a decision that has only
    one reading, and for an unknown reading.
    """
    bets = side_bets_of_book(book, readings)
    return {key: bet for key, bet in bets.items() if game in bet.games.value}


@lru_cache(maxsize=64)
def side_bets_of_book(book: str, readings: Pairs = ()) -> dict[str, SideBet]:
    """Every side bet of a book, whatever the game; otherwise as `side_bets`."""
    bets = {bet.key: bet for bet in EVERY if bet.book == book}
    for name, value in readings:
        key, dot, decision = name.partition(".")
        if dot:
            if key not in bets:
                raise RuleBookError("rule_book.no_side_bet", book=book, bet=key)
            bets[key] = _read_as(bets[key], decision, value)
    return bets


def _read_as(bet: SideBet, decision: str, value: str) -> SideBet:
    rule = read_as(bet.rules().get(decision), f"{bet.key}.{decision}", value)
    group, dot, name = decision.rpartition(".")
    changed: dict[str, Any] = {name: rule}
    if dot:
        changed = {group: replace(getattr(bet, group), **changed)}
    elif name == "judged":
        changed["outcome"] = dict(bet.judges)[rule.value]
    elif name == "highest_only" and not rule.value:
        return paid_for_all(replace(bet, highest_only=rule))
    elif name == "drawn_over" and rule.value == "amounts":
        changed["scales"] = tuple([by_amount(scale) for scale in bet.scales])
    return replace(bet, **changed)
