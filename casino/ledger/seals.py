"""Seals: signatures over where a chain ended, with a key that the database does not hold."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from casino.ledger.canonical import moment, seal_mac
from casino.ledger.chain import Draft, append, lock
from casino.ledger.models import HOUSE, ChainHead, Seal


def secret() -> bytes:
    """The seal key; raises LookupError when the settings have none."""
    key = getattr(settings, "LEDGER_SEAL_KEY", "")
    if not key:
        raise LookupError("LEDGER_SEAL_KEY is not set: seals can be neither made nor checked.")
    return key if isinstance(key, bytes) else str(key).encode()


def mac_of(chain: str, no: int, seq: int, entry_hash: str, at: datetime, previous_mac: str) -> str:
    """What the `mac` of such a seal must be."""
    return seal_mac(secret(), [chain, no, seq, entry_hash, moment(at), previous_mac])


def write_seal(chain: str, seq: int, entry_hash: str, at: datetime) -> Seal:
    """Seal `chain` at `seq`. The caller holds the chain's lock."""
    last = Seal.objects.filter(chain=chain).order_by("-no").first()
    no, previous_mac = (last.no + 1, last.mac) if last else (1, "")
    return Seal.objects.create(
        chain=chain,
        no=no,
        seq=seq,
        hash=entry_hash,
        at=at,
        mac=mac_of(chain, no, seq, entry_hash, at, previous_mac),
    )


def seal(chain: str, at: datetime | None = None) -> Seal | None:
    """Seal `chain` up to its last entry; None when nothing was added since its last seal.

    Raises LookupError without LEDGER_SEAL_KEY.
    """
    with transaction.atomic():
        head = lock(chain)
        last = Seal.objects.filter(chain=chain).order_by("-no").first()
        if head.seq == 0 or (last and last.seq == head.seq):
            return None
        return write_seal(chain, head.seq, head.hash, at or timezone.now())


def seal_all(at: datetime | None = None) -> list[Seal]:
    """Seal every chain that has grown, and anchor the ends of all in the house chain.

    The anchor is one "sealed" entry that names where each table's chain ended, so that nobody can
    cut off a table's newest entries together with their seals without touching the house chain.
    Each chain is sealed in its own transaction: dealing waits for none but its own.
    """
    at = at or timezone.now()
    tables = ChainHead.objects.exclude(chain=HOUSE).order_by("chain")
    made = [new for head in tables if (new := seal(head.chain, at))]
    if made:
        with transaction.atomic():
            anchors = [{"chain": new.chain, "seq": new.seq, "hash": new.hash, "mac": new.mac} for new in made]
            ends = ", ".join(f"{new.chain} to {new.seq}" for new in made)
            append(HOUSE, [Draft(kind="sealed", body={"anchors": anchors}, detail=ends)], at=at)
    if house := seal(HOUSE, at):
        made.append(house)
    return made
