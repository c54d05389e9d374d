"""Folds of settlement events into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.after_round import after_round
from rounds.engine.layout.box import with_hand
from rounds.engine.settlement import events as on
from rounds.engine.setup import ANTE, INSURANCE, SUPER_BONUS
from rounds.engine.sides.folds import settled_beside
from rounds.engine.sides.offered import offer_of
from rounds.engine.state import State, with_box


def _settled(state: State, event: on.Settled) -> State:
    result = event.result
    box = state.box(result.box)
    if result.bet == INSURANCE:
        insurance = [
            replace(insured, settled=True)
            if (insured.player, insured.wager) == (result.player, result.wager)
            else insured
            for insured in box.insurance
        ]
        box = replace(box, insurance=tuple(insurance))
    elif state.setup.offers and offer_of(state.setup, result.bet):
        box = replace(box, sides=settled_beside(box.sides, result))
    elif result.hand and result.bet != SUPER_BONUS:
        hand = box.hands[result.hand - 1]
        stakes = [
            replace(stake, settled=True)
            if (stake.player, stake.bet) == (result.player, result.bet)
            else stake
            for stake in hand.stakes
        ]
        box = with_hand(box, result.hand, replace(hand, stakes=tuple(stakes)))
    moved = state.moved + (1 if result.pays or result.takes else 0)
    return replace(state, boxes=with_box(state, box), results=(*state.results, result), moved=moved)


def _dealer_hand_cleared(state: State, event: on.DealerHandCleared) -> State:
    return replace(
        state, dealer=state.dealer[:1], dealers=(*state.dealers, state.dealer), phase="dealer_draw"
    )


def _collected(state: State, event: on.Collected) -> State:
    carry = after_round(state)
    for box in state.boxes:
        for side in box.sides:
            if side.bet != ANTE and not side.settled:  # it is paid now that the round is complete
                return replace(state, before_collected=state.carry, picked_up=True, carry=carry)
    return replace(state, before_collected=state.carry, phase="collected", carry=carry)


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.Settled: _settled,
    on.DealerHandCleared: _dealer_hand_cleared,
    on.Collected: _collected,
}
