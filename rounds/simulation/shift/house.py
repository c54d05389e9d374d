"""The people of a shift and the table it is worked at, created if they do not exist yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import tables.floor.setup
from casino.rulebooks import BOOKS
from casino.rulebooks.elections import AMOUNT
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.models import Pit, Table
from tables.signs import signs

PIT: Final = "SHIFT"
CHIPS: Final = (50, 250, 500, 2500, 10000, 50000)
LIMITS: Final = signs.Limits(1000, 50000)
"""The limits at the opening."""
HIGHER: Final = 1500
"""The minimum during the busiest hours, in cents."""
AMOUNTS: Final = {"ante": "1"}
"""Amounts that a game must have elected and that suit these limits; 100 for any other."""


@dataclass(frozen=True, slots=True)
class Place:
    """The table of a shift."""

    book: str
    game: str = "blackjack"
    packs: int = 0
    """The number of packs; 0 for the most that the book allows."""

    @property
    def code(self) -> str:
        """A separate table code for each game, so that games do not share a chain."""
        games = list(BOOKS[self.book].games)
        number = games.index(self.game)
        return f"SH-{self.book}" + (f"-{number + 1}" if number else "")


@dataclass(frozen=True, slots=True)
class Crew:
    """The people of a shift: three dealers, and two of each kind of supervisor, so that whoever reports never
    signs."""

    dealers: tuple[Staff, ...]
    game_supervisor: Staff
    casino_supervisor: Staff
    manager: Staff
    inspector: str = "I-31"

    @classmethod
    def of(cls, code: str) -> Crew:
        """The crew of a table. They never sign in, so they have no PIN."""
        end = code.removeprefix("SH-")
        return cls(
            dealers=tuple(_person(f"D{number}-{end}", Role.DEALER) for number in (1, 2, 3)),
            game_supervisor=_person(f"G-{end}", Role.GAME_SUPERVISOR),
            casino_supervisor=_person(f"S-{end}", Role.CASINO_SUPERVISOR),
            manager=_person(f"M-{end}", Role.OPERATIONS_MANAGER),
        )

    def of_role(self, role: str) -> Staff:
        """The person who signs for that role."""
        for person in (self.game_supervisor, self.casino_supervisor, self.manager):
            if person.has_role_at_least(role):
                return person
        raise LookupError(f"Nobody on the shift is {role}.")


def _person(number: str, role: Role) -> Staff:
    person = Staff.objects.filter(number=number).first()
    if person is None:
        person = Staff.objects.create_without_pin(number, role)
    return person


def set_up(place: Place, crew: Crew, at: datetime) -> Table:
    """The table of the shift, closed and with its limits; unchanged if it exists already."""
    book = BOOKS[place.book]
    rules = book.games[place.game]
    table = Table.objects.filter(code=place.code).first()
    if table is None:
        pit, _ = Pit.objects.get_or_create(code=PIT, defaults={"name": "Shifts in fast time"})
        boxes = min(7, rules.boxes_most.value)
        table = Table(
            code=place.code,
            pit=pit,
            book=place.book,
            game=place.game,
            decks=place.packs or max(rules.decks.value),
            boxes=boxes,
            seats=min(boxes, rules.seats_most.value),
            elections={
                election.name: AMOUNTS.get(election.name, "100")
                if election.values == AMOUNT
                else election.values[0]
                for election in book.elections.get(place.game, ())
                if election.required
            },
            chips=list(CHIPS),
        )
        tables.floor.setup.enter(table, by=crew.manager, at=at)
    signs.set_limits(place.code, LIMITS, by=crew.casino_supervisor, at=at)
    return table
