"""The signs check of `verify_ledger`: every sign shows the limits that were last recorded for it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from casino.ledger import Entry
from casino.ledger.verify import Fault
from tables.models import Sign, Table

CHANGED = "limits_changed"

Limits = tuple[int, int, int]


def wrong_signs(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each sign that differs from its last entry or has none, and for each missing sign.

    `since` narrows nothing: a sign's last entry may be of any age.
    """
    tables = Table.objects.order_by("code")
    for table in tables.filter(code=chain) if chain is not None else tables:
        recorded = _recorded(table.code)
        for sign in Sign.objects.filter(table=table).order_by("bet"):
            shows = (sign.minimum, sign.maximum, sign.multiple)
            seq, limits = recorded.pop(sign.bet, (None, None))
            if limits is None:
                yield Fault(table.code, None, "row", f"the sign of {sign.bet} is stored and has no entry")
            elif shows != limits:
                yield Fault(
                    table.code,
                    seq,
                    "row",
                    f"the sign of {sign.bet} is stored as {_words(shows)}, the record has {_words(limits)}",
                )
        for bet, (seq, limits) in recorded.items():
            yield Fault(table.code, seq, "row", f"the sign of {bet} with {_words(limits)} is not stored")


def _recorded(code: str) -> dict[str, tuple[int, Limits]]:
    """The last recorded limits of every bet, with the number of the entry that set them."""
    limits: dict[str, tuple[int, Limits]] = {}
    rows = Entry.objects.filter(chain=code, kind=CHANGED).order_by("seq").values_list("seq", "body")
    for seq, text in rows.iterator():
        body = msgspec.json.decode(text)
        minimum, maximum, multiple = body["after"]
        limits[body["bet"]] = seq, (minimum, maximum, multiple)
    return limits


def _words(limits: Limits) -> str:
    return f"{limits[0]}..{limits[1]}" + (f" x{limits[2]}" if limits[2] else "")
