"""The outcome of a command (done, refused, or waiting for a second person), and the same answer for a repeated
key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from casino import ledger
from casino.ledger import AnotherRequest, Draft, Entry, Request, known
from casino.refusals import Refusal
from rounds.engine import Command
from rounds.play.tap import Tap, in_short
from tables.models import Table

REFUSED = "refused"

ASKED = "approval_asked"

LONGEST_KEY = 64

LONGEST_DETAIL = 500

LONGEST_COMMAND = 4000
"""The most bytes of a command as JSON, since it is recorded for ever."""


class RecordedRefusal(msgspec.Struct, frozen=True):
    """Why a command was refused: the clause (empty if none forbids it), the message, and what to do instead."""

    clause: str
    message: str
    remedy: str
    also: tuple[str, ...] = ()
    code: str = ""
    values: dict[str, Any] = {}
    """The values of its words, from which a screen renders it; both empty for refusals recorded before there were
    codes."""

    def again(self) -> Refusal:
        """The refusal as an exception, to be raised."""
        if not self.code:
            return Refusal("recorded.refusal", self.clause, message=self.message, remedy=self.remedy)
        return Refusal(self.code, self.clause, also=self.also, **self.values)


def recorded(refusal: Refusal) -> RecordedRefusal:
    """The refusal in the form in which it is recorded."""
    also = tuple(text[:LONGEST_DETAIL] for text in refusal.also[:8])
    message, remedy = refusal.message[:LONGEST_DETAIL], refusal.remedy[:LONGEST_DETAIL]
    # Converted to JSON types, so that the present answer equals the one read back later.
    values = msgspec.json.decode(msgspec.json.encode(refusal.values))
    return RecordedRefusal(refusal.clause, message, remedy, also, refusal.code, values)


TAKEN = recorded(Refusal("tap.key_taken"))
"""The answer to a key that is recorded for another request; this answer is not recorded."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command.

    ``version`` and ``round_no`` are the table's afterwards. ``stale``: it was made on an older state and nothing was
    done. ``approval_id``: it waits for a second person. ``repeated``: its key had been answered before, and this is
    that answer.
    """

    ok: bool
    version: int
    round_no: int
    refusal: RecordedRefusal | None = None
    stale: bool = False
    approval_id: int | None = None
    repeated: bool = False

    def plain(self) -> dict[str, Any]:
        """The answer as a program reads it."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        return values


def refuse(tap: Tap, command: Command, refusal: Refusal) -> Answer:
    """Record the refusal with its command; returns it as the answer."""
    table, refused = tap.table, recorded(refusal)
    draft = Draft(
        kind=REFUSED,
        body={
            "command": in_short(command),
            "refusal": refused,
            "version": table.version,
            "round_no": table.round_no,
        },
        detail=refused.message,
        clause=refused.clause,
        round_no=None if tap.snapshot.over else table.round_no,
        key=tap.request.key,
        request=tap.request.digest,
    )
    ledger.append(table.code, [draft], actor=tap.by.number, role=tap.by.role, at=tap.at, head=tap.head)
    tap.head = None
    return Answer(False, table.version, table.round_no, refusal=refused)


def answer_to(table: Table, request: Request) -> Answer | None:
    """The answer given earlier to this request, read from the ledger; None for a new key. The table must be
    locked."""
    try:
        entry = known(table.code, request)
    except AnotherRequest:
        return taken(table)
    return answer_in(entry) if entry is not None else None


def taken(table: Table) -> Answer:
    """The answer to a key that belongs to another request."""
    return Answer(False, table.version, table.round_no, refusal=TAKEN)


def refusal_in(entry: Entry) -> RecordedRefusal | None:
    """The refusal that an entry records; None if it records no refusal."""
    body: Any = msgspec.json.decode(entry.body)
    refusal = body.get("refusal") if isinstance(body, dict) else None
    return None if refusal is None else msgspec.convert(refusal, RecordedRefusal)


def answer_in(entry: Entry) -> Answer:
    """The answer to the command whose first entry this is."""
    if entry.kind in (REFUSED, ASKED):
        body: dict[str, Any] = msgspec.json.decode(entry.body)
        version, round_no = body["version"], body.get("round_no", entry.round_no) or 0
        if entry.kind == ASKED:
            return Answer(False, version, round_no, approval_id=body["approval"], repeated=True)
        refusal = msgspec.convert(body["refusal"], RecordedRefusal)
        return Answer(False, version, round_no, refusal=refusal, repeated=True)
    version, round_no = entry.seq, entry.round_no or 0
    # The entries of one command are consecutive; the first has the key.
    rest = Entry.objects.filter(chain=entry.chain, seq__gt=entry.seq).order_by("seq")
    for seq, other, folded, of_round in rest.values_list("seq", "key", "folded", "round_no")[:256]:
        if other or not folded:
            break
        version, round_no = seq, of_round or 0
    return Answer(True, version, round_no, repeated=True)
