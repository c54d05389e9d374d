"""The felt as one picture: boxes, dealer, legend."""

from __future__ import annotations

from typing import Any

from casino.rulebooks import Rules
from rounds.engine import Due, State
from rounds.read_model.felt.boxes import box_view, empty_box
from rounds.read_model.felt.dealer import dealer_view
from rounds.read_model.felt.plaques import plaques
from rounds.read_model.felt.spots import spots
from rounds.read_model.felt.words import PHASE_WORDS


def felt_context(state: State, rules: Rules, due: Due | None = None, name: str = "felt") -> dict[str, Any]:
    """Plain values for ``read_model/_felt.html``: boxes, dealer, legend.

    ``due`` marks the place that the table waits for; a replay passes the due of that step, or None. A second felt on
    a page has a ``name`` of its own.
    """
    count = state.setup.boxes
    over = state.phase in ("collected", "void")
    boxes = [box_view(state, box, rules, due, count, over) for box in state.boxes[:count]]
    # A state that nothing has been folded into yet has no boxes; the layout has them all the same.
    boxes += [empty_box(number, count) for number in range(len(boxes) + 1, count + 1)]
    return {
        "name": name,
        "prefix": "" if name == "felt" else f"{name}-",
        "boxes": boxes,
        "count": count,
        "dealer": None if over else dealer_view(rules, state, due),
        "over": over,
        "round_no": state.round_no,
        "phase": state.phase,
        "phase_words": PHASE_WORDS.get(state.phase, state.phase),
        "plaques": plaques(rules),
        "spots": _on_layout(state),
    }


def _on_layout(state: State) -> list[tuple[str, str]]:
    """What the layout says of each side bet: its short name, and what it pays and takes, or that it is not offered
    while its equipment has failed (NZ-16.12-S2, VIC03-11.7.3(a))."""
    off = state.carry.suspended
    return [
        (spot.short, f"{spot.title} is not offered" if spot.bet in off else spot.inscription)
        for spot in spots(state.setup)
    ]
