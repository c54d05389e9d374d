"""The socket of a live screen: who may watch, everything at once on connecting, then one push a change.

The push is a convenience, the record is the truth. Each push carries a whole piece of the screen, so a lost
one is late, never wrong; every few seconds the screen sends a ping, and the answer says how far the record
is. A screen that is behind asks for what it lacks. That also covers Redis being away: the socket stays, the
answers to the pings go on, and the screen asks every few seconds instead of being told.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine, Hashable, Mapping
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from casino.staff import presence
from casino.staff.access import FORBIDDEN, admits
from casino.staff.models import Staff

log = logging.getLogger(__name__)

NOT_FOUND = 4404
"""Close code where there is nothing to watch."""
LONGEST_PING = 200
"""Characters of what a screen says; nothing longer is read."""
MOST = 2**53
"""No clock of a browser shows more."""


class Together:
    """What many sockets ask at about the same time, worked out once for all of them.

    Who asks while it is being worked out waits for the next answer, which is begun after he asked: so many screens
    that meet cost two answers, and none is told what is older than its question. With `keep`, an answer serves for
    so many seconds more, until `forget` says that something has changed.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._lock = asyncio.Lock()
        self._numbers = count(1)
        self._covers = self._forgotten = 0
        """The last question before the answer was begun, and before it was no longer good enough to be kept."""
        self._begun = 0.0
        self._answer: Any = None

    async def ask(self, keep: float = 0.0) -> Any:
        """The answer. `keep`: how old, in seconds, one may be that others were given."""
        number = next(self._numbers)
        async with self._lock:
            kept = self._covers > self._forgotten and time.monotonic() - self._begun < keep
            if self._covers < number and not kept:
                begun, covers = time.monotonic(), next(self._numbers)
                self._answer = await database_sync_to_async(self._work)()
                self._begun, self._covers = begun, covers
            return self._answer

    def forget(self) -> None:
        """What was answered so far, or is being worked out, is kept no longer."""
        self._forgotten = next(self._numbers)


_together: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Hashable, Together]] = WeakKeyDictionary()


def together(key: Hashable, work: Callable[[], Any]) -> Together:
    """The one place of this event loop at which all ask for `key`; `work` finds the answer, in a thread."""
    return _together.setdefault(asyncio.get_running_loop(), {}).setdefault(key, Together(work))


class LiveConsumer(AsyncWebsocketConsumer):
    """A read-only socket. What it says to the browser is JSON:

    ``{"content": html, "version": n, "table": code}``  a piece of the screen (htmx swaps ``content``)
    ``{"pong": t, "at": digest, "time": ms}``           the answer to ``{"ping": t}``, with the server's clock
    """

    roles: tuple[str, ...] = ()
    groups_wanted: tuple[str, ...] = ()
    pinged: float = 0
    answering = False
    """Whether a ping is being answered: the answer is that to the last one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tasks: set[asyncio.Task[None]] = set()

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

    async def begin(self) -> None:
        """Show the screen that connects everything."""
        for message in await database_sync_to_async(self.whole)():
            await self.say(message)

    async def answer(self) -> tuple[bool, Any]:
        """Whether the person may still watch, and the digest, for a ping."""
        return await database_sync_to_async(self._answer)()

    # --- the socket

    async def dispatch(self, message: dict[str, Any]) -> None:
        """A push goes out on the event loop alone. Channels would first see to old database connections for each
        message, in the one thread of a process that does all its sockets' reading: whatever is read there, for
        another screen, every push to every screen would wait for."""
        if message["type"] == "push":
            await self.push(message)
        else:
            await super().dispatch(message)

    async def connect(self) -> None:
        # The groups first: what happens while the whole is being read is pushed as well, not lost.
        self.groups_wanted = self.group_names()
        for group in self.groups_wanted:
            try:
                await self.channel_layer.group_add(group, self.channel_name)
            except Exception:  # whatever the layer raises when it is away
                log.warning("No live pushes for a screen; it will ask instead.", exc_info=True)
        await self.accept()
        await self.begin()

    async def disconnect(self, code: int) -> None:
        for task in self.tasks:
            task.cancel()
        for group in self.groups_wanted:
            try:
                await self.channel_layer.group_discard(group, self.channel_name)
            except Exception:  # away: it forgets us by itself
                log.debug("Leaving %s failed.", group, exc_info=True)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if len(text_data or "") > LONGEST_PING:
            return
        try:
            ping = json.loads(text_data or "null")
        except (ValueError, RecursionError):
            return
        if not isinstance(ping, dict) or not _is_time(ping.get("ping")):
            return  # the socket is read only: what is decided goes over HTTP, with its answer
        self.pinged = ping["ping"]
        if not self.answering:
            self.answering = True
            self.beside(self._pong())

    def beside(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something that takes its time: pushes go out meanwhile. When it fails, the socket is closed and the
        screen connects again."""
        task = asyncio.create_task(self._done_or_closed(doing))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _done_or_closed(self, doing: Coroutine[Any, Any, None]) -> None:
        try:
            await doing
        except Exception:
            log.exception("A screen could not be answered; it connects again.")
            await self.close()

    async def _pong(self) -> None:
        try:
            allowed, digest = await self.answer()
        finally:
            self.answering = False
        if not allowed:
            await self.close(code=FORBIDDEN)
            return
        await self.say({"pong": self.pinged, "at": digest, "time": time.time() * 1000})

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
