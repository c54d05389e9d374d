"""Wagers as they lay before the call: the round with the call taken back, what was wrong about them changed, and the
call made again."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from casino.rulebooks import Rules
from rounds.engine.corrections.events import WagerMoved
from rounds.engine.events import Event
from rounds.engine.evolve import evolve
from rounds.engine.layout.box import Box
from rounds.engine.layout.wager import Wager
from rounds.engine.phases import follow
from rounds.engine.refusal import RuleViolation
from rounds.engine.state import State
from rounds.engine.wagers.calling import blockers, call, caller_for
from rounds.engine.wagers.commands import CallBets, PlaceWager
from rounds.engine.wagers.events import Arranged, Seated, WagerWithdrawn

ALL = "all"


def before_call(state: State) -> State:
    """The round as it stood before the call that has just been made in it: nothing fixed, nobody warned by it. Who
    decides for a box is known, and goes on to."""
    boxes = tuple(
        [
            replace(
                box,
                wagers=tuple([replace(one, effective=0, treated="") for one in box.wagers]),
                sides=tuple([replace(one, effective=0, treated="") for one in box.sides]),
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
        one
        for one in (*box.wagers, *box.sides)
        if one.player == player and bet in (ALL, one.bet) and not one.hand
    ]


def moved(state: State, moves: Iterable[WagerMoved]) -> State:
    """The wagers where they lay, and whose and of what amount they were. A place in a line goes by the order in which
    they were recorded; what joins another wager of the player there adds to it."""
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
    old = next(one for one in named(box, move.player, move.bet))
    new = replace(old, player=move.to_player, amount=move.amount)
    if move.amount != old.amount:
        new = replace(new, parts=())
    beside = old in box.sides
    field = "sides" if beside else "wagers"
    if move.to_box == move.box:
        if box.caller == move.player and not beside:
            box = replace(box, caller=move.to_player)
        lies = tuple([new if one is old else one for one in getattr(box, field)])
        return _with(state, replace(box, **{field: _joined(lies)}))
    state = _with(
        state, replace(box, **{field: tuple([one for one in getattr(box, field) if one is not old])})
    )
    to = state.box(move.to_box)
    lies = getattr(to, field)
    at = next((at for at, one in enumerate(lies) if one.placed > new.placed), len(lies))
    return _with(state, replace(to, **{field: _joined((*lies[:at], new, *lies[at:]))}))


def _joined(wagers: tuple[Wager, ...]) -> tuple[Wager, ...]:
    """Each player's wagers on one bet as one, where the first of them lies."""
    found: dict[tuple[str, str, int], Wager] = {}
    for one in wagers:
        spot = one.player, one.bet, one.hand
        before = found.get(spot)
        if before is not None:
            counted = before.parts or one.parts
            parts = (*(before.parts or (before.amount,)), *(one.parts or (one.amount,))) if counted else ()
            one = replace(before, amount=before.amount + one.amount, parts=parts)
        found[spot] = one
    return tuple(found.values())


def _with(state: State, box: Box) -> State:
    return replace(state, boxes=tuple([box if one.number == box.number else one for one in state.boxes]))


def check(rules: Rules, state: State, moves: Iterable[WagerMoved]) -> None:
    """Raises Refusal where the book would not have taken a wager as it is said to have lain, or what lies beside
    one that is said to have lain elsewhere."""
    from rounds.engine.decide import apply  # it corrects by this module too

    moves = list(moves)
    spots = {(one.box, one.player, one.bet) for one in moves}
    boxes = {number for one in moves for number in (one.box, one.to_box)}
    stay = [(box.number, one) for box in state.boxes if box.number in boxes for one in box.sides]
    stay = [(box, one) for box, one in stay if (box, one.player, one.bet) not in spots]
    for box, player, bet in (*spots, *((box, one.player, one.bet) for box, one in stay)):
        gone = WagerWithdrawn(box=box, player=player, amount=0, bet=bet)
        state = evolve(state, replace(gone, tap=state.tap))
    hand = rules.wagers_on_hand.value
    placed = [
        PlaceWager(one.to_box, one.to_player, one.amount, one.bet)
        for one in sorted(moves, key=lambda one: one.bet not in hand)
    ]
    placed += [
        PlaceWager(box, one.player, part, one.bet) for box, one in stay for part in one.parts or (one.amount,)
    ]
    for command in placed:
        state, _ = apply(rules, state, command)


def call_again(rules: Rules, state: State, called: State) -> tuple[State, list[Event]]:
    """The call on corrected wagers, with its events. Who decided for a box goes on to decide where he still wagers
    there. Raises Refusal for what would have stood in its way."""
    made: list[Event] = []

    def fold(events: Iterable[Event]) -> None:
        nonlocal state
        for event in events:
            made.append(replace(event, tap=0))
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
    fold(follow(rules, state))
    return state, made


def refuse_parts(wager: Wager, clause: str) -> None:
    """Raises Refusal for the amount of a wager that is several, one by one."""
    if wager.parts:
        raise RuleViolation(
            clause,
            f"{len(wager.parts)} wagers of player {wager.player} lie there",
            "A supervisor decides which of them is void; the others stand.",
        )
