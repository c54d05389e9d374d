"""What pages show of a table's set-up and of the people at it that a step depends on (`tables.forms.showed`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tables.audited_rows import SET_UP
from tables.forms.showed import Fact, Needed

FACTS: Final[Mapping[str, Fact]] = {
    "set-up": Fact(
        "changed.set_up", ("table_set_up",), lambda table, _: [str(getattr(table, name)) for name in SET_UP]
    ),
    "responsible": Fact("changed.responsible", ("supervisor_assigned",), lambda table, _: table.supervisor),
    "relief": Fact(
        "changed.relief",
        ("dealer_sent", "signed_on", "signed_off"),
        lambda table, _: [table.relief, table.dealer],
    ),
    "patron": Fact(
        "changed.patron",
        ("patron_attached", "patron_detached"),
        lambda table, mark: table.patrons.get(mark, ""),
    ),
}
NEEDED: Final[Mapping[str, Needed]] = {
    "supervise": lambda f: ("responsible",),
    "send": lambda f: ("relief",),
    "patron": lambda f: (f"patron:{f.get('player', '').strip()}",),
}
