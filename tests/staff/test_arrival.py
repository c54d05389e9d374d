"""What a request brings is read with one statement, as the models read it, and holds for that request alone."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.staff import arrival, one_screen, tablets
from casino.staff.arrival import Authentication, Sessions
from casino.staff.models import Staff, Tablet
from casino.staff.sessions import row_of
from tables.models import Table
from tests import floor

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


@pytest.fixture
def tablet() -> Client:
    """The dealer D-114 on the tablet that is assigned to the table."""
    floor.ready(CODE)
    client = Client()
    supervisor = floor.casino_supervisor()
    client.post("/tablet/enrol/", {"table_code": CODE, "number": supervisor.number, "pin": floor.PIN})
    client.post("/sign-in/", {"number": floor.dealer().number, "pin": floor.PIN})
    return client


def arrived(client: Client) -> tuple[Staff | None, str, int]:
    """Who is seen to be signed in, where he deals, and how many statements it took to know both."""
    request = RequestFactory().get("/")
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    with CaptureQueriesContext(connection) as queries:
        Sessions(lambda _: None).process_request(request)  # type: ignore[arg-type, return-value]
        Authentication(lambda _: None).process_request(request)  # type: ignore[arg-type, return-value]
        person, code = arrival.signed_in(request), arrival.dealing_at_arrival(request)
    return person, code, len(queries)


def test_one_statement_says_who_it_is_and_where_he_deals(tablet: Client) -> None:
    person, code, statements = arrived(tablet)
    meant = Staff.objects.get(number="D-114")
    assert person is not None
    assert {f.attname: getattr(person, f.attname) for f in Staff._meta.concrete_fields} == {
        f.attname: getattr(meant, f.attname) for f in Staff._meta.concrete_fields
    }
    assert (code, statements) == (CODE, 1)
    assert tablets.assigned_table({name: morsel.value for name, morsel in tablet.cookies.items()}) == (
        CODE,
        "D-114",
    )


def test_who_only_looks_is_known_too() -> None:
    client, watcher = Client(), floor.person("surveillance")
    client.post("/sign-in/", {"number": watcher.number, "pin": floor.PIN})
    assert arrived(client)[:2] == (watcher, "")


def set_inactive() -> None:
    Staff.objects.filter(number="D-114").update(is_active=False)


def new_pin() -> None:
    person = Staff.objects.get(number="D-114")
    person.set_pin("9573")
    person.save()


def signed_in_elsewhere() -> None:
    one_screen.revoke_earlier_sessions(Staff.objects.get(number="D-114"))


def expired() -> None:
    Session.objects.update(expire_date=timezone.now())


def ended() -> None:
    Session.objects.all().delete()


def of_another() -> None:
    """Somebody who writes in the database claims the screen."""
    screen = Staff.objects.get(number="D-114").screen
    Staff.objects.filter(number="D-114").update(screen="")
    Staff.objects.filter(number=floor.casino_supervisor().number).update(screen=screen)


def unassigned() -> None:
    Tablet.objects.update(revoked_at=timezone.now(), revoked_by="S-07")


def another_deals() -> None:
    Table.objects.filter(code=CODE).update(dealer="D-999")


@pytest.mark.parametrize(
    ("what", "known", "deals"),
    [
        (set_inactive, False, False),
        (new_pin, False, False),
        (signed_in_elsewhere, False, False),
        (expired, False, False),
        (ended, False, False),
        (of_another, True, True),  # the session says whose it is, and it is still that of D-114
        (unassigned, True, False),
        (another_deals, True, False),
    ],
)
def test_what_ends_holds_with_the_next_request(
    tablet: Client, what: Callable[[], None], known: bool, deals: bool
) -> None:
    what()
    person, code, _ = arrived(tablet)
    assert (person.number if person else None) == ("D-114" if known else None)
    assert code == (CODE if deals else "")


def test_the_screen_of_a_person_is_the_row_of_his_session(tablet: Client) -> None:
    key = tablet.cookies[settings.SESSION_COOKIE_NAME].value
    assert Staff.objects.get(number="D-114").screen == row_of(key)
