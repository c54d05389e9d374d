"""The conditions, their approval, and who is responsible for the tournament."""

from __future__ import annotations

import re
from typing import Final

from casino.refusals import Refusal
from casino.rulebooks.tournaments import tournament_rules
from tables.tournaments.machine import commands, events
from tables.tournaments.machine.base import Person
from tables.tournaments.machine.conditions import Conditions, fingerprint
from tables.tournaments.machine.events import Event
from tables.tournaments.machine.faults import faults
from tables.tournaments.machine.moments import Moment
from tables.tournaments.machine.state import State
from tables.tournaments.machine.steps.checks import (
    INSPECTOR,
    OPERATOR,
    Decider,
    event_fields,
    player_number,
    require_director,
    require_operator,
    typed_text,
)

_CODE: Final = re.compile(r"T-[1-9][0-9]{0,5}")
_MONEY: Final = ("entry_fee", "fee_kept", "buy_in", "cents_a_chip", "book", "series")
"""What is the same for everybody, so that the first entry fixes it."""


def drafted(command: commands.Draft, by: Person, at: Moment) -> list[Event]:
    """Begin a tournament. Raises Refusal for an invalid code, and for a book without tournaments."""
    rules = tournament_rules(command.conditions.book, command.conditions.series)
    require_operator(by, rules.held)
    if not _CODE.fullmatch(command.code):
        raise Refusal("tournament.code", tournament=command.code[:20])
    typed_text(command.conditions.name, "name", rules.approval)
    return [
        events.Drafted(
            **event_fields(by, at, rules.held),
            code=command.code,
            conditions=command.conditions,
            previous_final=command.previous_final,
        )
    ]


def _amend(state: State, command: commands.Amend, by: Person, at: Moment) -> list[Event]:
    rules = tournament_rules(command.conditions.book, command.conditions.series)
    require_operator(by, rules.approval)
    if state.in_play:
        raise Refusal("tournament.conditions_frozen", state.rules.approval)
    if command.conditions == state.conditions:
        raise Refusal("tournament.nothing_changed", state.rules.approval)
    typed_text(command.conditions.name, "name", rules.approval)
    _same_for_all(state, command.conditions)
    return [
        events.Amended(
            **event_fields(by, at, state.rules.approval),
            version=state.version + 1,
            conditions=command.conditions,
        )
    ]


def _same_for_all(state: State, conditions: Conditions) -> None:
    """Raises Refusal for changing, for later entrants, what earlier ones entered and paid for."""
    if not state.entries:
        return
    for field in _MONEY:
        if getattr(conditions, field) != getattr(state.conditions, field):
            clause = state.rules.equal_chance or state.rules.clause_of(field)
            raise Refusal("tournament.paid_for", clause, field=field)


def _approve(state: State, command: commands.Approve, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.approval
    if by.role not in (INSPECTOR, OPERATOR):
        raise Refusal("tournament.role", clause, role=INSPECTOR)
    if by.number == state.written_by:
        raise Refusal("tournament.own_conditions", clause)
    if state.in_play:
        raise Refusal("tournament.conditions_frozen", clause)
    if command.fingerprint != fingerprint(state.conditions):
        raise Refusal("tournament.other_version", clause, version=state.version)
    for fault in faults(state.conditions):
        if fault.blocks:
            raise fault.refusal
    if state.approval is not None:
        raise Refusal("tournament.approved_already", clause, reference=state.approval.reference)
    return [
        events.Approved(
            **event_fields(by, at, clause),
            version=state.version,
            fingerprint=command.fingerprint,
            reference=typed_text(command.reference, "reference", clause),
            approved_by=typed_text(command.approved_by, "approved_by", clause),
        )
    ]


def _appoint_director(state: State, command: commands.AppointDirector, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.director
    require_operator(by, clause)
    number = player_number(command.number)
    if not command.qualified:
        raise Refusal("tournament.not_qualified", clause, person=number)
    if number == state.director:
        raise Refusal("tournament.appointed_already", clause, person=number)
    return [events.DirectorAppointed(**event_fields(by, at, clause), number=number)]


def _name_deputy(state: State, command: commands.NameDeputy, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.deputies
    require_operator(by, clause)
    number = player_number(command.number)
    if not state.director:
        raise Refusal("tournament.no_director", state.rules.director)
    if not command.qualified:
        raise Refusal("tournament.not_qualified", clause, person=number)
    if number == state.director or number in state.deputies:
        raise Refusal("tournament.appointed_already", clause, person=number)
    return [events.DeputyNamed(**event_fields(by, at, clause), number=number)]


def _dismiss_deputy(state: State, command: commands.DismissDeputy, by: Person, at: Moment) -> list[Event]:
    require_operator(by, state.rules.deputies)
    number = player_number(command.number)
    if number not in state.deputies:
        raise Refusal("tournament.no_deputy", state.rules.deputies, person=number)
    return [events.DeputyDismissed(**event_fields(by, at, state.rules.deputies), number=number)]


def _sign_on(state: State, command: commands.SignOn, by: Person, at: Moment) -> list[Event]:
    rules = state.rules
    if by.number == state.present:
        raise Refusal("tournament.in_charge_already", rules.presence)
    if by.number == state.director:
        clause = rules.presence
    elif by.number not in state.deputies:
        require_director(state, by, rules.director)
        clause = ""
    elif not state.director_absent:
        raise Refusal("tournament.director_present", rules.deputies, director=state.director)
    else:
        clause = rules.deputies
    return [events.SignedOn(**event_fields(by, at, clause), number=by.number)]


def _sign_off(state: State, command: commands.SignOff, by: Person, at: Moment) -> list[Event]:
    rules = state.rules
    reason = typed_text(command.reason, "reason", rules.presence)
    if by.number == state.present:
        return [
            events.SignedOff(
                **event_fields(by, at, rules.presence),
                number=by.number,
                reason=reason,
                absent=by.number == state.director,
            )
        ]
    # The director is not there to say so.
    if by.number != state.director:
        require_operator(by, rules.deputies)
    if not state.director:
        raise Refusal("tournament.no_director", rules.director)
    if state.director_absent:
        raise Refusal("tournament.absent_already", rules.deputies, director=state.director)
    return [
        events.SignedOff(
            **event_fields(by, at, rules.deputies),
            number=state.director,
            reason=reason,
            absent=True,
        )
    ]


DECIDERS: Final[dict[type, Decider]] = {
    commands.Amend: _amend,
    commands.Approve: _approve,
    commands.AppointDirector: _appoint_director,
    commands.NameDeputy: _name_deputy,
    commands.DismissDeputy: _dismiss_deputy,
    commands.SignOn: _sign_on,
    commands.SignOff: _sign_off,
}
