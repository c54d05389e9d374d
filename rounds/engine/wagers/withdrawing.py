"""Wagers that go back before the first card: withdrawn by their player, or refused by the dealer."""

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.layout.wager import Wager
from rounds.engine.setup import ANTE, INSURANCE
from rounds.engine.sides.offered import offer_of
from rounds.engine.sides.placing import payable as sides_payable
from rounds.engine.sides.placing import returned_with
from rounds.engine.state import State
from rounds.engine.wagers.calling import called_again, returned_wagers
from rounds.engine.wagers.commands import RefuseWager, WithdrawWager
from rounds.engine.wagers.events import WagerRefused, WagerWithdrawn
from rounds.engine.wagers.limits import limits_of, payable, under_minimum, warned_before
from rounds.engine.wagers.wagering import box_on_layout


def withdraw(rules: Rules, state: State, command: WithdrawWager) -> list[Event]:
    """A wager taken back: until the first card or the call, by the reading of the book."""
    wager = _removable(rules, state, command.box, command.player, command.bet)
    gone = WagerWithdrawn(
        box=command.box,
        player=wager.player,
        amount=wager.amount,
        bet=wager.bet,
        clause=rules.withdraw_until.clause,
    )
    ante = state.box(command.box).side_of(command.player, ANTE)
    if state.called and wager is ante:
        raise Refusal("ante.with_its_wager", rules.steps.ante)
    with_it = _gone_with(state, command.box, wager, WagerWithdrawn)
    if state.called and ante is not None and offer_of(state.setup, wager.bet) is None:
        # After the call nothing asks for what is missing, so the wager and its ante go together (NZ-18.5).
        back = WagerWithdrawn(
            box=command.box, player=wager.player, amount=ante.amount, bet=ANTE, clause=rules.steps.ante
        )
        with_it.append(back)
    return _removed(rules, state, [*with_it, gone])


def _gone_with(
    state: State, number: int, wager: Wager, how: type[WagerWithdrawn | WagerRefused]
) -> list[Event]:
    """The side wagers that go back with a main wager."""
    box = state.box(number)
    if not state.setup.offers or wager not in box.wagers:
        return []
    return [
        how(box=at, player=side.player, amount=side.amount, bet=side.bet, clause=clause)
        for at, side, clause in returned_with(state, box, wager)
    ]


def refuse(rules: Rules, state: State, command: RefuseWager) -> list[Event]:
    """The dealer hands a wager back, for one of the book's two reasons."""
    wager = _removable(rules, state, command.box, command.player, command.bet)
    offer = offer_of(state.setup, wager.bet)
    back = _goes_back(rules, state, command.box, wager)
    if offer is None:
        box = state.box(command.box)
        under = under_minimum(rules, state, box, wager.player, wager.bet, wager.amount)[0]
        exact = payable(rules, state, wager.amount)
    else:
        under = wager.amount < state.setup.sign(wager.bet).minimum
        exact = sides_payable(state.setup, offer, wager.amount)
    if back:
        clause = back
    elif under and (warned_before(state, wager.player) or rules.under_minimum_refusable.value):
        clause = rules.under_minimum.clause
    elif rules.unpayable_refusable.value and not exact:
        clause = rules.unpayable_refusable.clause
    else:
        raise Refusal(
            "wager.payable" if rules.unpayable_refusable.value else "wager.not_refusable",
            rules.unpayable_refusable.clause,
            amount=wager.amount,
        )
    gone = WagerRefused(
        box=command.box, player=wager.player, amount=wager.amount, bet=wager.bet, clause=clause
    )
    return _removed(rules, state, [*_gone_with(state, command.box, wager, WagerRefused), gone])


def _off_limits(rules: Rules, state: State, number: int, wager: Wager) -> bool:
    """Whether the wager is under its minimum, or over a maximum with others: only such a wager can be handed back."""
    box = state.box(number)
    if offer_of(state.setup, wager.bet) is None:
        minimum, maximum = limits_of(state, number, wager.player, wager.bet)
        lies = sum(laid.amount for laid in box.wagers)
    else:
        minimum, maximum = state.setup.sign(wager.bet).minimum, state.setup.sign(wager.bet).maximum
        lies = sum(side.amount for side in box.sides if side.bet == wager.bet)
    return wager.amount < minimum or lies > maximum


def _goes_back(rules: Rules, state: State, number: int, wager: Wager) -> str:
    """The clause under which the wager goes back before the call; empty if it may play."""
    if state.called or not _off_limits(rules, state, number, wager):
        return ""
    returned = (
        returned.treated
        for returned in returned_wagers(rules, state)
        if (returned.box, returned.player, returned.bet) == (number, wager.player, wager.bet)
    )
    return next(returned, "")


def _removable(rules: Rules, state: State, number: int, player: str, bet: str) -> Wager:
    box = box_on_layout(rules, state, number)
    wager = box.wager_of(player, bet) or box.side_of(player, bet)
    if wager is None and bet == INSURANCE and any(insured.player == player for insured in box.insurance):
        raise Refusal(
            "insurance.locked",
            rules.steps.optional_locked or rules.steps.wager_locked,
            also=(rules.steps.wager_locked,),
        )
    if wager is None:
        raise Refusal("wager.not_on_box", rules.steps.wager, player=player, bet=bet, box=number)
    if state.drawn:
        raise Refusal(
            "wager.locked_by_first_card",
            rules.steps.wager_locked,
            also=(rules.steps.wager_before_first_card, rules.unpayable_refusable.clause),
        )
    locked = rules.optional_locked_from.value
    locks = locked == "entry" or (locked == "call" and state.called)
    if offer_of(state.setup, bet) and locks and not _goes_back(rules, state, number, wager):
        raise Refusal(
            "wager.side_bet_locked", rules.optional_locked_from.clause, also=(rules.steps.wager_locked,)
        )
    if state.called and rules.withdraw_until.value == "call":
        raise Refusal("wager.locked_by_call", rules.withdraw_until.clause, also=(rules.steps.wager_locked,))
    return wager


def _removed(rules: Rules, state: State, gone: list[Event]) -> list[Event]:
    """The removal and, after the call, what it changes for the others on the box (VIC03-6.5)."""
    return [*gone, *called_again(rules, state, gone)] if state.called else gone
