"""A dealer takes a table over at another tablet than the current dealer's, who is asked first.

Nobody is asked if the current dealer's screen is locked, by the dealer or because nobody touched it. A supervisor
need not ask, and may also let a dealer take over by giving a PIN. Without an answer within ``TAKE_OVER_SECONDS`` the
table passes: a live table does not wait for an abandoned screen.

The newcomer has given number and PIN. Their screen waits for the answer, for `WAITS` at most, and is bound to their
last sign-in as a session is (`Staff.is_bound`).
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
"""How long a PIN is good for the table that it was given for."""
ASKS: Final = "asks_for"
"""In the session of a waiting screen: who asks, for which table, since when."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Who is waiting at this screen for a table, and whether the table has passed to them."""

    person: Staff
    code: str
    asked_at: str
    until: str
    """When the table passes without an answer."""
    dealer: str
    answer: str
    may: bool


def ask(request: HttpRequest, person: Staff, code: str) -> None:
    """Ask the dealer of the table; this screen waits for the answer."""
    at = timezone.now()
    with transaction.atomic():
        signals.take_over_asked.send(None, code=code, newcomer=person, at=at)
    request.session[ASKS] = {
        "number": person.number, "code": code, "at": at.isoformat(), "bound": person.get_session_auth_hash(),
    }  # fmt: skip


def waiting(request: HttpRequest) -> Waiting:
    """Who is waiting at this screen. Raises Refusal if nobody is: it is too long ago, or the tablet is assigned
    elsewhere."""
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
    dealer = presence.dealer_at_work(code, person, request)
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
    """Who is waiting at this screen; None if nobody is."""
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
    two_people.require_own_pin(by)
    places.require(by, code)
    return by


def take(request: HttpRequest, signature: tuple[str, str] | None = None) -> Staff:
    """The person who is waiting at this screen takes the table over; with a supervisor's number and PIN, even
    without an answer. Raises SignInRefused and Refusal."""
    who = waiting(request)
    by = allowed_by(request, *signature, who.code) if signature is not None else None
    presence.take_table_over(request, who.person, who.code, allowed_by=by)
    request.session.pop(ASKS, None)
    return who.person
