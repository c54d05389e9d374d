"""Which entries of an archived month stay in the database, and why a month cannot be archived yet.

Entries about what the house decided outside its rounds stay, whichever room wrote them (people, set-up,
openings, signs, notices, disputes, floats, tournaments, editions of the rules: every entry without a round,
and every one that names rows of the database). Rooms add what they look up in rounds that are over
(`register_keeper`) and say what is still open (`register_need`). The rest goes: the steps of rounds, refusals
in them, and all anchors of seals but the last of each chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec

from casino.ledger.archives.months import Month
from casino.ledger.models import HOUSE, ROWS, Entry
from casino.refusals import Refusal

SEALED: Final = "sealed"


class Row(NamedTuple):
    """The columns of an entry, in the order of `casino.ledger.canonical.COLUMNS`."""

    chain: str
    seq: int
    at: Any
    actor: str
    role: str
    acting_as: str
    kind: str
    round_no: int | None
    folded: bool
    key: str
    tap: int
    body: str
    detail: str
    clause: str
    amount: int | None


@dataclass(frozen=True, slots=True)
class Extent:
    """The part of a chain that falls into a month."""

    first: int
    last: int


Extents = Mapping[str, Extent]
Keeps = Callable[[Row], bool]
Keeper = Callable[[str], Keeps]
"""Called once for each chain; the function it returns is called for each of the chain's entries, in order."""
Need = Callable[[Month, Extents], Iterable[Refusal]]

_keepers: dict[str, Keeper] = {}
_needs: dict[str, Need] = {}


def register_keeper(name: str, keeper: Keeper) -> None:
    """Keep the entries that this keeper wants in the database when a month is archived. A name given again
    replaces its keeper."""
    _keepers[name] = keeper


def register_need(name: str, need: Need) -> None:
    """Refuse to archive a month for each Refusal that `need` yields. A name given again replaces its need."""
    _needs[name] = need


def needed(month: Month, extents: Extents) -> Iterator[Refusal]:
    """The reasons why the month cannot be archived yet."""
    for need in _needs.values():
        yield from need(month, extents)


class Keeping:
    """Decides for one chain, entry by entry, what stays; afterwards it knows which rounds are away."""

    def __init__(self, chain: str) -> None:
        self._wanted = [keeper(chain) for keeper in _keepers.values()]
        self._anchors = _last_anchors() if chain == HOUSE else frozenset[int]()
        self._last_round = 0
        self.rounds: tuple[int, int] | None = None

    def keeps(self, row: Row) -> bool:
        """Whether this entry, the next of its chain, stays."""
        # What a later round found out about an earlier one stays: the rounds in an archive have no gap.
        found_out = row.folded and row.round_no is not None and row.round_no < self._last_round
        if row.folded and row.round_no is not None:
            self._last_round = max(self._last_round, row.round_no)
        if found_out or self._of_the_house(row) or any(wants(row) for wants in self._wanted):
            return True
        if row.folded and row.round_no is not None:
            first = self.rounds[0] if self.rounds else row.round_no
            self.rounds = first, row.round_no
        return False

    def _of_the_house(self, row: Row) -> bool:
        if row.folded:
            return False
        if row.kind == SEALED and row.chain == HOUSE and not row.key:
            return row.seq in self._anchors
        return row.round_no is None or f'"{ROWS}":' in row.body


def _last_anchors() -> frozenset[int]:
    """The entries of the house chain that name the last seal of some chain."""
    last: dict[str, int] = {}
    sealed = Entry.objects.filter(chain=HOUSE, kind=SEALED).order_by("-seq")
    for seq, body in sealed.values_list("seq", "body").iterator():
        try:
            for anchor in msgspec.json.decode(body)["anchors"]:
                last.setdefault(str(anchor["chain"]), seq)
        except (msgspec.DecodeError, LookupError, TypeError):
            continue
    return frozenset(last.values())
