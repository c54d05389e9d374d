"""The facts that the steps of the pit's pages depend on (`tables.forms.showed`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tables.forms.showed import token
from tables.models import MAIN, Table
from tables.opening import checklist

ROWS: Final = ("signs", "offer_set", "fittings__device")
"""The rows of a table that its facts are read from, for the query of a page that shows many."""
OF_THE_TABLE: Final = ("state", "set-up", "closing", "players", "responsible", "relief")


def of_page(table: Table) -> str:
    """The facts on which the steps of a table's page depend, except its side bets'."""
    limits = [f"limits:{bet}" for bet in dict.fromkeys((MAIN, *(sign.bet for sign in table.signs.all())))]
    return token(
        table, (*OF_THE_TABLE, *limits, *(f"words:{item}" for item in checklist.confirmations(table)))
    )


def of_bulk_action(table: Table) -> str:
    """The facts on which a bulk action depends at this table."""
    return token(table, ("state", "closing", "players", f"limits:{MAIN}"))


def of_bet(table: Table, bet: str, items: Iterable[str]) -> str:
    """The facts on which the steps of a side bet's card depend."""
    return token(
        table,
        (f"offer:{bet}", f"limits:{bet}", f"scale:{bet}", *(f"fitting:{bet}/{item}" for item in items)),
    )
