"""The approvals check of `verify_ledger`: every approval stands as its entries of the record left it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from casino.ledger import Entry
from casino.ledger.verify import Fault
from casino.staff.approvals import KINDS
from casino.staff.models import Approval

ASKED = "approval_asked"
_STATE_OF = {kind: str(state) for state, kind in KINDS.items()}


class Recorded(NamedTuple):
    """What the entries say of an approval: its first entry, and how it stands."""

    seq: int
    asked_by: str
    kind: str
    role_wanted: str
    command: str
    state: str = "waiting"
    decided_by: str = ""


def wrong_approvals(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each approval whose row is not what was recorded, or whose row or record is missing.

    With `since`, of those asked at or after that time.
    """
    entries = Entry.objects.filter(kind__in=(ASKED, *_STATE_OF)).order_by("chain", "seq")
    rows = Approval.objects.order_by("pk")
    if chain is not None:
        entries, rows = entries.filter(chain=chain), rows.filter(table_code=chain)
    if since is not None:
        entries, rows = entries.filter(at__gte=since), rows.filter(asked_at__gte=since)
    recorded = _recorded(entries.values_list("chain", "seq", "kind", "actor", "body").iterator())
    for row in rows.iterator():
        said = recorded.pop((row.table_code, row.pk), None)
        if said is None:
            yield Fault(row.table_code, None, "row", f"approval {row.pk} is stored and has no entry")
            continue
        for name in ("asked_by", "kind", "role_wanted", "command", "state", "decided_by"):
            has, must = str(getattr(row, name)), getattr(said, name)
            if has != must:
                yield Fault(
                    row.table_code,
                    said.seq,
                    "row",
                    f"approval {row.pk}: {name} is stored as {has or 'nothing'}, the record has {must or 'nothing'}",
                )
    for (code, number), said in recorded.items():
        yield Fault(code, said.seq, "row", f"approval {number} was asked and is not stored")


def _recorded(entries: Iterator[tuple[str, int, str, str, str]]) -> dict[tuple[str, int], Recorded]:
    found: dict[tuple[str, int], Recorded] = {}
    for chain, seq, kind, actor, text in entries:
        body: dict[str, Any] = msgspec.json.decode(text)
        key = chain, body["approval"]
        if kind == ASKED:
            found[key] = Recorded(seq, body["asked_by"], body["kind"], body["role_wanted"], body["command"])
        elif key in found:
            found[key] = found[key]._replace(state=_STATE_OF[kind], decided_by=actor)
    return found
