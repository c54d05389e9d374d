"""The pages of the staff: every change is an operations manager's, signed by a second person, recorded, taken once."""

import re
import secrets

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import changes, pin, two_people
from casino.staff.models import Guard, Staff, StaffChange
from casino.staff.roles import Role
from tests.refusing import refused_with
from tests.staff.people import PIN, person, setter_of_two_pits, signed_in

pytestmark = pytest.mark.django_db

SECOND = {"number": "S-07", "pin": PIN}


@pytest.fixture
def manager(db) -> Client:
    """A browser of M-1, who may set up, in a house with two pits and two casino supervisors."""
    return setter_of_two_pits()


def add(client: Client, expect: int = 200, /, **typed: object) -> str:
    form = {"key": secrets.token_hex(6), "person": "D-150", "role": "dealer", **SECOND, **typed}
    answer = client.post("/staff/add", form)
    assert answer.status_code == expect, answer.content.decode()
    return answer.content.decode()


def shown(client: Client, number: str) -> str:
    answer = client.get(f"/staff/{number}/")
    assert answer.status_code == 200
    return answer.context["showed"]


def act(client: Client, number: str, step: str, expect: int = 302, /, **typed: object) -> str:
    form = {"key": secrets.token_hex(6), "step": step, "showed": shown(client, number), **SECOND, **typed}
    answer = client.post(f"/staff/{number}/act", form)
    assert answer.status_code == expect, answer.content.decode()
    return answer.content.decode()


def drawn(page: str) -> str:
    secret = re.search(r'<td class="secret">(\d{6})</td>', page)
    assert secret, page
    return secret[1]


# --- the acts


def test_somebody_new_is_signed_for_by_two_and_chooses_a_pin_first(manager: Client) -> None:
    first = drawn(add(manager, person="g-150", role="game_supervisor", pits=["P1", "P2"]))
    new = Staff.objects.get(number="G-150")
    assert (new.role, new.pits, new.pin_set_by) == (Role.GAME_SUPERVISOR, ["P1", "P2"], "M-1")
    entry = Entry.objects.filter(kind="staff_added").latest("seq")
    assert (entry.actor, '"signed_by":"S-07"' in entry.body, first in entry.body) == ("M-1", True, False)
    change = StaffChange.objects.get(number="G-150")
    assert (change.what, change.set_by, change.seen_by) == ("new", "M-1", "S-07")
    assert not changes.waiting().exists()
    browser = Client()
    browser.post("/sign-in/", {"number": "G-150", "pin": first})
    assert browser.get("/pit/")["Location"].startswith("/pin/")
    assert first not in manager.get("/staff/G-150/").content.decode()
    assert verify().ok


def test_role_pits_and_right_of_set_up_are_changed_together(manager: Client) -> None:
    person("G-21", Role.GAME_SUPERVISOR, pits=["P1"])
    act(manager, "G-21", "powers", role="operations_manager", pits=["P1", "P2"], sets_up="yes")
    changed = Staff.objects.get(number="G-21")
    assert (changed.role, changed.pits, changed.is_superuser) == (Role.OPERATIONS_MANAGER, ["P1", "P2"], True)
    assert StaffChange.objects.get(number="G-21").what == "role, set-up rights"
    entries = Entry.objects.filter(kind="staff_changed").count()
    act(manager, "G-21", "powers", role="operations_manager", pits=["P2", "P1"], sets_up="yes")
    assert (
        Entry.objects.filter(kind="staff_changed").count() == entries
    )  # nothing changes: nothing is written
    assert verify().ok


def test_the_right_of_set_up_goes_with_the_role_that_sets_up(manager: Client) -> None:
    person("M-2", Role.OPERATIONS_MANAGER, is_superuser=True)
    for page in (
        act(manager, "M-2", "powers", 409, role="dealer", sets_up="yes"),
        add(manager, 409, role="dealer", sets_up="yes"),
    ):
        assert refused_with(page) == ("staff.sets_up_role", "")
        assert "sets_up_error" in page
    assert Staff.objects.get(number="M-2").role == Role.OPERATIONS_MANAGER
    assert not Staff.objects.filter(number="D-150").exists()
    # A row that has it all the same, from before, opens nothing.
    person("D-151", Role.DEALER, is_superuser=True)
    dealer = signed_in("D-151")
    assert dealer.get("/admin/login/").status_code == 403
    assert dealer.get("/admin/staff/staff/").status_code == 302
    assert dealer.get("/staff/").status_code == 403


def test_a_forgotten_pin_is_drawn_again_and_ends_the_lock_out(manager: Client) -> None:
    person("D-114")
    browser = Client()
    for _ in range(pin.WRONG_TRIES):
        browser.post("/sign-in/", {"number": "D-114", "pin": "0000"})
    assert Guard.objects.filter(subject__startswith="number D-114", locked_until__isnull=False).exists()
    first = drawn(act(manager, "D-114", "pin", 200))
    assert browser.post("/sign-in/", {"number": "D-114", "pin": PIN}).status_code == 401
    assert browser.post("/sign-in/", {"number": "D-114", "pin": first}).status_code == 302
    assert browser.get("/", follow=True).redirect_chain[-1][0].startswith("/pin/")
    assert Staff.objects.get(number="D-114").pin_set_by == "M-1"
    assert not Entry.objects.filter(body__contains=first).exists()
    assert verify().ok


def test_somebody_is_deactivated_and_active_again(manager: Client) -> None:
    person("D-114")
    browser = signed_in("D-114")
    act(manager, "D-114", "deactivate")
    assert not Staff.objects.get(number="D-114").is_active
    assert browser.get("/")["Location"].startswith("/sign-in/")
    assert Client().post("/sign-in/", {"number": "D-114", "pin": PIN}).status_code == 401
    assert "D-114" in manager.get("/staff/?show=inactive").content.decode()
    act(manager, "D-114", "reactivate")
    assert Client().post("/sign-in/", {"number": "D-114", "pin": PIN}).status_code == 302
    assert StaffChange.objects.get(number="D-114").what == "active again"
    assert verify().ok


# --- the second person


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ({"number": ""}, "signature.second_missing"),
        ({"pin": "9999"}, "sign_in.wrong"),
        ({"number": "M-1"}, "signature.alone"),
        ({"number": "G-21"}, "staff.role_cannot_acknowledge"),
        ({"number": "S-09"}, "staff.change_about_self"),
    ],
)
def test_nothing_is_done_without_a_second_person_who_may(manager: Client, second: dict, code: str) -> None:
    person("G-21", Role.GAME_SUPERVISOR)
    person("S-09", Role.CASINO_SUPERVISOR)
    before = Entry.objects.filter(kind="staff_changed").count()
    for step in ("powers", "pin", "deactivate"):
        page = act(manager, "S-09", step, 409, role="dealer", **second)
        assert refused_with(page) == (code, "")
        assert "field-wrong" in page
    if code != "staff.change_about_self":
        assert refused_with(add(manager, 409, **second)) == (code, "")
    assert Entry.objects.filter(kind="staff_changed").count() == before
    assert not Staff.objects.filter(number="D-150").exists()
    assert Staff.objects.get(number="S-09").is_active


def test_who_was_set_up_by_the_first_does_not_sign_beside_him(manager: Client) -> None:
    person("D-114")
    first = drawn(act(manager, "S-08", "pin", 200))
    assert refused_with(act(manager, "D-114", "deactivate", 409, number="S-08", pin=first)) == (
        "signer.pin_set_by_other",
        "",
    )
    Staff.objects.filter(number="S-08").update(pin_set_by="")
    assert refused_with(act(manager, "D-114", "deactivate", 409, number="S-08", pin=first)) == (
        "signer.set_up",
        "",
    )
    assert two_people.why_not_together("S-08", "M-1") is not None
    act(manager, "D-114", "deactivate")


# --- who may, and from which page


def test_nobody_changes_what_the_house_has_of_himself(manager: Client) -> None:
    page = manager.get("/staff/M-1/")
    assert "<button" not in page.content.decode().partition("<main")[2]
    for step in ("powers", "pin", "deactivate"):
        assert refused_with(act(manager, "M-1", step, 409, role="dealer")) == ("staff.about_self", "")
    assert Staff.objects.get(number="M-1").is_superuser


def test_an_operations_manager_without_the_right_looks_and_changes_nothing(manager: Client) -> None:
    person("M-2", Role.OPERATIONS_MANAGER)
    other = signed_in("M-2")
    assert "staff/add" not in other.get("/staff/").content.decode()
    assert refused_with(act(other, "S-08", "deactivate", 409)) == ("house.role", "")
    assert refused_with(add(other, 409)) == ("house.role", "")
    assert Staff.objects.get(number="S-08").is_active


def test_a_page_that_is_behind_changes_nothing_and_says_who_did(manager: Client) -> None:
    person("G-21", Role.GAME_SUPERVISOR, pits=["P1"])
    old = shown(manager, "G-21")
    act(manager, "G-21", "powers", role="game_supervisor", pits=["P2"])
    page = act(manager, "G-21", "powers", 409, role="casino_supervisor", pits=["P1"], showed=old)
    assert refused_with(page) == ("page.outdated", "")
    assert "M-1 at" in page
    assert "S-07" in page
    assert Staff.objects.get(number="G-21").role == Role.GAME_SUPERVISOR
    assert refused_with(act(manager, "G-21", "deactivate", 409, showed="")) == ("page.unknown", "")


def test_a_pin_that_was_set_meanwhile_is_not_overwritten_unseen(manager: Client) -> None:
    person("D-114")
    old = shown(manager, "D-114")
    first = drawn(act(manager, "D-114", "pin", 200))
    assert refused_with(act(manager, "D-114", "pin", 409, showed=old)) == ("page.outdated", "")
    assert Staff.objects.get(number="D-114").check_password(first)


def test_the_same_form_twice_does_it_once(manager: Client) -> None:
    person("D-114")
    old = shown(manager, "D-114")
    first = drawn(act(manager, "D-114", "pin", 200, key="k-1", showed=old))
    again = act(manager, "D-114", "pin", 302, key="k-1", showed=old)
    assert first not in again
    assert Staff.objects.get(number="D-114").check_password(first)
    drawn(add(manager, key="k-2"))
    add(manager, 302, key="k-2")
    assert Entry.objects.filter(kind="staff_added", body__contains="D-150").count() == 1
    # The same key with other contents is another form.
    assert refused_with(add(manager, 409, key="k-2", pits=["P1"])) == ("request.sent_before", "")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"person": ""}, "house.cell_empty"),
        ({"person": "nobody"}, "house.staff_number"),
        ({"person": "S-07"}, "house.person_there"),
        ({"role": ""}, "house.cell_empty"),
        ({"role": "emperor"}, "house.choice"),
        ({"pits": ["P9"]}, "house.pit_unknown"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_stays_typed(
    manager: Client, typed: dict, code: str
) -> None:
    page = add(manager, 409, **{"person": "D-151", **typed})
    assert refused_with(page) == (code, "")
    assert 'id="new-' in page
    assert "_error" in page
    assert PIN not in page


def test_an_unknown_person_has_no_page_and_an_unknown_step_is_refused(manager: Client) -> None:
    for number in ("D-999", "x", "D-1'--"):
        assert manager.get(f"/staff/{number}/").status_code == 404
    answer = manager.post("/staff/S-08/act", {"step": "delete", **SECOND})
    assert answer.status_code == 404


def test_the_list_is_sieved_and_searched(manager: Client) -> None:
    for number in ("D-114", "D-115"):
        person(number)
    page = manager.get("/staff/?show=dealer").context
    assert [row.person.number for row in page["rows"]] == ["D-114", "D-115"]
    assert [row.person.number for row in manager.get("/staff/?number=d-115").context["rows"]] == ["D-115"]
    assert manager.get("/staff/?number=%00&show=x").status_code in (200, 400)
    looks = signed_in("S-07")
    assert looks.get("/staff/").status_code == looks.get("/staff/D-114/").status_code == 200
