"""A table whose tablet is not heard from is told apart from a table where nobody plays: its tile says since when."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.staff import tablet_contact
from casino.staff.models import Tablet, TabletHeard
from casino.staff.roles import Role
from rounds.pit import screen
from rounds.pit.alerts import alerts
from tables.models import PitAlert, Table
from tests import floor
from tests.rounds.pit.test_pit import browser, html

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
QUIET = tablet_contact.SILENT + timedelta(seconds=5)


@pytest.fixture
def tablet() -> Client:
    """A tablet at which D-114 deals, last heard from too long ago."""
    floor.open_table(CODE)
    client, boss = Client(), floor.person(Role.GAME_SUPERVISOR)
    client.post("/tablet/enrol/", {"number": boss.number, "pin": floor.PIN, "table_code": CODE})
    client.post("/sign-in/", {"number": floor.dealer().number, "pin": floor.PIN})
    TabletHeard.objects.create(tablet=Tablet.objects.get(), at=timezone.now() - QUIET)
    return client


def of_the_tablet() -> list[alerts.AlertLine]:
    lines = alerts.lines(list(Table.objects.all()), timezone.now())
    return [line for line in lines if line.kind == PitAlert.Kind.TABLET]


def test_the_tile_and_the_list_say_since_when(tablet: Client) -> None:
    (line,) = of_the_tablet()
    assert line.since == TabletHeard.objects.get().at
    page = html(browser(Role.CASINO_SUPERVISOR).get("/pit/"))
    assert page.count("not heard from since") >= 2
    tile = screen.tile(Table.objects.get(), [line])
    assert "silent" in tile.css
    assert tile.listed.startswith("not heard from since")


def test_a_tablet_that_asks_is_heard_from_and_a_quiet_one_is_not_silent(tablet: Client) -> None:
    assert tablet.get(f"/table/{CODE}/now").status_code == 200
    assert of_the_tablet() == []  # nothing is dealt there, and it is well


def test_a_locked_screen_is_not_silent(tablet: Client) -> None:
    tablet.post("/lock/")
    assert of_the_tablet() == []


def test_a_table_without_a_dealer_or_without_a_tablet_is_not_silent(tablet: Client) -> None:
    tablet.post("/sign-out/")
    assert of_the_tablet() == []
    tablet.post("/sign-in/", {"number": floor.dealer().number, "pin": floor.PIN})
    assert of_the_tablet() != []
    TabletHeard.objects.all().delete()  # assigned, and not heard from yet
    assert of_the_tablet() == []
