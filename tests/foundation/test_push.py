"""Live pushes over a real Redis, also while it goes away and comes back."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from casino.web.push_layer import CONNECT_SECONDS, LivePushLayer
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


async def test_screens_connect_where_redis_takes_a_connection_and_says_nothing(redis_server: Redis) -> None:
    """Like one that is stopped, or a machine that has run out of memory."""
    await asyncio.to_thread(redis_server.hang)
    layer = LivePushLayer(url=redis_server.url, prefix="test")
    try:
        async with asyncio.timeout(PATIENCE):
            for _ in range(50):
                await layer.group_add("table.1", await layer.new_channel())
            await layer.group_send("table.1", {"type": "push", "html": "lost"})
        last = await layer.new_channel()
        await layer.group_add("table.1", last)
    finally:
        await asyncio.to_thread(redis_server.let_go_on)
    assert await push_until_received(layer, layer, last)  # and are told again once it answers
    await layer.flush()


async def test_a_screen_that_connects_does_not_wait_for_a_redis_that_says_nothing(
    redis_server: Redis,
) -> None:
    """Neither the first, nor one that comes while the worker tries to subscribe again."""
    await asyncio.to_thread(redis_server.hang)
    layer = LivePushLayer(url=redis_server.url, prefix="test")
    try:
        for _ in range(3):
            async with asyncio.timeout(CONNECT_SECONDS):
                await layer.group_add("table.1", last := await layer.new_channel())
            async with asyncio.timeout(PATIENCE):
                while not layer._here().lock.locked():  # until it tries again
                    await asyncio.sleep(0)
    finally:
        await asyncio.to_thread(redis_server.let_go_on)
    assert await push_until_received(layer, layer, last)
    await layer.flush()


async def test_pushing_while_redis_is_away_raises_nothing(
    server: LivePushLayer, redis_server: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    await server.group_send("table.1", {"type": "push", "html": "before"})
    await asyncio.to_thread(redis_server.kill)
    async with asyncio.timeout(PATIENCE):
        await server.group_send("table.1", {"type": "push", "html": "lost"})
    assert "pushes are dropped" in caplog.text


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


async def test_one_channel_is_reached_in_another_process(
    server: LivePushLayer, other_server: LivePushLayer
) -> None:
    channel = await other_server.new_channel()
    await other_server.group_add("table.1", channel)
    other = await other_server.new_channel()
    arrived = asyncio.ensure_future(other_server.receive(channel))
    async with asyncio.timeout(PATIENCE):
        while not arrived.done():
            await server.send(channel, {"type": "push", "html": "for one"})
            await asyncio.wait([arrived], timeout=0.1)
    assert arrived.result() == {"type": "push", "html": "for one"}
    await server.group_send("table.1", {"type": "push", "html": "for the group"})
    async with asyncio.timeout(PATIENCE):
        while (await other_server.receive(channel))["html"] != "for the group":
            pass
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await other_server.receive(other)


async def test_who_has_left_a_group_or_ended_gets_nothing_more(
    server: LivePushLayer, other_server: LivePushLayer
) -> None:
    stays, leaves, ends = [await other_server.new_channel() for _ in range(3)]
    for channel in (stays, leaves, ends):
        await other_server.group_add("table.1", channel)
    await other_server.group_discard("table.1", leaves)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await other_server.receive(ends)
    await server.group_send("table.1", {"type": "push", "html": "one"})
    async with asyncio.timeout(PATIENCE):
        assert await other_server.receive(stays) == {"type": "push", "html": "one"}
    for channel in (leaves, ends):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await other_server.receive(channel)


async def test_a_slow_screen_misses_the_oldest_pushes(redis_url: str) -> None:
    layer = LivePushLayer(url=redis_url, prefix="test", capacity=2)
    slow, quick = await layer.new_channel(), await layer.new_channel()
    await layer.group_add("table.1", slow)
    await layer.group_add("table.2", quick)
    for number in range(4):
        await layer.group_send("table.1", {"type": "push", "version": number})
    await layer.group_send("table.2", {"type": "push"})
    async with asyncio.timeout(PATIENCE):
        await layer.receive(quick)  # sent last: the others have arrived
        assert [(await layer.receive(slow))["version"] for _ in range(2)] == [2, 3]
    await layer.flush()


async def test_a_channel_of_another_event_loop_joins_no_group(server: LivePushLayer) -> None:
    with pytest.raises(RuntimeError, match="not a channel of this event loop"):
        await server.group_add("table.1", "specific.elsewhere!1")
