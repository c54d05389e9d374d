"""What the tablet's bar shows of a tournament session: which one, its progress, what is announced."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from casino.house_time import minutes
from casino.refusals import Refusal
from casino.translated import gettext, message
from rounds.engine.questions import announced_last, session_over
from rounds.play.snapshot import Live
from rounds.read_model.felt.tournament import wagers_hidden
from tables.models import Table
from tables.tournaments import may_deal
from tables.tournaments.at_table import at_table


@dataclass(frozen=True, slots=True)
class TournamentPanel:
    """The session at the table."""

    name: str
    """Its code and the stage, which fit in the bar."""
    title: str
    progress: str
    """Which hand or shoe of how many, or until when."""
    last: bool
    """Whether the hand is one of those announced as the last."""
    secret: bool
    ended: str
    """Why no further hand is dealt; empty while the session goes on."""
    waits: str
    """What the next hand waits for: the director, a briefing; empty if it may begin."""
    waits_clause: str


def panel(live: Live) -> TournamentPanel | None:
    """The session that the table plays; None at a cash table."""
    table, standing = live.state.setup.tournament, live.state.carry.tournament
    session = at_table(live.table)
    if table is None or standing is None or session is None:
        return None
    hand, shoe = min(standing.hands + 1, table.hands), min(standing.shoes + 1, table.shoes)
    parts = []
    if table.hands:
        parts.append(gettext("Hand %(number)s of %(of)s") % {"number": hand, "of": table.hands})
    if table.shoes:
        parts.append(gettext("Shoe %(number)s of %(of)s") % {"number": shoe, "of": table.shoes})
    if session.ends_at is not None:
        parts.append(gettext("until %(time)s") % {"time": minutes(session.ends_at)})
    code, no = session_over(live.state), no_hand(live.table)
    return TournamentPanel(
        name=" · ".join(filter(None, [table.code, session.stage])),
        title=session.name or table.code,
        progress=" · ".join(parts) or gettext("Hand %(number)s") % {"number": standing.hands + 1},
        last=announced_last(table, standing),
        secret=wagers_hidden(live.state),
        ended=message(Refusal(code)) if code else "",
        waits=message(no) if no is not None else "",
        waits_clause=no.clause if no is not None else "",
    )


def no_hand(table: Table) -> Refusal | None:
    """Why no hand of the tournament may begin at the table now; None if one may."""
    try:
        may_deal.refuse_hand(table, timezone.now())
    except Refusal as refusal:
        return refusal
    return None
