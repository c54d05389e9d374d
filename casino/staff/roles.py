"""The roles on the floor, and whose powers include whose.

VIC03-1.2 lets a supervisor do anything that the dealer may. The book leaves open whether a casino supervisor may use
a power that it gives to the game supervisor alone; the reading taken is that any higher role may, never a lower one,
and that the record names both the person's own role and the role they acted as.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import models


class Role(models.TextChoices):
    """The roles of the house."""

    DEALER = "dealer", "dealer"
    GAME_SUPERVISOR = "game_supervisor", "game supervisor"
    CASINO_SUPERVISOR = "casino_supervisor", "casino supervisor"
    OPERATIONS_MANAGER = "operations_manager", "operations manager"
    SURVEILLANCE = "surveillance", "surveillance"
    INSPECTOR = "inspector", "inspector"
    TOURNAMENT_DIRECTOR = "tournament_director", "tournament director"


LADDER: tuple[str, ...] = (
    Role.DEALER,
    Role.GAME_SUPERVISOR,
    Role.CASINO_SUPERVISOR,
    Role.OPERATIONS_MANAGER,
)
"""Roles each of which has the powers of those before it (VIC03-1.2)."""

POWERS: Final[Mapping[str, frozenset[str]]] = {
    role: frozenset(LADDER[: LADDER.index(role) + 1]) if role in LADDER else frozenset({role})
    for role in Role.values
}
"""The roles whose powers a role has: its own, and on the ladder those below. Roles off the ladder (surveillance,
inspector, tournament director) have only their own."""

READ_ONLY: frozenset[str] = frozenset({Role.SURVEILLANCE, Role.INSPECTOR})
"""Roles that see everything and change nothing."""


RECORD_READERS: Final = (Role.CASINO_SUPERVISOR, Role.SURVEILLANCE, Role.INSPECTOR)
"""Who reads the record: casino supervisors and above, surveillance, inspectors."""

WATCHERS: Final = (Role.GAME_SUPERVISOR, Role.SURVEILLANCE, Role.INSPECTOR)
"""Who sees the pit's pages; surveillance and inspectors can only look."""
