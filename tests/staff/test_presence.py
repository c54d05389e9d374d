"""Who is at which screen: sign-in, tablets, quick lock, change of dealer."""

import json
import re

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import signals, tablets
from casino.staff.models import Staff, Tablet
from casino.staff.roles import Role
from casino.staff.signals import dealer_changed
from tests.pages import wrong
from tests.refusing import refused_with
from tests.staff.people import PIN, floor, kinds, person, signed_in, tablet_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(monkeypatch):
    # These tests are about the staff room: which tables exist and who sits at them is the tables' business.
    monkeypatch.setattr(signals.table_codes, "receivers", [])
    monkeypatch.setattr(dealer_changed, "receivers", [])
    return floor()


@pytest.fixture
def changes(people):
    """What the tables room is told: (table, old, new)."""
    changes_of_dealer = []

    def listen(sender, table_code, old, new, at, **kwargs):
        changes_of_dealer.append((table_code, old and old.number, new and new.number))

    dealer_changed.connect(listen, weak=False)
    yield changes_of_dealer
    dealer_changed.disconnect(listen)


def post(client, page, number="D-114", pin=PIN, **more):
    return client.post(page, {"number": number, "pin": pin, **more})


# --- Sign-in ----------------------------------------------------------------------------------------------------


def test_signing_in_and_out_is_recorded(people):
    client = signed_in("S-07")
    client.post("/sign-out/")
    assert kinds("house") == [("signed_in", "S-07"), ("signed_out", "S-07")]
    entry = Entry.objects.get(kind="signed_in")
    assert (entry.role, json.loads(entry.body)["address"]) == ("game_supervisor", "127.0.0.1")
    assert client.get("/").status_code == 302
    assert verify().ok


@pytest.mark.parametrize(
    ("role", "place"),
    [
        (Role.GAME_SUPERVISOR, "/pit/"), (Role.CASINO_SUPERVISOR, "/pit/"), (Role.OPERATIONS_MANAGER, "/pit/"),
        (Role.SURVEILLANCE, "/audit/"), (Role.INSPECTOR, "/audit/"),
    ],
)  # fmt: skip
def test_each_is_sent_to_the_own_work(people, role, place):
    client = signed_in(people[role].number)
    assert client.get("/").headers["Location"] == place


def test_a_dealer_without_a_table_is_told_what_to_do(people):
    answer = signed_in("D-114").get("/")
    assert answer.status_code == 200
    assert "assigned to none" in answer.text
    assert "/tablet/enrol/" in answer.text


def test_a_wrong_pin_says_so_and_keeps_the_number_only(people):
    answer = post(Client(), "/sign-in/", pin="9753")
    assert answer.status_code == 401
    assert 'role="alert"' in answer.text
    assert "D-114" in answer.text
    assert "9753" not in answer.text
    assert list(wrong(answer.text)) == ["pin"]
    for _ in range(4):
        answer = post(Client(), "/sign-in/", pin="9753")
    assert answer.status_code == 429
    assert "locked" in answer.text
    assert list(wrong(answer.text)) == ["number"]


def test_the_session_is_new_at_each_sign_in(people):
    client = Client()
    client.get("/sign-in/")
    signed_in("D-114", client)
    first = client.cookies["sessionid"].value
    assert client.cookies["sessionid"]["httponly"]
    signed_in("S-07", client)
    assert client.cookies["sessionid"].value != first
    stale = Client()
    stale.cookies["sessionid"] = first
    assert stale.get("/").status_code == 302  # to the sign-in page


def test_after_sign_in_back_to_the_page_that_was_asked_for_if_it_is_ours(people):
    client = Client()
    answer = client.get("/tablets/?x=1")
    assert answer.headers["Location"] == "/sign-in/?next=%2Ftablets%2F%3Fx%3D1"
    assert post(client, "/sign-in/", "S-07", next="/tablets/?x=1").headers["Location"] == "/tablets/?x=1"
    for foreign in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        away = {"next": foreign, "take_over": "S-07"}
        assert post(Client(), "/sign-in/", "S-07", **away).headers["Location"] == "/"


def test_no_form_works_without_its_token(people):
    client = Client(enforce_csrf_checks=True)
    for page in ("/sign-in/", "/sign-out/", "/lock/", "/unlock/", "/change-dealer/", "/tablet/enrol/"):
        assert post(client, page).status_code == 403


def test_who_becomes_inactive_is_out_at_once(people):
    client = signed_in("S-07")
    Staff.objects.filter(number="S-07").update(is_active=False)
    assert client.get("/").headers["Location"].startswith("/sign-in/")


# --- Tablets ----------------------------------------------------------------------------------------------------


def test_a_supervisor_ties_a_tablet_and_the_dealer_goes_to_its_table(people, changes):
    client = tablet_at("BJ-07")
    answer = post(client, "/sign-in/")
    assert client.get(answer.headers["Location"]).headers["Location"] == "/table/BJ-07/"
    assert changes == [("BJ-07", None, "D-114")]
    assert kinds("BJ-07") == [("tablet_enrolled", "S-07"), ("signed_on", "D-114")]


def test_the_cookie_is_signed_and_the_database_has_only_a_hash(people):
    client = tablet_at()
    cookie = client.cookies[tablets.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert int(cookie["max-age"]) > 300 * 24 * 3600
    tablet = Tablet.objects.get()
    assert tablet.token_hash not in cookie.value
    assert cookie.value.split(":")[0] not in tablet.token_hash
    other_end = "E" if cookie.value.endswith("A") else "A"
    for forged in (cookie.value[:-1] + other_end, cookie.value.split(":")[0], "x", ""):
        other = Client()
        other.cookies[tablets.COOKIE] = forged
        assert "not assigned to a table" in other.get("/sign-in/").text


@pytest.mark.clause("VIC03-1.2")
@pytest.mark.parametrize("role", [Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR, Role.TOURNAMENT_DIRECTOR])
def test_only_a_supervisor_ties_a_tablet(people, role):
    answer = post(Client(), "/tablet/enrol/", people[role].number, table_code="BJ-07")
    assert answer.status_code == 403
    assert wrong(answer.text) == {"number": ("tablet.role_cannot_assign", "VIC03-1.2")}
    assert not Tablet.objects.exists()


def test_a_table_that_is_not_set_up_is_refused(people):
    signals.table_codes.connect(lambda **_: ["BJ-07"], weak=False)
    answer = post(Client(), "/tablet/enrol/", "S-07", table_code="BJ-99")
    assert answer.status_code == 403
    assert wrong(answer.text) == {"table_code": ("tablet.no_such_table", "")}
    assert 'name="number" value="S-07"' in answer.text
    assert PIN not in answer.text
    assert post(Client(), "/tablet/enrol/", "S-07", table_code="BJ 07").status_code == 403
    assert post(Client(), "/tablet/enrol/", "S-07", table_code="bj-07").status_code == 302


def test_assigning_it_elsewhere_unassigns_it_here_and_signs_the_dealer_off(people, changes):
    client = signed_in(client=tablet_at("BJ-07"))
    post(client, "/tablet/enrol/", "S-07", table_code="BJ-08")
    assert [(tablet.table_code, tablet.revoked_by) for tablet in Tablet.objects.order_by("pk")] == [
        ("BJ-07", "S-07"),
        ("BJ-08", ""),
    ]
    assert kinds("BJ-08") == [("tablet_enrolled", "S-07")]
    assert client.get("/").headers["Location"].startswith("/sign-in/")


def test_an_unassigned_tablet_deals_no_more(people, changes):
    client = signed_in(client=tablet_at())
    tablet = Tablet.objects.get()
    supervisor = signed_in("S-07")
    assert f"/tablets/{tablet.pk}/unassign/" in supervisor.get("/tablets/").text
    assert "Unassign it from BJ-07" in supervisor.post(f"/tablets/{tablet.pk}/unassign/").text
    assert kinds("BJ-07")[-1] != ("tablet_revoked", "S-07")  # asked, and nothing done yet
    assert supervisor.post(f"/tablets/{tablet.pk}/unassign/", {"sure": "yes"}).status_code == 302
    assert "assigned to none" in client.get("/").text
    assert kinds("BJ-07")[-1] == ("tablet_revoked", "S-07")
    supervisor.post(f"/tablets/{tablet.pk}/unassign/", {"sure": "yes"})
    assert kinds("BJ-07").count(("tablet_revoked", "S-07")) == 1
    dealer = signed_in("D-114")
    assert dealer.get("/tablets/").status_code == 403
    assert dealer.post(f"/tablets/{tablet.pk}/unassign/").status_code == 403


# --- Quick lock -------------------------------------------------------------------------------------------------


def locked(people):
    client = signed_in(client=tablet_at())
    assert client.post("/lock/").headers["Location"] == "/unlock/"
    return client


def test_a_locked_screen_shows_nothing_and_the_dealer_stays_on_the_table(people, changes):
    client = locked(people)
    assert client.get("/").headers["Location"].startswith("/unlock/")
    assert changes == [("BJ-07", None, "D-114")]
    assert kinds("BJ-07")[-1] == ("screen_locked", "D-114")
    client.post("/lock/")
    assert [kind for kind, _ in kinds("BJ-07")].count("screen_locked") == 1


def test_whose_screen_it_is_unlocks_it(people):
    client = locked(people)
    assert post(client, "/unlock/").status_code == 302
    assert client.get("/").headers["Location"] == "/table/BJ-07/"
    assert kinds("BJ-07")[-1] == ("screen_unlocked", "D-114")


def test_a_wrong_pin_leaves_it_locked(people):
    client = locked(people)
    assert post(client, "/unlock/", pin="0000").status_code == 401
    assert client.get("/").headers["Location"].startswith("/unlock/")


def test_htmx_is_sent_to_the_page_instead_of_swapping_it_in(people):
    client = signed_in("S-07")
    assert client.post("/lock/", headers={"HX-Request": "true"}).headers["HX-Redirect"] == "/unlock/"
    answer = client.get("/tablets/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (401, "/unlock/")
    answer = Client().get("/tablets/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (401, "/sign-in/")


# --- Change of dealer -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("screen", ["open", "locked", "signed out"])
def test_the_next_dealer_takes_over(people, changes, screen):
    person("D-115")
    client = signed_in(client=tablet_at())
    if screen == "locked":
        client.post("/lock/")
    elif screen == "signed out":
        client.post("/sign-out/")
    assert post(client, "/change-dealer/", "D-115").status_code == 302
    assert client.get("/").headers["Location"] == "/table/BJ-07/"
    if screen == "signed out":
        assert changes[1:] == [("BJ-07", "D-114", None), ("BJ-07", None, "D-115")]
    else:
        assert changes[1:] == [("BJ-07", "D-114", "D-115")]
    assert kinds("BJ-07")[-2:] == [("signed_off", "D-114"), ("signed_on", "D-115")]
    assert [who for kind, who in kinds("house") if kind == "signed_out"] == ["D-114"]
    assert verify().ok


@pytest.mark.clause("VIC03-1.2")
def test_a_supervisor_may_deal_and_the_record_says_as_what(people, changes):
    client = signed_in(client=tablet_at())
    post(client, "/change-dealer/", "S-07")
    assert client.get("/").headers["Location"] == "/table/BJ-07/"
    entry = Entry.objects.filter(kind="signed_on").latest("at", "seq")
    assert (entry.actor, entry.role, entry.acting_as) == ("S-07", "game_supervisor", "dealer")
    assert entry.clause == "VIC03-1.2"


@pytest.mark.parametrize("number", ["V-03", "I-05", "T-09"])
def test_who_only_watches_does_not_take_over(people, changes, number):
    client = signed_in(client=tablet_at())
    answer = post(client, "/change-dealer/", number)
    assert answer.status_code == 403
    assert refused_with(answer.text) == ("dealer.role_cannot_deal", "VIC03-1.2")
    assert changes == [("BJ-07", None, "D-114")]
    assert client.get("/").headers["Location"] == "/table/BJ-07/"


def test_without_a_tied_tablet_there_is_no_table_to_take_over(people):
    answer = post(Client(), "/change-dealer/")
    assert answer.status_code == 403
    assert refused_with(answer.text) == ("tablet.not_assigned", "")


def test_what_the_tables_refuse_changes_nothing(people):
    client = signed_in(client=tablet_at())
    person("D-115")
    before = kinds("BJ-07")

    def refuse(sender, **kwargs):
        raise ValueError("the table is closed")

    dealer_changed.connect(refuse, weak=False)
    try:
        with pytest.raises(ValueError, match="closed"):
            post(client, "/change-dealer/", "D-115")
    finally:
        dealer_changed.disconnect(refuse)
    assert kinds("BJ-07") == before
    assert client.get("/").headers["Location"] == "/table/BJ-07/"


def test_the_tables_are_told_before_the_chain_is_locked(people):
    """The order of locks: the table's row first. A receiver that finds the chain locked could deadlock."""
    client, seen = tablet_at(), []

    def listen(sender, table_code, **kwargs):
        assert connection.in_atomic_block
        with transaction.atomic():
            seen.append([kind for kind, _ in kinds(table_code)])

    dealer_changed.connect(listen, weak=False)
    signed_in(client=client)
    dealer_changed.disconnect(listen)
    assert seen == [["tablet_enrolled"]]


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"pin": "9753"}, "pin"),
        ({"new": "12"}, "new"),
        ({"new": PIN, "again": PIN}, "new"),
        ({"again": "80514"}, "again"),
    ],
)
def test_what_is_wrong_with_an_own_pin_is_said_beside_it_and_no_pin_comes_back(people, sent, field):
    given = {"pin": PIN, "new": "80513", "again": sent.get("new", "80513")} | sent
    answer = signed_in("S-07").post(reverse("own_pin"), given)
    assert list(wrong(answer.text)) == [field]
    assert not re.search(r'type="password"[^>]* value=', answer.text)
