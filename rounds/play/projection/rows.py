"""The rows for a round's state, which reports and tiles read; the only writer of rounds, hands and wagers.

`rows_of` returns the rows of a state; `project` writes the changed ones in the transaction of the events;
`expected_rows` returns the rows that a whole round's entries must have led to, for the replay check.

Everything that a tap has changed is written in one prepared statement; `tests/rounds/play/test_statements.py` compares
its columns with the models.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

import msgspec
from django.db.models import Model, Q

from casino.cards import UNKNOWN, is_natural
from casino.ledger import Entry
from casino.postgres.prepared import Prepared
from rounds import engine
from rounds.engine import Event, Setup, State
from rounds.engine.questions import blackjack, dealer_points
from rounds.engine.values import INSURANCE, MAIN, OVER, Result
from rounds.models import Hand, Round, Wager
from rounds.play.projection.bet_figures import NOTHING as NO_FIGURES
from rounds.play.projection.bet_figures import BetFigures, beyond_of, by_bet, recorded
from rounds.play.projection.tile import POINTS, tile_of
from rounds.play.snapshot import Snapshot
from tables.models import Table
from tables.record import opening_entry

HandKey = tuple[int, int]

WagerKey = tuple[int, int, str, str]

Values = tuple[Any, ...]

PAYMENT: Final = "payment"
"""The bet in a row for what a player has beyond the settlement, or short of it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of row: its database table, its key, and its values, as (column, type)."""

    name: str
    table: str
    owner: str
    """The column that refers to the owner."""
    key: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The columns of its key, and those of its values."""
        return tuple([name for name, _ in self.key]), tuple([name for name, _ in self.values])

    @property
    def sql(self) -> str:
        """The upsert of rows; its values are the owner and the rows as a JSON array of arrays."""
        columns = (*self.key, *self.values)
        names = ", ".join(name for name, _ in columns)
        read = ", ".join(
            f"(r ->> {place})::{kind}" if kind != "jsonb" else f"r -> {place}"
            for place, (_, kind) in enumerate(columns)
        )
        replaced = ", ".join(f"{name} = excluded.{name}" for name, _ in self.values)
        return (
            f"INSERT INTO {self.table} ({self.owner}, {names}) "  # noqa: S608
            f"SELECT %s::bigint, {read} FROM jsonb_array_elements(%s::jsonb) r "
            f"ON CONFLICT ({self.owner}, {', '.join(name for name, _ in self.key)}) DO UPDATE SET {replaced}"
        )


HANDS: Final = Kind(
    "hands",
    "rounds_hand",
    "round_id",
    (("box", "smallint"), ("hand", "smallint")),
    (
        ("cards", "varchar(80)"), ("total", "smallint"), ("soft", "boolean"), ("blackjack", "boolean"),
        ("bust", "boolean"), ("split", "boolean"), ("doubled", "boolean"), ("caller", "varchar(16)"),
    ),
)  # fmt: skip
WAGERS: Final = Kind(
    "wagers",
    "rounds_wager",
    "round_id",
    (("box", "smallint"), ("hand", "smallint"), ("player", "varchar(16)"), ("bet", "varchar(24)")),
    (
        ("amount", "bigint"), ("effective", "bigint"), ("treated", "varchar(40)"), ("result", "varchar(12)"),
        ("odds", "varchar(12)"), ("pays", "bigint"), ("takes", "bigint"), ("clause", "varchar(40)"),
    ),
)  # fmt: skip
BOXES: Final = Kind(
    "boxes",
    "tables_box",
    "table_id",
    (("number", "smallint"),),
    (("caller", "varchar(16)"), ("players", "jsonb")),
)
KINDS: Final = (HANDS, WAGERS, BOXES)
Changed = Mapping[str, Sequence[Sequence[Any]]]
"""Rows that have changed, each as its key and values, by the names of `KINDS`."""

OF_TABLE: Final = ("version", "play_hash", "round_no", "phase", "live", "rounds", "handle", "win", "bets")
"""The columns of the table's own row that a tap writes."""
_JSON: Final = frozenset({"live", "bets", "setup"})

HAND_KEY, HAND_VALUES = HANDS.names
WAGER_KEY, WAGER_VALUES = WAGERS.names


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a state, by their key within the round, and the round's own figures in cents."""

    phase: str = ""
    handle: int = 0
    win: int = 0
    hands: Mapping[HandKey, Values] = field(default_factory=dict)
    wagers: Mapping[WagerKey, Values] = field(default_factory=dict)
    boxes: Mapping[int, tuple[str, list[str]]] = field(default_factory=dict)
    bets: Mapping[str, BetFigures] = field(default_factory=dict)
    recorded: Mapping[str, list[int]] = field(default_factory=dict)
    """The figures as the round's row stores them."""
    tournament: str = ""
    """The tournament and session, if the round is played for tournament chips, which are not money."""


NOTHING: Final = Rows()


def rows_of(state: State | None) -> Rows:
    """The rows of a state; empty before the round was opened."""
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
        tournament=tournament_of(state),
    )


def changing(before: State | None, state: State) -> tuple[Rows, Rows]:
    """The rows of both states that can differ: a card changes only the rows of hands."""
    if before is None or not _same_money(before, state):
        return rows_of(before), rows_of(state)
    return Rows(before.phase, hands=_hands(before, state)), Rows(state.phase, hands=_hands(state, before))


def _same_money(before: State, state: State) -> bool:
    """Whether both states have the same wagers and settlements, by the same players."""
    return (
        before.setup is state.setup
        and _money_of_round(before) == _money_of_round(state)
        and len(before.boxes) == len(state.boxes)
        and all(
            box is other or _laid(box) == _laid(other)
            for box, other in zip(before.boxes, state.boxes, strict=True)
        )
    )


def _laid(box: engine.values.Box) -> tuple[Any, ...]:
    """What lies on a box beside its cards, and who calls its decisions."""
    return _money_of_box(box), [_money_of_hand(hand) for hand in box.hands]


def _but_for(of: type[msgspec.Struct], *no_money: str) -> Callable[[Any], Any]:
    """Reads every field that may bear on money. A field that is new does until it is named among those that do not:
    at worst more rows are compared than need be."""
    assert {*no_money} <= {*of.__struct_fields__}, f"fields of {of.__name__}"
    return attrgetter(*(name for name in of.__struct_fields__ if name not in no_money))


_money_of_round: Final = _but_for(
    State,
    "setup", "boxes",  # compared beside
    "phase", "dealer", "dealers", "drawn", "acted", "further_card", "cut_card",
    "insurance_closed", "surrender_closed", "carry", "before_collected", "tap", "last", "ruled", "past", "trail",
)  # fmt: skip
_money_of_box: Final = _but_for(engine.values.Box, "hands", "dealt", "declined")
_money_of_hand: Final = _but_for(engine.values.Hand, "cards", "drawing", "stood", "directed")


def tournament_of(state: State) -> str:
    """The tournament and session of a round; empty for a cash round."""
    table = state.setup.tournament
    return f"{table.code} {table.session}" if table is not None else ""


def plain_setup(setup: Setup) -> Any:
    """The set-up as read back from the column: JSON has lists where a Struct has tuples."""
    return msgspec.json.decode(msgspec.json.encode(setup, enc_hook=engine.values.name_of_edition))


def handle_of(state: State) -> int:
    """What the players put at stake, in cents: wagers as fixed by the call, doubles, splits, insurance and side bets.

    Not included: the house's lammers (NZ-20.3, 20.4); an ante, which is a fee and at no risk (NZ-1.1-B01); insurance
    that went back undecided (NZ-10.3); and what stays in action of a side wager and its payout, which was at stake
    before (NZ-15D.6). So a table's hold, win over handle, counts antes as won on nothing. Tournament chips are not
    money: such a round has 0.
    """
    if not state.called or state.setup.tournament is not None:
        return 0
    on_hands = sum(stake.money for box in state.boxes for hand in box.hands for stake in hand.stakes)
    beside = sum(side.effective for box in state.boxes for side in box.sides)
    return on_hands + beside + sum(insurance.amount for box in state.boxes for insurance in box.insurance)


def win_of(state: State) -> int:
    """What the house took less what it paid so far, in cents: wagers, insurance, antes and bonuses, and wrong
    payments that were not put right. Tournament chips are not money."""
    if state.setup.tournament is not None:
        return 0
    due = sum(result.takes - result.pays for result in state.results)
    return due - sum(beyond_of(state).values())


def _hands(state: State, other: State | None = None) -> dict[HandKey, Values]:
    """The rows of the hands; with ``other``, only of boxes whose hands differ in that state."""
    rows: dict[HandKey, Values] = {}
    rules = state.setup.rules
    # Where the dealer plays several hands from the same first card, each is a hand of box 0.
    other_dealers = (*other.dealers, other.dealer) if other is not None else ()
    for number, cards in enumerate((*state.dealers, state.dealer)):
        if cards and other_dealers[number : number + 1] != (cards,):
            total, soft = dealer_points(rules, cards)
            rows[0, number] = (" ".join(cards), total, soft, is_natural(cards), total > 21, False, False, "")
    for at, box in enumerate(state.boxes):
        if other is not None and box is other.boxes[at]:
            continue
        for number, hand in enumerate(box.hands, start=1):
            if not hand.cards:
                continue
            total, soft = hand.points
            natural = UNKNOWN not in hand.cards and blackjack(rules, hand)
            rows[box.number, number] = (
                " ".join(hand.cards),
                total,
                soft,
                natural,
                total > 21,
                hand.split,
                hand.doubled,
                box.caller,
            )
    return rows


def bet_in_row(bet: str, wager: str = MAIN) -> str:
    """The bet named in a row: the result's bet, followed by the wager that an insurance goes with if there are
    several, or by ``in_action`` for what stayed in action of a side wager."""
    return bet if wager == MAIN else f"{bet}_{wager}"


def _free(taken: Container[WagerKey], key: WagerKey) -> WagerKey:
    """A key that is not taken: on a hand that is split again a player may have a second pair wager (NZ-15B.10-S1)."""
    while key in taken:
        key = (*key[:3], f"{key[3]}_again")
    return key


def _beyond(state: State) -> dict[WagerKey, Values]:
    """What players have beyond their settlements, or short of them, each in its own row beside the wager:
    ``overpaid`` was paid wrongly and not recovered, ``underpaid`` is still owed."""
    clause = state.setup.rules.payment_role.clause
    beyond: dict[WagerKey, Values] = {}
    for (place, player), cents in beyond_of(state).items():
        key = _free(beyond, (place.box, place.hand, player, PAYMENT))
        result = "overpaid" if cents > 0 else "underpaid"
        beyond[key] = (0, 0, "", result, "", max(cents, 0), max(-cents, 0), clause)
    return beyond


def _wagers(state: State) -> dict[WagerKey, Values]:
    results: dict[WagerKey, Result] = {}
    for settled in state.results:
        key = _free(
            results, (settled.box, settled.hand, settled.player, bet_in_row(settled.bet, settled.wager))
        )
        results[key] = settled
    money: dict[WagerKey, tuple[int, int, str]] = {}
    for box in state.boxes:
        # Before the first hand a wager is on what will be hand 1; a split may move it to another hand.
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
    rows: dict[WagerKey, Values] = _beyond(state)
    for key, (amount, effective, treated) in money.items():
        result = results.get(key)
        if result is None:
            rows[key] = (amount, effective, treated, "", "", 0, 0, "")
        else:
            rows[key] = (
                amount, effective, treated, result.result, result.odds, result.pays, result.takes, result.clause,
            )  # fmt: skip
    return rows


def project(table: Table, before: State | None, after: Snapshot, entries: Sequence[Entry]) -> Snapshot:
    """Write the rows that changed from `before` to `after`, and the table's own row, which the caller has locked.

    `before` is None if `entries` open the round. Returns the snapshot with the round's primary key.
    """
    state = after.state
    assert state is not None, "a command leaves a state"
    old, new = changing(before, state)
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
    write(table, round_id, rows, changes)
    return replace(after, round_id=round_id)


def project_earlier(table: Table, before: State, after: State) -> None:
    """Write what has changed in an earlier round, and change the table's own figures accordingly, which the caller
    saves: they count the rounds since the table was opened."""
    old, new = rows_of(before), rows_of(after)
    row = Round.objects.get(table=table, round_no=before.round_no)
    Round.objects.filter(pk=row.pk).update(phase=new.phase, handle=new.handle, win=new.win, bets=new.recorded)
    _remove(Hand, HAND_KEY, row.pk, old.hands, new.hands)
    _remove(Wager, WAGER_KEY, row.pk, old.wagers, new.wagers)
    write_rows(row.pk, {"hands": _changed(old.hands, new.hands), "wagers": _changed(old.wagers, new.wagers)})
    if row.first_seq >= opening_entry(table.code):
        table.handle += new.handle - old.handle
        table.win += new.win - old.win
        table.bets = _bets_with(table.bets, old.bets, new.bets)


def write_rows(round_id: int, rows: Changed) -> None:
    """Write the rows of an earlier round."""
    for kind in KINDS:
        if rows.get(kind.name):
            Prepared(kind.sql).run(str(round_id), _json(rows[kind.name]))


def write(table: Table, round_id: int, rows: Changed, of_round: Mapping[str, Any]) -> None:
    """Write everything that a tap has changed in one statement: the rows, the columns `of_round` of the round, and the
    columns `OF_TABLE` of the table's own row, from the object."""
    values: list[object] = []
    kinds = tuple(kind for kind in KINDS if rows.get(kind.name))
    for kind in kinds:
        owner = table.pk if kind is BOXES else round_id
        values += (str(owner), _json(rows[kind.name]))
    if of_round:
        values += (*_values(of_round.items()), str(round_id))
    values += _values((name, getattr(table, name)) for name in OF_TABLE)
    writing(tuple(kind.name for kind in kinds), tuple(of_round)).run(*values, str(table.pk))


@lru_cache(maxsize=512)
def writing(kinds: tuple[str, ...], of_round: tuple[str, ...]) -> Prepared:
    """The statement that writes rows of these kinds, these columns of the round, and the table's own row."""
    parts = [f"{kind.name} AS ({kind.sql})" for kind in KINDS if kind.name in kinds]
    if of_round:
        parts.append(f"of_round AS (UPDATE rounds_round SET {_set(of_round)} WHERE id = %s)")  # noqa: S608
    beside = f"WITH {', '.join(parts)} " if parts else ""
    return Prepared(f"{beside}UPDATE tables_table SET {_set(OF_TABLE)} WHERE id = %s")  # noqa: S608


def _set(columns: Sequence[str]) -> str:
    return ", ".join(f"{column} = %s" for column in columns)


def _values(columns: Iterable[tuple[str, Any]]) -> list[object]:
    return [
        _json(value) if column in _JSON else str(value) if isinstance(value, int) else value
        for column, value in columns
    ]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def takes_over(event: Event) -> bool:
    """Whether a later opening of the table takes over a round for which the previous opening had only prepared the
    shoe; from then on it is a round of that opening."""
    return isinstance(event, engine.events.SetupRenewed) and event.anew


def _times(before: State, after: State, at: datetime) -> dict[str, datetime | None]:
    """The times of the call and the collection; an undo takes the time back with the tap."""
    changes: dict[str, datetime | None] = {}
    if before.called != after.called:
        changes["called_at"] = at if after.called else None
    if (before.phase in OVER) != (after.phase in OVER):
        changes["collected_at"] = at if after.phase in OVER else None
    return changes


def _changed(
    old: Mapping[tuple[Any, ...], Values], new: Mapping[tuple[Any, ...], Values]
) -> list[tuple[Any, ...]]:
    """The rows of a round that are new or have changed, as key and values."""
    return [(*key, *values) for key, values in new.items() if old.get(key) != values]


def _remove(
    model: type[Model],
    names: Sequence[str],
    round_id: int,
    old: Mapping[Any, Values],
    new: Mapping[Any, Values],
) -> None:
    """Remove the rows of a round that an undo has taken back; `names` are the columns of a row's key."""
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
    """Set the table's own columns about play, without saving."""
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
    so_far: Mapping[str, list[int]], old: Mapping[str, BetFigures], new: Mapping[str, BetFigures]
) -> dict[str, list[int]]:
    """The table's figures by bet after the round's change; a bet that an undo has emptied is left out."""
    bets = dict(so_far)
    for name in {*old, *new}:
        change = new.get(name, NO_FIGURES).minus(old.get(name, NO_FIGURES))
        sums = BetFigures(*bets.get(name, NO_FIGURES)).plus(change)
        if any(sums):
            bets[name] = list(sums)
        else:
            bets.pop(name, None)
    return bets


@dataclass(frozen=True, slots=True)
class Expected:
    """The rows that a round's entries must lead to."""

    round: Mapping[str, Any]
    hands: Mapping[HandKey, Values]
    wagers: Mapping[WagerKey, Values]
    state: State


def expected_rows(steps: Iterable[tuple[int, datetime, Event]]) -> Expected:
    """The rows of a round, from its folded entries as (seq, at, event) in order. Raises ValueError if there are no
    entries."""
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
