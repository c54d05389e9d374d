"""The attachments check of `verify_ledger`: every file exists, with its recorded content."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from casino.ledger import DESK
from casino.ledger.verify import Fault
from rounds.surveillance.incidents.files import as_recorded
from rounds.surveillance.incidents.models import Page


def wrong_files(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each attachment that is missing or differs from what was recorded."""
    if chain not in (None, DESK):
        return
    for page in Page.objects.filter(sort=Page.Sort.FILE, ended_at=None).order_by("pk").iterator():
        if not as_recorded(page.facts.get("sha256", "")):
            yield Fault(DESK, None, "file", f"the attachment of incident_page {page.pk} is gone or changed")
