"""The results of side wagers, when they are settled, and how long the dealer's hand still decides one."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from casino.cards import UNKNOWN, Card, is_natural
from casino.money import Cents
from casino.rulebooks import Rules
from rounds.engine.hands import blackjacks_paid_now, next_action
from rounds.engine.hands import unsettled as unsettled_stakes
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import dealer_points, in_play
from rounds.engine.layout.wager import Wager
from rounds.engine.settlement.payments import win
from rounds.engine.settlement.result import Result
from rounds.engine.setup import IN_ACTION, float_of
from rounds.engine.sides.offered import ActiveSideBet, on_offer
from rounds.engine.sides.prize_money import prize_won
from rounds.engine.state import PHASES, State
from sidebets import LOSE, OPEN, Bonus, Seen, SideBet

_BEGINS: Final = {
    "as_known": "initial_deal",
    "initial": "initial_deal",
    "interim": "interim_settlement",
    "interim_then_known": "interim_settlement",
    "final": "final_settlement",
}
"""The phase from which wagers are settled once they are decided; cards that lie face down decide them later
(VIC03-7.1.2)."""
_LATER: Final = ("dealer_hand", "first_three")
"""What can decide a wager after a hand of its box has already broken."""
_AT: Final = {phase: at for at, phase in enumerate(PHASES)}


def unsettled(state: State, key: str) -> Iterator[tuple[Box, Wager]]:
    """The side wagers on a bet that are still to be settled, from the dealer's left, those on the box first."""
    for box in state.boxes:
        for wager in box.sides:
            if wager.bet == key and not wager.settled:
                yield box, wager


def initial_deal_complete(state: State) -> bool:
    """Whether every box has its two cards and the dealer the first one."""
    return (bool(state.dealer) or state.dealer_missing) and all(
        len(box.hands[0].cards) > 1 or box.hands[0].void or box.hands[0].late
        for box in state.boxes
        if box.hands
    )


# --- the outcome of a wager


def seen(rules: Rules, state: State, box: Box, wager: Wager, bet: SideBet) -> Seen:
    """The cards that decide a wager, as far as they lie face up."""
    if wager.hand:
        return Seen(_face_up(box.hands[wager.hand - 1].cards), state.dealer)
    if bet.looks_at == "dealer_hand":
        return Seen((), state.dealer, closed=state.phase == "final_settlement")
    if bet.looks_at != "first_three":
        return Seen(_face_up(_first_two(state, box, wager, bet)), state.dealer)
    if bet.split_ends.value and any(hand.split for hand in box.hands):
        return Seen(box.dealt[:2], state.dealer, closed=True)
    return Seen(_face_up(box.dealt), state.dealer, closed=_no_third_card(rules, state, box))


def _first_two(state: State, box: Box, wager: Wager, bet: SideBet) -> tuple[Card, ...]:
    """The two cards that decide a wager: those of its box or, by the other reading of "dealt to the player", those of
    the box of the player's own main wager (NZ-15B.5)."""
    if bet.cards_of.value == "bettor" and box.wager_of(wager.player) is None:
        own = next((other for other in state.boxes if other.wager_of(wager.player) is not None), box)
        # The first cards of a box with a side bet are kept, and no hand is split before the bet is decided.
        return own.dealt[:2] or (own.hands[0].cards[:2] if own.hands else ())
    return box.dealt[:2]


def _face_up(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards before the first one that lies face down."""
    return cards[: cards.index(UNKNOWN)] if UNKNOWN in cards else cards


def _no_third_card(rules: Rules, state: State, box: Box) -> bool:
    """Whether the box's first hand gets no further card: it stands, or the players' hands are done."""
    if _AT[state.phase] <= _AT["surrender"] or not box.hands:
        return False
    hand = box.hands[0]
    return state.phase != "subsequent_deal" or (len(hand.cards) > 1 and not next_action(rules, box, hand))


def outcome_of(rules: Rules, state: State, box: Box, wager: Wager, bet: SideBet) -> str:
    """The line that a wager has won, ``lose``, or an empty string while that is not known."""
    if _taken_along(rules, box, bet):
        return LOSE
    return bet.outcome(seen(rules, state, box, wager, bet))


def _taken_along(rules: Rules, box: Box, bet: SideBet) -> bool:
    """Whether a broken hand loses the bet as well: when every hand of the box broke or, by the widest reading of "all
    wagers on that Box", any of them (NZ-13.2). A bet decided by the first cards is already won or lost by then,
    whether paid or not."""
    if bet.looks_at not in _LATER:
        return False
    if rules.bust_takes.value == "all" and any(hand.bust for hand in box.hands):
        return True
    return not bet.survives_bust.value and _broken(box)


def _broken(box: Box) -> bool:
    return bool(box.hands) and all(hand.bust for hand in box.hands)


# --- when it is settled


def reached(state: State, bet: SideBet) -> bool:
    """Whether the round has reached the point where winners and losers of the bet can be told apart."""
    if state.phase == "initial_deal" and not initial_deal_complete(state):
        return False
    return _AT[state.phase] >= _AT[_BEGINS[bet.settles.value]]


def results_due(rules: Rules, state: State) -> list[Result]:
    """The side wagers to be settled now: bet by bet in the book's order, losers before winners, and the boxes in the
    order that the bet has for them."""
    results: list[Result] = []
    for offer in on_offer(state.setup).values():
        begun = _AT[state.phase] >= _AT[_BEGINS[offer.bet.settles.value]]
        lying = [
            (box, wager)
            for box, wager in unsettled(state, offer.bet.key)
            if begun or (_acting(state) and _taken_along(rules, box, offer.bet))
        ]
        if offer.bet.box_order.value == "right_to_left":
            lying.sort(key=lambda pair: -pair[0].number)
        due = [
            result
            for box, wager in lying
            if (result := _result_due(rules, state, box, wager, offer)) is not None
        ]
        due.sort(key=lambda result: bool(result.pays))
        if offer.most_paid and offer.bet.most_paid_of.value == "box":
            due = _capped_on_boxes(state, offer, due)
        results += due
        if offer.bonus and state.phase == "final_settlement":
            results += _bonuses(rules, state, offer)
    return results


def _acting(state: State) -> bool:
    return _AT[state.phase] >= _AT["subsequent_deal"]


def _result_due(rules: Rules, state: State, box: Box, wager: Wager, offer: ActiveSideBet) -> Result | None:
    """The result of a side wager if it is settled now; otherwise None."""
    bet = offer.bet
    complete = state.phase != "initial_deal" or initial_deal_complete(state)
    if not wager.effective:
        # None of it is in play: it goes back once nobody can withdraw any more.
        if not complete:
            return None
        return Result(box.number, wager.hand, wager.player, bet.key, wager.amount, "void", wager.treated)
    if not complete and (bet.settles.value != "as_known" or not state.drawn):
        return None
    line = outcome_of(rules, state, box, wager, bet)
    if _stands_off(rules, state, bet):
        clause = rules.stand_off_reaches.clause
        return Result(box.number, wager.hand, wager.player, bet.key, wager.effective, "stand_off", clause)
    if line == OPEN or (
        line != LOSE and bet.riding is not None and not paid_beside(rules, state, box, wager, bet)
    ):
        return None  # not known, or its winner has yet to choose what stays in action
    if (
        state.phase != "final_settlement"
        and (bet.losers_taken if line == LOSE else bet.winners_paid).value == "end"
    ):
        return None
    later = dict(bet.paid_after.value).get(line)
    if later == "final" and state.phase != "final_settlement":
        return None
    if later == "collected" and not state.picked_up:
        return None
    return result_of(rules, state, box, wager, offer, line)


def _stands_off(rules: Rules, state: State, bet: SideBet) -> bool:
    """Whether a dealer's total above 21 against which hands stand off makes the bet stand off too, by the widest
    reading of "all remaining wagers on the layout" (NZ-19.3(i))."""
    if rules.stand_off_reaches.value != "layout" or bet.settles.value != "final":
        return False
    total = dealer_points(rules, state.dealer)[0]
    return state.phase == "final_settlement" and total == rules.dealer_stands_off_on.value


def paid_beside(rules: Rules, state: State, box: Box, wager: Wager, bet: SideBet) -> bool:
    """Whether a winner is paid without a choice: by that reading of the clause the player's Blackjack is paid and
    cleared first, so there is no wager left for anything to stay in action beside (NZ-15D.6, NZ-15E.5)."""
    if bet.riding is None or bet.riding.offer.value == "before_blackjacks" or not box.hands:
        return False
    return is_natural(box.hands[0].cards) and blackjacks_paid_now(rules, state)


def result_of(
    rules: Rules, state: State, box: Box, wager: Wager, offer: ActiveSideBet, line: str
) -> Result | None:
    """The result of a side wager that has won that line, or lost; None while its prize is not selected."""
    bet = offer.bet
    result = Result(box.number, wager.hand, wager.player, bet.key, wager.effective, LOSE, _loses(state, bet))
    if line == LOSE:
        return replace(result, takes=wager.effective)
    if offer.scale.prizes is not None:
        return prize_won(rules, state, wager, offer, result)
    by_split = bet.split_scale.value and any(hand.split for hand in box.hands)
    won = (bet.scale(bet.split_scale.value) if by_split else offer.scale).line(line)
    odds = won.odds_for(state.setup.decks)
    sign = state.setup.sign(bet.key)
    result = win(rules, state, replace(result, clause=won.clause), odds, wager.effective, sign)
    most = offer.most_paid
    if most and bet.most_paid_of.value == "with_stake":
        most = max(0, most - wager.effective)
    return _capped(state, result, most) if offer.most_paid else result


def _capped(state: State, result: Result, most: Cents) -> Result:
    """The result with its payment limited to ``most`` cents."""
    if result.pays <= most:
        return result
    return replace(result, pays=most, chips=float_of(state.setup.chips).break_down(most) or ())


def _capped_on_boxes(state: State, offer: ActiveSideBet, due: list[Result]) -> list[Result]:
    """The results of a bet with a limit on what one box is paid in all, in payment order; earlier payments on the box
    count (NZ-15F.12-S1, by that reading)."""
    paid: dict[int, Cents] = {}
    for result in state.results:
        if result.bet == offer.bet.key:
            paid[result.box] = paid.get(result.box, 0) + result.pays
    capped = []
    for result in due:
        before = paid.get(result.box, 0)
        capped.append(_capped(state, result, max(0, offer.most_paid - before)))
        paid[result.box] = before + capped[-1].pays
    return capped


def clause_of(state: State, bet: SideBet, result: Result) -> str:
    """The clause under which a side wager is settled at this point of the round."""
    if result.result == "void" or result.wager == IN_ACTION:
        return result.clause
    if result.hand and bet.split_hands is not None:
        return bet.split_hands.settled
    if result.pays and bet.paid_after.value and state.phase == "final_settlement":
        return bet.paid_after.clause
    if bet.settles.value == "interim_then_known" and state.phase != "interim_settlement":
        return result.clause  # what only the further deal reveals has the clause of its line
    return bet.settles.clause


def _loses(state: State, bet: SideBet) -> str:
    if bet.loses_to_blackjack and is_natural(state.dealer):
        return bet.loses_to_blackjack
    return bet.loses or bet.settles.clause


def _bonuses(rules: Rules, state: State, offer: ActiveSideBet) -> list[Result]:
    """The bonus for each player who has the bet on a box with a Blackjack, paid or not, and without a split
    (NZ-15H.9(b), NZ-15H.10b)."""
    bonus = offer.bet.bonus
    assert bonus is not None, "an offer has the bonus of its bet"
    key = bonus.key
    sums = {line: (cents, clause) for line, cents, clause in offer.bonus}
    paid = {(result.box, result.player) for result in state.results if result.bet == key}
    results = []
    for box in state.boxes:
        if not box.hands or box.hands[0].split or not is_natural(box.hands[0].cards):
            continue
        qualified = [
            wager
            for wager in box.sides
            if wager.bet == offer.bet.key and wager.effective and _qualifies(rules, state, box, wager, bonus)
        ]
        for wager in qualified:
            line = outcome_of(rules, state, box, wager, offer.bet)
            if line in sums and (box.number, wager.player) not in paid:
                cents, clause = sums[line]
                cents = _bonus_of(state, bonus, cents, wager, len(qualified))
                chips = float_of(state.setup.chips).break_down(cents) or ()
                results.append(
                    Result(box.number, 0, wager.player, key, 0, "win", clause, pays=cents, chips=chips)
                )
    return results


def _qualifies(rules: Rules, state: State, box: Box, wager: Wager, bonus: Bonus) -> bool:
    """Whether the box's Blackjack counts for the bonus: by the stricter reading it must not have been paid before the
    dealer's hand was complete (NZ-15H.9(b))."""
    if bonus.hand.value == "blackjack":
        return True
    early = any(player == wager.player for player, _ in box.even_money)
    return not early and not blackjacks_paid_now(rules, state)


def _bonus_of(state: State, bonus: Bonus, cents: Cents, wager: Wager, sharers: int) -> Cents:
    """One player's share of a bonus, in cents; a part that chips cannot make is rounded up (NZ-10.1A)."""
    match bonus.amount.value:
        case "per_dollar":
            return float_of(state.setup.chips).next_payable(Fraction(cents * wager.effective, 100))
        case "shared":
            return float_of(state.setup.chips).next_payable(Fraction(cents, sharers))
        case _:
            return cents


# --- the dealer's hand


def wants_dealer(state: State) -> str:
    """The clause under which the dealer completes the hand only for a side wager; empty if no side wager requires it
    (NZ-13.5, NZ-20A.4)."""
    for offer in on_offer(state.setup).values():
        if not offer.bet.draws_dealer.value:
            continue
        if offer.bet.draws_once.value == "settled" and any(
            in_play(entry[3]) for entry in unsettled_stakes(state)
        ):
            continue
        for box, wager in unsettled(state, offer.bet.key):
            if wager.effective and (offer.bet.survives_bust.value or not _broken(box)):
                return offer.bet.draws_dealer.clause
    return ""


def tucked_under(state: State, box: Box) -> str:
    """The title of the bet under whose wager a broken hand's cards are tucked to show that it is live; empty if there
    is no such wager (NZ-15H.7)."""
    for offer in on_offer(state.setup).values():
        if offer.bet.looks_at == "dealer_hand" and offer.bet.survives_bust.value:
            for wager in box.sides:
                if wager.bet == offer.bet.key and wager.effective and not wager.settled:
                    return offer.bet.title
    return ""
