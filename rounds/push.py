"""The live push: what has changed is drawn once for each audience that somebody watches, and sent to all its screens.

It is drawn after the commit, beside the answer, in a thread of each worker. What changes while the thread draws, or
within `GAP` of what it sent last, is drawn in one go: of each table the last state only, so screens get as many pushes
as they can show, however fast the taps come, and always the last one. A log is pushed whole.

Groups: ``table.<CODE>`` (tablets and watchers), ``pit.<PIT>`` and ``pit.all`` (tiles and what waits for a
supervisor), ``audit`` (rows of the log). The record is the truth and the push a convenience: whatever goes wrong
here is logged and swallowed, and a screen that saw no push asks again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import msgspec
from channels.layers import get_channel_layer
from django.db import connection, transaction

from casino.ledger import DESK, Entry
from casino.watching.metrics import PUSH_SECONDS, PUSHES
from casino.web import live
from casino.web.parts import Digests
from casino.web.push_layer import LivePushLayer
from rounds.pit import screen
from rounds.play.snapshot import Current
from rounds.read_model import log_rows
from rounds.surveillance.alerts.thread import looker
from rounds.tablet import live_parts
from tables.models import Pit, Table

log = logging.getLogger(__name__)

AUDIT: Final = "audit"
EVERY_PIT: Final = "pit.all"
GAP: Final = 0.1
"""Seconds from one push of a worker to its next: ten in a second are as many as people can tell apart."""

Message = tuple[str, dict[str, Any]]


def table_group(code: str) -> str:
    return f"table.{code}"


def pit_group(code: str) -> str:
    return f"pit.{code}"


# --- what is pushed when


def after_play(current: Current, asks_changed: bool, **_: object) -> None:
    """Receiver of `rounds.play.signals.played`: on commit, show the table after the tap to everybody who watches it.
    `asks_changed`: what waits for a supervisor is shown too."""
    transaction.on_commit(lambda: _drawer.played(current, asks_changed=asks_changed))


def after_asking(table: Table, **_: object) -> None:
    """Receiver of `rounds.play.signals.approval_asked`: on commit, show what waits for a supervisor, at the table
    and in its pit."""
    transaction.on_commit(lambda: _drawer.changed(table.code))


def table_changed(code: str, **_: object) -> None:
    """Receiver of `tables.signals.changed`, which is sent after the commit: dealer, limits, notices, opening."""
    _drawer.changed(code)


def staff_changed(**_: object) -> None:
    """Receiver of `casino.staff.signals.staff_changed`: pushes the list beside the tiles to every pit."""
    _drawer.staff_changed()


def entries_added(chain: str, entries: Sequence[Entry], **_: object) -> None:
    """Receiver of `casino.ledger.signals.appended`: the new rows of the audit log, on commit. What the surveillance
    desk writes is not pushed: not everybody who follows the log may read it."""
    if chain == DESK:
        return
    transaction.on_commit(lambda: _drawer.recorded(entries))


def settle() -> None:
    """Wait until everything that has changed so far is sent, and looked at for alerts."""
    _drawer.settle()
    looker.settle()


# --- what is to be drawn


@dataclass
class Changes:
    """What has changed since the last push of this worker."""

    tables: dict[str, Current | None] = field(default_factory=dict)
    """Each table after its last tap; None where it is to be read, since something else has changed after it."""
    asks: set[str] = field(default_factory=set)
    """Tables at which what waits for a supervisor has changed."""
    staff: bool = False
    entries: list[Entry] = field(default_factory=list)
    since: float = 0.0
    """When the first of it was told, in seconds of a clock that only goes on."""

    def __bool__(self) -> bool:
        return bool(self.tables or self.staff or self.entries)


class Drawer:
    """Collects what has changed, and draws and sends it in a thread of its own."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._changes = Changes()
        self._busy = False
        self._thread: threading.Thread | None = None
        self._pushed: dict[str, Digests] = {}
        """What was pushed last of each table: the next push has what has changed since. A page that shows something
        else sees so by the digests, and asks."""

    # --- what has changed, told by the threads of the requests

    def played(self, current: Current, *, asks_changed: bool) -> None:
        """A tap is recorded at a table."""
        with self._turn:
            code = current.table.code
            # Two taps may be told in the other order than they were recorded in.
            before = self._changes.tables.get(code, current)
            if before is not None and before.table.version <= current.table.version:
                self._changes.tables[code] = current
            if asks_changed:
                self._changes.asks.add(code)
            self._wake()

    def changed(self, code: str) -> None:
        """Something else about a table, with what waits for a supervisor there."""
        with self._turn:
            self._changes.tables[code] = None
            self._changes.asks.add(code)
            self._wake()

    def staff_changed(self) -> None:
        """What waits in every pit."""
        with self._turn:
            self._changes.staff = True
            self._wake()

    def recorded(self, entries: Sequence[Entry]) -> None:
        """Entries of the record."""
        with self._turn:
            self._changes.entries += entries
            self._wake()

    def settle(self) -> None:
        """Wait until everything told so far is sent."""
        with self._turn:
            self._turn.wait_for(lambda: not (self._changes or self._busy))

    def _wake(self) -> None:
        if get_channel_layer() is None:
            self._changes = Changes()  # nobody can be listening
            return
        self._changes.since = self._changes.since or time.monotonic()
        if self._thread is None or not self._thread.is_alive():
            # Also in the child of a process that has forked, where only the thread that forked lives on.
            self._thread = threading.Thread(target=self._run, name="push", daemon=True)
            self._thread.start()
        self._turn.notify_all()

    # --- the thread

    def _run(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: bool(self._changes))
                changes, self._changes, self._busy = self._changes, Changes(), True
            begun = time.monotonic()
            try:
                self._push(changes)
            except Exception:
                log.exception("A push failed; screens ask again by themselves.")
            finally:
                connection.close()
                looker.recorded(changes.entries)
                with self._turn:
                    self._busy = False
                    self._turn.notify_all()
            time.sleep(max(0.0, begun + GAP - time.monotonic()))

    def _push(self, changes: Changes) -> None:
        if not _somebody_watches():
            return
        pits = {str(pit.code): pit for pit in Pit.objects.all()} if changes.staff else {}
        groups = {table_group(code) for code in changes.tables} | {AUDIT, EVERY_PIT}
        groups |= {pit_group(code) for code in pits}
        groups |= {pit_group(now.table.pit.code) for now in changes.tables.values() if now is not None}
        unread = [code for code, now in changes.tables.items() if now is None]
        if unread:  # an empty list would have a query put together, which then is not asked
            pits_of = Pit.objects.filter(tables__code__in=unread).values_list("code", flat=True)
            groups |= {pit_group(code) for code in pits_of}
        wanted = watched(groups)
        if not wanted:
            return
        loaded = {
            table.code: Current(table)
            for table in Table.objects.select_related("pit").filter(code__in=unread)
        } if unread else {}  # fmt: skip
        now = {code: current or loaded.get(code) for code, current in changes.tables.items()}
        tables = {code: current for code, current in now.items() if current is not None}
        messages: list[Message] = []
        for code, current in tables.items():
            if table_group(code) in wanted:
                messages += _messages(partial(self._table, current))
        messages += self._pits(changes, tables, pits, wanted)
        if changes.entries and AUDIT in wanted:
            messages += _messages(lambda: [_message(AUDIT, log_rows.render_rows(changes.entries))])
        publish(messages)
        for group, _ in messages:
            PUSHES.labels(group.partition(".")[0]).inc()
        if messages:
            PUSH_SECONDS.observe(time.monotonic() - changes.since)

    def _table(self, current: Current) -> list[Message]:
        code, now = current.table.code, current.live
        picture = live_parts.picture(now)
        html, self._pushed[code] = picture.since(self._pushed.get(code)), picture.digests
        return [_message(table_group(code), html, version=now.version, table=code)]

    def _pits(
        self, changes: Changes, tables: dict[str, Current], pits: dict[str, Pit], wanted: Collection[str]
    ) -> list[Message]:
        """One message to each pit that is watched: the tiles of its tables, and the list beside them."""
        drawn: dict[str, str] = {}
        asks = {
            tables[code].table.pit.code: tables[code].table.pit for code in changes.asks if code in tables
        } | pits
        messages: list[Message] = []
        for group in sorted(wanted):
            if not group.startswith("pit."):
                continue
            of_group = {
                code: current.table
                for code, current in tables.items()
                if group in (EVERY_PIT, pit_group(current.table.pit.code))
            }
            for code, table in of_group.items():
                if code not in drawn:
                    drawn[code] = "".join(html for html in _tried(partial(screen.render_tile, table)))
            side = [pit for code, pit in asks.items() if group == pit_group(code)]
            lists = [None] if group == EVERY_PIT and asks else side
            sides = "".join(html for pit in lists for html in _tried(partial(screen.render_asks, pit)))
            content = "".join(drawn[code] for code in of_group) + sides
            if content:
                versions = {code: table.version for code, table in of_group.items()}
                messages.append(_message(group, content, side=bool(sides), tables=versions))
        return messages


_drawer = Drawer()


def _message(group: str, html: str, *, side: bool = False, **shown: Any) -> Message:
    """The message to a group: the text that goes to each of its sockets as it is, and what consumers read of it."""
    # What a template gave is made a plain text, which alone can be encoded.
    text = msgspec.json.encode({"content": str.__str__(html), **shown}).decode()
    tables = shown.get("tables", {})
    return group, {"type": "push", "text": text, "side": side, "tables": list(tables)}


def _tried(draw: Callable[[], str]) -> list[str]:
    """What is drawn; nothing where that fails: it takes none of the others' screens with it."""
    try:
        return [str(draw())]
    except Exception:
        log.exception("A screen could not be drawn for the push.")
        return []


def _messages(make: Callable[[], list[Message]]) -> list[Message]:
    try:
        return make()
    except Exception:
        log.exception("A screen could not be drawn for the push.")
        return []


# --- sending


def _somebody_watches() -> bool:
    """Whether there may be a screen at all: without one not even the database is asked."""
    return bool(getattr(get_channel_layer(), "groups", True))


def watched(groups: Iterable[str]) -> set[str]:
    """Those of the groups that somebody watches, in whichever worker; all of them where the layer cannot tell."""
    wanted, layer = set(groups), get_channel_layer()
    if layer is None:
        return set()
    if isinstance(layer, LivePushLayer):
        return layer.watched(wanted)
    members = getattr(layer, "groups", None)
    return wanted if members is None else {group for group in wanted if members.get(group)}


def publish(messages: Iterable[Message]) -> None:
    """Send each message to its group. Over Redis that is one round trip, and a Redis that is away is logged."""
    messages, layer = list(messages), get_channel_layer()
    if not messages or layer is None:
        return
    if isinstance(layer, LivePushLayer):
        layer.publish(messages)
        return
    for group, message in messages:
        live.on_their_loop(partial(layer.group_send, group, message))
