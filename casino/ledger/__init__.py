"""The record: append-only, hash-chained, sealed.

    with transaction.atomic():
        casino.ledger.append("BJ-07", [Draft(kind="card", …)], actor="D-114", role="dealer", at=now)

There are three layers of defence.

1. *The database refuses.* Triggers refuse UPDATE, DELETE and TRUNCATE of entries and seals, an
   entry that does not continue its chain, a key twice, and any other move of a chain's head.
2. *The chain shows it.* Each entry's hash covers the entry and the hash before it. What a superuser
   changes, removes, inserts or reorders with the triggers off is found by `verify`, and named.
3. *The seals show it.* A seal is a note signed with LEDGER_SEAL_KEY, which the database does not hold; with the public
   key (`manage.py seal_key`) anybody can check it. `seal_ledger` also writes the end of every chain into the "house"
   chain, and each seal of the house names the end of every table's chain.

With the database alone these are found: an entry that was changed, removed, inserted or moved; an end cut off below
the chain's head, a seal, or an anchor in the house chain; a chain rewritten at or below a seal that is still there; a
seal that was changed, forged, made with a replaced key, or removed from between others; entries that are older than
LEDGER_SEALED_MINUTES and have no seal; a seal that the house chain does not name.

With seals that were kept elsewhere as well (`verify_ledger --seals`; `seal_ledger --witness` hands them out), anything
that a database superuser does to entries at or below such a seal is found, whatever else they change, and so is a
database that was restored from an older copy. One seal of the house covers all tables.

An archived month (`casino.ledger.archives`) is not read without its file. What is found then is any change to the
entries around it, to what the house chain says about it, and to the entries that stayed. The file cannot be swapped:
the entry `archived` names its digest, and the next entry is chained to its last hash.

With the database alone one thing is not found: a superuser who rewrites a chain from some point on, removes every seal
from there on, their anchors and the seals of the house since, and makes all hashes and heads fit. Such a record is
consistent. Until the house seals again it shows as entries that were unsealed for too long; after that nothing shows
it. So let somebody outside keep the seals.

Three things are never found: changes to entries after the last seal that somebody outside has (so seal often: every
LEDGER_SEAL_EVERY entries, which `append` does itself, and every few minutes with `seal_ledger`); changes by somebody
who holds both LEDGER_SEAL_KEY and the database, unless a seal outside contradicts them; and what was untrue when it was
recorded. Give the application a database role that does not own these tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casino.ledger.canonical import digest
    from casino.ledger.chain import (
        Draft,
        OutsideTransaction,
        answered,
        append,
        carried,
        head_of,
        lock,
        lock_for,
        not_before,
        not_before_last,
    )
    from casino.ledger.models import DESK, HOUSE, ChainHead, Entry, Seal
    from casino.ledger.requests import AnotherRequest, Request, known
    from casino.ledger.sealing import seal

_HOME = {
    "Draft": "chain", "OutsideTransaction": "chain", "append": "chain", "lock": "chain", "lock_for": "chain",
    "answered": "chain", "head_of": "chain", "not_before": "chain", "not_before_last": "chain",
    "carried": "chain", "digest": "canonical",
    "AnotherRequest": "requests", "Request": "requests", "known": "requests",
    "DESK": "models", "HOUSE": "models", "ChainHead": "models", "Entry": "models", "Seal": "models",
    "seal": "sealing",
}  # fmt: skip

__all__ = [
    "DESK", "HOUSE", "AnotherRequest", "ChainHead", "Draft", "Entry", "OutsideTransaction", "Request", "Seal",
    "answered", "append", "carried", "digest", "head_of", "known", "lock", "lock_for", "not_before", "not_before_last",
    "seal",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # Models cannot be imported while Django is still loading its apps, so names are looked up on first use.
    if name in _HOME:
        from importlib import import_module

        value = getattr(import_module(f"casino.ledger.{_HOME[name]}"), name)
        return globals().setdefault(name, value)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
