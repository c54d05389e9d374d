"""From each line of the pit's list, and from each alert of the desk, to the round that it is about, in one tap."""

import re

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.staff.roles import Role
from rounds import engine
from rounds.surveillance.alerts import rules
from rounds.surveillance.alerts.matching import raise_alerts
from tables.disputes import disputes
from tests import floor
from tests.rounds.surveillance.compare.test_facts import EXCESS

pytestmark = pytest.mark.django_db

READS = (Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER, Role.SURVEILLANCE, Role.INSPECTOR)


def client_of(role: str) -> Client:
    client = Client()
    client.post("/sign-in/", {"number": floor.person(role).number, "pin": floor.PIN})
    return client


def links_of(client: Client) -> list[str]:
    """Where the lines of the pit's list lead that are about a round."""
    return re.findall(r'href="(/pit/table/BJ-07/round/[^"]+)"', client.get("/pit/now").content.decode())


def shown_step(client: Client, address: str) -> str:
    """What the page says of the step that it shows."""
    answer = client.get(address, follow=True)
    assert answer.status_code == 200
    page = answer.content.decode()
    (step,) = re.findall(r'<li data-step="\d+" data-say="([^"]*)"[^>]* aria-current="step"', page)
    return step


def excess() -> None:
    """A card is drawn in excess at a table of the United Kingdom, and waits for its signature."""
    floor.open_table("BJ-07", book="UK", decks=6, chips=[100, 500, 2500, 10000], boxes=7)
    floor.taps(
        "BJ-07", engine.PlaceWager(1, "A", 5000), engine.CallBets(), *floor.cards("Ts 6d 9h"),
        engine.Decide(1, "stand"), EXCESS,
    )  # fmt: skip


@pytest.mark.parametrize("role", READS)
def test_what_went_wrong_opens_its_round_where_it_is_reported(role: str) -> None:
    excess()
    asked = floor.tap("BJ-07", engine.Approve(str(Role.CASINO_SUPERVISOR), "discard"))
    assert asked.approval_id is not None
    client = client_of(role)
    (link,) = set(links_of(client))
    assert shown_step(client, link).startswith("irregularity")


@pytest.mark.parametrize("role", READS)
def test_what_waits_for_a_word_opens_its_round_where_it_is_asked(role: str) -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    asked = floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    assert asked.approval_id is not None
    floor.taps("BJ-07", engine.PlaceWager(4, "B", 5000))
    client = client_of(role)
    (link,) = set(links_of(client))
    answer = client.get(link)
    entry = Entry.objects.get(kind="approval_asked")
    assert answer["Location"] == f"/audit/round/BJ-07/1/?seq={entry.seq}"
    assert "asked" in shown_step(client, link)
    # A number that no question has, or a text: the round is shown as it ended.
    for ask in ("999", "x", "9" * 40):
        assert client.get(f"/pit/table/BJ-07/round/1/?ask={ask}")["Location"] == "/audit/round/BJ-07/1/"


def test_a_game_supervisor_is_led_to_the_table_and_of_a_dispute_to_its_round() -> None:
    excess()
    floor.tap("BJ-07", engine.Approve(str(Role.CASINO_SUPERVISOR), "discard"))
    client = client_of(Role.GAME_SUPERVISOR)
    (link,) = set(links_of(client))
    assert client.get(link)["Location"] == "/table/BJ-07/watch"
    assert client.get(link, follow=True).status_code == 200
    disputes.raise_dispute(
        "BJ-07", disputes.Complaint("A", "the card", round_no=1, box=1), by=floor.dealer(), at=floor.AT
    )
    of_dispute = [link for link in links_of(client) if "?" not in link]
    assert of_dispute == ["/pit/table/BJ-07/round/1/"]
    assert client.get(of_dispute[0])["Location"] == "/audit/round/BJ-07/1/"
    assert client.get(of_dispute[0], follow=True).status_code == 200
    # Nobody else is led anywhere.
    assert client_of(Role.DEALER).get(link).status_code == 403
    assert client_of(Role.SURVEILLANCE).get("/pit/table/BJ-07/round/9/").status_code == 404
    assert client_of(Role.SURVEILLANCE).get("/pit/table/BJ-99/round/1/").status_code == 404


@pytest.mark.parametrize("role", [Role.SURVEILLANCE, Role.INSPECTOR])
def test_an_alert_of_the_desk_opens_its_round_at_the_entry(role: str) -> None:
    reviewer = floor.person(Role.SURVEILLANCE)
    floor.open_table()
    for watch_for in (
        rules.WatchFor("wager", amount=9_999),
        rules.WatchFor("watched", player="F", table="BJ-07"),
    ):
        rules.set_rule(watch_for, by=reviewer, at=floor.AT)
    floor.taps("BJ-07", engine.PlaceWager(4, "F", 10_000), engine.CallBets(), *floor.cards("Ts"))
    assert len(raise_alerts(Entry.objects.filter(chain="BJ-07").order_by("seq"))) == 2
    client = client_of(role)
    links = re.findall(r'href="(/audit/round/BJ-07/1/[^"]*)"', client.get("/alerts/").content.decode())
    assert len(links) == 2
    for link in links:
        assert shown_step(client, link).startswith("called")
    assert client_of(Role.GAME_SUPERVISOR).get("/alerts/").status_code == 403
