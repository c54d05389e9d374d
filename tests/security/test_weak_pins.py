"""No way of giving somebody a PIN takes one that a guesser tries first."""

import io

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from casino.staff.models import Staff
from casino.staff.roles import Role
from tests.staff.people import person, signed_in

pytestmark = pytest.mark.django_db

WEAK = [
    "1111",
    "000000",
    "1234",
    "4321",
    "9876",
    "345678",
    "1212",
    "4747",
    "2010",
    "12",
    "12ab",
    "",
    "1" * 13,
    "１２３９",
]


@pytest.mark.parametrize("pin", WEAK)
def test_insider_no_door_makes_a_weak_pin(pin, monkeypatch):
    with pytest.raises(ValidationError):
        Staff.objects.create_user("D-2010", pin)
    with pytest.raises(ValidationError):
        Staff.objects.create_superuser("M-2010", pin)
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", pin)
    with pytest.raises((ValidationError, CommandError)):
        call_command("createsuperuser", number="M-2010", interactive=False, stdout=io.StringIO())
    boss = Staff.objects.create_superuser("A-1", "4711")
    for change in (boss.set_pin, boss.set_password):
        with pytest.raises(ValidationError):
            change(pin if pin != "2010" else "1")
    form = {"number": "D-2010", "role": "dealer", "is_active": "on", "pin": pin}
    assert signed_in("A-1").post("/admin/staff/staff/add/", form).status_code in (200, 400)
    assert set(Staff.objects.values_list("number", flat=True)) == {"A-1"}


def test_a_pin_that_a_guesser_does_not_try_first_is_taken():
    for number, pin in (("D-1", "4711"), ("D-2", "1140"), ("D-3", "112233"), ("D-4", "2468")):
        assert Staff.objects.create_user(number, pin).check_password(pin)
    assert person("S-1", Role.GAME_SUPERVISOR).check_password("4711")
