"""What a live screen is told, whatever type of text a template or a model hands over."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.layers import channel_layers, get_channel_layer
from channels.testing import WebsocketCommunicator
from django.template import engines
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString

from casino.staff.roles import Role
from casino.web.live import LiveConsumer

# A socket that ends closes connections of its thread, which an earlier test may have left there.
pytestmark = pytest.mark.django_db


def rendered(words: str) -> str:
    html: str = engines["django"].from_string("<p>{{ words }} ♠</p>").render({"words": words})
    assert type(html) is SafeString
    return html


class Screen(LiveConsumer):
    def group_names(self) -> tuple[str, ...]:
        return ("test.screen",)

    def whole(self) -> list[dict[str, Any]]:
        return [{"content": rendered("<whole>"), "version": 7, "table": SafeString("BJ-07")}]

    def digest(self) -> Any:
        return {"roles": [Role.DEALER], SafeString("mark"): (SafeString("a"), None)}

    def _still_allowed(self) -> bool:
        return True


@pytest.fixture(autouse=True)
async def _own_layer() -> AsyncIterator[None]:
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()


async def test_template_text_is_sent_as_plain_text() -> None:
    socket = WebsocketCommunicator(Screen.as_asgi(), "/")
    assert (await socket.connect())[0]
    whole = json.loads(await socket.receive_from())
    assert whole == {"content": "<p>&lt;whole&gt; ♠</p>", "version": 7, "table": "BJ-07"}

    layer = get_channel_layer()
    assert layer is not None
    text = '{"content":"<p>6d ♠</p>","version":8,"table":"BJ-07"}'
    await layer.group_send("test.screen", {"type": "push", "text": text, "side": False, "tables": []})
    assert await socket.receive_from() == text  # as it was encoded once for everybody

    await socket.send_to('{"ping": 1}')
    pong = json.loads(await socket.receive_from())
    assert pong.pop("time") > 0  # for clocks that count down
    assert pong == {"pong": 1, "at": {"roles": ["dealer"], "mark": ["a", None]}}
    await socket.disconnect()


async def test_what_no_json_can_hold_ends_in_an_error_and_not_in_a_loop() -> None:
    consumer = Screen()
    with pytest.raises(TypeError, match="not JSON serializable"):
        await consumer.say({"content": SimpleLazyObject(object)})
