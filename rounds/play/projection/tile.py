"""What the pit's tile of a table shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from casino.rulebooks import Rules
from rounds import engine
from rounds.engine import State
from rounds.engine.questions import may_vacate, restriction_words
from rounds.engine.values import OVER
from tables.models import Table

POINTS: Final = 25
"""How many rounds back a tile's line goes."""


def tile_of(table: Table, state: State, points: list[list[int]]) -> dict[str, Any]:
    """What a tile shows of play. Beside it, `Table.live` has ``limits`` (`tables.signs.signs`) and ``waiting``, the
    number of approvals that wait.

    ``boxes``: [number, whether wagered on, number of hands, whether waited for]; ``dealer_now``: whether the dealer's
    hand is waited for; ``due``: what the table waits for, as code and values of its words (None if nothing), with
    ``want``, ``clause`` and the ``role`` it waits for, if any; ``points``: [second, win so far] of the last rounds;
    ``rounds_hour``: the pace over those; ``hold``: win over handle in percent; ``irregular``: open irregularities;
    ``rounds_left``: how many of the announced last rounds are to come, -1 if none are announced; ``people``: see
    `people_of`.
    """
    over = state.phase in OVER
    due = engine.due(state.setup.rules, state)
    box_due = due.box if due is not None else 0
    boxes = [
        [box.number, bool(box.wagers) and not over, len(box.hands), box.number == box_due]
        for box in state.boxes
    ]
    return {
        "phase": state.phase,
        "want": due.action if due is not None else "",
        "due": due.prompt if due is not None else None,
        "clause": due.clause if due is not None else "",
        "role": due.role if due is not None else "",
        "boxes": boxes,
        "dealer_now": due is not None and not box_due and due.action in ("card", "settle") and state.called,
        "dealer_cards": [] if over else list(state.dealer),
        "points": points,
        "rounds_hour": pace(points),
        "hold": round(100 * table.win / table.handle, 1) if table.handle else None,
        "irregular": int(state.irregular is not None),
        "preparing": state.unstarted,
        "shoe": shoe_of(state),
        "rounds_left": (engine.carry(state) if over else state.carry).rounds_left,
        "people": people_of(state.setup.rules, state),
    }


def shoe_of(state: State) -> dict[str, Any]:
    """The state of the shoe: how many cards are ``left`` in it ``of`` how many, and what it waits for: ``next``, the
    code and values of its words, with its ``clause``."""
    rules, cards = state.setup.rules, state.setup.shoe_cards
    coming = msgspec.structs.replace(state, drawn=()) if state.phase in OVER else state
    due = engine.questions.shoe_due(rules, coming) if coming.shoe_waits else None
    return {
        "left": state.left_in_shoe(cards),
        "of": cards,
        "next": due.prompt if due is not None else None,
        "clause": due.clause if due is not None else "",
    }


def pace(points: Sequence[Sequence[int]]) -> int | None:
    """Rounds an hour over the last rounds; None for fewer than two rounds."""
    if len(points) < 2 or points[-1][0] <= points[0][0]:
        return None
    return round((len(points) - 1) * 3600 / (points[-1][0] - points[0][0]))


def people_of(rules: Rules, state: State) -> dict[str, list[list[Any]]]:
    """What the pit sees of the players: ``idle`` players may be asked for their seats [player, box, rounds, clause];
    ``held`` and ``out`` are restricted and excluded [player, words, clause]."""
    callers = {player: box for box, player in state.carry.callers}
    # A completed round has passed its counts on to the next; its own wagers block nobody.
    waits = may_vacate(rules, state) if state.phase in (*OVER, "wagers") else ()
    return {
        "idle": [
            [
                restriction.player,
                callers.get(restriction.player, 0),
                restriction.rounds,
                rules.vacate_after.clause,
            ]
            for restriction in waits
        ],
        "held": [
            [
                restriction.player,
                restriction_words(restriction.one_box, restriction.minimum).english,
                restriction.clause,
            ]
            for restriction in state.carry.restricted
        ],
        "out": [[player, "excluded", clause] for player, clause in state.carry.excluded],
    }
