"""The live push: what has changed is drawn once for each audience that has watchers, and sent to all its screens.

It is drawn after the commit, beside the answer, in a thread of each worker. Changes made while the thread draws, or
within `GAP` of its last push, are drawn together, only the latest state of each table: screens get as many pushes as
they can show however fast the taps come, and always the last state. The log is pushed in full.

Groups: ``table.<CODE>`` (tablets and watchers), ``pit.<PIT>`` and ``pit.all`` (tiles and what waits for a
supervisor), ``audit`` (rows of the log). The record is the truth and the push a convenience: an error here is logged
and swallowed, and a screen that missed a push asks again.
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
from casino.web.fragments import Digests
from casino.web.push_layer import LivePushLayer
from rounds.pit import screen
from rounds.play.snapshot import Current
from rounds.read_model import log_rows
from rounds.surveillance.alerts.thread import checker
from rounds.tablet import live_parts
from tables.models import Pit, Table

log = logging.getLogger(__name__)

AUDIT: Final = "audit"
EVERY_PIT: Final = "pit.all"
GAP: Final = 0.1
"""Seconds between two pushes of a worker: people cannot tell more than ten a second apart."""

Message = tuple[str, dict[str, Any]]


def table_group(code: str) -> str:
    return f"table.{code}"


def pit_group(code: str) -> str:
    return f"pit.{code}"


# --- what is pushed when


def after_play(current: Current, asks_changed: bool, **_: object) -> None:
    """Receiver of `rounds.play.signals.played`: on commit, show the table after the tap to its watchers.
    `asks_changed`: show the approvals too."""
    transaction.on_commit(lambda: _drawer.played(current, asks_changed=asks_changed))


def after_asking(table: Table, **_: object) -> None:
    """Receiver of `rounds.play.signals.approval_asked`: on commit, show the approvals that wait, at the table and in
    its pit."""
    transaction.on_commit(lambda: _drawer.changed(table.code))


def table_changed(code: str, **_: object) -> None:
    """Receiver of `tables.signals.changed`, which is sent after the commit: dealer, limits, notices, opening."""
    _drawer.changed(code)


def staff_changed(**_: object) -> None:
    """Receiver of `casino.staff.signals.staff_changed`: push the list beside the tiles to every pit."""
    _drawer.staff_changed()


def entries_added(chain: str, entries: Sequence[Entry], **_: object) -> None:
    """Receiver of `casino.ledger.signals.appended`: on commit, push the new rows of the audit log. The surveillance
    desk's own entries are not pushed: not everybody who follows the log may read them."""
    if chain == DESK:
        return
    transaction.on_commit(lambda: _drawer.recorded(entries))


def settle() -> None:
    """Wait until all changes so far have been sent and checked for alerts."""
    _drawer.settle()
    checker.settle()


# --- what has to be drawn


@dataclass
class Changes:
    """What has changed since the last push of this worker."""

    tables: dict[str, Current | None] = field(default_factory=dict)
    """Each table after its last tap; None if it must be read, since something else has changed since."""
    asks: set[str] = field(default_factory=set)
    """Tables whose waiting approvals have changed."""
    staff: bool = False
    entries: list[Entry] = field(default_factory=list)
    since: float = 0.0
    """When the first change came in, in seconds of the monotonic clock."""

    def __bool__(self) -> bool:
        return bool(self.tables or self.staff or self.entries)


class Drawer:
    """Collects changes, and draws and sends them in its own thread."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._changes = Changes()
        self._busy = False
        self._thread: threading.Thread | None = None
        self._pushed: dict[str, Digests] = {}
        """What was last pushed for each table: the next push has the parts that have changed since. A page that shows
        something else notices by the digests, and asks."""

    # --- changes, reported by the threads of the requests

    def played(self, current: Current, *, asks_changed: bool) -> None:
        """A tap was recorded at a table."""
        with self._turn:
            code = current.table.code
            # Two taps may be reported in another order than they were recorded.
            before = self._changes.tables.get(code, current)
            if before is not None and before.table.version <= current.table.version:
                self._changes.tables[code] = current
            if asks_changed:
                self._changes.asks.add(code)
            self._wake()

    def changed(self, code: str) -> None:
        """Something else has changed about a table, the approvals that wait there included."""
        with self._turn:
            self._changes.tables[code] = None
            self._changes.asks.add(code)
            self._wake()

    def staff_changed(self) -> None:
        """What waits in every pit has changed."""
        with self._turn:
            self._changes.staff = True
            self._wake()

    def recorded(self, entries: Sequence[Entry]) -> None:
        """Entries were added to the record."""
        with self._turn:
            self._changes.entries += entries
            self._wake()

    def settle(self) -> None:
        """Wait until everything reported so far is sent."""
        with self._turn:
            self._turn.wait_for(lambda: not (self._changes or self._busy))

    def _wake(self) -> None:
        if get_channel_layer() is None:
            self._changes = Changes()  # nobody can be listening
            return
        self._changes.since = self._changes.since or time.monotonic()
        if self._thread is None or not self._thread.is_alive():
            # Also in the child of a forked process, where only the forking thread lives on.
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
                checker.recorded(changes.entries)
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
        if unread:  # an empty list would still build a query, which then is not sent
            pits_of = Pit.objects.filter(tables__code__in=unread).values_list("code", flat=True)
            groups |= {pit_group(code) for code in pits_of}
        watched_groups = watched(groups)
        if not watched_groups:
            return
        loaded = {
            table.code: Current(table)
            for table in Table.objects.select_related("pit").filter(code__in=unread)
        } if unread else {}  # fmt: skip
        now = {code: current or loaded.get(code) for code, current in changes.tables.items()}
        tables = {code: current for code, current in now.items() if current is not None}
        messages: list[Message] = []
        for code, current in tables.items():
            if table_group(code) in watched_groups:
                messages += _messages(partial(self._table, current))
        messages += self._pits(changes, tables, pits, watched_groups)
        if changes.entries and AUDIT in watched_groups:
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
        self,
        changes: Changes,
        tables: dict[str, Current],
        pits: dict[str, Pit],
        watched_groups: Collection[str],
    ) -> list[Message]:
        """One message to each watched pit: the tiles of its tables, and the list beside them."""
        drawn: dict[str, str] = {}
        asks = {
            tables[code].table.pit.code: tables[code].table.pit for code in changes.asks if code in tables
        } | pits
        messages: list[Message] = []
        for group in sorted(watched_groups):
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
    """The message to a group: the text that goes unchanged to each of its sockets, and what consumers need to
    know."""
    # A template's result is made a plain str, since only that can be encoded.
    text = msgspec.json.encode({"content": str.__str__(html), **shown}).decode()
    tables = shown.get("tables", {})
    return group, {"type": "push", "text": text, "side": side, "tables": list(tables)}


def _tried(draw: Callable[[], str]) -> list[str]:
    """What ``draw`` returns, or nothing if it fails, so that other screens are not affected."""
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
    """Whether there can be any screen: if not, not even the database is asked."""
    return bool(getattr(get_channel_layer(), "groups", True))


def watched(groups: Iterable[str]) -> set[str]:
    """The groups with a watcher in any worker; all of them if the channel layer cannot tell."""
    watched_groups, layer = set(groups), get_channel_layer()
    if layer is None:
        return set()
    if isinstance(layer, LivePushLayer):
        return layer.watched(watched_groups)
    members = getattr(layer, "groups", None)
    return watched_groups if members is None else {group for group in watched_groups if members.get(group)}


def publish(messages: Iterable[Message]) -> None:
    """Send each message to its group: one round trip over Redis. If Redis is away, that is logged."""
    messages, layer = list(messages), get_channel_layer()
    if not messages or layer is None:
        return
    if isinstance(layer, LivePushLayer):
        layer.publish(messages)
        return
    for group, message in messages:
        live.on_their_loop(partial(layer.group_send, group, message))
