"""A table's state according to the ledger: loading it, and a small cache per process that cannot be stale.

The state is the fold of the folded entries of the table's last round. The cache keeps it under the hash of its last
entry: a hash names one entry and, through the chain, everything before it, so a state found under `Table.play_hash`
is the current one, whichever process wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

import msgspec
from django.db.models import QuerySet

from casino.ledger import Draft, Entry
from casino.postgres.outages import NotYet
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine import Due, Event, Setup, State
from rounds.engine.values import EditionError, edition_of
from rounds.play.editions import LaterVersion, decoded
from tables.models import Sign, Table
from tables.offers import offers_of
from tables.tournaments.at_table import ChipLimits, at_table

BROKEN = "the table's row and its chain do not fit together"


class RecordBroken(Exception):
    """The table's row and its ledger chain disagree, so nothing can be dealt."""

    def __init__(self, code: str) -> None:
        self.refusal = Refusal("record.unfit", table=code)
        super().__init__(str(self.refusal))
        self.code = code


class WorkerTooOld(RecordBroken, NotYet):
    """A later version of the software recorded something at the table that this worker does not know. The record is
    fine: a worker of that version carries on with it."""

    def __init__(self, code: str, reason: str) -> None:
        self.refusal = Refusal("record.later_version", table=code)
        super(RecordBroken, self).__init__(f"{self.refusal.message}: {reason}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table's last round as recorded. ``state`` is None before its first round."""

    hash: str = ""
    seq: int = 0
    state: State | None = None
    events: tuple[Event, ...] = ()
    times: tuple[datetime, ...] = ()
    """When each of `events` was recorded."""
    previous: State | None = None
    """The final state of the round before it."""
    round_id: int = 0
    """The primary key of the Round row; 0 while unknown."""

    @property
    def over(self) -> bool:
        """Whether the next command belongs to a new round."""
        if self.state is None:
            return True
        return self.state.phase in ("collected", "void") and self.state.irregular is None


@dataclass(frozen=True, slots=True)
class Live:
    """A table as drawn on screens.

    Between two rounds ``state`` is the coming round, which is not recorded until its first command. ``events``
    are those of the round in ``state``, recorded at ``times``; ``previous`` is the final state of the round before
    it.
    """

    table: Table
    setup: Setup
    rules: Rules
    state: State
    due: Due
    version: int
    round_no: int
    events: tuple[Event, ...] = ()
    times: tuple[datetime, ...] = ()
    previous: State | None = field(default=None, compare=False)

    @property
    def begun(self) -> bool:
        """Whether the round has begun, beyond preparing the shoe for it."""
        return bool(self.events) and not self.state.unstarted


@dataclass(frozen=True)
class Current:
    """A table's row with its snapshot, which is loaded when first used if it is missing."""

    table: Table
    snapshot: Snapshot | None = None

    @cached_property
    def live(self) -> Live:
        """The table as drawn on screens, worked out on first use. Raises RecordBroken."""
        return live_of(self.table, self.snapshot or load(self.table))


_kept: dict[str, Snapshot] = {}


def keep(code: str, snapshot: Snapshot) -> None:
    """Cache a committed snapshot, the newest of each table."""
    _kept[code] = snapshot


def forget() -> None:
    """Empty the cache, as in a process that has just started."""
    _kept.clear()


def load(table: Table) -> Snapshot:
    """The table's last round as recorded up to ``table.version``. Raises RecordBroken, and WorkerTooOld for entries
    of a later version."""
    if not table.play_hash:
        return Snapshot()
    cached = _kept.get(table.code)
    if cached is not None and cached.hash == table.play_hash:
        return cached
    try:
        snapshot = _caught_up(table, cached) if cached is not None and cached.seq <= table.version else None
        snapshot = snapshot or _read(table)
    except LaterVersion as later:
        raise WorkerTooOld(table.code, str(later)) from later
    except (EditionError, msgspec.MsgspecError) as broken:
        raise RecordBroken(table.code) from broken
    if snapshot.hash != table.play_hash:
        raise RecordBroken(table.code)
    keep(table.code, snapshot)
    return snapshot


def _caught_up(table: Table, snapshot: Snapshot) -> Snapshot | None:
    """The cached snapshot with later entries of other processes folded in; None if it is not of this chain."""
    rows = list(_entries(table).filter(seq__gte=snapshot.seq).values_list(*_FOLDED))
    if not rows or (rows[0][0], bytes(rows[0][1]).hex()) != (snapshot.seq, snapshot.hash):
        return None
    return _folded(snapshot, rows[1:])


def _read(table: Table) -> Snapshot:
    return _folded(Snapshot(), _entries(table).filter(round_no__gte=table.round_no - 1).values_list(*_FOLDED))


_FOLDED = ("seq", "hash", "body", "round_no", "at")


def _entries(table: Table) -> QuerySet[Entry]:
    # Only up to the version: this may run outside a transaction while the next command is being written.
    return Entry.objects.filter(
        chain=table.code, folded=True, round_no__lte=table.round_no, seq__lte=table.version
    ).order_by("seq")


def draft_of(event: Event, round_no: int, acting: str) -> Draft:
    """The ledger entry for an event of that round, from which it can be folded again."""
    kind, words, clause, amount = engine.describe(event)
    return Draft(
        kind=kind, body=engine.encode_event(event), detail=words.english, clause=clause, amount=amount,
        round_no=round_no, folded=True, tap=event.tap, acting_as=acting,
    )  # fmt: skip


def _folded(snapshot: Snapshot, rows: Iterable[tuple[int, bytes, str, int | None, datetime]]) -> Snapshot:
    for seq, entry_hash, body, round_no, at in rows:
        event = decoded(body)
        if snapshot.state is not None and round_no is not None and round_no < snapshot.state.round_no:
            # What this round found out about an earlier one (ACT03-14.5).
            before = snapshot.previous
            if before is not None and before.round_no == round_no:
                before = engine.evolve(before, event)
            snapshot = replace(snapshot, hash=bytes(entry_hash).hex(), seq=seq, previous=before)
            continue
        if isinstance(event, engine.events.RoundOpened):
            snapshot = Snapshot(previous=snapshot.state)
        snapshot = Snapshot(
            hash=bytes(entry_hash).hex(),
            seq=seq,
            state=engine.evolve(snapshot.state, event),
            events=(*snapshot.events, event),
            times=(*snapshot.times, at),
            previous=snapshot.previous,
            round_id=snapshot.round_id,
        )
    return snapshot


def setup_of(table: Table, carry: engine.values.Carry | None) -> Setup:
    """What a round opened now starts from: the table's set-up, the signs in force and what the last round passed on;
    for a tournament session, its own limits, chips and side bets."""
    session = at_table(table)
    limits: Iterable[Sign | ChipLimits] = (
        session.limits if session is not None else Sign.objects.filter(table=table).order_by("bet")
    )
    signs = tuple(engine.values.Sign(sign.bet, sign.minimum, sign.maximum, sign.multiple) for sign in limits)
    offers = session.offers if session is not None else offers_of(table)
    return Setup(
        book=table.book,
        game=table.game,
        decks=table.decks,
        boxes=table.boxes,
        seats=table.seats,
        elections=table.election_pairs,
        readings=table.reading_pairs,
        offers=tuple([engine.values.SideBetConfig(*offer) for offer in offers]),
        signs=signs,
        chips=tuple(sorted(table.chips if session is None else session.chips)),
        face_down=table.face_down,
        carry=carry or engine.values.Carry(),
        edition=edition_of(table.book, table.game, table.election_pairs, table.reading_pairs),
        tournament=session.table if session is not None else None,
    )


def next_round(table: Table, snapshot: Snapshot) -> tuple[tuple[Event, ...], State]:
    """The first events of the coming round, and the state after them.

    The first round after an opening inherits nothing: warnings, personal limits and restrictions ended when the table
    closed (VIC03-6.2.1), and its cards are new.
    """
    before = snapshot.state if table.rounds else None
    carry = _in_session(_inherited(table, before), snapshot.state)
    first = engine.start(setup_of(table, carry), table.round_no + 1)
    state = engine.fold(first)
    more = _dealer_came(table, state)
    return (*first, *more), _and(state, more)


def bring_up_to_date(table: Table, state: State) -> tuple[tuple[Event, ...], State]:
    """Bring the open round up to date: renew its setup while no wager lies, and record a change of dealer. Returns the
    events and the new state."""
    events: list[Event] = []
    if state.unstarted:
        anew = _session(table) != (state.carry.shoe.session if state.carry.shoe else "")
        carry = _in_session(_inherited(table, None if anew else state), state)
        setup = setup_of(table, carry)
        if anew or msgspec.structs.replace(setup, carry=state.setup.carry) != state.setup:
            rules = setup.rules
            events.append(
                engine.events.SetupRenewed(setup=setup, anew=anew, tap=state.tap, clause=rules.steps.wager)
            )
    events += _dealer_came(table, _and(state, events))
    return tuple(events), _and(state, events)


def _in_session(carry: engine.values.Carry, before: State | None) -> engine.values.Carry:
    """The carry with the stacks of a tournament session, which continues when the table is reopened for it."""
    standing = engine.carry(before).tournament if before is not None else None
    return msgspec.structs.replace(carry, tournament=standing)


def _and(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = engine.evolve(state, event)
    return state


def _session(table: Table) -> str:
    return table.opened_at.isoformat() if table.opened_at else ""


def _inherited(table: Table, before: State | None) -> engine.values.Carry:
    """What the round inherits: this opening's shoe with everything else, or a new shoe and nothing."""
    rules = setup_of(table, None).rules
    fresh = engine.questions.new_shoe(rules, table.decks, _session(table))
    if before is None:
        return engine.values.Carry(shoe=fresh)
    carry = engine.carry(before)
    shoe = carry.shoe
    if shoe is None:  # dealt from before the steps of shoes were tracked
        shoe = msgspec.structs.replace(fresh, why="again", todo=())
    elif shoe.session != fresh.session:
        return engine.values.Carry(shoe=fresh)
    elif not engine.questions.same_cards(shoe, rules, before.setup.rules, table.decks):
        # The packs or the shoe have changed: they must be prepared before a round (ACT03-2.3(a), 19.3(b)).
        shoe = msgspec.structs.replace(fresh, arrivals=shoe.arrivals, last=shoe.last, dealer=shoe.dealer)
    return msgspec.structs.replace(carry, shoe=shoe)


def _dealer_came(table: Table, state: State) -> tuple[Event, ...]:
    """The event of a change of dealer, where a card is burnt for it (ACT96-7.2)."""
    rules, shoe = state.setup.rules, state.carry.shoe
    clause = rules.shoe.burn_at_change
    if not clause or shoe is None or table.dealer in ("", shoe.dealer):
        return ()
    if state.drawn and shoe.dealer and rules.burn_change_when.value == "between_rounds":
        return ()
    burns = bool(shoe.dealer)
    return (engine.events.DealerCame(dealer=table.dealer, burns=burns, tap=state.tap, clause=clause),)


def live_of(table: Table, snapshot: Snapshot) -> Live:
    """The table as drawn on screens."""
    events, state, previous = snapshot.events, snapshot.state, snapshot.previous
    if state is None or snapshot.over:
        events, state, previous = (), next_round(table, snapshot)[1], state
    else:
        state = bring_up_to_date(table, state)[1]
    rules = state.setup.rules
    due = engine.due(rules, state)
    assert due is not None, "only a collected round waits for nothing, and then the next one is shown"
    return Live(
        table=table,
        setup=state.setup,
        rules=rules,
        state=state,
        due=due,
        version=table.version,
        round_no=state.round_no,
        events=events,
        times=snapshot.times if events else (),
        previous=previous,
    )
