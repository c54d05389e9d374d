"""The demonstration's house: made once, printed each time, and ready to deal at once."""

import io
from collections import Counter
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.rulebooks import BOOKS
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import engine
from tables.demonstration.house import FREE, HEATS, MOST, PITS, STAFF, TABLES, layouts
from tables.management.commands.seed_demo import people
from tables.models import Pit, Table
from tests import floor
from tests.floor import tap
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


def seeded() -> str:
    made_once("demonstration", lambda: call_command("seed_demo", "--quiet"))
    out = io.StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


def test_it_says_who_is_there_and_where_to_go() -> None:
    printed = seeded()
    for person in STAFF:
        assert f"{person.number} {person.pin}" in printed
    for layout in TABLES:
        assert layout.code in printed
    assert {person.role for person in Staff.objects.all()} == set(Role.values)
    assert Pit.objects.count() == 2
    assert all(Staff.objects.get(number=person.number).check_password(person.pin) for person in STAFF)


def test_a_second_time_changes_nothing() -> None:
    first = seeded()
    count = Entry.objects.count()
    assert seeded() == first
    assert (Entry.objects.count(), Table.objects.count()) == (count, len(TABLES) + len(HEATS))
    assert verify().ok


def test_a_hand_can_be_dealt_at_once_at_a_free_table() -> None:
    seeded()
    assert len(FREE) >= 2
    for code in FREE:
        minimum = Table.objects.get(code=code).live["limits"]["main"][0]
        assert tap(code, engine.PlaceWager(1, "A", minimum), Staff.objects.get(number="D-114")).ok


def test_its_tables_show_every_book_and_most_versions() -> None:
    printed = seeded()
    assert {table.book for table in Table.objects.all()} == set(BOOKS)
    games = {(table.book, table.game) for table in Table.objects.all()}
    assert len(games) >= 10
    assert {("VIC03", "crown_pontoon"), ("ACT96", "triple_play"), ("NZ", "player_select")} <= games
    offered = {(table.book, offer[0]) for table in Table.objects.all() for offer in table.offers}
    assert {book for book, _ in offered} == set(BOOKS)
    assert len(offered) >= 16
    assert "with Perfect Pairs, 21 + 3, Top 3" in printed
    assert any(table.offers == [] for table in Table.objects.all())
    assert len(TABLES) == 12
    assert Table.objects.filter(elections__auto_shuffler="yes", state="open").exists()
    assert Table.objects.filter(elections__limits="player", state="open").exists()
    assert any(50 in table.chips and 250 in table.chips for table in Table.objects.all())
    for code in FREE:
        assert Table.objects.get(code=code).book == "VIC03"
    assert "ACT96  Triple Play" in printed
    assert "upper_min=100" in printed


@pytest.mark.long
def test_over_an_older_demonstration_what_is_there_stays() -> None:
    """A database from before the other books: eight Victorian tables, one of them with a round in hand."""
    people()
    floor.open_table("BJ-01")
    floor.open_table("BJ-02")
    floor.set_up("BJ-08")
    assert tap("BJ-02", engine.PlaceWager(1, "A", 2500)).ok
    printed = seeded()
    assert Table.objects.count() == len(TABLES) + len(HEATS)
    assert (Table.objects.get(code="BJ-02").game, Table.objects.get(code="BJ-08").book) == (
        "blackjack",
        "VIC03",
    )
    assert "BJ-02  VIC03  Blackjack" in printed
    assert tap("BJ-02", engine.PlaceWager(1, "A", 2500)).ok
    assert seeded() == printed
    assert verify().ok


def test_one_link_ties_the_browser_to_a_table_in_the_demonstration_only(
    client: Client, settings: Any
) -> None:
    seeded()
    assert client.get("/pit/demo-tablet/BJ-99/").status_code == 404
    answer = client.get("/pit/demo-tablet/BJ-07/", follow=True)
    assert answer.redirect_chain[-1][0] == "/sign-in/"
    answer = client.post("/sign-in/", {"number": "D-114", "pin": "1140"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/table/BJ-07/"
    assert Table.objects.get(code="BJ-07").dealer == "D-114"
    settings.DEMO = False
    assert client.get("/pit/demo-tablet/BJ-07/").status_code == 404
    with pytest.raises(CommandError, match="demonstration only"):
        seeded()


def test_a_floor_of_sixty_goes_on_from_the_twelve() -> None:
    house = layouts(60)
    assert house[:12] == TABLES
    assert [table.code for table in house[12:]] == [f"BJ-{number}" for number in range(13, 61)]
    assert {table.pit for table in house} == set(dict(PITS))
    dealers = [table.dealer for table in house if table.dealer]
    assert len(dealers) == len(set(dealers))
    # A controller serves four tables at most (NZ-3.5(a)); only Madness 21 has one.
    served = Counter(table.controller for table in house for bet in table.bets if bet.bet == "madness_21")
    assert sum(served.values()) == 5
    assert max(served.values()) <= 4
    # A house that has fewer is the beginning of one that has more, so it can grow.
    assert layouts(MOST)[:60] == house


@pytest.mark.long
def test_a_table_beyond_the_twelve_has_a_dealer_who_signs_in_nowhere() -> None:
    seeded()
    call_command("seed_demo", tables=13, quiet=True)
    assert Table.objects.count() == 13 + len(HEATS)
    dealer = layouts(13)[-1].dealer
    assert not Staff.objects.get(number=dealer).has_usable_password()
    report = verify()
    assert report.ok, report.first


@pytest.mark.parametrize("count", [0, 11, 100])
def test_a_floor_too_small_or_too_large_is_refused(count: int) -> None:
    with pytest.raises(CommandError, match="Between 12 and 99 tables"):
        call_command("seed_demo", tables=count)


@pytest.mark.long
def test_a_pit_that_is_renamed_behind_the_record_is_named() -> None:
    seeded()
    assert verify().ok
    with floor.behind_the_database():
        Pit.objects.filter(code="P1").update(name="Elsewhere")
    assert [fault.chain for fault in verify().faults] == ["house"]


def test_the_record_of_limits_names_bets_as_people_do() -> None:
    seeded()
    details = set(Entry.objects.filter(kind="limits_changed").values_list("detail", flat=True))
    assert any(detail.startswith("Perfect Pairs $") for detail in details)
    assert not [detail for detail in details if "_" in detail]
