"""What the pages of a new house show: the steps, what is there already, and what the book says of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from casino.forms.fields import StepForm
from casino.ledger.seals import seal_key
from casino.money import dollars
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.staff.models import Staff, Tablet
from sidebets import SideBet
from tables.bets import offers
from tables.float.policy import policy
from tables.house import facts, progress, service
from tables.house.against_book import Line, TableSheet, bets_of_game, table_faults, what_the_book_says
from tables.house.forms import (
    EquipmentForm,
    KeyForm,
    NamedForm,
    PersonForm,
    PitForm,
    ReaderForm,
    SideBetForm,
    TableForm,
    faults,
)
from tables.models import MAIN, Pit, Sign, Table
from tables.readers.tie import tied


@dataclass(frozen=True, slots=True)
class BookSays:
    """What a table's book allows, for the cells that are filled in, and its layout."""

    title: str
    game: str
    lines: list[Line]
    others: list[Refusal]
    """What is refused of a cell that has no line of its own."""
    boxes: list[tuple[int, str, str]]
    """Each box of the layout: its number, and where it lies, in parts of a hundred."""


@dataclass(frozen=True, slots=True)
class BetChoice:
    """A side bet of the game, with what the book wants before it is offered."""

    key: str
    title: str
    clause: str
    offered: bool
    wanted: list[tuple[str, str]]
    """What it wants, in words of `WANTED`, with the clause."""
    equipment: list[tuple[str, str]]
    """The equipment that it needs, with its clause."""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table that is set up."""

    table: Table
    limits: str
    chips: str
    bets: list[str]
    tablets: int
    reader: str


def book_says(data: Mapping[str, Any]) -> BookSays | None:
    """What the book says of a table as far as it is filled in; None before book and game are chosen."""
    filled = TableForm(data)
    wrong = faults(filled)
    cells = dict(filled.cleaned_data) if filled.is_bound else {}
    book = BOOKS.get(str(cells.get("book", "")))
    game = str(cells.get("game", ""))
    if book is None or game not in book.games:
        return None
    refusals = list(wrong.values())
    if not wrong:
        refusals += table_faults(TableSheet(**cells), facts.games(), service.pit_codes())
    else:
        refusals = [refusal for refusal in refusals if refusal.code != "house.cell_empty"]
        refusals += _as_far_as_read(cells)
    lines = what_the_book_says(cells, refusals)
    on_lines = {line.refusal.code for line in lines if line.refusal is not None}
    others = [refusal for refusal in refusals if refusal.code not in on_lines]
    boxes = cells.get("boxes")
    drawn = _layout(boxes) if isinstance(boxes, int) and 1 <= boxes <= 9 else []
    return BookSays(book.title, book.games[game].game_title, lines, others, drawn)


def _as_far_as_read(cells: Mapping[str, Any]) -> list[Refusal]:
    """The faults of the cells that can be read, with what the others do not say put in as the book would have it."""
    rules = BOOKS[cells["book"]].games[cells["game"]]
    usual: dict[str, Any] = {
        "code": "X", "pit": "X", "packs": rules.decks.value[-1], "boxes": 1, "places": 1, "chips": [500],
        "minimum": 2, "maximum": 10**9, "multiple": 0, "elections": {}, "readings": {}, "shoe_approval": "x",
    }  # fmt: skip
    known = {name: value for name, value in cells.items() if value not in ("", None)}
    refusals = table_faults(TableSheet(**usual | known), facts.games(), {usual["pit"], *service.pit_codes()})
    said = {
        "packs": ("setup.decks",),
        "boxes": ("setup.boxes", "setup.boxes_fixed"),
        "places": ("setup.places",),
    }
    spoken = [code for name, codes in said.items() if name in known for code in codes]
    return [
        refusal
        for refusal in refusals
        if refusal.code in spoken
        or (refusal.code.startswith("sign.") and {"minimum", "maximum"} <= known.keys())
        or refusal.code in ("house.game_not_chosen", "house.pit_unknown")
        or (refusal.code.startswith("rule_book.") and "elections" in known)
    ]


def _layout(boxes: int) -> list[tuple[int, str, str]]:
    """Where the boxes lie: an arc before the dealer, the first at the dealer's left."""
    places = []
    for number in range(1, boxes + 1):
        turn = math.pi * (0.5 if boxes == 1 else 0.08 + 0.84 * (number - 1) / (boxes - 1))
        places.append((number, f"{50 - 42 * math.cos(turn):.1f}", f"{66 - 54 * math.sin(turn):.1f}"))
    return places


def tables_shown() -> list[TableShown]:
    """Every table, with what is set up of it."""
    signs = {sign.table_id: sign for sign in Sign.objects.filter(bet=MAIN)}
    tied_to = list(Tablet.objects.filter(revoked_at=None).values_list("table_code", flat=True))
    return [
        TableShown(
            table,
            f"{dollars(signs[table.pk].minimum)}–{dollars(signs[table.pk].maximum)}"
            if table.pk in signs
            else "",
            " ".join(dollars(chip) for chip in sorted(table.chips)),
            [offers.title_of(table, offer[0]) for offer in table.offers],
            tied_to.count(table.code),
            reader.number if (reader := tied(table)) is not None else "",
        )
        for table in Table.objects.select_related("pit").order_by("code")
    ]


def bet_choices(table: Table) -> list[BetChoice]:
    """The side bets that go with the table's game."""
    offered = {offer[0] for offer in table.offers}
    return [
        BetChoice(key, bet.title, bet.clause, key in offered, _wanted(bet), _equipment(bet))
        for key, bet in bets_of_game(table.book, table.game).items()
    ]


def _wanted(bet: SideBet) -> list[tuple[str, str]]:
    wanted = []
    if bet.cloth.approved:
        wanted.append(("layout", bet.cloth.approved))
    if bet.amount_approved:
        wanted.append(("amounts", bet.amount_approved))
    if bet.same_everywhere.value:
        wanted.append(("scale", bet.same_everywhere.clause))
    return wanted


def _equipment(bet: SideBet) -> list[tuple[str, str]]:
    return [(wanted.item, wanted.approved or wanted.clause) for wanted in bet.equipment]


def equipment_forms(table: Table, key: str, data: Mapping[str, Any] | None) -> list[EquipmentForm]:
    """A form for each piece of equipment of a side bet; its fields end in the number of the piece."""
    bet = bets_of_game(table.book, table.game).get(key)
    return [
        EquipmentForm(data, part=number, prefix=f"piece{number}", initial={"item": wanted.item})
        for number, wanted in enumerate(bet.equipment if bet is not None else ())
    ]


def context(
    name: str,
    person: Staff,
    forms: Mapping[str, StepForm],
    refusal: Refusal | None,
    **more: Any,
) -> dict[str, Any]:
    """What the page of a step shows."""
    steps = progress.steps()
    here = next(step for step in steps if step.name == name)
    further = steps[here.number] if here.number < len(steps) else None
    opened = facts.entry(facts.OPENED)
    page: dict[str, Any] = {
        "steps": steps,
        "here": here,
        "further": further,
        "person": person,
        "refusal": refusal,
        "opened": opened,
        "deals_already": facts.deals_already(),
        "may": service.may_set_up(person),
        "in_force": facts.in_force(),
        "named": facts.named(),
    } | dict(forms)
    return page | _OF_STEP[name]() | more


def _named() -> dict[str, Any]:
    named = facts.named()
    initial = {name: getattr(named, name) for name in NamedForm.base_fields} if named is not None else {}
    return {"form": NamedForm(initial=initial)}


def _books() -> dict[str, Any]:
    chosen = facts.games()
    books = [
        (
            book,
            [
                (f"{key}/{game}", rules.game_title, game in chosen.get(key, ()))
                for game, rules in book.games.items()
            ],
        )
        for key, book in BOOKS.items()
    ]
    return {"books": books}


def _pits() -> dict[str, Any]:
    return {"form": PitForm(), "pits": Pit.objects.all()}


def _tables() -> dict[str, Any]:
    return {"form": TableForm(), "tables": tables_shown(), "games": _games(), "pits": Pit.objects.all()}


def _games() -> list[tuple[str, str, str]]:
    return [
        (book, game, f"{BOOKS[book].games[game].game_title} · {BOOKS[book].title}")
        for book, chosen in facts.games().items()
        for game in chosen
    ]


def _staff() -> dict[str, Any]:
    waiting = Staff.objects.order_by("role", "number")
    return {"form": PersonForm(), "people": waiting, "pits": Pit.objects.all()}


def _tablets() -> dict[str, Any]:
    return {"tables": tables_shown()}


def _floats() -> dict[str, Any]:
    return {"policy": policy(), "confirmed": facts.floats() == policy()}


def _key() -> dict[str, Any]:
    kept = facts.key_kept()
    initial = {"kept_at": kept[1]} if kept is not None else {}
    return {"form": KeyForm(initial=initial), "verifier": str(seal_key().verifier), "kept": kept}


def _backup() -> dict[str, Any]:
    return {"tested": facts.entry(facts.BACKUP_TESTED), "command": "deploy/backup test"}


def _open() -> dict[str, Any]:
    return {"missing": progress.missing()}


_OF_STEP = {
    "named": _named,
    "books": _books,
    "pits": _pits,
    "tables": _tables,
    "staff": _staff,
    "tablets": _tablets,
    "floats": _floats,
    "key": _key,
    "backup": _backup,
    "open": _open,
}


def bet_page(table: Table, key: str) -> dict[str, Any]:
    """What the part of the side bets of one table shows."""
    return {
        "chosen": table,
        "bets": bet_choices(table),
        "bet_form": SideBetForm(initial={"bet": key}),
        "equipment_forms": equipment_forms(table, key, None),
        "bet_key": key,
        "reader_form": ReaderForm(),
        "reader": tied(table),
    }
