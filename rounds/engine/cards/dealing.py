"""Where the next card goes, and when none may leave the shoe."""

from typing import Final

from casino.cards import HARD_VALUE, UNKNOWN, Card, is_ten
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.cards.commands import CutCard, DealCard, ShowCards
from rounds.engine.cards.events import CardDealt, CardsShown, CutCardDrawn
from rounds.engine.decisions.allowed import only_drawing
from rounds.engine.decisions.events import Drew
from rounds.engine.events import Event
from rounds.engine.hands import blackjack, current, dealer_points, in_play, next_action, to_show, wins_at_once
from rounds.engine.irregularities.events import InsuranceReopened
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand
from rounds.engine.settlement import settling
from rounds.engine.settlement.outcomes import final_stakes
from rounds.engine.shoe.composition import cannot_come
from rounds.engine.shoe.steps import pending, shoe_due
from rounds.engine.shoe.telling import put_aside
from rounds.engine.sides import asking
from rounds.engine.sides.outcomes import wants_dealer
from rounds.engine.state import State


def initial_target(rules: Rules, state: State) -> tuple[int, int, str] | None:
    """Where the next card of the initial deal goes, as (box, hand, clause); box 0 is the dealer. None when
    the initial deal is complete (VIC03-7.3.1)."""
    steps = rules.steps
    for box in state.boxes:
        if box.hands and not box.hands[0].cards and not box.hands[0].void:
            return box.number, 1, steps.first_cards
    if not state.dealer and not state.dealer_missing:
        return 0, 0, steps.dealer_card
    for box in state.boxes:
        if box.hands and len(box.hands[0].cards) < 2 and not (box.hands[0].void or box.hands[0].late):
            return box.number, 1, steps.second_cards
    return None


def next_card_place(rules: Rules, state: State) -> tuple[int, int, str] | None:
    """Where the next card goes, as (box, hand, clause); None when no card is due."""
    if not state.called or state.phase == "wagers":
        return None
    if state.carry.shoe is not None and pending(rules, state):
        return None
    if state.setup.offers and asking.asked(rules, state):
        return None
    if state.phase == "initial_deal":
        if shuffle_first(state) or (state.setup.offers and settling.items_due(rules, state)):
            return None
        return initial_target(rules, state)
    if state.phase == "subsequent_deal":
        if settling.items_due(rules, state) or state.direction:
            return None
        if (clause := late_card(rules, state)) is not None:
            return 0, 0, clause
        turn = current(rules, state)
        if turn is None:
            return None
        box, number, hand = turn
        wants = next_action(rules, box, hand)
        if wants == "card" or (wants == "decision" and only_drawing(rules, state, box, number)):
            return box.number, number, card_clause(rules, hand)
        return None
    if state.phase == "dealer_draw" and not settling.items_due(rules, state) and dealer_draws(rules, state):
        return 0, 0, dealer_card_clause(rules, state)
    return None


def late_card(rules: Rules, state: State) -> str | None:
    """The clause under which the dealer takes the first card that was left out, if that is due now: when the player
    said so, or his hand is complete (VIC03-9.6.1, VIC03-9.6.2), at the latest when every hand is."""
    if not state.dealer_missing or state.dealer:
        return None
    wanted = state.dealer_due
    if wanted is None:
        return rules.steps.dealer_card if current(rules, state) is None else None
    box = state.box(wanted.box)
    own = box.hands[wanted.hand - 1 : len(box.hands) - wanted.behind]
    if wanted.now or not any(next_action(rules, box, hand) for hand in own):
        return wanted.clause
    return None


def dealer_card_clause(rules: Rules, state: State) -> str:
    """The clause under which the dealer draws to the hand in play: the only one, or one of several from the
    same first card (ACT96-22.13)."""
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
    """The clause under which a hand of the further deal gets its next card."""
    if hand.drawing == "double":
        return rules.steps.double_one_card
    if len(hand.cards) < 2:
        return rules.split_aces_one_card.clause if hand.aces else rules.steps.split_one_at_a_time
    if hand.directed:
        return rules.absent_role.clause
    return rules.steps.announce


def interest(rules: Rules, state: State) -> str:
    """How far the dealer's hand in play still decides anything: ``full``, only the ``second`` card, or not at
    all (the empty string). A broken or settled hand, and a wager with nothing in play, wait for no dealer card
    (VIC03-7.5.6(c))."""
    first = state.dealer[0]
    can_be_natural = first[0] == "A" or is_ten(first)
    second = rules.dealer_draws_for.value == "every" and any(True for _ in settling.insurances(rules, state))
    for _, _, hand, stake in final_stakes(rules, state):
        if not in_play(stake):
            continue
        if hand.hidden and not stake.surrendered:
            return "full"
        if stake.surrendered and rules.surrender_alone.value == "whole":
            return "full"
        if wins_at_once(rules, hand) and not stake.surrendered:
            continue
        if stake.surrendered or blackjack(rules, hand):
            if can_be_natural and not stake.surrendered and not rules.blackjack_beats_drawn_21.value:
                return "full"
            second = second or can_be_natural
        elif not hand.bust or rules.broken_ties.value:
            return "full"
        elif stake.added and rules.double_bust_protected.value:
            second = second or can_be_natural
    return "second" if second else ""


def dealer_draws(rules: Rules, state: State) -> bool:
    """Whether the dealer's hand takes another card (VIC03-7.5.6)."""
    total, soft = dealer_points(rules, state.dealer)
    stands = rules.dealer_stands_soft.value if soft else rules.dealer_stands_hard.value
    if len(state.dealer) > 1 and total >= stands:
        return False
    if all(hand.void for box in state.boxes for hand in box.hands):
        return False  # no hand is left to play against (NZ-16.5(b))
    if len(state.dealer) == 1 and rules.dealer_second_card.value == "always":
        return True
    if rules.dealer_draws_without_effect.value or _draws_for_hands(rules, state):
        return True
    return bool(state.setup.offers) and bool(wants_dealer(state))


def _draws_for_hands(rules: Rules, state: State) -> bool:
    """Whether a card below the total on which the dealer stands decides anything for hands or insurance."""
    wanted = interest(rules, state)
    return wanted == "full" or (wanted == "second" and len(state.dealer) == 1)


def no_dealer_card(rules: Rules, state: State) -> Refusal:
    """Why the dealer's hand takes no card."""
    steps = rules.steps
    bear_on_it = {steps.dealer_draw, steps.dealer_ace, steps.clear_losers}
    total, soft = dealer_points(rules, state.dealer)
    stands = rules.dealer_stands_soft if soft else rules.dealer_stands_hard
    if len(state.dealer) > 1 and total >= stands.value:
        code = "card.dealer_complete_soft" if soft else "card.dealer_complete"
        return Refusal(code, stands.clause, also=tuple(bear_on_it - {stands.clause}), total=total)
    clause = rules.dealer_draws_without_effect.clause
    return Refusal("card.changes_nothing", clause, also=tuple(bear_on_it - {clause}))


_SETTLEMENT_FIRST: Final = {
    "pay": "card.payment_first",
    "take": "card.taking_first",
    "return": "card.return_first",
}


def deal(rules: Rules, state: State, command: DealCard) -> list[Event]:
    """The next card goes where the book says. Refused where none is due, and where the shoe cannot hold
    that card any more: a likely slip of the finger."""
    place = next_card_place(rules, state)
    if place is None:
        raise _no_card_due(rules, state)
    box, hand, clause = place
    card = command.card
    if state.held:
        clause = _held_first(state, card)
    elif card == UNKNOWN:
        _may_lie_face_down(rules, state, box)
    elif card not in HARD_VALUE:
        raise Refusal("card.not_a_card", rules.steps.face_up, card=card)
    elif refusal := cannot_come(rules, state, card):
        raise refusal
    dealt = CardDealt(card=card, box=box, hand=hand, clause=clause)
    if not box and state.dealer_missing and not state.dealer and card[0] == "A":
        late = rules.late_dealer_ace
        return [dealt, InsuranceReopened(clause=late.clause)] if late.value == "offered" else [dealt]
    if box:
        waiting = state.box(box).hands[hand - 1]
        if state.phase == "subsequent_deal" and next_action(rules, state.box(box), waiting) == "decision":
            # Drawing is the only decision open, so the card itself records it.
            caller = state.box(box).caller
            return [Drew(box=box, hand=hand, by=caller, clause=rules.must_draw_below.clause), dealt]
    return [dealt]


def _held_first(state: State, card: Card) -> str:
    """The clause of the card held, which comes before any from the shoe. Raises Refusal for another."""
    first = state.held[0]
    if card not in HARD_VALUE or card == UNKNOWN or first.card not in (UNKNOWN, card):
        if first.card == UNKNOWN:
            raise Refusal("card.held_face_down_first", first.clause)
        raise Refusal("card.held_first", first.clause, card=first.card)
    return first.clause


def _may_lie_face_down(rules: Rules, state: State, box: int) -> None:
    if not state.setup.face_down or state.phase != "initial_deal" or not box:
        raise Refusal("card.dealt_face_up", rules.steps.face_up, also=(rules.face_down_allowed.clause,))


def _no_card_due(rules: Rules, state: State) -> Refusal:
    """The refusal of a card for which nothing is due, with what is."""
    steps = rules.steps
    phase = state.phase
    if phase == "wagers":
        return Refusal("card.before_call", steps.call)
    if phase == "collected":
        return Refusal("round.over", steps.collect)
    if phase not in ("wagers", "collected") and (due := shoe_due(rules, state)) is not None:
        return Refusal("card.shoe_first", due.clause, step=due.prompt)
    if shuffle_first(state):
        return Refusal("card.shuffle_first", state.carry.shuffle_clause)
    if (question := asking.open_question(rules, state)) is not None:
        return question.refusal
    if phase == "insurance":
        return Refusal("card.insurance_open", steps.insurance_offer)
    hidden = to_show(rules, state)
    if phase == "interim_settlement" and hidden is not None:
        return Refusal("card.hand_not_shown", rules.face_down_allowed.clause, where=place_of(*hidden))
    if phase == "surrender":
        return Refusal("card.surrender_open", steps.surrender, also=rules.surrender_against.also)
    # Where the dealer plays another hand the card would be its next, once this one is settled (ACT96-22.13).
    if phase == "final_settlement" and not (steps.hand_settled and settling.items_due(rules, state)):
        return no_dealer_card(rules, state)
    for item in settling.items_due(rules, state):
        return Refusal(
            _SETTLEMENT_FIRST[item.action],
            settling.clause_of(rules, state, item),
            also=settling.also_of(rules, state, item),
            payment=settling.payment(item),
        )
    if phase == "subsequent_deal":
        return _player_decides_first(rules, state)
    raise AssertionError(f"no phase {phase} is without work")


def _player_decides_first(rules: Rules, state: State) -> Refusal:
    if state.direction:
        return Refusal("card.direction_first", rules.absent_role.clause)
    turn = current(rules, state)
    assert turn is not None, "a phase without work has been left"
    box, number, hand = turn
    if next_action(rules, box, hand) == "rescue":
        return Refusal("card.rescue_first", rules.steps.rescue, where=place_of(box, number))
    return Refusal(
        "card.decision_first",
        rules.steps.decision,
        # Before the first decision the initial deal has just ended: a card now is one too many of that.
        also=(rules.steps.draw,) if state.acted else (rules.steps.draw, rules.steps.second_cards),
        where=place_of(box, number),
    )


def place_of(box: Box, number: int) -> tuple[int, int]:
    """A hand by the numbers of its box and of itself, which is 0 where the box has only one."""
    return box.number, number if len(box.hands) > 1 else 0


def cut_card(rules: Rules, state: State, command: CutCard) -> list[Event]:
    """The cutting card came out: before the first card of a round it calls for a shuffle at once, later for
    one when the round is over (VIC03-4.1.1(b), (c))."""
    steps = rules.steps
    if not rules.cutting_card.value:
        raise Refusal("cutting_card.not_used", rules.cutting_card.clause)
    if state.cut_card:
        raise Refusal("cutting_card.out_already", steps.shuffle)
    if state.phase == "collected":
        raise Refusal("cutting_card.next_round", steps.shuffle)
    due = shoe_due(rules, state)
    if shuffle_first(state) or (due is not None and due.step != "burn"):
        # Where it came out decides who cuts, so that it is not entered again (NZ-7.3(c), ACT96-7.1).
        raise Refusal(
            "cutting_card.recorded",
            state.carry.shuffle_clause or (due.clause if due is not None else steps.shuffle),
        )
    if put_aside(state):
        return [CutCardDrawn(put_aside=True, clause=rules.last_rounds.clause)]
    first = not state.drawn
    clause = steps.shuffle_first_card if first else steps.shuffle
    return [CutCardDrawn(box=_box_next(rules, state), first=first, clause=clause)]


def _box_next(rules: Rules, state: State) -> int:
    """The box whose card is to come, 0 for the dealer: there the cutting card has come out."""
    if not state.called or not state.drawn:
        return next((box.number for box in state.in_play()), 0)
    place = next_card_place(rules, state)
    if place is not None:
        return place[0]
    turn = current(rules, state) if state.phase == "subsequent_deal" else None
    return turn[0].number if turn is not None else 0


def show_cards(rules: Rules, state: State, command: ShowCards) -> list[Event]:
    """A player shows cards that were dealt face down (VIC03-7.1.2)."""
    clause = rules.face_down_allowed.clause
    boxes = [box for box in state.boxes if box.number == command.box]
    if not boxes or not 1 <= command.hand <= len(boxes[0].hands):
        raise Refusal("show.no_such_hand", clause, hand=command.hand, box=command.box)
    hand = boxes[0].hands[command.hand - 1]
    hidden = sum(1 for card in hand.cards if card == UNKNOWN)
    if not hidden:
        raise Refusal("show.nothing_hidden", clause, where=place_of(boxes[0], command.hand))
    if state.phase == "initial_deal":
        raise Refusal("show.before_second_cards", clause)
    if len(command.cards) != hidden or any(
        card not in HARD_VALUE or card == UNKNOWN for card in command.cards
    ):
        raise Refusal("show.other_number", clause, hidden=hidden)
    for card in command.cards:
        if refusal := cannot_come(rules, state, card, command.cards.count(card)):
            raise refusal
    return [CardsShown(box=command.box, hand=command.hand, cards=command.cards, clause=clause)]
