"""Where the cards of a table come from while a reader is assigned to it: its reports, or the dealer's taps.

Only one of them counts at a time, so that a card is never dealt twice. The dealer switches with one tap.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from casino.house_time import seconds
from casino.ledger import Draft
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.models import Table
from tables.readers.models import Reader, Report
from tables.readers.registration import reader_at
from tables.record import locked, require, write

QUIET: Final = timedelta(seconds=15)
"""A shoe that has been silent for this long is quiet: a working one asks or reports every few seconds."""


class Condition(NamedTuple):
    """The state of a reader: ``connected``, ``quiet``, ``failing`` or, for a scanner, ``ready``."""

    name: str
    why: Phrase | str
    """A phrase; for a failing reader, what it reports itself."""

    @property
    def words(self) -> str:
        """In the record's English."""
        return self.why if isinstance(self.why, str) else self.why.english


def condition(reader: Reader, at: datetime) -> Condition:
    """The current state of the reader."""
    if reader.fault:
        return Condition("failing", reader.fault)
    if reader.kind == Reader.Kind.SCANNER:
        return Condition("ready", Phrase.of("condition.ready"))
    if reader.heard_at is None:
        return Condition("quiet", Phrase.of("condition.not_heard"))
    if at - reader.heard_at > QUIET:
        return Condition("quiet", Phrase.of("condition.quiet", since=seconds(reader.heard_at)))
    return Condition("connected", Phrase.of("condition.connected"))


def turn(code: str, to: str, *, by: Staff, at: datetime) -> None:
    """Take the cards from the reader, or from the dealer's taps, from now on. Raises Refusal."""
    with locked(code) as table:
        acting = require(by, Role.DEALER, "")
        unlocked = reader_at(table)
        if unlocked is None:
            raise Refusal("reader.none", table=code)
        if to not in (Table.CardsFrom.READER, Table.CardsFrom.HAND) or to == table.cards_from:
            return
        reader = Reader.objects.select_for_update().get(pk=unlocked.pk)
        if to == Table.CardsFrom.READER:
            now = condition(reader, at)
            if now.name in ("quiet", "failing"):
                raise Refusal("reader.not_reporting", reader=reader.number, condition=now.why)
            detail = Phrase.of("entry.reader_again", reader=reader.number)
        else:
            reader.by_hand = []
            detail = Phrase.of("entry.by_hand", reader=reader.number, condition=condition(reader, at).why)
        reader.turned_at = at
        reader.save(update_fields=["turned_at", "by_hand"])
        table.cards_from = to
        entry = Draft(
            kind="cards_from", detail=detail, body={"from": to, ROWS: rows_of(reader)}, acting_as=acting
        )
        write(table, [entry], by=by, at=at, changes=["cards_from"])


def waiting(table: Table) -> list[Report]:
    """The reports without a place, oldest first."""
    return list(
        Report.objects.select_related("reader").filter(
            reader__table=table, reader__revoked_at=None, outcome=Report.Outcome.WAITS
        )
    )
