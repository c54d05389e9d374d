"""The socket of a live screen: it checks who may watch, shows everything on connecting, then pushes each change.

The push is a convenience, the record is the truth. Each push has a whole piece of the screen, so a lost one delays
the screen but never makes it wrong. Every few seconds the screen sends a ping, and the answer says how far the
record is; a screen that is behind asks for what it lacks. That also covers an outage of Redis: the socket stays
open, pings are answered, and the screen polls every few seconds.

The server itself checks regularly who may watch (`Watch`), whatever the screen sends: one check covers all sockets
of a process, with four queries however many there are.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Hashable, Iterable, Mapping
from functools import cached_property
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer

from casino.postgres.apart import Apart
from casino.staff import places, presence, tablet_contact, tablets
from casino.staff.access import FORBIDDEN, admits
from casino.staff.models import Staff, Tablet
from casino.staff.places import Place
from casino.staff.sessions import stored
from casino.staff.sockets import ANSWERING, CONNECTING
from casino.watching.metrics import WATCHERS
from casino.web import screen_build
from casino.web.push_layer import LivePushLayer
from casino.web.wire import WIRE, Wire

log = logging.getLogger(__name__)

CHECKED_EVERY = 0.8
"""Seconds between two checks of who may watch: a socket ends within two after its permission does."""
APART = 0.5
"""Seconds between two checks for pings: pings that come meanwhile share the next check."""
HEARD_WITHIN = 10.0
"""How many seconds after a ping its tablet counts as heard from."""
NOT_FOUND = 4404
"""Close code if there is nothing to watch."""
LONGEST_PING = 200
"""The longest message that is read from a screen, in characters."""
EARLY = 100
"""How many pushes are kept for a screen that is still connecting; if there are more, the newest."""
MOST = 2**53
"""A number that no browser's clock exceeds."""


class SharedAnswer:
    """An answer that many sockets need at about the same time, worked out once for all of them.

    A socket that asks while an answer is being worked out waits for the next one, which starts after it asked. So
    many screens at once cost two answers, and none gets an answer older than its question. With `keep`, an answer is
    reused for that many seconds, until `forget` says that something has changed.
    """

    def __init__(self, work: Callable[[], Any], threads: Apart = ANSWERING) -> None:
        self._work, self._threads = work, threads
        self._lock = asyncio.Lock()
        self._numbers = count(1)
        self._covers = self._forgotten = 0
        """The number of the last question asked before the answer was begun, and of the last before `forget` was
        called."""
        self._begun = 0.0
        self._answer: Any = None

    async def ask(self, keep: float = 0.0) -> Any:
        """The answer; with `keep`, one that others were given up to so many seconds ago."""
        number = next(self._numbers)
        async with self._lock:
            fresh = self._covers > self._forgotten and time.monotonic() - self._begun < keep
            if self._covers < number and not fresh:
                begun, covers = time.monotonic(), next(self._numbers)
                self._answer = await self._threads.do(self._work)
                self._begun, self._covers = begun, covers
            return self._answer

    def forget(self) -> None:
        """Stop reusing what was answered so far or is being worked out."""
        self._forgotten = next(self._numbers)


_shared: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Hashable, SharedAnswer]] = WeakKeyDictionary()


def shared_answer(key: Hashable, work: Callable[[], Any], threads: Apart = ANSWERING) -> SharedAnswer:
    """The shared answer for `key` on this event loop; `work` computes it, in one of the threads."""
    return _shared.setdefault(asyncio.get_running_loop(), {}).setdefault(key, SharedAnswer(work, threads))


class CurrentFacts:
    """What the record and the sessions say now about the people who watch; each fact is read at most once, in a
    thread."""

    def __init__(self, sockets: Iterable[LiveConsumer]) -> None:
        watching = list(sockets)
        self.people = Staff.objects.in_bulk({socket.scope["user"].pk for socket in watching})
        self.sessions = stored({socket.scope["session"].session_key for socket in watching})
        self._tables = dict[str | None, set[str]]()

    @cached_property
    def tablets(self) -> dict[str, Tablet]:
        """The tablets that are assigned to tables, by the digest of their tokens."""
        return tablets.all_enrolled()

    @cached_property
    def places(self) -> dict[str, Place]:
        """The pit and the dealer of every table, by its code."""
        return places.every_place()

    def tables_of(self, pit: str | None) -> set[str]:
        """The codes of the tables in a pit, or on the whole floor for None; computed once for everybody who watches
        it."""
        codes = self._tables.get(pit)
        if codes is None:
            places = self.places.items()
            codes = {code for code, place in places if pit is None or place.pit == pit}
            self._tables[pit] = codes
        return codes

    def dealer_of(self, code: str) -> str | None:
        """The dealer of the table, "" if nobody deals; None if there is no such table."""
        place = self.places.get(code)
        return place.dealer if place is not None else None


class Watch:
    """All sockets of this event loop, checked together every `CHECKED_EVERY` seconds. A socket that may no longer
    watch is closed, even if no message could say so (no Redis, another worker, a direct change in the database)."""

    def __init__(self) -> None:
        self.sockets: set[LiveConsumer] = set()
        self.task: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._numbers = count(1)
        self._covers = 0
        """The number of the last request for a check before the last check began."""
        self._looked = 0.0
        """When the last check began, by the monotonic clock."""

    async def confirm(self) -> None:
        """Return after a check of all sockets that began after this call; callers share it."""
        number = next(self._numbers)
        async with self._lock:
            if self._covers < number:
                await asyncio.sleep(max(0.0, self._looked + APART - time.monotonic()))
                await self._look()

    def add(self, socket: LiveConsumer) -> None:
        """Check this socket too from now on."""
        self.sockets.add(socket)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._run())

    def discard(self, socket: LiveConsumer) -> None:
        """Stop checking a socket that has ended; the checks stop with the last one."""
        self.sockets.discard(socket)
        if not self.sockets and self.task is not None:
            self.task.cancel()
            self.task = None

    async def _run(self) -> None:
        while True:
            # A check that was made for pings serves as well.
            await asyncio.sleep(max(0.0, self._looked + CHECKED_EVERY - time.monotonic()))
            async with self._lock:
                if time.monotonic() < self._looked + CHECKED_EVERY:
                    continue
                try:
                    await self._look()
                except Exception:  # the database is away: the next check will find out
                    log.warning("Who watches could not be checked.", exc_info=True)

    async def _look(self) -> None:
        covers, self._looked = next(self._numbers), time.monotonic()
        await self.look()
        self._covers = covers

    async def look(self) -> None:
        """Check all sockets once."""
        sockets = [socket for socket in self.sockets if not socket.over]
        if sockets:
            for socket in await ANSWERING.do(_no_longer, sockets):
                await socket.end()


def _no_longer(sockets: list[LiveConsumer]) -> list[LiveConsumer]:
    """The sockets whose people may no longer watch. For the others, the tablets that were heard from are noted."""
    recently = time.monotonic() - HEARD_WITHIN
    tablet_contact.note(
        [pk for socket in sockets if socket.heard > recently and (pk := socket.tablet_heard())]
    )
    now = CurrentFacts(sockets)
    return [socket for socket in sockets if not socket.is_allowed(now)]


_loops: WeakSet[asyncio.AbstractEventLoop] = WeakSet()
"""The event loops of this process that have live screens: one, except in tests."""


def on_their_loop(send: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """From a thread, run something on the event loop of this process's screens: only that may touch an in-memory
    channel layer. Without screens nothing is done."""
    for loop in list(_loops):
        if loop.is_running():
            asyncio.run_coroutine_threadsafe(send(), loop)
            return


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, Watch] = WeakKeyDictionary()


def watch() -> Watch:
    """The watch of this event loop."""
    return _watches.setdefault(asyncio.get_running_loop(), Watch())


class LiveConsumer(AsyncWebsocketConsumer):
    """A read-only socket. What it says to the browser is JSON:

    ``{"content": html, …}``                            a piece of the screen (htmx swaps ``content``): of a table with
        ``version`` and ``table``, of a pit with ``tables`` and their versions
    ``{"pong": t, "at": digest, "time": ms}``           the answer to ``{"ping": t}``, with the server's clock;
        with ``"build"``, if the ping names another build than the one served
    """

    roles: tuple[str, ...] = ()
    groups_wanted: tuple[str, ...] = ()
    pinged: float = 0
    screen_build: object = None
    """The build that drew the page (`casino.web.screen_build`), if its last ping named it."""
    answering = False
    """Whether a ping is being answered; the answer always goes to the latest one."""
    over = False
    """Whether the socket has ended: nothing more is sent."""
    heard = 0.0
    """When the last ping came, by the monotonic clock."""
    wire: Wire | None = None
    """Where its pushes are written as they arrive; None if each goes the server's usual way."""
    early: deque[dict[str, Any]] | None = None
    """The pushes that came while it was connecting; None once it has connected."""
    watched_as = ""
    """The audience under which it is counted; "" while it is not."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tasks: set[asyncio.Task[None]] = set()

    # --- what each screen says about itself (`casino.staff.access.require_roles` says who may watch it)

    def group_names(self) -> tuple[str, ...]:
        """The channel groups whose pushes it shows."""
        raise NotImplementedError

    def whole(self) -> list[dict[str, Any]]:
        """Everything that the screen shows now, as messages. Runs in a thread, with the database."""
        return []

    def tablet_heard(self) -> int | None:
        """The tablet (primary key) that it runs on, if it is the tablet of its table's dealer; otherwise None."""
        return None

    def digest(self) -> Any:
        """How far the record is, so that the screen can tell whether it is behind."""
        return None

    async def begin(self) -> None:
        """Show everything to a screen that has just connected."""
        for message in await CONNECTING.do(self.whole):
            await self.say(message)

    async def answer(self) -> tuple[bool, Any]:
        """For a ping: whether the person may still watch, and the digest."""
        if not await self.may_go_on():
            return False, None
        return True, await ANSWERING.do(self.digest)

    async def may_go_on(self) -> bool:
        """Whether the person may still watch."""
        if self not in watch().sockets:
            return await ANSWERING.do(self._still_allowed)
        await watch().confirm()
        return not self.over

    # --- the socket

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Stay on the event loop. Channels would first clean up old database connections for each message, in the
        one thread that a process has for that; here everything that reads has its own threads."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        # Join the groups first: what happens while the whole screen is being read is then pushed after it, not lost.
        self.groups_wanted = self.group_names()
        self.wire = self.scope.get(WIRE)
        if self.wire is not None and isinstance(self.channel_layer, LivePushLayer):
            self.early = deque(maxlen=EARLY)
            self.channel_layer.hand_over(self.channel_name, self.taken)
        for group in self.groups_wanted:
            try:
                await self.channel_layer.group_add(group, self.channel_name)
            except Exception:  # whatever the layer raises when it is away
                log.warning("No live pushes for a screen; it will ask instead.", exc_info=True)
        await self.accept()
        self.watched_as = self.groups_wanted[0].partition(".")[0]
        WATCHERS.labels(self.watched_as).inc()
        _loops.add(asyncio.get_running_loop())
        if isinstance(self.scope.get("user"), Staff):
            watch().add(self)
        await self.begin()
        early, self.early = self.early or (), None
        for message in early:
            self.taken(message)

    async def end(self) -> None:
        """Close the socket with `FORBIDDEN`, at which the browser loads the page again: the person may no longer
        watch, or so much has changed that the screen must start again."""
        if self.over:
            return
        self.over = True
        watch().discard(self)
        try:
            await self.close(code=FORBIDDEN)
        except RuntimeError:  # the server says that it is already closed
            log.debug("A socket that ends was closed before.", exc_info=True)

    async def disconnect(self, code: int) -> None:
        if self.watched_as:
            WATCHERS.labels(self.watched_as).dec()
            self.watched_as = ""
        self.over = True
        watch().discard(self)
        for task in self.tasks:
            task.cancel()
        for group in self.groups_wanted:
            try:
                await self.channel_layer.group_discard(group, self.channel_name)
            except Exception:  # the layer is away: it forgets us by itself
                log.debug("Leaving %s failed.", group, exc_info=True)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if len(text_data or "") > LONGEST_PING:
            return
        try:
            ping = json.loads(text_data or "null")
        except (ValueError, RecursionError):
            return
        if not isinstance(ping, dict) or not _is_time(ping.get("ping")):
            return  # the socket is read-only: decisions go over HTTP and are answered there
        self.pinged, self.build = ping["ping"], ping.get("build")
        self.heard = time.monotonic()
        if not self.answering:
            self.answering = True
            self.beside(self._pong())

    def beside(self, doing: Coroutine[Any, Any, None]) -> None:
        """Run something slow while pushes continue. If it fails, the socket is closed and the screen connects again."""
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
            await self.end()
            return
        # A page that was drawn by another build is told which one is served now.
        served = {} if self.build in (None, screen_build.mark()) else {"build": screen_build.mark()}
        await self.say({"pong": self.pinged, "at": digest, "time": time.time() * 1000, **served})

    def taken(self, message: dict[str, Any]) -> None:
        """A push, as it arrives: a piece of the screen, drawn and framed once for everybody who watches."""
        if self.early is not None:
            self.early.append(message)
        elif not self.over and self.wire is not None:
            self.noticed(message)
            self.wire.write(message)

    async def push(self, message: dict[str, Any]) -> None:
        """The same if the screen has no wire."""
        if not self.over:
            self.noticed(message)
            await self.send(text_data=message["text"])

    def noticed(self, message: dict[str, Any]) -> None:
        """Note what a push that is about to be sent says."""

    async def say(self, message: dict[str, Any]) -> None:
        if self.over:
            return
        await self.send(text_data=json.dumps(message, ensure_ascii=False))

    # --- in a thread

    def _still_allowed(self) -> bool:
        return self.is_allowed(CurrentFacts([self]))

    def is_allowed(self, now: CurrentFacts) -> bool:
        """Whether the person may still watch: active, in the same role and with the same PIN, in a session that is
        open, not locked, ended or handed on, and with whatever else this screen requires."""
        before = self.scope["user"]
        person, session = now.people.get(before.pk), now.sessions.get(self.scope["session"].session_key or "")
        if person is None or session is None or not person.is_active or person.pin_set_by:
            return False
        if person.role != before.role or not presence.is_open(session, person):
            return False
        return admits(person, self.roles) and self.fits(now, person, session)

    def fits(self, now: CurrentFacts, person: Staff, session: Mapping[str, object]) -> bool:
        """Whether what this screen requires beyond the role is met, judged from `now` without another query."""
        return True


def _is_time(value: object) -> bool:
    """Whether it is a clock's figure, as a browser sends it with its ping."""
    return isinstance(value, int | float) and -MOST < value < MOST


class NoSuchSocket(AsyncWebsocketConsumer):
    """For any address without a socket: closed with 4404."""

    async def connect(self) -> None:
        # Accept it first: a refusal in the handshake reaches a browser without its code.
        await self.accept()
        await self.close(code=NOT_FOUND)
