"""The steps of the rota, and its proposals for reliefs.

    rota.begin_shift("D-131", by=boss, at=now)         # taps in
    rota.begin_break("D-131", 20, by=boss, at=now)
    rota.reliefs(rota.people(now), now)                # who should relieve whom

Shifts and breaks are entries of the house's chain. A dealer is at a table by giving a PIN at its tablet: the rota
sends people (`tables.floor.people.send_dealer`) but signs nobody in. The current time is passed in as `at`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from casino import ledger
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import LADDER, Role
from casino.words import Phrase
from tables.models import Table
from tables.record import require
from tables.rota.models import WHO, Duty, Stint
from tables.rota.stints import long_at_table

LONGEST_BREAK: Final = 120
"""In minutes."""
SOON: Final = timedelta(minutes=10)
"""How long before a dealer reaches the house's limit at a table a relief is proposed."""
SHOWN: Final = timedelta(hours=12)
"""How far back the rows of a shift are read."""


# --- steps


def begin_shift(number: str, *, by: Staff, at: datetime) -> Duty:
    """Tap somebody in. Raises Refusal for a person who is not on the staff, or already on shift."""
    with transaction.atomic():
        acting = _may(by)
        person = Staff.objects.filter(number=number.strip().upper(), is_active=True, role__in=LADDER).first()
        if person is None:
            raise Refusal("rota.no_such_person", number=number.strip()[:WHO])
        if _running(person.number, Duty.Kind.SHIFT) is not None:
            raise Refusal("rota.on_shift", number=person.number)
        row = Duty.objects.create(number=person.number, kind=Duty.Kind.SHIFT, began_at=at, began_by=by.number)
        _record(Phrase.of("rota.shift_began", number=row.number), row, by=by, acting=acting, at=at)
        return row


def end_shift(number: str, *, by: Staff, at: datetime) -> Duty:
    """Tap somebody out, which also ends a running break. Raises Refusal for a person who is not on shift, deals at a
    table, or is on the way to one."""
    with transaction.atomic():
        acting = _may(by)
        row = _on_shift(number)
        _free(number)
        pause = _running(number, Duty.Kind.BREAK)
        for ending in (pause, row):
            if ending is not None:
                _end(ending, by, at)
        more = [pause] if pause is not None else []
        _record(Phrase.of("rota.shift_ended", number=number), row, *more, by=by, acting=acting, at=at)
        return row


def begin_break(number: str, minutes: int, *, by: Staff, at: datetime) -> Duty:
    """Begin a break of this many minutes. Raises Refusal for a person who is not on shift, deals, is on the way to a
    table, or has a break."""
    with transaction.atomic():
        acting = _may(by)
        _on_shift(number)
        _free(number)
        if not 1 <= minutes <= LONGEST_BREAK:
            raise Refusal("rota.break_minutes", most=LONGEST_BREAK)
        if _running(number, Duty.Kind.BREAK) is not None:
            raise Refusal("rota.on_break", number=number)
        row = Duty.objects.create(
            number=number, kind=Duty.Kind.BREAK, began_at=at, began_by=by.number,
            due_at=at + timedelta(minutes=minutes),
        )  # fmt: skip
        words = Phrase.of("rota.break_began", number=number, minutes=minutes)
        _record(words, row, by=by, acting=acting, at=at)
        return row


def end_break(number: str, *, by: Staff, at: datetime) -> Duty:
    """Record that somebody is back. Raises Refusal for a person without a break."""
    with transaction.atomic():
        acting = _may(by)
        row = _running(number, Duty.Kind.BREAK)
        if row is None:
            raise Refusal("rota.no_break", number=number)
        _end(row, by, at)
        _record(Phrase.of("rota.break_ended", number=number), row, by=by, acting=acting, at=at)
        return row


def _may(by: Staff) -> str:
    acting = require(by, Role.GAME_SUPERVISOR, "")
    ledger.lock(ledger.HOUSE)
    return acting


def _running(number: str, kind: str) -> Duty | None:
    return Duty.objects.select_for_update().filter(number=number, kind=kind, ended_at=None).first()


def _on_shift(number: str) -> Duty:
    row = _running(number, Duty.Kind.SHIFT)
    if row is None:
        raise Refusal("rota.off_shift", number=number)
    return row


def _free(number: str) -> None:
    table = Table.objects.filter(dealer=number).first()
    if table is not None:
        raise Refusal("rota.deals", number=number, table=table.code)
    waits = Table.objects.filter(relief=number).first() if number else None
    if waits is not None:  # a table would be waiting for somebody who has gone
        raise Refusal("rota.sent", number=number, table=waits.code)


def _end(row: Duty, by: Staff, at: datetime) -> None:
    row.ended_at, row.ended_by = at, by.number
    row.save()


def _record(words: Phrase, *rows: Duty, by: Staff, acting: str, at: datetime) -> None:
    """Write an entry to the house's chain; its kind is the code of its words."""
    body = {"number": rows[0].number, ROWS: rows_of(*rows)}
    kind = words.code.partition(".")[2]
    entry = ledger.Draft(kind=kind, detail=words.english, body=body, acting_as=acting)
    ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=at)


# --- who is where


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on shift, or at a table without having tapped in."""

    number: str
    role: str
    shift: Duty | None
    pause: Duty | None
    table: Table | None
    """The table where they deal."""
    sent_to: Table | None
    stints: tuple[Stint, ...]
    breaks: tuple[Duty, ...]
    active: bool = True
    """Whether they may sign in. A person who is deactivated stays on shift until tapped out, and relieves nobody."""

    @property
    def is_dealer(self) -> bool:
        return self.role == Role.DEALER

    @property
    def is_free(self) -> bool:
        """Whether they are on shift, at no table, without a break and not on the way to one."""
        return self.shift is not None and self.table is None and self.pause is None and self.sent_to is None

    @property
    def free_since(self) -> datetime | None:
        """Since when they have been resting: since they left a table, or came."""
        if not self.is_free or self.shift is None:
            return None
        left = [stint.ended_at for stint in self.stints if stint.ended_at is not None]
        return max([*left, self.shift.began_at])


def on_shift() -> set[str]:
    """The numbers of everybody on shift."""
    running = Duty.objects.filter(kind=Duty.Kind.SHIFT, ended_at=None)
    return set(running.values_list("number", flat=True))


def people(at: datetime) -> list[Person]:
    """Everybody on shift and everybody who deals, by number: four queries, however many there are."""
    since = at - SHOWN
    duties = list(Duty.objects.filter(began_at__gte=since) | Duty.objects.filter(ended_at=None))
    tables = list(Table.objects.select_related("pit").exclude(dealer="", relief=""))
    dealing = {table.dealer: table for table in tables if table.dealer}
    sent = {table.relief: table for table in tables if table.relief}
    shifts = {duty.number: duty for duty in duties if duty.kind == Duty.Kind.SHIFT and duty.ended_at is None}
    numbers = sorted({*shifts, *dealing})
    stints = list(Stint.objects.filter(number__in=numbers, began_at__gte=since).select_related("table"))
    staff = {person.number: person for person in Staff.objects.filter(number__in=numbers)}
    return [
        Person(
            number=number,
            role=staff[number].role if number in staff else "",
            shift=shifts.get(number),
            pause=next(
                (
                    duty
                    for duty in duties
                    if (duty.number, duty.kind, duty.ended_at) == (number, Duty.Kind.BREAK, None)
                ),
                None,
            ),
            table=dealing.get(number),
            sent_to=sent.get(number),
            stints=tuple(stint for stint in stints if stint.number == number),
            breaks=tuple(duty for duty in duties if duty.number == number and duty.kind == Duty.Kind.BREAK),
            active=number in staff and staff[number].is_active,
        )
        for number in numbers
    ]


# --- the next relief


@dataclass(frozen=True, slots=True)
class Relief:
    """A dealer whose time at a table is nearly over, and who could take over, best first."""

    table: Table
    out: str
    since: datetime
    due: datetime
    """When they reach the house's limit there."""
    candidates: tuple[Person, ...]


def reliefs(on_duty: Sequence[Person], at: datetime) -> list[Relief]:
    """Dealers whose time at a table is nearly or already over and to whom nobody has been sent, longest there first.
    Each candidate is proposed once: the one who has rested longest comes first, then the one who is back from a
    break soonest."""
    due = [
        person.table
        for person in on_duty
        if person.table is not None
        and person.table.dealer_since is not None
        and not person.table.relief
        and at >= person.table.dealer_since + long_at_table() - SOON
    ]
    free = rested(on_duty)
    proposed: list[Relief] = []
    for number, table in enumerate(sorted(due, key=lambda table: (table.dealer_since, table.code))):
        assert table.dealer_since is not None
        # Whoever was proposed for an earlier table is left to it.
        candidates = (*free[number:], *free[:number]) if number < len(free) else ()
        proposed.append(
            Relief(table, table.dealer, table.dealer_since, table.dealer_since + long_at_table(), candidates)
        )
    return proposed


def rested(on_duty: Iterable[Person]) -> list[Person]:
    """The dealers who could come: free ones, longest rested first, then those on a break, soonest back first."""
    dealers = [person for person in on_duty if person.is_dealer and person.active]
    free = sorted(
        (person for person in dealers if person.is_free),
        key=lambda person: (person.free_since, person.number),
    )
    pausing = sorted(
        (person for person in dealers if person.pause is not None and person.sent_to is None),
        key=lambda person: (person.pause.due_at if person.pause else None, person.number),
    )
    return [*free, *pausing]
