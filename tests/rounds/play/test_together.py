"""Two taps at once, two processes, a transaction that breaks: nothing doubled, nothing lost, nothing by halves."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from django.db import OperationalError, connection

from casino.ledger import Entry
from casino.ledger.signals import appended
from casino.ledger.verify import verify
from rounds import engine
from rounds.models import Hand, Round, Wager
from rounds.play import service, snapshot
from rounds.play.snapshot import RecordBroken
from tables.models import Table
from tests import floor
from tests.conftest import database_url
from tests.floor import cards, tap, taps

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")


def at_once(*calls: Callable[[], T]) -> list[T]:
    """Run the calls in threads that start together, each with a connection of its own."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], T]) -> T:
        try:
            start.wait(10)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_a_double_tap_is_one_wager(table: str) -> None:
    by = floor.dealer()
    for number in range(5):
        wager = engine.PlaceWager(1, "A", 1000)
        answers = at_once(*[lambda: service.play(table, wager, by=by, key=f"k{number}")[0] for _ in range(4)])  # noqa: B023
        assert [answer.ok for answer in answers] == [True] * 4
        assert sorted(answer.repeated for answer in answers) == [False, True, True, True]
        assert len({answer.version for answer in answers}) == 1
    assert Wager.objects.get().amount == 5000
    assert Entry.objects.filter(kind="wager").count() == 5
    assert verify().ok


def test_a_double_tap_that_is_refused_is_one_refusal(table: str) -> None:
    by = floor.dealer()
    answers = at_once(*[lambda: service.play(table, engine.DealCard("Ts"), by=by, key="k")[0]] * 4)
    assert all(answer.refusal == answers[0].refusal for answer in answers)
    assert Entry.objects.filter(kind="refused").count() == 1


def test_of_two_tablets_on_the_same_state_one_is_stale(table: str) -> None:
    by = floor.dealer()
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    for two in ("Ts 9s", "5d 6d", "2c 3c"):
        version = service.current(table).version
        answers = at_once(
            *[
                lambda card=card: service.play(
                    table,
                    engine.DealCard(card),
                    by=by,
                    key=card,
                    expected=version,  # noqa: B023
                )[0]
                for card in two.split()
            ]
        )
        assert sorted((answer.ok, answer.stale) for answer in answers) == [(False, True), (True, False)]
    assert len(service.current(table).state.drawn) == 3
    assert verify().ok


def test_tables_do_not_wait_for_each_other() -> None:
    codes = [floor.open_table(f"BJ-0{number}").code for number in range(1, 5)]
    by = floor.dealer()

    def deal(code: str) -> None:
        for number, command in enumerate(
            [engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d 9c"), engine.Decide(1, "stand"),
             *cards("Td"), engine.Collect()] * 3
        ):  # fmt: skip
            assert service.play(code, command, by=by, key=f"{number}")[0].ok

    at_once(*[lambda code=code: deal(code) for code in codes])
    assert list(Table.objects.values_list("rounds", flat=True)) == [3] * 4
    assert verify().ok


# --- a transaction that breaks


def everything() -> tuple[Any, ...]:
    return (
        Entry.objects.count(),
        list(Table.objects.values()),
        list(Round.objects.values()),
        list(Hand.objects.values()),
        list(Wager.objects.values()),
    )


def test_an_exception_after_the_entries_leaves_nothing(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    before = everything()

    def fault(**_: object) -> None:
        raise ZeroDivisionError

    appended.connect(fault)
    try:
        with pytest.raises(ZeroDivisionError):
            tap(table, engine.DealCard("9d"), key="k")
    finally:
        appended.disconnect(fault)
    assert everything() == before
    answer = tap(table, engine.DealCard("9d"), key="k")
    assert (answer.ok, answer.repeated) == (True, False)
    assert service.current(table).state.drawn == ("Ts", "9d")
    assert verify().ok


def test_a_database_that_goes_away_in_mid_command_leaves_nothing(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    before = everything()

    def cut(**_: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (pid,) = cursor.fetchone()
        with psycopg.connect(database_url()) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [pid])

    appended.connect(cut)
    try:
        with pytest.raises(OperationalError):
            tap(table, engine.DealCard("9d"), key="k")
    finally:
        appended.disconnect(cut)
        connection.close()
    assert everything() == before
    assert tap(table, engine.DealCard("9d"), key="k").ok
    assert service.current(table).state.drawn == ("Ts", "9d")
    assert verify().ok


# --- other processes, and a process that starts again

CHILD = """
import sys, django
django.setup()
from django.db import connection
from casino.staff.models import Staff
from rounds import engine
from rounds.play import service
code, key, *words = sys.argv[1:]
live = service.current(code)
print(live.due.place, live.round_no, live.version)
for number, card in enumerate(words):
    answer, _ = service.play(code, engine.DealCard(card), by=Staff.objects.get(number="D-114"), key=f"{key}-{number}")
    assert answer.ok, answer
connection.close()
connection.close_pool()  # its threads would keep the process for some seconds
"""


def other_process(*words: str) -> str:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "casino.settings", "DATABASE_URL": database_url(), "CASINO_DEMO": "1",
    }  # fmt: skip
    project = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", CHILD, *words], cwd=project, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_restart_in_mid_round_goes_on_from_the_last_entry(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    live = service.current(table)
    assert other_process(table, "c") == f"dealer 1 {live.version}" == f"{live.due.place} 1 {live.version}"


@pytest.mark.long
def test_a_state_kept_here_is_never_older_than_the_record(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    other_process(table, "c1", "9d")
    assert service.current(table).state.drawn == ("Ts", "9d")
    other_process(table, "c2", "9c")
    taps(table, engine.Decide(1, "stand"), *cards("Td"), engine.Collect())
    # A whole round elsewhere, and one here again.
    snapshot.forget()
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    other_process(table, "c3", "Ts", "9d")
    taps(table, *cards("9c"), engine.Decide(1, "stand"), *cards("Td"), engine.Collect())
    assert Table.objects.get().rounds == 2
    assert verify().ok


def test_an_undo_elsewhere_is_seen_here(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d"))
    kept = snapshot.load(Table.objects.get())
    taps(table, engine.Undo())
    snapshot.keep(table, kept)  # as in the process that did not take it back
    assert service.current(table).state.drawn == ("Ts",)


def test_a_row_that_names_another_state_stops_the_dealing(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    Table.objects.update(play_hash="0" * 64)
    with pytest.raises(RecordBroken):
        tap(table, engine.CallBets())
