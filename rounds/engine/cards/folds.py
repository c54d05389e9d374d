"""Folds of card events into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from casino.cards import UNKNOWN
from casino.rulebooks.rules import NO_LIMIT
from rounds.engine.cards import events as on
from rounds.engine.layout.box import Box, caller_of, with_hand
from rounds.engine.layout.hand import Hand
from rounds.engine.setup import BY_HOUSE
from rounds.engine.shoe import folds as shoe
from rounds.engine.state import State, with_box


def _card_dealt(state: State, event: on.CardDealt) -> State:
    drawn = (*state.drawn, event.card)
    if state.held:
        state = replace(state, held=state.held[1:])
    if not event.box:
        return replace(state, dealer=(*state.dealer, event.card), drawn=drawn)
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    hand = replace(hand, cards=(*hand.cards, event.card), drawing="")
    if event.card[0] == "A":
        hand = _aces_low(state, box, event.hand, hand)
    further = state.further_card or state.phase == "subsequent_deal"
    if state.setup.offers and box.sides and len(box.dealt) < 3:
        box = replace(box, dealt=(*box.dealt, event.card))
    return replace(
        state,
        boxes=with_box(state, with_hand(box, event.hand, hand)),
        drawn=drawn,
        acted=state.acted or further,
        further_card=further,
    )


def _aces_low(state: State, box: Box, number: int, hand: Hand) -> Hand:
    """The hand with its aces counting one each if, by another reading, none of them may count eleven: it has a second
    ace, or one that came after the first ace its player was dealt elsewhere (`OpenPoints.aces_eleven`)."""
    how = state.setup.rules.aces_eleven.value
    if how == "hand":
        return hand
    low = sum(card[0] == "A" for card in hand.cards) > 1
    if how == "player":
        caller = caller_of(box)
        low = any(
            card[0] == "A"
            for other in state.boxes
            if other.hands and caller_of(other) == caller
            for at, held in enumerate(other.hands, start=1)
            if (other.number, at) != (box.number, number)
            for card in held.cards
        )
    return replace(hand, aces_low=NO_LIMIT) if low else hand


def _cut_card_drawn(state: State, event: on.CutCardDrawn) -> State:
    if event.put_aside:
        return replace(state, cut_card=True)
    # A book that says nothing about shuffling still has the shoe dealt out and then shuffled.
    due = event.clause or (BY_HOUSE if state.carry.shoe is not None else "")
    state = replace(state, cut_card=True, shoes=state.shoes + 1, carry=replace(state.carry, shuffle_due=due))
    return shoe.cut_card_out(state, event.box, first=event.first)


def _cards_shown(state: State, event: on.CardsShown) -> State:
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    faces = iter(event.cards)
    shown = tuple(next(faces) if card == UNKNOWN else card for card in hand.cards)
    if UNKNOWN in box.dealt:
        # Only a hand that is not split lies face down, so its first cards are also the box's first cards.
        box = replace(box, dealt=shown[:3])
    return replace(state, boxes=with_box(state, with_hand(box, event.hand, replace(hand, cards=shown))))


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.CardDealt: _card_dealt,
    on.CutCardDrawn: _cut_card_drawn,
    on.CardsShown: _cards_shown,
}
