"""Sockets: the threads that read for them, and how the live push ends with a session that is locked or over.

The page that holds a WebSocket may be gone, kept in another tab, or held open on purpose: the push must stop when
the session does, not when the browser decides.
"""

from __future__ import annotations

import logging
from typing import Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from casino.postgres.apart import Apart
from casino.staff.sessions import row_of

log = logging.getLogger(__name__)

CONNECTING: Final = Apart(2, "screen-connects")
"""The threads that check a connecting screen and show it everything. It waits neither for taps nor for the screens
that are already connected: a screen that gives up connects again, and everything is done twice."""
ANSWERING: Final = Apart(1, "screens")
"""The thread that answers the screens that are already connected."""


def group(session_key: str) -> str:
    """The channel group of one session. The key itself is secret, so it is not part of any name."""
    return f"session.{row_of(session_key)}"


def group_of_tablet(tablet_id: int) -> str:
    """The channel group of everything that is watched on one tablet."""
    return f"tablet.{tablet_id}"


def group_of_person(person_id: int) -> str:
    """The channel group of everything that a person watches, on any screen."""
    return f"person.{person_id}"


def group_of_dealers(code: str) -> str:
    """The channel group of everything that is watched as the dealer of a table."""
    return f"dealer.{code}"


def end(session_key: str | None) -> None:
    """On commit, close every WebSocket of this session. A failing push never disturbs dealing."""
    if session_key:
        _end(group(session_key))


def end_row(row: str) -> None:
    """The same, given the name of the session's row."""
    if row:
        _end(f"session.{row}")


def end_of_tablet(tablet_id: int) -> None:
    """On commit, close every WebSocket that the tablet has as its table's tablet."""
    _end(group_of_tablet(tablet_id))


def end_of_person(person_id: int) -> None:
    """On commit, close every WebSocket of this person: the role, the PIN or the pits have changed, or the session is
    over."""
    _end(group_of_person(person_id))


def end_of_dealers(code: str) -> None:
    """On commit, close every WebSocket that somebody has as the dealer of this table, because another one deals
    there now."""
    _end(group_of_dealers(code))


def _end(name: str) -> None:
    def send() -> None:
        layer = get_channel_layer()
        if layer is None:
            return
        try:
            async_to_sync(layer.group_send)(name, {"type": "session.ended"})
        except Exception:  # whatever the layer raises when it is away
            log.warning("A session's sockets could not be told that it ended.", exc_info=True)

    transaction.on_commit(send)
