"""A dealer who comes to another tablet of a table asks who deals there; he answers, or the table passes without him."""

from typing import Any

import pytest
from django.test import Client, override_settings

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.models import Table
from tests import floor
from tests.floor import PIN
from tests.refusing import refused_with

pytestmark = pytest.mark.django_db

CODE = "BJ-01"
OLD, NEW = "D-114", "D-131"


@pytest.fixture
def dealing() -> Client:
    """The tablet at which D-114 deals; D-131 and the supervisor G-21 are there."""
    floor.open_table(CODE)
    floor.dealer(), floor.person(Role.DEALER, NEW)
    return tablet(OLD)


def tablet(number: str = "") -> Client:
    """A tablet that is assigned to the table, and signed in if a number is given."""
    client, boss = Client(), floor.person(Role.GAME_SUPERVISOR)
    client.post("/tablet/enrol/", {"number": boss.number, "pin": PIN, "table_code": CODE})
    if number:
        client.post("/sign-in/", {"number": number, "pin": PIN})
    return client


@pytest.fixture
def asking(dealing: Client) -> Client:
    """The other tablet, where D-131 has signed in and waits."""
    client = tablet()
    answer = client.post("/sign-in/", {"number": NEW, "pin": PIN})
    assert answer["Location"] == "/take-over/"
    return client


def dealer() -> str:
    return Table.objects.get(code=CODE).dealer


def answer(client: Client, word: str, newcomer: str = NEW, key: str = "k-1") -> Any:
    return client.post(f"/table/{CODE}/take-over", {"do": word, "newcomer": newcomer, "key": key})


def take(client: Client) -> Any:
    return client.post("/take-over/", {"do": "take"})


def test_who_deals_sees_who_asks_and_nothing_passes_before_the_answer(
    dealing: Client, asking: Client
) -> None:
    assert f"{NEW} asks to take this table over" in dealing.get(f"/table/{CODE}/").text
    assert f"{OLD} deals there and was asked at" in asking.get("/take-over/").text
    assert take(asking)["Location"] == "/take-over/"
    assert dealer() == OLD
    asking.post("/sign-in/", {"number": NEW, "pin": PIN})  # the same question, once
    assert Entry.objects.filter(chain=CODE, kind="take_over_asked").count() == 1


def test_with_yes_the_table_passes_and_who_dealt_reads_who_has_it(dealing: Client, asking: Client) -> None:
    assert answer(dealing, "yes").status_code == 200
    assert answer(dealing, "yes").status_code == 200  # the same tap again
    assert "asks to take this table over" not in dealing.get(f"/table/{CODE}/").text
    assert f"{NEW} takes {CODE} over" in asking.get("/take-over/").text
    assert take(asking)["Location"] == "/"
    assert asking.get("/")["Location"] == f"/table/{CODE}/"
    displaced = dealing.get(f"/table/{CODE}/")
    assert displaced.status_code == 403
    assert f"{NEW} took over {CODE} at" in displaced.text
    entries = list(Entry.objects.filter(chain=CODE, kind__startswith="take_over").order_by("seq"))
    assert [(entry.kind, entry.actor) for entry in entries] == [
        ("take_over_asked", NEW), ("take_over_answered", OLD),
    ]  # fmt: skip
    assert Table.objects.get(code=CODE).newcomer == ""
    assert verify().ok


def test_with_no_the_table_does_not_pass(dealing: Client, asking: Client) -> None:
    answer(dealing, "no")
    assert f"{OLD} does not hand {CODE} over" in asking.get("/take-over/").text
    with override_settings(TAKE_OVER_SECONDS=0):  # a no is an answer, however long ago
        take(asking)
    assert dealer() == OLD
    asking.post("/sign-in/", {"number": NEW, "pin": PIN})  # asked once more
    assert "asks to take this table over" in dealing.get(f"/table/{CODE}/").text
    assert verify().ok


@override_settings(TAKE_OVER_SECONDS=0)
def test_without_an_answer_in_the_house_s_time_it_passes(asking: Client) -> None:
    assert f"{OLD} has not answered" in asking.get("/take-over/").text
    take(asking)
    assert dealer() == NEW
    entry = Entry.objects.filter(chain=CODE, kind="signed_on").latest("seq")
    assert entry.detail.startswith(f"{NEW} deals at {CODE} ({OLD} was asked at")
    assert verify().ok


def test_a_locked_screen_is_not_asked(dealing: Client) -> None:
    dealing.post("/lock/")
    assert tablet(NEW).get("/")["Location"] == f"/table/{CODE}/"


def test_who_asks_while_the_screen_is_locked_meanwhile_waits_no_longer(
    dealing: Client, asking: Client
) -> None:
    dealing.post("/lock/")
    assert take(asking)["Location"] == "/"
    assert dealer() == NEW


def test_a_supervisor_of_the_pit_allows_it_by_his_pin(asking: Client) -> None:
    boss = floor.person(Role.GAME_SUPERVISOR)
    allow = {"do": "allow", "number": boss.number, "pin": PIN}
    assert asking.post("/take-over/", allow | {"pin": "9999"}).status_code == 401
    refused = asking.post("/take-over/", allow | {"number": OLD})
    assert (refused.status_code, dealer()) == (403, OLD)
    assert refused_with(refused.text) == ("take_over.role_cannot_allow", "VIC03-1.2")
    Staff.objects.create_user("G-22", PIN, role=Role.GAME_SUPERVISOR, pits=["P9"])
    assert asking.post("/take-over/", allow | {"number": "G-22"}).status_code == 403
    assert dealer() == OLD
    assert asking.post("/take-over/", allow)["Location"] == "/"
    entry = Entry.objects.filter(chain=CODE, kind="signed_on").latest("seq")
    assert (entry.actor, entry.detail) == (NEW, f"{NEW} deals at {CODE} (allowed by {boss.number})")
    assert verify().ok


def test_who_asks_does_not_answer_and_the_answer_is_of_that_dealer_alone(
    dealing: Client, asking: Client
) -> None:
    assert answer(asking, "yes")["Location"].startswith("/sign-in/")
    assert Table.objects.get(code=CODE).newcomer_answer == ""
    refused = answer(dealing, "yes", newcomer="D-136")
    assert (refused["Table-Answer"], Table.objects.get(code=CODE).newcomer_answer) == ("refused", "")
    assert Client().get("/take-over/").status_code == 200
    assert take(Client()).status_code == 403
