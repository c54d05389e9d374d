"""Settlement: what each wager comes to, when, in which order, and with which chips."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from casino.cards import is_natural, is_ten, score
from casino.money import Cents, Odds
from casino.rulebooks import Rules
from rounds.engine.hands import blackjack, own_rules, special_21, wins_at_once
from rounds.engine.setup import ANTE, INSURANCE, SUPER_BONUS, float_of
from rounds.engine.state import Box, Hand, Insurance, Result, Stake, State, Wager
from rounds.engine.waiting import Item

ACTIONS = ("take", "pay", "return")


def ref_of(result: Result) -> str:
    """The name of a settlement within its round: box, hand, player and bet."""
    bet = f"{result.bet}_{result.wager}" if result.bet == INSURANCE and result.wager != "main" else result.bet
    return f"{result.box}.{result.hand}.{result.player}.{bet}"


def items_due(rules: Rules, state: State) -> tuple[Item, ...]:
    """The settlements due now, in the order in which they are made. Empty when none is."""
    phase = state.phase
    if phase == "interim_settlement":
        found = _antes(rules, state) + _early(rules, state)
    elif phase == "subsequent_deal":
        found = _during(rules, state)
        if state.setup.face_down or not state.acted or rules.blackjack_paid_at_once.value == "always":
            # A Blackjack shown late or made by a split, or even money asked for before anybody has acted.
            found = _early(rules, state) + found
    elif phase == "dealer_draw":
        # Even money asked for after every hand stood, where that is open until the dealer's next card.
        found = (_early(rules, state) if len(state.dealer) == 1 else []) + _insurance(rules, state)
    elif phase == "final_settlement":
        if state.setup.face_down and any(
            hand.hidden and hand.live for box in state.boxes for hand in box.hands
        ):
            return ()  # the cards are shown first
        found = _insurance(rules, state, final=True) + _final(rules, state)
        found += _super_bonuses(rules, state) + _bonus_of_others(rules, state)
    else:
        return ()
    if not found:
        return ()
    items = [_item(result) for result in found]
    if rules.losers_before_winners.value:
        items.sort(key=lambda item: ACTIONS.index(item.action))
    return tuple(items)


def _item(result: Result) -> Item:
    action = "pay" if result.pays else "take" if result.takes > 0 else "return"
    return Item(ref_of(result), action, result)


def clause_of(rules: Rules, state: State, item: Item) -> str:
    """The clause under which a settlement is due at this moment of the round."""
    clause = item.result.clause
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


def also_of(rules: Rules, item: Item) -> tuple[str, ...]:
    """Further clauses that make the settlement due before anything else."""
    at_once = rules.paid_at_21.clauses if item.action == "pay" and rules.paid_at_21.value else ()
    return (item.result.clause, *at_once)


# --- amounts


def payment(rules: Rules, state: State, stake: Cents, odds: Odds) -> Cents:
    """What the house adds to a winning stake, in cents that the float's chips can make, rounded once by the
    book's rule (VIC03-6.2.3, ACT96-20.10)."""
    chips = float_of(state.setup.chips)
    how = rules.unpayable.value
    sign = state.setup.sign()
    if how == "next_multiple" and sign.multiple and stake > sign.minimum:
        stake = sign.minimum + -(-(stake - sign.minimum) // sign.multiple) * sign.multiple
    exact: Fraction = odds.pay(stake)
    if exact.denominator == 1 and chips.can_pay(exact.numerator):
        return exact.numerator
    if how == "exact":
        return -(-exact.numerator // exact.denominator)  # there is no part of a cent to pay
    if how == "lower_multiple" and stake > sign.minimum and stake % sign.minimum:
        return chips.lower_payable(odds.pay(stake - stake % sign.minimum))
    return chips.next_payable(exact)


def _win(rules: Rules, state: State, result: Result, odds: Odds, whole: Cents) -> Result:
    pays = payment(rules, state, whole, odds)
    chips = float_of(state.setup.chips).break_down(pays) or ()
    return replace(result, result="win", odds=str(odds), pays=pays, chips=chips)


def _result(box: Box, number: int, stake: Stake, result: str, clause: str, takes: Cents = 0) -> Result:
    return Result(box.number, number, stake.player, stake.bet, stake.money, result, clause, takes=takes)


def _stakes(state: State) -> Iterator[tuple[Box, int, Hand, Stake]]:
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                if not stake.settled:
                    yield box, number, hand, stake


# --- before and during the further deal


def _antes(rules: Rules, state: State) -> list[Result]:
    """The fees beside the wagers, into the float after the initial deal (NZ-18.6)."""
    if not rules.ante.value:
        return []
    taken = {(result.box, result.player) for result in state.results if result.bet == ANTE}
    clause = rules.steps.ante_collected
    return [
        Result(box.number, 0, side.player, ANTE, side.amount, "lose", clause, takes=side.amount)
        for box in state.boxes
        for side in box.sides
        if side.bet == ANTE and (box.number, side.player) not in taken
    ]


def _early(rules: Rules, state: State) -> list[Result]:
    """Blackjacks paid before the further deal, and even money where it was asked for."""
    found: list[Result] = []
    first = state.dealer[0]
    when = rules.blackjack_paid_at_once.value
    cannot_tie = first[0] != "A" and not is_ten(first)
    at_once = when == "always" or (when == "dealer_cannot_tie" and cannot_tie)
    if not at_once and first[0] != "A":
        return found
    for box, number, hand, stake in _stakes(state):
        given_up = stake.surrendered  # by a player who held the cards face down
        if len(hand.cards) != 2 or not stake.base or hand.hidden or given_up or not blackjack(rules, hand):
            continue
        if (stake.player, stake.bet) in box.even_money:
            result = _result(box, number, stake, "win", rules.even_money.clause)
            found.append(_win(rules, state, result, rules.even_odds.value, stake.whole))
        elif at_once:
            odds = own_rules(rules, box, stake.player).blackjack_odds.value
            result = _result(box, number, stake, "win", rules.steps.blackjack_paid)
            found.append(_win(rules, state, result, odds, stake.whole))
    return found


def _during(rules: Rules, state: State) -> list[Result]:
    """Hands that are decided in the further deal: above 21, 21 where it wins at once, rescued."""
    found: list[Result] = []
    for box, number, hand, stake in _stakes(state):
        if not stake.base or hand.hidden or len(hand.cards) < 2 or hand.drawing:
            continue
        if hand.bust:
            if rules.bust_taken_at_once.value and not _waits_for_dealer(rules, state, hand, stake):
                found.append(_result(box, number, stake, "lose", _bust_clause(rules, hand), stake.money))
        elif wins_at_once(rules, hand) and not blackjack(rules, hand):
            found.append(_won_at_once(rules, state, box, number, hand, stake))
        elif stake.rescued:
            taken = stake.money - stake.added
            found.append(_result(box, number, stake, "lose", rules.steps.rescue, taken))
    return found + _super_bonuses(rules, state)


def _bust_clause(rules: Rules, hand: Hand) -> str:
    return rules.steps.split_bust if hand.split else rules.steps.bust


def _waits_for_dealer(rules: Rules, state: State, hand: Hand, stake: Stake) -> bool:
    """Whether a broken doubled hand stays until the dealer's second card, which may give its doubled part
    back (VIC03-10.7.3). A split hand does not: it is lost whatever the dealer gets (VIC03-7.5.5(h))."""
    first = state.dealer[0]
    protected = rules.double_bust_protected.value and bool(stake.added) and not hand.split
    return protected and (first[0] == "A" or is_ten(first))


def _won_at_once(rules: Rules, state: State, box: Box, number: int, hand: Hand, stake: Stake) -> Result:
    """A 21 or a five-and-under, at its odds (VIC03-10.11.1)."""
    special = None if hand.doubled else special_21(rules, hand)
    clause = special.clause if special else _even_clause(rules, hand, stake, rules.even_odds.clause)
    odds = special.odds if special else rules.even_odds.value
    if len(hand.cards) == rules.five_under.value:
        clause = rules.five_under.clause
    return _win(rules, state, _result(box, number, stake, "win", clause), odds, stake.whole)


def _even_clause(rules: Rules, hand: Hand, stake: Stake, usual: str) -> str:
    """The clause under which a hand wins at even odds: doubled hands have their own where others may be paid
    better (VIC03-10.7.4)."""
    if not (hand.doubled and rules.steps.doubled_paid):
        return usual
    return rules.steps.doubled_paid if stake.added else rules.steps.doubled_beside_paid


def _super_bonuses(rules: Rules, state: State) -> list[Result]:
    """The prizes of the winning wagers, on top of the odds, before the cards are collected, against a seven
    (VIC03-10.11.1-T1-N1)."""
    bonus = rules.super_bonus.value
    if bonus is None or state.dealer[0][0] != "7":
        return []
    paid = {(one.box, one.hand, one.player) for one in state.results if one.bet == SUPER_BONUS}
    found = []
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if not _is_super(rules, box, hand):
                continue
            for wager in box.wagers:
                tier = next((tier for tier in bonus.tiers if wager.effective >= tier[0]), None)
                stake = hand.stake_of(wager.player)
                owner = (box.number, number, wager.player)
                if tier is None or stake is None or stake.added or owner in paid:
                    continue
                _, prize, clause = tier
                chips = float_of(state.setup.chips).break_down(prize) or ()
                found.append(Result(*owner, SUPER_BONUS, 0, "win", clause, pays=prize, chips=chips))
    return found


def _is_super(rules: Rules, box: Box, hand: Hand) -> bool:
    """Three sevens of one suit; not from a split of suited sevens (VIC03-10.8.1), nor on a
    doubled hand, which may yet win for who did not double (VIC03-10.7.4(a))."""
    if hand.doubled and rules.bonus_beside_double.value != "undoubled":
        return False
    if hand.split and (box.suited_pair or rules.bonus_after_split.value != "unsuited"):
        return False
    return (
        len(hand.cards) == 3
        and all(card[0] == "7" for card in hand.cards)
        and len({card[1] for card in hand.cards}) == 1
    )


def _bonus_of_others(rules: Rules, state: State) -> list[Result]:
    """What every other original wager of a round with a Super Bonus receives, whatever became of it."""
    bonus = rules.super_bonus.value
    if bonus is None:
        return []
    paid = {(result.box, result.player) for result in state.results if result.bet == SUPER_BONUS}
    if not paid:
        return []
    clause = bonus.others_clause
    chips = float_of(state.setup.chips).break_down(bonus.others) or ()
    return [
        Result(box.number, 0, wager.player, SUPER_BONUS, 0, "win", clause, pays=bonus.others, chips=chips)
        for box in state.boxes
        for wager in box.wagers
        if (box.number, wager.player) not in paid
        and wager.effective
        and _takes_part(rules, state, box, wager)
    ]


def _takes_part(rules: Rules, state: State, box: Box, wager: Wager) -> bool:
    """Whether a wager beside the winner's receives its part (VIC03-10.11.1-T1-L12c)."""
    if rules.bonus_others.value == "every":
        return True
    own = [
        one
        for one in state.results
        if (one.box, one.player, one.bet) == (box.number, wager.player, wager.bet)
    ]
    return any(one.result in ("win", "lose") for one in own)


# --- insurance


def insurances(rules: Rules, state: State) -> Iterator[tuple[Box, Insurance]]:
    """The unsettled insurance that the dealer's hand in play decides."""
    wanted = state.bet_in_turn(rules.dealer_hands.value > 1)
    for box in state.boxes:
        for one in box.insurance:
            if not one.settled and wanted in ("", one.wager):
                yield box, one


def _insurance(rules: Rules, state: State, *, final: bool = False) -> list[Result]:
    if len(state.dealer) < 2:
        return []
    won = is_ten(state.dealer[1])
    steps = rules.steps
    if not final and not (rules.insurance_paid_at_once if won else rules.insurance_taken_at_once).value:
        return []
    found = []
    for box, one in insurances(rules, state):
        clause = steps.insurance_wins if won else steps.insurance_loses
        result = Result(
            box.number,
            0,
            one.player,
            INSURANCE,
            one.amount,
            "lose",
            clause,
            takes=one.amount,
            wager=one.wager,
        )
        if won:
            result = _win(rules, state, replace(result, takes=0), rules.insurance_odds.value, one.amount)
        found.append(result)
    return found


# --- the final settlement


def final_stakes(rules: Rules, state: State) -> Iterator[tuple[Box, int, Hand, Stake]]:
    """The unsettled stakes that the dealer's hand in play decides."""
    wanted = state.bet_in_turn(rules.dealer_hands.value > 1)
    for box, number, hand, stake in _stakes(state):
        if wanted in ("", stake.bet):
            yield box, number, hand, stake


def _final(rules: Rules, state: State) -> list[Result]:
    found = []
    natural = is_natural(state.dealer)
    for box, number, hand, stake in final_stakes(rules, state):
        if not stake.base:
            found.append(_not_in_play(box, number, stake))
            continue
        result = _outcome(rules, state, box, number, hand, stake)
        if natural and result.result in ("lose", "stand_off"):
            result = _protected(rules, state, box, number, stake, result)
        found.append(result)
    return found


def _not_in_play(box: Box, number: int, stake: Stake) -> Result:
    wager = box.wager_of(stake.player, stake.bet)
    assert wager is not None, "a stake comes from a wager on its box"
    return Result(box.number, number, stake.player, stake.bet, wager.amount, "void", wager.treated)


def _outcome(rules: Rules, state: State, box: Box, number: int, hand: Hand, stake: Stake) -> Result:
    """The result of one stake against the dealer's finished hand, before any cap on a loss."""
    steps = rules.steps
    total = hand.total
    dealer = score(state.dealer)[0]
    natural, dealer_natural = blackjack(rules, hand), is_natural(state.dealer)

    def lose(clause: str) -> Result:
        return _result(box, number, stake, "lose", clause, stake.money)

    def win(odds: Odds, clause: str) -> Result:
        return _win(rules, state, _result(box, number, stake, "win", clause), odds, stake.whole)

    if stake.surrendered:
        return lose(steps.surrender_void) if dealer_natural else _half_lost(rules, state, box, number, stake)
    if total > 21:
        return lose(_bust_clause(rules, hand))
    # Cards that lay face down until now win as they would have at once.
    if natural and (not dealer_natural or rules.blackjack_paid_at_once.value == "always"):
        return win(own_rules(rules, box, stake.player).blackjack_odds.value, steps.blackjack_paid)
    if wins_at_once(rules, hand):
        return _won_at_once(rules, state, box, number, hand, stake)
    if rules.dealer_stands_off_on.value and dealer == rules.dealer_stands_off_on.value:
        return _result(box, number, stake, "stand_off", rules.dealer_stands_off_on.clause)
    if dealer_natural and not natural and total == 21 and rules.blackjack_beats_21.value:
        return lose(rules.blackjack_beats_21.clause)
    if dealer > 21 or total > dealer:
        return win(rules.even_odds.value, _even_clause(rules, hand, stake, steps.paid))
    if total == dealer:
        return _result(box, number, stake, "stand_off", steps.tie)
    return lose(steps.lower_loses)


def _half_lost(rules: Rules, state: State, box: Box, number: int, stake: Stake) -> Result:
    """A surrendered wager: half is collected, the half returned rounded up to what chips can make, though never
    to more than the wager."""
    back = min(stake.base, float_of(state.setup.chips).next_payable(Fraction(stake.base, 2)))
    return _result(box, number, stake, "surrender", rules.steps.surrender_collected, stake.base - back)


def _protected(rules: Rules, state: State, box: Box, number: int, stake: Stake, result: Result) -> Result:
    """The result with the loss to a dealer's Blackjack capped as the rules say: a doubled hand to its original
    wager (VIC03-7.5.4(b)), split hands by the reading in force (VIC03-7.5.5(i), NZ-12.6)."""
    hand = box.hands[number - 1]
    rules = own_rules(rules, box, stake.player)
    if stake.surrendered:
        return result
    if hand.bust:
        protected = rules.double_bust_protected
        if protected.value and stake.added and not hand.split:
            return replace(result, takes=stake.money - stake.added, clause=protected.clause)
        return result
    reading = rules.split_loss.value
    if len(box.hands) == 1 or reading in ("all", "original_stake"):
        return _protected_stake(rules, stake, result) if result.result == "lose" else result
    bearer, takes = _split_loss(rules, state, box, stake.player)
    # One hand bears it: never more than one original is taken, and one hand holds that.
    takes = takes if number == bearer else 0
    if result.result == "stand_off":
        return replace(result, takes=takes)
    clause = rules.split_loss.clause
    if takes > 0:
        return replace(result, takes=takes, clause=clause)
    return _result(box, number, stake, "void", clause, takes)


def _protected_stake(rules: Rules, stake: Stake, result: Result) -> Result:
    """What one stake loses by itself: its original part, and the added part where that is not protected."""
    own = 0 if stake.free_base else stake.base
    clause = result.clause
    if not stake.first and rules.split_loss.value == "original_stake":
        own, clause = 0, rules.split_loss.clause
    added = stake.added
    if added and rules.double_protected.value:
        added, clause = 0, rules.double_protected.clause
    if own + added == 0 and stake.money:
        return replace(result, result="void", takes=0, clause=clause)
    return replace(result, takes=own + added, clause=clause)


def _split_loss(rules: Rules, state: State, box: Box, player: str) -> tuple[int, Cents]:
    """The hand of a split box that bears a player's loss to a dealer's Blackjack, the first losing unbroken one
    or else the first that is unbroken, and what is taken there for all of them together, in cents; negative:
    given back of what broken hands lost."""
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
