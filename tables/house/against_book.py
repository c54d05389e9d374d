"""Checks a table as it is entered against its book before anything is saved: what is allowed, and what is refused
under which clause.

The steps that save (`tables.floor.setup`, `tables.signs.signs`, `tables.bets`) check the same again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.utils.translation import gettext_noop

from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import BOOKS, Rules, book_of
from casino.rulebooks.house import house_of, set_up_faults
from sidebets import SideBet, side_bets, side_bets_of_book
from tables import offers
from tables.bets import equipment, offering
from tables.bets.equipment import Piece
from tables.house_facts import Games
from tables.models import Table
from tables.signs import signs


class Line(NamedTuple):
    """Something that the book says about a table: the cell, the words as a code with values, and the clause."""

    cell: str
    code: str
    values: dict[str, Any]
    clause: str
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class BetSheet:
    """A side bet as it is entered for a table; amounts in cents."""

    bet: str
    minimum: Cents
    maximum: Cents
    multiple: Cents = 0
    scale: str = ""
    layout_approval: str = ""
    amount_approval: str = ""
    equipment: tuple[Piece, ...] = ()

    @property
    def terms(self) -> offering.Terms:
        """The same, as `tables.bets.offering` takes it."""
        return offering.Terms(
            minimum=self.minimum,
            maximum=self.maximum,
            multiple=self.multiple,
            scale=self.scale,
            cloth_approval=self.layout_approval,
            amount_approval=self.amount_approval,
        )


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table as it is entered; amounts in cents."""

    code: str
    pit: str
    book: str
    game: str
    packs: int
    boxes: int
    places: int
    chips: list[Cents]
    minimum: Cents
    maximum: Cents
    multiple: Cents = 0
    elections: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    shoe_approval: str = ""

    @property
    def limits(self) -> signs.Limits:
        """The limits on the sign of the main bet."""
        return signs.Limits(self.minimum, self.maximum, self.multiple)

    def row(self) -> Table:
        """The table's row, unsaved and without a pit."""
        return Table(
            code=self.code,
            book=self.book,
            game=self.game,
            decks=self.packs,
            boxes=self.boxes,
            seats=self.places,
            chips=list(self.chips),
            elections=dict(self.elections),
            readings=dict(self.readings),
            shoe_approval=self.shoe_approval,
        )


def table_faults(sheet: TableSheet, games: Games, pits: Iterable[str]) -> list[Refusal]:
    """What is wrong with a table, apart from its side bets. `games` are those of the house, `pits` the codes of its
    pits."""
    faults = []
    if sheet.pit not in pits:
        faults.append(Refusal("house.pit_unknown", pit=sheet.pit))
    try:
        book = book_of(sheet.book)
        if sheet.game not in book.games:
            known = list(book.games)
            return [*faults, Refusal("rule_book.no_game", book=sheet.book, game=sheet.game, known=known)]
        if sheet.game not in games.get(sheet.book, ()):
            faults.append(Refusal("house.game_not_chosen", game=sheet.game, book=book.title))
        rules = sheet.row().rules
        side_bets_of_book(sheet.book, sheet.row().reading_pairs)
    except Refusal as refusal:
        return [*faults, refusal]
    faults += set_up_faults(rules, packs=sheet.packs, boxes=sheet.boxes, places=sheet.places).values()
    if fault := signs.main_fault(rules, sheet.limits):
        faults.append(fault)
    house = house_of(rules)
    if sheet.elections.get("auto_shuffler") == "yes" and house.shuffler_approval and not sheet.shoe_approval:
        faults.append(Refusal("house.shuffler_approval", house.shuffler_approval))
    if rules.shoe.two_sets and len(set(rules.shoe.sets)) < 2:
        faults.append(Refusal("setup.two_sets", rules.shoe.two_sets))
    return faults


def bet_faults(sheet: TableSheet, bets: Sequence[BetSheet], at: date) -> list[tuple[int, Refusal]]:
    """What is wrong with the side bets of a table that is itself in order, each with the bet's index: what the book,
    the layout and their approvals and equipment do not allow."""
    table = sheet.row()
    faults: list[tuple[int, Refusal]] = []
    offered: list[tuple[str, str]] = []
    for place, bet_sheet in enumerate(bets):
        more = [(bet_sheet.bet, bet_sheet.scale)]
        if wrong := offers.fault_of(table, [*offered, *more], there=()):
            faults.append((place, wrong))
            continue
        offered += more
        bet = offers.bet_of(table, bet_sheet.bet)
        beside = {key for key, _scale in offered}
        faults += [(place, fault) for fault in _faults_of_bet(table, bet, bet_sheet, beside, at)]
    elected_bets = [key for key, bet in offers.known(table).items() if _elected(table, bet)]
    for key in elected_bets:
        if key not in {bet_sheet.bet for bet_sheet in bets}:
            bet = offers.known(table)[key]
            assert bet.bonus is not None
            refusal = Refusal(
                "side_bet.bonus_without_bet", bet.bonus.clause, bonus=bet.bonus.key, bet=bet.title
            )
            faults.append((len(bets), refusal))
    return faults


def _elected(table: Table, bet: SideBet) -> bool:
    return bet.bonus is not None and table.elections.get(bet.bonus.election, "none") != "none"


def _faults_of_bet(
    table: Table, bet: SideBet, sheet: BetSheet, beside: set[str], at: date
) -> Iterator[Refusal]:
    yield from offering.approval_faults(bet, sheet.terms)
    others, clause = bet.cloth.shared
    for other in others:
        if other in beside and not sheet.layout_approval:
            title = offers.title_of(table, other)
            yield Refusal("offer.shared_layout_not_approved", clause, bet=bet.title, other=title)
    if sheet.multiple > sheet.maximum:
        yield Refusal("sign.multiple", bet.sign_shown, maximum=sheet.maximum, multiple=sheet.multiple)
    pieces = {piece.item: piece for piece in sheet.equipment}
    for requirement in bet.equipment:
        piece = pieces.pop(requirement.item, None)
        if piece is None:
            yield Refusal(
                "offer.equipment_missing",
                requirement.clause,
                bet=bet.title,
                item=requirement.item,
                fault=gettext_noop("is not recorded"),
            )
        elif wrong := equipment.piece_fault(requirement, table.code, piece, at):
            yield wrong
    for item in pieces:
        needed = [requirement.item for requirement in bet.equipment] or ["–"]
        yield Refusal("equipment.not_needed", bet.clause, bet=bet.title, item=item, needed=needed)


def what_the_book_says(sheet: Mapping[str, Any], faults: Sequence[Refusal]) -> list[Line]:
    """What a page shows beside a table that is being entered: what its book allows, cell by cell, and what it
    refuses. `sheet` has the cells that could be read."""
    book = BOOKS.get(str(sheet.get("book", "")))
    rules = book.games.get(str(sheet.get("game", ""))) if book is not None else None
    if rules is None:
        return []
    return [_with_refusal(line, faults) for line in _allowed(rules)]


def _with_refusal(line: Line, faults: Sequence[Refusal]) -> Line:
    wrong = next((fault for fault in faults if fault.code in _CELL_CODES.get(line.cell, ())), None)
    return line._replace(refusal=wrong)


_CELL_CODES = {
    "packs": ("setup.decks",),
    "boxes": ("setup.boxes", "setup.boxes_fixed"),
    "places": ("setup.places",),
    "minimum": ("sign.limits", "sign.multiple", "sign.ante", "sign.upper_minimum"),
}


def _allowed(rules: Rules) -> Iterator[Line]:
    yield Line("packs", "packs", {"allowed": list(rules.decks.value)}, rules.decks.clause)
    fixed, clause = house_of(rules).layout_boxes
    if fixed:
        yield Line("boxes", "boxes_fixed", {"allowed": list(fixed)}, clause)
    else:
        yield Line("boxes", "boxes_most", {"most": rules.boxes_most.value}, rules.boxes_most.clause)
    yield Line("places", "places_most", {"most": rules.seats_most.value}, rules.seats_most.clause)
    yield Line("minimum", "sign", {}, house_of(rules).limits)


def bets_of_game(book: str, game: str) -> dict[str, SideBet]:
    """The side bets of a game, by key; empty for an unknown game."""
    known = BOOKS.get(book)
    return side_bets(book, game, ()) if known is not None and game in known.games else {}
