"""Checking a number and PIN, guarded against guessing.

Guards are rows in the database, so they hold across workers and restarts. A number that belongs to
nobody is hashed, guarded and answered exactly like one that does: neither the words nor the time
tell which numbers exist. Every refusal and lock-out is an entry of the house chain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import identify_hasher, make_password
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest
from django.utils import timezone

from casino import ledger
from casino.staff.hashers import of_person
from casino.staff.models import NUMBER_FORM, Guard, Staff
from casino.staff.refusals import SignInRefused

WRONG_TRIES = 5
"""Wrong tries in a row after which a number is locked."""
LOCK_MINUTES = (1, 5, 15, 60)
"""How long the first, second, third, and every further lock-out in a row lasts."""
WINDOW = timedelta(minutes=1)
PER_NUMBER = 40
PER_ADDRESS = 60
"""Tries in a window, right ones too. A supervisor may sign at every table of a pit at once; a pit's tablets may share
one address, and change shifts all at once."""

LONGEST_TYPED = 24
"""A number with blanks around it and its dash; nothing longer is one."""
LONGEST_PIN = 64
"""No more of what was typed is hashed: a PIN of a megabyte is only meant to keep the server busy."""

_TYPED = re.compile(r"([A-Za-z]{1,3})-?([0-9]{1,6})")

WRONG = "The number or the PIN is not right."


@dataclass(frozen=True, slots=True)
class _Try:
    number: str
    address: str
    purpose: str
    at: datetime
    begins_session: bool


def client_address(request: HttpRequest) -> str:
    """The address that a try counts against.

    Behind the proxy it is the last one that X-Forwarded-For names, the only one that the proxy
    itself wrote; those before it are the client's own claim.
    """
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None):
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
        if forwarded:
            return str(forwarded.split(",")[-1].strip()[:45])
    return str(request.META.get("REMOTE_ADDR") or "unknown")[:45]


def written(number: str) -> str:
    """A staff number as it is registered, from how people type it: "d114" is "D-114". What cannot be one comes back
    as it is, cut, or empty where it is too long for one."""
    if len(number) > LONGEST_TYPED:
        return ""
    typed = "".join(number.split())
    parts = _TYPED.fullmatch(typed)
    return f"{parts[1].upper()}-{parts[2]}" if parts else typed


def check(
    number: str,
    pin: str,
    address: str,
    *,
    purpose: str = "sign in",
    begins_session: bool = False,
    at: datetime | None = None,
) -> Staff:
    """The person with this number and PIN; raises SignInRefused.

    Where no session begins (an approval, an unlock), no open session of the person ends either.
    Must run outside any transaction of the caller's: a wrong try stays counted whatever the caller
    then undoes (RuntimeError inside one).
    """
    number = written(number)
    # What cannot be a number is treated as one that belongs to nobody, all of them alike.
    known_form = NUMBER_FORM.match(number) is not None
    attempt = _Try(number if known_form else "", address, purpose, at or timezone.now(), begins_session)
    pin = pin[:LONGEST_PIN]
    _count_address(attempt)
    refusal: SignInRefused | None = None
    with transaction.atomic(durable=True):
        guard = _guard(attempt)
        person, refusal = _judge(guard, attempt, pin)
        guard.save()
    if refusal is not None:
        raise refusal
    assert person is not None  # _judge gives one or the other
    return person


def count_try(subject: str, at: datetime) -> tuple[int, datetime]:
    """Count one try of a subject, such as "address 10.0.0.7"; how many it is in its minute, and when that began."""
    # One statement, so that no two workers count the same try.
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


def _count_address(attempt: _Try) -> None:
    limit = getattr(settings, "SIGN_IN_TRIES_PER_ADDRESS", PER_ADDRESS)
    with transaction.atomic(durable=True):
        tries, window_start = count_try(f"address {attempt.address}", attempt.at)
        if tries == limit + 1:  # recorded once a window: a flood must not flood the record
            _record(attempt, "rate_limited", f"more than {limit} tries a minute from {attempt.address}")
    if tries > limit:
        raise _too_often("from this device", window_start + WINDOW - attempt.at)


def _guard(attempt: _Try) -> Guard:
    """The number's guard, locked. Two tries with one number at once: the second is turned away."""
    subject = f"number {attempt.number}"
    fresh = Guard(subject=subject, window_start=attempt.at)
    Guard.objects.bulk_create([fresh], ignore_conflicts=True)
    try:
        # A savepoint, because the failed lock would otherwise poison the transaction.
        with transaction.atomic():
            return Guard.objects.select_for_update(nowait=True).get(subject=subject)
    except OperationalError as busy:
        raise SignInRefused(
            "busy", "Another try with this number is being checked.", remedy="Try again."
        ) from busy


def _judge(guard: Guard, attempt: _Try, pin: str) -> tuple[Staff | None, SignInRefused | None]:
    at = attempt.at
    if guard.window_start <= at - WINDOW:
        guard.window_start, guard.tries = at, 0
    guard.tries += 1
    if guard.locked_until and guard.locked_until > at:
        _record(attempt, "sign_in_refused", "the number is locked", reason="locked")
        return None, _locked(guard.locked_until - at)
    if guard.tries > PER_NUMBER:
        if guard.tries == PER_NUMBER + 1:
            _record(attempt, "rate_limited", f"more than {PER_NUMBER} tries a minute with this number")
        return None, _too_often("with this number", guard.window_start + WINDOW - at)
    person = Staff.objects.filter(number=attempt.number).first()
    if person is None:
        make_password(of_person(attempt.number, pin))  # as long as checking one takes
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
    _record(attempt, "sign_in_refused", f"{reason} ({guard.wrong} of {WRONG_TRIES})", reason=reason)
    if guard.wrong < WRONG_TRIES:
        return None, SignInRefused("wrong", WRONG, remedy="Try again.")
    minutes = LOCK_MINUTES[min(guard.lockouts, len(LOCK_MINUTES) - 1)]
    guard.lockouts += 1
    guard.wrong = 0
    guard.locked_until = at + timedelta(minutes=minutes)
    _record(attempt, "locked_out", f"locked for {minutes} min after {WRONG_TRIES} wrong tries")
    return None, _locked(guard.locked_until - at)


def _renew(person: Staff, pin: str) -> None:
    """Make the hash again if it was made at lower costs than today's, and have the record know it.

    Sessions are bound to the hash, so renewing it ends those that are open: a supervisor who approves at a
    tablet would be thrown out of the pit dashboard. Hence only where the person begins a new one.
    """
    if identify_hasher(person.password).must_update(person.password):
        person.password = make_password(of_person(person.number, pin))
        person.save(update_fields=["password"])
        Staff.objects.record(person, "staff_changed", f"{person.number}: the PIN is hashed at today's costs")


def lift(number: str, by: Staff, at: datetime | None = None) -> None:
    """End the lock-out of `number` by the word of `by`."""
    at = at or timezone.now()
    with transaction.atomic():
        Guard.objects.filter(subject=f"number {number}").update(
            wrong=0, tries=0, lockouts=0, locked_until=None
        )
        lifted = ledger.Draft(
            kind="lock_out_lifted", detail=f"lock-out of {number} lifted", body={"number": number}
        )
        ledger.append(ledger.HOUSE, [lifted], actor=by.number, role=by.role, at=at)


def _locked(rest: timedelta) -> SignInRefused:
    return SignInRefused(
        "locked",
        f"This number is locked after {WRONG_TRIES} wrong tries.",
        remedy=f"Try again in {_words(rest)}, or have the lock lifted in the admin.",
    )


def _too_often(whence: str, rest: timedelta) -> SignInRefused:
    return SignInRefused("often", f"Too many tries {whence}.", remedy=f"Wait {_words(rest)}, then try again.")


def _words(rest: timedelta) -> str:
    seconds = max(1, -(-rest // timedelta(seconds=1)))  # rounded up
    return f"{-(-seconds // 60)} min" if seconds > 90 else f"{seconds} s"


def _record(attempt: _Try, kind: str, detail: str, **body: str) -> None:
    body |= {"number": attempt.number, "address": attempt.address, "purpose": attempt.purpose}
    detail = f"{attempt.purpose} as {attempt.number or 'no number'}: {detail}"
    entry = ledger.Draft(kind=kind, detail=detail, body=body)
    # The number is what was typed, not proof of who typed it: there is no role beside it.
    ledger.append(ledger.HOUSE, [entry], actor=attempt.number, at=attempt.at)
