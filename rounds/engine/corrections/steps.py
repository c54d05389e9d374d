"""The steps of a round after wagers change their box, player or amount."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rounds.engine.corrections.events import WagerMoved
from rounds.engine.decisions.commands import Decide, Surrender
from rounds.engine.redeal.history import Step
from rounds.engine.settlement.result import Result
from rounds.engine.setup import INSURANCE, MAIN
from rounds.engine.state import State


def on_hand(steps: Sequence[Step], box: int, hand: int) -> list[int]:
    """The indices of the decisions on a hand."""
    return [at for at, step in enumerate(steps) if step.decides == (box, hand)]


def recorded_decision(step: Step) -> str:
    """The recorded decision of a step, in one word."""
    assert isinstance(step.command, Decide), "a step that decides"
    return step.command.decision


def moved_steps(state: State, steps: Sequence[Step], moves: Sequence[WagerMoved]) -> list[Step]:
    """The steps as they belong to wagers that were on another box, another player's, or of another amount.

    A player's own choices go with the player's wager; decisions on the hand go along if the box is left empty and
    the other box was empty. A full double stays a full double.
    """
    first = moves[0]
    rest = [wager for wager in state.box(first.box).wagers if not _is_moved(moves, wager.player, wager.bet)]
    hand_moves = any(move.bet in {w.bet for w in state.box(first.box).wagers} for move in moves)
    to = first.to_box
    whole_hand = to != first.box and hand_moves and not rest and not state.box(to).wagers
    return [_moved(step, moves, whole=whole_hand, hand=hand_moves) for step in steps]


def box_with_ruling(steps: Sequence[Step], moves: Sequence[WagerMoved]) -> int:
    """A box concerned on which an irregularity was decided; 0 if there is no such box."""
    boxes = {number for move in moves for number in (move.box, move.to_box)}
    for step in steps:
        if step.command is None and step.settled is None:
            result = getattr(step.event, "result", None)
            box = result.box if isinstance(result, Result) else getattr(step.event, "box", 0)
            if box in boxes:
                return int(box)
    return 0


def _is_moved(moves: Sequence[WagerMoved], player: str, bet: str) -> bool:
    return any((move.player, move.bet) == (player, bet) for move in moves)


def _moved(step: Step, moves: Sequence[WagerMoved], *, whole: bool, hand: bool) -> Step:
    first = moves[0]
    command, result = step.command, step.settled
    if result is not None and result.box == first.box:
        of = result.wager if result.bet == INSURANCE else result.bet
        if _is_moved(moves, result.player, of) or (hand and result.player == first.player and of == MAIN):
            step = step._replace(settled=_result(result, first))
        return step
    if command is None or getattr(command, "box", 0) != first.box:
        return step
    player = getattr(command, "player", "")
    bet = getattr(command, "bet", "")
    own = player == first.player and (_is_moved(moves, player, bet) if bet else hand)
    changes: dict[str, Any] = {}
    if own:
        changes = {"box": first.to_box, "player": first.to_player}
    elif isinstance(command, Surrender) and hand and command.players == (first.player,):
        changes = {"box": first.to_box, "players": (first.to_player,)}
    elif whole and not player:
        changes = {"box": first.to_box}
    if isinstance(command, Decide) and hand:
        changes |= _renamed(step, command, first)
    return step._replace(command=replace(command, **changes)) if changes else step


def _result(result: Result, move: WagerMoved) -> Result:
    return replace(result, box=move.to_box, player=move.to_player)


def _renamed(step: Step, command: Decide, move: WagerMoved) -> dict[str, Any]:
    """A player's part in a double or split, under the corrected mark and amount."""

    def name(player: str) -> str:
        return move.to_player if player == move.player else player

    bases = dict(step.bases)
    adds = [
        (name(player), cents)
        for player, cents in command.adds
        # A full double before, a full double now: the amount follows from the wager.
        if not (player == move.player and cents == bases.get(player))
    ]
    return {
        "adds": tuple(adds),
        "matches": tuple([(name(player), what) for player, what in command.matches]),
        "free": tuple([name(player) for player in command.free]),
    }
