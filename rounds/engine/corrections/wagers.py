"""Make the call again on corrected wagers, as far as the book would have accepted them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.corrections.events import WagerMoved
from rounds.engine.events import Event
from rounds.engine.evolve import evolve
from rounds.engine.layout.wager import Wager
from rounds.engine.machine import Machine
from rounds.engine.state import State
from rounds.engine.wagers.calling import blockers, call, caller_for
from rounds.engine.wagers.commands import CallBets, PlaceWager
from rounds.engine.wagers.events import Arranged, Seated, WagerWithdrawn


def check(machine: Machine, rules: Rules, state: State, moves: Iterable[WagerMoved]) -> None:
    """Raises Refusal if the book would not have accepted a wager as corrected, or a wager that lies beside one that
    is moved."""
    moves = list(moves)
    spots = {(move.box, move.player, move.bet) for move in moves}
    boxes = {number for move in moves for number in (move.box, move.to_box)}
    stay = [(box.number, side) for box in state.boxes if box.number in boxes for side in box.sides]
    stay = [(box, side) for box, side in stay if (box, side.player, side.bet) not in spots]
    for box, player, bet in (*spots, *((box, side.player, side.bet) for box, side in stay)):
        gone = WagerWithdrawn(box=box, player=player, amount=0, bet=bet)
        state = evolve(state, replace(gone, tap=state.tap))
    hand = rules.wagers_on_hand.value
    placed = [
        PlaceWager(move.to_box, move.to_player, move.amount, move.bet)
        for move in sorted(moves, key=lambda move: move.bet not in hand)
    ]
    placed += [
        PlaceWager(box, side.player, part, side.bet)
        for box, side in stay
        for part in side.parts or (side.amount,)
    ]
    for command in placed:
        state, _ = machine.apply(rules, state, command)


def call_again(machine: Machine, rules: Rules, state: State, called: State) -> tuple[State, list[Event]]:
    """The call on corrected wagers: the state after it and its events. The caller of a box stays the caller while still
    wagering there. Raises Refusal for whatever would have prevented the call."""
    events: list[Event] = []

    def fold(more: Iterable[Event]) -> None:
        nonlocal state
        for event in more:
            events.append(replace(event, tap=0))
            state = evolve(state, replace(event, tap=state.tap))

    for _ in range(3 * len(state.boxes)):
        blocker = next((blocker for blocker in blockers(rules, state) if blocker.kind != "returned"), None)
        if blocker is not None and blocker.kind == "caller":
            before = called.box(blocker.box).caller
            who = before if before in blocker.players else caller_for(rules, state.box(blocker.box))
            fold([Seated(box=blocker.box, player=who, clause=blocker.clause)])
        elif blocker is not None and blocker.kind == "arrange":
            fold([Arranged(box=blocker.box, players=blocker.players, clause=blocker.clause)])
        else:
            break
    fold(call(rules, state, CallBets(), dealt=True))
    state, more = machine.follow(rules, state)
    return state, [*events, *(replace(event, tap=0) for event in more)]


def refuse_parts(wager: Wager, clause: str) -> None:
    """Raises Refusal if the corrected amount is of a wager made of several wagers, which are corrected separately."""
    if wager.parts:
        raise Refusal("correction.several_wagers", clause, count=len(wager.parts), player=wager.player)
