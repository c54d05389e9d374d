"""A fault of a screen's own program, as its browser reports it."""

import logging

import pytest
from django.core.cache import cache
from django.test import Client

from casino.staff.roles import Role
from casino.web import screen_faults
from tests import floor

FAULT = {"page": "/table/BJ-07/", "fault": "TypeError: x is no function\nat tablet.js", "browser": "Firefox"}


@pytest.fixture(autouse=True)
def _no_reports_yet() -> None:
    cache.clear()


def signed_in(role: str) -> Client:
    client = Client()
    person = floor.person(role)
    answer = client.post("/sign-in/", {"number": person.number, "pin": floor.PIN})
    assert answer.status_code == 302
    return client


@pytest.mark.django_db
@pytest.mark.parametrize("role", [Role.DEALER, Role.INSPECTOR])
def test_it_is_one_line_of_the_log(role: Role, caplog: pytest.LogCaptureFixture) -> None:
    client = signed_in(role)
    with caplog.at_level(logging.ERROR):
        assert client.post("/screen-fault", FAULT).status_code == 204
    (line,) = [record.getMessage() for record in caplog.records if record.name == screen_faults.__name__]
    assert floor.NUMBERS[role] in line
    assert "TypeError" in line
    assert "\n" not in line  # what a browser sends makes no line of its own


@pytest.mark.django_db
def test_a_screen_that_fails_at_every_tap_fills_no_disk(caplog: pytest.LogCaptureFixture) -> None:
    client = signed_in(Role.DEALER)
    for _ in range(screen_faults.MOST_A_MINUTE + 5):
        client.post("/screen-fault", FAULT | {"fault": "x" * 1990})
    lines = [record.getMessage() for record in caplog.records if record.name == screen_faults.__name__]
    assert len(lines) == screen_faults.MOST_A_MINUTE
    assert max(map(len, lines)) < 2200


@pytest.mark.django_db
def test_who_is_not_signed_in_reports_nothing(caplog: pytest.LogCaptureFixture) -> None:
    assert Client().post("/screen-fault", FAULT).status_code in (302, 303, 401)
    assert not [record for record in caplog.records if record.name == screen_faults.__name__]
