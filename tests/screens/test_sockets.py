"""What ends a socket that is open, what an address without one answers, and frames that no screen sends."""

import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.test import Client

from casino.staff import tablets
from casino.staff.access import FORBIDDEN
from casino.staff.models import Staff, Tablet
from casino.staff.roles import Role
from casino.web.live import NOT_FOUND
from rounds import push
from tests import floor
from tests.screens.test_role_walk import DEALING, browser_of, house, socket_of

ORIGIN = "http://localhost"
FELT = "/ws/table/BJ-07/"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_own_layer")]


async def opened(client: Client, address: str) -> WebsocketCommunicator:
    """A socket that has shown everything that it shows on connecting, with no push on its way."""
    await sync_to_async(push.settle)()
    socket = socket_of(client, address, ORIGIN)
    assert (await socket.connect(timeout=10))[0]
    await socket.send_to('{"ping": 0}')
    while "pong" not in await socket.receive_from(10):
        pass
    return socket


async def closed_with(socket: WebsocketCommunicator) -> int:
    while (message := await socket.receive_output(10))["type"] != "websocket.close":
        assert "pong" not in message["text"]
    return int(message["code"])


async def test_a_tablet_that_is_unassigned_loses_its_socket_at_once() -> None:
    await sync_to_async(house)()
    client = await sync_to_async(browser_of)(DEALING)
    watcher = await sync_to_async(browser_of)(Role.SURVEILLANCE)
    socket, other = await opened(client, FELT), await opened(watcher, FELT)
    tablet = await Tablet.objects.aget(revoked_at=None)
    by = await Staff.objects.aget(number=floor.NUMBERS[Role.CASINO_SUPERVISOR])
    await sync_to_async(tablets.revoke)(tablet, by)
    assert await closed_with(socket) == FORBIDDEN
    assert await other.receive_nothing()
    await other.disconnect()


@pytest.mark.parametrize("how", ["unassigned", "locked", "signed out", "another's"])
async def test_the_next_ping_ends_what_the_channel_layer_could_not(how: str) -> None:
    """The rows alone are changed, as when nothing reaches the socket."""
    await sync_to_async(house)()
    client = await sync_to_async(browser_of)(DEALING)
    socket = await opened(client, FELT)

    def write(**fields: str) -> None:
        session = client.session
        session.update(fields)
        session.save()

    if how == "unassigned":
        await Tablet.objects.aupdate(revoked_at=floor.AT)
    elif how == "locked":
        await sync_to_async(write)(locked="now")
    elif how == "signed out":
        await Session.objects.all().adelete()
    else:
        other = await Staff.objects.aget(number=floor.NUMBERS[Role.GAME_SUPERVISOR])
        await sync_to_async(write)(_auth_user_id=str(other.pk))
    await socket.send_to('{"ping": 1}')
    assert await closed_with(socket) == FORBIDDEN


@pytest.mark.parametrize(
    "address",
    ["/ws/nope/", "/ws/", "/", "/ws/table/", "/ws/table/BJ-0x-%00/", "/ws/table/BJ-99/", "/ws/pit/%00/"],
)
async def test_an_address_without_a_socket_is_closed_as_such(address: str) -> None:
    await sync_to_async(house)()
    client = await sync_to_async(browser_of)(Role.CASINO_SUPERVISOR)
    socket = socket_of(client, address.replace("%00", "\0"), ORIGIN)
    assert (await socket.connect(timeout=10))[0]
    assert await closed_with(socket) == NOT_FOUND


async def test_an_address_without_a_socket_asks_for_no_session() -> None:
    socket = socket_of(Client(), "/ws/nope/", ORIGIN)
    assert (await socket.connect(timeout=10))[0]
    assert await closed_with(socket) == NOT_FOUND


@pytest.mark.parametrize("address", [FELT, "/ws/pit/all/", "/ws/audit/"])
async def test_odd_frames_are_not_heard_and_end_nothing(address: str) -> None:
    await sync_to_async(house)()
    client = await sync_to_async(browser_of)(Role.CASINO_SUPERVISOR)
    socket = await opened(client, address)
    frames = [
        r'{"ping": "\ud800"}', '{"ping": null}', '{"ping": [1]}', '{"ping": NaN}', '{"ping": Infinity}',
        '{"ping": ' + "9" * 4000 + "}", '{"ping": ' + "9" * 9000 + "}", "[" * 100_000, "null", "ping", "{}",
        '{"type": "push"}',
    ]  # fmt: skip
    for frame in frames:
        await socket.send_to(text_data=frame)
    await socket.send_to(bytes_data=b"\x00\xff")
    await socket.send_to('{"ping": 7.5}')
    assert json.loads(await socket.receive_from(10))["pong"] == 7.5
    await socket.disconnect()
