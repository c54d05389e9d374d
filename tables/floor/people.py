"""Who is responsible for a table, who will deal there next, and the patron numbers of its players.

Players are known by marks; a patron number may be attached to a mark until the table closes. There are no names. A
dealer who is sent to a table deals there after signing in with a PIN: nobody deals under another person's number.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from casino import ledger
from casino.ledger import Draft
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.book import house_at
from tables.models import Table
from tables.record import locked, require, write

PATRON: Final = re.compile(r"[A-Z0-9][A-Z0-9-]{0,15}")
MARK: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")


def make_responsible(code: str, number: str, *, by: Staff, at: datetime) -> Table:
    """Make a supervisor responsible for a table ("" for none)."""
    with locked(code) as table:
        acting = require(by, Role.GAME_SUPERVISOR, house_at(table).power)
        number = number.strip().upper()
        if number and not _holds(number, Role.GAME_SUPERVISOR):
            raise Refusal("people.no_supervisor", number=number)
        table.supervisor = number
        detail = (
            Phrase.of("entry.responsible", number=number, table=code)
            if number
            else Phrase.of("entry.nobody_responsible", table=code)
        )
        entry = Draft(kind="supervisor_assigned", detail=detail, body={"number": number}, acting_as=acting)
        write(table, [entry], by=by, at=at, changes=["supervisor"])
        return table


def send_dealer(code: str, number: str, *, by: Staff, at: datetime) -> Table:
    """Send a dealer to a table ("" cancels that): both tables show it until the dealer has signed in there."""
    with locked(code) as table:
        acting = require(by, Role.GAME_SUPERVISOR, house_at(table).power)
        number = number.strip().upper()
        if number:
            # Without the lock, two tables at once would each find that the dealer is sent nowhere else.
            ledger.lock(code)
            ledger.lock(ledger.HOUSE)
        if number and not _holds(number, Role.DEALER):
            raise Refusal("people.no_dealer", number=number)
        if number and number == table.dealer:
            raise Refusal("people.already_deals", number=number, table=code)
        other = Table.objects.filter(relief=number).exclude(code=code).first() if number else None
        if other is not None:
            raise Refusal("people.already_sent", number=number, table=other.code)
        table.relief = number
        detail = (
            Phrase.of("entry.sent", number=number, table=code)
            if number
            else Phrase.of("entry.nobody_sent", table=code)
        )
        entry = Draft(kind="dealer_sent", detail=detail, body={"number": number}, acting_as=acting)
        write(table, [entry], by=by, at=at, changes=["relief"])
        return table


def set_patron_number(code: str, mark: str, number: str, *, by: Staff, at: datetime) -> Table:
    """Attach a patron number to a player's mark; "" removes it."""
    with locked(code) as table:
        acting = require(by, Role.DEALER, house_at(table).power)
        number = number.strip().upper()
        if not MARK.fullmatch(mark):
            raise Refusal("people.no_such_mark", mark=mark)
        if number and not PATRON.fullmatch(number):
            raise Refusal("people.patron_number", number=number)
        has = next(
            (player for player, known in table.patrons.items() if known == number and player != mark), ""
        )
        if number and has:
            raise Refusal("people.patron_taken", number=number, player=has)
        before = table.patrons.get(mark, "")
        rest = {player: known for player, known in table.patrons.items() if player != mark}
        table.patrons = {**rest, mark: number} if number else rest
        kind = "patron_attached" if number else "patron_detached"
        detail = (
            Phrase.of("entry.patron", player=mark, number=number)
            if number
            else Phrase.of("entry.no_patron", player=mark)
        )
        entry = Draft(
            kind=kind,
            detail=detail,
            body={"player": mark, "number": number, "before": before},
            acting_as=acting,
        )
        write(table, [entry], by=by, at=at, changes=["patrons"])
        return table


def _holds(number: str, role: str) -> bool:
    person = Staff.objects.filter(number=number, is_active=True).first()
    return person is not None and person.has_role_at_least(role)
