"""Adding entries to a chain: the only way into the record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

import msgspec
from django.conf import settings
from django.db import connection

from casino.ledger.canonical import COLUMNS, GENESIS, body_text, chained, digest_of
from casino.ledger.models import DETAIL, ChainHead, Entry
from casino.ledger.partitions import prepare
from casino.ledger.requests import REQUEST, Request, known, taken_along
from casino.ledger.seals import write_seal
from casino.ledger.signals import appended
from casino.postgres.prepared import Prepared
from casino.words import Phrase

SEAL_EVERY = 1000
"""Entries after which `append` seals a chain by itself, unless LEDGER_SEAL_EVERY says otherwise."""

SKEW = timedelta(minutes=10)
"""How far the clocks of two workers can be apart. If the record is further ahead, some clock was plainly wrong: the
record keeps its order, and no notice or closing waits for that time."""

CHAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,15}")
"""What can name a chain."""


_LONGEST = {"key": 64, "kind": 40, "clause": 40, "acting_as": 24}


class OutsideTransaction(RuntimeError):
    """An append was tried outside a transaction: the record and what it records could part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry as the caller knows it, before it has its place in the chain.

    `body` is JSON as bytes or str, or a value that msgspec can write. `detail` is what the entry says to people: a
    phrase: the entry has its English and, in its body under `DETAIL`, the code and the values
    (`Entry.words`). A text is for what people typed and for a folded event, which screens put into words
    again. `amount` is in cents. `request` is the digest of
    what a client asked for under `key` (`casino.ledger.requests`): the body keeps it, and must then be a JSON object.
    Raises ValueError for a text that the record cannot hold, such as a client's key of 65 characters.
    """

    kind: str
    body: object = field(default_factory=dict)
    detail: str | Phrase = ""
    clause: str = ""
    amount: int | None = None
    round_no: int | None = None
    folded: bool = False
    tap: int = 0
    key: str = ""
    request: str = ""
    acting_as: str = ""

    def __post_init__(self) -> None:
        for name, longest in _LONGEST.items():
            if len(getattr(self, name)) > longest:
                raise ValueError(f"The {name} of a ledger entry has at most {longest} characters.")
        if "\0" in self.english or "\0" in self.key:
            raise ValueError("A ledger entry cannot hold the character NUL.")

    @property
    def english(self) -> str:
        """What the entry says, in the plain English of the record."""
        return self.detail.english if isinstance(self.detail, Phrase) else self.detail


HEAD: Final = "h.seq, h.hash, h.at"
"""What a statement that locks the row `h` of a chain's head selects of it: where the chain ends."""
SEQ_OF_KEY: Final = "ledger_seq_of_key(h.chain, %s)"
"""With it, the number of the entry that has a key. If the row has to be waited for, PostgreSQL works this out again
from what was committed meanwhile."""
LOCK: Final = Prepared(f"SELECT {HEAD}, NULL FROM ledger_chainhead h WHERE h.chain = %s FOR UPDATE")  # noqa: S608
LOCK_WITH_KEY: Final = Prepared(
    f"SELECT {HEAD}, {SEQ_OF_KEY} FROM ledger_chainhead h WHERE h.chain = %s FOR UPDATE"  # noqa: S608
)

WRITTEN: Final = (*COLUMNS, "digest", "hash")
"""The columns of an entry, all of them."""


MOST: Final = 100
"""Entries that one statement adds."""


@lru_cache(maxsize=64)
def adding(entries: int) -> Prepared:
    """The statement that adds so many entries."""
    row = f"({', '.join(['%s'] * len(WRITTEN))})"
    return Prepared(f"INSERT INTO ledger_entry ({', '.join(WRITTEN)}) VALUES {', '.join([row] * entries)}")  # noqa: S608


def lock(chain: str) -> ChainHead:
    """Lock `chain` until the transaction ends and return where it ends now.

    The lock is the head's row, not an advisory lock: `SELECT … FOR UPDATE` waits and then reads the
    newest version of the row in the same query (read committed), while an advisory lock would need
    a second query afterwards to see the end of the chain. Whoever already holds the table's own row
    takes this one second, always in that order; in a transaction that writes to two chains, the
    table's chain comes before "house".

    Raises ValueError for a name that is no chain's, OutsideTransaction outside a transaction.
    """
    return _locked(chain)[0]


def lock_for(chain: str, request: Request) -> tuple[ChainHead, Entry | None]:
    """Lock `chain` for a request, as `lock`. Returns where the chain ends now, and the first entry that the request led
    to; None for a new key, which costs one query. Raises AnotherRequest for a key that another request had."""
    head, seq_of_key = _locked(chain, request.key)
    return head, answered(chain, request, seq_of_key)


def answered(chain: str, request: Request, seq_of_key: int | None) -> Entry | None:
    """The first entry that the request led to, for who has locked the chain by a statement of his own. Raises
    AnotherRequest."""
    return None if seq_of_key is None else known(chain, request)


def head_of(chain: str, row: Sequence[Any]) -> tuple[ChainHead, int | None]:
    """What the columns of `HEAD` and `SEQ_OF_KEY` say: the end of the chain, and the number of the entry that has the
    key."""
    seq, link, at, seq_of_key = row
    return ChainHead(chain=chain, seq=seq, hash=link, at=at), seq_of_key


def _locked(chain: str, key: str = "") -> tuple[ChainHead, int | None]:
    if not connection.in_atomic_block:
        raise OutsideTransaction(
            "casino.ledger.append needs transaction.atomic(): an entry is written in the same "
            "transaction as what it records."
        )
    row = LOCK_WITH_KEY.row(key, chain) if key else LOCK.row(chain)
    if row is None:
        if not CHAIN.fullmatch(chain):
            raise ValueError(f"{chain!r} cannot name a chain: letters, digits and dashes, up to 16.")
        # The first entry of a chain. Two at once: the second waits for the first to commit.
        ChainHead.objects.bulk_create([ChainHead(chain=chain, hash=GENESIS)], ignore_conflicts=True)
        row = LOCK.row(chain)
    assert row is not None
    return head_of(chain, row)


def not_before(chain: str, at: datetime) -> datetime:
    """`at`, or the time of the chain's last entry if that is up to `SKEW` later. Steps that depend on the time so use
    the moment that `append` records, even if this worker's clock is behind."""
    return not_before_last(ChainHead.objects.filter(chain=chain).values_list("at", flat=True).first(), at)


def not_before_last(last: datetime | None, at: datetime) -> datetime:
    """The same, for a chain whose last entry is of the time `last`; None for a chain without entries."""
    return at if last is None or not at < last <= at + SKEW else last


def append(
    chain: str,
    entries: Sequence[Draft],
    *,
    actor: str = "",
    role: str = "",
    at: datetime,
    head: ChainHead | None = None,
) -> list[Entry]:
    """Add `entries` of one command to `chain`, in order, and return them with seq and hash.

    Two queries: lock and read the head, insert all (the database moves the head itself); one where the caller has
    locked the chain, gives its `head`, and has appended nothing since. `actor` is a staff number or
    "" for the system, `role` the person's own role, `at` a time with its zone. The times of a chain never step back: an
    earlier time is recorded as that of the last entry.

    Raises OutsideTransaction outside `transaction.atomic()`, ValueError for a body that is not
    JSON or a time without a zone, IntegrityError for an idempotency key that the chain already has.
    """
    head = head or lock(chain)
    if at.tzinfo is None:
        raise ValueError("A ledger time needs its time zone.")
    # Workers' clocks differ, and one may be set back: the order of the entries is their sequence.
    at = max(at.astimezone(UTC), head.at) if head.at is not None else at.astimezone(UTC)
    seq, before = head.seq, bytes(head.hash)
    rows: list[Entry] = []
    if entries and (request := taken_along(chain)) is not None and not entries[0].key:
        entries = [replace(entries[0], key=request.key, request=request.digest), *entries[1:]]
    for draft in entries:
        seq += 1
        values: dict[str, Any] = {
            "chain": chain,
            "seq": seq,
            "at": at,
            "actor": actor,
            "role": role,
            "acting_as": draft.acting_as,
            "kind": draft.kind,
            "round_no": draft.round_no,
            "folded": draft.folded,
            "key": draft.key,
            "tap": draft.tap,
            "body": _body(draft),
            "detail": draft.english,
            "clause": draft.clause,
            "amount": draft.amount,
        }
        digest = digest_of(tuple(values.values()))
        before = chained(before, digest)
        rows.append(Entry(**values, digest=digest, hash=before))
    if not rows:
        return rows
    if head.at is None or (head.at.year, head.at.month) != (at.year, at.month):
        prepare(at)  # the first entry of the chain in this month
    _add(rows)
    every = getattr(settings, "LEDGER_SEAL_EVERY", SEAL_EVERY)
    if every and seq // every > head.seq // every:
        write_seal(chain, seq, before, at)
    appended.send(Entry, chain=chain, entries=rows)
    return rows


def _add(rows: Sequence[Entry]) -> None:
    for first in range(0, len(rows), MOST):
        values: list[object] = []
        for row in (some := rows[first : first + MOST]):
            round_no = None if row.round_no is None else str(row.round_no)
            amount = None if row.amount is None else str(row.amount)
            values += (
                row.chain, str(row.seq), row.at, row.actor, row.role, row.acting_as, row.kind, round_no,
                row.folded, row.key, str(row.tap), row.body, row.detail, row.clause, amount, row.digest, row.hash,
            )  # fmt: skip
            row._state.adding = False
        adding(len(some)).run(*values)


def _body(draft: Draft) -> str:
    text = body_text(draft.body)
    more: dict[str, object] = {REQUEST: draft.request} if draft.request else {}
    if isinstance(draft.detail, Phrase):
        more[DETAIL] = draft.detail
    if not more:
        return text
    body = msgspec.json.decode(text)
    if not isinstance(body, dict):
        raise ValueError(
            "The body of an entry with a detail by code, or with a request, must be a JSON object."
        )
    return body_text(body | more)
