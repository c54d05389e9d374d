"""The live push: after the commit of a tap, one rendering and one message for each audience. The dealer's tablet gets
the rendering of its audience as the answer to the tap.

Groups: ``table.<CODE>`` (tablets and watchers), ``pit.<PIT>`` and ``pit.all`` (tiles and what waits for a
supervisor), ``audit`` (rows of the log). The record is the truth and the push a convenience: whatever goes wrong
here is logged and swallowed, and a screen that saw no push asks again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from casino.ledger import Entry, log_rows
from casino.web.parts import Digests
from casino.web.push_layer import LivePushLayer
from rounds.pit import screen
from rounds.play.snapshot import Current, Live
from rounds.tablet import live_parts
from tables.models import Pit, Table

log = logging.getLogger(__name__)

AUDIT = "audit"
EVERY_PIT = "pit.all"

Message = tuple[str, dict[str, Any]]
Maker = Callable[[], list[Message]]


def table_group(code: str) -> str:
    return f"table.{code}"


def pit_group(code: str) -> str:
    return f"pit.{code}"


# --- what is pushed when


def after_play(current: Current, since: int, asks_changed: bool, **_: object) -> None:
    """Receiver of `rounds.play.signals.played`: on commit, show the table after the tap to everybody who watches it.
    `since` is the version before; `asks_changed`: what waits for a supervisor is shown too."""
    table = current.table
    makers = [lambda: _felt(current.live, since), lambda: _tile(table)]
    if asks_changed:
        makers.append(lambda: _asks(table))
    _on_commit(*makers)


def after_asking(table: Table, **_: object) -> None:
    """Receiver of `rounds.play.signals.approval_asked`: on commit, show what waits for a supervisor, at the table
    and in its pit."""
    _on_commit(lambda: _table(table.code))


def table_changed(code: str, **_: object) -> None:
    """Receiver of `tables.signals.changed`, which is sent after the commit: dealer, limits, notices, opening."""
    _guarded(lambda: publish(_made(lambda: _table(code))))


def staff_changed(**_: object) -> None:
    """Receiver of `casino.staff.signals.staff_changed`: pushes the list beside the tiles to every pit."""
    _guarded(lambda: publish(_made(*[partial(_side, pit) for pit in (None, *Pit.objects.all())])))


def entries_added(chain: str, entries: Sequence[Entry], **_: object) -> None:
    """Receiver of `casino.ledger.signals.appended`: the new rows of the audit log, on commit."""
    _on_commit(lambda: _rows(entries))


def _table(code: str) -> list[Message]:
    table = Table.objects.select_related("pit").get(code=code)
    live = Current(table).live
    return _made(lambda: _felt(live, live.version), lambda: _tile(table), lambda: _asks(table))


_pushed: dict[str, Digests] = {}
"""What this worker has pushed last of each table: the next push has what changed since. A page that shows something
else sees so by the digests, and asks."""


# --- rendering, by the rooms whose screens they are


def _felt(live: Live, since: int) -> list[Message]:
    picture = live_parts.picture(live)
    html = picture.since(_pushed.get(live.table.code))
    _pushed[live.table.code] = picture.digests
    return [(table_group(live.table.code), _message(html, live.table.code, live.version, since))]


def _tile(table: Table) -> list[Message]:
    message = _message(screen.render_tile(table), table.code, table.version, None)
    return [(pit_group(table.pit.code), message), (EVERY_PIT, message)]


def _asks(table: Table) -> list[Message]:
    this_pit, all_pits = screen.render_asks(table.pit), screen.render_asks(None)
    return [
        (pit_group(table.pit.code), _message(this_pit, table.code, table.version, None) | {"side": True}),
        (EVERY_PIT, _message(all_pits, table.code, table.version, None) | {"side": True}),
    ]


def _side(pit: Pit | None) -> list[Message]:
    message = {"type": "push", "html": str(screen.render_asks(pit)), "side": True}
    return [(EVERY_PIT if pit is None else pit_group(pit.code), message)]


def _rows(entries: Sequence[Entry]) -> list[Message]:
    return [(AUDIT, {"type": "push", "html": log_rows.render_rows(entries), "version": entries[-1].seq})]


def _message(html: str, code: str, version: int, since: int | None) -> dict[str, Any]:
    message = {"type": "push", "html": str(html), "version": version, "table": code}
    if since is not None:
        message["since"] = since
    return message


def _made(*makers: Maker) -> list[Message]:
    """What the makers give; one that fails takes none of the others' audiences with it."""
    messages: list[Message] = []
    for make in makers:
        try:
            messages += make()
        except Exception:
            log.exception("A screen could not be drawn for the push.")
    return messages


# --- sending


class _Sending:
    """What is drawn and sent once the transaction is committed: all of it in one round trip."""

    def __init__(self, makers: Iterable[Maker]) -> None:
        self.makers = list(makers)

    def __call__(self) -> None:
        _guarded(lambda: publish(_made(*self.makers)))


def _on_commit(*makers: Maker) -> None:
    """Send what the makers give once the transaction is committed, with what of the same transaction is sent already;
    what was to be sent from a savepoint that is rolled back is not."""
    connection = transaction.get_connection()
    inside = set(connection.savepoint_ids)
    for savepoints, hook, _ in connection.run_on_commit:
        if isinstance(hook, _Sending) and savepoints == inside:
            hook.makers += makers
            return
    transaction.on_commit(_Sending(makers))


def _guarded(send: Callable[[], object]) -> None:
    if get_channel_layer() is None:
        return  # nobody can be listening, so nothing is drawn
    try:
        send()
    except Exception:
        log.exception("A push failed; screens ask again by themselves.")


def publish(messages: Iterable[Message]) -> None:
    """Send each message to its group. Over Redis that is one round trip, and a Redis that is away is logged."""
    messages = list(messages)
    layer = get_channel_layer()
    if not messages or layer is None:
        return
    if isinstance(layer, LivePushLayer):
        # Its `group_send` runs on an event loop: from the thread of a command that is two hand-overs a message.
        layer.publish(messages)
        return
    for group, message in messages:
        async_to_sync(layer.group_send)(group, message)
