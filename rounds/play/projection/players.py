"""Who is at a table according to its record: marks, boxes, permits and restrictions."""

from __future__ import annotations

from dataclasses import dataclass

from casino.translated import text
from rounds.engine import State
from rounds.engine.values import Restriction


@dataclass(frozen=True, slots=True)
class Seated:
    """A player known to the record since the shoe began."""

    mark: str
    boxes: str
    """The numbers of the boxes, in words."""
    calls: bool
    """Whether the player decides for a box."""
    played: int
    """How many of the shoe's ``rounds`` the player wagered on."""
    rounds: int
    limits: list[str]
    held: list[Restriction]
    out: str
    """The clause of the exclusion; empty for a player who takes part."""
    idle: int
    """Rounds since the player's last wager."""


def seated(state: State) -> list[Seated]:
    """Every player known to the record since the shoe began, in the order of their boxes."""
    carry = state.carry
    boxes: dict[str, set[int]] = {}
    for number, player in carry.callers:
        boxes.setdefault(player, set()).add(number)
    for box in state.boxes:
        for wager in box.wagers:
            boxes.setdefault(wager.player, set()).add(box.number)
    for player, _ in (*carry.played, *carry.excluded):
        boxes.setdefault(player, set())
    for held in carry.restricted:
        boxes.setdefault(held.player, set())
    played = dict(carry.played)
    calls = {player for _, player in carry.callers}
    return [
        Seated(
            mark=player,
            boxes=", ".join(map(str, sorted(at))) or "—",
            calls=player in calls,
            played=played.get(player, 0),
            rounds=carry.shoe_rounds,
            limits=[
                text(
                    _("to {limit:money} on box {box}, marker lies")
                    if entry.marker
                    else _("to {limit:money} on box {box}, no marker yet"),
                    limit=entry.maximum,
                    box=entry.box,
                )
                for entry in carry.limits
                if entry.player == player
            ],
            held=[entry for entry in carry.restricted if entry.player == player],
            out=dict(carry.excluded).get(player, ""),
            idle=next((entry.rounds for entry in carry.idle if entry.player == player), 0),
        )
        for player, at in sorted(boxes.items(), key=lambda pair: (min(pair[1], default=99), pair[0]))
    ]
