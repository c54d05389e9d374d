"""Adding entries to a chain: the only way into the record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
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
from casino.ledger.requests import REQUEST, Request, known
from casino.ledger.seals import write_seal
from casino.ledger.signals import appended
from casino.postgres.prepared import Prepared
from casino.words import Phrase

SEAL_EVERY = 1000
"""The number of entries after which `append` seals a chain, unless LEDGER_SEAL_EVERY says otherwise."""

SKEW = timedelta(minutes=10)
"""How far apart the clocks of two workers may be. If the record is further ahead, some clock was plainly
wrong: the record keeps its order, and no notice or closing waits for that time."""

CHAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,15}")
"""The pattern of a chain's name."""


_LONGEST = {"key": 64, "kind": 40, "clause": 40, "acting_as": 24}


class OutsideTransaction(RuntimeError):
    """An append outside a transaction: the record and what it records could diverge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry as its caller gives it, before it has a place in the chain.

    `body` is JSON as bytes or str, or a value that msgspec can write. `detail` is what the entry says to people.
    Usually it is a phrase: the entry stores its English and, in its body under `DETAIL`, its code and values
    (`Entry.words`). It is a plain text for what people typed and for a folded event, which screens word themselves.
    `amount` is in cents. `request` is the digest of what a client asked for under `key` (`casino.ledger.requests`):
    it is kept in the body, which must then be a JSON object. Raises ValueError for a text that the record cannot
    hold, such as a client's key of 65 characters.
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
"""The columns that a statement selects of a chain's head, as `h`, when it locks the row: where the chain
ends."""
SEQ_OF_KEY: Final = "ledger_seq_of_key(h.chain, %s)"
"""With it, the number of the entry that has a key. If the statement has to wait for the row, PostgreSQL
evaluates this again with what was committed meanwhile."""
LOCK: Final = Prepared(f"SELECT {HEAD}, NULL FROM ledger_chainhead h WHERE h.chain = %s FOR UPDATE")  # noqa: S608
LOCK_WITH_KEY: Final = Prepared(
    f"SELECT {HEAD}, {SEQ_OF_KEY} FROM ledger_chainhead h WHERE h.chain = %s FOR UPDATE"  # noqa: S608
)

WRITTEN: Final = (*COLUMNS, "digest", "hash")
"""All columns of an entry that are written."""


MOST_AT_ONCE: Final = 100
"""The most entries that one statement adds."""


@lru_cache(maxsize=64)
def insert_statement(entries: int) -> Prepared:
    """The statement that adds so many entries."""
    row = f"({', '.join(['%s'] * len(WRITTEN))})"
    return Prepared(f"INSERT INTO ledger_entry ({', '.join(WRITTEN)}) VALUES {', '.join([row] * entries)}")  # noqa: S608


def lock(chain: str) -> ChainHead:
    """Lock `chain` until the transaction ends; returns its head.

    The lock is the head's row, not an advisory lock: `SELECT … FOR UPDATE` waits and then reads the newest version
    of the row in the same query (read committed), while an advisory lock would need a second query afterwards to see
    the end of the chain. Whoever needs the table's own row locks that first and this second; in a transaction that
    writes to two chains, the table's chain comes before "house".

    Raises ValueError for a name that no chain can have, OutsideTransaction outside a transaction.
    """
    return _locked(chain)[0]


def lock_for(chain: str, request: Request) -> tuple[ChainHead, Entry | None]:
    """Lock `chain` for a request, as `lock` does. Returns the chain's head, and the first entry that the
    request led to; None for a new key, which costs one query. Raises AnotherRequest if the key belongs to
    another request."""
    head, seq_of_key = _locked(chain, request.key)
    return head, answered(chain, request, seq_of_key)


def answered(chain: str, request: Request, seq_of_key: int | None) -> Entry | None:
    """The first entry that the request led to, for callers that locked the chain with a statement of their
    own. Raises AnotherRequest."""
    return None if seq_of_key is None else known(chain, request)


def head_of(chain: str, row: Sequence[Any]) -> tuple[ChainHead, int | None]:
    """The chain's head and the number of the entry that has the key, from the columns of `HEAD` and
    `SEQ_OF_KEY`."""
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
        # The chain's first entry. If two come at once, the second waits for the first to commit.
        ChainHead.objects.bulk_create([ChainHead(chain=chain, hash=GENESIS)], ignore_conflicts=True)
        row = LOCK.row(chain)
    assert row is not None
    return head_of(chain, row)


def not_before(chain: str, at: datetime) -> datetime:
    """`at`, or the time of the chain's last entry if that is up to `SKEW` later. So a step that depends on
    the time uses the moment that `append` will record, even if this worker's clock is behind."""
    return not_before_last(ChainHead.objects.filter(chain=chain).values_list("at", flat=True).first(), at)


def not_before_last(last: datetime | None, at: datetime) -> datetime:
    """The same for a chain whose last entry was made at `last`; None for a chain without entries."""
    return at if last is None or not at < last <= at + SKEW else last


@dataclass(slots=True)
class _Carried:
    chain: str
    request: Request | None


_carried: ContextVar[_Carried | None] = ContextVar("carried", default=None)


@contextmanager
def carried(chain: str, request: Request) -> Iterator[None]:
    """Make the first entry appended to `chain` inside this block carry the request: for forms whose step does not
    handle keys itself."""
    token = _carried.set(_Carried(chain, request))
    try:
        yield
    finally:
        _carried.reset(token)


def _request_to_carry(chain: str) -> Request | None:
    """The request that the next entry of `chain` is to carry; it is handed out once. None if no request is carried."""
    carries = _carried.get()
    if carries is None or carries.chain != chain:
        return None
    request, carries.request = carries.request, None
    return request


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

    It takes two queries: one locks and reads the head, one inserts everything (the database moves the head itself).
    It takes only the second if the caller has locked the chain, passes its `head`, and has appended nothing since.
    `actor` is a staff number or "" for the system, `role` the person's own role, `at` a time with its zone. The
    times of a chain never step back: an earlier time is recorded as the last entry's.

    Raises OutsideTransaction outside `transaction.atomic()`, ValueError for a body that is not JSON or a time
    without a zone, IntegrityError for an idempotency key that the chain already has.
    """
    head = head or lock(chain)
    if at.tzinfo is None:
        raise ValueError("A ledger time needs its time zone.")
    # Workers' clocks differ, and one may be set back: the order of entries is their sequence, not their
    # times.
    at = max(at.astimezone(UTC), head.at) if head.at is not None else at.astimezone(UTC)
    seq, before = head.seq, bytes(head.hash)
    rows: list[Entry] = []
    if entries and (request := _request_to_carry(chain)) is not None and not entries[0].key:
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
    for first in range(0, len(rows), MOST_AT_ONCE):
        values: list[object] = []
        for row in (some := rows[first : first + MOST_AT_ONCE]):
            round_no = None if row.round_no is None else str(row.round_no)
            amount = None if row.amount is None else str(row.amount)
            values += (
                row.chain, str(row.seq), row.at, row.actor, row.role, row.acting_as, row.kind, round_no,
                row.folded, row.key, str(row.tap), row.body, row.detail, row.clause, amount, row.digest, row.hash,
            )  # fmt: skip
            row._state.adding = False
        insert_statement(len(some)).run(*values)


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
