"""What the players of a tournament session wager at a table that is dealt automatically."""

from __future__ import annotations

from datetime import datetime
from random import Random

from casino.refusals import Refusal
from rounds import engine
from rounds.engine import Command
from rounds.engine.questions import boxes_from, session_over, turn
from rounds.play.snapshot import Live
from rounds.simulation import guests
from tables.tournaments import may_deal


def wishes(chance: Random, live: Live) -> list[engine.PlaceWager]:
    """A wager of every player with enough chips for one, in turn from the button; empty without a tournament."""
    table, standing = live.state.setup.tournament, live.state.carry.tournament
    if table is None or standing is None:
        return []
    rules, sign = live.rules, live.setup.main_sign
    several = rules.wagers_least.value
    least = max(sign.minimum, table.compulsory)
    unit = sign.multiple or (sign.minimum if rules.steps.multiples else max(live.setup.chips[0], 1))
    wished: list[engine.PlaceWager] = []
    for box in boxes_from(standing.button, table):
        player = table.player_at(box)
        most = min(sign.maximum, standing.stack(player) // several)
        if most >= least:
            bold = least + (most - least) * chance.choice((0, 0, 1, 2, 5)) // 10
            stake = least + (bold - least) // unit * unit
            wished += guests.wagers(chance, rules, live.state, box, player, stake)
    return wished


def in_turn(live: Live, wished: list[engine.PlaceWager]) -> Command | None:
    """What the player in turn does: wager or pass; None if nobody is in turn."""
    box, player = turn(live.state)
    if not box:
        return None
    for wish in wished:
        if wish.player == player and (taken := guests.placeable(live.rules, live.state, wish)) is not None:
            return taken
    return engine.PassTurn(player)


def waits_for_director(live: Live, at: datetime) -> bool:
    """Whether a tournament table waits for its director before the next hand."""
    table, standing = live.state.setup.tournament, live.state.carry.tournament
    if table is None or standing is None:
        return live.table.tournament is not None
    try:
        may_deal.refuse_hand(live.table, at)
    except Refusal:
        return True
    return bool(session_over(live.state)) or not wishes(Random(0), live)  # noqa: S311 — only whether there are any
