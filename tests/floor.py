"""A gaming floor for tests: staff of every role and tables that are open, made through the rooms' own functions."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.db import connection, transaction

from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from rounds.play.answer import Answer
from rounds.simulation import guests
from sidebets import side_bets
from tables.bets import equipment, offering
from tables.book import house_at
from tables.float import counts, record
from tables.floor.setup import lay_out
from tables.models import Count, Pit, Table
from tables.opening import checklist, closing, closing_notices, deck_count, opening, packs
from tables.signs import signs
from tests.snapshots import made_once

AT = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)
NUMBERS = {
    Role.DEALER: "D-114",
    Role.GAME_SUPERVISOR: "G-21",
    Role.CASINO_SUPERVISOR: "S-07",
    Role.OPERATIONS_MANAGER: "M-1",
    Role.SURVEILLANCE: "V-3",
    Role.INSPECTOR: "I-9",
    Role.TOURNAMENT_DIRECTOR: "T-2",
}
PIN = "2468"

_keys = count(1)


@contextmanager
def behind_the_database() -> Iterator[None]:
    """What is done in here fires no trigger: as a superuser of the database would go behind the house's back."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def person(role: str, number: str = "") -> Staff:
    """The person of that role (or number), made when missing."""
    number = number or NUMBERS[Role(role)]
    return Staff.objects.filter(number=number).first() or Staff.objects.create_user(number, PIN, role=role)


def dealer() -> Staff:
    return person(Role.DEALER)


def casino_supervisor() -> Staff:
    return person(Role.CASINO_SUPERVISOR)


def set_up(code: str = "BJ-07", *, sign: tuple[int, int, int] = (1000, 50000, 0), **setup: Any) -> Table:
    """A closed table: a sign of 10 to 500, chips from 2.50, seven boxes, eight packs."""
    pit, _ = Pit.objects.get_or_create(code="P1", defaults={"name": "Pit 1"})
    setup = {"chips": [250, 500, 2500, 10000, 50000], "decks": 8, "boxes": 7} | setup
    minimum, maximum, multiple = sign
    table = Table(code=code, pit=pit, **setup)
    table.full_clean()
    table.save()
    lay_out(table)
    signs.set_limits(code, signs.Limits(minimum, maximum, multiple), by=casino_supervisor(), at=AT)
    return table


def ready(code: str = "BJ-07", **setup: Any) -> Table:
    """A closed table with every item of the opening list done."""
    made_once(
        ("ready", code, repr(sorted(setup.items()))), lambda: complete_opening_list(set_up(code, **setup))
    )
    return Table.objects.select_related("pit").get(code=code)


def complete_opening_list(table: Table) -> Table:
    """Do every item of the opening list of a table that is set up."""
    check_cards(table.code)
    for item in checklist.confirmations(table):
        checklist.confirm(table.code, item, by=dealer(), at=AT)
    count_opening(table.code)
    return Table.objects.get(code=table.code)


def check_cards(code: str = "BJ-07") -> None:
    """Check the cards, as many times as the book has it: all of them are there."""
    table = Table.objects.get(code=code)
    if packs.are_right(table):
        return
    asked = house_at(table)
    several = len(asked.cards_checked_by) > 1
    packs.check_all_right(code, dealer(), *([person(Role.GAME_SUPERVISOR)] if several else ()), at=AT)


def chips(code: str, each: int = 100) -> dict[int, int]:
    """``each`` chips of every denomination of the table."""
    return dict.fromkeys(Table.objects.get(code=code).chips, each)


def count_opening(code: str, *, at: datetime = AT) -> Count:
    """Count in an opening float where it is missing: what the last closing left, or a hundred chips of each."""
    table = Table.objects.get(code=code)
    if session := record.running(table):
        return session.opening
    last = counts.last_closing(table)
    counted = dict(last.chips) if last is not None else chips(code)
    return counts.count_opening(code, counted, by=dealer(), signed_by=casino_supervisor(), at=at)


def count_closing(code: str, *, at: datetime = AT) -> Count:
    """Count the closing float as that of the opening, with a note on what play has changed."""
    session = record.running(Table.objects.get(code=code))
    assert session is not None
    return closing.count_float(
        code, dict(session.opening.chips), by=dealer(), signed_by=casino_supervisor(), at=at, note="as counted"
    )  # fmt: skip


def open_table(code: str = "BJ-07", *, shoe: bool = True, **setup: Any) -> Table:
    """An open table, its shoe ready to deal from unless it is to be prepared first."""

    def opened() -> None:
        ready(code, **setup)
        opening.open_table(code, by=casino_supervisor(), at=AT)
        if shoe:
            prepare(code)

    made_once(("open", code, shoe, repr(sorted(setup.items()))), opened)
    return Table.objects.select_related("pit").get(code=code)


def prepare(code: str = "BJ-07", **how: Any) -> Table:
    """Do everything that the shoe still waits for, quickly: nobody is at the table, so a supervisor cuts. With it the
    next round begins."""
    for _ in range(20):
        live = service.current(code)
        command = guests.preparing(live.rules, live.state, person=casino_supervisor().number)
        if command is not None and engine.questions.pending(live.rules, live.state)[0] == "spread":
            command = engine.BringCards("pre_checked", done_by="D-102", area="vault", released="19:50 S-07")
        if command is None:
            return Table.objects.get(code=code)
        answer = tap(code, command, casino_supervisor(), **how)
        assert answer.ok, (command, answer)
    raise AssertionError("the shoe is never ready")


def count_cards(code: str = "BJ-07", *, at: datetime = AT) -> bool:
    """Count the cards of a table that closes, or check them one by one: all of them are there."""
    return closing.count_cards(code, deck_count.right(Table.objects.get(code=code)), by=dealer(), at=at)


def begin_closing(code: str = "BJ-07", *, at: datetime = AT) -> Table:
    """Begin the closing of a table as its book requires: after a notice that was displayed for its time, and with an
    inspector informed."""
    boss = casino_supervisor()
    stands = timedelta(minutes=house_at(Table.objects.get(code=code)).closing_minutes)
    closing_notices.announce(code, close_at=at, inspector="I-9", by=boss, at=at - stands)
    return closing.begin_closing(code, by=boss, at=at)


def offer(code: str, bet: str, *, by: Staff | None = None, at: datetime = AT, **terms: Any) -> Table:
    """Offer a side bet, from 5 to 100 unless other limits are named."""
    terms = {"minimum": 500, "maximum": 10000, "seen": True} | terms
    return offering.offer(code, bet, offering.Terms(**terms), by=by or casino_supervisor(), at=at)


def offer_some(code: str, *first: str) -> list[str]:
    """Offer every side bet of the table's game that goes with those offered before, `first` ones first."""
    table = Table.objects.get(code=code)
    known, taken = side_bets(table.book, table.game), []
    for key in dict.fromkeys((*first, *known)):
        only = known[key].exactly.value
        fit(code, key)
        try:
            offer(
                code, key, minimum=only or 500, maximum=only or 10000,
                cloth_approval="GRC 7/2026", amount_approval="GRC 8/2026",
            )  # fmt: skip
        except Refusal:
            continue
        taken.append(key)
    return taken


def fit(code: str, bet: str, *, device: str = "C1", but: str = "") -> None:
    """Record everything that a side bet needs at the table, approved and certified, `but` for one item."""
    table = Table.objects.get(code=code)
    for needed in side_bets(table.book, table.game)[bet].equipment:
        if needed.item != but:
            fit_one(code, bet, needed.item, device=device if needed.serves else "")


def fit_one(code: str, bet: str, item: str, **more: Any) -> None:
    """Record one thing that a side bet needs."""
    how: dict[str, Any] = {"approval": "DIA 4/2026", "approved_on": AT.date(), "certificate": "RNG 77"} | more
    equipment.fit(code, bet, equipment.Piece(item, **how), by=person(Role.GAME_SUPERVISOR), at=AT)


def tap(code: str, command: engine.Command, by: Staff | None = None, **how: Any) -> Answer:
    """Play a command with a key of its own; at `AT`, as the table was opened, whatever the clock says."""
    how.setdefault("key", f"tap-{next(_keys)}")
    how.setdefault("at", AT)
    answer, _ = service.play(code, command, by=by or dealer(), **how)
    return answer


def taps(code: str, *commands: engine.Command) -> Answer:
    """Play commands that must all be taken; the last answer."""
    for command in commands:
        answer = tap(code, command)
        assert answer.ok, (command, answer)
    return answer


def cards(words: str) -> list[engine.Command]:
    return [engine.DealCard(word) for word in words.split()]
