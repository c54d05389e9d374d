"""A session as the table that deals it needs it."""

from __future__ import annotations

from casino.tournament_table import UNIT, TournamentTable
from tables.tournaments.machine.conditions import Betting, Wager
from tables.tournaments.machine.moments import Moment, minutes_after
from tables.tournaments.machine.state import Seat, Session, State, session_of
from tables.tournaments.machine.steps.seating import persons_of


def table_of(state: State, name: str) -> TournamentTable:
    """The session as its table deals it. Players who have left the tournament or are absent have no seat;
    everybody's stack is included, since the director may take chips from an absent player.

    Raises Refusal for an unknown session.
    """
    session, conditions = session_of(state, name), state.conditions
    betting, wager = conditions.betting or Betting(), conditions.wager or Wager("none")
    persons = persons_of(state, session)
    seats = [seat for seat in session.seats if seat.player or seat.entry in persons]
    names = {seat.entry: seat.player or persons[seat.entry] for seat in seats}
    seated = [seat for seat in seats if seat.entry in persons and seat.entry not in session.absent]
    lengths = {"hands": 0, "shoes": 0, "minutes": 0} | {session.length.unit: session.length.number}
    # If the rules of the game prevail, conditions that differ from them have no effect.
    prevail = state.rules.conditions_prevail.value
    return TournamentTable(
        code=state.code,
        session=session.name,
        seats=tuple([(seat.box, names[seat.entry]) for seat in seated]),
        stacks=tuple([(names[seat.entry], seat.start * UNIT) for seat in seats]),
        given=tuple([(names[seat.entry], seat.given * UNIT) for seat in seats if seat.given]),
        hands=lengths["hands"],
        shoes=lengths["shoes"],
        minutes=lengths["minutes"],
        last_hands=min(betting.last_hands, lengths["hands"]),
        compulsory=wager.amount * UNIT if wager.kind == "compulsory" else 0,
        order=betting.order,
        first_box=_box_from(seated, session.first_box),
        secret=0 if session.break_no else min(betting.secret_hands, lengths["hands"]),
        below=betting.below if prevail else "",
        above=betting.above if prevail else "",
        overrides=conditions.overrides if prevail else (),
        tie_for=session.tie_for,
    )


def _box_from(seated: list[Seat], box: int) -> int:
    """The first box with a player, starting from that one."""
    boxes = sorted(seat.box for seat in seated) or [box]
    return next((taken for taken in boxes if taken >= box), boxes[0])


def ends_at(session: Session) -> Moment | None:
    """When the session ends by the clock; None if it is not limited by time, or the clock has not started."""
    if session.length.unit != "minutes" or session.began_at is None:
        return None
    return minutes_after(session.began_at, session.length.number)
