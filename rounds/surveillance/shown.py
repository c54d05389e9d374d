"""What the desk's pages show that a step depends on (`tables.forms.showed`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tables.forms.showed import Fact

FACTS: Final[Mapping[str, Fact]] = {
    "lists": Fact("changed.lists", ("desk_lists_changed",)),
    "incident": Fact("changed.incident"),
    "log": Fact("changed.log"),
    "ending": Fact("changed.ending"),
}
