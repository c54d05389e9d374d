"""Only the role decides what a person may do: nobody is given Django's groups or permissions, and any that are in
the database are a fault of the record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from casino.ledger.models import HOUSE
from casino.ledger.verify import Fault
from casino.staff.models import Staff


def foreign_rights(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each person who has one of Django's groups or permissions."""
    if chain not in (None, HOUSE):
        return
    for rows, what in ((Staff.groups.through, "group"), (Staff.user_permissions.through, "permission")):
        numbers = rows._default_manager.order_by("staff__number").values_list("staff__number", flat=True)
        for number in numbers.distinct():
            yield Fault(HOUSE, None, "row", f"{number} has a {what} that no entry gives")
