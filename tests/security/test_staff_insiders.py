"""What one person sets up of the staff: seen by another, signed beside by nobody for a day, with no PIN he knows."""

from typing import ClassVar

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import approvals, changes
from casino.staff.models import Staff, StaffChange
from casino.staff.roles import Role
from tables.floor import dealers
from tests import floor, pages
from tests.hashers import LightArgon2
from tests.refusing import refused_as
from tests.staff.people import PIN, person, setter_of_two_pits, signed_in

pytestmark = pytest.mark.django_db

OWN = "8053"


@pytest.fixture
def setter(db) -> Client:
    """A browser of M-1, who may set up, beside two casino supervisors."""
    return setter_of_two_pits()


def page_of(number: str) -> str:
    return f"/admin/staff/staff/{Staff.objects.get(number=number).pk}/change/"


def form_of(client: Client, number: str, **typed: object) -> dict[str, object]:
    """What the page of a person would send, with what was typed."""
    form = client.get(page_of(number)).context["adminform"].form
    held = {name: form[name].value() for name in ("role", "pits", "showed")}
    ticked = {name: "on" for name in ("is_active", "is_superuser") if form[name].value()}
    return {"pin": "", **held, **ticked, **typed}


def add(client: Client, number: str, role: str, **typed: object) -> Staff:
    form = {"number": number, "role": role, "is_active": "on", "pin": "4711", **typed}
    answer = client.post("/admin/staff/staff/add/", form)
    assert answer.status_code == 302, answer.content.decode()
    return Staff.objects.get(number=number)


def change(client: Client, number: str, **typed: object) -> None:
    answer = client.post(page_of(number), form_of(client, number, **typed))
    assert answer.status_code == 302, answer.content.decode()


# --- seen by another


def test_what_one_person_sets_up_waits_in_the_pit_for_another(setter: Client) -> None:
    add(setter, "G-98", Role.GAME_SUPERVISOR)
    change(setter, "G-98", role=Role.CASINO_SUPERVISOR, pits=["P1"])
    change(setter, "S-08", pin="9305")
    assert list(StaffChange.objects.values_list("number", "what", "set_by")) == [
        ("G-98", "new", "M-1"), ("G-98", "role", "M-1"), ("S-08", "PIN", "M-1"),
    ]  # fmt: skip
    page = signed_in("S-07").get("/pit/").content.decode()
    assert "Staff · G-98 (game supervisor): new, set up by M-1" in page
    assert verify().ok


def test_reactivation_and_set_up_rights_wait_and_what_takes_powers_away_does_not(setter: Client) -> None:
    person("D-114")
    form = form_of(setter, "D-114")
    form.pop("is_active")
    assert setter.post(page_of("D-114"), form).status_code == 302
    assert not StaffChange.objects.exists()
    change(setter, "D-114", is_active="on", is_superuser="on")
    assert StaffChange.objects.get().what == "active again, set-up rights"
    change(setter, "D-114", pits=["P1"])
    assert StaffChange.objects.count() == 1


def test_who_acknowledges_is_neither_the_setter_nor_the_person_nor_bound_to_them(setter: Client) -> None:
    add(setter, "S-98", Role.CASINO_SUPERVISOR)
    person("G-21", Role.GAME_SUPERVISOR)
    staff_change = StaffChange.objects.get()
    for number, why in (
        ("M-1", "staff.own_change"),
        ("S-98", "staff.change_about_self"),
        ("G-21", "staff.role_cannot_acknowledge"),
    ):
        with refused_as(why):
            changes.acknowledge(staff_change.pk, by=Staff.objects.get(number=number), at=timezone.now())
    # S-08's PIN was set by M-1 today: that is M-1's own word again.
    change(setter, "S-08", pin="9305")
    with refused_as("signer.set_up"):
        changes.acknowledge(staff_change.pk, by=Staff.objects.get(number="S-08"), at=timezone.now())
    client = signed_in("S-07")
    assert client.post(f"/pit/staff/{staff_change.pk}/seen").status_code == 302
    assert client.post(f"/pit/staff/{staff_change.pk}/seen").status_code == 302  # sent again
    with refused_as("staff.change_acknowledged"):
        changes.acknowledge(staff_change.pk, by=Staff.objects.get(number="S-98"), at=timezone.now())
    entry = Entry.objects.get(kind="staff_change_seen")
    assert (entry.actor, entry.chain) == ("S-07", "house")
    assert verify().ok


def test_the_record_gives_the_lines_again(setter: Client) -> None:
    add(setter, "G-98", Role.GAME_SUPERVISOR)
    with floor.behind_the_database():
        StaffChange.objects.update(seen_by="S-07", seen_at=timezone.now())
    assert not verify().ok


def test_who_was_set_up_today_does_not_sign_beside_the_setter(setter: Client) -> None:
    add(setter, "S-98", Role.CASINO_SUPERVISOR)
    Staff.objects.filter(number="S-98").update(pin_set_by="")
    matter = approvals.Matter(kind="command", text="a limit", role=Role.CASINO_SUPERVISOR)
    asked = approvals.ask("BJ-07", matter, asked_by=Staff.objects.get(number="M-1"))
    with refused_as("signer.set_up"):
        approvals.decide(asked, Staff.objects.get(number="S-98"), True)
    approvals.decide(asked, Staff.objects.get(number="S-07"), True)


def test_people_made_at_the_server_wait_too_but_for_the_first(db, monkeypatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", OWN)
    call_command("createsuperuser", number="M-1", interactive=False)
    assert not StaffChange.objects.exists()
    # Who typed the own PIN keeps it.
    assert signed_in("M-1", pin=OWN).get("/pit/").status_code == 200
    call_command("createsuperuser", number="M-2", interactive=False)
    assert StaffChange.objects.values_list("number", "set_by").get() == ("M-2", "")
    assert verify().ok


# --- the own PIN


def chosen(client: Client, old: str = PIN, new: str = OWN, again: str = "", key: str = "") -> object:
    return client.post("/pin/", {"pin": old, "new": new, "again": again or new, "key": key})


def test_people_change_their_own_pin_with_the_old_one(setter: Client) -> None:
    client, elsewhere = signed_in("S-07"), Client()
    assert "/pin/" in client.get("/pit/").content.decode()
    for old, new, again, status in (
        ("9999", OWN, OWN, 401), (PIN, OWN, "8054", 403), (PIN, "1234", "1234", 403), (PIN, PIN, PIN, 403),
        (PIN, "7", "7", 403), (PIN, "x" * 12, "x" * 12, 403),
    ):  # fmt: skip
        answer = client.post("/pin/", {"pin": old, "new": new, "again": again})
        assert answer.status_code == status, (old, new)
        assert OWN not in answer.content.decode()
    assert chosen(client).status_code == 302
    assert client.get("/pit/").status_code == 200
    assert elsewhere.post("/sign-in/", {"number": "S-07", "pin": PIN}).status_code == 401
    entry = Entry.objects.get(kind="pin_changed")
    assert (entry.actor, OWN in entry.body) == ("S-07", False)
    assert verify().ok


def test_it_goes_on_in_one_session_that_is_still_the_persons_screen(setter: Client) -> None:
    client = signed_in("S-07")
    old = client.session.session_key
    chosen(client)
    assert client.session.session_key != old
    # A sign-in elsewhere still finds this screen, and asks first.
    assert Client().post("/sign-in/", {"number": "S-07", "pin": OWN}).status_code == 409


@pytest.mark.parametrize(
    "address",
    ["/", "/pit/", "/audit/", "/admin/", "/table/BJ-07/", "/float/", "/readers/", "/admin/staff/staff/"],
)
def test_a_pin_that_somebody_else_set_opens_only_the_page_to_choose_another(
    setter: Client, address: str
) -> None:
    add(setter, "M-98", Role.OPERATIONS_MANAGER, is_superuser="on")
    client = Client()
    client.post("/sign-in/", {"number": "M-98", "pin": "4711"})
    answer = client.get(address, follow=True)
    assert answer.redirect_chain[-1][0].startswith("/pin/")
    assert "M-1 set this PIN" in answer.content.decode()
    assert client.post("/pit/table/BJ-07/act", {"step": "open"})["Location"] == "/pin/"
    assert client.post("/admin/staff/staff/add/", {"number": "D-1"}).status_code == 302
    assert not Staff.objects.filter(number="D-1").exists()
    assert chosen(client, "4711").status_code == 302
    assert client.get("/pit/").status_code == 200
    assert Staff.objects.get(number="M-98").pin_set_by == ""


def test_a_pin_that_somebody_else_set_signs_nothing_and_ties_no_tablet(setter: Client) -> None:
    floor.set_up("BJ-07")
    add(setter, "G-98", Role.GAME_SUPERVISOR, pits=["P1"])
    with refused_as("signer.pin_set_by_other"):
        approvals.by_pin("G-98", "4711", "10.0.0.7")
    assigned = Client().post("/tablet/enrol/", {"table_code": "BJ-07", "number": "G-98", "pin": "4711"})
    assert assigned.status_code == 403


def test_the_setter_changes_the_own_pin_with_the_old_one_only(setter: Client) -> None:
    answer = setter.post(page_of("M-1"), form_of(setter, "M-1", pin=OWN))
    assert answer.status_code == 200
    assert "Your PIN" in answer.content.decode()
    assert Staff.objects.get(number="M-1").check_password(PIN)


def test_a_pin_of_the_demonstration_stays_as_it_is_printed(db) -> None:
    # Made by a program: nobody has to change it.
    person("S-07", Role.CASINO_SUPERVISOR)
    assert signed_in("S-07").get("/pit/").status_code == 200
    assert not StaffChange.objects.exists()


def test_a_pin_set_by_a_command_is_changed_first(db, monkeypatch) -> None:
    import getpass

    person("S-07", Role.CASINO_SUPERVISOR)
    monkeypatch.setattr(getpass, "getpass", lambda prompt="": "9305")
    call_command("changepassword", "S-07")
    client = Client()
    client.post("/sign-in/", {"number": "S-07", "pin": "9305"})
    assert client.get("/pit/")["Location"].startswith("/pin/")
    assert StaffChange.objects.values_list("what", "set_by").get() == ("PIN", "")
    assert verify().ok


# --- the pits of a person


def test_the_set_up_names_the_pits_and_the_record_has_them(setter: Client) -> None:
    add(setter, "G-98", Role.GAME_SUPERVISOR)
    assert not Staff.objects.get(number="G-98").acts_in("P1")
    change(setter, "G-98", pits=["P1"])
    supervisor = Staff.objects.get(number="G-98")
    assert (supervisor.acts_in("P1"), supervisor.acts_in("P2")) == (True, False)
    assert setter.post(page_of("G-98"), form_of(setter, "G-98", pits=["P9"])).status_code == 200
    boss = Staff.objects.get(number="S-07")
    change(setter, "S-07", pits=[])
    boss.refresh_from_db()
    assert boss.acts_in("P2")
    change(setter, "S-07", pits=["P1"])
    boss.refresh_from_db()
    assert not boss.acts_in("P2")
    assert verify().ok


def test_who_takes_a_table_over_acts_in_its_pit(setter: Client) -> None:
    floor.set_up("BJ-07")
    person("G-98", Role.GAME_SUPERVISOR, pits=["P2"])
    with refused_as("place.other_pit", "VIC03-1.2"):
        dealers.come_to_table("BJ-07", Staff.objects.get(number="G-98"), timezone.now())


@pytest.mark.django_db(transaction=True)
def test_a_new_pin_whose_answer_was_lost_is_told_when_it_is_sent_again() -> None:
    client = signed_in(person("S-07", Role.CASINO_SUPERVISOR).number)
    before = client.cookies["sessionid"].value
    assert chosen(client, key="k").status_code == 302
    recorded = Entry.objects.count()
    client.cookies["sessionid"] = before  # the answer, with the next session, never came
    again = chosen(client, key="k")
    assert (again.status_code, again["Location"]) == (302, "/sign-in/?pin-changed")
    # One line says what is so, and which PIN opens the screen.
    assert client.get(again["Location"]).content.decode().count('role="status"') == 1
    # Another form, sent from the session that has ended, has changed nothing.
    for key in ("another", ""):
        assert chosen(client, key=key)["Location"] == "/sign-in/?pin-sent"
    assert client.get("/sign-in/?pin-sent").content.decode().count('role="status"') == 1
    assert Entry.objects.count() == recorded
    assert signed_in("S-07", pin=OWN, take_over="S-07").get("/pit/").status_code == 200


def test_the_same_page_changes_the_pin_twice() -> None:
    client = signed_in(person("S-07", Role.CASINO_SUPERVISOR).number)
    assert chosen(client, key="k").status_code == 302
    assert chosen(client, old=OWN, new="80514", key="k").status_code == 302
    changes = Entry.objects.filter(kind="pin_changed").order_by("seq")
    assert [entry.key for entry in changes] == ["k", ""]
    assert signed_in("S-07", pin="80514", take_over="S-07").get("/pit/").status_code == 200
    assert verify().ok


class Watched(LightArgon2):
    """Notes whether a transaction was open when a new hash was made."""

    algorithm = "watched"
    inside: ClassVar[list[bool]] = []

    def encode(self, password: str, salt: str) -> str:
        self.inside.append(connection.in_atomic_block)
        return super().encode(password, salt)


@pytest.mark.django_db(transaction=True)
def test_no_new_pin_is_hashed_inside_a_transaction() -> None:
    manager, second = Staff.objects.create_superuser("M-9", PIN), person("S-07", Role.CASINO_SUPERVISOR)
    setter, owner = signed_in(manager.number), signed_in(second.number)
    signed = {"number": second.number, "pin": PIN}
    page = setter.get(f"/staff/{person('D-114').number}/").content.decode()
    form = next(form for form in pages.forms(page) if form.takes("pin"))
    Watched.inside.clear()
    hashers = [f"{__name__}.{Watched.__name__}", "tests.hashers.LightArgon2"]
    with override_settings(PASSWORD_HASHERS=hashers):
        new = {"key": "k", "person": "D-150", "role": "dealer", **signed}
        assert setter.post("/staff/add", new).status_code == 200
        first = setter.post(form.action, form.filled(step="pin", **signed))
        assert first.status_code == 200, first.content.decode()
        assert chosen(owner).status_code == 302
        added = {"number": "D-151", "role": "dealer", "is_active": "on", "pin": "903817"}
        assert setter.post("/admin/staff/staff/add/", added).status_code == 302
        path = f"/admin/staff/staff/{Staff.objects.get(number='D-151').pk}/change/"
        assert setter.post(path, pages.set_up_form(setter, path).filled(pin="903818")).status_code == 302
        assert Staff.objects.get(number="D-151").check_password("903818")
    assert len(Watched.inside) >= 5
    assert not any(Watched.inside)
