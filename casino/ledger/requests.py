"""Requests under a client's own key, and how the record recognises one that is sent again.

A client gives each tap and each form its own key. The first entry that results carries the key in its own column
and, in its body under `REQUEST`, the digest of the request (`casino.ledger.canonical.digest`): what was asked, by whom,
with every value that matters. The same key with the same request gets the same answer, without deciding anything
again; with another request it is refused.

    request = Request(key, digest("buy_in", by.number, cash=10000, player="A"))
    if (entry := known(chain, request)) is not None: …      # raises AnotherRequest
    append(chain, [Draft(…, key=request.key, request=request.digest)], …)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.db import connection

from casino.ledger.models import Entry

REQUEST: Final = "request"
"""Where an entry's body keeps the digest of the request that it came from."""

LONGEST_KEY: Final = 64


class AnotherRequest(Exception):
    """The key belongs to another request, whose `entry` is recorded."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(f"entry {entry} is of another request")
        self.entry = entry


@dataclass(frozen=True, slots=True)
class Request:
    """A request with its key. Without a key ("") it is not remembered."""

    key: str = ""
    digest: str = ""


def can_be_kept(key: str) -> bool:
    """Whether the record can hold a client's key."""
    return len(key) <= LONGEST_KEY and key.isprintable()


def request_of(entry: Entry) -> str:
    """The digest of the request that an entry came from; "" if none is recorded."""
    body: Any = msgspec.json.decode(entry.body)
    recorded = body.get(REQUEST, "") if isinstance(body, dict) else ""
    return recorded if isinstance(recorded, str) else ""


def known(chain: str, request: Request) -> Entry | None:
    """The first entry that this request led to; None for a key that is new to the chain.

    An entry from before requests were recorded counts as the same request. Raises AnotherRequest.
    """
    entry = entry_with_key(chain, request.key) if request.key else None
    if entry is not None and request_of(entry) not in ("", request.digest):
        raise AnotherRequest(entry)
    return entry


def entry_with_key(chain: str, key: str) -> Entry | None:
    """The entry of the chain that has the key, or None."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT ledger_seq_of_key(%s, %s)", [chain, key])
        (seq,) = cursor.fetchone()
    return None if seq is None else Entry.objects.filter(chain=chain, seq=seq).first()
