"""The record: append-only, hash-chained, sealed.

    with transaction.atomic():
        casino.ledger.append("BJ-07", [Draft(kind="card", …)], actor="D-114", role="dealer", at=now)

There are three layers, one behind another.

1. *The database refuses.* Triggers refuse UPDATE, DELETE and TRUNCATE of entries and seals, an
   entry that does not continue its chain, a key twice, and any other move of a chain's head.
2. *The chain shows.* Each entry's hash covers the entry and the hash before it. What a superuser
   changes, removes, inserts or reorders with the triggers off is found by `verify`, and named.
3. *The seals show.* A seal is a note signed with LEDGER_SEAL_KEY, which the database does not hold; with the public
   key (`manage.py seal_key`) anybody can check it. `seal_ledger` also writes where every chain ended into the "house"
   chain, and each seal of the house names the end of every table's chain.

What is found with the database alone: any entry that is changed, removed, inserted or moved; an end cut off below the
chain's head, a seal, or an anchor in the house chain; a chain rewritten at or below a seal that is still there; a seal
that is changed, forged, made with a key that had been replaced, or taken out from between others; entries that are
older than LEDGER_SEALED_MINUTES and have no seal; a seal that the house chain does not name.

What is found with seals that were kept elsewhere as well (`verify_ledger --seals`; `seal_ledger --witness` hands them
out): everything that a database superuser does to entries at or below such a seal, whatever else he changes with
them, and a database that was put back from an older copy. One seal of the house covers all tables.

A month that is archived (`casino.ledger.archives`) is not read without its file: what is found then is any change of
the entries around it, of what the house chain says of it, and of the entries that stayed. Its file cannot be another
one, since the entry `archived` names its digest, and its last hash is what the next entry is chained to.

What is not found with the database alone: a superuser who rewrites a chain from any point on, removes every seal from
there on, their anchors and the seals of the house since, and makes all hashes and heads fit. Such a record is sound in
itself. Until the house seals again it shows as entries that were not sealed for long; after that nothing shows it. So
have the seals kept by somebody outside.

What is not found at all: what is done to entries after the last seal that somebody outside has (so seal often: every
LEDGER_SEAL_EVERY entries by itself, every few minutes by `seal_ledger`); what is done by who holds LEDGER_SEAL_KEY and
the database, but for the seals that are outside; and what was untrue when it was recorded. Give the application a
database role that does not own these tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casino.ledger.chain import (
        Draft,
        OutsideTransaction,
        answered,
        append,
        head_of,
        lock,
        lock_for,
        not_before,
        not_before_last,
    )
    from casino.ledger.models import DESK, HOUSE, ChainHead, Entry, Seal
    from casino.ledger.requests import AnotherRequest, Request, carried, digest, known
    from casino.ledger.sealing import seal

_HOME = {
    "Draft": "chain", "OutsideTransaction": "chain", "append": "chain", "lock": "chain", "lock_for": "chain",
    "answered": "chain", "head_of": "chain", "not_before": "chain", "not_before_last": "chain",
    "AnotherRequest": "requests", "Request": "requests", "carried": "requests", "digest": "requests",
    "known": "requests",
    "DESK": "models", "HOUSE": "models", "ChainHead": "models", "Entry": "models", "Seal": "models",
    "seal": "sealing",
}  # fmt: skip

__all__ = [
    "DESK", "HOUSE", "AnotherRequest", "ChainHead", "Draft", "Entry", "OutsideTransaction", "Request", "Seal",
    "answered", "append", "carried", "digest", "head_of", "known", "lock", "lock_for", "not_before", "not_before_last",
    "seal",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # Models cannot be imported while Django is still loading its apps, so names come when asked for.
    if name in _HOME:
        from importlib import import_module

        value = getattr(import_module(f"casino.ledger.{_HOME[name]}"), name)
        return globals().setdefault(name, value)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
