"""The record: append-only, hash-chained, sealed.

    with transaction.atomic():
        casino.ledger.append("BJ-07", [Draft(kind="card", …)], actor="D-114", role="dealer", at=now)

There are three layers, one behind another.

1. *The database refuses.* Triggers refuse UPDATE, DELETE and TRUNCATE of entries and seals, an
   entry that does not continue its chain, and any other move of a chain's head.
2. *The chain shows.* Each entry's hash covers the entry and the hash before it. What a superuser
   changes, removes, inserts or reorders with the triggers off is found by `verify`, and named.
3. *The seals show.* A seal is signed with LEDGER_SEAL_KEY, which the database does not hold. Who
   rewrites a chain and all its hashes cannot rewrite the seals over it. `seal_ledger` also writes
   where every chain ends into the "house" chain, so that cutting off one chain's end together with
   its seals is found as long as the house chain is sound.

What is found: any entry that is changed, removed, inserted or moved; an end cut off below the
chain's head, a seal or an anchor in the house chain; a chain rewritten from any point at or below
its last seal; a seal that is changed, forged, or taken out from between others.

What is not found: what a database superuser does to the entries *after* the last seal if he also
rehashes them and moves the head (so seal often: every LEDGER_SEAL_EVERY entries by itself, every few
minutes by `seal_ledger`); one who removes the newest entries of a chain, of the house chain and
their seals together and leaves the rest consistent, unless a copy of a later seal is kept elsewhere
(`seal_ledger --json` prints them for that); anyone who holds LEDGER_SEAL_KEY; and what was untrue
when it was recorded. Give the application a database role that does not own these tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casino.ledger.chain import (
        Draft,
        OutsideTransaction,
        append,
        lock,
        lock_for,
        not_before,
        not_before_last,
    )
    from casino.ledger.models import HOUSE, ChainHead, Entry, Seal
    from casino.ledger.requests import AnotherRequest, Request, carried, digest, known
    from casino.ledger.sealing import seal

_HOME = {
    "Draft": "chain", "OutsideTransaction": "chain", "append": "chain", "lock": "chain", "lock_for": "chain",
    "not_before": "chain", "not_before_last": "chain",
    "AnotherRequest": "requests", "Request": "requests", "carried": "requests", "digest": "requests",
    "known": "requests",
    "HOUSE": "models", "ChainHead": "models", "Entry": "models", "Seal": "models",
    "seal": "sealing",
}  # fmt: skip

__all__ = [
    "HOUSE", "AnotherRequest", "ChainHead", "Draft", "Entry", "OutsideTransaction", "Request", "Seal", "append",
    "carried", "digest", "known", "lock", "lock_for", "not_before", "not_before_last", "seal",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    # Models cannot be imported while Django is still loading its apps, so names come when asked for.
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(f"casino.ledger.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
