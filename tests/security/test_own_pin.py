"""A PIN opens the session of the person whose PIN it is, and no other: at every locked screen, for every pair of
roles."""

import json

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Staff
from casino.staff.roles import Role
from tests.refusing import refused_with
from tests.staff.people import PIN, kinds, person

pytestmark = pytest.mark.django_db

SUPERVISORS = {Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER}


@pytest.fixture
def pairs():
    """Two people of each role: those whose screens are locked (…1), and those who come to them (…2)."""
    letters = dict(zip(Role.values, "DGCMVIT", strict=True))
    return {
        role: (person(f"{letter}-1", role), person(f"{letter}-2", role)) for role, letter in letters.items()
    }


def locked_screen(who: Staff) -> Client:
    client = Client()
    assert client.post("/sign-in/", {"number": who.number, "pin": PIN}).status_code == 302
    client.post("/lock/")
    return client


def screen_of(client: Client) -> str:
    """Whose session the browser holds: "" if it holds none."""
    pk = client.session.get("_auth_user_id")
    return Staff.objects.get(pk=pk).number if pk else ""


@pytest.mark.clause("VIC03-1.2")
@pytest.mark.parametrize("comes", Role.values)
def test_insider_nobody_unlocks_the_screen_of_another(pairs, comes):
    for whose in Role.values:
        owner, other = pairs[whose][0], pairs[comes][1]
        client = locked_screen(owner)
        answer = client.post("/unlock/", {"number": other.number, "pin": PIN})
        assert answer.status_code == 403
        refused = refused_with(answer.text)
        assert refused in [(code, "VIC03-1.2") for code in ("session.locked_by_other", "session.you_may_end")]
        for page in ("/", "/tablets/", "/audit/", "/pit/"):
            assert client.get(page).headers["Location"].startswith("/unlock/"), (whose, comes, page)
        assert client.get("/admin/").status_code == 302
    assert not Entry.objects.filter(kind="screen_unlocked").exists()


@pytest.mark.clause("VIC03-1.2")
@pytest.mark.parametrize("comes", Role.values)
def test_insider_a_supervisor_ends_the_session_of_another_in_the_own_name_and_nobody_else_does(pairs, comes):
    for whose in Role.values:
        owner, other = pairs[whose][0], pairs[comes][1]
        client = locked_screen(owner)
        answer = client.post("/unlock/", {"number": other.number, "pin": PIN, "do": "end"})
        if comes in SUPERVISORS:
            assert (answer.status_code, answer["Location"]) == (302, "/sign-in/")
            assert screen_of(client) == ""
            entry = Entry.objects.get(kind="session_ended", actor=other.number, body__contains=owner.number)
            assert entry.role == comes
            ended = Entry.objects.filter(kind="signed_out").latest("at", "seq")
            assert (ended.actor, json.loads(ended.body)["by"]) == (owner.number, other.number)
        else:
            assert answer.status_code == 403
            assert client.get("/").headers["Location"].startswith("/unlock/")
    assert verify().ok


def test_insider_somebodys_own_pin_unlocks_or_ends_his_own_session(pairs):
    for whose in Role.values:
        owner = pairs[whose][0]
        client = locked_screen(owner)
        assert client.post("/unlock/", {"number": owner.number, "pin": PIN}).status_code == 302
        assert screen_of(client) == owner.number
        client.post("/lock/")
        assert client.post("/unlock/", {"number": owner.number, "pin": PIN, "do": "end"}).status_code == 302
        assert screen_of(client) == ""
    assert {who for kind, who in kinds("house") if kind == "session_ended"} == set()


def test_insider_a_locked_screen_is_signed_out_with_a_pin_only(pairs):
    owner = pairs[Role.DEALER][0]
    client = locked_screen(owner)
    assert client.post("/sign-out/")["Location"] == "/unlock/"
    assert screen_of(client) == owner.number
    assert ("signed_out", owner.number) not in kinds("house")


def test_insider_who_signs_in_over_a_locked_screen_goes_on_in_the_own_name(pairs):
    owner, other = pairs[Role.SURVEILLANCE][0], pairs[Role.GAME_SUPERVISOR][1]
    client = locked_screen(owner)
    assert client.post("/sign-in/", {"number": other.number, "pin": PIN}).status_code == 302
    assert screen_of(client) == other.number
    assert client.get("/audit/").status_code == 403
    ended = Entry.objects.get(kind="signed_out")
    assert (ended.actor, json.loads(ended.body)["by"]) == (owner.number, other.number)
