"""The demonstration's casino: who works there and what its tables are. Data only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from casino.staff.roles import Role

PITS: Final = (("P1", "Main floor"), ("P2", "High limits"), ("P3", "Terrace"), ("P4", "Arcade"))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the house, by number. The PINs are printed, since this is a demonstration."""

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
    Person("D-133", Role.DEALER, "1330"),
    Person("D-136", Role.DEALER, "1360"),
    Person("D-140", Role.DEALER, "1400"),
    Person("D-144", Role.DEALER, "1440"),
    Person("G-21", Role.GAME_SUPERVISOR, "2100"),
    Person("G-22", Role.GAME_SUPERVISOR, "2200"),
    Person("S-07", Role.CASINO_SUPERVISOR, "3070"),
    Person("S-08", Role.CASINO_SUPERVISOR, "3080"),
    Person("M-1", Role.OPERATIONS_MANAGER, "4100"),
    Person("V-3", Role.SURVEILLANCE, "5300"),
    Person("V-5", Role.SURVEILLANCE, "5500"),
    Person("I-9", Role.INSPECTOR, "6900"),
    Person("T-2", Role.TOURNAMENT_DIRECTOR, "7200"),
)
SUPERVISOR, MANAGER, DEALER = "S-07", "M-1", "D-114"


@dataclass(frozen=True, slots=True)
class OfferedBet:
    """A side bet that a table offers; ``limits`` are minimum, maximum and unit in cents."""

    bet: str
    limits: tuple[int, int, int]
    scale: str = ""


CONTROLLER: Final = "C1"
"""The device that serves several tables, at most four (NZ-3.5(a))."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A table to set up; ``limits`` are minimum, maximum and unit in cents. ``dealer`` is whom autoplay deals as;
    without one the table is left to people."""

    code: str
    pit: str
    limits: tuple[int, int, int]
    chips: tuple[int, ...]
    dealer: str = ""
    open: bool = True
    bets: tuple[OfferedBet, ...] = ()
    controller: str = CONTROLLER
    setup: dict[str, Any] = field(default_factory=dict)


SMALL = (50, 100, 250, 500, 2500, 10000)
FLOOR = (250, 500, 2500, 10000, 50000)
HIGH = (2500, 10000, 50000, 100000, 500000)

LOW, MIDDLE = (500, 10000, 0), (500, 20000, 0)
"""Limits of side bets."""
REFERENCE: Final = "demonstration only"
"""Stands in for the reference of an approval, which a real house has."""

# A table of every book and of most versions, mostly with side bets; BJ-09 is plain. Tables that an older
# demonstration has keep their old set-up, so the tables added last are the ones that show the other books.
TABLES: Final = (
    Layout("BJ-01", "P1", (1000, 50000, 0), SMALL, setup={"game": "crown_blackjack"}, bets=(
        OfferedBet("magnificent_sevens", LOW, "1"),
    )),
    Layout("BJ-02", "P1", (2500, 200000, 0), FLOOR, dealer="D-131", setup={"game": "crown_pontoon"}, bets=(
        OfferedBet("pontoon_pandemonium", LOW, "1"),
    )),
    Layout("BJ-03", "P1", (1500, 100000, 0), SMALL, dealer="D-118", setup={
        "book": "ACT96", "boxes": 9, "seats": 9, "decks": 6,
    }, bets=(OfferedBet("over_13", (500, 100000, 0)),)),
    Layout("BJ-04", "P1", (1000, 50000, 0), SMALL, dealer="D-109", setup={
        "book": "NZ", "game": "ante_up", "elections": {"ante": "1", "ante_waived_from": "100", "auto_shuffler": "yes"},
    }, bets=(OfferedBet("madness_21", (100, 5000, 100)),)),
    Layout("BJ-05", "P2", (2500, 100000, 500), FLOOR, dealer="D-122", setup={
        "book": "NZ", "game": "free_bet", "decks": 6, "elections": {"limits": "player"},
    }, bets=(OfferedBet("push_22", LOW, "1"),)),
    Layout("BJ-06", "P2", (2000, 300000, 0), SMALL, dealer="D-127", setup={
        "book": "NZ", "game": "player_select",
        "elections": {"upper_min": "100", "lower_blackjack_pays": "6:5", "lower_double_on": "9-11"},
    }, bets=(OfferedBet("house_money", MIDDLE), OfferedBet("perfect_pairs", LOW, "2"))),
    Layout("BJ-07", "P1", (2500, 200000, 0), FLOOR, bets=(OfferedBet("perfect_pairs", MIDDLE),)),
    Layout("BJ-08", "P2", (1000, 50000, 0), SMALL, open=False, setup={
        "book": "NZ", "game": "blackjack_plus",
    }, bets=(OfferedBet("lucky_match", LOW, "3"),)),
    Layout("BJ-09", "P2", (500, 50000, 0), SMALL, dealer="D-133", setup={
        "book": "ACT96", "game": "triple_play", "boxes": 6, "seats": 6,
    }),
    Layout("BJ-10", "P1", (1000, 50000, 500), SMALL, dealer="D-136", setup={"book": "ACT03", "decks": 6}, bets=(
        OfferedBet("super_sevens", (500, 500, 0)), OfferedBet("perfect_pairs", LOW),
    )),
    Layout("BJ-11", "P2", (1000, 80000, 0), SMALL, dealer="D-140", setup={
        "book": "NZ",
        "elections": {"style_a": "yes", "blackjack_pays": "6:5", "double_on": "9-11", "max_hands": "2"},
    }, bets=(OfferedBet("lucky_lucky", LOW, "1"), OfferedBet("buster", LOW, "A"))),
    Layout("BJ-12", "P2", (5000, 500000, 0), HIGH, dealer="D-144", setup={"book": "UK", "decks": 6}, bets=(
        OfferedBet("perfect_pairs", (2500, 50000, 0)), OfferedBet("21_plus_3", (2500, 50000, 0)),
        OfferedBet("top_3", (2500, 25000, 0)),
    )),
)  # fmt: skip
HEATS: Final = tuple(Layout(f"BJ-T{number}", "P1", (1000, 50000, 0), SMALL) for number in (1, 2, 3))
"""The tables at which the demonstration's tournament is played."""
DEALERS: Final = {"BJ-T1": "D-151", "BJ-T2": "D-152", "BJ-T3": "D-153"}
"""Who deals them when the tournament is autoplayed."""
FREE: Final = tuple(table.code for table in TABLES if table.open and not table.dealer)
"""Open tables that autoplay leaves to people."""
MOST: Final = 99
"""The most tables: their codes have two digits."""


def layouts(count: int) -> tuple[Layout, ...]:
    """The layouts of `count` tables: the twelve, and further ones like them, up to a floor that fills a wall screen.
    Autoplay deals at every further one that is open."""
    further = []
    for number in range(len(TABLES) + 1, count + 1):
        like = TABLES[(number - 1) % len(TABLES)]
        pit = "P3" if number <= 3 * len(TABLES) else "P4"
        dealer = f"D-2{number:02d}" if like.open else ""
        controller = f"C{(number - 1) // len(TABLES) + 1}"
        further.append(replace(like, code=f"BJ-{number:02d}", pit=pit, dealer=dealer, controller=controller))
    return (*TABLES[:count], *further)
