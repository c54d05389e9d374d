"""Insurance and even money: each player's own choice while the dealer's first card is an ace."""

from typing import Final

from casino.cards import UNKNOWN
from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.hands import rules_for_wager
from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.insurance.events import EvenMoneyAsked, InsuranceClosed, InsuranceReturned, Insured
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import blackjack
from rounds.engine.settlement.events import Settled
from rounds.engine.settlement.result import Result
from rounds.engine.setup import INSURANCE, float_of
from rounds.engine.sides.riding import choices
from rounds.engine.state import State
from rounds.engine.tournament.stacks import in_reach
from rounds.engine.wagers.wagering import box_on_layout, refuse_excluded
from rounds.engine.waiting import PlayerOption


def most_insurance(rules: Rules, state: State, box: Box, player: str, bet: str) -> Cents:
    """The largest insurance on a player's wager, in cents: a part of what is in play on it or, by other readings, of
    all the player's wagers on the hand, or on every box, less the insurance already placed there."""
    wager = box.wager_of(player, bet)
    if wager is None:
        return 0
    counted, elsewhere = wager.effective, 0
    if rules.insurance_each.value == "first":
        if wager is not box.wager_of(player):
            return 0
        counted = sum(wager.effective for wager in box.wagers if wager.player == player)
    if rules.insurance_counts.value == "player":
        own = [wager for every in state.boxes for wager in every.wagers if wager.player == player]
        counted = sum(wager.effective for wager in own)
        elsewhere = sum(
            insured.amount
            for every in state.boxes
            for insured in every.insurance
            if insured.player == player and every.number != box.number
        )
    part, of = rules.insurance_most.value
    return max(0, counted * part // of - elsewhere)


def window_open(rules: Rules, state: State) -> bool:
    """Whether insurance and even money are still open: between the initial deal and the first action of the further
    deal (VIC03-7.3.2(a)), or its first card (UK-B24)."""
    if not state.dealer or state.dealer[0][0] != "A":
        return False
    if state.insurance_again:
        return len(state.dealer) == 1
    if state.dealer_missing:
        return False  # it had to be taken before the further deal (VIC03-7.3.2(a))
    if state.insurance_closed and any(held.card != UNKNOWN for held in state.held):
        return False  # everybody was asked, and the next card lies face up
    next_card = rules.insurance_until.value == "next_card"
    match state.phase:
        case "insurance" | "interim_settlement" | "surrender" | "subsequent_deal":
            pass
        case "initial_deal":
            if not choices(rules, state):  # complete: only a side bet's winnings wait for a decision
                return False
        case "dealer_draw" if next_card:
            pass  # the dealer has no second card yet, once every hand stands on its two cards
        case _:
            return False
    if next_card:
        return len(state.dealer) == 1 and not state.further_card
    return not state.acted


def even_money_open(rules: Rules, state: State) -> bool:
    """Whether even money is still open: as long as insurance, or until the dealer's second card
    (`OpenPoints.even_money_until`)."""
    if window_open(rules, state) or state.dealer_missing or rules.even_money_until.value != "dealers_card":
        return window_open(rules, state)
    further = state.phase in ("surrender", "subsequent_deal", "dealer_draw")
    return further and len(state.dealer) == 1 and state.dealer[0][0] == "A"


def dealer_shows_ace(rules: Rules, state: State) -> bool:
    """Whether the dealer's first card is an ace, against which insurance and even money are offered."""
    return bool(state.dealer) and state.dealer[0][0] == "A"


def offers(rules: Rules, state: State) -> tuple[PlayerOption, ...]:
    """What each player may still be offered, by box and place in the line."""
    if not dealer_shows_ace(rules, state):
        return ()  # the answer for most states that are asked
    insurance_open = window_open(rules, state)
    if not insurance_open and not even_money_open(rules, state):
        return ()
    options: list[PlayerOption] = []
    for box in state.boxes:
        if state.insurance_again and not rules.insured_once_broken.value and _broken(box):
            continue
        for wager in box.wagers:
            player, bet = wager.player, wager.bet
            most = most_insurance(rules, state, box, player, bet) if insurance_open else 0
            if most and state.carry.tournament is not None:
                most = min(most, in_reach(state, player))
            if state.excluded_under(player):
                most = 0  # it would be a further wager (VIC03-17.2.2, ACT96-20.2(b), ACT03-16.3(b))
            if most and not _no_insurance(rules, box, player, bet):
                options.append(
                    PlayerOption(box.number, player, "insure", most, rules.steps.insurance_offer, bet)
                )
            if not _no_even_money(rules, box, player, bet):
                clause = rules.even_money.clause
                options.append(PlayerOption(box.number, player, "even_money", wager.effective, clause, bet))
    return tuple(options)


def _broken(box: Box) -> bool:
    return bool(box.hands) and all(hand.bust for hand in box.hands)


def _insured(box: Box, player: str, bet: str) -> bool:
    return any((insured.player, insured.wager) == (player, bet) for insured in box.insurance)


def _no_insurance(rules: Rules, box: Box, player: str, bet: str) -> str:
    """The code of words for why a player on the box may not insure; empty if the player may."""
    if _insured(box, player, bet):
        return "insurance.placed"
    if (player, bet) in box.even_money and rules.even_money_with_insurance.value != "both":
        return "insurance.with_even_money"
    if not rules.insurance_on_blackjack.value and blackjack(rules, box.hands[0]):
        return "insurance.on_natural"
    return ""


def _no_even_money(rules: Rules, box: Box, player: str, bet: str) -> str:
    """The code of words for why a player on the box may not have even money; empty if the player may."""
    levels = [rules_for_wager(rules, box, player)]
    if rules.even_money_scale.value == "table":
        levels = [rules, rules.lower or rules]
    if not any(level.even_money.value for level in levels):
        return "even_money.not_offered"
    if box.hands[0].hidden or not blackjack(rules, box.hands[0]):
        return "even_money.no_natural"
    if (player, bet) in box.even_money:
        return "even_money.taken"
    stake = box.hands[0].stake_of(player, bet)
    if stake is None or not stake.base:
        return "even_money.nothing_in_play"
    if stake.settled:
        return "even_money.paid"
    if _insured(box, player, bet) and rules.even_money_with_insurance.value == "either":
        return "even_money.with_insurance"
    return ""


_WHEN: Final = {
    "insurance": ("insurance.before_deal", "insurance.no_ace", "insurance.too_late"),
    "even_money": ("even_money.before_deal", "even_money.no_ace", "even_money.too_late"),
}


def _in_time(rules: Rules, state: State, what: str, placed: str, deadline: str, *, still: bool) -> None:
    """Raises Refusal before the initial deal is complete, without a dealer's ace, and after the deadline."""
    before_deal, no_ace, too_late = _WHEN[what]
    offer = rules.steps.insurance_offer
    if state.phase in ("wagers", "initial_deal") and not choices(rules, state):
        raise Refusal(before_deal, placed, also=(offer,))
    if not state.dealer or state.dealer[0][0] != "A":
        raise Refusal(no_ace, placed, also=(offer, deadline))
    if not still:
        raise Refusal(too_late, deadline, also=(rules.steps.wager_locked,))


def _wager_on(rules: Rules, box: Box, player: str, bet: str, code: str, clause: str) -> str:
    """The bet that insurance or even money goes with. Raises Refusal with ``code`` if the player has no such wager."""
    wager_bet = bet if bet in rules.wagers_on_hand.value else rules.wagers_on_hand.value[0]
    if box.wager_of(player, wager_bet) is None:
        raise Refusal(code, clause, player=player, bet=wager_bet, box=box.number)
    return wager_bet


def insure(rules: Rules, state: State, command: Insure) -> list[Event]:
    """An insurance wager of one player, whoever decides for the box (VIC03-7.3.2)."""
    steps = rules.steps
    still = window_open(rules, state)
    _in_time(rules, state, "insurance", steps.insurance_placed, steps.insurance_deadline, still=still)
    box = box_on_layout(rules, state, command.box)
    player = command.player
    bet = _wager_on(rules, box, player, command.wager, "insurance.no_wager", steps.insurance_offer)
    refuse_excluded(state, player)
    code = _no_insurance(rules, box, player, bet)
    if code:
        raise Refusal(
            code,
            rules.insurance_on_blackjack.clause if code == "insurance.on_natural" else steps.wager_locked,
            also=(steps.insurance_offer, rules.even_money_with_insurance.clause),
            player=player,
            box=box.number,
            natural=rules.natural,
        )
    most = most_insurance(rules, state, box, player, bet)
    if not most:
        raise Refusal(
            "insurance.nothing_in_play",
            rules.insurance_most.clause,
            also=rules.insurance_most.also,
            player=player,
            box=box.number,
        )
    if not 0 < command.amount <= most:
        raise Refusal(
            "insurance.wrong_amount",
            rules.insurance_most.clause,
            also=rules.insurance_most.also,
            amount=command.amount,
            most=most,
        )
    _payable_amount(rules, state, command.amount)
    return [
        Insured(
            box=box.number, player=player, amount=command.amount, wager=bet, clause=steps.insurance_placed
        )
    ]


def _payable_amount(rules: Rules, state: State, amount: Cents) -> None:
    """Raises Refusal for an insurance amount that chips could not pay out, where the book requires that they can
    (ACT96-9, ACT03-7.3, NZ-9.3)."""
    chips = float_of(state.setup.chips)
    how = rules.insurance_amount
    if how.value == "half_chip" and 2 * amount % chips.denominations[-1]:
        raise Refusal("insurance.not_half_chips", how.clause, amount=amount, chip=chips.denominations[-1])
    win = rules.insurance_odds.value.pay(amount)
    if how.value == "chips" and not chips.can_pay(amount):
        less = chips.lower_payable(amount)
        raise Refusal(
            "insurance.not_in_chips" if less else "insurance.below_smallest_chip",
            how.clause,
            amount=amount,
            less=less,
        )
    if how.value in ("pay", "chips") and (win.denominator != 1 or not chips.can_pay(win.numerator)):
        raise Refusal(
            "insurance.not_payable", how.clause, amount=amount, odds=rules.insurance_odds.value.words
        )


def even_money(rules: Rules, state: State, command: EvenMoney) -> list[Event]:
    """Pay a Blackjack one to one at its player's request, final whatever the dealer draws (VIC03-7.4.1(b))."""
    clause = rules.even_money.clause
    _in_time(rules, state, "even_money", clause, clause, still=even_money_open(rules, state))
    box = box_on_layout(rules, state, command.box)
    bet = _wager_on(rules, box, command.player, command.wager, "even_money.no_wager", clause)
    code = _no_even_money(rules, box, command.player, bet)
    if code:
        raise Refusal(code, clause, player=command.player, natural=rules.natural)
    events: list[Event] = []
    for wager in box.wagers:
        asks = (wager.player, wager.bet) == (command.player, bet)
        if rules.even_money_for.value == "hand":
            asks = not _no_even_money(rules, box, wager.player, wager.bet)
        if asks:
            events.append(EvenMoneyAsked(box=box.number, player=wager.player, wager=wager.bet, clause=clause))
    for insured in box.insurance:
        if (insured.player, insured.wager) == (
            command.player,
            bet,
        ) and rules.even_money_with_insurance.value == "void":
            void = rules.even_money_with_insurance.clause
            events.append(
                InsuranceReturned(box=box.number, player=insured.player, amount=insured.amount, clause=void)
            )
            returned = Result(
                box.number, 0, insured.player, INSURANCE, insured.amount, "void", void, wager=bet
            )
            events.append(Settled(result=returned, clause=void))
    return events


def close(rules: Rules, state: State, command: CloseInsurance) -> list[Event]:
    """Every player has been asked; record who did not insure (VIC03-7.3.2)."""
    if state.phase != "insurance":
        raise Refusal("insurance.not_open", rules.steps.insurance_offer)
    without = tuple([(offer.box, offer.player) for offer in offers(rules, state) if offer.kind == "insure"])
    return [InsuranceClosed(without=without, clause=rules.steps.insurance_offer)]
