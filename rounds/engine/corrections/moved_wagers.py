"""Wagers before the call: the call taken back, and each wager put where it really was."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rounds.engine.corrections.events import WagerMoved
from rounds.engine.layout.box import Box
from rounds.engine.layout.wager import Wager
from rounds.engine.state import State

ALL_BETS = "all"


def before_call(state: State) -> State:
    """The round as it was before its latest call: nothing fixed, and nobody warned by that call. Whoever decides for
    each box stays known."""
    boxes = tuple(
        [
            replace(
                box,
                wagers=tuple([replace(wager, effective=0, treated="") for wager in box.wagers]),
                sides=tuple([replace(side, effective=0, treated="") for side in box.sides]),
                hands=(),
            )
            for box in state.boxes
        ]
    )
    warned = tuple([player for player in state.carry.warned if player in state.warned_earlier])
    carry = replace(state.carry, warned=warned)
    return replace(state, boxes=boxes, carry=carry, called=False, phase="wagers", trail=None)


def named(box: Box, player: str, bet: str) -> list[Wager]:
    """The wagers of a player on a box that a correction names."""
    return [
        wager
        for wager in (*box.wagers, *box.sides)
        if wager.player == player and bet in (ALL_BETS, wager.bet) and not wager.hand
    ]


def moved(state: State, moves: Iterable[WagerMoved]) -> State:
    """The wagers with the box, player and amount that they really had. Places in a line follow the order of recording;
    a wager that joins another of the same player adds to it."""
    for move in moves:
        state = _moved(state, move)
    if not state.called and state.phase == "wagers":
        named = dict(state.carry.callers)
        for box in state.boxes:
            if box.caller and box.wagers and box.caller not in box.players:
                state = _with(state, replace(box, caller=named.get(box.number, "")))
    return state


def _moved(state: State, move: WagerMoved) -> State:
    box = state.box(move.box)
    old = named(box, move.player, move.bet)[0]
    new = replace(old, player=move.to_player, amount=move.amount)
    if move.amount != old.amount:
        new = replace(new, parts=())
    beside = old in box.sides
    field = "sides" if beside else "wagers"
    if move.to_box == move.box:
        if box.caller == move.player and not beside:
            box = replace(box, caller=move.to_player)
        lies = tuple([new if wager is old else wager for wager in getattr(box, field)])
        return _with(state, replace(box, **{field: _joined(lies)}))
    state = _with(
        state, replace(box, **{field: tuple([wager for wager in getattr(box, field) if wager is not old])})
    )
    to = state.box(move.to_box)
    lies = getattr(to, field)
    at = next((at for at, wager in enumerate(lies) if wager.placed > new.placed), len(lies))
    return _with(state, replace(to, **{field: _joined((*lies[:at], new, *lies[at:]))}))


def _joined(wagers: tuple[Wager, ...]) -> tuple[Wager, ...]:
    """Each player's wagers on one bet joined into one, in the place of the first."""
    joined: dict[tuple[str, str, int], Wager] = {}
    for wager in wagers:
        spot = wager.player, wager.bet, wager.hand
        before = joined.get(spot)
        if before is not None:
            counted = before.parts or wager.parts
            parts = (
                (*(before.parts or (before.amount,)), *(wager.parts or (wager.amount,))) if counted else ()
            )
            wager = replace(before, amount=before.amount + wager.amount, parts=parts)
        joined[spot] = wager
    return tuple(joined.values())


def _with(state: State, box: Box) -> State:
    return replace(
        state, boxes=tuple([box if other.number == box.number else other for other in state.boxes])
    )
