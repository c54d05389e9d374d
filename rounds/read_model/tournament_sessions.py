"""The score of a tournament session's rounds, for the tournament desk (`tables.tournaments`)."""

from __future__ import annotations

from casino.tournament_table import UNIT
from rounds import engine
from rounds.play import service
from tables.tournaments.signals import Counted


def counted(code: str, tournament: str, session: str, **_: object) -> Counted | None:
    """The chips of a session at a table, in whole units, and how much of it has been dealt; None before its first
    hand."""
    try:
        live = service.current(code)
    except service.NoSuchTable:
        return None
    standing = engine.carry(live.state).tournament
    if standing is None or (standing.code, standing.session) != (tournament, session):
        return None
    return Counted(
        chips={player: chips // UNIT for player, chips in standing.stacks},
        out_in_hand=dict(standing.out),
        hands=standing.hands,
        shoes=standing.shoes,
        between=not live.table.in_hand,
    )
