"""The decider of each command in this room."""

from typing import Final

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.tournament_play import play_of
from rounds.engine.events import Events
from rounds.engine.machine import Decider
from rounds.engine.state import State
from rounds.engine.tournament import commands as on
from rounds.engine.tournament.checking import refuse_out_of_turn
from rounds.engine.tournament.events import TurnPassed
from rounds.engine.tournament.session import must_wager, turn


def pass_turn(rules: Rules, state: State, command: on.PassTurn) -> Events:
    """The player in turn passes the hand; refused if a wager is compulsory (VIC03-16.2.1(c))."""
    table = state.setup.tournament
    box, player = turn(state)
    if table is None or not box:
        raise Refusal("turn.nobody", rules.steps.wager)
    play = play_of(rules)
    refuse_out_of_turn(play, state, command.player)
    if must_wager(rules, state, player):
        raise Refusal("turn.compulsory", play.compulsory, player=player, compulsory=table.compulsory)
    return [TurnPassed(box=box, player=player, clause=play.conditions)]


DECIDERS: Final[dict[type, Decider]] = {on.PassTurn: pass_turn}
