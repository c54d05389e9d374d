"""The felt as one picture: boxes, dealer, legend."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import text
from rounds.engine import Due, State
from rounds.read_model.felt.boxes import BoxView, box_view, empty_box
from rounds.read_model.felt.dealer import DealerView, SettledHand, dealer_view, settled_hands
from rounds.read_model.felt.faces import cards_html
from rounds.read_model.felt.plaques import Plaques, plaques
from rounds.read_model.felt.spots import spots
from rounds.read_model.felt.tournament import conditions_of, seats_of, wagers_hidden


@dataclass(frozen=True, slots=True)
class FeltView:
    """What ``read_model/_felt.html`` shows, in plain values."""

    name: str
    prefix: str
    """What the ids of its parts begin with."""
    boxes: list[BoxView]
    count: int
    """How many boxes the layout has."""
    dealer: DealerView | None
    """None once the cards are collected."""
    over: bool
    round_no: int
    plaques: Plaques
    spots: list[tuple[str, str]]
    conditions: list[str] = field(default_factory=list)
    """Of a tournament: what the dealer goes by, with its clause."""
    settled: list[SettledHand] = field(default_factory=list)
    """The dealer's hands that are settled, where there are several."""
    held: SafeString | None = None
    """Cards that left the shoe too early: they lie beside it and come next."""
    caption: str = ""
    """What the felt is called where two are side by side."""


def felt_view(state: State, rules: Rules, due: Due | None = None, name: str = "felt") -> FeltView:
    """The felt as it lies.

    ``due`` marks the place that the table waits for; a replay passes the due of that step, or None. A second felt on
    a page has a ``name`` of its own.
    """
    count = state.setup.boxes
    over = state.phase in ("collected", "void")
    tournament = state.setup.tournament is not None
    seats = seats_of(state) if tournament else {}
    boxes = [
        box_view(state, box, rules, due, count, over, seats.get(box.number)) for box in state.boxes[:count]
    ]
    if tournament and wagers_hidden(state):
        for box in boxes:
            box.keep_secret()
    # A state that nothing has been folded into yet has no boxes; the layout has them all the same.
    boxes += [empty_box(number, count) for number in range(len(boxes) + 1, count + 1)]
    return FeltView(
        name=name,
        prefix="" if name == "felt" else f"{name}-",
        boxes=boxes,
        count=count,
        dealer=None if over else dealer_view(rules, state, due),
        over=over,
        round_no=state.round_no,
        plaques=plaques(rules),
        spots=_on_layout(state),
        conditions=conditions_of(state) if tournament else [],
        settled=[] if over else settled_hands(rules, state),
        held=cards_html(tuple([held.card for held in state.held])) if state.held else None,
    )


def _on_layout(state: State) -> list[tuple[str, str]]:
    """What the layout says of each side bet: its short name, and what it pays and takes, or that it is not offered
    while its equipment has failed (NZ-16.12-S2, VIC03-11.7.3(a))."""
    off = state.carry.suspended
    return [
        (spot.short, text(_("{bet} is not offered"), bet=spot.title) if spot.bet in off else spot.inscription)
        for spot in spots(state.setup)
    ]
