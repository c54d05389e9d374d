"""The final settlement: how each stake comes out against the dealer's finished hand."""

from fractions import Fraction

from msgspec.structs import replace

from casino.cards import is_natural
from casino.money import Cents, Odds
from casino.rulebooks import Rules
from rounds.engine.hands import rules_for_wager, unsettled
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand, Stake, blackjack, dealer_points, special_21, wins_at_once
from rounds.engine.settlement.payments import result_of, win
from rounds.engine.settlement.result import Result
from rounds.engine.setup import float_of
from rounds.engine.state import State


def final_stakes(rules: Rules, state: State) -> list[tuple[Box, int, Hand, Stake]]:
    """The unsettled stakes that the dealer's hand in play decides."""
    if rules.dealer_hands.value == 1:
        return unsettled(state)
    return unsettled(state, state.bet_in_turn(several=True))


def final_results(rules: Rules, state: State) -> list[Result]:
    """The result of every unsettled stake that the dealer's hand in play decides."""
    results = []
    natural = is_natural(state.dealer)
    for box, number, hand, stake in final_stakes(rules, state):
        if not stake.base:
            results.append(_not_in_play(box, number, stake))
            continue
        result = _outcome(rules, state, box, number, hand, stake)
        if natural and result.result in ("lose", "stand_off"):
            result = _protected(rules, state, box, number, stake, result)
        results.append(result)
    return results


def _not_in_play(box: Box, number: int, stake: Stake) -> Result:
    wager = box.wager_of(stake.player, stake.bet)
    assert wager is not None, "a stake comes from a wager on its box"
    return Result(box.number, number, stake.player, stake.bet, wager.amount, "void", wager.treated)


def _outcome(rules: Rules, state: State, box: Box, number: int, hand: Hand, stake: Stake) -> Result:
    """The result of one stake against the dealer's finished hand, before any cap on a loss."""
    steps = rules.steps
    total = hand.total
    dealer = dealer_points(rules, state.dealer)[0]
    natural, dealer_natural = blackjack(rules, hand), is_natural(state.dealer)

    def lose(clause: str) -> Result:
        return result_of(box, number, stake, "lose", clause, stake.money)

    def won(odds: Odds, clause: str) -> Result:
        return win(rules, state, result_of(box, number, stake, "win", clause), odds, stake.whole)

    if stake.surrendered:
        return lose(steps.surrender_void) if dealer_natural else _half_lost(rules, state, box, number, stake)
    if total > 21:
        if rules.broken_ties.value and total == dealer:
            return result_of(box, number, stake, "stand_off", rules.broken_ties.clause)
        return lose(bust_clause(rules, hand))
    if natural and dealer == 21 and not dealer_natural and not rules.blackjack_beats_drawn_21.value:
        return result_of(box, number, stake, "stand_off", rules.blackjack_beats_drawn_21.clause)
    # Cards that were face down until now win as they would have before the further deal.
    if natural and (not dealer_natural or rules.blackjack_paid_at_once.value == "always"):
        return won(rules_for_wager(rules, box, stake.player).blackjack_odds.value, steps.blackjack_paid)
    if wins_at_once(rules, hand):
        return won_at_once(rules, state, box, number, hand, stake)
    if rules.dealer_stands_off_on.value and dealer == rules.dealer_stands_off_on.value:
        added = stake.added + stake.free_added if stake.first else stake.whole
        if rules.stand_off_covers.value == "original" and added:
            result = result_of(box, number, stake, "win", rules.stand_off_covers.clause)
            return win(rules, state, result, rules.even_odds.value, added)
        return result_of(box, number, stake, "stand_off", rules.dealer_stands_off_on.clause)
    if natural and dealer_natural:
        return result_of(box, number, stake, "stand_off", steps.tie)
    if dealer_natural and total == 21 and stake.added and rules.doubled_21_lost.value:
        return lose(rules.doubled_21_lost.clause)
    if dealer_natural and not natural and total == 21 and rules.blackjack_beats_21.value:
        return lose(rules.blackjack_beats_21.clause)
    if dealer > 21 or total > dealer:
        return won(rules.even_odds.value, _even_clause(rules, hand, stake, steps.paid))
    if total == dealer:
        return result_of(box, number, stake, "stand_off", steps.tie)
    return lose(steps.lower_loses)


def _half_lost(rules: Rules, state: State, box: Box, number: int, stake: Stake) -> Result:
    """The result of a surrendered wager: half is collected; the other half goes back, rounded to what chips can make
    but never to more than the wager."""
    chips, half = float_of(state.setup.chips), Fraction(stake.base, 2)
    up = rules.surrender_rounds.value == "back_up"
    back = min(stake.base, chips.next_payable(half) if up else chips.lower_payable(half))
    return result_of(box, number, stake, "surrender", rules.steps.surrender_collected, stake.base - back)


def _protected(rules: Rules, state: State, box: Box, number: int, stake: Stake, result: Result) -> Result:
    """The result with the loss to a dealer's Blackjack capped by the rules: a doubled hand at its original wager
    (VIC03-7.5.4(b)), split hands by the reading in force (VIC03-7.5.5(i), NZ-12.6)."""
    hand = box.hands[number - 1]
    rules = rules_for_wager(rules, box, stake.player)
    if stake.surrendered:
        return result
    if hand.bust:
        protected = rules.double_bust_protected
        if protected.value and stake.added and not hand.split:
            return replace(result, takes=stake.money - stake.added, clause=protected.clause)
        return result
    reading = rules.split_loss.value
    if len(box.hands) == 1 or reading in ("all", "original_stake"):
        return _protected_stake(rules, box, hand, stake, result) if result.result == "lose" else result
    bearer, takes = _split_loss(rules, state, box, stake.player)
    # Only one hand loses: never more than one original wager is taken, and one hand holds it.
    takes = takes if number == bearer else 0
    if result.result == "stand_off":
        return replace(result, takes=takes)
    clause = rules.split_loss.clause
    if takes > 0:
        return replace(result, takes=takes, clause=clause)
    return result_of(box, number, stake, "void", clause, takes)


def _protected_stake(rules: Rules, box: Box, hand: Hand, stake: Stake, result: Result) -> Result:
    """What a single stake loses: its original part, and the added part where that is not protected."""
    own = 0 if stake.free_base else stake.base
    clause = result.clause
    if not stake.first and not _splitting_lost(rules, box, stake):
        own, clause = 0, rules.split_loss.clause
    added = stake.added
    if added and not _doubling_lost(rules, hand):
        added, clause = 0, rules.double_protected.clause
    if own + added == 0 and stake.money:
        return replace(result, result="void", takes=0, clause=clause)
    return replace(result, takes=own + added, clause=clause)


def _splitting_lost(rules: Rules, box: Box, stake: Stake) -> bool:
    """Whether a dealer's Blackjack takes what was added to the stake's hand in splitting. Where the operator has
    elected that, it takes every such wager of the player, or only the first (NZ-12.9)."""
    if rules.split_loss.value == "original_stake":
        return False
    if rules.split_all_lose_takes.value == "every":
        return True
    added = [hand.stake_of(stake.player, stake.bet) for hand in box.hands]
    return next(other for other in added if other is not None and not other.first) is stake


def _doubling_lost(rules: Rules, hand: Hand) -> bool:
    """Whether a dealer's Blackjack takes what was added in doubling; split hands may be exempt (NZ-11.7)."""
    if rules.double_protected.value:
        return False
    return not hand.split or rules.double_all_lose_covers.value == "every"


def _split_loss(rules: Rules, state: State, box: Box, player: str) -> tuple[int, Cents]:
    """The hand of a split box that bears a player's loss to a dealer's Blackjack (the first losing unbroken one,
    otherwise the first unbroken one) and what is taken there for all of them, in cents; negative for money given back
    from what broken hands lost."""
    broken = losing = first = whole = 0
    for number, hand in enumerate(box.hands, start=1):
        stake = hand.stake_of(player)
        if stake is None or not stake.base or wins_at_once(rules, hand):
            continue
        if hand.bust:
            broken += stake.money
        elif stake.rescued:
            broken += stake.money - stake.added
        elif _outcome(rules, state, box, number, hand, stake).result == "lose":
            losing += stake.money
            first = first or number
        else:
            whole = whole or number
    wager = box.wager_of(player)
    assert wager is not None, "a stake comes from a wager on its box"
    original = wager.effective
    reading = rules.split_loss.value
    if reading == "original":
        takes = min(original, broken + losing) - broken
    elif reading == "busted_and_original":
        takes = min(original, losing)
    else:
        takes = max(broken, min(original, broken + losing)) - broken
    return first or whole, takes


# --- hands that win or lose whatever the dealer gets


def bust_clause(rules: Rules, hand: Hand) -> str:
    """The clause under which a hand above 21 has lost."""
    return rules.steps.split_bust if hand.split else rules.steps.bust


def won_at_once(rules: Rules, state: State, box: Box, number: int, hand: Hand, stake: Stake) -> Result:
    """The result of a 21 or a five-and-under, at its odds (VIC03-10.11.1)."""
    special = None if hand.doubled else special_21(rules, hand)
    clause = special.clause if special else _even_clause(rules, hand, stake, rules.even_odds.clause)
    odds = special.odds if special else rules.even_odds.value
    if len(hand.cards) == rules.five_under.value:
        clause = rules.five_under.clause
    return win(rules, state, result_of(box, number, stake, "win", clause), odds, stake.whole)


def _even_clause(rules: Rules, hand: Hand, stake: Stake, usual: str) -> str:
    """The clause under which a hand wins at even odds: doubled hands have their own where other hands may be paid
    better (VIC03-10.7.4)."""
    if not (hand.doubled and rules.steps.doubled_paid):
        return usual
    return rules.steps.doubled_paid if stake.added else rules.steps.doubled_beside_paid
