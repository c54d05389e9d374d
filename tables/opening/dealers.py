"""Changes the dealer on the row of the table."""

from __future__ import annotations

from datetime import datetime

from tables.models import Table


def dealer_on(table: Table, number: str, at: datetime) -> list[str]:
    """Put a dealer ("" for nobody) at a table whose row is locked; returns the fields to save.

    A dealer who comes to the table checks the sign again (VIC03-6.1).
    """
    table.dealer = number
    if number and table.relief == number:
        table.relief = ""
    table.dealer_since = at if number else None
    table.checks.pop("sign", None)
    table.newcomer, table.newcomer_at, table.newcomer_answer = "", None, ""
    return ["dealer", "dealer_since", "relief", "checks", "newcomer", "newcomer_at", "newcomer_answer"]
