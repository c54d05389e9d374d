"""Where the next card goes, and when no card may leave the shoe."""

from collections.abc import Callable
from typing import Final

from casino.cards import Card
from casino.refusals import Refusal
from casino.rulebooks import Rule, Rules
from rounds.engine.decisions.allowed import only_drawing
from rounds.engine.hands import hand_in_turn, next_action
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand, blackjack, dealer_points, wins_at_once
from rounds.engine.settlement import settling
from rounds.engine.settlement.outcomes import final_stakes
from rounds.engine.shoe.steps import pending
from rounds.engine.sides import asking
from rounds.engine.sides.outcomes import wants_dealer
from rounds.engine.state import State


def initial_target(rules: Rules, state: State) -> tuple[int, int, str] | None:
    """Where the next card of the initial deal goes, as (box, hand, clause); box 0 is the dealer. None when
    the initial deal is complete (VIC03-7.3.1)."""
    second = 0
    for box in state.boxes:
        if not box.hands:
            continue
        hand = box.hands[0]
        cards = len(hand.cards)
        if cards > 1 or hand.void:
            continue
        if not cards:
            return box.number, 1, rules.steps.first_cards
        if not second and not hand.late:
            second = box.number
    if not state.dealer and not state.dealer_missing:
        return 0, 0, rules.steps.dealer_card
    return (second, 1, rules.steps.second_cards) if second else None


def next_card_place(rules: Rules, state: State) -> tuple[int, int, str] | None:
    """Where the next card goes, as (box, hand, clause); None when no card is due."""
    place = _PLACES.get(state.phase)
    if place is None or not state.called:
        return None
    if state.shoe_waits and pending(rules, state):
        return None
    if state.setup.offers and asking.asked(rules, state):
        return None
    return place(rules, state)


def _place_in_initial_deal(rules: Rules, state: State) -> tuple[int, int, str] | None:
    if state.setup.offers and settling.items_due(rules, state):
        return None
    return None if shuffle_first(state) else initial_target(rules, state)


def _place_in_further_deal(rules: Rules, state: State) -> tuple[int, int, str] | None:
    if settling.items_due(rules, state) or state.direction:
        return None
    if state.dealer_missing and (clause := late_card_clause(rules, state)) is not None:
        return 0, 0, clause
    turn = hand_in_turn(rules, state)
    if turn is None:
        return None
    if turn.action == "card" or (turn.action == "decision" and only_drawing(rules, state, turn)):
        return turn.box.number, turn.number, card_clause(rules, turn.hand)
    return None


def _place_in_dealer_draw(rules: Rules, state: State) -> tuple[int, int, str] | None:
    if settling.items_due(rules, state) or not dealer_draws(rules, state):
        return None
    return 0, 0, dealer_card_clause(rules, state)


_PLACES: Final[dict[str, Callable[[Rules, State], tuple[int, int, str] | None]]] = {
    "initial_deal": _place_in_initial_deal,
    "subsequent_deal": _place_in_further_deal,
    "dealer_draw": _place_in_dealer_draw,
}
"""Where the next card goes, by the phase."""


def late_card_clause(rules: Rules, state: State) -> str | None:
    """The clause under which the dealer now takes the first card that was left out, or None. It is due when the player
    decides so or completes the hand (VIC03-9.6.1, VIC03-9.6.2), at the latest when every hand is complete."""
    if not state.dealer_missing or state.dealer:
        return None
    card_due = state.dealer_due
    if card_due is None:
        return rules.steps.dealer_card if hand_in_turn(rules, state) is None else None
    box = state.box(card_due.box)
    own = box.hands[card_due.hand - 1 : len(box.hands) - card_due.behind]
    if card_due.now or not any(next_action(rules, box, hand) for hand in own):
        return card_due.clause
    return None


def dealer_card_clause(rules: Rules, state: State) -> str:
    """The clause under which the dealer draws to the hand in play: the dealer's only hand, or one of several that
    start with the same first card (ACT96-22.13)."""
    steps = rules.steps
    if (
        state.setup.offers
        and not rules.dealer_draws_without_effect.value
        and not _draws_for_hands(rules, state)
    ):
        return wants_dealer(state)
    return steps.hand_drawn[len(state.dealers)] if steps.hand_drawn else steps.dealer_draw


def shuffle_first(state: State) -> bool:
    """Whether the cutting card came out as the first card of the round: shuffle before dealing (VIC03-4.1.1(b))."""
    return bool(state.carry.shuffle_due) and not state.drawn


def card_clause(rules: Rules, hand: Hand) -> str:
    """The clause under which a hand gets its next card in the further deal."""
    if hand.drawing == "double":
        return rules.steps.double_one_card
    if len(hand.cards) < 2:
        return rules.split_aces_one_card.clause if hand.aces else rules.steps.split_one_at_a_time
    if hand.directed:
        return rules.absent_role.clause
    return rules.steps.announce


def dealer_cards_needed(rules: Rules, state: State) -> str:
    """Which cards of the dealer's hand in play still decide something: all (``full``), only the ``second``, or none
    (an empty string). No dealer card is drawn for broken or settled hands, nor for wagers with nothing in play
    (VIC03-7.5.6(c))."""
    can_be_natural = state.dealer[0][0] in "ATJQK"
    second = rules.dealer_draws_for.value == "every" and settling.anybody_insured(state)
    second = second and any(True for _ in settling.insurances(rules, state))
    early_wins = rules.paid_at_21.value or rules.five_under.value
    for _, _, hand, stake in final_stakes(rules, state):
        if not stake.base:
            continue
        if hand.hidden and not stake.surrendered:
            return "full"
        if stake.surrendered and rules.surrender_alone.value == "whole":
            return "full"
        if early_wins and not stake.surrendered and wins_at_once(rules, hand):
            continue
        if stake.surrendered or (len(hand.cards) == 2 and blackjack(rules, hand)):
            if can_be_natural and not stake.surrendered and not rules.blackjack_beats_drawn_21.value:
                return "full"
            second = second or can_be_natural
        elif hand.points[0] <= 21 or rules.broken_ties.value:
            return "full"
        elif stake.added and rules.double_bust_protected.value:
            second = second or can_be_natural
    return "second" if second else ""


def _stands_on(rules: Rules, cards: tuple[Card, ...]) -> Rule[int] | None:
    """The rule by which the dealer's hand is complete; None while its total calls for another card."""
    total, soft = dealer_points(rules, cards)
    stands = rules.dealer_stands_soft if soft else rules.dealer_stands_hard
    return stands if len(cards) > 1 and total >= stands.value else None


def dealer_draws(rules: Rules, state: State) -> bool:
    """Whether the dealer's hand takes another card (VIC03-7.5.6)."""
    if _stands_on(rules, state.dealer) is not None:
        return False
    if not _played_against(state):
        return False
    if len(state.dealer) == 1 and rules.dealer_second_card.value == "always":
        return True
    if rules.dealer_draws_without_effect.value or _draws_for_hands(rules, state):
        return True
    return bool(state.setup.offers) and bool(wants_dealer(state))


def _played_against(state: State) -> bool:
    """Whether a hand is left that is not void (NZ-16.5(b))."""
    for box in state.boxes:
        for hand in box.hands:
            if not hand.void:
                return True
    return False


def _draws_for_hands(rules: Rules, state: State) -> bool:
    """Whether a hand or insurance still depends on the next card, with the dealer below the total to stand on."""
    needed = dealer_cards_needed(rules, state)
    return needed == "full" or (needed == "second" and len(state.dealer) == 1)


def end_clause(rules: Rules, state: State) -> str:
    """The clause under which the dealer's hand has ended: its total, or that a further card would change nothing."""
    stands = _stands_on(rules, state.dealer)
    return (stands if stands is not None else rules.dealer_draws_without_effect).clause


def dealer_card_refusal(rules: Rules, state: State) -> Refusal:
    """Why the dealer's hand takes no card."""
    steps = rules.steps
    bear_on_it = {steps.dealer_draw, steps.dealer_ace, steps.clear_losers}
    if (stands := _stands_on(rules, state.dealer)) is not None:
        total, soft = dealer_points(rules, state.dealer)
        code = "card.dealer_complete_soft" if soft else "card.dealer_complete"
        return Refusal(code, stands.clause, also=tuple(bear_on_it - {stands.clause}), total=total)
    clause = rules.dealer_draws_without_effect.clause
    return Refusal("card.changes_nothing", clause, also=tuple(bear_on_it - {clause}))


def place_of(box: Box, number: int) -> tuple[int, int]:
    """A hand as (box number, hand number); the hand number is 0 where the box has only one hand."""
    return box.number, number if len(box.hands) > 1 else 0


def not_in_packs(rules: Rules, card: Card) -> Refusal | None:
    """The refusal of a card that the game's packs do not contain (VIC03-10.4.1); None if they contain it."""
    if card[0] not in rules.missing_ranks.value:
        return None
    return Refusal("packs.without_card", rules.missing_ranks.clause, card=card)


def not_in_shoe(rules: Rules, state: State, card: Card, count: int = 1) -> Refusal | None:
    """The refusal of a card, or of ``count`` cards alike, that the shoe can no longer hold (VIC03-9.12, ACT96-3.1);
    None if the shoe may have held it."""
    if card[0] in rules.missing_ranks.value:
        return not_in_packs(rules, card)
    if state.out(card) + count <= state.setup.decks:
        return None
    code = "packs.used_up_in_round" if state.carry.shoe is None else "packs.used_up"
    return Refusal(code, rules.decks.clause, packs=state.setup.decks, card=card)
