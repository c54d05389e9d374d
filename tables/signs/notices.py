"""The notices displayed at a table: of a higher minimum, and of its closing.

They have their own rows, but a summary is on the table's row (`Table.notices`), so that play and the screens know
without a query whether there is one and when it is due.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from tables.models import NOTICES, Closure, NoticeInShort, SignChange, Table

LIMITS: Final = "limits"
CLOSING: Final = "closing"


def displayed(table: Table) -> list[NoticeInShort]:
    """A summary of the notices at the table, the next due first."""
    notices: list[NoticeInShort] = [
        {
            "what": LIMITS,
            "id": notice.pk,
            "bet": notice.bet,
            "minimum": notice.minimum,
            "at": notice.change_at.isoformat(),
        }
        for notice in SignChange.objects.filter(table=table, state=SignChange.State.SHOWN)
    ]
    notices += [
        {"what": CLOSING, "id": notice.pk, "at": notice.close_at.isoformat()}
        for notice in Closure.objects.filter(table=table, state=Closure.State.SHOWN)
    ]
    return sorted(notices, key=lambda notice: datetime.fromisoformat(notice["at"]))


def show(table: Table) -> list[str]:
    """Put them on the table's row, which must be locked; returns the field to save."""
    table.live = {**table.live, NOTICES: displayed(table)}
    return ["live"]


def due(table: Table, at: datetime) -> list[NoticeInShort]:
    """The notices whose time has come. A round finishes as it began: for a higher minimum it has begun with its
    first wager, laid under the old sign; for the closing, with the call, before which no card is dealt."""
    waits = {LIMITS: table.in_hand, CLOSING: table.called}
    return [
        notice
        for notice in table.notices
        if datetime.fromisoformat(notice["at"]) <= at and not waits[notice["what"]]
    ]
