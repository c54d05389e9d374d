"""From a round's state to the rows that reports and tiles read: the only writer of rounds, hands and wagers.

`project` writes what has changed of the rows (`rounds.play.projection.rows`) in the transaction of the events;
`expected_rows` gives the rows that a whole round's entries must have led to, for the replay check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Model, Q

from casino.ledger import Entry
from rounds import engine
from rounds.engine import Event, State
from rounds.engine.values import OVER
from rounds.models import Hand, Round, Wager
from rounds.play import statements
from rounds.play.projection.bet_figures import NOTHING as NO_FIGURES
from rounds.play.projection.bet_figures import Figures
from rounds.play.projection.rows import (
    HAND_KEY,
    WAGER_KEY,
    HandKey,
    Rows,
    Values,
    WagerKey,
    plain_setup,
    rows_of,
)
from rounds.play.projection.tile import POINTS, tile_of
from rounds.play.snapshot import Snapshot
from tables.models import Table
from tables.record import opening_entry


def project(table: Table, before: State | None, after: Snapshot, entries: Sequence[Entry]) -> Snapshot:
    """Write the rows that changed from `before` to `after`, and the table's own row, which the caller has locked.

    `before` is None when `entries` open the round. Returns the snapshot with the round's primary key.
    """
    state = after.state
    assert state is not None, "a command leaves a state"
    old, new = rows_of(before), rows_of(state)
    at, last = entries[-1].at, entries[-1]
    round_id = after.round_id
    changes: dict[str, Any] = {}
    if before is None:
        row = Round.objects.create(
            table=table,
            round_no=state.round_no,
            setup=plain_setup(state.setup),
            phase=new.phase,
            opened_at=at,
            called_at=at if state.called else None,
            handle=new.handle,
            win=new.win,
            bets=new.recorded,
            tournament=new.tournament,
            first_seq=entries[0].seq,
        )
        round_id = row.pk
        table.round_no = state.round_no
    else:
        round_id = round_id or Round.objects.values_list("pk", flat=True).get(
            table=table, round_no=state.round_no
        )
        if new.phase != old.phase:
            changes["phase"] = new.phase
        if (new.handle, new.win) != (old.handle, old.win):
            changes |= {"handle": new.handle, "win": new.win}
        if new.recorded != old.recorded:
            changes["bets"] = new.recorded
        if state.setup is not before.setup:
            changes |= {"setup": plain_setup(state.setup), "tournament": new.tournament}
            for entry in entries:
                if entry.round_no == state.round_no and takes_over(engine.decode_event(entry.body)):
                    changes |= {"opened_at": entry.at, "first_seq": entry.seq}
        changes |= _times(before, state, at)
    _remove(Hand, HAND_KEY, round_id, old.hands, new.hands)
    _remove(Wager, WAGER_KEY, round_id, old.wagers, new.wagers)
    _of_table(table, before, state, old, new, last)
    rows = {
        "hands": _changed(old.hands, new.hands),
        "wagers": _changed(old.wagers, new.wagers),
        "boxes": _changed_boxes(old.boxes if before is not None else None, new.boxes),
    }
    statements.write(table, round_id, rows, changes)
    return replace(after, round_id=round_id)


def project_earlier(table: Table, before: State, after: State) -> None:
    """Write what has changed of a round that was over, and change the table's own figures with it, which the caller
    saves: they count the rounds since the table was opened."""
    old, new = rows_of(before), rows_of(after)
    row = Round.objects.get(table=table, round_no=before.round_no)
    Round.objects.filter(pk=row.pk).update(phase=new.phase, handle=new.handle, win=new.win, bets=new.recorded)
    _remove(Hand, HAND_KEY, row.pk, old.hands, new.hands)
    _remove(Wager, WAGER_KEY, row.pk, old.wagers, new.wagers)
    statements.write_rows(
        row.pk, {"hands": _changed(old.hands, new.hands), "wagers": _changed(old.wagers, new.wagers)}
    )
    if row.first_seq >= opening_entry(table.code):
        table.handle += new.handle - old.handle
        table.win += new.win - old.win
        table.bets = _bets_with(table.bets, old.bets, new.bets)


def takes_over(event: Event) -> bool:
    """Whether a later opening of the table takes over a round for which the one before had only prepared the shoe: from
    there on it is a round of that opening."""
    return isinstance(event, engine.events.SetupRenewed) and event.anew


def _times(before: State, after: State, at: datetime) -> dict[str, datetime | None]:
    """When the call and the collection were; an undo takes the time back with the tap."""
    changes: dict[str, datetime | None] = {}
    if before.called != after.called:
        changes["called_at"] = at if after.called else None
    if (before.phase in OVER) != (after.phase in OVER):
        changes["collected_at"] = at if after.phase in OVER else None
    return changes


def _changed(
    old: Mapping[tuple[Any, ...], Values], new: Mapping[tuple[Any, ...], Values]
) -> list[tuple[Any, ...]]:
    """The rows of a round that are new or have changed: key and values."""
    return [(*key, *values) for key, values in new.items() if old.get(key) != values]


def _remove(
    model: type[Model],
    names: Sequence[str],
    round_id: int,
    old: Mapping[Any, Values],
    new: Mapping[Any, Values],
) -> None:
    """Remove the rows of a round that an undo has taken back; `names` are those of a row's key."""
    gone = [key for key in old if key not in new]
    if gone:
        model._default_manager.filter(_any_of(names, gone), round_id=round_id).delete()


def _any_of(names: Sequence[str], keys: Iterable[tuple[Any, ...]]) -> Q:
    condition = Q()
    for key in keys:
        condition |= Q(**dict(zip(names, key, strict=True)))
    return condition


def _changed_boxes(
    old: Mapping[int, tuple[str, list[str]]] | None, new: Mapping[int, tuple[str, list[str]]]
) -> list[tuple[int, str, list[str]]]:
    return [(number, *values) for number, values in new.items() if old is None or old.get(number) != values]


def _of_table(table: Table, before: State | None, state: State, old: Rows, new: Rows, last: Entry) -> None:
    """What the table's own row has of play; not saved."""
    table.version, table.play_hash, table.phase = last.seq, last.hash.hex(), state.phase
    table.handle += new.handle - old.handle
    table.win += new.win - old.win
    table.bets = _bets_with(table.bets, old.bets, new.bets)
    was_over = before is not None and before.phase in OVER
    over = state.phase in OVER
    points = list(table.live.get("points", ()))
    if over and not was_over:
        table.rounds += 1
        points = [*points, [int(last.at.timestamp()), table.win]][-POINTS:]
    elif was_over and not over:
        table.rounds -= 1
        points = points[:-1]
    table.live = table.live | tile_of(table, state, points)


def _bets_with(
    so_far: Mapping[str, list[int]], old: Mapping[str, Figures], new: Mapping[str, Figures]
) -> dict[str, list[int]]:
    """The table's figures by bet with what the round has changed; a bet that an undo has emptied is not there."""
    bets = dict(so_far)
    for name in {*old, *new}:
        change = new.get(name, NO_FIGURES).minus(old.get(name, NO_FIGURES))
        sums = Figures(*bets.get(name, NO_FIGURES)).plus(change)
        if any(sums):
            bets[name] = list(sums)
        else:
            bets.pop(name, None)
    return bets


@dataclass(frozen=True, slots=True)
class Expected:
    """The rows that a round's entries lead to."""

    round: Mapping[str, Any]
    hands: Mapping[HandKey, Values]
    wagers: Mapping[WagerKey, Values]
    state: State


def expected_rows(steps: Iterable[tuple[int, datetime, Event]]) -> Expected:
    """The rows of a round, from its folded entries as (seq, at, event) in order. Raises ValueError for none."""
    state: State | None = None
    values: dict[str, Any] = {"called_at": None, "collected_at": None}
    for seq, at, event in steps:
        before, state = state, engine.evolve(state, event)
        if before is None:
            values |= {
                "round_no": state.round_no,
                "opened_at": at,
                "first_seq": seq,
            }
        else:
            values |= _times(before, state, at)
            if takes_over(event):
                values |= {"opened_at": at, "first_seq": seq}
    if state is None:
        raise ValueError("a round without an entry has no rows")
    rows = rows_of(state)
    values |= {"phase": rows.phase, "handle": rows.handle, "win": rows.win, "bets": dict(rows.recorded)}
    values["tournament"] = rows.tournament
    values["setup"] = plain_setup(state.setup)
    return Expected(values, rows.hands, rows.wagers, state)
