"""People who act are signed in on one screen at a time.

Reading taken of “dealers and supervisors signed in once”: it applies to anybody who may act (the ladder of
`casino.staff.roles`, and a tournament director), so that nothing is done at a screen that its person has left. Those
who only watch, surveillance and inspectors, may have as many screens as they like: a wall screen is signed in under
such a number. A signature by PIN at another person's tablet signs nobody in (`casino.staff.approvals.by_pin`) and
ends nothing.

If the house sets ``TWO_SCREENS``, a supervisor may have two (`ROLES_ON_TWO`): a wall and a desk. Neither can be a
table's tablet, since a dealer is in one place. A third has to be confirmed, as a second otherwise has, and ends the
older of the two.

A dealer's own PIN at a tablet moves the dealer there at once, since a live table does not wait. Anybody else is
asked first, and confirms with `take_over`. The previous session ends in the same transaction: its push is cut, its
screen says where its person has gone, and that is recorded. If a request of the old session is under way and writes
it back, it still opens nothing: a session is bound to `Staff.sign_in`, which each sign-in renews.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from casino.house_time import minutes, seconds
from casino.refusals import Refusal
from casino.staff import sockets
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.staff.sessions import SessionStore, StoredSession, row_of
from casino.words import Phrase

ROLES_ON_TWO: Final = (Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER)
"""The roles that may have two screens, if the house allows it."""
BESIDE: Final = "beside"
"""In the session of a second screen: the row of the first one's session."""
MOVED: Final = "moved"
"""In the session of a screen that was left: who went, when and where to."""
SINCE: Final = "since"
"""In a session: since when, from where and at which table the person is signed in."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another screen on which a person is signed in."""

    row: str
    """The name of its session's row (`casino.staff.sessions`)."""
    session: Mapping[str, Any]

    @property
    def table(self) -> str:
        """The table at which the person deals there; "" if they do not deal."""
        return str((self.session.get(SINCE) or {}).get("table") or "")

    @property
    def phrase(self) -> Phrase:
        """Where it is and since when, in words."""
        since = self.session.get(SINCE) or {}
        table, address, at = since.get("table"), since.get("address"), since.get("at")
        where = Phrase.of("screen.tablet", table=table) if table else Phrase.of("screen.another")
        if address:
            where = Phrase.of("screen.address", screen=where, address=address)
        return Phrase.of("screen.since", screen=where, since=minutes(at)) if at else where

    def refusal(self, number: str) -> SignedInElsewhere:
        """The refusal that says that the person is signed in there: where, and since when."""
        since = self.session.get(SINCE) or {}
        at = minutes(since["at"]) if since.get("at") else "–"
        if table := since.get("table"):
            return SignedInElsewhere("session.on_tablet", number=number, table=table, at=at)
        return SignedInElsewhere(
            "session.on_screen", number=number, address=since.get("address") or "–", at=at
        )


class SignedInElsewhere(Refusal):
    """Somebody is signed in on another screen and has not agreed to leave it."""


def store(key: str | None) -> SessionBase:
    """The session of that key, as it is stored now."""
    return SessionStore(key)


def other(person: Staff, request: HttpRequest) -> Other | None:
    """The other screen on which the person, whose row is locked, is signed in; None for people who may be on many
    screens."""
    if person.is_read_only or not person.screen or person.screen == row_of(request.session.session_key):
        return None
    return _open(person, person.screen)


def _open(person: Staff, row: str) -> Other | None:
    """The screen of that row, if the person is signed in there."""
    session = dict(StoredSession(row).items()) if row else {}
    valid = session.get(SESSION_KEY) == str(person.pk) and person.is_bound(session.get(HASH_SESSION_KEY))
    return Other(row, session) if valid else None


@dataclass(frozen=True, slots=True)
class Others:
    """The other screens of a person who signs in: one to leave, and one that stays beside the new one."""

    left: Other | None = None
    kept: Other | None = None


def others(person: Staff, request: HttpRequest, *, deals: bool) -> Others:
    """What becomes of the other screens of the person, whose row is locked, on signing in here. `deals`: this screen
    is a table's tablet."""
    last, here = other(person, request), row_of(request.session.session_key)
    if (
        deals
        or not settings.TWO_SCREENS
        or person.role not in ROLES_ON_TWO
        or (last is not None and last.table)
    ):
        return Others(left=last)
    if last is None:  # on the same screen again
        return Others(
            kept=_open(person, str(request.session.get(BESIDE, ""))) if person.screen == here else None
        )
    row = str(last.session.get(BESIDE, ""))
    return Others(left=_open(person, row) if row != here else None, kept=last)


def forget(person: Staff, request: HttpRequest) -> None:
    """The person signs out here: the other one of two screens becomes theirs."""
    if person.is_read_only or person.screen != row_of(request.session.session_key):
        return
    first = _open(person, str(request.session.get(BESIDE, "")))
    if first is not None:
        person.screen = first.row
        person.save(update_fields=["screen"])


def ask_first(person: Staff, other_session: Other | None, take_over: bool) -> None:
    """Raises SignedInElsewhere if the person must first agree to leave the other screen."""
    if other_session is not None and not take_over and person.role != Role.DEALER:
        raise other_session.refusal(person.number)


def leave(person: Staff, other_session: Other, *, to: str, at: datetime) -> None:
    """Sign the other screen out; from now on it shows where its person has gone."""
    session = StoredSession(other_session.row)
    session.clear()
    session[MOVED] = {"number": person.number, "at": at.isoformat(), "to": to}
    session.save()
    sockets.end_row(other_session.row)


def revoke_earlier_sessions(person: Staff, kept: Other | None = None) -> None:
    """Call before a session of a person who acts is opened: from now on no earlier one opens anything, except
    `kept`."""
    if not person.is_read_only and kept is None:
        person.sign_in = secrets.token_hex(16)
        person.save(update_fields=["sign_in"])


def remember(
    person: Staff, request: HttpRequest, *, address: str, table: str, at: datetime, kept: Other | None = None
) -> None:
    """Call after it is opened: this is now the person's screen, beside `kept`; `table` is where they deal at it."""
    request.session.pop(MOVED, None)
    request.session.pop(BESIDE, None)
    if kept is not None:
        request.session[BESIDE] = kept.row
    request.session[SINCE] = {"at": at.isoformat(), "address": address, "table": table}
    if not person.is_read_only:
        request.session.save()  # a new session has no key before
        person.screen = row_of(request.session.session_key)
        person.save(update_fields=["screen"])


def keep_screen(person: Staff, request: HttpRequest) -> None:
    """The session of a person who stays signed in has a new key: it is still the same screen."""
    if not person.is_read_only:
        request.session.save()
        person.screen = row_of(request.session.session_key)
        person.save(update_fields=["screen"])


@dataclass(frozen=True, slots=True)
class Moved:
    """Who has left this screen for another, when, and for which one."""

    number: str
    at: str
    to: str


def moved(request: HttpRequest) -> Moved | None:
    """Who has left this screen for another; None if nobody has."""
    notice = request.session.get(MOVED)
    if not isinstance(notice, dict):
        return None
    return Moved(notice["number"], seconds(notice["at"]), notice["to"])
