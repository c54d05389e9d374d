"""The notices displayed at a table: of a higher minimum, and of its closing.

They are rows of their own; in short they are on the table's row as well (`Table.notices`), so that play
and the screens see without a question to the database whether there is one and when it is due.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from tables.models import NOTICES, Closure, NoticeInShort, SignChange, Table

LIMITS: Final = "limits"
CLOSING: Final = "closing"


def standing(table: Table) -> list[NoticeInShort]:
    """The notices at the table now, in short, the next due first."""
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
    """Put them on the table's row, which is locked; returns the field to save."""
    table.live = {**table.live, NOTICES: standing(table)}
    return ["live"]


def due(table: Table, at: datetime) -> list[NoticeInShort]:
    """Those whose time has come. A round goes on as it was begun: with a higher minimum from its first wager on, which
    was laid by the sign that hung then, and towards the closing from the call on, before which no card was dealt."""
    waits = {LIMITS: table.in_hand, CLOSING: table.called}
    return [
        notice
        for notice in table.notices
        if datetime.fromisoformat(notice["at"]) <= at and not waits[notice["what"]]
    ]
