"""What the pages of a house's set-up show that a step depends on (`tables.forms.showed`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tables.forms.showed import Fact

FACTS: Final[Mapping[str, Fact]] = {
    "pit": Fact("changed.pit", ("pit_set_up",)),
    "games": Fact("changed.games", ("house_books",)),
    "person": Fact("changed.person", ("staff_added", "staff_changed", "pin_changed")),
}
