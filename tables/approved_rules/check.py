"""Whether the documents are what was signed, for `verify_ledger`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime

from casino.ledger import HOUSE, Entry
from casino.ledger.verify import Fault
from tables.approved_rules.models import ApprovedRules


def wrong_documents(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each document whose content does not match its hash, for `verify_ledger`. With `since`, only those
    added at or after that time."""
    if chain not in (None, HOUSE):
        return
    held = ApprovedRules.objects.order_by("pk")
    for document in held.filter(at__gte=since) if since is not None else held:
        if hashlib.sha256(bytes(document.content)).hexdigest() == document.sha256:
            continue
        entries = Entry.objects.filter(
            chain=HOUSE, kind="approved_rules_added", detail__contains=document.sha256
        )
        seq = entries.values_list("seq", flat=True).first()
        yield Fault(HOUSE, seq, "approved_rules", f"the document {document} is not what was signed")
