"""Tablets at the tables: assigned by a supervisor, known by a signed cookie, unassigned at any time."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from casino import ledger
from casino.ledger.rows import ROWS, rows_of
from casino.postgres.prepared import Prepared
from casino.refusals import Refusal
from casino.staff import devices, places, signals, sockets, two_people
from casino.staff import pin as pins
from casino.staff.devices import Place
from casino.staff.models import TABLE_CODE, Staff, Tablet
from casino.staff.roles import Role
from casino.staff.signed_cookies import SignedCookie
from casino.words import Phrase

COOKIE = "tablet"
SIGNED = SignedCookie(COOKIE, "casino.staff.tablet")


def table_codes() -> list[str]:
    """The codes that a tablet can be assigned to."""
    return sorted({code for codes in signals.table_codes.answers() for code in codes})


def hash_of(token: str) -> str:
    """What the database keeps of a token, which is random enough to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def _of_token(token: str) -> QuerySet[Tablet]:
    return Tablet.objects.filter(token_hash=token, revoked_at=None)


def _of_cookies(cookies: Mapping[str, str]) -> Tablet | None:
    token = SIGNED.digest(cookies)
    return _of_token(token).first() if token else None


class AssignedTable(NamedTuple):
    """The table that a tablet is assigned to."""

    code: str
    dealer: str | None
    """The dealer there, "" if nobody deals; None if there is no such table."""


def assigned_table(cookies: Mapping[str, str]) -> AssignedTable | None:
    """The table that the tablet with these cookies is assigned to, and its dealer, in one query; None if none."""
    if not (token := SIGNED.digest(cookies)):
        return None
    row = assigned_table_query().row(token)
    return AssignedTable(*row) if row is not None else None


@cache
def assigned_table_query() -> Prepared:
    """The statement of `assigned_table`; its value is the digest of the token."""
    dealer = signals.dealer_beside.first(field="t.table_code") or "NULL"
    return Prepared(
        f"SELECT t.table_code, {dealer} FROM staff_tablet t WHERE t.token_hash = %s AND t.revoked_at IS NULL"  # noqa: S608
    )


def enrolled(request: HttpRequest) -> Tablet | None:
    """The tablet that this request comes from; None if it is not assigned to a table."""
    return _of_cookies(request.COOKIES)


def enrolled_scope(scope: Mapping[str, object]) -> Tablet | None:
    """As `enrolled`, for a WebSocket's scope. Queries the database: call it through a thread."""
    cookies = scope.get("cookies")
    return _of_cookies(cookies) if isinstance(cookies, Mapping) else None


def place(request: HttpRequest) -> Place:
    """Where a PIN is tried: the address, and which of the house's devices it is."""
    address, tablet = pins.client_address(request), enrolled(request)
    if tablet is not None:
        return Place(address, tablet.pk)
    return Place(address, None, *devices.of_cookies(request.COOKIES))


def all_enrolled() -> dict[str, Tablet]:
    """Every tablet that is assigned to a table, by the digest of its token."""
    return {tablet.token_hash: tablet for tablet in Tablet.objects.filter(revoked_at=None)}


def among(assigned: Mapping[str, Tablet], scope: Mapping[str, object]) -> Tablet | None:
    """As `enrolled_scope`, looked up in the result of `all_enrolled`."""
    cookies = scope.get("cookies")
    return assigned.get(SIGNED.digest(cookies)) if isinstance(cookies, Mapping) else None


def enrol(
    table_code: str,
    number: str,
    pin: str,
    where: Place | str,
    *,
    replaces: Tablet | None = None,
    at: datetime | None = None,
) -> tuple[Tablet, str]:
    """Assign a tablet to `table_code` on the word of a game supervisor or above.

    Returns the tablet and the token for its cookie, which is stored nowhere. Raises SignInRefused for the PIN and
    Refusal for the role or the table.
    """
    at = at or timezone.now()
    code = table_code.strip().upper()
    try:
        TABLE_CODE(code)
    except ValidationError as wrong:
        raise Refusal("tablet.table_code") from wrong
    codes = table_codes()
    if codes and code not in codes:
        raise Refusal("tablet.no_such_table", table=code)
    by = pins.check(number, pin, where, purpose="enrol a tablet", at=at)
    require_supervisor(by)
    two_people.require_own_pin(by)
    places.require(by, code)
    with transaction.atomic():
        if replaces is not None and replaces.revoked_at is None:
            revoke(replaces, by, at)
        return assign(code, by, at)


def assign(code: str, by: Staff, at: datetime) -> tuple[Tablet, str]:
    """Assign a tablet to the table on the word of `by`. Returns the tablet and the token for its cookie."""
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        tablet = Tablet.objects.create(
            token_hash=hash_of(token), table_code=code, enrolled_by=by.number, enrolled_at=at
        )
        entry = ledger.Draft(
            kind="tablet_enrolled",
            detail=Phrase.of("entry.tablet_tied", tablet=tablet.pk, table=code),
            body={"tablet": tablet.pk, ROWS: rows_of(tablet)},
        )
        ledger.append(code, [entry], actor=by.number, role=by.role, at=at)
    return tablet, token


def revoke(tablet: Tablet, by: Staff, at: datetime | None = None) -> None:
    """Unassign `tablet` on the word of `by`; does nothing if it is already unassigned."""
    require_supervisor(by)
    places.require(by, tablet.table_code)
    at = at or timezone.now()
    with transaction.atomic():
        live = Tablet.objects.filter(pk=tablet.pk, revoked_at=None)
        if not live.update(revoked_at=at, revoked_by=by.number):
            return
        tablet.revoked_at, tablet.revoked_by = at, by.number
        entry = ledger.Draft(
            kind="tablet_revoked",
            detail=Phrase.of("entry.tablet_untied", tablet=tablet.pk, table=tablet.table_code),
            body={"tablet": tablet.pk, ROWS: rows_of(tablet)},
        )
        ledger.append(tablet.table_code, [entry], actor=by.number, role=by.role, at=at)
        sockets.end_of_tablet(tablet.pk)


def require_supervisor(by: Staff) -> None:
    """Raises Refusal unless `by` is a game supervisor or above."""
    if not by.has_role_at_least(Role.GAME_SUPERVISOR):
        raise Refusal("tablet.role_cannot_assign", "VIC03-1.2", number=by.number, role=by.get_role_display())


def remember(response: HttpResponse, token: str) -> None:
    """Put the tablet's token into its cookie, out of reach of scripts."""
    SIGNED.put(response, token)


def sign_again(cookies: Mapping[str, str], response: HttpResponse) -> None:
    """Sign the tablet's cookie with the current key if an earlier one signed it."""
    SIGNED.sign_again(cookies, response)
