"""The replay check of `verify_ledger`: every stored row must be what its round's entries give, a table's running
totals must be those of its rounds since the opening, and its own row, boxes and tile must be those of its last
round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

import msgspec
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import Min

from casino.ledger import ChainHead, Entry
from casino.ledger.archives.months import recorded_gaps
from casino.ledger.verify import Fault
from rounds.engine import Event, State
from rounds.engine.values import OVER, EditionError
from rounds.models import Hand, Round, Wager
from rounds.play.editions import LaterVersion, decoded
from rounds.play.projection.bet_figures import NOTHING, BetFigures, by_bet
from rounds.play.projection.rows import (
    HAND_KEY,
    HAND_VALUES,
    WAGER_KEY,
    WAGER_VALUES,
    Expected,
    expected_rows,
    rows_of,
)
from rounds.play.projection.tile import tile_of
from tables.models import Box, Table
from tables.record import opening_entry

ROUND_VALUES = (
    "round_no", "setup", "phase", "opened_at", "called_at", "collected_at", "handle", "win", "bets",
    "tournament", "first_seq",
)  # fmt: skip
BATCH = 200
"""How many rounds' rows are in memory at a time."""


def wrong_rows(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each stored row that replay does not give, and for each replayed row that is not stored.

    With `since`, only for rounds that had an entry at or after that time. Rounds in an archived month are not
    replayed, and a table's totals are not checked if such rounds are among those since its opening.
    """
    tables = Table.objects.order_by("code")
    for table in tables.filter(code=chain) if chain is not None else tables:
        yield from _of_table(table, since)


def codes() -> list[str]:
    """The tables, which can be checked one by one."""
    return list(Table.objects.values_list("code", flat=True))


def _of_table(table: Table, since: datetime | None) -> Iterator[Fault]:
    gaps = recorded_gaps().get(table.code, ())
    away = [gap.part.rounds for gap in gaps if gap.part.rounds is not None]
    entries = Entry.objects.filter(chain=table.code, folded=True)
    for rounds in away:
        entries = entries.exclude(round_no__range=rounds)
    start = 1
    if since is not None:
        # Not the first entry's, since a round may have entries about an earlier one (ACT03-14.5).
        first = entries.filter(at__gte=since).aggregate(least=Min("round_no"))["least"]
        if first is None:
            return
        start = first
    last_no, last_seq, last_hash = start - 1, 0, ""
    totals = Totals(opening_entry(table.code))
    rows = (
        entries.filter(round_no__gte=start)
        .order_by("round_no", "seq")
        .values_list("round_no", "seq", "at", "body", "hash")
    )
    batch: dict[int, list[tuple[int, datetime, str]]] = {}
    for round_no, group in groupby(rows.iterator(chunk_size=5000), key=lambda row: row[0]):
        steps = list(group)
        last_no, last_seq, last_hash = round_no, steps[-1][1], bytes(steps[-1][4]).hex()
        batch[round_no] = [(seq, at, body) for _, seq, at, body, _ in steps]
        if len(batch) >= BATCH:
            yield from _of_rounds(table, batch, totals)
            batch = {}
    yield from _of_rounds(table, batch, totals)
    counted = not any(gap.last > totals.opened for gap in gaps if gap.part.rounds is not None)
    if counted and (start == 1 or not entries.filter(round_no__lt=start, seq__gt=totals.opened).exists()):
        yield from _of_totals(table, totals)
    for extra in Round.objects.filter(table=table).exclude(round_no__gte=1, round_no__lte=last_no):
        yield Fault(table.code, None, "row", f"round {extra.round_no} is stored and has no entry")
    if last_hash and (table.round_no, table.play_hash) != (last_no, last_hash):
        yield Fault(
            table.code,
            None,
            "row",
            f"the table's row is at round {table.round_no}, its entries at {last_no}",
        )
    if totals.last is not None and not totals.broken:
        yield from _of_last(table, totals.last)
    yield from _of_version(table, last_seq)


ON_TILE = ("phase", "boxes", "dealer_cards", "irregular", "preparing", "hold")
"""The parts of `Table.live` about the last round that are not words, since a later version may change words."""


def _of_version(table: Table, played: int) -> Iterator[Fault]:
    """Checks the version that screens compare: the number of an entry of the chain, not before `played`, which is the
    entry of the last card or wager. (Approvals that are asked for do not change it.)"""
    ends = ChainHead.objects.filter(chain=table.code).values_list("seq", flat=True).first() or 0
    if not played <= table.version <= ends:
        message = f"the table's version is {table.version}, its play is at {played}, its chain ends at {ends}"
        yield Fault(table.code, None, "row", message)


def _of_last(table: Table, state: State) -> Iterator[Fault]:
    """Checks what screens read of the last round: the table's phase, its tile, who is at its boxes."""
    tile = tile_of(table, state, [])
    shown = {"phase": (table.phase, state.phase)} | {
        f"live {name}": (table.live.get(name), tile[name]) for name in ON_TILE
    }
    for name, (has, must) in shown.items():
        if has != must:
            message = f"the table's {name} is stored as {has!r}, its last round gives {must!r}"
            yield Fault(table.code, None, "row", message)
    stored = {box.number: (box.caller, box.players) for box in Box.objects.filter(table=table)}
    for number, must in rows_of(state).boxes.items():
        if stored.get(number) != must:
            message = f"box {number} is stored with {stored.get(number)!r}, its last round gives {must!r}"
            yield Fault(table.code, None, "row", message)


@dataclass(slots=True)
class Totals:
    """The totals of the rounds since a table was opened; ``opened`` is the entry of that opening."""

    opened: int
    rounds: int = 0
    bets: dict[str, BetFigures] = field(default_factory=dict)
    last: State | None = None
    """The last round since that entry."""
    broken: bool = False
    """Whether a round since then does not replay, so that the totals cannot be checked."""

    def count(self, first_seq: int, state: State) -> None:
        if first_seq < self.opened:
            return
        self.last = state
        self.rounds += state.phase in OVER
        for name, figures in by_bet(state).items():
            self.bets[name] = self.bets.get(name, NOTHING).plus(figures)


def _of_totals(table: Table, totals: Totals) -> Iterator[Fault]:
    if totals.broken:
        return
    bets = {name: list(figures) for name, figures in totals.bets.items() if any(figures)}
    for name, must in (
        ("rounds", totals.rounds),
        ("handle", sum(figures.handle for figures in totals.bets.values())),
        ("win", sum(figures.win for figures in totals.bets.values())),
        ("bets", bets),
    ):
        has = getattr(table, name)
        if has != must:
            yield Fault(
                table.code,
                None,
                "row",
                f"the table's {name} is stored as {has}, its rounds since it opened give {must}",
            )


def _of_rounds(
    table: Table, batch: dict[int, list[tuple[int, datetime, str]]], totals: Totals
) -> Iterator[Fault]:
    stored = {row.round_no: row for row in Round.objects.filter(table=table, round_no__in=batch)}
    ids = {row.pk: no for no, row in stored.items()}
    hands = _by_round(Hand, HAND_KEY, HAND_VALUES, ids)
    wagers = _by_round(Wager, WAGER_KEY, WAGER_VALUES, ids)
    for round_no, steps in batch.items():
        first = steps[0][0]
        try:
            expected = expected_rows(_events(steps))
        except LaterVersion as later:
            totals.broken = True
            if not older_than_database():
                yield Fault(table.code, first, "row", f"round {round_no} cannot be replayed: {later}")
            continue
        except (
            EditionError,
            msgspec.MsgspecError,
            ValueError,
            AssertionError,
            LookupError,
            TypeError,
        ) as broken:
            # The chain's own check names the entry that was changed; this one only says that the round does not
            # replay.
            yield Fault(table.code, first, "row", f"round {round_no} cannot be replayed: {broken}")
            totals.broken = True
            continue
        totals.count(expected.round["first_seq"], expected.state)
        row = stored.get(round_no)
        if row is None:
            yield Fault(table.code, first, "row", f"round {round_no} has entries and is not stored")
            continue
        yield from _compare(
            table.code, round_no, row, expected, hands.get(round_no, {}), wagers.get(round_no, {})
        )


def older_than_database() -> bool:
    """Whether a later version of the software has used the database, since a migration unknown here is applied. What
    it recorded is for its own workers to check, and no fault of the record (docs/events.md)."""
    loader = MigrationLoader(connection)
    last: dict[str, str] = {}
    for app, name in loader.disk_migrations:
        last[app] = max(name, last.get(app, ""))
    return any(name > last[app] for app, name in loader.applied_migrations or () if app in last)


def _events(steps: list[tuple[int, datetime, str]]) -> Iterator[tuple[int, datetime, Event]]:
    for seq, at, body in steps:
        yield seq, at, decoded(body)


def _by_round(
    model: type[Hand] | type[Wager], key: tuple[str, ...], values: tuple[str, ...], ids: dict[int, int]
) -> dict[int, dict[Any, tuple[Any, ...]]]:
    by_round: dict[int, dict[Any, tuple[Any, ...]]] = {}
    for round_id, *row in model.objects.filter(round_id__in=ids).values_list("round_id", *key, *values):
        by_round.setdefault(ids[round_id], {})[tuple(row[: len(key)])] = tuple(row[len(key) :])
    return by_round


def _compare(
    chain: str,
    round_no: int,
    stored: Round,
    expected: Expected,
    hands: dict[Any, tuple[Any, ...]],
    wagers: dict[Any, tuple[Any, ...]],
) -> Iterator[Fault]:
    seq = expected.round["first_seq"]
    for name in ROUND_VALUES:
        if getattr(stored, name) != expected.round[name]:
            yield Fault(
                chain, seq, "row",
                f"round {round_no}: {name} is stored as {getattr(stored, name)}, replay gives {expected.round[name]}",
            )  # fmt: skip
    for what, names, rows, right_rows in (
        ("hand", HAND_VALUES, hands, expected.hands),
        ("wager", WAGER_VALUES, wagers, expected.wagers),
    ):
        for key in sorted({*rows, *right_rows}, key=str):
            place = f"round {round_no}: {what} {'.'.join(map(str, key))}"
            if key not in right_rows:
                yield Fault(chain, seq, "row", f"{place} is stored, replay does not give it")
            elif key not in rows:
                yield Fault(chain, seq, "row", f"{place} is missing")
            else:
                for name, has, must in zip(names, rows[key], right_rows[key], strict=True):
                    if has != must:
                        yield Fault(
                            chain, seq, "row", f"{place}: {name} is stored as {has}, replay gives {must}"
                        )
