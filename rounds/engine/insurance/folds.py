"""Folds of insurance and even money into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.insurance import events as on
from rounds.engine.layout.wager import Insurance
from rounds.engine.state import State, with_box


def _insured(state: State, event: on.Insured) -> State:
    box = state.box(event.box)
    insurance = (*box.insurance, Insurance(event.player, event.amount, wager=event.wager))
    return replace(state, boxes=with_box(state, replace(box, insurance=insurance)))


def _insurance_closed(state: State, event: on.InsuranceClosed) -> State:
    return replace(state, insurance_closed=True, insurance_again=False)


def _even_money_asked(state: State, event: on.EvenMoneyAsked) -> State:
    box = state.box(event.box)
    players_asked = (*box.even_money, (event.player, event.wager))
    return replace(state, boxes=with_box(state, replace(box, even_money=players_asked)))


def _insurance_returned(state: State, event: on.InsuranceReturned) -> State:
    box = state.box(event.box)
    insurance = tuple(insured for insured in box.insurance if insured.player != event.player)
    return replace(state, boxes=with_box(state, replace(box, insurance=insurance)))


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.Insured: _insured,
    on.InsuranceClosed: _insurance_closed,
    on.EvenMoneyAsked: _even_money_asked,
    on.InsuranceReturned: _insurance_returned,
}
