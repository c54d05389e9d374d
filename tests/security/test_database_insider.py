"""Who can write every row of the database, but has none of the keys, signs in as nobody else and is found out."""

import getpass

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.staff.sessions import row_of
from tests.floor import behind_the_database
from tests.staff.people import PIN, person, signed_in

pytestmark = pytest.mark.django_db

OTHER_PIN = "8053"


@pytest.fixture
def house():
    """A dealer whose PIN is known to the insider, and a manager who may set up."""
    boss = Staff.objects.create_superuser("M-1", OTHER_PIN)
    return person("D-102"), boss


def faults():
    return [(fault.chain, fault.what, fault.message) for fault in verify().faults]


def test_insider_a_hash_copied_to_another_number_opens_nothing_and_is_found(house):
    dealer, boss = house
    Staff.objects.filter(pk=boss.pk).update(password=dealer.password)
    assert Client().post("/sign-in/", {"number": "M-1", "pin": PIN}).status_code == 401
    [(chain, what, message)] = faults()
    assert (chain, what) == ("house", "row")
    assert f"staff {boss.pk}: password" in message
    assert dealer.password not in message


def test_insider_a_hash_made_without_the_pepper_opens_nothing(house, settings):
    boss, pepper = house[1], settings.PIN_PEPPER
    settings.PIN_PEPPER = "a guess at the pepper " * 4
    boss.set_pin(PIN)  # all else as the house does it
    Staff.objects.filter(pk=boss.pk).update(password=boss.password)
    settings.PIN_PEPPER = pepper
    assert Client().post("/sign-in/", {"number": "M-1", "pin": PIN}).status_code == 401
    assert len(faults()) == 1


@pytest.mark.parametrize("hasher", ["Argon2PasswordHasher", "PBKDF2PasswordHasher", "ScryptPasswordHasher"])
def test_insider_a_hash_of_another_kind_opens_nothing(house, hasher):
    from django.contrib.auth import hashers

    other_hasher = getattr(hashers, hasher)()
    Staff.objects.filter(number="M-1").update(password=other_hasher.encode(PIN, other_hasher.salt()))
    assert Client().post("/sign-in/", {"number": "M-1", "pin": PIN}).status_code == 401


def test_insider_the_record_has_no_hash_to_try_pins_against(house):
    boss = house[1]
    bodies = "".join(Entry.objects.values_list("body", flat=True))
    assert boss.password.rsplit("$", 1)[1] not in bodies
    assert boss.password not in bodies
    assert "password" in bodies


def test_insider_a_session_copied_to_another_browsers_row_signs_nobody_in(house):
    mine, bosses = signed_in("D-102"), Client()
    bosses.post("/sign-in/", {"number": "M-1", "pin": OTHER_PIN})
    assert bosses.get("/admin/staff/staff/").status_code == 200
    stolen = Session.objects.get(session_key=row_of(bosses.session.session_key)).session_data
    rows = Session.objects.filter(session_key=row_of(mine.session.session_key))
    assert rows.update(session_data=stolen) == 1
    assert mine.get("/admin/staff/staff/").status_code == 302
    assert mine.get("/")["Location"].startswith("/sign-in/")
    assert bosses.get("/admin/staff/staff/").status_code == 200


def test_insider_what_the_database_has_of_a_session_is_not_a_cookie(house):
    bosses = Client()
    bosses.post("/sign-in/", {"number": "M-1", "pin": OTHER_PIN})
    assert bosses.get("/admin/").status_code == 200
    with connection.cursor() as cursor:
        cursor.execute("SELECT session_key FROM django_session UNION SELECT screen FROM staff_staff")
        stored = [key for (key,) in cursor.fetchall()]
    assert bosses.session.session_key not in stored
    for key in stored:
        thief = Client()
        thief.cookies["sessionid"] = key
        assert thief.get("/admin/staff/staff/").status_code == 302


def test_insider_a_session_does_not_follow_its_row_to_another_number(house):
    mine = signed_in("D-102")
    with behind_the_database():
        Staff.objects.filter(number="M-1").update(number="M-2")
        Staff.objects.filter(number="D-102").update(
            number="M-1", role=Role.OPERATIONS_MANAGER, is_superuser=True
        )
    assert mine.get("/admin/staff/staff/").status_code == 302
    assert mine.get("/")["Location"].startswith("/sign-in/")


def test_a_pin_that_is_set_by_a_command_is_in_the_record(house, monkeypatch):
    monkeypatch.setattr(getpass, "getpass", lambda prompt="": "9305")
    call_command("changepassword", "D-102")
    assert Staff.objects.get(number="D-102").check_password("9305")
    assert Entry.objects.latest("at", "seq").kind == "staff_changed"
    assert faults() == []


def test_a_hash_that_is_renewed_is_in_the_record(house, settings):
    settings.PASSWORD_HASHERS = ["tests.staff.test_hash_renewal.CostlierArgon2"]
    before = Staff.objects.get(number="D-102").password
    signed_in("D-102")
    assert Staff.objects.get(number="D-102").password != before
    assert faults() == []
