"""The state machine of a tournament: pure, the same for the desk, the record and the tests.

``decide`` turns a command into events or a refusal, ``evolve`` folds one event into the state, ``due`` says what the
tournament waits for. The state is the fold of the tournament's events. Time, seeds, and what the house knows about
people and tables are passed in.

Code outside this package uses `tables.tournaments.machine` and these modules:

- `commands` and `events` are what people decide and what is recorded; `state` and `conditions` are what a tournament
  consists of;
- `table_of` is a session as its table needs it;
- `draw` is the arithmetic of the seating, `standings` the ranking, `money` the books.
"""

from tables.tournaments.machine import commands, conditions, draw, events, money, standings, state
from tables.tournaments.machine.at_table import ends_at, table_of
from tables.tournaments.machine.base import Move, Person
from tables.tournaments.machine.bracket import field_of, next_stage, stage_of, starting_chips
from tables.tournaments.machine.commands import Command, decode_command, encode_command
from tables.tournaments.machine.conditions import Conditions, fingerprint
from tables.tournaments.machine.decide import apply, decide
from tables.tournaments.machine.due import Due, due
from tables.tournaments.machine.events import Event, decode_event, encode_event
from tables.tournaments.machine.evolve import evolve, fold
from tables.tournaments.machine.faults import Fault, faults
from tables.tournaments.machine.plan import Plan, plan_of
from tables.tournaments.machine.prizes import awards_of, places
from tables.tournaments.machine.state import Session, State
from tables.tournaments.machine.words import describe, kind_of

__all__ = [
    "Command",
    "Conditions",
    "Due",
    "Event",
    "Fault",
    "Move",
    "Person",
    "Plan",
    "Session",
    "State",
    "apply",
    "awards_of",
    "commands",
    "conditions",
    "decide",
    "decode_command",
    "decode_event",
    "describe",
    "draw",
    "due",
    "encode_command",
    "encode_event",
    "ends_at",
    "events",
    "evolve",
    "faults",
    "field_of",
    "fingerprint",
    "fold",
    "kind_of",
    "money",
    "next_stage",
    "places",
    "plan_of",
    "standings",
    "stage_of",
    "starting_chips",
    "state",
    "table_of",
]
