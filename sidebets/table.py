"""What a side bet requires of the table that offers it: the cloth, the equipment, and how its scale is changed."""

from dataclasses import dataclass
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Cloth:
    """The layout on which a bet may be wagered. Empty fields require nothing."""

    diagram: tuple[str, str] = ("", "")
    """Which layout is on the table, to complete “the layout is …”, and its clause."""
    boxes: tuple[tuple[int, ...], str] = ((), "")
    """How many boxes such layouts may have, if that is fixed."""
    diagrams: tuple[tuple[int, str], ...] = ()
    """If there is a diagram for each number of boxes: the number and its letter (ACT96-P-B03)."""
    most_boxes: tuple[int, str] = (0, "")
    """The most boxes with an area for the bet."""
    inscribed: tuple[str, ...] = ()
    """The clauses that require this layout too to say what a Blackjack pays, when the dealer stops, and what
    insurance pays."""
    logo: str = ""
    """The clause under which it carries the casino's name or logo."""
    approved: str = ""
    """The clause under which it is approved before use: the table's record names the approval."""
    shared: tuple[tuple[str, ...], str] = ((), "")
    """Bets that may share a cloth with it only if that cloth was approved."""


NO_CLOTH: Final = Cloth()


class Equipment(NamedTuple):
    """Something that must be there and work before the bet is offered."""

    item: str
    clause: str
    approved: str = ""
    """The clause under which its type must be approved: the record names the approval."""
    serves: int = 0
    """How many tables one of them may serve; 0 if each table has its own."""
    certified: tuple[tuple[str, str], ...] = ()
    """Properties that a certificate must confirm, as (property, clause)."""


class ScaleChange(NamedTuple):
    """How one scale replaces another if the house may not simply choose."""

    before: str
    after: str
    clause: str
    dated: bool = False
    """Whether a date and time must be named at which the games close."""
    entries_settled: bool = False
    """Whether it is barred while entries to a tournament have been won and its field is not complete."""
