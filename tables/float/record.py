"""Keeping a row of the float and its entry of the chain together.

Each entry's body names the rows that its step left and everything in them, so that the record alone gives them
again (`casino.ledger.rows`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TypeVar

from django.db import models

from casino import ledger
from casino.ledger import Draft, Request
from casino.ledger.rows import ROWS, rows_of
from casino.staff import two_people
from casino.staff.models import Staff
from casino.staff.roles import Role, at_least
from tables.float.models import Alert, Count, Exchange, Session, Slip
from tables.models import Table
from tables.record import NO_REQUEST, announce, answered, keyed, locked
from tables.refusal import KeyTaken, TableRefusal

Keyed = TypeVar("Keyed", Count, Exchange, Slip)
"""Rows that a client makes under a key of its own."""


def draft(
    kind: str, detail: str, rows: Iterable[models.Model], *, amount: int | None = None, clause: str = ""
) -> Draft:
    """The entry of a step that left these rows, which are saved."""
    return Draft(kind=kind, detail=detail, body={ROWS: rows_of(*rows)}, amount=amount, clause=clause)


@contextmanager
def at_table(code: str) -> Iterator[Table]:
    """The table's row, locked, for a step of its float: the count of what waits is kept on it afterwards."""
    with locked(code) as table:
        yield table
        show(table)


def show(table: Table) -> None:
    """Put on the table's row what its tile and its tablet show of the float: slips under way, and alerts."""
    slips = Slip.under_way().filter(table=table)
    alerts = Alert.objects.filter(table=table, answered_at__isnull=True)
    now = {"slips": slips.count(), "alerts": alerts.count()}
    if table.live.get("float", {"slips": 0, "alerts": 0}) != now:
        table.live = {**table.live, "float": now}
        table.save(update_fields=["live"])


def note(
    table: Table, entries: Sequence[Draft], *, by: Staff, at: datetime, request: Request = NO_REQUEST
) -> None:
    """Write the entries of a step that play does not depend on: the table's version stays, so a dealer's tap at that
    moment is not outdated. The row is locked. The first entry carries the `request` that they came from."""
    ledger.append(table.code, keyed(entries, request), actor=by.number, role=by.role, at=at)
    announce(table.code)


def two(
    table: Table,
    first: Staff,
    second: Staff,
    roles: tuple[str, str],
    what: str,
    *,
    at: datetime,
    part: Callable[[Staff], str] = lambda person: "",
) -> None:
    """Refuse unless two people sign, one in each of the two roles (or a higher one). Neither has set the other up
    lately, and the one who signs as a supervisor does not deal at the table and had no `part` (in words) in what is
    signed."""
    if first.number == second.number:
        raise TableRefusal("", f"{first.number} signs for {what} alone", "Two people sign, each for himself.")
    one, other = roles
    pairs = [(a, b) for a, b in ((first, second), (second, first)) if _may(a, one) and _may(b, other)]
    if not pairs:
        wanted = " and a ".join(role.replace("_", " ") for role in roles)
        raise TableRefusal(
            "",
            f"{first.number} ({first.get_role_display()}) and {second.number} ({second.get_role_display()}) "
            f"may not sign for {what}",
            f"It takes a {wanted}, or above.",
        )
    if why := two_people.bound(first.number, second.number, at):
        raise TableRefusal(
            "", f"{why}: the two do not sign beside each other yet", "Another person signs with one of them."
        )
    barred = [_barred(table, tuple(zip(roles, pair, strict=True)), part) for pair in pairs]
    if all(barred):
        why, role = next(filter(None, barred))
        raise TableRefusal(
            "", f"{why} and does not sign for {what}", f"Another {Role(role).label} or above signs."
        )


def _barred(
    table: Table, signing: Sequence[tuple[str, Staff]], part: Callable[[Staff], str]
) -> tuple[str, str] | None:
    """Why one of them may not sign as a supervisor, and in which role; None if all may."""
    for role, person in signing:
        if role != Role.DEALER and (why := deals_here(table, person) or part(person)):
            return why, role
    return None


def deals_here(table: Table, person: Staff) -> str:
    """In words, that the person deals at the table; "" if not."""
    return f"{person.number} deals at {table.code}" if person.number == table.dealer else ""


def dealt_lately(table: Table, person: Staff) -> str:
    """In words, that the person deals at the table or had a part in its last round; "" if not."""
    return deals_here(table, person) or two_people.had_part(table.code, person, [table.round_no])


def _may(person: Staff, role: str) -> bool:
    return person.is_active and at_least(person.role, role)


def before(model: type[Keyed], table: Table, request: Request) -> Keyed | None:
    """The result of this request at the table if it was sent before; None for a new key. Raises KeyTaken if the key
    belongs to another request."""
    if not request.key:
        return None
    stored: Keyed | None = model.objects.filter(table=table, key=request.key).first()
    try:
        answered(table.code, request)
    except KeyTaken as taken:
        if stored is None:
            raise
        message = f"this form was sent before, as {stored} with other contents, and that is recorded"
        raise KeyTaken("", message, taken.remedy) from None
    return stored


def running(table: Table) -> Session | None:
    """The session whose float has been counted and that is not closed."""
    return Session.objects.select_related("opening", "closing").filter(table=table, closed_at=None).first()


def in_session(table: Table, what: str) -> Session:
    """The session, or a refusal: without an opening count there is no float to change, after the closing count it is
    not changed."""
    session = running(table)
    if session is None:
        raise TableRefusal(
            "", f"the float of {table.code} is not counted", f"Count the opening float, then {what}."
        )
    if session.closing_id is not None:
        raise TableRefusal(
            "",
            f"the closing float of {table.code} is counted and signed",
            f"Count it again after a change, or {what} when the table is next opened.",
        )
    return session
