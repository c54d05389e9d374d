"""Keeps a row of the float and its entry in the chain together.

Each entry's body has the rows that its step changed with everything in them, so that they can be rebuilt from the
record alone (`casino.ledger.rows`).
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
from casino.refusals import Refusal
from casino.staff import two_people
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.float.models import Alert, Count, Exchange, Session, Slip
from tables.models import Table
from tables.record import NO_REQUEST, announce, answered, keyed, locked
from tables.refusal import KeyTaken

Keyed = TypeVar("Keyed", Count, Exchange, Slip)
"""Rows that a client creates under its own key."""


def draft(
    kind: str, detail: Phrase, rows: Iterable[models.Model], *, amount: int | None = None, clause: str = ""
) -> Draft:
    """The entry of a step that changed these rows, which must be saved."""
    return Draft(kind=kind, detail=detail, body={ROWS: rows_of(*rows)}, amount=amount, clause=clause)


@contextmanager
def at_table(code: str) -> Iterator[Table]:
    """The table's row, locked, for a step of its float: the count of what waits is kept on it afterwards."""
    with locked(code) as table:
        yield table
        show(table)


def show(table: Table) -> None:
    """Put on the table's row what its tile and its tablet show of the float: open slips and alerts."""
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
    moment is not stale. The row must be locked. The first entry carries the `request` that they came from."""
    ledger.append(table.code, keyed(entries, request), actor=by.number, role=by.role, at=at)
    announce(table.code)


def require_two_signers(
    table: Table,
    first: Staff,
    second: Staff,
    roles: tuple[str, str],
    *,
    at: datetime,
    part: Callable[[Staff], Refusal | None] = lambda person: None,
) -> None:
    """Raise Refusal unless two people sign, one in each of the two roles (or a higher one). They must not have set
    each other up recently, and whoever signs as a supervisor must not deal at the table or have had a `part` in what
    is signed."""
    if first.number == second.number:
        raise Refusal("signature.alone", number=first.number)
    lower, higher = roles
    pairs = [
        (a, b)
        for a, b in ((first, second), (second, first))
        if a.has_role_at_least(lower) and b.has_role_at_least(higher)
    ]
    if not pairs:
        raise Refusal(
            "signature.roles",
            first=first.number,
            first_role=first.get_role_display(),
            second=second.number,
            second_role=second.get_role_display(),
            one=str(Role(lower).label),
            other=str(Role(higher).label),
        )
    if refusal := two_people.why_not_together(first.number, second.number, at):
        raise refusal
    barred = [_barred(table, tuple(zip(roles, pair, strict=True)), part) for pair in pairs]
    if all(barred):
        raise next(filter(None, barred))


def _barred(
    table: Table, signing: Sequence[tuple[str, Staff]], part: Callable[[Staff], Refusal | None]
) -> Refusal | None:
    """Why one of them may not sign as a supervisor; None if both may."""
    for role, person in signing:
        if role != Role.DEALER and (why := deals_here(table, person) or part(person)):
            return why.under("", role=str(Role(role).label))
    return None


def deals_here(table: Table, person: Staff) -> Refusal | None:
    """The refusal if the person deals at the table; otherwise None."""
    if person.number != table.dealer:
        return None
    return Refusal("signer.deals", number=person.number, table=table.code)


def dealt_lately(table: Table, person: Staff) -> Refusal | None:
    """The refusal if the person deals at the table or had a part in its last round; otherwise None."""
    return deals_here(table, person) or two_people.had_part(table.code, person, [table.round_no])


def sent_before(model: type[Keyed], table: Table, request: Request) -> Keyed | None:
    """The result of this request at the table if it was sent before; None for a new key. Raises KeyTaken if the key
    belongs to another request."""
    if not request.key:
        return None
    stored: Keyed | None = model.objects.filter(table=table, key=request.key).first()
    try:
        answered(table.code, request)
    except KeyTaken:
        if stored is None:
            raise
        raise KeyTaken("request.sent_before_as", stored=str(stored)) from None
    return stored


def running(table: Table) -> Session | None:
    """The session whose float has been counted and that is not closed, if any."""
    return Session.objects.select_related("opening", "closing").filter(table=table, closed_at=None).first()


def in_session(table: Table) -> Session:
    """The session. Raises Refusal before the opening count, since there is no float to change yet, and after the
    closing count, since it no longer changes."""
    session = running(table)
    if session is None:
        raise Refusal("float.not_counted", table=table.code)
    if session.closing_id is not None:
        raise Refusal("float.closed", table=table.code)
    return session
