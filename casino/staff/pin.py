"""Checks a number and PIN, guarded against guessing.

Guards are rows in the database, so they hold across workers and restarts. A number that belongs to nobody is hashed,
guarded and answered exactly like any other: neither the words nor the timing reveal which numbers exist. Every
refusal and lock-out is an entry of the house chain, and the pit is told of lock-outs and of guesses at many numbers
(`GuessAlert`).

A number is locked on one kind of device (`casino.staff.devices`): a stranger's guesses lock it for strangers, never
on a tablet or a desk of the house. Somebody who guesses at many numbers is slowed down.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.hashers import identify_hasher, make_password
from django.db import OperationalError, connection, transaction
from django.db.models import F, Q
from django.http import HttpRequest
from django.utils import timezone

from casino import ledger
from casino.ledger.rows import ROWS, rows_of
from casino.staff.devices import Place
from casino.staff.hashers import of_person
from casino.staff.models import NUMBER_FORM, Guard, GuessAlert, Staff
from casino.staff.refusals import SignInRefused
from casino.words import Phrase

WRONG_TRIES = 5
"""How many wrong tries in a row lock a number."""
LOCK_MINUTES = (1, 5, 15, 60)
"""How many minutes the first, second, third, and every further lock-out in a row lasts."""
WINDOW = timedelta(minutes=1)
PER_NUMBER = 40
"""Tries in a window, correct ones too: a supervisor may sign at every table of a pit at once."""
PER_ADDRESS = 60
"""Wrong tries in a window from an address or a device of the house. Correct ones do not count: a pit's tablets may
share one address and change shifts all at once."""
SPRAY_WINDOW = timedelta(hours=1)
SPRAY_NUMBERS = 8
"""Wrong tries at this many different numbers in that time count as guessing: the place they come from is locked for
`LOCK_MINUTES`."""
HOUSE_WINDOW = timedelta(minutes=10)
HOUSE_WRONG = 60
"""Wrong tries in the whole house in that time that count as guessing from many places: the pit is told."""

LONGEST_TYPED = 24
"""The longest text that can be a number, with dash and blanks, in characters."""
LONGEST_ADDRESS = 45
LONGEST_PIN = 64
"""The most characters that are hashed: a PIN of a megabyte is only meant to keep the server busy."""

_TYPED = re.compile(r"([A-Za-z]{1,3})-?([0-9]{1,6})")

LOCKED_BY_ANOTHER = "55P03"
"""SQLSTATE: another transaction holds the row."""


@dataclass(frozen=True, slots=True)
class _Try:
    number: str
    place: Place
    purpose: str
    at: datetime
    begins_session: bool


def client_address(request: HttpRequest) -> str:
    """The address that a try counts against.

    Behind the proxy it is the last one in X-Forwarded-For, the only one that the proxy itself wrote; those before it
    are what the client claims.
    """
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        if forwarded:
            return _address(forwarded.rpartition(",")[2])
    return _address(request.META.get("REMOTE_ADDR") or "")


def _address(text: str) -> str:
    try:
        return str(ip_address(text.strip()[:LONGEST_ADDRESS]))
    except ValueError:
        return "unknown"


NO_NUMBER: Final = "no number"
"""What the record says if nothing was typed that could be a number."""


def registered_form(number: str) -> str:
    """A staff number in its registered form, from how people type it: "d114" is "D-114". A text that cannot be a
    number comes back stripped; "" if it is too long."""
    if len(number) > LONGEST_TYPED:
        return ""
    typed = "".join(number.split())
    parts = _TYPED.fullmatch(typed)
    return f"{parts[1].upper()}-{parts[2]}" if parts else typed


def check(
    number: str,
    pin: str,
    where: Place | str,
    *,
    purpose: str = "sign in",
    begins_session: bool = False,
    at: datetime | None = None,
) -> Staff:
    """The person with this number and PIN, tried at `where` (a str is an address). Raises SignInRefused.

    If no session begins (an approval, an unlock), no open session of the person ends either. It must run outside any
    transaction, so that a wrong try stays counted whatever the caller undoes; raises RuntimeError otherwise.
    """
    number = registered_form(number)
    # Texts that cannot be numbers are all treated alike, as one number that belongs to nobody.
    known_form = NUMBER_FORM.match(number) is not None
    where = Place(where) if isinstance(where, str) else where
    attempt = _Try(number if known_form else "", where, purpose, at or timezone.now(), begins_session)
    pin = pin[:LONGEST_PIN]
    _count_source(attempt)
    refusal: SignInRefused | None = None
    with transaction.atomic(durable=True):
        guard = _guard(attempt)
        person, refusal = _judge(guard, attempt, pin)
        guard.save()
        if person is not None:
            # A correct try uses up none of the tries that a whole pit may share.
            Guard.objects.filter(subject=where.source, tries__gt=0).update(tries=F("tries") - 1)
    if refusal is not None:
        raise refusal
    assert person is not None  # _judge returns one or the other
    return person


def count_try(subject: str, at: datetime) -> tuple[int, datetime]:
    """Count one try of a subject, such as "address 10.0.0.7"; returns how many it has made in its minute, and when
    that began."""
    # One statement, so that two workers cannot count the same try.
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO staff_guard AS g (subject, window_start, tries, wrong, lockouts)
               VALUES (%(subject)s, %(at)s, 1, 0, 0)
               ON CONFLICT (subject) DO UPDATE SET
                   tries = CASE WHEN g.window_start > %(from)s THEN g.tries + 1 ELSE 1 END,
                   window_start = CASE WHEN g.window_start > %(from)s
                                       THEN g.window_start ELSE %(at)s END
               RETURNING tries, window_start""",
            {"subject": subject, "at": at, "from": at - WINDOW},
        )
        tries, window_start = cursor.fetchone()
    return tries, window_start


def _count_source(attempt: _Try) -> None:
    """Count the try against its origin, before anything expensive is done. Raises SignInRefused."""
    at, place = attempt.at, attempt.place
    limit = getattr(settings, "SIGN_IN_TRIES_PER_ADDRESS", PER_ADDRESS)
    with transaction.atomic(durable=True):
        tries, window_start = count_try(place.source, at)
        if tries == limit + 1:  # recorded once a window: a flood of tries must not flood the record
            _record(attempt, "rate_limited", Phrase.of("entry.tries_from", most=limit, place=place.phrase))
    if tries > limit:
        raise _too_often(window_start + WINDOW - at)
    guessing = Guard.objects.filter(subject=_guesses(place), locked_until__gt=at).first()
    if guessing is not None and guessing.locked_until is not None:
        raise _too_often(guessing.locked_until - at)


def _guesses(place: Place) -> str:
    return f"guesses {place.source}"


def _guard(attempt: _Try) -> Guard:
    """The number's guard, locked. If two tries come with one number at once, the second is turned away."""
    subject = attempt.place.bucket(attempt.number)
    Guard.objects.bulk_create([Guard(subject=subject, window_start=attempt.at)], ignore_conflicts=True)
    try:
        # A savepoint, because the failed lock would otherwise break the transaction.
        with transaction.atomic():
            return Guard.objects.select_for_update(nowait=True).get(subject=subject)
    except OperationalError as busy:
        if getattr(busy.__cause__, "sqlstate", "") != LOCKED_BY_ANOTHER:
            raise  # the database is away
        raise SignInRefused("sign_in.busy") from busy


def _judge(guard: Guard, attempt: _Try, pin: str) -> tuple[Staff | None, SignInRefused | None]:
    at = attempt.at
    if guard.window_start <= at - WINDOW:
        guard.window_start, guard.tries = at, 0
    guard.tries += 1
    if guard.locked_until and guard.locked_until > at:
        _record(attempt, "sign_in_refused", Phrase.of("entry.number_locked"), reason="locked")
        return None, _locked(guard.locked_until - at)
    if guard.tries > PER_NUMBER:
        if guard.tries == PER_NUMBER + 1:
            _record(attempt, "rate_limited", Phrase.of("entry.too_often", most=PER_NUMBER))
        return None, _too_often(guard.window_start + WINDOW - at)
    person = Staff.objects.filter(number=attempt.number).first()
    if person is None:
        make_password(of_person(attempt.number, pin))  # takes as long as checking a real one
        right = False
    else:
        right = person.check_password(pin) and person.is_active
    if person is not None and right:
        guard.wrong = guard.lockouts = 0
        guard.locked_until = None
        if attempt.begins_session:
            _renew(person, pin)
        return person, None
    guard.wrong += 1
    reason = "unknown number" if person is None else "inactive" if not person.is_active else "wrong PIN"
    # Lock all guards before the house's chain: always in this order.
    alerts = _counted_elsewhere(attempt)
    wrong = Phrase.of("entry.try_wrong", reason=reason, tries=guard.wrong, most=WRONG_TRIES)
    _record(attempt, "sign_in_refused", wrong, reason=reason)
    for alert in alerts:
        _tell(attempt, "guessing", alert)
    if guard.wrong < WRONG_TRIES:
        return None, SignInRefused("sign_in.wrong")
    minutes = _minutes(guard.lockouts)
    guard.lockouts += 1
    guard.wrong = 0
    guard.locked_until = at + timedelta(minutes=minutes)
    why = Phrase.of(
        "guard.locked_there" if attempt.place.is_ours else "guard.locked_elsewhere",
        number=attempt.number or NO_NUMBER,
        minutes=minutes,
        tries=WRONG_TRIES,
        place=attempt.place.phrase,
    )
    _tell(attempt, "locked_out", _alert(attempt, GuessAlert.Kind.NUMBER, why, number=attempt.number))
    return None, _locked(guard.locked_until - at)


def _minutes(lockouts: int) -> int:
    return LOCK_MINUTES[min(lockouts, len(LOCK_MINUTES) - 1)]


def _counted_elsewhere(attempt: _Try) -> list[GuessAlert]:
    """Count a wrong try against its origin and the house; returns the alerts for the pit."""
    at, place, alerts = attempt.at, attempt.place, []
    source = _locked_guard(_guesses(place), at, SPRAY_WINDOW)
    if attempt.number not in source.numbers:
        source.numbers = [*source.numbers, attempt.number]
    if len(source.numbers) >= SPRAY_NUMBERS:
        minutes = _minutes(source.lockouts)
        source.lockouts += 1
        source.locked_until = at + timedelta(minutes=minutes)
        source.numbers = []
        why = Phrase.of("guard.source", numbers=SPRAY_NUMBERS, place=place.phrase, minutes=minutes)
        alerts.append(_alert(attempt, GuessAlert.Kind.SOURCE, why))
    source.save()
    house = _locked_guard("house", at, HOUSE_WINDOW)
    house.wrong += 1
    if house.wrong == HOUSE_WRONG:
        why = Phrase.of("guard.house", tries=HOUSE_WRONG, minutes=HOUSE_WINDOW // timedelta(minutes=1))
        alerts.append(_alert(attempt, GuessAlert.Kind.HOUSE, why, source="house"))
    house.save()
    return alerts


def _locked_guard(subject: str, at: datetime, window: timedelta) -> Guard:
    """The guard of that subject, locked; reset if its window is over."""
    Guard.objects.bulk_create([Guard(subject=subject, window_start=at)], ignore_conflicts=True)
    guard = Guard.objects.select_for_update().get(subject=subject)
    if guard.window_start <= at - window:
        if not guard.numbers and not (guard.locked_until and guard.locked_until > at - window):
            guard.lockouts = 0  # a quiet hour
        guard.window_start, guard.wrong, guard.numbers = at, 0, []
    return guard


def _alert(attempt: _Try, kind: str, why: Phrase, *, source: str = "", number: str = "") -> GuessAlert:
    return GuessAlert(
        kind=kind,
        source=source or attempt.place.source,
        number=number,
        words=why.english,
        raised_at=attempt.at,
    )


def _tell(attempt: _Try, kind: str, alert: GuessAlert) -> None:
    """Record the guesses and tell the pit, unless it has been told already."""
    standing = GuessAlert.objects.filter(
        kind=alert.kind, source=alert.source, number=alert.number, seen_at=None
    )
    rows = []
    if not standing.exists():
        alert.save()
        rows = rows_of(alert)
    _record(attempt, kind, alert.words, rows=rows)


def _renew(person: Staff, pin: str) -> None:
    """Renew the hash if it was made with cheaper parameters than today's, and record that.

    Sessions are bound to the hash, so renewing it ends those that are open: a supervisor who approves at a tablet
    would be thrown out of the pit dashboard. So it is only done when the person begins a new one.
    """
    if identify_hasher(person.password).must_update(person.password):
        person.password = make_password(of_person(person.number, pin))
        person.save(update_fields=["password"])
        Staff.objects.record(person, "staff_changed", Phrase.of("entry.pin_hashed", number=person.number))


def is_locked(number: str, at: datetime) -> bool:
    """Whether `number` is locked out anywhere."""
    return Guard.objects.filter(_of_number(number), locked_until__gt=at).exists()


def lift(number: str, by: Staff | None, at: datetime | None = None) -> bool:
    """End the lock-outs of `number` everywhere, on the word of `by` or, if None, of whoever gives commands at the
    server. Returns whether there were any."""
    return _lift(_of_number(number), number, {"number": number}, by, at)


def _of_number(number: str) -> Q:
    return Q(subject=f"number {number}") | Q(subject__startswith=f"number {number} at ")


def lift_source(address: str, by: Staff | None, at: datetime | None = None) -> bool:
    """The same for an address, or for a device as the record names it ("tablet 5")."""
    source = address if " " in address else f"address {address}"
    whose = Q(subject=f"guesses {source}") | Q(subject=source)
    return _lift(whose, source, {"source": source}, by, at)


def _lift(whose: Q, subject: str, body: dict[str, str], by: Staff | None, at: datetime | None) -> bool:
    at = at or timezone.now()
    with transaction.atomic():
        guards = Guard.objects.filter(whose)
        locked = guards.filter(locked_until__gt=at).exists()
        guards.update(wrong=0, tries=0, lockouts=0, locked_until=None, numbers=[])
        detail = Phrase.of("entry.lock_out_lifted", subject=subject)
        lifted = ledger.Draft(kind="lock_out_lifted", detail=detail, body=body)
        who, role = (by.number, by.role) if by is not None else ("", "")
        ledger.append(ledger.HOUSE, [lifted], actor=who, role=role, at=at)
    return locked


def acknowledge(alert: GuessAlert, by: Staff, at: datetime | None = None) -> bool:
    """Record that a supervisor has seen the guesses, and when. Returns whether nobody had before."""
    at = at or timezone.now()
    with transaction.atomic():
        alert = GuessAlert.objects.select_for_update().get(pk=alert.pk)
        if alert.seen_at is not None:
            return alert.seen_by == by.number  # also if it is sent again
        alert.seen_by, alert.seen_at = by.number, at
        alert.save()
        seen = ledger.Draft(
            kind="alert_acknowledged",
            detail=Phrase.of("entry.seen", what=alert.words),
            body={"alert": alert.kind, ROWS: rows_of(alert)},
        )
        ledger.append(ledger.HOUSE, [seen], actor=by.number, role=by.role, at=at)
    return True


def _locked(rest: timedelta) -> SignInRefused:
    return SignInRefused("sign_in.locked", tries=WRONG_TRIES, wait=_whole_seconds(rest))


def _too_often(rest: timedelta) -> SignInRefused:
    return SignInRefused("sign_in.often", wait=_whole_seconds(rest))


def _whole_seconds(rest: timedelta) -> int:
    return max(1, -(-rest // timedelta(seconds=1)))  # rounded up


def _record(attempt: _Try, kind: str, what: Phrase | str, rows: list[Any] | None = None, **body: str) -> None:
    place = attempt.place
    facts: dict[str, Any] = {
        **body,
        "number": attempt.number,
        "address": place.address,
        "purpose": attempt.purpose,
        **({"device": place.source} if place.is_ours else {}),
        **({ROWS: rows} if rows else {}),
    }
    detail = Phrase.of("entry.tried", purpose=attempt.purpose, number=attempt.number or NO_NUMBER, what=what)
    entry = ledger.Draft(kind=kind, detail=detail, body=facts)
    # The number is what was typed, which does not prove who typed it, so there is no role beside it.
    ledger.append(ledger.HOUSE, [entry], actor=attempt.number, at=attempt.at)
