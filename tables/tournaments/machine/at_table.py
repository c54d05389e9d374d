"""What a session is for the table that deals it, and whether its next hand may begin."""

from __future__ import annotations

from casino.refusals import Refusal
from casino.tournament_table import UNIT, TournamentTable
from tables.tournaments.machine.conditions import Betting, Wager
from tables.tournaments.machine.moments import Moment, minutes_between
from tables.tournaments.machine.state import Session, State
from tables.tournaments.machine.steps.asking import session_of


def table_of(state: State, name: str) -> TournamentTable:
    """The session as its table deals it, from its beginning on. Who withdrew before has no seat.

    Raises Refusal for a session that does not exist.
    """
    session, conditions = session_of(state, name), state.conditions
    betting, wager = conditions.betting or Betting(), conditions.wager or Wager("none")
    seats = [seat for seat in session.seats if seat.player]
    lengths = {"hands": 0, "shoes": 0, "minutes": 0} | {session.length.unit: session.length.number}
    # Where the rules of the game prevail, what differs from them is of no effect.
    prevail = state.rules.conditions_prevail.value
    return TournamentTable(
        code=state.code,
        session=session.name,
        seats=tuple([(seat.box, seat.player) for seat in seats]),
        stacks=tuple([(seat.player, seat.start * UNIT) for seat in seats]),
        given=tuple([(seat.player, seat.given * UNIT) for seat in seats if seat.given]),
        hands=lengths["hands"],
        shoes=lengths["shoes"],
        minutes=lengths["minutes"],
        last_hands=betting.last_hands,
        compulsory=wager.amount * UNIT if wager.kind == "compulsory" else 0,
        order=betting.order,
        first_box=_box_from(session, session.first_box),
        secret=0 if session.break_no else betting.secret_hands,
        below=betting.below if prevail else "",
        above=betting.above if prevail else "",
        overrides=conditions.overrides if prevail else (),
        tie_for=session.tie_for,
    )


def _box_from(session: Session, box: int) -> int:
    """The first box with a player from that one on."""
    boxes = sorted(seat.box for seat in session.seats if seat.player) or [box]
    return next((taken for taken in boxes if taken >= box), boxes[0])


def check_hand(state: State, name: str, at: Moment) -> None:
    """Raises Refusal where no hand of the session may begin: the director is away, or the session is not running or
    over. What hands and shoes it has is counted where they are dealt."""
    rules, session = state.rules, session_of(state, name)
    if session.status != "running":
        clause = rules.briefing if session.status == "planned" else rules.presence
        raise Refusal("tournament.not_running", clause, session=name)
    if not state.present:
        raise Refusal("tournament.nobody_in_charge", rules.presence, director=state.director)
    if session.length.unit == "minutes" and session.began_at is not None:
        played = minutes_between(session.began_at, at)
        if played >= session.length.number:
            raise Refusal(
                "tournament.played_more",
                rules.clause_of("stages"),
                session=name,
                number=session.length.number,
                unit=session.length.unit,
            )
