"""Seals: signatures over where a chain ended, with a key that the database does not hold."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from casino.ledger.canonical import moment, seal_mac
from casino.ledger.models import Seal


def secret() -> bytes:
    """The seal key; raises LookupError when the settings have none."""
    key = getattr(settings, "LEDGER_SEAL_KEY", "")
    if not key:
        raise LookupError("LEDGER_SEAL_KEY is not set: seals can be neither made nor checked.")
    return key if isinstance(key, bytes) else str(key).encode()


def mac_of(chain: str, no: int, seq: int, entry_hash: bytes, at: datetime, previous_mac: str) -> str:
    """What the `mac` of such a seal must be."""
    return seal_mac(secret(), [chain, no, seq, bytes(entry_hash).hex(), moment(at), previous_mac])


def write_seal(chain: str, seq: int, entry_hash: bytes, at: datetime) -> Seal:
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
