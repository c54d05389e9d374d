"""What the pages of a new house show: the steps, what exists already, and what the book says about it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from casino.ledger import Entry
from casino.ledger.seals import seal_key
from casino.money import decimal, dollars
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.staff import people
from casino.staff.models import Staff, Tablet
from sidebets import SideBet
from tables import house_facts as facts
from tables import offers
from tables.float.policy import Policy, policy
from tables.house import progress, service
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
    as_typed,
    faults,
)
from tables.house.lists import Listed
from tables.house.progress import Step
from tables.models import MAIN, Pit, Reader, Sign, Table
from tables.readers.registration import reader_at


@dataclass(frozen=True, slots=True)
class BookSays:
    """What a table's book allows for the cells that are filled in, and its layout."""

    title: str
    game: str
    lines: list[Line]
    others: list[Refusal]
    """Refusals of cells without a line."""
    boxes: list[tuple[int, str, str]]
    """Each box of the layout: its number and its position in per cent."""


@dataclass(frozen=True, slots=True)
class BetChoice:
    """A side bet of the game, with what the book requires before it is offered."""

    key: str
    title: str
    clause: str
    offered: bool
    wanted: list[tuple[str, str]]
    """What it requires, in words from `WANTED`, with the clause."""
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


@dataclass(frozen=True, slots=True)
class StepPage:
    """What the page of every step shows around the step itself."""

    steps: list[Step]
    here: Step
    further: Step | None
    """The step after this one."""
    person: Staff
    refusal: Refusal | None
    opened: Entry | None
    """The entry that opened the house: from then on nothing is changed here."""
    deals_already: bool
    may: bool
    """Whether the person may take steps."""


@dataclass(frozen=True, slots=True)
class NamedStep:
    """What the house is called."""

    form: NamedForm
    in_force: Mapping[str, str]
    """What this process's settings say, by fact."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that may be ticked; ``value`` is book and game, such as ``VIC03/blackjack``."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class BookGames:
    """The games of one book."""

    title: str
    games: list[GameChoice]


@dataclass(frozen=True, slots=True)
class BooksStep:
    """The books with their games."""

    books: list[BookGames]


@dataclass(frozen=True, slots=True)
class PitsStep:
    """The pits, and a form for another."""

    form: PitForm
    pits: list[Pit]


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """A game dealt in this house, as it is typed for a table: book and game."""

    book: str
    game: str
    title: str


@dataclass(frozen=True, slots=True)
class TablesStep:
    """The tables, and a form for another one, with what the book says about what is filled in so far."""

    form: TableForm
    tables: list[TableShown]
    games: list[ChosenGame]
    says: BookSays | None = None


@dataclass(frozen=True, slots=True)
class SideBetsOfTable:
    """The side bets of the chosen table, and its reader."""

    chosen: Table
    bets: list[BetChoice]
    bet_form: SideBetForm
    equipment_forms: list[EquipmentForm]
    bet_key: str
    """The bet to be offered; "" if none is chosen."""
    reader_form: ReaderForm
    reader: Reader | None


@dataclass(frozen=True, slots=True)
class StaffStep:
    """The people of the house, and a form for another."""

    form: PersonForm
    people: list[Staff]


@dataclass(frozen=True, slots=True)
class TabletsStep:
    """The tables with their tablets."""

    tables: list[TableShown]


@dataclass(frozen=True, slots=True)
class FloatsStep:
    """The policy of the floats, and whether it was confirmed in its current form."""

    policy: Policy
    confirmed: bool


@dataclass(frozen=True, slots=True)
class KeyStep:
    """The public key of the seals, and where the copy of the secret key is kept."""

    form: KeyForm
    verifier: str


@dataclass(frozen=True, slots=True)
class BackupStep:
    """The entry of the newest test of a backup, or the command that makes one."""

    tested: Entry | None
    command: str = "deploy/backup test"


@dataclass(frozen=True, slots=True)
class OpenStep:
    """What must be done before the house opens."""

    missing: list[Refusal]


StepContent = (
    NamedStep
    | BooksStep
    | PitsStep
    | TablesStep
    | StaffStep
    | TabletsStep
    | FloatsStep
    | KeyStep
    | BackupStep
    | OpenStep
)
"""What the page of a step shows of the step itself."""


@dataclass(frozen=True, slots=True)
class ShownOnce:
    """What a step shows on the page that answers it and nowhere else: first PINs by number, or a reader's token."""

    pins: Mapping[str, str] = field(default_factory=dict)
    token: str = ""
    token_of: str = ""
    """The reader with the token, and its table."""


@dataclass(frozen=True, slots=True)
class ListPage:
    """Staff or tables from a spreadsheet: the rows as they were sent, and what was read."""

    kind: str
    rows: str
    cells: list[str]
    """The names that the first row may have."""
    may: bool
    steps: list[Step]
    person: Staff
    listed: Listed | None = None
    refusal: Refusal | None = None
    entered: bool = False
    pins: Mapping[str, str] = field(default_factory=dict)
    """The first PINs of the people who were entered, by number; shown only on this answer."""


def book_says(data: Mapping[str, Any]) -> BookSays | None:
    """What the book says about a table as far as it is filled in; None until book and game are chosen."""
    filled = TableForm(data)
    wrong = faults(filled)
    cells = dict(filled.cleaned_data) if filled.is_bound else {}
    book = BOOKS.get(str(cells.get("book", "")))
    game = str(cells.get("game", ""))
    if book is None or game not in book.games:
        return None
    refusals = list(wrong.values())
    if not wrong:
        refusals += table_faults(TableSheet(**cells), service.games_dealt(), service.pit_codes())
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
    """The faults of the cells that can be read; missing cells are taken as the book would have them."""
    rules = BOOKS[cells["book"]].games[cells["game"]]
    usual: dict[str, Any] = {
        "code": "X", "pit": "X", "packs": rules.decks.value[-1], "boxes": 1, "places": 1, "chips": [500],
        "minimum": 2, "maximum": 10**9, "multiple": 0, "elections": {}, "readings": {}, "shoe_approval": "x",
    }  # fmt: skip
    known = {name: value for name, value in cells.items() if value not in ("", None)}
    refusals = table_faults(
        TableSheet(**usual | known), service.games_dealt(), {usual["pit"], *service.pit_codes()}
    )
    spoken_by_name = {
        "packs": ("setup.decks",),
        "boxes": ("setup.boxes", "setup.boxes_fixed"),
        "places": ("setup.places",),
    }
    spoken = [code for name, codes in spoken_by_name.items() if name in known for code in codes]
    return [
        refusal
        for refusal in refusals
        if refusal.code in spoken
        or (refusal.code.startswith("sign.") and {"minimum", "maximum"} <= known.keys())
        or refusal.code in ("house.game_not_chosen", "house.pit_unknown")
        or (refusal.code.startswith("rule_book.") and "elections" in known)
    ]


def _layout(boxes: int) -> list[tuple[int, str, str]]:
    """Where the boxes lie: on an arc before the dealer, the first on the dealer's left."""
    places = []
    for number in range(1, boxes + 1):
        turn = math.pi * (0.5 if boxes == 1 else 0.08 + 0.84 * (number - 1) / (boxes - 1))
        places.append((number, f"{50 - 42 * math.cos(turn):.1f}", f"{66 - 54 * math.sin(turn):.1f}"))
    return places


def tables_shown() -> list[TableShown]:
    """Every table, with its set-up."""
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
            reader.number if (reader := reader_at(table)) is not None else "",
        )
        for table in Table.objects.select_related("pit").order_by("code")
    ]


def bet_choices(table: Table) -> list[BetChoice]:
    """The side bets of the table's game."""
    offered = {offer[0] for offer in table.offers}
    return [
        BetChoice(key, bet.title, bet.clause, key in offered, _approvals(bet), _equipment(bet))
        for key, bet in bets_of_game(table.book, table.game).items()
    ]


def _approvals(bet: SideBet) -> list[tuple[str, str]]:
    approvals = []
    if bet.cloth.approved:
        approvals.append(("layout", bet.cloth.approved))
    if bet.amount_approved:
        approvals.append(("amounts", bet.amount_approved))
    if bet.same_everywhere.value:
        approvals.append(("scale", bet.same_everywhere.clause))
    return approvals


def _equipment(bet: SideBet) -> list[tuple[str, str]]:
    return [(requirement.item, requirement.approved or requirement.clause) for requirement in bet.equipment]


def equipment_forms(table: Table, key: str, data: Mapping[str, Any] | None) -> list[EquipmentForm]:
    """A form for each piece of a side bet's equipment; its fields end in the number of the piece."""
    bet = bets_of_game(table.book, table.game).get(key)
    return [
        EquipmentForm(data, part=number, prefix=f"piece{number}", initial={"item": requirement.item})
        for number, requirement in enumerate(bet.equipment if bet is not None else ())
    ]


def step_page(name: str, person: Staff, refusal: Refusal | None) -> StepPage:
    """What the page of every step shows around the step itself."""
    steps = progress.steps()
    here = next(step for step in steps if step.name == name)
    further = steps[here.number] if here.number < len(steps) else None
    return StepPage(
        steps=steps,
        here=here,
        further=further,
        person=person,
        refusal=refusal,
        opened=facts.entry(facts.OPENED),
        deals_already=facts.deals_already(),
        may=people.may_set_up(person),
    )


def content_of(name: str) -> StepContent:
    """What the page of a step shows of the step itself, with nothing filled in yet."""
    return _OF_STEP[name]()


def tables_step(like: Table | None, typed: Mapping[str, Any] | None) -> TablesStep:
    """The step of the tables: with what the book says about a table that was typed and refused, or with the form
    filled in like another table."""
    content = _tables()
    if typed is not None:
        return replace(content, says=book_says(typed))
    if like is not None:
        initial = as_cells(service.sheet_of(like))
        return replace(content, form=TableForm(initial=initial), says=book_says(initial))
    return content


def as_cells(sheet: TableSheet) -> dict[str, str]:
    """A table as it would be typed, without its code."""
    money = {"minimum": sheet.minimum, "maximum": sheet.maximum, "multiple": sheet.multiple}
    cells = {name: as_typed(getattr(sheet, name)) for name in TableForm.base_fields if name != "code"}
    cells |= {name: _amount(cents) if cents else "" for name, cents in money.items()}
    return cells | {"chips": " ".join(map(_amount, sheet.chips))}


def _amount(cents: int) -> str:
    return decimal(cents).removesuffix(".00")


def side_bets_of(table: Table, key: str) -> SideBetsOfTable:
    """The side bets and the reader of one table; ``key`` is the bet to be offered, if any."""
    return SideBetsOfTable(
        chosen=table,
        bets=bet_choices(table),
        bet_form=SideBetForm(initial={"bet": key}),
        equipment_forms=equipment_forms(table, key, None),
        bet_key=key,
        reader_form=ReaderForm(),
        reader=reader_at(table),
    )


def _named() -> NamedStep:
    named = facts.named()
    initial = {name: getattr(named, name) for name in NamedForm.base_fields} if named is not None else {}
    return NamedStep(NamedForm(initial=initial), facts.in_force())


def _books() -> BooksStep:
    return BooksStep(book_games(facts.games()))


def book_games(chosen: facts.Games) -> list[BookGames]:
    """The games of every book, with the chosen ones marked."""
    return [
        BookGames(
            book.title,
            [
                GameChoice(f"{key}/{game}", rules.game_title, game in chosen.get(key, ()))
                for game, rules in book.games.items()
            ],
        )
        for key, book in BOOKS.items()
    ]


def _pits() -> PitsStep:
    return PitsStep(PitForm(), list(Pit.objects.all()))


def _tables() -> TablesStep:
    return TablesStep(TableForm(), tables_shown(), games_shown())


def games_shown() -> list[ChosenGame]:
    """The games that a table may be set up for."""
    return [
        ChosenGame(book, game, f"{BOOKS[book].games[game].game_title} · {BOOKS[book].title}")
        for book, chosen in service.games_dealt().items()
        for game in chosen
    ]


def _staff() -> StaffStep:
    return StaffStep(PersonForm(), list(Staff.objects.order_by("role", "number")))


def _tablets() -> TabletsStep:
    return TabletsStep(tables_shown())


def _floats() -> FloatsStep:
    return FloatsStep(policy(), facts.floats() == policy())


def _key() -> KeyStep:
    kept = facts.key_kept()
    initial = {"kept_at": kept[1]} if kept is not None else {}
    return KeyStep(KeyForm(initial=initial), str(seal_key().verifier))


def _backup() -> BackupStep:
    return BackupStep(facts.entry(facts.BACKUP_TESTED))


def _open() -> OpenStep:
    return OpenStep(progress.missing())


_OF_STEP: Final[Mapping[str, Callable[[], StepContent]]] = {
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
