"""A busy round for the tests of the screens: seven boxes, three players on box 3, Perfect Pairs, a split in three."""

from typing import Any

from rounds import engine as e
from rounds.play import service
from tests import floor

CODE = "BJ-07"
PP = "perfect_pairs"
WAGERS = (
    (1, "A", 5000),
    (2, "B", 10000),
    (3, "C", 2500),
    (3, "D", 2500),
    (3, "E", 5000),
    (4, "F", 7500),
    (5, "G", 10000),
    (6, "H", 50000),
    (7, "I", 2500),
)
"""Box, player and cents of each wager on the hand."""
SIDES = ((1, "A", 500), (3, "C", 500), (5, "G", 1000), (7, "I", 500))
"""Of each on Perfect Pairs."""
FIRST = "Ks 5h 8s 9c As Ah Th"
DEALER = "Ad"
SECOND = "Kh 6h 8h 2d Ac Kd 6s"


def table(code: str = CODE, **setup: Any) -> None:
    """A table open with Perfect Pairs."""
    floor.open_table(code, sign=(2500, 200000, 0), **setup)
    floor.offer(code, PP)


def wagers() -> list[e.Command]:
    laid: list[e.Command] = [e.PlaceWager(box, player, cents) for box, player, cents in WAGERS]
    laid += [e.PlaceWager(box, player, cents, PP) for box, player, cents in SIDES]
    return [*laid, e.Seat(3, "C")]


def dealt() -> list[e.Command]:
    """The initial deal, to the offer of insurance."""
    return [e.CallBets(), *floor.cards(f"{FIRST} {DEALER} {SECOND}")]


def insured() -> list[e.Command]:
    return [e.Insure(2, "B", 5000), e.Insure(3, "E", 2500), e.CloseInsurance()]


def sides_settled(code: str = CODE) -> list[e.Command]:
    """Perfect Pairs taken and paid, and the even money of box 6's Blackjack not asked for."""
    due = service.current(code).due
    return [e.Settle(tuple(item.ref for item in due.items))]


def doubled() -> list[e.Command]:
    """Box 1 stands, box 2 doubles for as much."""
    return [e.Decide(1, "stand"), e.Decide(2, "double", adds=(("B", 10000),)), *floor.cards("Td")]


def split() -> list[e.Command]:
    """Box 3 in three, D and E with C on each; the third decides on 11."""
    with_c = tuple((who, "split") for who in "DE")
    return [
        e.Decide(3, "split", matches=with_c),
        *floor.cards("8d"),
        e.Decide(3, "split", matches=with_c),
        *floor.cards("3c"),
        e.Decide(3, "hit", 1),
        *floor.cards("Kc Th"),
        e.Decide(3, "stand", 2),
        *floor.cards("3d"),
    ]


def to_the_end() -> list[e.Command]:
    """The other boxes, aces split, and the dealer's 18."""
    return [
        *floor.cards("9s"),
        e.Decide(4, "stand"),
        e.Decide(5, "split"),
        *floor.cards("Tc 9d"),
        e.Decide(7, "stand"),
        *floor.cards("7d"),
    ]
