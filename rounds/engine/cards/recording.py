"""Deciders for cards dealt, cards shown and the cutting card; refuses a card when none may leave the shoe."""

from typing import Final

from casino.cards import HARD_VALUE, UNKNOWN, Card
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.cards.commands import CutCard, DealCard, ShowCards
from rounds.engine.cards.dealing import (
    card_clause,
    dealer_card_refusal,
    next_card_place,
    not_in_shoe,
    place_of,
    shuffle_first,
)
from rounds.engine.cards.events import CardDealt, CardsShown, CutCardDrawn
from rounds.engine.decisions.events import Drew
from rounds.engine.events import Event
from rounds.engine.hands import hand_in_turn, hand_to_show
from rounds.engine.irregularities.events import InsuranceReopened
from rounds.engine.phases import waits_for
from rounds.engine.settlement import settling
from rounds.engine.shoe.announcing import put_aside
from rounds.engine.shoe.steps import shoe_due
from rounds.engine.sides import asking
from rounds.engine.state import State
from rounds.engine.waiting import Waiting

_SETTLEMENT_FIRST: Final = {
    "pay": "card.payment_first",
    "take": "card.taking_first",
    "return": "card.return_first",
}


def deal(rules: Rules, state: State, command: DealCard) -> list[Event]:
    """The next card goes where the book says. Refused when no card is due, and when the shoe can no longer hold
    that card: probably a mis-tap."""
    waiting = waits_for(rules, state)
    if waiting is None or not (waiting.action == "card" or _only_drawing(waiting)):
        raise _no_card_due(rules, state)
    box, hand, clause, card = waiting.box, waiting.hand, waiting.clause, command.card
    drew: Event | None = None
    if waiting.action == "decision":
        # Drawing is the only decision open, so the card itself records it.
        turn = state.box(box)
        drew = Drew(box=box, hand=hand, by=turn.caller, clause=rules.must_draw_below.clause)
        clause = card_clause(rules, turn.hands[hand - 1])
    if state.held:
        clause = _held_first(state, card)
    elif card == UNKNOWN:
        _may_lie_face_down(rules, state, box)
    elif card not in HARD_VALUE:
        raise Refusal("card.not_a_card", rules.steps.face_up, card=card)
    elif refusal := not_in_shoe(rules, state, card):
        raise refusal
    dealt = CardDealt(card=card, box=box, hand=hand, clause=clause)
    if state.dealer_missing and not box and not state.dealer and card[0] == "A":
        late = rules.late_dealer_ace
        return [dealt, InsuranceReopened(clause=late.clause)] if late.value == "offered" else [dealt]
    return [dealt] if drew is None else [drew, dealt]


def _only_drawing(waiting: Waiting) -> bool:
    """Whether drawing is the only decision open, so that the card itself records it."""
    return waiting.action == "decision" and waiting.legal == ("hit",)


def _held_first(state: State, card: Card) -> str:
    """The clause of the held card, which is played before any from the shoe. Raises Refusal for a different card."""
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
    """The refusal of a card when none is due; it names what is due instead."""
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
    hidden = hand_to_show(rules, state)
    if phase == "interim_settlement" and hidden is not None:
        return Refusal("card.hand_not_shown", rules.face_down_allowed.clause, where=place_of(*hidden))
    if phase == "surrender":
        return Refusal("card.surrender_open", steps.surrender, also=rules.surrender_against.also)
    # Where the dealer plays another hand, that hand would get the card once this one is settled (ACT96-22.13).
    if phase == "final_settlement" and not (steps.hand_settled and settling.items_due(rules, state)):
        return dealer_card_refusal(rules, state)
    for item in settling.items_due(rules, state):
        return Refusal(
            _SETTLEMENT_FIRST[item.action],
            settling.clause_of(rules, state, item),
            also=settling.also_of(rules, state, item),
            payment=settling.parts_of_item(item),
        )
    if phase == "subsequent_deal":
        return _player_decides_first(rules, state)
    raise AssertionError(f"no phase {phase} is without work")


def _player_decides_first(rules: Rules, state: State) -> Refusal:
    if state.direction:
        return Refusal("card.direction_first", rules.absent_role.clause)
    turn = hand_in_turn(rules, state)
    assert turn is not None, "a phase without work has been left"
    if turn.action == "rescue":
        return Refusal("card.rescue_first", rules.steps.rescue, where=place_of(turn.box, turn.number))
    return Refusal(
        "card.decision_first",
        rules.steps.decision,
        # Before the first decision the initial deal has only just ended, so a card now is one too many there.
        also=(rules.steps.draw,) if state.acted else (rules.steps.draw, rules.steps.second_cards),
        where=place_of(turn.box, turn.number),
    )


def cut_card(rules: Rules, state: State, command: CutCard) -> list[Event]:
    """The cutting card came out: before the first card of a round it calls for a shuffle at once, later for a shuffle
    after the round (VIC03-4.1.1(b), (c))."""
    steps = rules.steps
    if not rules.cutting_card.value:
        raise Refusal("cutting_card.not_used", rules.cutting_card.clause)
    if state.cut_card:
        raise Refusal("cutting_card.out_already", steps.shuffle)
    if state.phase == "collected":
        raise Refusal("cutting_card.next_round", steps.shuffle)
    due = shoe_due(rules, state)
    if shuffle_first(state) or (due is not None and due.step != "burn"):
        # Who cuts depends on where it came out, so that is recorded and not asked again (NZ-7.3(c), ACT96-7.1).
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
    """The box due the next card, 0 for the dealer: where the cutting card came out."""
    if not state.called or not state.drawn:
        return next((box.number for box in state.in_play()), 0)
    place = next_card_place(rules, state)
    if place is not None:
        return place[0]
    turn = hand_in_turn(rules, state) if state.phase == "subsequent_deal" else None
    return turn.box.number if turn is not None else 0


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
        if refusal := not_in_shoe(rules, state, card, command.cards.count(card)):
            raise refusal
    return [CardsShown(box=command.box, hand=command.hand, cards=command.cards, clause=clause)]
