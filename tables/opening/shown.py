"""What pages show of a table's opening and closing that a step depends on (`tables.forms.showed`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tables.forms.showed import Fact, Needed
from tables.models import Table
from tables.opening import checklist, closing_notices


def _closing(table: Table, _: str) -> list[Any]:
    notice = closing_notices.displayed_notice(table)
    return [notice.pk] if notice is not None else []


def _words(table: Table, item: str) -> str:
    return checklist.confirmations(table).get(item, ("", ""))[1]


FACTS: Final[Mapping[str, Fact]] = {
    "state": Fact(
        "changed.state", ("table_opened", "table_closing", "table_closed"), lambda table, _: table.state
    ),
    "closing": Fact(
        "changed.closing", ("closing_notice_up", "closing_notice_down", "table_closing"), _closing
    ),
    "players": Fact("changed.players", read=lambda table, _: closing_notices.players_present(table)),
    "words": Fact(
        "changed.words",
        ("table_set_up", "side_bet_offered", "side_bet_changed", "limits_changed"),
        _words,
    ),
}
NEEDED: Final[Mapping[str, Needed]] = {
    "confirm": lambda f: (
        f"words:{f.get('item', '')}",
        *(["limits:main"] if f.get("item") == "sign" else []),
    ),
    "open": lambda f: ("state", "set-up"),
    "announce": lambda f: ("state", "closing"),
    "stay_open": lambda f: ("closing",),
    # "Nobody is there" refers to the players that the page named.
    "closing": lambda f: ("state", "closing", *(["players"] if f.get("nobody") == "yes" else [])),
    "close": lambda f: ("state",),
}
