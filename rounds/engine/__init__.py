"""The state machine of a round: pure, the same for the tablet, a ``.round`` file, replay and the tests.

``decide`` turns a command into events or a refusal, ``evolve`` folds one event into the state, ``due`` says what the
table waits for. The state is the fold of the round's events.

Code outside this package imports only `rounds.engine` and its four public modules; the rest may change at any time:

- `rounds.engine` is the machine: the functions below, and every command, as `engine.DealCard("As")`.
- `commands` are what people report or decide, `events` what was recorded of it.
- `values` are what a round consists of: its set-up, its state, what it waits for.
- `questions` are further functions that ask something about a round.

Inside, each room is one noun of the game and holds its commands (``commands``), what is recorded (``events``), the
functions that decide (``deciders``), those that fold events into the round (``folds``) and the wording (``words``):
``wagers`` up to the call, ``permits`` (what a role allows or imposes), ``cards``, ``insurance``, ``decisions``,
``sides`` (side bets), ``settlement``; ``tournament`` is a session with stacks, ``shoe`` what is done with the cards
between two rounds, ``irregularities`` what went wrong at the table and what the book does about it, ``corrections``
what went wrong in the record alone; ``redeal`` deals a round again for both. ``decide``, ``evolve`` and ``words``
put the rooms together.
"""

from rounds.engine import commands, events, questions, values
from rounds.engine.commands import *  # noqa: F403 — every command by its name
from rounds.engine.decide import apply, carry, decide, start
from rounds.engine.due import due
from rounds.engine.events import Event, decode_event, encode_event
from rounds.engine.evolve import evolve, fold
from rounds.engine.phases import waits_for
from rounds.engine.setup import Setup
from rounds.engine.state import State
from rounds.engine.waiting import Due, Waiting
from rounds.engine.words import describe

__all__ = [
    "Due",
    "Event",
    "Setup",
    "State",
    "Waiting",
    "apply",
    "carry",
    "commands",
    "decide",
    "decode_event",
    "describe",
    "due",
    "encode_event",
    "events",
    "evolve",
    "fold",
    "questions",
    "start",
    "values",
    "waits_for",
]
__all__ += commands.__all__
