"""Whether cards may be dealt at the table now."""

from __future__ import annotations

from datetime import datetime

from casino.refusals import Refusal
from casino.rulebooks.house import House, notices_up
from tables.bets import offers
from tables.hours import hours
from tables.models import Table
from tables.opening.checklist import notice_missing
from tables.opening.house import house_at
from tables.refusal import TableRefusal


def may_deal(table: Table, *, new_round: bool, at: datetime) -> Refusal | None:
    """Why play is refused at this table now; None when it is not. A round in hand goes on when the dealer changes
    or the table is closing. No round begins without the sign and every notice that the elections in force need
    (VIC03-6.1, NZ-11.8, 12.10), without what its side bets want displayed, or while a game is closed for the change
    of a scale."""
    if table.state == Table.State.OPEN and not new_round:
        return None
    try:
        asked, notices = house_at(table), notices_up(table.rules)
    except Refusal as refusal:
        return refusal
    if table.state == Table.State.CLOSED:
        return TableRefusal(asked.cards_checked, f"{table.code} is closed", _how_to_open(asked))
    if not new_round:
        return None
    if table.state == Table.State.CLOSING:
        remedy = "Count the cards." if asked.cards_counted else "Close it."
        return TableRefusal(asked.cards_counted, f"{table.code} is closing: no further round", remedy)
    if over := hours.over(table, asked, at):
        return over
    if not table.sign_confirmed:
        return TableRefusal(
            asked.sign, "the dealer has not confirmed the limit sign", "Confirm that the sign is displayed."
        )
    return _held(table, at) or notice_missing(table, (*notices, *offers.marks(table)))


def may_call(table: Table, at: datetime) -> Refusal | None:
    """Why no more bets may not be called over the wagers that lie: a round begins with its first card, so that a
    table which is closing or has no gaming any more begins none (ACT96-19.1, ACT03-15.1, VIC03-17.7)."""
    asked = house_at(table)
    if table.state == Table.State.CLOSING:
        return TableRefusal(
            asked.closed or asked.closing_notice,
            f"{table.code} is closing: no further round",
            "Hand the wagers back; then close the table.",
        )
    over = hours.over(table, asked, at)
    if over is not None:
        return TableRefusal(over.clause, over.message, "Hand the wagers back and close the table.")
    return None


def _held(table: Table, at: datetime) -> Refusal | None:
    """Why the game is closed, without the table being so (VIC03-13.7.3, NZ-15B.8-S2)."""
    for hold in table.held:
        if datetime.fromisoformat(hold["from"]) <= at:
            return TableRefusal(
                hold["clause"], hold["words"], "A supervisor lets it go on, or withdraws the bet here."
            )
    return None


def _how_to_open(asked: House) -> str:
    return "Check the cards and open the table." if asked.cards_checked else "Open the table."
