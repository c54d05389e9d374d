"""Hashes made at lower costs than today's: renewed at a sign-in, never under an open session."""

import pytest

from casino.staff import approvals
from casino.staff.models import Staff
from tests.hashers import LightArgon2
from tests.staff.people import PIN, floor, signed_in, tablet_at

pytestmark = pytest.mark.django_db


class CostlierArgon2(LightArgon2):
    """What a later version of the house may ask of a hash."""

    time_cost = LightArgon2.time_cost + 1


def still_in(client):
    return client.get("/tablets/").status_code == 200


def test_the_word_of_a_supervisor_at_a_tablet_ends_no_session(settings):
    """Sessions are bound to the hash of the PIN, which must not be renewed beside them."""
    floor()
    dashboard, tablet = signed_in("S-07"), signed_in("D-114", tablet_at("BJ-07"))
    settings.PASSWORD_HASHERS = [f"{__name__}.CostlierArgon2"]
    assert approvals.by_pin("S-07", PIN, "10.0.0.7").number == "S-07"
    assert still_in(dashboard)
    tablet_at("BJ-08")  # assigned with the supervisor's PIN
    assert still_in(dashboard)
    # The dealer's own PIN unlocks the very session that it is checked beside.
    tablet.post("/lock/")
    assert tablet.post("/unlock/", {"number": "D-114", "pin": PIN}).status_code == 302
    assert "_auth_user_id" in tablet.session
    assert tablet.get("/", follow=False)["Location"] == "/table/BJ-07/"


def test_an_outdated_hash_is_renewed_at_the_next_sign_in(settings):
    floor()
    settings.PASSWORD_HASHERS = [f"{__name__}.CostlierArgon2"]
    before = Staff.objects.get(number="S-07").password
    assert still_in(signed_in("S-07"))
    after = Staff.objects.get(number="S-07").password
    assert "t=1," in before
    assert "t=2," in after
    assert still_in(signed_in("S-07", take_over="S-07"))
    assert Staff.objects.get(number="S-07").password == after
