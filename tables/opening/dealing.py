"""Whether cards may be dealt at the table now."""

from __future__ import annotations

from datetime import datetime

from casino.refusals import Refusal
from casino.rulebooks.house import notices_up
from tables import offers
from tables.book import house_at
from tables.hours import hours
from tables.models import Table
from tables.opening.checklist import notice_missing


def may_deal(table: Table, *, new_round: bool, at: datetime) -> Refusal | None:
    """Why play is refused at this table now; None if it is not. A round in hand goes on if the dealer changes or the
    table is closing. No round begins without the sign and every notice that the elections need (VIC03-6.1, NZ-11.8,
    12.10), without what must be displayed for its side bets, or while a game is closed to change a scale."""
    if table.state == Table.State.OPEN and not new_round:
        return None
    try:
        house_rules, notices = house_at(table), notices_up(table.rules)
    except Refusal as refusal:
        return refusal
    if table.state == Table.State.CLOSED:
        return Refusal("table.closed", house_rules.cards_checked, table=table.code)
    if not new_round:
        return None
    if table.state == Table.State.CLOSING:
        return Refusal("closing.no_further_round", house_rules.cards_counted, table=table.code)
    if over := hours.over(table, house_rules, at):
        return over
    if not table.sign_confirmed:
        return Refusal("opening.sign_not_confirmed", house_rules.sign)
    return _held(table, at) or notice_missing(table, (*notices, *offers.marks(table)))


def may_call(table: Table, at: datetime) -> Refusal | None:
    """Why no more bets may not be called now; None if it may. A round begins with its first card, so a table that is
    closing or outside the gaming hours does not begin one with the wagers that lie there (ACT96-19.1, ACT03-15.1,
    VIC03-17.7)."""
    house_rules = house_at(table)
    if table.state == Table.State.CLOSING:
        return Refusal(
            "closing.hand_wagers_back", house_rules.closed or house_rules.closing_notice, table=table.code
        )
    over = hours.over(table, house_rules, at)
    if over is not None:
        return Refusal("hours.hand_wagers_back", over.clause)
    return None


def _held(table: Table, at: datetime) -> Refusal | None:
    """Why the game is closed although the table is open (VIC03-13.7.3, NZ-15B.8-S2)."""
    for hold in table.held:
        if datetime.fromisoformat(hold["from"]) <= at:
            return Refusal("table.game_held", hold["clause"], why=hold["words"])
    return None
