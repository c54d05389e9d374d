"""The channel layer over Redis: live pushes may be late or lost, but never hold up dealing.

Publish/subscribe: a push costs one PUBLISH however many screens watch, and nothing is stored for absent screens. The
record is the truth; a screen that missed a push notices at its next ping and asks again.

An outage of Redis raises nothing. A push is dropped with a warning, a connecting screen is subscribed as soon as
Redis is back, and neither waits for a timeout: also where Redis takes connections and says nothing.

Wire form, the same for every worker: a Redis channel `<prefix>/group/<group>` carries the message of a group as one
JSON object in UTF-8; `<prefix>/worker/<worker>` carries `{"to": channel, "message": …}` for one channel of a worker
(`send` of the channels API), where the channel's name is `<kind>.<worker>!<number>`.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec
import redis
from channels.layers import BaseChannelLayer
from redis import asyncio as redis_asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as RedisTimeout
from redis.retry import Retry

from casino.watching.metrics import PUSHES_DROPPED

log = logging.getLogger(__name__)

AWAY: Final = (RedisError, OSError)
PATIENCE: Final = 0.5
"""Seconds that a publish may take before dealing goes on without it: a dealer's tap waits for it."""
LATE: Final = 2
"""Redis counts as away after this many publishes in a row without an answer in time; a single one may be late on a
busy machine."""
QUIET: Final = 2.0
"""Seconds without another attempt to publish once Redis is away."""
CONNECT_SECONDS: Final = 1.0
"""Seconds that a subscription waits for a host that does not answer."""
SCREEN_WAITS: Final = 0.25
"""Seconds that a connecting screen waits to be subscribed before it is sent its state."""
RETRY_SECONDS: Final = 1.0
"""Seconds between two attempts to subscribe again while Redis is away."""

Message = dict[str, Any]


def encoded(message: object) -> bytes:
    """The message as bytes for Redis."""
    return msgspec.json.encode(message)


def answers(url: str) -> bool:
    """Whether Redis answers there within `PATIENCE` seconds."""
    client = redis.Redis.from_url(
        url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
    )
    try:
        return bool(client.ping())
    except AWAY:
        return False
    finally:
        client.close()


class Publisher:
    """Publishes from any thread, without an event loop: all messages of a call in one round trip over a kept
    connection. Never raises because of Redis: an outage is logged once, and nothing is tried for `QUIET` seconds.
    Redis counts as away if it takes no connection, or answers late `LATE` times in a row."""

    def __init__(self, url: str) -> None:
        # One immediate retry repairs a connection that broke while idle; more would keep a tap waiting.
        self._redis = redis.Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,)),
        )
        self._quiet_until = 0.0
        self._late = 0
        """How many times in a row no answer came in time."""

    def publish(self, messages: Iterable[tuple[str, object]]) -> None:
        """Publish each message on its Redis channel."""
        if time.monotonic() < self._quiet_until:
            PUSHES_DROPPED.inc()
            return
        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                for channel, message in messages:
                    pipeline.publish(channel, encoded(message))
                pipeline.execute()
            self._late = 0
        except AWAY as fault:
            PUSHES_DROPPED.inc()
            self._without_answer(fault)

    def listened_to(self, channels: Iterable[str]) -> list[str]:
        """The Redis channels that somebody is subscribed to; none while Redis is away."""
        if time.monotonic() < self._quiet_until:
            return []
        try:
            counted = self._redis.pubsub_numsub(*channels)
            self._late = 0
            return [str(name, "utf-8") for name, count in counted if count]  # type: ignore[arg-type]  # bytes, as asked
        except AWAY as fault:
            self._without_answer(fault)
            return []

    def _without_answer(self, fault: Exception) -> None:
        self._late += 1
        if isinstance(fault, RedisTimeout) and self._late < LATE:
            log.info("Redis was late: a push is dropped.")
            return
        self._late = 0
        self._quiet_until = time.monotonic() + QUIET
        log.warning(
            "Redis does not answer: pushes are dropped and screens poll until it is back.",
            exc_info=log.isEnabledFor(logging.DEBUG),
        )

    def close(self) -> None:
        """Close the connections, and forget that Redis did not answer. The next publish connects again."""
        self._quiet_until, self._late = 0.0, 0
        self._redis.close()


class LivePushLayer(BaseChannelLayer):
    """Settings: ``{"BACKEND": "casino.web.push_layer.LivePushLayer", "CONFIG": {"url": …, "prefix": …}}``."""

    extensions = ("groups", "flush")

    def __init__(self, url: str, prefix: str = "casino", capacity: int = 100, **options: Any) -> None:
        super().__init__(capacity=capacity, **options)
        self.url, self.prefix = url, prefix
        self.publisher = Publisher(url)
        self._of_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Subscriber] = WeakKeyDictionary()
        self._lock = threading.Lock()

    # --- from a separate thread, without an event loop

    def publish(self, messages: Iterable[tuple[str, Message]]) -> None:
        """Send each message to its group, all in one round trip."""
        self.publisher.publish([(self.wire_group(group), message) for group, message in messages])

    def watched(self, groups: Iterable[str]) -> set[str]:
        """The groups that have a member in any worker; none while Redis is away."""
        named = {self.wire_group(group): group for group in groups}
        return {named[name] for name in self.publisher.listened_to(named)}

    def wire_group(self, group: str) -> str:
        """The Redis channel of a group."""
        return f"{self.prefix}/group/{group}"

    # --- the interface of Channels

    async def group_send(self, group: str, message: Message) -> None:
        """Send the message to every channel of the group, in any worker."""
        await asyncio.to_thread(self.publish, [(group, message)])

    async def send(self, channel: str, message: Message) -> None:
        """Send the message to one channel, in any worker."""
        worker = channel.partition("!")[0].rpartition(".")[2]
        letter = (f"{self.prefix}/worker/{worker}", {"to": channel, "message": message})
        await asyncio.to_thread(self.publisher.publish, [letter])

    async def new_channel(self, prefix: str = "specific") -> str:
        """The name of a new channel of this event loop."""
        return self._here().new_channel(prefix)

    async def receive(self, channel: str) -> Message:
        """The next message of a channel of this event loop. A cancelled receiver gives up its channel."""
        return await self._here().receive(channel)

    def hand_over(self, channel: str, taken: Callable[[Message], None]) -> None:
        """Have pushes to this channel passed to `taken`, on the event loop and as they arrive, instead of put into
        its queue. Everybody who gets the same push is passed the same message object."""
        self._here().taken[channel] = taken

    async def group_add(self, group: str, channel: str) -> None:
        """Have a channel of this event loop receive what is sent to the group."""
        await self._here().join(self.wire_group(group), channel)

    async def group_discard(self, group: str, channel: str) -> None:
        """Have the channel receive nothing more from the group."""
        await self._here().leave(self.wire_group(group), channel)

    async def flush(self) -> None:
        """Forget all channels and groups of this event loop, and close its connections."""
        subscriber = self._of_loops.pop(asyncio.get_running_loop(), None)
        if subscriber is not None:
            await subscriber.close()
        self.publisher.close()

    def _here(self) -> _Subscriber:
        loop = asyncio.get_running_loop()
        with self._lock:
            subscriber = self._of_loops.get(loop)
            if subscriber is None:
                subscriber = self._of_loops[loop] = _Subscriber(self.url, self.prefix, self.capacity)
            return subscriber


class _Subscriber:
    """The channels of one event loop, and its one subscription to Redis, which lasts as long as any channel is in a
    group."""

    def __init__(self, url: str, prefix: str, capacity: int) -> None:
        self.url, self.capacity = url, capacity
        self.worker = uuid.uuid4().hex
        self.mailbox = f"{prefix}/worker/{self.worker}"
        self.channels: dict[str, asyncio.Queue[Message]] = {}
        self.taken: dict[str, Callable[[Message], None]] = {}
        """The receivers of pushes, by channel, for channels without a queue."""
        self.members: dict[str, set[str]] = {}
        """The channels in each group, by the group's Redis channel."""
        self.waiting: set[str] = set()
        """Redis channels to subscribe as soon as Redis is back."""
        self.away = False
        """Whether Redis failed to answer the last time."""
        self.lock = asyncio.Lock()
        self.pubsub: redis_asyncio.client.PubSub | None = None
        self.task: asyncio.Task[None] | None = None
        self.joining: set[asyncio.Task[None]] = set()
        """Subscriptions under way."""

    def new_channel(self, prefix: str) -> str:
        name = f"{prefix.rstrip('.')}.{self.worker}!{uuid.uuid4().hex}"
        self.channels[name] = asyncio.Queue()
        return name

    async def receive(self, channel: str) -> Message:
        queue = self.channels.setdefault(channel, asyncio.Queue())
        try:
            return await queue.get()
        except asyncio.CancelledError:
            # The consumer has ended. Clean up here: no other call says that a channel has ended.
            self.channels.pop(channel, None)
            self.taken.pop(channel, None)
            for members in self.members.values():
                members.discard(channel)
            raise

    async def join(self, group: str, channel: str) -> None:
        if channel not in self.channels:
            raise RuntimeError(f"{channel} is not a channel of this event loop.")
        self.members.setdefault(group, set()).add(channel)
        await self._subscribe(group)

    async def leave(self, group: str, channel: str) -> None:
        members = self.members.get(group, set())
        members.discard(channel)
        if members:
            return
        self.members.pop(group, None)
        self.waiting.discard(group)
        async with self.lock:
            if self.pubsub is not None and group not in self.members:
                with suppress(*AWAY):  # away: it has forgotten us by itself
                    await self.pubsub.unsubscribe(group)

    async def close(self) -> None:
        self.channels.clear()
        self.taken.clear()
        self.members.clear()
        self.waiting.clear()
        for task in (*self.joining, *filter(None, [self.task])):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self.pubsub is not None:
            with suppress(*AWAY):
                await self.pubsub.aclose()

    # --- Redis

    async def _subscribe(self, name: str) -> None:
        """Subscribe now or, if Redis is away, as soon as it is back. Returns after `SCREEN_WAITS` seconds at most."""
        if self.pubsub is None:
            self.pubsub = self._connection().pubsub(ignore_subscribe_messages=True)
            self.waiting.add(self.mailbox)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._listen(self.pubsub))
        self.waiting.add(name)
        if self.away:
            return  # do not wait for what was just found to be away
        joining = asyncio.create_task(self._join_at_once(self.pubsub, name))
        self.joining.add(joining)
        joining.add_done_callback(self.joining.discard)
        await asyncio.wait([joining], timeout=SCREEN_WAITS)

    async def _join_at_once(self, pubsub: redis_asyncio.client.PubSub, name: str) -> None:
        """Subscribe; if Redis is away, the name goes on waiting."""
        async with self.lock:
            if self.away or name not in self.waiting:
                return
            try:
                await _subscribed(pubsub, name)
                self.waiting.discard(name)
            except AWAY as fault:
                self.away = True
                log.warning("A screen gets no pushes until Redis is back: %s", fault)

    def _connection(self) -> redis_asyncio.Redis:
        return redis_asyncio.Redis.from_url(
            self.url, socket_connect_timeout=CONNECT_SECONDS, retry=AsyncRetry(NoBackoff(), 1)
        )

    async def _listen(self, pubsub: redis_asyncio.client.PubSub) -> None:
        """Pass on what arrives, for as long as this event loop runs. A lost connection is made again with all its
        subscriptions (redis-py does that)."""
        logged = False
        while True:
            try:
                await self._catch_up(pubsub)
                if pubsub.subscribed:
                    self._arrived(await pubsub.get_message(timeout=RETRY_SECONDS))
                else:
                    await asyncio.sleep(0.1)
                self.away = False
                if logged:
                    logged = False
                    log.warning("Redis is back")
            except AWAY as fault:
                self.away = True
                if not logged:
                    logged = True
                    log.warning("Redis is away, screens ask instead of being told: %s", fault)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:
                log.exception("A push could not be handed on.")
                await asyncio.sleep(RETRY_SECONDS)

    async def _catch_up(self, pubsub: redis_asyncio.client.PubSub) -> None:
        """Subscribe the channels that waited for Redis."""
        for name in tuple(self.waiting):
            async with self.lock:
                if name in self.waiting:
                    await _subscribed(pubsub, name)
                    self.waiting.discard(name)

    def _arrived(self, received: dict[str, Any] | None) -> None:
        if received is None:
            return
        name, message = received["channel"].decode(), msgspec.json.decode(received["data"])
        if name == self.mailbox:
            self._put(message["to"], message["message"])
            return
        pushed = message.get("type") == "push"
        for channel in tuple(self.members.get(name, ())):
            taken = self.taken.get(channel) if pushed else None
            if taken is None:
                self._put(channel, dict(message))
                continue
            try:
                taken(message)
            except Exception:
                log.exception("A screen could not be shown a push.")

    def _put(self, channel: str, message: Message) -> None:
        """Put the message into the channel's queue; a screen that is too slow misses the oldest, not the newest."""
        queue = self.channels.get(channel)
        if queue is None:
            return
        while queue.qsize() >= self.capacity:
            queue.get_nowait()
        queue.put_nowait(message)


async def _subscribed(pubsub: redis_asyncio.client.PubSub, name: str) -> None:
    """Subscribe. Raises one of `AWAY`, also for a Redis that accepts a connection and then stays silent: its client
    would wait for ever."""
    async with asyncio.timeout(2 * CONNECT_SECONDS):
        await pubsub.subscribe(name)
