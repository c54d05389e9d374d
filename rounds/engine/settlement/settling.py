"""Settlement: what is taken and paid, when and in which order. `outcomes` has the result of each wager, `payments`
what it is paid."""

from collections.abc import Callable, Iterator
from typing import Final

from casino.cards import is_ten
from casino.money import Cents
from casino.rulebooks import Rules
from casino.words import Phrase
from rounds.engine.hands import blackjacks_paid_now, hand_to_show, rules_for_wager
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand, Stake, blackjack, wins_at_once
from rounds.engine.layout.wager import Insurance
from rounds.engine.settlement import super_bonus
from rounds.engine.settlement.outcomes import bust_clause, final_results, won_at_once
from rounds.engine.settlement.payments import result_of, win
from rounds.engine.settlement.result import Result
from rounds.engine.setup import ANTE, IN_ACTION, INSURANCE, MAIN, SUPER_BONUS
from rounds.engine.sides import outcomes as sides
from rounds.engine.sides.offered import offer_of, on_offer
from rounds.engine.sides.prizes import turns
from rounds.engine.sides.riding import with_main
from rounds.engine.state import State
from rounds.engine.waiting import Item

ACTIONS = ("take", "pay", "return")
PROMPTS = {"take": "prompt.take", "pay": "prompt.pay", "return": "prompt.return"}
SIDE_LABELS = {ANTE: "ante", INSURANCE: "insurance", SUPER_BONUS: "Super Bonus"}
"""The names of wagers that are not on a hand, for the words of a settlement."""


def ref_of(result: Result) -> str:
    """The name of a settlement within its round: box, hand, player and bet."""
    bet = f"{result.bet}_{result.wager}" if result.wager != MAIN else result.bet
    return f"{result.box}.{result.hand}.{result.player}.{bet}"


def items_due(rules: Rules, state: State) -> tuple[Item, ...]:
    """The settlements due now, in the order in which they are made; empty if none is due."""
    setup = state.setup
    if setup.face_down and _cards_to_show(rules, state):
        return ()
    results_in = _RESULTS_IN.get(state.phase)
    results = results_in(rules, state) if results_in is not None else []
    if setup.offers and results_in is not None:
        results = with_main(rules, state, results)
    items: tuple[Item, ...] = ()
    if results:
        items = tuple([_item(result) for result in results])
        if len(items) > 1 and rules.losers_before_winners.value:
            items = tuple(sorted(items, key=lambda item: ACTIONS.index(item.action)))
    return _with_side_bets(rules, state, items) if setup.offers and state.phase != "wagers" else items


def _with_side_bets(rules: Rules, state: State, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The settlements of hands and of side bets, in order."""
    beside = tuple([_item(result) for result in sides.results_due(rules, state)])
    # Before the further deal side bets come first, before any Blackjack is paid (VIC03-15.6.2); from then on a broken
    # hand is collected before its side bets are paid (ACT96-23.8(c)).
    early = state.phase in ("initial_deal", "interim_settlement")
    if not early or (items and _after_blackjacks(state)):
        return (*items, *beside)
    if turns(rules, state):
        return (
            beside  # the button comes before a Blackjack is paid: its cards are the proof (VIC03-11.4.1(a))
        )
    return (*beside, *items)


def _after_blackjacks(state: State) -> bool:
    """Whether Blackjacks are paid before the side bets, by the reading of a side bet on offer."""
    return not all(offer.bet.before_blackjacks.value for offer in on_offer(state.setup).values())


def _cards_to_show(rules: Rules, state: State) -> bool:
    """Whether cards that lie face down must be shown before anything is settled: in the final settlement or, by that
    reading, before everything else."""
    if state.phase == "interim_settlement":
        return hand_to_show(rules, state) is not None
    hands = (hand for box in state.boxes for hand in box.hands)
    return state.phase == "final_settlement" and any(hand.hidden and hand.live for hand in hands)


def _in_interim_settlement(rules: Rules, state: State) -> list[Result]:
    early = _early(rules, state)
    return _antes(rules, state) + early if rules.ante.value else early


def _in_subsequent_deal(rules: Rules, state: State) -> list[Result]:
    results = _during(rules, state)
    late = rules.even_money_until.value == "dealers_card" or state.dealer_missing
    if not state.acted or late or state.setup.face_down or rules.blackjack_paid_at_once.value == "always":
        # A Blackjack shown late or made by a split, or even money taken before anybody has acted.
        results = _early(rules, state) + results
    return results


def _in_dealer_draw(rules: Rules, state: State) -> list[Result]:
    results = _insurance(rules, state) if anybody_insured(state) else []
    if len(state.dealer) == 1:
        # Even money taken after every hand stood, where it is open until the dealer's next card.
        results = _early(rules, state) + results
    return results


def _in_final_settlement(rules: Rules, state: State) -> list[Result]:
    results = final_results(rules, state)
    if anybody_insured(state):
        results = _insurance(rules, state, final=True) + results
    if rules.super_bonus.value is not None:
        results += super_bonus.prizes(rules, state) + super_bonus.shares_of_others(rules, state)
    return results


_RESULTS_IN: Final[dict[str, Callable[[Rules, State], list[Result]]]] = {
    "interim_settlement": _in_interim_settlement,
    "subsequent_deal": _in_subsequent_deal,
    "dealer_draw": _in_dealer_draw,
    "final_settlement": _in_final_settlement,
}
"""The function that works out the settlements of each phase."""


def _item(result: Result) -> Item:
    action = "pay" if result.pays else "take" if result.takes > 0 else "return"
    return Item(ref_of(result), action, result)


def prompt_for(item: Item) -> Phrase:
    """The settlement with its amount, ``Take $50: box 3, player A``; it names a bet other than the main one, and
    which of several wagers it is."""
    box, player, bet, amount = parts_of_item(item)
    code = PROMPTS[item.action] if amount else "prompt.hand_back"
    return Phrase.of(code, amount=amount, wager=(box, player, SIDE_LABELS.get(bet, bet), 0))


def parts_of_item(item: Item) -> tuple[int, str, str, Cents]:
    """A settlement as (box, player, bet, cents); bet is "" for the main wager, cents are 0 for one handed back."""
    result = item.result
    amount = result.pays if item.action == "pay" else abs(result.takes)
    bet = "" if result.bet == MAIN else result.bet + "_in_action" * (result.wager == IN_ACTION)
    return result.box, result.player, bet, amount


def clause_of(rules: Rules, state: State, item: Item) -> str:
    """The clause under which a settlement is due at this point of the round."""
    clause = item.result.clause
    if state.setup.offers and (offer := offer_of(state.setup, item.result.bet)) is not None:
        return sides.clause_of(state, offer.bet, item.result)
    if state.phase == "dealer_draw" and item.result.bet == INSURANCE:
        return (
            rules.insurance_paid_at_once if item.action == "pay" else rules.insurance_taken_at_once
        ).clause
    if state.phase == "final_settlement":
        steps = rules.steps
        if steps.hand_settled:
            return steps.hand_settled[len(state.dealers)]
        if item.result.bet == SUPER_BONUS:
            return clause
        return {"take": steps.clear_losers, "pay": steps.pay_winners, "return": clause}[item.action]
    if state.phase == "subsequent_deal" and item.action == "pay":
        if item.result.bet == SUPER_BONUS:
            return rules.super_bonus.clause
        late = (rules.steps.blackjack_paid, rules.even_money.clause, rules.five_under.clause)
        if rules.paid_at_21.value and clause not in late:
            return rules.paid_at_21.clause
    early = state.phase == "interim_settlement" and clause == rules.steps.blackjack_paid
    return rules.blackjack_paid_at_once.clause if early else clause


def also_of(rules: Rules, state: State, item: Item) -> tuple[str, ...]:
    """Further clauses that put the settlement before anything else."""
    offer = offer_of(state.setup, item.result.bet)
    if offer is not None:
        return (item.result.clause, *offer.bet.settles.clauses)
    at_once = rules.paid_at_21.clauses if item.action == "pay" and rules.paid_at_21.value else ()
    return (item.result.clause, *at_once)


# --- before and during the further deal


def _antes(rules: Rules, state: State) -> list[Result]:
    """The antes, which go into the float after the initial deal (NZ-18.6)."""
    taken = {(result.box, result.player) for result in state.results if result.bet == ANTE}
    clause = rules.steps.ante_collected
    return [
        Result(box.number, 0, side.player, ANTE, side.amount, "lose", clause, takes=side.amount)
        for box in state.boxes
        for side in box.sides
        if side.bet == ANTE and (box.number, side.player) not in taken
    ]


def _early(rules: Rules, state: State) -> list[Result]:
    """Blackjacks paid before the further deal, and even money where it was taken."""
    results: list[Result] = []
    if not state.dealer:
        return results  # the dealer's first card was left out: nobody knows yet if the dealer can tie (VIC03-9.6)
    naturals = [
        (box, number, stake)
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
        if len(hand.cards) == 2 and blackjack(rules, hand)
        for stake in hand.stakes
        if not stake.settled
    ]
    if not naturals:
        return results
    at_once = blackjacks_paid_now(rules, state)
    if not at_once and state.dealer[0][0] != "A":
        return results
    for box, number, stake in naturals:
        # A player who held these cards face down may have surrendered.
        if not stake.base or stake.surrendered:
            continue
        if (stake.player, stake.bet) in box.even_money:
            result = result_of(box, number, stake, "win", rules.even_money.clause)
            results.append(win(rules, state, result, rules.even_odds.value, stake.whole))
        elif at_once:
            odds = rules_for_wager(rules, box, stake.player).blackjack_odds.value
            result = result_of(box, number, stake, "win", rules.steps.blackjack_paid)
            results.append(win(rules, state, result, odds, stake.whole))
    return results


def _during(rules: Rules, state: State) -> list[Result]:
    """Hands decided during the further deal: above 21, a 21 that wins at once, rescued."""
    results: list[Result] = []
    at_once = rules.bust_taken_at_once.value and not rules.broken_ties.value
    early_wins = rules.paid_at_21.value or rules.five_under.value
    broken = _broken_boxes(rules, state) if rules.bust_takes.value != "hand" else None
    for box in state.boxes:
        all_lost = broken and box.number in broken
        for number, hand in enumerate(box.hands, start=1):
            if not all_lost and (hand.drawing or len(hand.cards) < 2 or hand.hidden):
                continue
            for stake in hand.stakes:
                if stake.settled or not stake.base:
                    continue
                if all_lost:
                    clause = rules.bust_takes.clause
                    results.append(result_of(box, number, stake, "lose", clause, stake.money))
                elif hand.points[0] > 21:
                    if at_once and not _waits_for_dealer(rules, state, hand, stake):
                        clause = bust_clause(rules, hand)
                        results.append(result_of(box, number, stake, "lose", clause, stake.money))
                elif early_wins and wins_at_once(rules, hand) and not blackjack(rules, hand):
                    if rules.paid_21_when.value == "reached":
                        results.append(won_at_once(rules, state, box, number, hand, stake))
                elif stake.rescued:
                    taken = stake.money - stake.added
                    results.append(result_of(box, number, stake, "lose", rules.steps.rescue, taken))
    if broken and rules.bust_takes.value == "all":
        results += _insurance_on(broken, rules, state)
    if rules.super_bonus.value is not None and rules.bonus_paid_when.value == "hand":
        results += super_bonus.prizes(rules, state)
    return results


def _broken_boxes(rules: Rules, state: State) -> set[int]:
    """Boxes with a broken hand, where a reading of the clause takes every wager there (`OpenPoints.bust_takes`)."""
    return {
        box.number
        for box in state.boxes
        if any(hand.bust and len(hand.cards) > 1 and not hand.drawing for hand in box.hands)
    }


def _insurance_on(boxes: set[int], rules: Rules, state: State) -> list[Result]:
    """The insurance that is lost with a broken hand, by the widest reading of "all wagers on that box"."""
    clause = rules.bust_takes.clause
    return [
        _result_of(box, insured, "lose", clause, insured.amount)
        for box, insured in insurances(rules, state)
        if box.number in boxes
    ]


def _waits_for_dealer(rules: Rules, state: State, hand: Hand, stake: Stake) -> bool:
    """Whether a broken doubled hand stays until the dealer's second card, which may return its doubled part
    (VIC03-10.7.3). A split hand does not: it is lost whatever the dealer gets (VIC03-7.5.5(h))."""
    protected = rules.double_bust_protected.value and bool(stake.added) and not hand.split
    if not state.dealer:
        return protected
    first = state.dealer[0]
    return protected and (first[0] == "A" or is_ten(first))


# --- insurance


def anybody_insured(state: State) -> bool:
    """Whether anybody has insured in this round: a quick check, since mostly nobody has."""
    for box in state.boxes:  # noqa: SIM110 — as in `Hand.live`
        if box.insurance:
            return True
    return False


def insurances(rules: Rules, state: State) -> Iterator[tuple[Box, Insurance]]:
    """The unsettled insurance that the dealer's hand in play decides."""
    bet_in_turn = state.bet_in_turn(rules.dealer_hands.value > 1)
    for box in state.boxes:
        for insured in box.insurance:
            if not insured.settled and bet_in_turn in ("", insured.wager):
                yield box, insured


def _insurance(rules: Rules, state: State, *, final: bool = False) -> list[Result]:
    if len(state.dealer) < 2:
        # The dealer draws only for hands, and none was left: what was insured against was never decided.
        clause = rules.dealer_draws_for.clause
        undecided = insurances(rules, state) if final else ()
        return [_result_of(box, wager, "void", clause) for box, wager in undecided]
    won = is_ten(state.dealer[1]) == (rules.insurance_wins_on.value == "ten")
    steps = rules.steps
    if not final and not (rules.insurance_paid_at_once if won else rules.insurance_taken_at_once).value:
        return []
    if not won:
        lost = steps.insurance_loses
        return [
            _result_of(box, insured, "lose", lost, insured.amount)
            for box, insured in insurances(rules, state)
        ]
    # Insurance may be any amount up to its part, so the sign's multiple does not apply (VIC03-8.1-T03, VIC03-6.2.3).
    sign = state.setup.sign(INSURANCE) if rules.unpayable.value == "next_multiple" else None
    return [
        win(
            rules,
            state,
            _result_of(box, insured, "win", steps.insurance_wins),
            rules.insurance_odds.value,
            insured.amount,
            sign,
        )
        for box, insured in insurances(rules, state)
    ]


def _result_of(box: Box, insured: Insurance, result: str, clause: str, takes: Cents = 0) -> Result:
    """The result of an insurance, with what the house takes of it in cents."""
    return Result(
        box.number,
        0,
        insured.player,
        INSURANCE,
        insured.amount,
        result,
        clause,
        takes=takes,
        wager=insured.wager,
    )
