"""What a side bet asks of the table that offers it: the cloth, the equipment, the change of its scale."""

from dataclasses import dataclass
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Cloth:
    """The layout on which a bet may be wagered. What a book does not ask for is empty."""

    diagram: tuple[str, str] = ("", "")
    """Which layout lies there, as the end of “the layout is …”, and its clause."""
    boxes: tuple[tuple[int, ...], str] = ((), "")
    """The numbers of boxes that such layouts have, where they are fixed."""
    diagrams: tuple[tuple[int, str], ...] = ()
    """Where there is a diagram for each number of boxes: the number and its letter (ACT96-P-B03)."""
    most_boxes: tuple[int, str] = (0, "")
    """The most boxes with an area for the bet."""
    inscribed: tuple[str, ...] = ()
    """The clauses that want this layout too to say what a Blackjack pays, when the dealer stops, what insurance
    pays."""
    logo: str = ""
    """It carries the casino's name or logo."""
    approved: str = ""
    """It is approved before it is used: the table's record names the approval."""
    shared: tuple[tuple[str, ...], str] = ((), "")
    """Bets with which it lies on one cloth only where that cloth was approved."""


NO_CLOTH: Final = Cloth()


class Equipment(NamedTuple):
    """A thing that must be there and work before the bet is offered."""

    item: str
    clause: str
    approved: str = ""
    """The clause under which it is of an approved type: the record names the approval."""
    serves: int = 0
    """How many tables one of them may serve; 0 for a thing of the table's own."""
    certified: tuple[tuple[str, str], ...] = ()
    """Properties that a certificate attests, as (property, clause)."""


class ScaleChange(NamedTuple):
    """How one scale gives way to another where the house may not simply choose."""

    before: str
    after: str
    clause: str
    dated: bool = False
    """A date and time are named at which the games close."""
    entries_settled: bool = False
    """Not while entries to a tournament have been won and its field is not complete."""
