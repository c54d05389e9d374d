"""The cards of a check as the table's electronic shoe reads them: what it has reported since somebody began."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.book import house_at
from tables.models import Reader, Report, Table
from tables.opening.packs import READ
from tables.readers.registration import reader_at
from tables.record import locked, require, write_beside


class Read(NamedTuple):
    """What the shoe has reported: its cards in order, and how many left it unread."""

    reader: str
    cards: tuple[str, ...]
    unread: int


def begin(code: str, *, by: Staff, at: datetime) -> None:
    """Make the shoe's reports from now on part of a check. Raises Refusal while cards are dealt at the table, and if
    no electronic shoe is assigned to it."""
    with locked(code) as table:
        require(by, Role.DEALER, house_at(table).power)
        reader = reader_at(table)
        if reader is None or reader.kind != Reader.Kind.SHOE:
            raise Refusal("cards.no_electronic_shoe", table=code)
        if table.state == Table.State.OPEN or table.in_hand:
            raise Refusal("cards.shoe_in_play", table=code)
        table.checks[READ] = {"reader": reader.pk, "from": reader.expected, "by": by.number}
        # Only the check that somebody gives matters, so no tap at that moment becomes stale.
        detail = Phrase.of("entry.reading_begun", reader=reader.number)
        write_beside(table, "cards_reading_begun", detail, by=by, at=at, changes=["checks"])


def under_way(table: Table) -> bool:
    """Whether the shoe's reports at a table are being read for a check, so that they deal nothing."""
    return READ in table.checks and table.state != Table.State.OPEN and not table.in_hand


def read(table: Table) -> Read | None:
    """What its shoe has reported since the reading began; None if no reading has begun."""
    begun = table.checks.get(READ)
    reader = reader_at(table) if begun else None
    if reader is None or reader.pk != begun["reader"]:
        return None
    reports = Report.objects.filter(reader=reader, sequence__gte=begun["from"])
    cards = reports.filter(what=Report.What.CARD).values_list("card", flat=True)
    unread = reports.filter(what__in=(Report.What.UNREAD, Report.What.LOST)).count()
    return Read(reader.number, tuple(cards), unread)
