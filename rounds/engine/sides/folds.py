"""Folds of side-bet events after the deal: what stays in action, the button, the equipment."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.layout.wager import Wager
from rounds.engine.settlement.result import Result
from rounds.engine.setup import IN_ACTION
from rounds.engine.sides import events as on
from rounds.engine.sides.offered import offer_of
from rounds.engine.state import State, with_box
from rounds.engine.wagers.events import WagerPlaced


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
    """The state with the wagers of the event changed: the player's, or everybody's on the box where they share the
    button. Settled wagers stay as they are."""
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
    # Before the first card every wager goes back; after it, the winners of this round are paid by other rules.
    failed = (*state.failed, event.bet) if state.drawn else state.failed
    return replace(state, carry=carry, failed=failed)


def bet_resumed(state: State, event: on.BetResumed) -> State:
    rest = tuple(bet for bet in state.carry.suspended if bet != event.bet)
    return replace(state, carry=replace(state.carry, suspended=rest))


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.Rode: rode,
    on.PrizeSelected: prize_selected,
    on.PressVoid: press_void,
    on.Misfired: misfired,
    on.MisfireAnswered: misfire_answered,
    on.BetSuspended: bet_suspended,
    on.BetResumed: bet_resumed,
}


def placed_beside(
    sides: tuple[Wager, ...], event: WagerPlaced, *, counted: bool = False
) -> tuple[Wager, ...]:
    """The wagers beside the hand, with the chips just placed; ``counted`` if the number of wagers on a box is
    limited, so that each is kept separately."""
    spot = (event.player, event.bet, event.hand)
    for at, wager in enumerate(sides):
        # A hand that is split again may have a wager that its earlier second card settled.
        if (wager.player, wager.bet, wager.hand) == spot and not wager.settled:
            parts = (*(wager.parts or (wager.amount,)), event.amount) if counted else ()
            more = replace(wager, amount=wager.amount + event.amount, parts=parts)
            if event.hand:
                more = replace(more, effective=more.amount)
            return (*sides[:at], more, *sides[at + 1 :])
    # The call fixes how much of a wager is in play; a wager on a split hand comes after the call.
    effective = event.amount if event.hand else 0
    return (*sides, Wager(event.player, event.bet, event.amount, effective, hand=event.hand))


def settled_beside(sides: tuple[Wager, ...], result: Result) -> tuple[Wager, ...]:
    """The wagers beside the hand, with the one of that result settled; what stayed in action of it is settled by a
    result of its own."""
    spot = (result.player, result.bet, result.hand)
    return tuple(
        (replace(wager, riding=0) if result.wager == IN_ACTION else replace(wager, settled=True))
        if (wager.player, wager.bet, wager.hand) == spot
        else wager
        for wager in sides
    )
