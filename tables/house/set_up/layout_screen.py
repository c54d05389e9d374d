"""What the layout editor shows: the boxes and places where they lie, and what the book says about them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from casino.ledger import Entry
from casino.refusals import Refusal
from casino.rulebooks.house import house_of
from casino.staff.models import Staff
from casino.translated import text
from sidebets.titles import initials
from tables import offers
from tables.floor.layout import ACROSS, DOWN, Layout, Point, arc, beside, faults, layout_of
from tables.forms import showed
from tables.house.against_book import Line
from tables.house.set_up.forms import LayoutForm
from tables.house.set_up.layout_fields import BOX
from tables.house.set_up.screen import last_set_up, why_unchangeable
from tables.models import Table


@dataclass(frozen=True, slots=True)
class Piece:
    """A box, or the place of a side bet at a box, on the drawn cloth."""

    of: str
    """`BOX`, or the key of the bet."""
    number: int
    across: int
    down: int
    title: str
    short: str
    shown: bool = True
    """Whether the bet has its own places on this layout."""

    @property
    def name(self) -> str:
        """The prefix of its fields' names."""
        return f"{self.of}-{self.number}"


@dataclass(frozen=True, slots=True)
class PlacedBet:
    """A side bet of the game, and whether it has its own places on the layout."""

    key: str
    title: str
    short: str
    offered: bool
    placed: bool


@dataclass(frozen=True, slots=True)
class Checks:
    """What the book says about the layout as it is."""

    lines: list[Line]
    faults: list[Refusal]


@dataclass(frozen=True, slots=True)
class LayoutPage:
    """The layout editor."""

    table: Table
    boxes: list[Piece]
    places: list[Piece]
    bets: list[PlacedBet]
    own: bool
    """Whether the table has its own layout."""
    form: LayoutForm
    checks: Checks
    showed: str
    acts: bool
    blocked: str
    last: Entry | None
    """The entry of the last change of the set-up."""
    saved: list[Piece]
    """The boxes that somebody else has saved since this page was shown, drawn beside those that were sent; empty if
    nobody has."""
    refusal: Refusal | None = None
    most_across: int = ACROSS
    most_down: int = DOWN


def layout_page(
    table: Table,
    by: Staff,
    *,
    sent: Layout | None = None,
    form: LayoutForm | None = None,
    refusal: Refusal | None = None,
) -> LayoutPage:
    """The editor, with the layout that was `sent` and refused, or the table's. What was sent from an outdated page
    stays as it was placed, and the layout that was saved meanwhile is drawn beside it."""
    own = layout_of(table)
    behind = sent is not None and isinstance(refusal, showed.Stale)
    drawn = sent or own or arc(table.boxes)
    blocked = why_unchangeable(table, by)
    offered = {offer.bet for offer in offers.offers_of(table)}
    known = offers.known(table)
    bets = [
        PlacedBet(key, bet.title, initials(bet.title), key in offered, key in drawn.places)
        for key, bet in known.items()
        if key in offered or key in drawn.places
    ]
    places = []
    for bet in bets:
        points = drawn.places.get(bet.key) or beside(drawn)
        places += _pieces(bet.key, points, bet.title, bet.short, bet.placed)
    return LayoutPage(
        table=table,
        boxes=_pieces(BOX, drawn.boxes, "", "", True),
        places=places,
        bets=bets,
        own=own is not None,
        form=form or LayoutForm(),
        checks=checks(table, drawn),
        showed=showed.token(table, ("set-up",)),
        acts=not blocked,
        blocked=blocked,
        last=last_set_up(table),
        saved=_pieces(BOX, (own or arc(table.boxes)).boxes, "", "", True) if behind else [],
        refusal=refusal,
    )


def checks(table: Table, layout: Layout) -> Checks:
    """What the book allows of the layout, and what it refuses."""
    fixed, clause = house_of(table.rules).layout_boxes
    most = table.rules.boxes_most
    line = (
        Line("boxes", "boxes_fixed", {"allowed": list(fixed)}, clause)
        if fixed
        else Line("boxes", "boxes_most", {"most": most.value}, most.clause)
    )
    return Checks([line], list(faults(table, layout)))


def _pieces(of: str, points: tuple[Point, ...], title: str, short: str, shown: bool) -> list[Piece]:
    words = _("Box {box}") if of == BOX else _("{bet}, box {box}")
    return [
        Piece(of, number, point.across, point.down, text(words, bet=title, box=number), short, shown)
        for number, point in enumerate(points, start=1)
    ]
