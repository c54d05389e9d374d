"""The socket of a live screen: who may watch, everything at once on connecting, then one push a change.

The push is a convenience, the record is the truth. Each push carries a whole piece of the screen, so a lost
one is late, never wrong; every few seconds the screen sends a ping, and the answer says how far the record
is. A screen that is behind asks for what it lacks. That also covers Redis being away: the socket stays, the
answers to the pings go on, and the screen asks every few seconds instead of being told.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from casino.staff import presence
from casino.staff.access import FORBIDDEN, admits
from casino.staff.models import Staff

log = logging.getLogger(__name__)

NOT_FOUND = 4404
"""Close code where there is nothing to watch."""
MOST = 2**53
"""No clock of a browser shows more."""


class LiveConsumer(AsyncWebsocketConsumer):
    """A read-only socket. What it says to the browser is JSON:

    ``{"content": html, "version": n, "table": code}``  a piece of the screen (htmx swaps ``content``)
    ``{"pong": t, "at": digest, "time": ms}``           the answer to ``{"ping": t}``, with the server's clock
    """

    roles: tuple[str, ...] = ()
    groups_wanted: tuple[str, ...] = ()

    # --- what each screen says of itself (who may watch it says `casino.staff.access.require_roles`)

    def group_names(self) -> tuple[str, ...]:
        """The channel groups whose pushes it shows."""
        raise NotImplementedError

    def whole(self) -> list[dict[str, Any]]:
        """Everything that the screen shows now, as messages. Runs in a thread, with the database."""
        return []

    def digest(self) -> Any:
        """How far the record is, so that the screen can tell whether it is behind."""
        return None

    # --- the socket

    async def connect(self) -> None:
        # The groups first: what happens while the whole is being read is pushed as well, not lost.
        self.groups_wanted = self.group_names()
        for group in self.groups_wanted:
            try:
                await self.channel_layer.group_add(group, self.channel_name)
            except Exception:  # whatever the layer raises when it is away
                log.warning("No live pushes for a screen; it will ask instead.", exc_info=True)
        await self.accept()
        for message in await database_sync_to_async(self.whole)():
            await self.say(message)

    async def disconnect(self, code: int) -> None:
        for group in self.groups_wanted:
            try:
                await self.channel_layer.group_discard(group, self.channel_name)
            except Exception:  # away: it forgets us by itself
                log.debug("Leaving %s failed.", group, exc_info=True)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            ping = json.loads(text_data or "null")
        except (ValueError, RecursionError):
            return
        if not isinstance(ping, dict) or not _is_time(ping.get("ping")):
            return  # the socket is read only: what is decided goes over HTTP, with its answer
        allowed, digest = await database_sync_to_async(self._answer)()
        if not allowed:
            await self.close(code=FORBIDDEN)
            return
        await self.say({"pong": ping["ping"], "at": digest, "time": time.time() * 1000})

    async def push(self, message: dict[str, Any]) -> None:
        """A piece of the screen, rendered once for everybody who watches."""
        known = ("version", "table")
        await self.say({"content": message["html"], **{key: message[key] for key in known if key in message}})

    async def say(self, message: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(message, ensure_ascii=False))

    # --- in a thread

    def _answer(self) -> tuple[bool, Any]:
        return (True, self.digest()) if self._still_allowed() else (False, None)

    def _still_allowed(self) -> bool:
        """Reads the person and the session anew: a role that is taken away, a lock, a sign-out and a hand-over end
        the watch within one ping, also when the channel layer was away and could not tell."""
        person = Staff.objects.filter(pk=self.scope["user"].pk, is_active=True).first()
        session = presence.session_now(self.scope["session"])
        if person is None or not presence.is_open(session, person):
            return False
        return admits(person, self.roles) and self.may_watch(person, session)

    def may_watch(self, person: Staff, session: Mapping[str, object]) -> bool:
        """What this screen asks beyond the role."""
        return True


def _is_time(value: object) -> bool:
    """A clock's figure, as a browser sends it with its ping."""
    return isinstance(value, int | float) and -MOST < value < MOST


class NoSuchSocket(AsyncWebsocketConsumer):
    """Any address that has no socket: closed with 4404."""

    async def connect(self) -> None:
        # Accepted first: a refusal in the handshake reaches a browser without its code.
        await self.accept()
        await self.close(code=NOT_FOUND)
