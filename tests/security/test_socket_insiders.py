"""A socket ends within two seconds of what ends it, by the server's own clock: the client here never pings, and nothing
is pushed to it that says so."""

import asyncio
import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.staff.access import FORBIDDEN
from casino.staff.models import Staff, Tablet
from casino.staff.roles import Role
from casino.web import live
from tables.models import Pit, Table
from tests import floor
from tests.screens.test_role_walk import DEALING, browser_of, house, socket_of

ORIGIN = "http://localhost"
FELT, PIT, AUDIT = "/ws/table/BJ-07/", "/ws/pit/P1/", "/ws/audit/"
AT_MOST = 2.0
"""Seconds."""
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_own_layer")]


async def opened(client: Client, address: str) -> WebsocketCommunicator:
    """A socket that is shown everything, and never asks."""
    socket = socket_of(client, address, ORIGIN)
    assert (await socket.connect(timeout=10))[0]
    if address != AUDIT:
        await socket.receive_from(10)
    return socket


async def ends(began: float, *sockets: WebsocketCommunicator) -> None:
    """They are closed in time, and nothing more is sent on any of them."""
    await asyncio.gather(*[closed(socket, began) for socket in sockets])
    layer = get_channel_layer()
    assert layer is not None
    for group in ("table.BJ-07", "pit.P1", "audit"):
        await layer.group_send(
            group, {"type": "push", "text": '{"content":"late"}', "side": False, "tables": ["BJ-07"]}
        )
    await asyncio.sleep(0.1)
    assert all([await socket.receive_nothing(0.01) for socket in sockets])


async def closed(socket: WebsocketCommunicator, began: float) -> None:
    while (message := await socket.receive_output(5))["type"] != "websocket.close":
        pass
    assert (message["code"], time.monotonic() - began < AT_MOST) == (FORBIDDEN, True)


def behind(**fields: object) -> Callable[[str], object]:
    """A change of a person that nobody tells a socket of."""
    return lambda number: Staff.objects.filter(number=number).update(**fields)


def locked(number: str) -> None:
    """The session is locked, as another worker would do it."""
    session_of(number, lambda session: session.__setitem__("locked", "now"))


def session_of(number: str, change: Callable[[object], object]) -> None:
    from casino.staff.sessions import StoredSession

    session = StoredSession(Staff.objects.get(number=number).screen)
    change(session)
    session.save()


def signed_out(number: str) -> None:
    Session.objects.filter(session_key=Staff.objects.get(number=number).screen).delete()


def another_pin(number: str) -> None:
    person = Staff.objects.get(number=number)
    person.set_pin("9305")
    Staff.objects.filter(pk=person.pk).update(password=person.password)


ENDS = {
    "made inactive": behind(is_active=False),
    "a lower role": behind(role=Role.DEALER),
    "a higher role": behind(role=Role.OPERATIONS_MANAGER),
    "another PIN": another_pin,
    "a PIN that somebody set": behind(pin_set_by="M-1"),
    "signed in elsewhere": behind(sign_in="another"),
    "locked": locked,
    "signed out": signed_out,
}


def supervisor(number: str) -> Client:
    floor.person(Role.CASINO_SUPERVISOR, number)
    client = Client()
    assert client.post("/sign-in/", {"number": number, "pin": floor.PIN}).status_code == 302
    return client


async def test_what_ends_a_person_ends_every_socket_of_his_without_a_ping_or_a_push() -> None:
    await sync_to_async(house)()
    watcher = await sync_to_async(browser_of)(Role.SURVEILLANCE)
    other = await opened(watcher, FELT)
    sockets = {}
    for place, how in enumerate(ENDS):
        client = await sync_to_async(supervisor)(f"S-{20 + place}")
        sockets[how] = [await opened(client, address) for address in (FELT, PIT, AUDIT)]
    began = time.monotonic()
    for place, change in enumerate(ENDS.values()):
        await sync_to_async(change)(f"S-{20 + place}")
    await ends(began, *[socket for of_person in sockets.values() for socket in of_person])
    # Other people who watch still get what is pushed, after what the taps before had to show.
    while "late" not in await other.receive_from(5):
        pass
    await other.disconnect()


def unassigned() -> None:
    with floor.behind_the_database():
        Tablet.objects.update(revoked_at=timezone.now(), revoked_by="S-07")


def displaced(by: str = "D-102") -> None:
    Table.objects.filter(code="BJ-07").update(dealer=by)


def moved() -> None:
    Table.objects.filter(code="BJ-07").update(pit=Pit.objects.create(code="P9", name="New"))


async def test_a_dealers_socket_ends_with_the_dealer_the_place_and_the_tablet() -> None:
    """And a screen of a pit starts again when a table has left it."""
    await sync_to_async(house)()
    client = await sync_to_async(browser_of)(DEALING)
    boss = await sync_to_async(supervisor)("S-20")
    for change in (displaced, moved, unassigned):
        await sync_to_async(displaced)("D-114")
        felt, pit = await opened(client, FELT), await opened(boss, PIT)
        began = time.monotonic()
        await sync_to_async(change)()
        await ends(began, *([felt, pit] if change is moved else [felt]))
        await pit.disconnect()


def deactivated(number: str) -> None:
    """In the set-up, by M-1."""
    floor.person(Role.OPERATIONS_MANAGER)
    Staff.objects.filter(number="M-1").update(is_superuser=True)
    boss = Client()
    boss.post("/sign-in/", {"number": "M-1", "pin": floor.PIN})
    page = f"/admin/staff/staff/{Staff.objects.get(number=number).pk}/change/"
    showed = boss.get(page).context["adminform"].form["showed"].value()
    answer = boss.post(page, {"role": Role.SURVEILLANCE, "pin": "", "pits": ["*"], "showed": showed})
    assert answer.status_code == 302, answer.content.decode()


def deals_at_another_tablet(number: str) -> None:
    """A supervisor, who need not ask the one who deals."""
    tablet = Client()
    who = {"number": number, "pin": floor.PIN}
    tablet.post("/tablet/enrol/", {"table_code": "BJ-07", **who})
    tablet.post("/sign-in/", who)
    assert tablet.post("/change-dealer/", {**who, "take_over": number}).status_code == 302


async def test_the_set_up_and_the_next_dealer_end_the_sockets_at_once() -> None:
    await sync_to_async(house)()
    watching = await opened(await sync_to_async(browser_of)(Role.SURVEILLANCE), AUDIT)
    dealing = await opened(await sync_to_async(browser_of)(DEALING), FELT)
    # Nobody looks: they are told.
    watch = live.watch()
    assert watch.task is not None
    watch.task.cancel()
    await sync_to_async(deactivated)("V-3")
    await ends(time.monotonic(), watching)
    await sync_to_async(deals_at_another_tablet)((await sync_to_async(floor.casino_supervisor)()).number)
    await ends(time.monotonic(), dealing)


async def test_fifty_sockets_are_one_look_of_four_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    await sync_to_async(house)()
    clients = [
        await sync_to_async(browser_of)(who) for who in (DEALING, Role.CASINO_SUPERVISOR, Role.SURVEILLANCE)
    ]
    addresses = [FELT, PIT, AUDIT]
    sockets = []
    for number in range(50):
        client = clients[number % 3]
        address = FELT if number % 3 == 0 else addresses[number // 3 % 3]
        sockets.append(await opened(client, address))
    watch = live.watch()
    assert len(watch.sockets) == 50
    assert watch.task is not None

    def look() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert live._no_longer(list(watch.sockets)) == []
        return len(asked)

    assert await sync_to_async(look)() == 4
    # And so many looks a second, whatever the screens send.
    looks = []
    whole = watch.look

    async def counted() -> None:
        looks.append(time.monotonic())
        await whole()

    watch.look = counted  # type: ignore[method-assign]
    await asyncio.sleep(2)
    assert 1 <= len(looks) <= 1 + 2 / live.CHECKED_EVERY

    # Pings that come together share a look, which is begun after them; each asks for its table's row as well.
    watch.task.cancel()
    felts = sockets[::3]

    queries: list[str] = []
    execute = CursorWrapper.execute

    def noted(cursor: CursorWrapper, sql: str, params: Any = None) -> Any:
        if threading.current_thread().name not in ("push", "alerts"):
            queries.append(sql)
        return execute(cursor, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", noted)  # whichever connection a socket reads over

    for felt in felts:
        await felt.send_to('{"ping": 1}')
    for felt in felts:
        while "pong" not in json.loads(await felt.receive_from(10)):  # a push may come before it
            pass
    assert 4 + len(felts) <= len(queries) <= 2 * 4 + len(felts)
    for socket in sockets:
        await socket.disconnect()
    assert watch.task is None
