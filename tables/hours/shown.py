"""What the page of the gaming hours shows that a step depends on (`tables.forms.showed`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tables.forms.showed import Fact

FACTS: Final[Mapping[str, Fact]] = {"hours": Fact("changed.hours", ("gaming_hours",))}
