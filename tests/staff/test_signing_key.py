"""A new signing key unassigns no tablet and signs nobody out, with workers of both keys side by side meanwhile."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from channels.routing import URLRouter
from channels.sessions import SessionMiddlewareStack
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.test import Client, override_settings
from django.utils import timezone

from casino.staff import sessions
from casino.staff.arrival import SocketPeople
from casino.staff.roles import Role
from rounds.pit.routing import websocket_urlpatterns
from tests import floor
from tests.signed_in import dealer_at

OLD, NEW = "the-key-before-" * 5, "the-key-of-today-" * 5


def worker(key: str, *others: str) -> override_settings:
    return override_settings(SECRET_KEY=key, SECRET_KEY_FALLBACKS=list(others))


def deals(client: Client) -> bool:
    return client.get("/table/BJ-07/").status_code == 200


@pytest.mark.django_db
def test_tablets_and_people_stay_over_a_change_of_the_key() -> None:
    floor.open_table()
    with worker(OLD):
        tablet, away, watching = dealer_at("BJ-07"), Client(), Client()
        person = floor.person(Role.SURVEILLANCE)
        watching.post("/sign-in/", {"number": person.number, "pin": floor.PIN})
        away.cookies["tablet"] = tablet.cookies["tablet"].value  # one that nobody touches meanwhile
        before = {name: tablet.cookies[name].value for name in ("tablet", "device", "sessionid")}
        assert deals(tablet)
        assert {name: tablet.cookies[name].value for name in before} == before
    # First every worker knows the new key; then one after the other signs with it, and asks of both go to both.
    for key, other in ((OLD, NEW), (NEW, OLD), (OLD, NEW), (NEW, OLD)):
        with worker(key, other):
            assert deals(tablet)
            assert watching.get("/audit/").status_code == 200
    assert tablet.cookies["tablet"].value != before["tablet"]
    assert tablet.cookies["device"].value != before["device"]
    assert tablet.cookies["sessionid"].value == before["sessionid"]  # the same screen
    # And then without the old one.
    with worker(NEW):
        assert deals(tablet)
        assert watching.get("/audit/").status_code == 200
        assert "BJ-07" in tablet.get("/sign-in/", follow=True).content.decode()
        assert away.get("/table/BJ-07/").status_code == 302
    with worker("somebody-elses-key-" * 4):
        assert not deals(tablet)


@pytest.mark.django_db(transaction=True)
async def test_a_socket_comes_back_first_and_ends_nothing() -> None:
    """Open screens connect again before they load a page; a session that a socket ended would end the table's."""
    channel_layers.backends = {}
    await sync_to_async(floor.open_table)()
    with worker(OLD):
        client = await sync_to_async(Client)()
        person = await sync_to_async(floor.person)(Role.CASINO_SUPERVISOR)
        await sync_to_async(client.post)("/sign-in/", {"number": person.number, "pin": floor.PIN})
    application = SessionMiddlewareStack(SocketPeople(URLRouter(websocket_urlpatterns)))
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())

    async def first_message() -> str:
        socket = WebsocketCommunicator(application, "/ws/pit/all/", headers=[(b"cookie", cookies.encode())])
        assert (await socket.connect(timeout=30))[0]
        message = await socket.receive_output(30)
        await socket.disconnect()
        return str(message["type"])

    with worker(NEW, OLD):
        assert await first_message() == "websocket.send"
    with worker(
        NEW
    ):  # a worker that does not know the key before lets nobody watch, and ends nobody's session
        assert await first_message() == "websocket.close"
    with worker(NEW, OLD):
        assert (await sync_to_async(client.get)("/pit/")).status_code == 200
    channel_layers.backends = {}


@pytest.mark.django_db
def test_sessions_that_are_over_are_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    for number in range(7):
        Session.objects.create(
            session_key=f"over{number}", session_data="", expire_date=now - timedelta(hours=1)
        )
    Session.objects.create(session_key="open", session_data="", expire_date=now + timedelta(hours=1))
    monkeypatch.setattr(sessions, "CLEARED_AT_ONCE", 3)
    assert sessions.clear() == 7
    assert [session.pk for session in Session.objects.all()] == ["open"]
