"""What pages show of a table's limits that a step depends on (`tables.forms.showed`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from casino.money import decimal
from tables.forms.showed import Fact, Needed
from tables.models import MAIN, Table


def _limits(table: Table, bet: str) -> dict[str, str]:
    sign = next((sign for sign in table.signs.all() if sign.bet == bet), None)
    if sign is None:
        return {"minimum": "", "maximum": "", "multiple": ""}
    return {
        "minimum": decimal(sign.minimum),
        "maximum": decimal(sign.maximum),
        "multiple": decimal(sign.multiple) if sign.multiple else "",
    }


FACTS: Final[Mapping[str, Fact]] = {"limits": Fact("changed.limits", ("limits_changed",), _limits)}
NEEDED: Final[Mapping[str, Needed]] = {
    "limits": lambda f: (f"limits:{MAIN}",),
    "put_up": lambda f: (f"limits:{f.get('of') or MAIN}",),
    # A notice is named by its number, and its text never changes.
    "take_down": lambda f: (),
    "bring_in": lambda f: (),
}
