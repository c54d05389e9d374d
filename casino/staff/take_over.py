"""A dealer takes a table over at another tablet than that of who deals there: he is asked first.

Nobody is asked where the screen of who deals is locked, by him or because nobody touched it; nor does a supervisor need
to ask, who may also let a dealer take over by his own PIN. Without an answer within ``TAKE_OVER_SECONDS`` the table
passes: a live table does not wait for a screen that was left.

Who asks has given number and PIN; his screen waits for the answer, for `WAITS` at most, and is bound to his last
sign-in as a session is (`Staff.is_bound`).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from casino.house_time import seconds
from casino.refusals import Refusal
from casino.staff import pin as pins
from casino.staff import places, presence, signals, tablets, two_people
from casino.staff.models import Staff
from casino.staff.roles import Role

WAITS: Final = timedelta(minutes=10)
"""For how long a PIN is good for a table that it was given for."""
ASKS: Final = "asks_for"
"""What the session of a screen that waits says: who asks, for which table, since when."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Who waits at this screen for a table, and whether it is his."""

    person: Staff
    code: str
    asked_at: str
    until: str
    """When the table passes without an answer."""
    dealer: str
    answer: str
    may: bool


def ask(request: HttpRequest, person: Staff, code: str) -> None:
    """Ask who deals at the table; the screen waits for the answer."""
    at = timezone.now()
    with transaction.atomic():
        signals.take_over_asked.send(None, code=code, newcomer=person, at=at)
    request.session[ASKS] = {
        "number": person.number, "code": code, "at": at.isoformat(), "bound": person.get_session_auth_hash(),
    }  # fmt: skip


def waiting(request: HttpRequest) -> Waiting:
    """Who waits at this screen. Raises Refusal for nobody: too long ago, or the tablet is tied elsewhere."""
    note = request.session.get(ASKS)
    note = note if isinstance(note, dict) else {}
    person = Staff.objects.filter(number=note.get("number", ""), is_active=True).first()
    code, tablet = str(note.get("code", "")), tablets.enrolled(request)
    if (
        person is None
        or not person.is_bound(note.get("bound"))
        or tablet is None
        or tablet.table_code != code
    ):
        raise Refusal("take_over.over")
    if timezone.now() - datetime.fromisoformat(note["at"]) > WAITS:
        raise Refusal("take_over.over")
    asked = signals.take_over.first(code=code, number=person.number)
    dealer = presence.at_work(code, person, request)
    at = asked.at if asked is not None else datetime.fromisoformat(note["at"])
    return Waiting(
        person=person,
        code=code,
        asked_at=seconds(at),
        until=seconds(at + presence.patience()),
        dealer=dealer.number if dealer is not None else "",
        answer=asked.answer if asked is not None else "",
        may=dealer is None or (asked is not None and presence.passes(asked)),
    )


def waiting_here(request: HttpRequest) -> Waiting | None:
    """Who waits at this screen; None for nobody."""
    try:
        return waiting(request)
    except Refusal:
        return None


def allowed_by(request: HttpRequest, number: str, pin: str, code: str) -> Staff:
    """The supervisor of the table's pit who lets another dealer take it over. Raises SignInRefused and Refusal."""
    by = pins.check(number, pin, tablets.place(request), purpose="approve")
    if not by.has_role_at_least(Role.GAME_SUPERVISOR):
        raise Refusal(
            "take_over.role_cannot_allow", "VIC03-1.2", number=by.number, role=by.get_role_display()
        )
    two_people.own_word(by)
    places.require(by, code)
    return by


def take(request: HttpRequest, signature: tuple[str, str] | None = None) -> Staff:
    """Who waits at this screen takes the table over; with a supervisor's number and PIN without an answer. Raises
    SignInRefused and Refusal."""
    who = waiting(request)
    by = allowed_by(request, *signature, who.code) if signature is not None else None
    presence.come(request, who.person, who.code, allowed_by=by)
    request.session.pop(ASKS, None)
    return who.person
