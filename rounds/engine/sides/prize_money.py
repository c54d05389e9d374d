"""The amount of the button's prize, and what a winner gets instead if the equipment has failed."""

from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from casino.money import Cents, Odds
from casino.rulebooks import Rules
from rounds.engine.layout.wager import Wager
from rounds.engine.settlement.payments import win
from rounds.engine.settlement.result import Result
from rounds.engine.setup import float_of
from rounds.engine.sides.offered import ActiveSideBet
from rounds.engine.state import State

DOLLAR: Final[Cents] = 100
"""The stake, in cents, for which a prize is shown."""


def odds_of(per_dollar: Cents) -> Odds:
    """A prize per dollar wagered, as odds, so that part dollars win in proportion."""
    part = Fraction(per_dollar, DOLLAR)
    return Odds(part.numerator, part.denominator)


def prize_won(
    rules: Rules, state: State, wager: Wager, offer: ActiveSideBet, result: Result
) -> Result | None:
    """The result of a winning wager with its selected prize; None while no prize is selected, unless the equipment
    failed in this round (NZ-16.12-S3, VIC03-11.7.3(b))."""
    bet, prizes = offer.bet, offer.scale.prizes
    assert prizes is not None, "asked of a bet whose scale has prizes"
    if wager.prize:
        clause = prizes.clause
        won = _at_odds(rules, state, wager, bet.key, replace(result, clause=clause), odds_of(wager.prize))
        if bet.stake_returned.value:
            return won
        return _paid(state, won, won.pays - wager.effective)
    if bet.key not in state.failed:
        return None
    result = replace(result, clause=bet.fails_at.clause)
    how = bet.fails_at.value
    if how == "least":
        return _at_odds(rules, state, wager, bet.key, result, odds_of(prizes.least))
    if how == "per_dollar":
        return _at_odds(rules, state, wager, bet.key, result, odds_of(bet.failure_pays))
    return _paid(state, result, state.setup.sign(bet.key).minimum if how == "minimum" else bet.failure_pays)


def _at_odds(rules: Rules, state: State, wager: Wager, key: str, result: Result, odds: Odds) -> Result:
    return win(rules, state, result, odds, wager.effective, state.setup.sign(key))


def _paid(state: State, result: Result, exact: Cents) -> Result:
    chips = float_of(state.setup.chips)
    pays = chips.next_payable(exact)
    return replace(result, result="win", pays=pays, chips=chips.break_down(pays) or ())
