"""What each player had on each box of a round, for disputes."""

from __future__ import annotations

from typing import Final

from casino.house_time import minutes
from casino.money import Cents
from rounds.engine import State
from rounds.engine.questions import beyond_due
from rounds.models import Round
from rounds.play.past_rounds import round_shown
from tables.disputes.hands import HandPlayed, RoundPlayed

LAST: Final = 4
"""How many of a table's last rounds can be picked for a dispute by a tap."""


def hands_of(state: State) -> list[HandPlayed]:
    """Everybody with a wager on a box, and what they won or lost there."""
    return [
        HandPlayed(box.number, player, has(state, player, box.number))
        for box in state.boxes
        for player in dict.fromkeys([*box.players, *(side.player for side in box.sides)])
    ]


def has(state: State, player: str, box: int) -> Cents | None:
    """What the player won or lost on the box's settled bets, in cents beside the stakes; None if none of them is
    settled."""
    own = [result for result in state.results if (result.player, result.box) == (player, box)]
    beyond = [
        cents for (place, name), cents in beyond_due(state).items() if (name, place.box) == (player, box)
    ]
    return sum(result.pays - result.takes for result in own) + sum(beyond) if own else None


def last_hands(code: str, **_: object) -> list[RoundPlayed]:
    """Receiver of `tables.disputes.signals.last_hands`."""
    rows = Round.objects.filter(table__code=code).order_by("-round_no")[:LAST]
    states = [(row, round_shown(code, row.round_no)) for row in rows]
    return [
        RoundPlayed(row.round_no, minutes(row.opened_at), tuple(hands_of(state)))
        for row, state in states
        if state is not None
    ]
