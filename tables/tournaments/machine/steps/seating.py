"""The draw, the designated tables, starting times, and substitutes."""

from __future__ import annotations

from typing import Final

from casino.refusals import Refusal
from sidebets import side_bets_of_book
from tables.tournaments.machine import commands, events
from tables.tournaments.machine.base import Person
from tables.tournaments.machine.bracket import field_of, next_stage, sessions_of
from tables.tournaments.machine.draw import CUT, SEED, commitment_of
from tables.tournaments.machine.events import Event
from tables.tournaments.machine.moments import Moment, has_zone, minutes_between
from tables.tournaments.machine.state import Entry, Session, State, session_of
from tables.tournaments.machine.steps.checks import (
    Decider,
    entry_of,
    event_fields,
    player_number,
    require_approved,
    require_desk,
    require_director,
    require_phase,
    typed_text,
)


def _draw(state: State, command: commands.Draw, by: Person, at: Moment) -> list[Event]:
    rules = state.rules
    clause = rules.series.elimination if rules.series is not None else rules.equal_chance
    require_director(state, by, clause)
    require_phase(state, "closed", "playing", clause=clause)
    require_approved(state)
    number = next_stage(state)
    if not number:
        raise Refusal("tournament.stage_not_over", clause, stage=state.stage)
    commitment = next((held for held in state.commitments if held.stage == number), None)
    if commitment is None:
        raise Refusal("tournament.no_commitment", clause, stage=number)
    if not SEED.fullmatch(command.seed) or commitment_of(command.seed) != commitment.digest:
        raise Refusal("tournament.other_seed", clause, stage=number)
    if not CUT.fullmatch(command.cut):
        raise Refusal("tournament.cut", clause)
    field = field_of(state, number)
    return [
        events.DrawMade(
            **event_fields(by, at, clause),
            stage=number,
            seed=command.seed,
            cut=command.cut,
            field=field,
            sessions=sessions_of(state, number, field, command.seed, command.cut),
        )
    ]


def planned(state: State, name: str, clause: str = "") -> Session:
    """The session, which must not have begun. Raises Refusal otherwise."""
    session = session_of(state, name)
    if session.status not in ("planned", "briefed"):
        raise Refusal("tournament.session_began", clause, session=name)
    return session


def _designate(state: State, command: commands.Designate, by: Person, at: Moment) -> list[Event]:
    rules, conditions = state.rules, state.conditions
    clause = rules.designation
    require_director(state, by, clause or rules.approval)
    require_phase(state, "playing", clause=clause)
    session = planned(state, command.session, clause)
    if (command.book, command.game) != (conditions.book, conditions.game):
        refuse_under = rules.series.side_bet.clause if rules.series is not None else clause or rules.held
        raise Refusal("tournament.other_game", refuse_under, table=command.table, game=conditions.game)
    missing = [bet for bet in conditions.side_bets if bet not in command.side_bets]
    if missing:
        offered = side_bets_of_book(conditions.book)
        refuse_under = (
            rules.series.side_bet.clause if rules.series is not None else offered[missing[0]].clause
        )
        raise Refusal("tournament.side_bet_not_offered", refuse_under, table=command.table, bet=missing[0])
    if command.decks and conditions.decks is not None and command.decks != conditions.decks:
        raise Refusal(
            "tournament.other_packs", clause or rules.held, table=command.table, decks=conditions.decks
        )
    needed = max(seat.box for seat in session.seats)
    if command.boxes and command.boxes < needed:
        raise Refusal("tournament.too_few_boxes", clause or rules.held, table=command.table, boxes=needed)
    for other in state.sessions:
        if other.name != session.name and other.table == command.table and _at_once(session, other):
            raise Refusal(
                "tournament.table_taken", rules.exclusive or clause, table=command.table, session=other.name
            )
    table = typed_text(command.table, "table", clause)
    return [events.TableDesignated(**event_fields(by, at, clause), session=session.name, table=table)]


def _at_once(session: Session, other: Session) -> bool:
    """Whether two sessions are played at the same time, so that they cannot share a table."""
    return other.status != "ended" and (other.stage, other.heat) == (session.stage, session.heat)


def _schedule(state: State, command: commands.Schedule, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.start_moved
    require_director(state, by, clause)
    session = planned(state, command.session, clause)
    if session.starts_at is not None:
        raise Refusal("tournament.scheduled_already", clause, session=session.name)
    _later(command.starts_at, at, clause)
    return [
        events.SessionScheduled(
            **event_fields(by, at, clause), session=session.name, starts_at=command.starts_at
        )
    ]


def _later(starts_at: Moment, at: Moment, clause: str) -> None:
    if not has_zone(starts_at) or starts_at < at:
        raise Refusal("tournament.start_is_past", clause)


def _move_start(state: State, command: commands.MoveStart, by: Person, at: Moment) -> list[Event]:
    clause = state.rules.start_moved
    require_director(state, by, clause)
    session = planned(state, command.session, clause)
    if session.starts_at is None:
        raise Refusal("tournament.not_scheduled", clause, session=session.name)
    if command.starts_at == session.starts_at:
        raise Refusal("tournament.nothing_changed", clause)
    _later(command.starts_at, at, clause)
    informed = tuple([player_number(player) for player in command.told])
    if not informed or command.told_at is None or not has_zone(command.told_at) or command.told_at > at:
        raise Refusal("tournament.no_notice", clause, session=session.name)
    seated = [person for person in persons_of(state, session).values() if person not in informed]
    if seated:
        raise Refusal("tournament.not_all_told", clause, players=seated)
    # The director judges what is reasonable; the record has how many minutes the players had.
    minutes = minutes_between(command.told_at, min(session.starts_at, command.starts_at))
    return [
        events.StartMoved(
            **event_fields(by, at, clause),
            session=session.name,
            starts_at=command.starts_at,
            told=informed,
            told_at=command.told_at,
            minutes=minutes,
        )
    ]


def persons_of(state: State, session: Session) -> dict[int, str]:
    """Who plays in the session, by entry, among those who are still in the tournament."""
    persons = {}
    for seat in session.seats:
        entry = state.entry(seat.entry)
        if entry is not None and entry.status == "entered":
            persons[entry.number] = entry.person_in(session.name)
    return persons


# --- substitutes


def _name_substitute(state: State, command: commands.NameSubstitute, by: Person, at: Moment) -> list[Event]:
    rules, terms = state.rules, state.conditions.substitution
    clause = rules.substitutes or rules.approval
    require_desk(by, clause)
    require_phase(state, "entries", "closed", "playing", clause=clause)
    entry = entry_of(state, command.entry)
    if entry.status not in ("entered", "waiting", "eliminated"):
        raise Refusal("tournament.not_in_it", clause, entry=entry.number)
    if not command.session:
        clause = _further_entry(state, entry)
    elif session_of(state, command.session).seat_of(entry.number) is None:
        raise Refusal("tournament.no_seat", clause, entry=entry.number, session=command.session)
    elif session_of(state, command.session).status == "ended":
        raise Refusal("tournament.session_over", clause, session=command.session)
    if terms is None or not terms.allowed:
        raise Refusal("tournament.no_substitutes", clause)
    substitute = player_number(command.substitute)
    if not command.entitled:
        raise Refusal("tournament.not_entitled", rules.clause_of("eligibility"), player=substitute)
    if substitute == entry.player:
        raise Refusal("tournament.own_substitute", clause, player=substitute)
    _seated_once(state, entry, substitute, command.session, clause)
    return [
        events.SubstituteNamed(
            **event_fields(by, at, clause), entry=entry.number, substitute=substitute, session=command.session
        )
    ]


def _further_entry(state: State, entry: Entry) -> str:
    """The clause under which a substitute plays a whole entry. Raises Refusal unless its player has several and will
    play one of them in person."""
    series = state.rules.series
    if series is None:
        raise Refusal("tournament.substitute_for_session", state.rules.substitutes or state.rules.approval)
    clause = series.several_entries
    own = [
        other
        for other in state.entries
        if other.player == entry.player
        and other.status in ("entered", "waiting")
        and not any(nomination.session == "" for nomination in other.nominations)
    ]
    if entry not in own or len(own) < 2:
        raise Refusal("tournament.only_entry", clause, player=entry.player)
    return clause


def _seated_once(state: State, entry: Entry, person: str, session: str, clause: str) -> None:
    """Raises Refusal for a substitute who has an entry to play, or another one to play as a substitute."""
    for other in state.entries:
        if other.number == entry.number or other.status != "entered":
            continue
        sits = other.person_in(session) == person
        # At two tables of a stage one person would play in it twice.
        named = any(
            nomination.substitute == person
            and ("" in (nomination.session, session) or _stage(nomination.session) == _stage(session))
            for nomination in other.nominations
        )
        if sits or named:
            raise Refusal("tournament.seated_already", clause, player=person, entry=other.number)


def _pending(state: State, number: int, substitute: str, session: str, clause: str) -> Entry:
    entry = entry_of(state, number)
    for nomination in entry.nominations:
        if (nomination.substitute, nomination.session, nomination.approved_by) == (substitute, session, ""):
            return entry
    raise Refusal("tournament.not_named", clause, entry=number, player=substitute[:24])


def _stage(session: str) -> str:
    return session.partition("-")[0]


def _approve_substitute(
    state: State, command: commands.ApproveSubstitute, by: Person, at: Moment
) -> list[Event]:
    clause = state.rules.substitutes or state.rules.approval
    require_director(state, by, clause)
    entry = _pending(state, command.entry, command.substitute, command.session, clause)
    _seated_once(state, entry, command.substitute, command.session, clause)
    return [
        events.SubstituteApproved(
            **event_fields(by, at, clause),
            entry=entry.number,
            substitute=command.substitute,
            session=command.session,
        )
    ]


def _refuse_substitute(
    state: State, command: commands.RefuseSubstitute, by: Person, at: Moment
) -> list[Event]:
    clause = state.rules.substitutes or state.rules.approval
    require_director(state, by, clause)
    entry = _pending(state, command.entry, command.substitute, command.session, clause)
    return [
        events.SubstituteRefused(
            **event_fields(by, at, clause),
            entry=entry.number,
            substitute=command.substitute,
            session=command.session,
            reason=typed_text(command.reason, "reason", clause),
        )
    ]


DECIDERS: Final[dict[type, Decider]] = {
    commands.Draw: _draw,
    commands.Designate: _designate,
    commands.Schedule: _schedule,
    commands.MoveStart: _move_start,
    commands.NameSubstitute: _name_substitute,
    commands.ApproveSubstitute: _approve_substitute,
    commands.RefuseSubstitute: _refuse_substitute,
}
