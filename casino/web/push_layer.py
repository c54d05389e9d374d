"""The channel layer over Redis: live pushes that may be late or lost, and never stop the dealing.

Publish/subscribe rather than channels_redis.core: a push costs one PUBLISH however many screens watch. What it
gives up, storing messages for a reader that is not there, is not wanted: the record is the truth, a screen that
sees a gap in versions asks again.

On top of channels_redis: while Redis is away nothing raises. A push is dropped with a warning, a screen that
connects is subscribed as soon as Redis is back, and neither waits for a timeout.
"""

import asyncio
import logging
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

log = logging.getLogger(__name__)

AWAY = (RedisConnectionError, RedisTimeoutError, OSError)
RETRY_SECONDS = 1.0
CONNECT_SECONDS = 1.0  # a dealer's tap waits no longer than this for a host that does not answer


class LivePushLayer(RedisPubSubChannelLayer):
    """Settings: ``{"BACKEND": "casino.web.push_layer.LivePushLayer", "CONFIG": {"url": …, "prefix": …}}``."""

    def __init__(self, url: str, **options: Any) -> None:
        # One retry at once heals a connection that broke while idle; more would keep a tap waiting.
        host = {"address": url, "socket_connect_timeout": CONNECT_SECONDS, "retry": Retry(NoBackoff(), 1)}
        super().__init__(hosts=[host], **options)

    def _get_layer(self) -> RedisPubSubLoopLayer:
        layer = super()._get_layer()
        layer._shards = [
            shard if isinstance(shard, _PatientConnection) else _PatientConnection(shard.host, layer)
            for shard in layer._shards
        ]
        return layer


class _PatientConnection(RedisSingleShardConnection):
    def __init__(self, host: dict[str, Any], channel_layer: RedisPubSubLoopLayer) -> None:
        super().__init__(host, channel_layer)
        self._waiting: set[str] = set()  # subscriptions wanted, not made yet

    async def publish(self, channel: str, message: bytes) -> None:
        try:
            await super().publish(channel, message)
        except AWAY as away:
            log.warning("push dropped, Redis is away: %s", away)

    async def subscribe(self, channel: str) -> None:
        self._ensure_redis()
        self._ensure_receiver()
        try:
            await super().subscribe(channel)
        except AWAY as away:
            self._waiting.add(channel)
            log.warning("a screen gets no pushes until Redis is back: %s", away)

    async def unsubscribe(self, channel: str) -> None:
        self._waiting.discard(channel)
        try:
            await super().unsubscribe(channel)
        except AWAY:
            self._subscribed_to.discard(channel)

    async def _do_receiving(self) -> None:
        away_since_last_message = False
        while True:
            try:
                for channel in tuple(self._waiting):
                    await super().subscribe(channel)
                    self._waiting.discard(channel)
                if self._pubsub and self._pubsub.subscribed:
                    message = await self._pubsub.get_message(ignore_subscribe_messages=True, timeout=0.1)
                    self._receive_message(message)
                else:
                    await asyncio.sleep(0.1)
                if away_since_last_message:
                    away_since_last_message = False
                    log.warning("Redis is back")
            except AWAY as away:
                if not away_since_last_message:
                    away_since_last_message = True
                    log.warning("Redis is away, screens ask instead of being told: %s", away)
                await asyncio.sleep(RETRY_SECONDS)
