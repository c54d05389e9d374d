"""Insurance and even money: each player's own choice, while the dealer's first card is an ace."""

from casino.money import Cents, dollars
from casino.rulebooks import Rules
from rounds.engine import commands as do
from rounds.engine import events as on
from rounds.engine.hands import blackjack
from rounds.engine.refusal import RuleViolation
from rounds.engine.state import Box, State
from rounds.engine.wagering import box_on_layout
from rounds.engine.waiting import Offer


def most_insurance(rules: Rules, state: State, box: Box, player: str) -> Cents:
    """The largest insurance of a player on a box, in cents: a part of what is in play of his own wager."""
    wager = box.wager_of(player)
    if wager is None:
        return 0
    part, of = rules.insurance_most.value
    return wager.effective * part // of


def window_open(state: State) -> bool:
    """Whether insurance and even money can still be had: between the initial deal and the first action of the
    further deal (VIC03-7.3.2(a))."""
    return (
        state.phase in ("insurance", "interim_settlement", "subsequent_deal")
        and not state.acted
        and state.dealer[0][0] == "A"
    )


def offers(rules: Rules, state: State) -> tuple[Offer, ...]:
    """What each player may still be offered, by box and place in the line."""
    if not window_open(state):
        return ()
    found: list[Offer] = []
    for box in state.boxes:
        for wager in box.wagers:
            player = wager.player
            most = most_insurance(rules, state, box, player)
            if most and not _no_insurance(rules, box, player):
                found.append(Offer(box.number, player, "insure", most, rules.steps.insurance_offer))
            if not _no_even_money(rules, box, player):
                found.append(
                    Offer(box.number, player, "even_money", wager.effective, rules.even_money.clause)
                )
    return tuple(found)


def _insured(box: Box, player: str) -> bool:
    return any(one.player == player for one in box.insurance)


def _no_insurance(rules: Rules, box: Box, player: str) -> str:
    """Why a player on the box may not insure, or nothing."""
    if _insured(box, player):
        return "has insured already"
    if player in box.even_money and not rules.even_money_with_insurance.value:
        return "takes even money"
    if not rules.insurance_on_blackjack.value and blackjack(rules, box.hands[0]):
        return "holds a Blackjack"
    return ""


def _no_even_money(rules: Rules, box: Box, player: str) -> str:
    """Why a player on the box may not have even money, or nothing."""
    if not rules.even_money.value:
        return "is not offered it at this table"
    if box.hands[0].hidden or not blackjack(rules, box.hands[0]):
        return "shows no Blackjack"
    if player in box.even_money:
        return "has asked for it already"
    stake = box.hands[0].stake_of(player)
    if stake is None or not stake.base:
        return "has nothing in play"
    if _insured(box, player) and not rules.even_money_with_insurance.value:
        return "has insured"
    return ""


def _in_time(rules: Rules, state: State, what: str, placed: str, deadline: str) -> None:
    if state.phase in ("wagers", "initial_deal"):
        raise RuleViolation(
            placed,
            f"{what} is offered after the initial deal",
            "Deal both cards to every box first.",
            also=(rules.steps.insurance_offer,),
        )
    if not state.dealer or state.dealer[0][0] != "A":
        raise RuleViolation(
            placed,
            f"{what} needs an ace as the dealer's first card",
            "Play on.",
            also=(rules.steps.insurance_offer, deadline),
        )
    if not window_open(state):
        raise RuleViolation(
            deadline,
            f"the further deal has begun, {what} is over",
            "Play on.",
            also=(rules.steps.wager_locked,),
        )


def insure(rules: Rules, state: State, command: do.Insure) -> list[on.Event]:
    """An insurance wager of one player (VIC03-7.3.2), whoever decides for the box."""
    steps = rules.steps
    _in_time(rules, state, "insurance", steps.insurance_placed, steps.insurance_deadline)
    box = box_on_layout(rules, state, command.box)
    player = command.player
    if box.wager_of(player) is None:
        raise RuleViolation(
            steps.insurance_offer,
            f"player {player} has no wager on box {box.number}",
            "Insurance goes with a player's own wager.",
        )
    reason = _no_insurance(rules, box, player)
    if reason:
        raise RuleViolation(
            steps.wager_locked,
            f"player {player} {reason}",
            "Undo the tap if it was a slip.",
            also=(steps.insurance_offer,),
        )
    most = most_insurance(rules, state, box, player)
    if not 0 < command.amount <= most:
        raise RuleViolation(
            rules.insurance_most.clause,
            f"{dollars(command.amount)} is not from one cent to half of the wager, {dollars(most)}",
            f"Take up to {dollars(most)}.",
        )
    return [on.Insured(box=box.number, player=player, amount=command.amount, clause=steps.insurance_placed)]


def even_money(rules: Rules, state: State, command: do.EvenMoney) -> list[on.Event]:
    """A Blackjack paid one to one at its player's wish, final whatever the dealer draws (VIC03-7.4.1(b))."""
    clause = rules.even_money.clause
    _in_time(rules, state, "even money", clause, clause)
    box = box_on_layout(rules, state, command.box)
    if box.wager_of(command.player) is None:
        raise RuleViolation(
            clause, f"player {command.player} has no wager on box {box.number}", "Look again."
        )
    reason = _no_even_money(rules, box, command.player)
    if reason:
        raise RuleViolation(clause, f"player {command.player} {reason}", "Play on.")
    return [on.EvenMoneyAsked(box=box.number, player=command.player, clause=clause)]


def close(rules: Rules, state: State, command: do.CloseInsurance) -> list[on.Event]:
    """Every player has been asked; who did not insure is on record (VIC03-7.3.2)."""
    if state.phase != "insurance":
        raise RuleViolation(rules.steps.insurance_offer, "no insurance is open", "Go on with what is due.")
    without = tuple([(offer.box, offer.player) for offer in offers(rules, state) if offer.kind == "insure"])
    return [on.InsuranceClosed(without=without, clause=rules.steps.insurance_offer)]
