"""The gaming tables of a tournament: which of them a command may change, and for which session each is set aside."""

from __future__ import annotations

from datetime import timedelta

from casino.tournament_table import UNIT
from tables.tournaments.at_table import AtTable, ChipLimits
from tables.tournaments.machine import Command, State, commands, table_of


def tables_of(state: State, command: Command) -> list[str]:
    """The codes of the gaming tables that the command may change, in locking order: those with running sessions, and
    that of the session which it is about."""
    codes = {session.table for session in state.sessions if session.table and session.status == "running"}
    session = state.session(getattr(command, "session", "") or "")
    if session is not None and session.table:
        codes.add(session.table)
    if isinstance(command, commands.Designate):
        codes.add(command.table)
    return sorted(codes)


def laid_out(state: State, table: str) -> AtTable | None:
    """The session that is running at the table, as the table needs it; None if no session is."""
    running = [
        session for session in state.sessions if session.table == table and session.status == "running"
    ]
    if not running:
        return None
    session, conditions = running[0], state.conditions
    ends_at = None
    if session.length.unit == "minutes" and session.began_at is not None:
        ends_at = session.began_at + timedelta(minutes=session.length.number)
    return AtTable(
        table=table_of(state, session.name),
        limits=tuple(_limits(state)),
        name=conditions.name,
        stage=state.stages[session.stage - 1].name,
        offers=tuple((bet, "") for bet in conditions.side_bets),
        status="running",
        briefed=state.present,
        director=state.present,
        ends_at=ends_at,
    )


def _limits(state: State) -> list[ChipLimits]:
    conditions = state.conditions
    least, most = conditions.table_minimum or 1, conditions.table_maximum or 1
    main = ChipLimits("main", least * UNIT, most * UNIT, (conditions.table_multiple or 0) * UNIT)
    return [main, *(ChipLimits(bet, UNIT, most * UNIT, UNIT) for bet in conditions.side_bets)]
