"""The demonstration's casino: who works there and what its tables are. Data only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from casino.staff.roles import Role

PITS: Final = (("P1", "Main floor"), ("P2", "High limits"))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the house, by number. PINs are printed: this is a demonstration."""

    number: str
    role: Role
    pin: str


STAFF: Final = (
    Person("D-114", Role.DEALER, "1140"),
    Person("D-102", Role.DEALER, "1020"),
    Person("D-109", Role.DEALER, "1090"),
    Person("D-118", Role.DEALER, "1180"),
    Person("D-122", Role.DEALER, "1220"),
    Person("D-127", Role.DEALER, "1270"),
    Person("D-131", Role.DEALER, "1310"),
    Person("D-140", Role.DEALER, "1400"),
    Person("G-21", Role.GAME_SUPERVISOR, "2100"),
    Person("G-22", Role.GAME_SUPERVISOR, "2200"),
    Person("S-07", Role.CASINO_SUPERVISOR, "3070"),
    Person("S-08", Role.CASINO_SUPERVISOR, "3080"),
    Person("M-1", Role.OPERATIONS_MANAGER, "4100"),
    Person("V-3", Role.SURVEILLANCE, "5300"),
    Person("I-9", Role.INSPECTOR, "6900"),
    Person("T-2", Role.TOURNAMENT_DIRECTOR, "7200"),
)
DEALER, SUPERVISOR, MANAGER = "D-114", "S-07", "M-1"


@dataclass(frozen=True, slots=True)
class Layout:
    """A table to set up; ``limits`` are minimum, maximum and unit in cents. ``dealer``: autoplay deals there as
    that person; without one the table is left for hands."""

    code: str
    pit: str
    limits: tuple[int, int, int]
    chips: tuple[int, ...]
    dealer: str = ""
    open: bool = True
    setup: dict[str, Any] = field(default_factory=dict)


SMALL = (50, 100, 250, 500, 2500, 10000)
FLOOR = (250, 500, 2500, 10000, 50000)
HIGH = (2500, 10000, 50000, 100000, 500000)

TABLES: Final = (
    Layout("BJ-01", "P1", (1000, 50000, 0), SMALL),
    Layout("BJ-02", "P1", (2500, 200000, 0), FLOOR, dealer="D-131"),
    Layout("BJ-03", "P1", (1500, 100000, 500), FLOOR, dealer="D-118", setup={"boxes": 9, "seats": 9, "decks": 6}),
    Layout(
        "BJ-04", "P1", (500, 30000, 0), SMALL, dealer="D-109",
        setup={"elections": {"auto_shuffler": "yes"}, "shoe_approval": "ASD 4/2026"},
    ),
    Layout("BJ-05", "P2", (5000, 500000, 2500), HIGH, dealer="D-122", setup={"elections": {"limits": "player"}}),
    Layout("BJ-06", "P2", (10000, 1000000, 0), HIGH, dealer="D-127", setup={"decks": 4}),
    Layout("BJ-07", "P1", (2500, 200000, 0), FLOOR),
    Layout("BJ-08", "P2", (1000, 50000, 0), FLOOR, open=False),
)  # fmt: skip
FREE: Final = tuple(one.code for one in TABLES if one.open and not one.dealer)
"""Open tables that autoplay leaves to people."""
