"""What is recorded of insurance and even money, folded into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.insurance.events import EvenMoneyAsked, InsuranceClosed, InsuranceReturned, Insured
from rounds.engine.layout.wager import Insurance
from rounds.engine.state import State, with_box


def _insured(state: State, event: Insured) -> State:
    box = state.box(event.box)
    insurance = (*box.insurance, Insurance(event.player, event.amount, wager=event.wager))
    return replace(state, boxes=with_box(state, replace(box, insurance=insurance)))


def _insurance_closed(state: State, event: InsuranceClosed) -> State:
    return replace(state, insurance_closed=True, insurance_again=False)


def _even_money_asked(state: State, event: EvenMoneyAsked) -> State:
    box = state.box(event.box)
    asked = (*box.even_money, (event.player, event.wager))
    return replace(state, boxes=with_box(state, replace(box, even_money=asked)))


def _insurance_returned(state: State, event: InsuranceReturned) -> State:
    box = state.box(event.box)
    insurance = tuple(one for one in box.insurance if one.player != event.player)
    return replace(state, boxes=with_box(state, replace(box, insurance=insurance)))


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    Insured: _insured,
    InsuranceClosed: _insurance_closed,
    EvenMoneyAsked: _even_money_asked,
    InsuranceReturned: _insurance_returned,
}
