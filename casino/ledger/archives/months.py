"""Which months of the record are archived, and which entries and rounds are away with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Final, Self

import msgspec

from casino.ledger.models import HOUSE, ROWS, ArchivedMonth, Entry
from casino.refusals import Refusal

ROW: Final = "archived_month"
"""The name in the record of a row of `ArchivedMonth`."""
ARCHIVED: Final = "archived"
BROUGHT_BACK: Final = "brought_back"
"""The kinds of the house's entries about archives."""

_WRITTEN = re.compile(r"(20\d\d|2[1-9]\d\d)-(0[1-9]|1[0-2])")
_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True, order=True)
class Month:
    """A month of the record, which counts months in UTC."""

    year: int
    number: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """The month written as 2026-08. Raises Refusal."""
        written = _WRITTEN.fullmatch(text)
        if written is None:
            raise Refusal("archive.no_month", typed=text[:40])
        return cls(int(written[1]), int(written[2]))

    def __str__(self) -> str:
        return f"{self.year}-{self.number:02}"

    @property
    def words(self) -> str:
        """Such as "August 2026"."""
        return f"{_NAMES[self.number - 1]} {self.year}"

    @property
    def first(self) -> datetime:
        """Its first moment."""
        return datetime(self.year, self.number, 1, tzinfo=UTC)

    @property
    def after(self) -> datetime:
        """The first moment of the next month."""
        return datetime(self.year + self.number // 12, self.number % 12 + 1, 1, tzinfo=UTC)

    @property
    def partition(self) -> str:
        """The name of its partition."""
        return f"entry_{self.year}_{self.number:02}"


Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""A SHA-256."""


class ChainPart(msgspec.Struct, frozen=True):
    """What is archived of one chain in a month. Hashes are hex."""

    first: int
    last: int
    """The numbers of its first and its last entry."""
    before: Hex
    after: Hex
    """The hash of the entry before the first, and of the last."""
    at: str
    """The time of the last entry, as its content writes it."""
    rounds: tuple[int, int] | None
    """The first and the last round that has archived entries; those between are away too."""
    kept: int
    kept_sha256: Hex
    """How many of the entries stayed, and the SHA-256 over the digest and hash of each of them in order."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Entries of a chain that exist only in a file."""

    month: Month
    file: str
    sha256: str
    part: ChainPart

    @property
    def first(self) -> int:
        return self.part.first

    @property
    def last(self) -> int:
        return self.part.last

    @property
    def before(self) -> bytes:
        return bytes.fromhex(self.part.before)

    @property
    def after(self) -> bytes:
        return bytes.fromhex(self.part.after)

    def has_round(self, round_no: int) -> bool:
        """Whether any entry of that round of the chain is away."""
        return self.part.rounds is not None and self.part.rounds[0] <= round_no <= self.part.rounds[1]


Gaps = dict[str, list[Gap]]
"""By chain, in order."""

_read: ContextVar[frozenset[Month]] = ContextVar("_read", default=frozenset())


@contextmanager
def read_from_files(months: Iterable[Month]) -> Iterator[None]:
    """Inside this block the entries of these months are read from their files, so they do not count as away."""
    token = _read.set(_read.get() | frozenset(months))
    try:
        yield
    finally:
        _read.reset(token)


def archived_months() -> list[Month]:
    """The months that are away, in order."""
    away = ArchivedMonth.objects.filter(away=True).order_by("month")
    return [Month.parse(month) for month in away.values_list("month", flat=True)]


def gaps() -> Gaps:
    """What is away according to the rows of `ArchivedMonth`: for screens and commands."""
    rows = ArchivedMonth.objects.filter(away=True).values_list("month", "file", "sha256", "chains")
    return _gaps(rows)


def gaps_of(chain: str) -> list[Gap]:
    """The same for one chain, in order."""
    # The chain's part is picked out in Python: in a JSON path, a code made of digits would be an index.
    away = ArchivedMonth.objects.filter(away=True, chains__has_key=chain)
    rows = away.values_list("month", "file", "sha256", "chains")
    return _gaps((*row, {chain: chains[chain]}) for *row, chains in rows).get(chain, [])


def recorded_gaps() -> Gaps:
    """What is away according to the house chain: for a verification."""
    return recorded()[0]


def recorded() -> tuple[Gaps, list[int]]:
    """What is away according to the house chain, and the numbers of its entries about archives that cannot be
    read."""
    last: dict[str, tuple[object, ...]] = {}
    unreadable: list[int] = []
    entries = Entry.objects.filter(chain=HOUSE, kind__in=(ARCHIVED, BROUGHT_BACK)).order_by("seq")
    for seq, body in entries.values_list("seq", "body"):
        try:
            for name, _, values in msgspec.json.decode(body)[ROWS]:
                if name == ROW:
                    month = values["month"], values["file"], values["sha256"], values["chains"]
                    _gaps([month])
                    last[month[0]] = month if values["away"] else ()
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError, Refusal):
            unreadable.append(seq)
    return _gaps(month for month in last.values() if month), unreadable


def _gaps(months: Iterable[Sequence[object]]) -> Gaps:
    away: Gaps = {}
    for month_text, file, sha256, chains in months:
        month = Month.parse(str(month_text))
        if month in _read.get():
            continue
        for chain, part in msgspec.convert(chains, dict[str, ChainPart]).items():
            away.setdefault(chain, []).append(Gap(month, str(file), str(sha256), part))
    for of_chain in away.values():
        of_chain.sort(key=lambda gap: gap.first)
    return away


def gap_of_round(chain: str, round_no: int) -> Gap | None:
    """The gap that has entries of that round, if it is away."""
    return next((gap for gap in gaps_of(chain) if gap.has_round(round_no)), None)


def gap_between(chain: str, first: int, last: int) -> Gap | None:
    """The first gap of the chain that covers any of these entries."""
    return next((gap for gap in gaps_of(chain) if gap.first <= last and first <= gap.last), None)


def refuse_entries_away(chain: str, first: int, last: int) -> None:
    """Raises Refusal if any of these entries of the chain is in an archived month."""
    gap = gap_between(chain, first, last)
    if gap is not None:
        raise Refusal(
            "archive.entries_away", table=chain, month=gap.month.words, file=gap.file, sha256=gap.sha256
        )


def refuse_round_away(chain: str, round_no: int) -> None:
    """Raises Refusal for a round that has archived entries."""
    refuse_rounds_away(chain, (round_no,))


def refuse_rounds_away(chain: str, rounds: Iterable[int]) -> None:
    """Raises Refusal for the first of these rounds that has archived entries."""
    away = gaps_of(chain)
    for round_no in rounds if away else ():
        gap = next((gap for gap in away if gap.has_round(round_no)), None)
        if gap is not None:
            raise Refusal(
                "archive.round_away",
                table=chain,
                round=round_no,
                month=gap.month.words,
                file=gap.file,
                sha256=gap.sha256,
            )
