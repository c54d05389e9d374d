"""Seals a chain, or every chain of the house, up to its last entry; and changes the seal key."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from casino.ledger.chain import Draft, append, lock
from casino.ledger.models import HOUSE, ChainHead, Seal
from casino.ledger.partitions import prepare_ahead
from casino.ledger.seals import KEY_ROTATED, name_of, next_key, rotation, seal_key, write_seal
from casino.ledger.signed_notes import Verifier
from casino.words import Phrase


def seal(chain: str, at: datetime | None = None) -> Seal | None:
    """Seal `chain` up to its last entry; None if nothing was added since its last seal.

    Raises LookupError without LEDGER_SEAL_KEY.
    """
    with transaction.atomic():
        head = lock(chain)
        last = Seal.objects.filter(chain=chain).order_by("-no").first()
        if head.seq == 0 or (last and last.seq == head.seq):
            return None
        return write_seal(chain, head.seq, bytes(head.hash), at or timezone.now())


def seal_all(at: datetime | None = None) -> list[Seal]:
    """Seal every chain that has grown, and anchor the ends of all in the house chain. Prepares the coming month's
    partition.

    The anchor is one "sealed" entry that names where each table's chain ended, so that nobody can cut off a table's
    newest entries together with their seals without touching the house chain. Each chain is sealed in its own
    transaction: a table waits only for its own chain.
    """
    at = at or timezone.now()
    prepare_ahead(timezone.now())
    tables = ChainHead.objects.exclude(chain=HOUSE).order_by("chain")
    seals = [new for head in tables if (new := seal(head.chain, at))]
    if seals:
        with transaction.atomic():
            anchors = [
                {
                    "chain": new.chain,
                    "no": new.no,
                    "seq": new.seq,
                    "hash": bytes(new.hash).hex(),
                    "seal": name_of(new),
                }
                for new in seals
            ]
            ends = [Phrase.of("entry.sealed_to", chain=new.chain, last=new.seq) for new in seals]
            detail = Phrase.of("entry.list", lines=ends)
            append(HOUSE, [Draft(kind="sealed", body={"anchors": anchors}, detail=detail)], at=at)
    if house := seal(HOUSE, at):
        seals.append(house)
    return seals


def rotate(at: datetime | None = None) -> Verifier:
    """Record that LEDGER_SEAL_KEY_NEXT seals from now on, signed by both keys; returns the new public key.

    Everything is sealed with the old key first.

    Raises LookupError unless both keys are set, BadKey if they are the same, IntegrityError for a key that the
    record has named before.
    """
    at = at or timezone.now()
    old, new = seal_key(), next_key()
    note = rotation(old, new, at)
    seal_all(at)
    with transaction.atomic():
        draft = Draft(
            kind="sealed",
            body={"next_key": str(new.verifier), "note": note},
            detail=Phrase.of("entry.key_rotated", name=new.verifier.name, key=new.verifier.id.hex()),
            key=f"{KEY_ROTATED}{new.verifier.id.hex()}",
        )
        append(HOUSE, [draft], at=at)
    return new.verifier
