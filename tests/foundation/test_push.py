"""Live pushes over a real Redis, also while it goes away and comes back."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from casino.web.push_layer import LivePushLayer
from tests.processes import Redis

pytestmark = pytest.mark.redis
PATIENCE = 15  # seconds; far more than the one second between two tries


@pytest.fixture
async def server(redis_url: str) -> AsyncIterator[LivePushLayer]:
    layer = LivePushLayer(url=redis_url, prefix="test")
    yield layer
    await layer.flush()


@pytest.fixture
async def other_server(redis_url: str) -> AsyncIterator[LivePushLayer]:
    layer = LivePushLayer(url=redis_url, prefix="test")
    yield layer
    await layer.flush()


async def push_until_received(sender: LivePushLayer, receiver: LivePushLayer, channel: str) -> dict[str, str]:
    """Push again and again, as a table at play does, until a push comes through."""
    arrived = asyncio.ensure_future(receiver.receive(channel))
    async with asyncio.timeout(PATIENCE):
        while not arrived.done():
            await sender.group_send("table.1", {"type": "push", "html": "<p>6d</p>"})
            await asyncio.wait([arrived], timeout=0.1)
    return arrived.result()


async def test_a_push_reaches_the_screens_of_another_process(
    server: LivePushLayer, other_server: LivePushLayer
) -> None:
    watched = await other_server.new_channel()
    unwatched = await other_server.new_channel()
    await other_server.group_add("table.1", watched)
    await other_server.group_add("table.2", unwatched)
    await server.group_send("table.2", {"type": "push", "html": "two"})
    await server.group_send("table.1", {"type": "push", "html": "one"})
    async with asyncio.timeout(PATIENCE):
        assert await other_server.receive(watched) == {"type": "push", "html": "one"}
        assert await other_server.receive(unwatched) == {"type": "push", "html": "two"}


async def test_pushing_while_redis_is_away_raises_nothing(
    server: LivePushLayer, redis_server: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    await server.group_send("table.1", {"type": "push", "html": "before"})
    await asyncio.to_thread(redis_server.kill)
    async with asyncio.timeout(PATIENCE):
        await server.group_send("table.1", {"type": "push", "html": "lost"})
    assert "push dropped, Redis is away" in caplog.text


async def test_a_screen_that_watched_before_gets_pushes_again(
    server: LivePushLayer, redis_server: Redis
) -> None:
    channel = await server.new_channel()
    await server.group_add("table.1", channel)
    await push_until_received(server, server, channel)
    await asyncio.to_thread(redis_server.restart)
    assert await push_until_received(server, server, channel) == {"type": "push", "html": "<p>6d</p>"}


async def test_a_screen_that_connects_while_redis_is_away_gets_pushes_later(
    server: LivePushLayer, redis_server: Redis
) -> None:
    await asyncio.to_thread(redis_server.kill)
    channel = await server.new_channel()
    await server.group_add("table.1", channel)
    await asyncio.to_thread(redis_server.start)
    assert await push_until_received(server, server, channel) == {"type": "push", "html": "<p>6d</p>"}
