import pytest
from django.test import Client

from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.surveillance.facts import indexing
from tests import floor
from tests.signed_in import settled_round
from tests.snapshots import made_once


@pytest.fixture
def people(request: pytest.FixtureRequest, db: None) -> dict[str, Staff]:
    """Two people of surveillance, V-3 and V-5, and one of every other role."""
    for name in ("desk", "dealt"):  # first: what is kept is put back into an empty house alone
        if name in request.fixturenames:
            request.getfixturevalue(name)
    return everybody()


def everybody() -> dict[str, Staff]:
    for role in Role.values:
        floor.person(role)
    floor.person(Role.SURVEILLANCE, "V-5")
    return {row.number: row for row in Staff.objects.all()}


@pytest.fixture
def dealt(db: None) -> None:
    """BJ-07 with round 1, dealt by D-114: A on box 1 and B on box 3."""
    made_once((__name__, "dealt"), deal)


def deal() -> None:
    everybody()
    floor.open_table("BJ-07")
    settled_round("BJ-07")
    indexing.catch_up(30)


def client_of(number: str) -> Client:
    client = Client()
    answer = client.post("/sign-in/", {"number": number, "pin": floor.PIN, "take_over": number})
    assert answer.status_code == 302, answer.content.decode()
    return client
