"""The socket of a live screen: who may watch, everything at once on connecting, then one push a change.

The push is a convenience, the record is the truth. Each push carries a whole piece of the screen, so a lost
one is late, never wrong; every few seconds the screen sends a ping, and the answer says how far the record
is. A screen that is behind asks for what it lacks. That also covers Redis being away: the socket stays, the
answers to the pings go on, and the screen asks every few seconds instead of being told.
"""

from __future__ import annotations

import json
import logging
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from casino.staff.access import FORBIDDEN, admits
from casino.staff.models import Staff

log = logging.getLogger(__name__)


class LiveConsumer(AsyncWebsocketConsumer):
    """A read-only socket. What it says to the browser is JSON:

    ``{"content": html, "version": n, "table": code}``  a piece of the screen (htmx swaps ``content``)
    ``{"pong": t, "at": digest}``                       the answer to ``{"ping": t}``
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
        if not isinstance(ping, dict) or "ping" not in ping:
            return  # the socket is read only: what is decided goes over HTTP, with its answer
        allowed, digest = await database_sync_to_async(self._answer)()
        if not allowed:
            await self.close(code=FORBIDDEN)
            return
        await self.say({"pong": ping["ping"], "at": digest})

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
        """Reads the person anew: a role that is taken away ends the watch within one ping."""
        person = Staff.objects.filter(pk=self.scope["user"].pk, is_active=True).first()
        return person is not None and admits(person, self.roles)
