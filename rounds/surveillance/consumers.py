"""The live tail of the audit log."""

from __future__ import annotations

from casino.ledger.search import ends
from casino.staff.access import require_roles
from casino.staff.roles import RECORD_READERS, Role
from casino.web.live import LiveConsumer
from rounds.surveillance.alerts.push import GROUP as ALERTS
from rounds.surveillance.alerts.wording import mark

GROUP = "audit"


@require_roles(Role.SURVEILLANCE, Role.INSPECTOR)
class AlertsConsumer(LiveConsumer):
    """The desk's alerts, the whole list with every change."""

    def group_names(self) -> tuple[str, ...]:
        return (ALERTS,)

    def digest(self) -> str:
        return mark()


@require_roles(*RECORD_READERS)
class AuditConsumer(LiveConsumer):
    """Every new entry, as a row. The screen filters, and asks for what it missed by the end of each chain."""

    def group_names(self) -> tuple[str, ...]:
        return (GROUP,)

    def digest(self) -> dict[str, int]:
        return ends()
