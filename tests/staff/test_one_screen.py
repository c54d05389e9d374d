"""Who acts is signed in on one screen; who only watches on as many as there are walls."""

import json
from typing import Any

import pytest
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import approvals, one_screen
from casino.staff.models import Staff
from casino.staff.roles import LADDER, Role
from tests import floor
from tests.refusing import refused_with
from tests.staff.people import PIN, kinds, person, signed_in, tablet_at

pytestmark = pytest.mark.django_db


def tries(number: str, client: Client | None = None, **more: str) -> tuple[Client, int, str]:
    client = client or Client()
    answer = client.post("/sign-in/", {"number": number, "pin": PIN, **more})
    return client, answer.status_code, answer.content.decode()


def inside(client: Client) -> bool:
    return client.get("/tablets/").status_code == 200


@pytest.mark.parametrize("role", [*LADDER[1:], Role.TOURNAMENT_DIRECTOR])
def test_a_second_screen_is_asked_first_and_then_ends_the_first(role: str) -> None:
    person("S-07", role)
    first = signed_in("S-07")
    second, status, asked = tries("S-07")
    assert status == 409
    assert refused_with(asked) == ("session.on_screen", "")
    assert "S-07" in asked
    assert "127.0.0.1" in asked
    assert 'name="take_over" value="S-07"' in asked
    assert SESSION_KEY in first.session
    assert SESSION_KEY not in second.session
    assert tries("S-07", second, take_over="S-07")[1] == 302
    assert SESSION_KEY not in first.session
    page = first.get("/", follow=True)
    assert page.redirect_chain[-1][0].startswith("/sign-in/")
    assert "S-07 signed in on another screen at" in page.content.decode()
    assert second.get("/sign-in/").content.decode().count("signed in on another screen") == 0
    assert kinds("house") == [("signed_in", "S-07"), ("screen_left", "S-07"), ("signed_in", "S-07")]
    left = Entry.objects.get(kind="screen_left")
    assert left.detail.startswith("S-07 leaves another screen (127.0.0.1) since")
    assert verify().ok


def test_the_word_to_leave_is_of_that_number_alone() -> None:
    person("S-07", Role.CASINO_SUPERVISOR), person("S-08", Role.CASINO_SUPERVISOR)
    first = signed_in("S-07")
    assert tries("S-07", take_over="S-08")[1] == 409
    assert tries("S-07", take_over="yes")[1] == 409
    assert inside(first)


def test_a_wrong_pin_ends_nothing() -> None:
    person("S-07", Role.CASINO_SUPERVISOR)
    first = signed_in("S-07")
    answer = Client().post("/sign-in/", {"number": "S-07", "pin": "9999", "take_over": "S-07"})
    assert answer.status_code == 401
    assert "another screen" not in answer.content.decode()  # nobody learns without the PIN where one is
    assert inside(first)


@pytest.mark.parametrize("role", [Role.SURVEILLANCE, Role.INSPECTOR])
def test_who_only_watches_may_have_many_screens(role: str) -> None:
    person("V-3", role)
    walls = [signed_in("V-3") for _ in range(3)]
    assert all(SESSION_KEY in wall.session and wall.get("/audit/").status_code == 200 for wall in walls)


@pytest.fixture
def two_screens(settings: Any) -> None:
    settings.TWO_SCREENS = True


@pytest.mark.usefixtures("two_screens")
@pytest.mark.parametrize("role", one_screen.ROLES_ON_TWO)
def test_a_house_that_allows_it_has_a_supervisor_on_a_wall_and_at_a_desk(role: str) -> None:
    person("S-07", role)
    wall, desk = signed_in("S-07"), signed_in("S-07")
    assert inside(wall)
    assert inside(desk)
    assert [inside(signed_in("S-07", desk)), inside(wall)] == [True, True]
    assert [inside(signed_in("S-07", wall)), inside(desk)] == [True, True]
    wall, desk = desk, wall  # in the order of their last sign-in
    # A third is asked about, and ends the older of the two.
    third, status, _asked = tries("S-07")
    assert status == 409
    assert tries("S-07", third, take_over="S-07")[1] == 302
    assert [inside(screen) for screen in (wall, desk, third)] == [False, True, True]
    # Who signs out at one keeps the other, and may open a second again.
    third.post("/sign-out/")
    again = signed_in("S-07")
    assert [inside(screen) for screen in (desk, third, again)] == [True, False, True]
    assert verify().ok


@pytest.mark.usefixtures("two_screens")
@pytest.mark.parametrize("role", [Role.DEALER, Role.TOURNAMENT_DIRECTOR])
def test_nobody_else_has_two(role: str) -> None:
    person("D-114", role)
    first = signed_in("D-114")
    signed_in("D-114", take_over="D-114")
    assert SESSION_KEY not in first.session


@pytest.mark.usefixtures("two_screens")
def test_who_deals_is_at_one_place() -> None:
    floor.open_table("BJ-07")
    boss, tablet = floor.person(Role.GAME_SUPERVISOR), Client()
    enrol = {"table_code": "BJ-07", "number": floor.casino_supervisor().number, "pin": floor.PIN}
    tablet.post("/tablet/enrol/", enrol)
    wall, over = signed_in(boss.number, pin=floor.PIN), {"number": boss.number, "pin": floor.PIN}
    assert tablet.post("/change-dealer/", over).status_code == 409
    assert tablet.post("/change-dealer/", {**over, "take_over": boss.number}).status_code == 302
    assert not inside(wall)
    desk = Client()
    assert desk.post("/sign-in/", over).status_code == 409  # he deals at the tablet


@pytest.mark.usefixtures("two_screens")
def test_a_new_pin_ends_the_other_screen() -> None:
    someone = person("S-07", Role.CASINO_SUPERVISOR)
    wall, desk = signed_in("S-07"), signed_in("S-07")
    assert desk.post("/pin/", {"pin": PIN, "new": "80513", "again": "80513"}).status_code == 302
    assert [inside(wall), inside(desk)] == [False, True]
    assert someone.number == "S-07"


def test_a_signature_at_a_tablet_signs_nobody_in() -> None:
    person("S-07", Role.CASINO_SUPERVISOR), person("D-114")
    dashboard, tablet = signed_in("S-07"), signed_in("D-114", tablet_at("BJ-07"))
    assert approvals.by_pin("S-07", PIN, "10.0.0.7").number == "S-07"
    tablet.post("/lock/")
    tablet.post("/unlock/", {"number": "S-07", "pin": PIN})
    tablet_at("BJ-08")
    assert inside(dashboard)
    assert tablet.session[SESSION_KEY] == str(Staff.objects.get(number="D-114").pk)


def test_after_a_sign_out_or_an_end_of_the_session_nobody_is_asked() -> None:
    person("S-07", Role.CASINO_SUPERVISOR)
    signed_in("S-07").post("/sign-out/")
    second = signed_in("S-07")
    second.session.flush()
    assert inside(signed_in("S-07"))


def test_on_the_same_screen_nobody_is_asked() -> None:
    person("S-07", Role.CASINO_SUPERVISOR)
    first = signed_in("S-07")
    assert inside(signed_in("S-07", first))


def test_a_session_that_is_written_back_opens_nothing() -> None:
    """A request of the old screen was under way while its person went: it writes its session as it was."""
    person("S-07", Role.CASINO_SUPERVISOR)
    first = signed_in("S-07")
    key, was = first.session.session_key, dict(first.session.items())
    second = signed_in("S-07", take_over="S-07")
    back = one_screen.store(key)
    back.update(was)
    back.save()
    assert HASH_SESSION_KEY in one_screen.store(key)
    assert not inside(first)
    assert inside(second)


@pytest.mark.clause("VIC03-1.2")
def test_a_supervisor_who_takes_a_table_over_leaves_the_dashboard_by_a_word() -> None:
    floor.open_table("BJ-07")
    boss, dealer = floor.person(Role.GAME_SUPERVISOR), floor.dealer()
    dashboard, tablet = Client(), Client()
    dashboard.post("/sign-in/", {"number": boss.number, "pin": floor.PIN})
    enrol = {"table_code": "BJ-07", "number": floor.casino_supervisor().number, "pin": floor.PIN}
    tablet.post("/tablet/enrol/", enrol)
    tablet.post("/sign-in/", {"number": dealer.number, "pin": floor.PIN})
    over = {"number": boss.number, "pin": floor.PIN}
    answer = tablet.post("/change-dealer/", over)
    assert answer.status_code == 409
    assert tablet.session[SESSION_KEY] == str(dealer.pk)
    assert tablet.post("/change-dealer/", {**over, "take_over": boss.number}).status_code == 302
    assert not inside(dashboard)
    # He leaves the table for a dashboard: the table waits for its next dealer.
    desk = Client()
    answer = desk.post("/sign-in/", over)
    assert "the tablet of BJ-07" in answer.content.decode()
    assert desk.post("/sign-in/", {**over, "take_over": boss.number}).status_code == 302
    assert tablet.get("/table/BJ-07/").status_code == 302
    left = Entry.objects.filter(chain="BJ-07", kind="signed_off").latest("seq")
    assert (left.actor, left.detail) == (boss.number, f"{boss.number} leaves BJ-07")
    assert verify().ok


def test_a_dealer_is_moved_at_once_and_the_record_has_it() -> None:
    person("S-07", Role.CASINO_SUPERVISOR), person("D-114")
    first = signed_in("D-114", tablet_at("BJ-07"))
    second = signed_in("D-114", tablet_at("BJ-08"))
    assert SESSION_KEY not in first.session
    assert SESSION_KEY in second.session
    assert first.session["moved"]["to"] == "BJ-08"
    body = json.loads(Entry.objects.get(kind="screen_left").body)
    assert body["number"] == "D-114"
