"""The canonical form of an entry, its digest and its place in the chain: form 2.

Anyone with the rows and a SHA-256 can check the chain without this code. The content of an entry is a JSON
array (UTF-8, no white space, non-ASCII characters as themselves) of, in this order,

    [form, chain, seq, at, actor, role, acting_as, kind, round_no, folded, key, tap, body, detail, clause, amount]

where `form` is 2, `at` is UTC with six decimals ("2026-11-28T21:14:31.907000Z"), `amount` is in cents, absent
numbers are null and `body` is the stored JSON text as a string. It is an array because no two different
entries can then give the same text: every string is quoted and escaped.

    digest = SHA-256(content)
    hash   = SHA-256(hash of the entry before ‖ digest), of raw bytes; before the first there are 32 zero bytes

So somebody who has only the digests of confidential entries can still follow the chain across them.

A request has a canonical form and a digest too (`digest`), by which one that is sent again is recognised.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

FORM = 2
GENESIS = bytes(32)
"""The hash that the first entry of a chain is chained to."""

COLUMNS = (
    "chain", "seq", "at", "actor", "role", "acting_as", "kind", "round_no", "folded", "key", "tap", "body", "detail",
    "clause", "amount",
)  # fmt: skip
"""The columns of the content in order, after the form."""

_AT = COLUMNS.index("at")
encode = msgspec.json.Encoder(order="sorted").encode
"""Canonical JSON: sorted keys, no white space."""
_decode = msgspec.json.Decoder().decode
_sha256 = hashlib.sha256


def moment(at: datetime) -> str:
    """`at` in canonical form. Raises ValueError for a time without a zone."""
    if at.tzinfo is None:
        raise ValueError("A ledger time needs its time zone.")
    if at.utcoffset():
        at = at.astimezone(UTC)
    # "%Y" does not pad years below 1000 on every platform; isoformat does.
    return at.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def content(values: Sequence[Any]) -> bytes:
    """The content of an entry whose columns are `values`, given in the order of `COLUMNS`."""
    form = [FORM, *values]
    form[_AT + 1] = moment(values[_AT])
    return encode(form)


def digest_of(values: Sequence[Any]) -> bytes:
    """SHA-256 of the content of `values`, given in the order of `COLUMNS`."""
    return _sha256(content(values)).digest()


def chained(before: bytes, digest: bytes) -> bytes:
    """The hash of an entry with that digest that follows an entry with the hash `before`."""
    return _sha256(before + digest).digest()


def body_text(body: object) -> str:
    """Canonical JSON of an entry's body: sorted keys, no white space.

    Takes JSON as bytes or str, or any value that msgspec can write (dict, Struct, …).
    Raises ValueError when bytes or str are not JSON.
    """
    if isinstance(body, bytes | str):
        try:
            body = _decode(body)
        except (msgspec.DecodeError, UnicodeError) as wrong:
            raise ValueError(f"The body of a ledger entry must be JSON: {wrong}") from wrong
    return encode(body).decode()


def digest(step: str, who: str, /, **values: object) -> str:
    """The digest of a request in canonical form: the step, who asks, and the values as the step reads them.

    It is the first half of the SHA-256, in 22 characters of base64: it only recognises a request that is sent again,
    and every entry that has a key carries one.
    """
    half = _sha256(encode([step, who, values])).digest()[:16]
    return urlsafe_b64encode(half).rstrip(b"=").decode()
