"""Guessing at PINs: it locks out nobody at a device of the house, slows who guesses, and the pit is told."""

import io
import json
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import devices
from casino.staff import pin as pins
from casino.staff.devices import Place
from casino.staff.models import Guard, GuessAlert, Staff
from casino.staff.refusals import SignInRefused
from casino.staff.roles import Role
from tests.staff.people import PIN, person, signed_in, tablet_at

pytestmark = pytest.mark.django_db

NINE = datetime(2026, 11, 27, 21, 0, tzinfo=UTC)
STRANGER = "10.9.9.9"
BOSSES = ("G-21", "G-22", "S-07", "S-08")


@pytest.fixture
def house():
    for number in BOSSES:
        person(number, Role.GAME_SUPERVISOR)
    person("D-114"), person("D-115")
    return Staff.objects.create_superuser("M-1", PIN)


def post(client, number, pin=PIN, page="/sign-in/", **more):
    return client.post(page, {"number": number, "pin": pin, **more}).status_code


def attempt(number, pin=PIN, *, where=STRANGER, at=NINE):
    try:
        return pins.check(number, pin, where, at=at).number
    except SignInRefused as refusal:
        return refusal.code.removeprefix("sign_in.")


def guess(*numbers, times=5):
    stranger = Client(REMOTE_ADDR=STRANGER)
    return [post(stranger, number, "0000") for number in numbers for _ in range(times)]


def test_outsider_guesses_lock_nobody_out_of_a_desk_or_a_tablet_of_the_house(house):
    desk, tablet, manager = signed_in("S-07"), tablet_at("BJ-07"), signed_in("M-1")
    for client in (desk, manager):
        client.post("/sign-out/")
    assert set(guess(*BOSSES, "M-1", "D-114")[4::5]) == {429}
    assert post(Client(REMOTE_ADDR="10.0.0.1"), "G-21") == 429  # on a device that nobody has signed in on
    assert post(desk, "S-07") == 302
    assert post(desk, "S-08", take_over="S-08") == 302  # never signed in there; the desk is the house's
    assert post(manager, "M-1") == 302
    assert post(tablet, "D-114") == 302
    assert post(tablet, "G-22", page="/tablet/enrol/", table_code="BJ-08") == 302


def test_outsider_a_supervisor_still_signs_at_the_table(house):
    tablet = signed_in("D-114", tablet_at("BJ-07"))
    guess("G-21")
    request_place = Place("127.0.0.1", tablet=1)
    assert attempt("G-21", where=request_place, at=datetime.now(UTC)) == "G-21"
    tablet.post("/lock/")
    assert post(tablet, "D-114", page="/unlock/") == 302


def test_outsider_a_made_up_device_cookie_is_not_accepted(house):
    for value in ("x", "abcd~S-07", "abcd~S-07:x:y", "~" * 300, "9" * 5000, ""):
        stranger = Client()
        stranger.cookies[devices.COOKIE] = value
        assert devices.of_cookies({devices.COOKIE: value}) == ("", ())
        assert post(stranger, "S-07", "0000") in (401, 429)
    assert {row.subject for row in Guard.objects.filter(subject__startswith="number S-07")} == {"number S-07"}


def test_the_device_cookie_is_signed_out_of_reach_of_scripts_and_says_who_signed_in(house):
    desk = signed_in("S-07")
    desk.post("/sign-out/")
    signed_in("G-21", desk)
    cookie = desk.cookies[devices.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    _, numbers = devices.of_cookies({devices.COOKIE: cookie.value})
    assert numbers == ("S-07", "G-21")
    Staff.objects.filter(number="S-07").update(is_active=False)
    assert devices.of_cookies({devices.COOKIE: cookie.value}) == ("", ())


def test_insider_who_has_his_browser_remembered_again_has_no_more_guesses(house):
    """Each browser of D-115's own counts as the same: five tries at S-07, not five a browser."""
    answers = []
    for _ in range(3):
        browser = signed_in("D-115", take_over="D-115")
        browser.post("/sign-out/")
        answers += [post(browser, "S-07", "0000") for _ in range(2)]
    assert answers == [401] * 4 + [429] * 2
    assert post(signed_in("D-114"), "S-07", "0000") == 401  # another one's browser: it counts by itself


def test_outsider_guesses_are_shown_in_the_pit_until_a_supervisor_has_seen_them(house):
    guess("G-21")
    alert = GuessAlert.objects.get()
    assert (alert.kind, alert.number, alert.source) == ("number", "G-21", f"address {STRANGER}")
    boss = signed_in("S-07")
    page = boss.get("/pit/").text
    assert "PIN · number locked" in page
    assert STRANGER in page
    assert "data-alarm" in page
    address = f"/pit/guesses/{alert.pk}/acknowledge"
    assert signed_in("D-114").post(address).status_code == 403
    assert boss.post(address).status_code == 302
    assert boss.post(address).status_code == 302  # sent again: recorded once
    assert STRANGER not in boss.get("/pit/").text
    entry = Entry.objects.get(kind="alert_acknowledged")
    assert (entry.chain, entry.actor) == ("house", "S-07")
    assert json.loads(Entry.objects.get(kind="locked_out").body)["address"] == STRANGER
    assert verify().ok
    guess("G-22")
    assert GuessAlert.objects.filter(seen_at=None).count() == 1  # again: another line


def test_outsider_guesses_at_many_numbers_lock_where_they_come_from(house):
    spray = [f"D-{n}" for n in range(1, 8)]  # seven numbers are somebody's slips
    assert [attempt(number, "0000", at=NINE + timedelta(minutes=n)) for n, number in enumerate(spray)] == [
        "wrong"
    ] * 7
    assert attempt("S-07", "0000", at=NINE + timedelta(minutes=8)) == "wrong"  # the eighth
    assert attempt("S-07", at=NINE + timedelta(minutes=8, seconds=59)) == "often"
    assert attempt("S-07", where="10.0.0.2", at=NINE + timedelta(minutes=8, seconds=30)) == "S-07"
    assert attempt("S-07", at=NINE + timedelta(minutes=9, seconds=1)) == "S-07"
    alert = GuessAlert.objects.get()
    assert (alert.kind, alert.source) == ("source", f"address {STRANGER}")
    # Another eight: five minutes this time.
    for n in range(8):
        attempt(f"G-9{n}", "0000", at=NINE + timedelta(minutes=10, seconds=n))
    assert attempt("S-07", at=NINE + timedelta(minutes=14)) == "often"
    assert attempt("S-07", at=NINE + timedelta(minutes=15, seconds=8)) == "S-07"
    assert Entry.objects.filter(kind="guessing").count() == 2
    assert verify().ok


def test_outsider_wrong_tries_all_over_the_house_are_told(house, monkeypatch):
    monkeypatch.setattr(pins, "HOUSE_WRONG", 12)
    for n in range(14):
        assert attempt(f"D-{n}", "0000", where=f"10.1.0.{n}", at=NINE + timedelta(seconds=n)) == "wrong"
    alert = GuessAlert.objects.get()
    assert (alert.kind, alert.source) == ("house", "house")
    assert Entry.objects.filter(kind="guessing").count() == 1


def test_right_tries_use_up_nothing_of_what_a_pit_shares(house, settings):
    settings.SIGN_IN_TRIES_PER_ADDRESS = 5
    for n in range(20):
        assert attempt(BOSSES[n % 4], at=NINE + timedelta(seconds=n)) == BOSSES[n % 4]
    wrong = [attempt(f"D-{n}", "0000", at=NINE + timedelta(seconds=30 + n)) for n in range(6)]
    assert wrong == ["wrong"] * 5 + ["often"]


def test_a_strangers_flood_from_the_address_of_the_house_shuts_no_device_of_the_house(house, settings):
    settings.SIGN_IN_TRIES_PER_ADDRESS = 5
    desk = signed_in("S-07")
    desk.post("/sign-out/")
    stranger = Client()  # behind the same address
    for n in range(7):
        post(stranger, f"X-{n}", "0000")
    assert post(stranger, "S-08") == 429
    assert post(desk, "S-07") == 302


def test_known_and_unknown_numbers_are_answered_and_counted_alike(house):
    known, unknown = guess("G-21", times=7), guess("Q-77", times=7)
    assert known == unknown == [401] * 4 + [429] * 3
    assert GuessAlert.objects.filter(kind="number").count() == 2


def test_a_lock_is_lifted_by_a_command_at_the_server(house):
    guess("M-1")
    assert post(Client(), "M-1") == 429
    out = io.StringIO()
    call_command("lift_lock", "m1", by="S-07", stdout=out)
    assert out.getvalue() == "M-1: the lock is lifted.\n"
    assert post(Client(), "M-1") == 302
    entry = Entry.objects.get(kind="lock_out_lifted")
    assert (entry.actor, json.loads(entry.body)["number"]) == ("S-07", "M-1")
    for arguments in (["M-1", "--by", "Q-1"], [], ["M-1", "--address", STRANGER]):
        with pytest.raises(CommandError):
            call_command("lift_lock", *arguments)


def test_the_lock_of_an_address_is_lifted_too(house):
    for n in range(8):
        attempt(f"D-{n}", "0000")
    assert attempt("S-07") == "often"
    assert pins.lift_source(STRANGER, None, NINE)
    assert attempt("S-07") == "S-07"
