"""Whose powers include whose."""

import pytest
from django.core.exceptions import ValidationError

from casino.staff.models import Staff
from casino.staff.roles import LADDER, Role
from tests.staff.people import PIN, floor, person


def at_least(held, expected):
    return Staff(role=held).has_role_at_least(expected)


@pytest.mark.clause("VIC03-1.2", "VIC03-1.1-B02", "VIC03-1.1-B06")
def test_a_higher_role_has_the_powers_of_a_lower_one_and_never_the_reverse():
    for height, held in enumerate(LADDER):
        assert [at_least(held, expected) for expected in LADDER] == [step <= height for step in range(4)]
    assert at_least("game_supervisor", "dealer")
    assert not at_least("dealer", "game_supervisor")
    assert not at_least("game_supervisor", "casino_supervisor")


@pytest.mark.parametrize("apart", ["surveillance", "inspector", "tournament_director"])
def test_roles_off_the_ladder_include_only_themselves(apart):
    for role in Role.values:
        assert at_least(apart, role) == (role == apart)
        assert at_least(role, apart) == (role == apart)


@pytest.mark.clause("VIC03-1.2")
def test_the_record_names_the_role_acted_as_beside_the_actual_one():
    assert Staff(role="game_supervisor").acting_as("dealer") == "dealer"
    assert Staff(role="dealer").acting_as("dealer") == ""


@pytest.mark.django_db
def test_inactive_people_have_no_powers_and_setup_gives_none():
    assert not person("D-9", is_active=False).has_role_at_least("dealer")
    setup = Staff.objects.create_superuser("A-1", PIN, role=Role.INSPECTOR)
    assert setup.is_staff
    assert not setup.has_role_at_least("dealer")
    people = floor()
    assert [role for role, who in people.items() if who.is_read_only] == ["surveillance", "inspector"]


@pytest.mark.django_db
def test_the_pin_is_kept_as_argon2():
    who = person()
    assert who.password.startswith("argon2")
    assert who.check_password(PIN)
    assert not who.check_password("4712")


def test_production_hashes_with_argon2():
    from casino import settings

    assert settings.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("number", "pin", "role"),
    [("114", PIN, "dealer"), ("d-114", PIN, "dealer"), ("D-114", "123", "dealer"),
     ("D-114", "12a4", "dealer"), ("D-114", PIN, "croupier"), ("D-114\n", PIN, "dealer")],
)  # fmt: skip
def test_bad_numbers_pins_and_roles_are_refused(number, pin, role):
    with pytest.raises(ValidationError):
        Staff.objects.create_user(number, pin, role=role)
