"""The live tail of the audit log."""

from __future__ import annotations

from django.db.models import Max

from casino.ledger.models import Entry
from casino.ledger.views import READERS
from casino.live import LiveConsumer
from casino.staff.access import require_roles

GROUP = "audit"


@require_roles(*READERS)
class AuditConsumer(LiveConsumer):
    """Every new entry, as a row. The screen filters, and asks for what it missed by the newest number."""

    def group_names(self) -> tuple[str, ...]:
        return (GROUP,)

    def digest(self) -> int:
        return Entry.objects.aggregate(newest=Max("id"))["newest"] or 0
