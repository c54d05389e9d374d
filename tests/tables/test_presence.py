"""A dealer deals at one table, and a table has one dealer; two who change places do not wait for each other."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import engine
from tables.floor import dealers
from tables.models import Table
from tests import floor
from tests.floor import AT, PIN, tap

FIRST, SECOND = "BJ-01", "BJ-02"


def two_tables() -> tuple[Staff, Staff]:
    floor.open_table(FIRST)
    floor.open_table(SECOND)
    return floor.dealer(), floor.person(Role.DEALER, "D-131")


def dealers_at_tables() -> dict[str, str]:
    return dict(Table.objects.values_list("code", "dealer"))


def tablet_at(code: str, dealer: Staff) -> Client:
    client = Client()
    boss = floor.person(Role.GAME_SUPERVISOR)
    client.post("/tablet/enrol/", {"number": boss.number, "pin": PIN, "table_code": code})
    client.post("/sign-in/", {"number": dealer.number, "pin": PIN})
    return client


@pytest.mark.django_db
def test_who_comes_to_a_table_leaves_the_other() -> None:
    dealer, _ = two_tables()
    dealers.come_to_table(FIRST, dealer, AT)
    dealers.come_to_table(SECOND, dealer, AT + timedelta(minutes=1))
    assert dealers_at_tables() == {FIRST: "", SECOND: "D-114"}
    assert not Table.objects.get(code=FIRST).sign_confirmed
    entry = Entry.objects.get(chain=FIRST, kind="signed_off")
    assert (entry.actor, entry.detail) == ("D-114", "D-114 leaves BJ-01 and deals at BJ-02")
    assert Table.objects.get(code=FIRST).version == entry.seq
    assert verify().ok


@pytest.mark.django_db
def test_a_tablet_left_signed_in_elsewhere_deals_no_more() -> None:
    dealer, _ = two_tables()
    first = tablet_at(FIRST, dealer)
    assert first.get(f"/table/{FIRST}/").status_code == 200
    second = tablet_at(SECOND, dealer)
    assert second.get(f"/table/{SECOND}/").status_code == 200
    assert dealers_at_tables() == {FIRST: "", SECOND: "D-114"}
    answer = first.get(f"/table/{FIRST}/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/sign-in/")
    assert "D-114 signed in on another screen" in answer.content.decode()
    # Signing out there changes nothing here.
    first.post("/sign-out/")
    assert dealers_at_tables() == {FIRST: "", SECOND: "D-114"}
    assert verify().ok


@pytest.mark.django_db
def test_the_round_in_hand_waits_for_the_next_dealer() -> None:
    dealer, other = two_tables()
    dealers.come_to_table(FIRST, dealer, AT)
    assert tap(FIRST, engine.PlaceWager(1, "A", 1000)).ok is False  # the sign, again
    dealers.come_to_table(SECOND, dealer, AT)
    dealers.come_to_table(FIRST, other, AT)
    assert dealers_at_tables() == {FIRST: "D-131", SECOND: "D-114"}


@pytest.mark.django_db(transaction=True)
def test_two_dealers_who_change_places_at_the_same_instant() -> None:
    first, second = two_tables()
    ready = threading.Barrier(2)

    def move(code: str, dealer: Staff) -> None:
        try:
            ready.wait(10)
            dealers.come_to_table(code, dealer, AT)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        for turn in range(12):
            places = (FIRST, SECOND) if turn % 2 else (SECOND, FIRST)
            moves = [pool.submit(move, code, who) for code, who in zip(places, (first, second), strict=True)]
            for done in moves:
                done.result(30)
            assert dealers_at_tables() == dict(zip(places, ("D-114", "D-131"), strict=True))
    assert verify().ok
