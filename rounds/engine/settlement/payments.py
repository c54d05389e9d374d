"""Payments of winning wagers, in chips that the float can make."""

from fractions import Fraction

from msgspec.structs import replace

from casino.money import Cents, Odds
from casino.rulebooks import Rules
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Stake
from rounds.engine.settlement.result import Result
from rounds.engine.setup import Sign, chips_of, float_of
from rounds.engine.state import State


def payment(rules: Rules, state: State, stake: Cents, odds: Odds, sign: Sign | None = None) -> Cents:
    """What the house adds to a winning stake, in cents that the float's chips can make, rounded once by the book's
    rule (VIC03-6.2.3, ACT96-20.10). ``sign`` is the bet's own sign, if it is not the main bet."""
    chips = float_of(state.setup.chips)
    how = rules.unpayable.value
    if how in ("next_multiple", "lower_multiple"):
        sign = sign or state.setup.main_sign
        least, multiple = sign.minimum, sign.multiple
        if how == "next_multiple" and multiple and stake > least:
            stake = least + -(-(stake - least) // multiple) * multiple
    whole, part = divmod(stake * odds.win, odds.stake)
    if not part and chips.can_pay(whole):
        return whole
    exact: Fraction = odds.pay(stake)
    if how == "exact":
        return -(-exact.numerator // exact.denominator)  # less than a cent cannot be paid
    if how == "lower_multiple" and stake > least and stake % least:
        if rules.lower_multiple_of.value == "payment":
            return chips.lower_payable(exact - exact % least)
        return chips.lower_payable(odds.pay(stake - stake % least))
    return chips.next_payable(exact)


def win(
    rules: Rules, state: State, result: Result, odds: Odds, amount: Cents, sign: Sign | None = None
) -> Result:
    """The result as a win at ``odds`` on ``amount`` cents, with the chips of its payment."""
    pays = payment(rules, state, amount, odds, sign)
    chips = chips_of(state.setup.chips, pays)
    return replace(result, result="win", odds=str(odds), pays=pays, chips=chips)


def result_of(box: Box, number: int, stake: Stake, result: str, clause: str, takes: Cents = 0) -> Result:
    """The result of a stake on hand ``number``, with what the house takes of it in cents."""
    return Result(box.number, number, stake.player, stake.bet, stake.money, result, clause, takes=takes)
