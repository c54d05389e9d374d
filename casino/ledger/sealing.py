"""Sealing a chain, or every chain of the house, up to its last entry."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from casino.ledger.chain import Draft, append, lock
from casino.ledger.models import HOUSE, ChainHead, Seal
from casino.ledger.partitions import prepare_ahead
from casino.ledger.seals import write_seal


def seal(chain: str, at: datetime | None = None) -> Seal | None:
    """Seal `chain` up to its last entry; None when nothing was added since its last seal.

    Raises LookupError without LEDGER_SEAL_KEY.
    """
    with transaction.atomic():
        head = lock(chain)
        last = Seal.objects.filter(chain=chain).order_by("-no").first()
        if head.seq == 0 or (last and last.seq == head.seq):
            return None
        return write_seal(chain, head.seq, bytes(head.hash), at or timezone.now())


def seal_all(at: datetime | None = None) -> list[Seal]:
    """Seal every chain that has grown, and anchor the ends of all in the house chain. Prepares the month to come.

    The anchor is one "sealed" entry that names where each table's chain ended, so that nobody can
    cut off a table's newest entries together with their seals without touching the house chain.
    Each chain is sealed in its own transaction: dealing waits for none but its own.
    """
    at = at or timezone.now()
    prepare_ahead(timezone.now())
    tables = ChainHead.objects.exclude(chain=HOUSE).order_by("chain")
    seals = [new for head in tables if (new := seal(head.chain, at))]
    if seals:
        with transaction.atomic():
            anchors = [
                {"chain": new.chain, "seq": new.seq, "hash": bytes(new.hash).hex(), "mac": new.mac}
                for new in seals
            ]
            ends = ", ".join(f"{new.chain} to {new.seq}" for new in seals)
            append(HOUSE, [Draft(kind="sealed", body={"anchors": anchors}, detail=ends)], at=at)
    if house := seal(HOUSE, at):
        seals.append(house)
    return seals
