"""A push to many screens: framed once, and written to the wire of each as it arrives, after what was shown before."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.layers import channel_layers, get_channel_layer
from channels.testing import WebsocketCommunicator

from casino.web import wire
from casino.web.live import LiveConsumer
from casino.web.push_layer import LivePushLayer

# A socket that ends closes connections of its thread, which an earlier test may have left there.
pytestmark = [pytest.mark.redis, pytest.mark.django_db]
PATIENCE = 15  # seconds
SCREENS = 40


class Socket:
    """The part of Daphne's protocol that a wire uses: it notes what is written."""

    state = wire.WebSocketProtocol.STATE_OPEN

    def __init__(self) -> None:
        self.transport = self
        self.frames: list[bytes] = []

    def write(self, frame: bytes) -> None:
        self.frames.append(frame)


class Screen(LiveConsumer):
    shown = asyncio.Event()
    """Whether everything may be shown that a screen is shown on connecting."""

    def group_names(self) -> tuple[str, ...]:
        return ("test.screen",)

    async def begin(self) -> None:
        await self.shown.wait()
        await self.say({"content": "everything"})


def text_of(frame: bytes) -> str:
    """The text of a frame of a server with less than 126 bytes (RFC 6455, 5.2)."""
    assert frame[0] == 0x81
    assert frame[1] == len(frame) - 2 < 126
    return frame[2:].decode()


@pytest.fixture
async def layer(settings: Any, redis_url: str) -> AsyncIterator[LivePushLayer]:
    backend = {
        "BACKEND": "casino.web.push_layer.LivePushLayer",
        "CONFIG": {"url": redis_url, "prefix": "wire"},
    }
    settings.CHANNEL_LAYERS = {"default": backend}
    channel_layers.backends = {}
    layer = get_channel_layer()
    assert isinstance(layer, LivePushLayer)
    yield layer
    await layer.flush()
    channel_layers.backends = {}


async def pushed(layer: LivePushLayer, number: int) -> str:
    text = json.dumps({"content": f"{number} ♠"}, ensure_ascii=False)
    await layer.group_send("test.screen", {"type": "push", "text": text})
    return text


async def arrived(sockets: list[Socket], count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while not all(len(socket.frames) == count for socket in sockets):
            await asyncio.sleep(0)


async def test_a_push_is_framed_once_for_all_its_screens(
    layer: LivePushLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    framed: list[str] = []
    frame = wire.framed

    def counted(text: str) -> bytes:
        framed.append(text)
        return frame(text)

    monkeypatch.setattr(wire, "framed", counted)
    sockets = [Socket() for _ in range(SCREENS)]
    screens = []
    Screen.shown.set()
    for socket in sockets:
        screen = WebsocketCommunicator(Screen.as_asgi(), "/")
        screen.scope[wire.WIRE] = wire.Wire(socket)
        assert (await screen.connect(timeout=PATIENCE))[0]
        await screen.receive_from(PATIENCE)
        screens.append(screen)
    sent = [await pushed(layer, number) for number in range(3)]
    await arrived(sockets, len(sent))
    assert framed == sent
    assert all([text_of(frame) for frame in socket.frames] == sent for socket in sockets)
    # Nothing went the server's way as well.
    assert all([await screen.receive_nothing(0.001) for screen in screens])
    # One that is gone gets nothing more, and takes nobody else's.
    await screens[0].disconnect()
    sockets[1].state = wire.WebSocketProtocol.STATE_CLOSING
    await pushed(layer, 3)
    await arrived(sockets[2:], 4)
    assert [len(socket.frames) for socket in sockets[:2]] == [3, 3]
    for screen in screens[1:]:
        await screen.disconnect()


async def test_what_is_pushed_while_a_screen_connects_comes_after_everything(layer: LivePushLayer) -> None:
    socket = Socket()
    Screen.shown.clear()
    screen = WebsocketCommunicator(Screen.as_asgi(), "/")
    screen.scope[wire.WIRE] = wire.Wire(socket)
    assert (await screen.connect(timeout=PATIENCE))[0]
    early = [await pushed(layer, number) for number in range(2)]
    other = await layer.new_channel()
    await layer.group_add("test.other", other)
    await layer.group_send("test.other", {"type": "push", "text": "{}"})
    async with asyncio.timeout(PATIENCE):
        await layer.receive(other)  # sent last: the others have arrived
    assert socket.frames == []
    Screen.shown.set()
    assert json.loads(await screen.receive_from(PATIENCE)) == {"content": "everything"}
    early.append(await pushed(layer, 2))
    await arrived([socket], 3)
    assert [text_of(frame) for frame in socket.frames] == early
    await screen.disconnect()
