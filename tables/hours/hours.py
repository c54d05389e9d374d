"""The gaming hours, which somebody outside the house sets.

Both Canberra books leave them to somebody else, the Minister (ACT96-19.1) or the Act (ACT03-15.1). Outside them no
table opens and no round begins; a round in hand is finished. Until hours are entered nothing is refused. The current
time is passed in as `at`; times of day are by the house's clock.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from casino import ledger
from casino.house_time import moment_of
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.rulebooks.house import HOUSES, House
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.models import GamingHours, Table
from tables.record import announce

SET_BY: Final = Role.OPERATIONS_MANAGER
SOON: Final = timedelta(minutes=30)
"""How long before gaming ends the supervisors are reminded of the last rounds (ACT03-5.6-N1)."""


def books() -> list[str]:
    """The books under which gaming hours are set."""
    return [book for book in BOOKS if HOUSES[book].gaming_hours]


def shown(book: str) -> list[list[str]]:
    """The hours entered under a book as a page shows them; the next entry depends on them."""
    rows = GamingHours.objects.filter(book=book)
    return [[f"{row.valid_from}", f"{row.begins:%H:%M}", f"{row.ends:%H:%M}", row.source] for row in rows]


@transaction.atomic
def set_hours(
    book: str, *, valid_from: date, begins: time, ends: time, source: str, by: Staff, at: datetime
) -> GamingHours:
    """Enter the gaming hours under a book from a day on, and the decision that sets them."""
    clause = HOUSES[book].gaming_hours if book in HOUSES else ""
    if not clause:
        raise Refusal("hours.none_in_book", books=books())
    if not by.has_role_at_least(SET_BY):
        raise Refusal(
            "staff.role_too_low",
            clause,
            number=by.number,
            role=by.get_role_display(),
            wanted=str(SET_BY.label),
        )
    if not source.strip():
        raise Refusal("hours.order_missing", clause)
    this_year = timezone.localtime(at).year
    if not this_year - 1 <= valid_from.year <= this_year + 5:
        raise Refusal("hours.date", clause, date=str(valid_from))
    row, _ = GamingHours.objects.update_or_create(
        book=book,
        valid_from=valid_from,
        defaults={
            "begins": begins,
            "ends": ends,
            "source": source.strip()[:120],
            "set_by": by.number,
            "set_at": at,
        },
    )
    entry = ledger.Draft(
        kind="gaming_hours",
        detail=Phrase.of(
            "entry.gaming_hours",
            book=book,
            begins=f"{begins:%H:%M}",
            ends=f"{ends:%H:%M}",
            day=str(valid_from),
        ),
        clause=clause,
        body={
            "book": book,
            "valid_from": valid_from.isoformat(),
            "begins": f"{begins:%H:%M}",
            "ends": f"{ends:%H:%M}",
            "source": row.source,
            ROWS: rows_of(row),
        },
        acting_as=by.acting_as(SET_BY),
    )
    ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=at)
    for code in Table.objects.filter(book=book).values_list("code", flat=True):
        announce(code)
    return row


def in_force(book: str, day: date) -> GamingHours | None:
    """The hours under that book on a day; None if none are entered."""
    return GamingHours.objects.filter(book=book, valid_from__lte=day).order_by("-valid_from").first()


def gaming_ends(book: str, at: datetime) -> datetime | None:
    """When the current gaming ends; `at` itself outside the hours. None if no hours are entered, or if gaming never
    ends."""
    today = timezone.localtime(at).date()
    # There is at most one row a day, so the hours of today and yesterday are among the last two. Every screen that
    # takes wagers asks for them.
    laid_down = GamingHours.objects.filter(book=book, valid_from__lte=today).order_by("-valid_from")[:2]
    lately = list(laid_down)
    if not lately or lately[0].begins == lately[0].ends:
        return None
    # Yesterday's gaming may go on past midnight, under yesterday's hours.
    for day in (today - timedelta(days=1), today):
        hours = next((hours_row for hours_row in lately if hours_row.valid_from <= day), None)
        if hours is not None and moment_of(day, hours.begins) <= at < (ends := _end(hours, day)):
            return ends
    return at


def _end(hours: GamingHours, day: date) -> datetime:
    """When the gaming that begins on a day ends: after midnight if it closes at an earlier time of day than it
    opens."""
    return moment_of(day + timedelta(days=hours.ends <= hours.begins), hours.ends)


def ended(book: str, at: datetime) -> datetime | None:
    """When gaming last ended, outside the hours; None within them, and if no hours are entered."""
    if gaming_ends(book, at) != at:
        return None
    today = timezone.localtime(at).date()
    days = [today - timedelta(days=number) for number in (2, 1, 0)]
    ends = [_end(hours, day) for day in days if (hours := in_force(book, day)) is not None]
    return max((end for end in ends if end <= at), default=None)


def over(table: Table, house_rules: House, at: datetime) -> Refusal | None:
    """Why there is no gaming at the table now; None within the hours, or if no book sets them."""
    if not house_rules.gaming_hours:
        return None
    ends = gaming_ends(table.book, at)
    if ends is None or at < ends:
        return None
    hours = in_force(table.book, timezone.localtime(at).date())
    assert hours is not None
    return Refusal(
        "hours.closed" if table.state == Table.State.CLOSED else "hours.over",
        house_rules.gaming_hours,
        begins=f"{hours.begins:%H:%M}",
        ends=f"{hours.ends:%H:%M}",
    )


def ends_soon(table: Table, house_rules: House, at: datetime) -> datetime | None:
    """When gaming ends, if that is soon; otherwise None."""
    ends = gaming_ends(table.book, at) if house_rules.gaming_hours else None
    return ends if ends is not None and ends - at <= SOON else None
