"""Settlement: what each wager comes to, when, in which order, and with which chips."""

from fractions import Fraction

from casino.cards import is_natural, is_ten, score
from casino.money import Cents, Odds
from casino.rulebooks import Rules
from rounds.engine.hands import blackjack
from rounds.engine.setup import INSURANCE, MAIN, float_of
from rounds.engine.state import Box, Hand, Result, Stake, State
from rounds.engine.waiting import Item


def ref_of(result: Result) -> str:
    """The name of a settlement within its round: box, hand, player and bet."""
    return f"{result.box}.{result.hand}.{result.player}.{result.bet}"


def items_due(rules: Rules, state: State) -> tuple[Item, ...]:
    """The settlements due now, in the order in which they are made. Empty when none is."""
    phase = state.phase
    if phase in ("interim_settlement", "subsequent_deal"):
        found = _early(rules, state)
        if phase == "subsequent_deal" and rules.bust_taken_at_once.value:
            found += _broken(rules, state)
    elif phase == "dealer_draw":
        found = _insurance(rules, state, lost_only=True) if rules.insurance_taken_at_once.value else []
    elif phase == "final_settlement":
        found = _insurance(rules, state, lost_only=False) + _final(rules, state)
        if any(hand.hidden and hand.live for box in state.boxes for hand in box.hands):
            return ()  # the cards are shown first
    else:
        return ()
    items = [_item(result) for result in found]
    if rules.losers_before_winners.value:
        items.sort(key=lambda item: ("take", "pay", "return").index(item.action))
    return tuple(items)


def _item(result: Result) -> Item:
    action = "pay" if result.pays else "take" if result.takes > 0 else "return"
    return Item(ref_of(result), action, result)


def winning(rules: Rules, state: State, result: Result, odds: Odds) -> Result:
    """The result as a win at those odds, rounded once to what the float's chips can pay."""
    pays = payment(rules, state, result.stake, odds)
    chips = float_of(state.setup.chips).break_down(pays) or ()
    return Result(
        box=result.box,
        hand=result.hand,
        player=result.player,
        bet=result.bet,
        stake=result.stake,
        result="win",
        clause=result.clause,
        odds=str(odds),
        pays=pays,
        chips=chips,
    )


def payment(rules: Rules, state: State, stake: Cents, odds: Odds) -> Cents:
    """What the house adds to a winning stake, in cents that the float's chips can make (VIC03-6.2.3)."""
    exact: Fraction = odds.pay(stake)
    chips = float_of(state.setup.chips)
    if exact.denominator == 1 and chips.can_pay(exact.numerator):
        return exact.numerator
    sign = state.setup.sign()
    if rules.unpayable.value == "next_multiple" and sign.multiple:
        over = max(0, stake - sign.minimum)
        stake = sign.minimum + -(-over // sign.multiple) * sign.multiple
        exact = odds.pay(stake)
    return chips.next_payable(exact)


def _stakes(state: State) -> list[tuple[Box, int, Hand, Stake]]:
    return [
        (box, number, hand, stake)
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
        for stake in hand.stakes
        if not stake.settled
    ]


def _early(rules: Rules, state: State) -> list[Result]:
    """Blackjacks paid before the further deal, and even money where it was asked for."""
    found = []
    first = state.dealer[0]
    when = rules.blackjack_paid_at_once.value
    cannot_tie = first[0] != "A" and not is_ten(first)
    at_once = when == "always" or (when == "dealer_cannot_tie" and cannot_tie)
    for box, number, hand, stake in _stakes(state):
        if not stake.base or hand.hidden or not blackjack(rules, hand):
            continue
        base = Result(box.number, number, stake.player, MAIN, stake.whole, "win", rules.steps.paid)
        if stake.player in box.even_money:
            asked = Result(
                box.number, number, stake.player, MAIN, stake.whole, "win", rules.even_money.clause
            )
            found.append(winning(rules, state, asked, rules.even_odds.value))
        elif at_once:
            found.append(winning(rules, state, base, rules.blackjack_odds.value))
    return found


def _lost(box: int, number: int, hand: Hand, stake: Stake, clause: str, takes: Cents) -> Result:
    return Result(box, number, stake.player, MAIN, stake.whole, "lose", clause, takes=takes)


def _broken(rules: Rules, state: State) -> list[Result]:
    """Hands above 21: lost whatever the dealer gets (VIC03-5.6.5, 7.5.5(h))."""
    return [
        _lost(box.number, number, hand, stake, _bust_clause(rules, hand), stake.whole)
        for box, number, hand, stake in _stakes(state)
        if stake.base and not hand.hidden and hand.bust
    ]


def _bust_clause(rules: Rules, hand: Hand) -> str:
    return rules.steps.split_bust if hand.split else rules.steps.bust


def _insurance(rules: Rules, state: State, *, lost_only: bool) -> list[Result]:
    if len(state.dealer) < 2:
        return []
    won = is_ten(state.dealer[1])
    steps = rules.steps
    found = []
    for box in state.boxes:
        for one in box.insurance:
            if one.settled:
                continue
            if won and not lost_only:
                result = Result(box.number, 0, one.player, INSURANCE, one.amount, "win", steps.insurance_wins)
                found.append(winning(rules, state, result, rules.insurance_odds.value))
            elif not won:
                clause = steps.insurance_loses
                found.append(
                    Result(box.number, 0, one.player, INSURANCE, one.amount, "lose", clause, takes=one.amount)
                )
    return found


def _final(rules: Rules, state: State) -> list[Result]:
    found = []
    for box, number, hand, stake in _stakes(state):
        if not stake.base:
            found.append(_not_in_play(box, number, stake))
        else:
            found.append(_outcome(rules, state, box, number, hand, stake))
    if state.dealer_blackjack:
        return [_protected(rules, state, result) for result in found]
    return found


def _not_in_play(box: Box, number: int, stake: Stake) -> Result:
    wager = box.wager_of(stake.player)
    assert wager is not None, "a stake comes from a wager on its box"
    return Result(box.number, number, stake.player, MAIN, wager.amount, "void", wager.treated)


def _outcome(rules: Rules, state: State, box: Box, number: int, hand: Hand, stake: Stake) -> Result:
    """The result of one stake against the dealer's finished hand, before any cap on a loss."""
    steps = rules.steps
    total, dealer = hand.total, score(state.dealer)[0]
    natural, dealer_natural = blackjack(rules, hand), is_natural(state.dealer)

    def lose(clause: str) -> Result:
        return _lost(box.number, number, hand, stake, clause, stake.whole)

    def win(odds: Odds) -> Result:
        base = Result(box.number, number, stake.player, MAIN, stake.whole, "win", steps.paid)
        return winning(rules, state, base, odds)

    if total > 21:
        return lose(_bust_clause(rules, hand))
    if natural and not dealer_natural:
        return win(rules.blackjack_odds.value)
    if dealer_natural and not natural and total == 21 and rules.blackjack_beats_21.value:
        return lose(rules.blackjack_beats_21.clause)
    if dealer > 21 or total > dealer:
        return win(rules.even_odds.value)
    if total == dealer:
        return Result(box.number, number, stake.player, MAIN, stake.whole, "stand_off", steps.tie)
    return lose(steps.lower_loses)


def _protected(rules: Rules, state: State, result: Result) -> Result:
    """The result with the loss to a dealer's Blackjack capped as the rules say.

    A doubled hand loses its original wager only (VIC03-7.5.4(b)); split hands together no more than one
    original, broken ones aside (VIC03-7.5.5(i) and (h), by the reading in force).
    """
    box = state.box(result.box)
    hand = box.hands[result.hand - 1]
    stake = hand.stake_of(result.player)
    if result.result != "lose" or hand.bust or stake is None:
        return result
    if len(box.hands) == 1:
        if not stake.added or not rules.double_protected.value:
            return result
        return _lost(result.box, 1, hand, stake, rules.double_protected.clause, stake.base)
    if rules.split_loss.value == "all":
        return result
    first_losing, takes = _split_loss(rules, state, box, result.player)
    # The first losing hand bears it: never more than one original is taken, and one hand holds that.
    clause = rules.split_loss.clause
    if result.hand == first_losing and takes > 0:
        return _lost(result.box, result.hand, hand, stake, clause, takes)
    back = takes if result.hand == first_losing else 0
    return Result(result.box, result.hand, result.player, MAIN, stake.whole, "void", clause, takes=back)


def _split_loss(rules: Rules, state: State, box: Box, player: str) -> tuple[int, Cents]:
    """The first of a player's losing unbroken hands on a split box, and what is taken for all of them
    together, in cents; negative: given back of what broken hands lost."""
    broken = losing = first = 0
    for number, hand in enumerate(box.hands, start=1):
        stake = hand.stake_of(player)
        if stake is None or not stake.base:
            continue
        if hand.bust:
            broken += stake.whole
        elif _outcome(rules, state, box, number, hand, stake).result == "lose":
            losing += stake.whole
            first = first or number
    wager = box.wager_of(player)
    assert wager is not None, "a stake comes from a wager on its box"
    original = wager.effective
    reading = rules.split_loss.value
    if reading == "original":
        return first, min(original, broken + losing) - broken
    if reading == "busted_and_original":
        return first, min(original, losing)
    return first, max(broken, min(original, broken + losing)) - broken
