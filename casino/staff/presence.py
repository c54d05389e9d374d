"""Who is at which screen: sign-in, sign-out, quick lock, and change of dealer.

A session belongs to one person, and a person who acts has one session (`casino.staff.one_screen`). At a tablet that
is assigned to a table, a dealer's session also deals there, and the tables room is told by `dealer_changed`. The round
itself is in the record and does not depend on who comes and goes. Each step is an entry: at a table in the table's
chain, elsewhere in the house chain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, login, logout
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from casino import ledger
from casino.house_time import seconds
from casino.ledger.rows import ROWS
from casino.refusals import Refusal
from casino.staff import one_screen, places, signals, sockets, tablets, two_people
from casino.staff import pin as pins
from casino.staff.arrival import DEALING, LOCKED, dealing_at, is_locked, signed_in
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.staff.sessions import StoredSession, row_of
from casino.staff.signals import tell_dealer
from casino.words import Phrase

BACKEND = "casino.staff.backend.PinBackend"


def is_open(session: Mapping[str, object], person: Staff) -> bool:
    """Whether the stored session is that person's, from the last sign-in, and not locked."""
    bound = person.is_bound(session.get(HASH_SESSION_KEY))
    return session.get(SESSION_KEY) == str(person.pk) and bound and not session.get(LOCKED)


def sign_in(request: HttpRequest, number: str, pin: str, *, take_over: bool = False) -> Staff:
    """Open a session. At an assigned tablet a dealer deals from now on. A person who is signed in on another screen
    leaves it with `take_over` (`casino.staff.one_screen`). Raises SignInRefused and SignedInElsewhere."""
    person = pins.check(number, pin, tablets.place(request), begins_session=True)
    tablet = tablets.enrolled(request)
    code = tablet.table_code if tablet is not None and person.role == Role.DEALER else ""
    _pass_session(request, person, code, timezone.now(), take_over)
    return person


def change_dealer(request: HttpRequest, number: str, pin: str, *, take_over: bool = False) -> Staff:
    """Hand the tablet to another person, who deals from now on; the round goes on.

    It also works from a locked screen, since only the new dealer's own PIN counts. A supervisor may take over
    (VIC03-1.2); surveillance and inspectors may not. Raises SignInRefused and Refusal.
    """
    tablet = tablets.enrolled(request)
    if tablet is None:
        raise Refusal("tablet.not_assigned")
    person = pins.check(number, pin, tablets.place(request), purpose="take over the table")
    if not person.has_role_at_least(Role.DEALER):
        raise Refusal(
            "dealer.role_cannot_deal", "VIC03-1.2", number=person.number, role=person.get_role_display()
        )
    _pass_session(request, person, tablet.table_code, timezone.now(), take_over)
    return person


def take_table_over(
    request: HttpRequest, person: Staff, code: str, *, allowed_by: Staff | None = None
) -> None:
    """Have a dealer who has already given number and PIN take the table over at this tablet. Raises Refusal."""
    _pass_session(request, person, code, timezone.now(), True, allowed_by)


def _pass_session(
    request: HttpRequest,
    person: Staff,
    code: str,
    at: datetime,
    take_over: bool,
    allowed_by: Staff | None = None,
) -> None:
    """Pass the session to `person`. The previous session here, and the person's session on another screen, end in
    the same transaction."""
    old, old_code, old_session = signed_in(request), dealing_at(request), request.session.session_key
    address = pins.client_address(request)
    with transaction.atomic():
        person = _locked(person, old)
        screens = one_screen.others(person, request, deals=bool(code))
        other = screens.left
        one_screen.ask_first(person, other, take_over)
        stays = old == person and old_code == code
        comes = _deal_from_now_on(code, person, request, allowed_by) if code and not stays else None
        # Tell the tables first: their rows are locked before the chains (see `signals`).
        coming: list[Any] = []
        going: dict[str, list[Any]] = {}
        if code and not stays:
            leaving = old if old_code == code else None
            coming = tell_dealer(code, leaving, person, at)
        if old_code and old_code != code:
            going[old_code] = tell_dealer(old_code, old, None, at)
        left = str(other.session.get(DEALING, "")) if other is not None else ""
        if left not in ("", code, old_code) and _deals_at(left, person):
            answers = tell_dealer(left, person, None, at)
            _append(left, "signed_off", person, at, detail=_leaves(person, left), rows=answers)
        if old is not None and old_code and not stays:
            ended_by = {"by": person.number} if old != person else {}
            detail = _leaves(old, old_code, **ended_by)
            _append(old_code, "signed_off", old, at, detail=detail, rows=going.get(old_code, ()), **ended_by)
        if comes is not None:
            _append(
                code,
                "signed_on",
                person,
                at,
                detail=comes,
                acting_as=person.acting_as(Role.DEALER),
                clause="" if person.role == Role.DEALER else "VIC03-1.2",
                rows=coming,
                **({"by": allowed_by.number} if allowed_by is not None else {}),
            )
        if old is not None and old != person:
            detail = Phrase.of("entry.signed_out_ended", number=old.number, by=person.number)
            _append(ledger.HOUSE, "signed_out", old, at, detail=detail, address=address, by=person.number)
        if other is not None:
            detail = Phrase.of(
                "entry.screen_left", number=person.number, screen=other.phrase, address=address
            )
            _append(ledger.HOUSE, "screen_left", person, at, detail=detail, address=address, table=left)
            one_screen.leave(person, other, to=code or address, at=at)
        detail = Phrase.of("entry.signed_in", number=person.number)
        _append(ledger.HOUSE, "signed_in", person, at, detail=detail, address=address)
        one_screen.revoke_earlier_sessions(person, screens.kept)
        login(request, person, backend=BACKEND)
        request.session.pop(LOCKED, None)
        request.session.pop(DEALING, None)
        if code:
            request.session[DEALING] = code
        one_screen.remember(person, request, address=address, table=code, at=at, kept=screens.kept)
        request.session.save()  # saved with the record; once more with the answer, which brings its cookie
        sockets.end(old_session)


def _locked(person: Staff, old: Staff | None) -> Staff:
    """The person's row, locked together with that of the previous person, always in the same order: of two sign-ins
    with one number at once, the second sees the first."""
    keys = {person.pk, old.pk} if old is not None else {person.pk}
    rows = {staff.pk: staff for staff in Staff.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    return rows[person.pk]


class DealsThere(Refusal):
    """Another dealer is at work at the table and has not handed it over."""

    def __init__(self, dealer: Staff, person: Staff, code: str) -> None:
        super().__init__("dealer.deals_there", dealer=dealer.number, table=code)
        self.person, self.code = person, code


def dealer_at_work(code: str, person: Staff, request: HttpRequest) -> Staff | None:
    """The other dealer who deals at the table on another screen; None if nobody does, or if that screen is locked,
    by the dealer or because nobody touched it."""
    dealer = Staff.objects.filter(number=signals.dealer_of.first(code=code) or "").first()
    if dealer is None or dealer == person or dealer.screen in ("", row_of(request.session.session_key)):
        return None
    session = StoredSession(dealer.screen)
    return dealer if is_open(dict(session.items()), dealer) and session.get(DEALING) == code else None


def patience() -> timedelta:
    """How long a dealer has to answer somebody who asks for the table: ``TAKE_OVER_SECONDS``."""
    return timedelta(seconds=settings.TAKE_OVER_SECONDS)


def passes(asked: signals.Asked) -> bool:
    """Whether the table passes to the person who asked: because of a yes, or because nobody answered in time."""
    return asked.answer == signals.YES or (not asked.answer and timezone.now() >= asked.at + patience())


def _deal_from_now_on(code: str, person: Staff, request: HttpRequest, allowed_by: Staff | None) -> Phrase:
    """Make the dealer deal at the table from now on; returns what the entry says. Raises DealsThere while another
    dealer is at work there who has not handed it over, unless a supervisor allows it (`casino.staff.take_over`)."""
    deals = Phrase.of("entry.deals", number=person.number, table=code)
    dealer = dealer_at_work(code, person, request) if person.role == Role.DEALER else None
    if dealer is None:
        return deals
    if allowed_by is not None:
        return Phrase.of("entry.deals_let", number=person.number, table=code, by=allowed_by.number)
    asked = signals.take_over.first(code=code, number=person.number)
    if asked is None or not passes(asked):
        raise DealsThere(dealer, person, code)
    if asked.answer:
        return deals
    return Phrase.of(
        "entry.deals_unanswered",
        number=person.number,
        table=code,
        dealer=dealer.number,
        asked=seconds(asked.at),
    )


def _deals_at(code: str, person: Staff) -> bool:
    return signals.dealer_of.first(code=code) == person.number


def sign_out(request: HttpRequest, *, by: Staff | None = None) -> None:
    """End the session. At a table the dealer leaves it, and the round waits for the next one. `by` is whoever ends
    somebody else's session; the record then names both."""
    person, code, at = signed_in(request), dealing_at(request), timezone.now()
    if person is None:
        return
    ended_by = {"by": by.number} if by is not None and by != person else {}
    with transaction.atomic():
        if code:
            answers = tell_dealer(code, person, None, at)
            detail = _leaves(person, code, **ended_by)
            _append(code, "signed_off", person, at, detail=detail, rows=answers, **ended_by)
        address = pins.client_address(request)
        signed_out = "entry.signed_out_ended" if ended_by else "entry.signed_out"
        detail = Phrase.of(signed_out, number=person.number, **ended_by)
        _append(ledger.HOUSE, "signed_out", person, at, detail=detail, address=address, **ended_by)
        if by is not None and ended_by:
            chain = code or ledger.HOUSE
            detail = Phrase.of("entry.session_ended", by=by.number, number=person.number)
            _append(chain, "session_ended", by, at, detail=detail, whose=person.number, address=address)
        sockets.end(request.session.session_key)
        one_screen.forget(person, request)
        logout(request)


def lock(request: HttpRequest) -> None:
    """Lock the screen at once; nothing else changes. A second tap has no effect."""
    person, at = signed_in(request), timezone.now()
    if person is None or is_locked(request):
        return
    with transaction.atomic():
        chain = dealing_at(request) or ledger.HOUSE
        detail = Phrase.of("entry.screen_locked", number=person.number)
        _append(chain, "screen_locked", person, at, detail=detail)
        request.session[LOCKED] = at.isoformat()
        _keep(request)
        sockets.end(request.session.session_key)


def unlock(request: HttpRequest, number: str, pin: str) -> Staff:
    """Unlock with the PIN of the session's own person and nobody else: whoever acts in a session has given the PIN
    for it. Raises SignInRefused and Refusal."""
    person = _person_of_session(request)
    by = pins.check(number, pin, tablets.place(request), purpose="unlock the screen")
    if by != person:
        may_end = by.has_role_at_least(Role.GAME_SUPERVISOR)
        raise Refusal(
            "session.you_may_end" if may_end else "session.locked_by_other", "VIC03-1.2", number=person.number
        )
    if is_locked(request):
        with transaction.atomic():
            chain = dealing_at(request) or ledger.HOUSE
            detail = Phrase.of("entry.screen_unlocked", number=person.number)
            _append(chain, "screen_unlocked", by, timezone.now(), detail=detail)
            del request.session[LOCKED]
            _keep(request)
    return by


def _keep(request: HttpRequest) -> None:
    """Save the session with the record, not after it: a screen that the record calls locked is locked."""
    request.session.save()
    request.session.modified = False


def end_session(request: HttpRequest, number: str, pin: str) -> Staff:
    """Sign out the person whose screen this is, with their own PIN or that of a game supervisor or above, whom the
    record then names; at a table, a supervisor of its pit. Raises SignInRefused and Refusal."""
    person = _person_of_session(request)
    by = pins.check(number, pin, tablets.place(request), purpose="end the session")
    if by != person and not by.has_role_at_least(Role.GAME_SUPERVISOR):
        raise Refusal(
            "session.role_cannot_end",
            "VIC03-1.2",
            number=person.number,
            by=by.number,
            role=by.get_role_display(),
        )
    if by != person:
        # The table's chain records that the dealer left: whoever signs the dealer out acts there, with a PIN that
        # nobody else knows.
        two_people.require_own_pin(by)
        places.require(by, dealing_at(request))
    sign_out(request, by=by)
    return by


def _person_of_session(request: HttpRequest) -> Staff:
    person = signed_in(request)
    if person is None:
        raise Refusal("session.none")
    return person


def _leaves(person: Staff, code: str, **ended_by: str) -> Phrase:
    """The words that the person leaves the table; `by` is the number of whoever ended the session, if it was
    somebody else."""
    left = "entry.leaves_ended" if ended_by else "entry.leaves"
    return Phrase.of(left, number=person.number, table=code, **ended_by)


def _append(
    chain: str,
    kind: str,
    person: Staff,
    at: datetime,
    *,
    detail: Phrase,
    clause: str = "",
    acting_as: str = "",
    rows: Sequence[Any] = (),
    **more: str,
) -> None:
    body: dict[str, Any] = {**more, "number": person.number}
    if rows:
        body[ROWS] = list(rows)
    entry = ledger.Draft(kind=kind, detail=detail, clause=clause, acting_as=acting_as, body=body)
    ledger.append(chain, [entry], actor=person.number, role=person.role, at=at)
