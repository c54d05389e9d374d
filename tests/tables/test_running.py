"""What a notice announced comes about by itself: between rounds, at the time that it names, without a tap."""

import re
from datetime import datetime, timedelta

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from tables.floor import scheduled_changes
from tables.models import Closure, Sign, SignChange, Table
from tables.opening import closing_notices
from tables.signs import signs
from tests import floor
from tests.floor import AT, cards, tap, taps

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def minimum() -> int:
    return Sign.objects.get(table__code=CODE).minimum


def notice(at: datetime = AT, new: int = 2500) -> SignChange:
    boss = floor.casino_supervisor()
    return signs.put_up(CODE, minimum=new, change_at=at + minutes(20), by=boss, at=at)


def played_until_collection(at: datetime) -> None:
    taps(CODE, engine.PlaceWager(1, "A", 1000), engine.CallBets(), *cards("Ts 9d 9c"))
    taps(CODE, engine.Decide(1, "stand"), *cards("Td"))


@pytest.mark.clause("VIC03-6.4", "VIC03-6.1-FN2-66(2)")
def test_with_no_round_in_hand_it_is_in_force_at_its_time_and_not_before() -> None:
    floor.open_table()
    put_up = notice()
    assert not scheduled_changes.apply_due_changes(CODE, AT + minutes(19.99))
    assert minimum() == 1000
    assert scheduled_changes.apply_due_changes(CODE, AT + minutes(20))
    assert minimum() == 2500
    assert not scheduled_changes.apply_due_changes(CODE, AT + minutes(21))  # once
    entry = Entry.objects.filter(kind="limits_changed").latest("seq")
    body = msgspec.json.decode(entry.body)
    assert (entry.actor, entry.clause) == (put_up.put_up_by, "VIC03-6.4")
    assert (body["by_itself"], body["notice"], body["after"]) == (True, put_up.pk, [2500, 50000, 0])
    assert Table.objects.get().live["running"] == []
    assert verify().ok


@pytest.mark.clause("VIC03-6.4")
def test_a_round_in_hand_goes_on_and_its_end_brings_it_in_force() -> None:
    floor.open_table()
    notice()
    played_until_collection(AT)
    assert not scheduled_changes.apply_due_changes(CODE, AT + minutes(25))
    assert (minimum(), service.current(CODE).setup.main_sign.minimum) == (1000, 1000)
    answer = tap(CODE, engine.Collect(), at=AT + minutes(25))
    # In the transaction of that tap, whose answer has the version after it.
    assert (answer.ok, minimum(), answer.version) == (True, 2500, Table.objects.get().version)
    assert service.current(CODE).setup.main_sign.minimum == 2500
    assert verify().ok


@pytest.mark.clause("VIC03-6.4")
def test_a_round_that_ends_before_the_time_leaves_the_sign_alone() -> None:
    floor.open_table()
    notice()
    played_until_collection(AT)
    tap(CODE, engine.Collect(), at=AT + minutes(19))
    assert minimum() == 1000
    # Nobody looked since: the next wager is judged by the sign that the notice named.
    tap(CODE, engine.PlaceWager(1, "A", 2500), at=AT + minutes(21))
    assert service.current(CODE).setup.main_sign.minimum == 2500


@pytest.mark.clause("VIC03-6.4")
def test_a_change_by_notice_is_seen_without_a_tap() -> None:
    floor.open_table()
    notice(timezone.now() - minutes(20))
    client = Client()
    client.post("/sign-in/", {"number": floor.person(Role.SURVEILLANCE).number, "pin": floor.PIN})
    assert "$25" in client.get("/pit/now?pit=P1").content.decode()
    assert minimum() == 2500


@pytest.mark.clause("VIC03-6.4")
def test_a_table_shows_how_long_it_is_until_then() -> None:
    floor.open_table()
    at = timezone.now()
    put_up = notice(at)
    boss = floor.casino_supervisor()
    closing_notices.announce(CODE, close_at=at + minutes(45), by=boss, at=at)
    client = Client()
    client.post("/sign-in/", {"number": boss.number, "pin": floor.PIN})
    tablet, pit = (client.get(page).content.decode() for page in ("/table/BJ-07/", "/pit/P1/"))
    until = put_up.change_at.isoformat()
    assert re.search(rf'Minimum \$25 <b data-until="{re.escape(until)}" data-then="now">', tablet)
    assert "Closes <b data-until=" in tablet
    assert f'data-until="{until}"' in pit
    assert "closes" in pit


@pytest.mark.clause("VIC03-17.7")
def test_a_table_closes_by_itself_when_the_time_of_its_notice_has_come() -> None:
    floor.open_table()
    boss = floor.casino_supervisor()
    closing_notices.announce(CODE, close_at=AT + minutes(20), by=boss, at=AT)
    played_until_collection(AT)
    scheduled_changes.apply_due_changes(CODE, AT + minutes(30))
    assert Table.objects.get().state == "open"  # the round is finished first
    tap(CODE, engine.Collect(), at=AT + minutes(30))
    assert Table.objects.get().state == "closing"
    assert Closure.objects.get().state == "in_force"
    entry = Entry.objects.get(kind="table_closing")
    assert (entry.actor, entry.clause) == (boss.number, "VIC03-17.7")
    answer = tap(CODE, engine.PlaceWager(1, "A", 2500), at=AT + minutes(31))
    assert answer.refusal is not None


@pytest.mark.clause("NZ-1.1-B01")
def test_a_minimum_that_no_longer_goes_with_the_game_is_taken_down_and_that_is_recorded() -> None:
    """An ante of 2.50 is an eighth of 20; the set-up was changed to 5 while the notice hung."""
    setup = {"book": "NZ", "game": "ante_up", "decks": 8, "boxes": 7, "seats": 7}
    floor.open_table(CODE, sign=(2000, 50000, 0), elections={"ante": "2.50"}, **setup)
    notice(new=2500)
    Table.objects.update(elections={"ante": "5"})
    assert scheduled_changes.apply_due_changes(CODE, AT + minutes(20))
    assert minimum() == 2000
    assert SignChange.objects.get().state == "taken_down"
    assert "does not come into force" in Entry.objects.get(kind="notice_down").detail
