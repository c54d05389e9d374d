"""Who acts is signed in on one screen at a time.

Reading taken of “dealers and supervisors signed in once”: it applies to anybody who may act (the ladder of
`casino.staff.roles`, and a tournament director), so that nothing is done at a screen that its person has left. Who only
watches, surveillance and inspectors, may have as many screens as they like: a screen on a wall is signed in under such
a number. A signature by PIN at another's tablet signs nobody in (`casino.staff.approvals.by_pin`) and ends nothing.

Where the house sets ``TWO_SCREENS``, a supervisor may have two (`ROLES_ON_TWO`): a wall and a desk. Neither is a
table's tablet: who deals is at one place. A third is asked about as the second otherwise is, and ends the older of the
two.

A dealer's own PIN at a tablet moves him there at once, since a live table does not wait. Anybody else is asked first,
and says so with `take_over`. What was signed in before ends in the same transaction: its push is cut, its screen says
where its person has gone, and the record has it. Should a request of the old session be under way and write it back, it
still opens nothing: a session is bound to `Staff.sign_in`, which each sign-in renews.
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
"""Who may have two screens, where the house allows it."""
BESIDE: Final = "beside"
"""What the session of a second screen says: the row of the first one's session."""
MOVED: Final = "moved"
"""What the session of a screen that was left says: who went, when and where to."""
SINCE: Final = "since"
"""Since when, from where and at which table somebody is signed in there."""


@dataclass(frozen=True, slots=True)
class Other:
    """The other screen on which a person is signed in."""

    row: str
    """The name of its session's row (`casino.staff.sessions`)."""
    session: Mapping[str, Any]

    @property
    def table(self) -> str:
        """The table at which the person deals there; "" for none."""
        return str((self.session.get(SINCE) or {}).get("table") or "")

    @property
    def phrase(self) -> Phrase:
        """Where it is and since when."""
        since = self.session.get(SINCE) or {}
        table, address, at = since.get("table"), since.get("address"), since.get("at")
        where = Phrase.of("screen.tablet", table=table) if table else Phrase.of("screen.another")
        if address:
            where = Phrase.of("screen.address", screen=where, address=address)
        return Phrase.of("screen.since", screen=where, since=minutes(at)) if at else where

    def refusal(self, number: str) -> SignedInElsewhere:
        """That the person is signed in there: where, and since when."""
        since = self.session.get(SINCE) or {}
        at = minutes(since["at"]) if since.get("at") else "–"
        if table := since.get("table"):
            return SignedInElsewhere("session.on_tablet", number=number, table=table, at=at)
        return SignedInElsewhere(
            "session.on_screen", number=number, address=since.get("address") or "–", at=at
        )


class SignedInElsewhere(Refusal):
    """Somebody is signed in on another screen and has not said that he leaves it."""


def store(key: str | None) -> SessionBase:
    """The session of that key, as it is stored now."""
    return SessionStore(key)


def other(person: Staff, request: HttpRequest) -> Other | None:
    """Where the person, whose row is locked, is signed in on another screen than this request's; None for people who
    may be on many
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
    """The other screens of who signs in: one that he leaves, and one that stays beside the new one."""

    left: Other | None = None
    kept: Other | None = None


def others(person: Staff, request: HttpRequest, *, deals: bool) -> Others:
    """What becomes of the other screens of the person, whose row is locked, when he signs in here. `deals`: this screen
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
    """The person signs out here: the other one of two screens is his screen from now on."""
    if person.is_read_only or person.screen != row_of(request.session.session_key):
        return
    first = _open(person, str(request.session.get(BESIDE, "")))
    if first is not None:
        person.screen = first.row
        person.save(update_fields=["screen"])


def ask_first(person: Staff, other_session: Other | None, take_over: bool) -> None:
    """Raises SignedInElsewhere unless nobody needs to be asked."""
    if other_session is not None and not take_over and person.role != Role.DEALER:
        raise other_session.refusal(person.number)


def leave(person: Staff, other_session: Other, *, to: str, at: datetime) -> None:
    """Sign the other screen out; what it shows from now on is where its person has gone."""
    session = StoredSession(other_session.row)
    session.clear()
    session[MOVED] = {"number": person.number, "at": at.isoformat(), "to": to}
    session.save()
    sockets.end_row(other_session.row)


def renew(person: Staff, kept: Other | None = None) -> None:
    """Before the session of who acts is opened: no earlier one opens anything from now on, unless one is kept."""
    if not person.is_read_only and kept is None:
        person.sign_in = secrets.token_hex(16)
        person.save(update_fields=["sign_in"])


def remember(
    person: Staff, request: HttpRequest, *, address: str, table: str, at: datetime, kept: Other | None = None
) -> None:
    """After it is opened: this is the person's screen, beside the one that is kept; `table` where he deals at it."""
    request.session.pop(MOVED, None)
    request.session.pop(BESIDE, None)
    if kept is not None:
        request.session[BESIDE] = kept.row
    request.session[SINCE] = {"at": at.isoformat(), "address": address, "table": table}
    if not person.is_read_only:
        request.session.save()  # a session that is new has no key before
        person.screen = row_of(request.session.session_key)
        person.save(update_fields=["screen"])


def stays(person: Staff, request: HttpRequest) -> None:
    """The session of a person who stays signed in has a new key: it is still the same screen."""
    if not person.is_read_only:
        request.session.save()
        person.screen = row_of(request.session.session_key)
        person.save(update_fields=["screen"])


@dataclass(frozen=True, slots=True)
class Moved:
    """Who has left this screen for another, when, and for which."""

    number: str
    at: str
    to: str


def moved(request: HttpRequest) -> Moved | None:
    """Who has left this screen for another; None when nobody has."""
    notice = request.session.get(MOVED)
    if not isinstance(notice, dict):
        return None
    return Moved(notice["number"], seconds(notice["at"]), notice["to"])
