"""Whether a hand of a tournament may begin at a table now."""

from __future__ import annotations

from datetime import datetime

from casino.refusals import Refusal
from casino.rulebooks.tournament_play import play_of
from tables.models import Table
from tables.tournaments.at_table import at_table


def refuse_hand(table: Table, at: datetime) -> None:
    """Raises Refusal if a table that is set aside for a tournament may not begin a hand now: no session is running,
    its players were not briefed, nobody in charge is present, or its time is over (VIC03-16.2.2, VIC03-16.2.4,
    VIC03-16.3.2)."""
    session = at_table(table)
    if session is None:
        return
    play, tournament = play_of(table.rules), session.table.code
    if session.status != "running":
        raise Refusal("tournament_table.not_running", play.exclusive, tournament=tournament)
    if play.briefing and not session.briefed:
        raise Refusal("tournament_table.not_briefed", play.briefing, tournament=tournament)
    if play.director and not session.director:
        raise Refusal("tournament_table.director_away", play.director, tournament=tournament)
    if session.ends_at is not None and at >= session.ends_at:
        raise Refusal("tournament_table.time_over", play.structure, tournament=tournament)
