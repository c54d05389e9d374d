"""From a round's state to the rows that reports and tiles read: the only writer of rounds, hands and wagers.

`rows_of` says which rows a state stands for; `project` writes what has changed of them in the transaction of the
events; `expected_rows` gives the rows that a whole round's entries must have led to, for the replay check.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db.models import Q

from casino.cards import UNKNOWN, is_natural
from casino.ledger import Entry
from rounds import engine
from rounds.by_bet import NOTHING as NO_FIGURES
from rounds.by_bet import Figures, by_bet, recorded
from rounds.engine import Event, Result, Setup, State
from rounds.engine.hands import dealer_points
from rounds.engine.layout.hand import is_blackjack
from rounds.engine.setup import INSURANCE, MAIN
from rounds.engine.state import OVER
from rounds.models import Hand, Round, Wager
from rounds.seated import people_of
from rounds.table_state import Snapshot
from tables.models import Box, Table

HandKey = tuple[int, int]
WagerKey = tuple[int, int, str, str]
Values = tuple[Any, ...]

HAND_KEY: Final = ("box", "hand")
HAND_VALUES: Final = ("cards", "total", "soft", "blackjack", "bust", "split", "doubled", "caller")
WAGER_KEY: Final = ("box", "hand", "player", "bet")
WAGER_VALUES: Final = ("amount", "effective", "treated", "result", "odds", "pays", "takes", "clause")

POINTS: Final = 25
"""Rounds that a tile's line goes back."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that a state stands for, by their key within the round, and the round's own figures (cents)."""

    phase: str
    handle: int
    win: int
    hands: Mapping[HandKey, Values]
    wagers: Mapping[WagerKey, Values]
    boxes: Mapping[int, tuple[str, list[str]]] = field(default_factory=dict)
    bets: Mapping[str, Figures] = field(default_factory=dict)
    recorded: Mapping[str, list[int]] = field(default_factory=dict)
    """The same as the round's row keeps it."""


NOTHING: Final = Rows("", 0, 0, {}, {})


def rows_of(state: State | None) -> Rows:
    """The rows of a state; none before the round was opened."""
    if state is None:
        return NOTHING
    bets = by_bet(state)
    return Rows(
        phase=state.phase,
        handle=handle_of(state),
        win=win_of(state),
        hands=_hands(state),
        wagers=_wagers(state),
        boxes={box.number: (box.caller, list(box.players)) for box in state.boxes},
        bets=bets,
        recorded=recorded(state, bets),
    )


def _plain(setup: Setup) -> Any:
    """The set-up as the column gives it back: JSON has lists where a Struct has tuples."""
    return msgspec.json.decode(msgspec.json.encode(setup))


def handle_of(state: State) -> int:
    """What the players put at stake, cents: wagers as the call fixed them, doubles, splits, insurance and what lies
    beside.

    Not in it: the house's own lammers (NZ-20.3, 20.4), an ante, which is a fee and is at no risk (NZ-1.1-B01),
    insurance that went back undecided (NZ-10.3), and what stays in action of a side wager and its payout, which was
    at stake before (NZ-15D.6). So a table's hold, win over handle, counts antes as won on nothing.
    """
    if not state.called:
        return 0
    on_hands = sum(stake.money for box in state.boxes for hand in box.hands for stake in hand.stakes)
    beside = sum(side.effective for box in state.boxes for side in box.sides)
    return on_hands + beside + sum(one.amount for box in state.boxes for one in box.insurance)


def win_of(state: State) -> int:
    """What the house took less what it paid so far, cents: wagers, insurance, antes and bonuses."""
    return sum(result.takes - result.pays for result in state.results)


def _hands(state: State) -> dict[HandKey, Values]:
    found: dict[HandKey, Values] = {}
    rules = engine.rules_of(state.setup)
    split_counts = rules.split_blackjack.value
    # Where the dealer plays the same first card more than once, each is a hand of box 0.
    for number, cards in enumerate((*state.dealers, state.dealer)):
        if cards:
            total, soft = dealer_points(rules, cards)
            found[0, number] = (" ".join(cards), total, soft, is_natural(cards), total > 21, False, False, "")
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if not hand.cards:
                continue
            total, soft = hand.points
            natural = UNKNOWN not in hand.cards and is_blackjack(hand, split_counts=split_counts)
            found[box.number, number] = (
                " ".join(hand.cards),
                total,
                soft,
                natural,
                total > 21,
                hand.split,
                hand.doubled,
                box.caller,
            )
    return found


def bet_in_row(bet: str, wager: str = MAIN) -> str:
    """The bet that a row names: that of the result, with the wager of several that an insurance goes with, or with
    ``in_action`` for what stayed in action of a side wager."""
    return bet if wager == MAIN else f"{bet}_{wager}"


def _free(taken: Container[WagerKey], key: WagerKey) -> WagerKey:
    """A key of its own: on a hand that is split again a player may have a second pair wager (NZ-15B.10-S1)."""
    while key in taken:
        key = (*key[:3], f"{key[3]}_again")
    return key


def _wagers(state: State) -> dict[WagerKey, Values]:
    results: dict[WagerKey, Result] = {}
    for one in state.results:
        results[_free(results, (one.box, one.hand, one.player, bet_in_row(one.bet, one.wager)))] = one
    money: dict[WagerKey, tuple[int, int, str]] = {}
    for box in state.boxes:
        # Before the first hand a wager stands on what will be hand 1; a split may carry it to another.
        for wager in () if box.hands else box.wagers:
            money[box.number, 1, wager.player, wager.bet] = (wager.amount, wager.effective, wager.treated)
        for side in box.sides:
            key = _free(money, (box.number, side.hand, side.player, side.bet))
            money[key] = (side.amount, side.effective, side.treated)
            if side.riding:
                key = (box.number, side.hand, side.player, bet_in_row(side.bet, "in_action"))
                money[key] = (side.riding, side.riding, "")
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                laid = box.wager_of(stake.player, stake.bet) if stake.first else None
                amount = laid.amount + stake.added if laid else stake.money
                money[box.number, number, stake.player, stake.bet] = (
                    amount,
                    stake.whole,
                    laid.treated if laid else "",
                )
        for insured in box.insurance:
            key = (box.number, 0, insured.player, bet_in_row(INSURANCE, insured.wager))
            money[key] = (insured.amount, insured.amount, "")
    for key, settled in results.items():
        money.setdefault(key, (settled.stake, settled.stake, ""))
    rows: dict[WagerKey, Values] = {}
    for key, (amount, effective, treated) in money.items():
        result = results.get(key)
        if result is None:
            rows[key] = (amount, effective, treated, "", "", 0, 0, "")
        else:
            rows[key] = (
                amount, effective, treated, result.result, result.odds, result.pays, result.takes, result.clause,
            )  # fmt: skip
    return rows


# --- writing


def project(table: Table, before: State | None, after: Snapshot, entries: Sequence[Entry]) -> Snapshot:
    """Write the rows that changed from `before` to `after`, and the table's own row, which the caller has locked.

    `before` is None when `entries` open the round. Returns the snapshot with the round's primary key.
    """
    state = after.state
    assert state is not None, "a command leaves a state"
    old, new = rows_of(before), rows_of(state)
    at, last = entries[-1].at, entries[-1]
    round_id = after.round_id
    if before is None:
        made = Round.objects.create(
            table=table,
            round_no=state.round_no,
            setup=_plain(state.setup),
            phase=new.phase,
            opened_at=at,
            called_at=at if state.called else None,
            handle=new.handle,
            win=new.win,
            bets=new.recorded,
            first_seq=entries[0].seq,
            last_seq=last.seq,
        )
        round_id = made.pk
        table.round_no = state.round_no
    else:
        round_id = round_id or Round.objects.values_list("pk", flat=True).get(
            table=table, round_no=state.round_no
        )
        changes: dict[str, Any] = {"last_seq": last.seq}
        if new.phase != old.phase:
            changes["phase"] = new.phase
        if (new.handle, new.win) != (old.handle, old.win):
            changes |= {"handle": new.handle, "win": new.win}
        if new.recorded != old.recorded:
            changes["bets"] = new.recorded
        if state.setup is not before.setup:
            changes["setup"] = _plain(state.setup)
        changes |= _times(before, state, at)
        Round.objects.filter(pk=round_id).update(**changes)
    _write_hands(round_id, old.hands, new.hands)
    _write_wagers(round_id, old.wagers, new.wagers)
    _write_boxes(table, old.boxes if before is not None else None, new.boxes)
    _write_table(table, before, state, old, new, last)
    return replace(after, round_id=round_id)


def opening_entry(table: Table) -> int:
    """The entry of the table's last opening, with which its running totals begin."""
    openings = Entry.objects.filter(chain=table.code, kind="table_opened").order_by("-seq")
    return openings.values_list("seq", flat=True).first() or 0


def project_earlier(table: Table, before: State, after: State, last_seq: int) -> None:
    """Write what has changed of a round that was over, and change the table's own figures with it, which the caller
    saves: they count the rounds since the table was opened."""
    old, new = rows_of(before), rows_of(after)
    row = Round.objects.get(table=table, round_no=before.round_no)
    Round.objects.filter(pk=row.pk).update(
        phase=new.phase, handle=new.handle, win=new.win, bets=new.recorded, last_seq=last_seq
    )
    _write_hands(row.pk, old.hands, new.hands)
    _write_wagers(row.pk, old.wagers, new.wagers)
    if row.first_seq >= opening_entry(table):
        table.handle += new.handle - old.handle
        table.win += new.win - old.win
        table.bets = _bets_with(table.bets, old.bets, new.bets)


def _times(before: State, after: State, at: datetime) -> dict[str, datetime | None]:
    """When the call and the collection were; an undo takes the time back with the tap."""
    changes: dict[str, datetime | None] = {}
    if before.called != after.called:
        changes["called_at"] = at if after.called else None
    if (before.phase in OVER) != (after.phase in OVER):
        changes["collected_at"] = at if after.phase in OVER else None
    return changes


def _write_hands(round_id: int, old: Mapping[HandKey, Values], new: Mapping[HandKey, Values]) -> None:
    changed = [key for key, values in new.items() if old.get(key) != values]
    if changed:
        Hand.objects.bulk_create(
            [
                Hand(
                    round_id=round_id,
                    **dict(zip(HAND_KEY, key, strict=True)),
                    **dict(zip(HAND_VALUES, new[key], strict=True)),
                )
                for key in changed
            ],
            update_conflicts=True,
            unique_fields=["round", *HAND_KEY],
            update_fields=HAND_VALUES,
        )
    gone = [key for key in old if key not in new]
    if gone:
        Hand.objects.filter(_any_of(HAND_KEY, gone), round_id=round_id).delete()


def _write_wagers(round_id: int, old: Mapping[WagerKey, Values], new: Mapping[WagerKey, Values]) -> None:
    changed = [key for key, values in new.items() if old.get(key) != values]
    if changed:
        Wager.objects.bulk_create(
            [
                Wager(
                    round_id=round_id,
                    **dict(zip(WAGER_KEY, key, strict=True)),
                    **dict(zip(WAGER_VALUES, new[key], strict=True)),
                )
                for key in changed
            ],
            update_conflicts=True,
            unique_fields=["round", *WAGER_KEY],
            update_fields=WAGER_VALUES,
        )
    gone = [key for key in old if key not in new]
    if gone:
        Wager.objects.filter(_any_of(WAGER_KEY, gone), round_id=round_id).delete()


def _any_of(names: Sequence[str], keys: Iterable[tuple[Any, ...]]) -> Q:
    found = Q()
    for key in keys:
        found |= Q(**dict(zip(names, key, strict=True)))
    return found


def _write_boxes(
    table: Table,
    old: Mapping[int, tuple[str, list[str]]] | None,
    new: Mapping[int, tuple[str, list[str]]],
) -> None:
    changed = [number for number, values in new.items() if old is None or old.get(number) != values]
    if changed:
        Box.objects.bulk_create(
            [
                Box(table=table, number=number, caller=new[number][0], players=new[number][1])
                for number in changed
            ],
            update_conflicts=True,
            unique_fields=["table", "number"],
            update_fields=["caller", "players"],
        )


def _write_table(table: Table, before: State | None, state: State, old: Rows, new: Rows, last: Entry) -> None:
    table.version, table.play_hash, table.phase = last.seq, last.hash, state.phase
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
    table.save(
        update_fields=["version", "play_hash", "round_no", "phase", "live", "rounds", "handle", "win", "bets"]
    )


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


def tile_of(table: Table, state: State, points: list[list[int]]) -> dict[str, Any]:
    """What a tile shows of play. Beside it `Table.live` has ``limits`` (`tables.signs.signs`) and ``waiting``, the
    number of approvals that wait.

    ``boxes``: [number, wagered on, hands there, waited for]; ``dealer_now``: the dealer's hand is waited for;
    ``due``: what the table waits for, in words, with ``want``, ``clause`` and the ``role`` it waits for, if any;
    ``points``: [second, win so far] of the last rounds; ``rounds_hour``: the pace over those; ``hold``: win over
    handle in percent; ``irregular``: open irregularities; ``rounds_left``: how many of the last rounds are to go, -1
    where none are announced; ``people``: see `rounds.seated`.
    """
    over = state.phase in OVER
    due = engine.due(engine.rules_of(state.setup), state)
    here = due.box if due is not None else 0
    boxes = [
        [box.number, bool(box.wagers) and not over, len(box.hands), box.number == here] for box in state.boxes
    ]
    return {
        "phase": state.phase,
        "want": due.want if due is not None else "",
        "due": due.text if due is not None else "",
        "clause": due.clause if due is not None else "",
        "role": due.role if due is not None else "",
        "boxes": boxes,
        "dealer_now": due is not None and not here and due.want in ("card", "settle") and state.called,
        "dealer_cards": [] if over else list(state.dealer),
        "points": points,
        "rounds_hour": pace(points),
        "hold": round(100 * table.win / table.handle, 1) if table.handle else None,
        "irregular": int(state.irregular is not None),
        "preparing": engine.unstarted(state),
        "shoe": shoe_of(state),
        "rounds_left": state.carry.rounds_left,
        "people": people_of(engine.rules_of(state.setup), state),
    }


def shoe_of(state: State) -> dict[str, Any]:
    """How the shoe stands: cards ``left`` in it ``of`` so many, and what it waits for: ``next`` with its ``clause``."""
    rules = engine.rules_of(state.setup)
    cards = rules.shoe_cards(state.setup.decks)
    over = state.phase in OVER
    due = engine.waiting(rules, msgspec.structs.replace(state, drawn=()) if over else state)
    return {
        "left": state.left_in_shoe(cards),
        "of": cards,
        "next": due.text if due is not None else "",
        "clause": due.clause if due is not None else "",
    }


def pace(points: Sequence[Sequence[int]]) -> int | None:
    """Rounds an hour over the last rounds; None before there are two."""
    if len(points) < 2 or points[-1][0] <= points[0][0]:
        return None
    return round((len(points) - 1) * 3600 / (points[-1][0] - points[0][0]))


# --- what replay gives


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
        values["last_seq"] = seq
    if state is None:
        raise ValueError("a round without an entry has no rows")
    rows = rows_of(state)
    values |= {"phase": rows.phase, "handle": rows.handle, "win": rows.win, "bets": dict(rows.recorded)}
    values["setup"] = _plain(state.setup)
    return Expected(values, rows.hands, rows.wagers, state)
