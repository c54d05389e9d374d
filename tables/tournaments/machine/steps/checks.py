"""Checks that every step makes first: who acts, whether the tournament is at that point, and whether what is named
exists."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any, Final

from casino.refusals import Refusal
from tables.tournaments.machine.base import Move, Person
from tables.tournaments.machine.conditions import fingerprint
from tables.tournaments.machine.events import Event
from tables.tournaments.machine.moments import Moment
from tables.tournaments.machine.state import OVER, Entry, Phase, State

Decider = Callable[[State, Any, Person, Moment], list[Event]]
"""From a command to events. Raises Refusal."""

OPERATOR: Final = "operations_manager"
INSPECTOR: Final = "inspector"
DIRECTOR: Final = "tournament_director"
DESK: Final = ("game_supervisor", "casino_supervisor", OPERATOR, DIRECTOR)
"""The roles that take entries and pay out."""
LONGEST: Final = 2_000
"""The longest text that somebody may type, in characters."""


def event_fields(by: Person, at: Moment, clause: str, moves: tuple[Move, ...] = ()) -> dict[str, Any]:
    """The fields that every event has."""
    return {"at": at, "by": by.number, "role": by.role, "clause": clause, "moves": moves}


def require_operator(by: Person, clause: str) -> None:
    """Raises Refusal for somebody who does not act for the operator."""
    if by.role != OPERATOR:
        raise Refusal("tournament.role", clause, role=OPERATOR)


def require_desk(by: Person, clause: str = "") -> None:
    """Raises Refusal for somebody who neither supervises nor directs: a dealer, or a person who only looks on."""
    if by.role not in DESK:
        raise Refusal("tournament.role", clause, role="game_supervisor")


def require_director(state: State, by: Person, clause: str = "") -> None:
    """Raises Refusal for somebody who is not in charge, as director or as deputy during a logged absence."""
    if not state.director:
        raise Refusal("tournament.no_director", state.rules.director or clause)
    if by.number == state.present:
        return
    if by.number in state.deputies and not state.director_absent:
        raise Refusal("tournament.director_present", state.rules.deputies or clause, director=state.director)
    if by.number == state.director or by.number in state.deputies:
        raise Refusal("tournament.sign_on_first", state.rules.presence or clause)
    raise Refusal("tournament.not_director", clause or state.rules.director, director=state.director)


def require_not_over(state: State) -> None:
    """Raises Refusal once the tournament is over."""
    if state.phase in OVER:
        raise Refusal("tournament.over", tournament=state.code)


def require_phase(state: State, *phases: Phase, clause: str = "") -> None:
    """Raises Refusal for a step that is out of turn."""
    if state.phase not in phases:
        raise Refusal("tournament.not_now", clause, phase=state.phase)


def require_approved(state: State) -> None:
    """Raises Refusal unless the conditions in force are approved."""
    if state.approval is None or state.approval.fingerprint != fingerprint(state.conditions):
        raise Refusal("tournament.not_approved", state.rules.approval, authority=state.rules.authority)


def entry_of(state: State, number: int) -> Entry:
    """The entry with that number. Raises Refusal for an unknown one."""
    entry = state.entry(number)
    if entry is None:
        raise Refusal("tournament.no_entry", entry=number)
    return entry


def player_number(text: str) -> str:
    """A player's or staff member's number as it is recorded, so that each person has one: in capitals, without wide
    letters. Raises Refusal for anything else."""
    typed = text.strip()
    number = unicodedata.normalize("NFKC", typed[:25]).upper()
    if not number or len(typed) > 24 or len(number) > 24 or not number.isprintable():
        raise Refusal("tournament.person", person=typed[:24])
    return " ".join(number.split())


def typed_text(text: str, field: str, clause: str = "") -> str:
    """The typed text, stripped. Raises Refusal if it is empty or far too long."""
    typed = text.strip()
    if not typed or len(typed) > LONGEST:
        raise Refusal("tournament.text", clause, field=field, most=LONGEST)
    return typed


def witness_number(by: Person, witness: str, clause: str = "") -> str:
    """The witness's number. Raises Refusal unless the witness is somebody other than the person who acts."""
    number = player_number(witness)
    if number == by.number:
        raise Refusal("tournament.same_person", clause)
    return number
