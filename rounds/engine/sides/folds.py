"""Folding what happens to side bets after the deal: what stays in action, the button, the equipment."""

from typing import Any

from msgspec.structs import replace

from rounds.engine import events as on
from rounds.engine.sides.offered import offer_of
from rounds.engine.state import State, with_box


def rode(state: State, event: on.Rode) -> State:
    return _changed(state, event, riding=event.amount)


def prize_selected(state: State, event: on.PrizeSelected) -> State:
    state = _changed(state, event, prize=event.per_dollar, misfire=0)
    return replace(state, presses=state.presses + event.drawn)


def press_void(state: State, event: on.PressVoid) -> State:
    return state


def misfired(state: State, event: on.Misfired) -> State:
    state = _changed(state, event, misfire=event.per_dollar)
    return replace(state, presses=state.presses + event.drawn)


def misfire_answered(state: State, event: on.MisfireAnswered) -> State:
    return _changed(state, event, misfire=0)


def _changed(
    state: State, event: on.Rode | on.PrizeSelected | on.Misfired | on.MisfireAnswered, **changes: Any
) -> State:
    """The state with the wagers changed that the event is about: the player's, or everybody's on the box where they
    share the button. Only those not settled: what was lost or paid before stays so."""
    offer = offer_of(state.setup, event.bet)
    shared = offer is not None and offer.bet.turns.value == "box"
    box = state.box(event.box)
    sides = tuple(
        replace(wager, **changes)
        if wager.bet == event.bet
        and not wager.hand
        and not wager.settled
        and (shared or wager.player == event.player)
        else wager
        for wager in box.sides
    )
    return replace(state, boxes=with_box(state, replace(box, sides=sides)))


def bet_suspended(state: State, event: on.BetSuspended) -> State:
    carry = replace(state.carry, suspended=(*state.carry.suspended, event.bet))
    # Before the first card every wager goes back; after it the winners of this round are paid otherwise.
    failed = (*state.failed, event.bet) if state.drawn else state.failed
    return replace(state, carry=carry, failed=failed)


def bet_resumed(state: State, event: on.BetResumed) -> State:
    rest = tuple(bet for bet in state.carry.suspended if bet != event.bet)
    return replace(state, carry=replace(state.carry, suspended=rest))
