"""The house file, a whole house in TOML: reads it, checks it against the books and the house, and carries it out.

    plan = check(text, at)       # only reads: what is wrong, and where, and what there is to do
    outcome = carry_out(plan, at)  # all of it or nothing

Every cell is read by the same forms as on the pages (`tables.house.forms`), and the steps are those of the pages
(`tables.house.service`). What the house already has is left alone; if it differs from the file, that is a fault: a
file never changes what is there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import Any, Final

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from casino.forms.fields import StepForm
from casino.house_time import day_and_clock
from casino.ledger.seals import seal_key
from casino.money import dollars
from casino.refusals import Refusal
from casino.staff import people
from casino.staff.models import EVERY_PIT, Staff
from casino.staff.roles import Role
from casino.translated import text
from sidebets import SideBet
from tables import house_facts as facts
from tables import offers
from tables.bets.equipment import Piece
from tables.float.policy import Policy, policy
from tables.house import service
from tables.house.against_book import BetSheet, TableSheet, bet_faults, table_faults
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
    cells,
    faults,
)
from tables.house_facts import Games, Named
from tables.models import Pit, Table
from tables.readers.registration import reader_at

PARTS: Final = ("house", "books", "float", "seal_key", "pit", "staff", "table")
"""The parts of the file; the last three may be repeated."""
SEVERAL: Final = frozenset({"pit", "staff", "table"})


@dataclass(frozen=True, slots=True)
class Wrong:
    """A cell that is wrong, with its place in the file, such as ``line 41: table BJ-07: packs``."""

    place: str
    refusal: Refusal


@dataclass(slots=True)
class Secrets:
    """What is shown once: first PINs by number, and readers' tokens by table."""

    pins: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)


Take = Callable[[Staff, datetime, Secrets], object]


@dataclass(frozen=True, slots=True)
class Todo:
    """A step to take: its place in the file, and its words. ``take`` is called with the person who sets up."""

    place: str
    words: str
    take: Take


@dataclass(slots=True)
class Plan:
    """The result of checking a file: what is wrong with it, and the steps to take."""

    manager: str = ""
    """The number of the person who sets up: the first in the file with that right."""
    wrong: list[Wrong] = field(default_factory=list)
    todo: list[Todo] = field(default_factory=list)


def check(text: str, at: datetime) -> Plan:
    """Read a file and check it against the books and the house. Writes nothing."""
    return _Reader(text, at).plan()


def carry_out(plan: Plan, at: datetime) -> Secrets:
    """Take every step of a plan without faults, or none; returns what is shown once. Raises Refusal for a step that
    is refused after all, with its place as the value `place`."""
    assert not plan.wrong, "a plan with faults is not carried out"
    secrets = Secrets()
    with transaction.atomic():
        for step in plan.todo:
            by = Staff.objects.filter(number=plan.manager).first() or Staff(number=plan.manager)
            try:
                step.take(by, at, secrets)
            except Refusal as refusal:
                refusal.values["place"] = step.place
                raise
    return secrets


class _Places:
    """Where each cell of a file is: the TOML reader gives values without lines."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def of(self, header: str, number: int, cell: str = "") -> int:
        """The line of a cell below the `number`-th occurrence of the header, counted from 0; the header's own line
        if the cell is not found, and 0 if the header is not."""
        headers = [index for index, line in enumerate(self._lines) if _header(line) == header]
        if number >= len(headers):
            return 0
        start = headers[number]
        for index, line in enumerate(self._lines[start + 1 :], start=start + 1):
            if _header(line):
                break
            if cell and re.match(rf"\s*\"?{re.escape(cell)}\"?\s*=", line):
                return index + 1
        return start + 1


def _header(line: str) -> str:
    matched = re.match(r"\s*\[{1,2}\s*([\w.]+)\s*\]{1,2}", line)
    return matched[1] if matched else ""


class _Reader:
    def __init__(self, text: str, at: datetime) -> None:
        self.text, self.at = text, at
        self.places = _Places(text)
        self.result = Plan()
        self.further_people: list[Todo] = []
        self.tables_seen: dict[str, int] = {}
        self.side_bets_read = self.equipment_read = 0
        self.scales: dict[tuple[str, str], tuple[str, str]] = {}
        self.devices: dict[str, list[str]] = {}

    def plan(self) -> Plan:
        """The whole file."""
        try:
            self.parts = tomllib.loads(self.text, parse_float=Decimal)
        except (tomllib.TOMLDecodeError, RecursionError) as fault:
            self._wrong("file", Refusal("house.file_unreadable", fault=str(fault)))
            return self.result
        for part in self.parts:
            if part not in PARTS:
                self._wrong(part, Refusal("house.cell_unknown", cell=part, known=list(PARTS)))
        for part in PARTS:
            if part not in self.parts:
                self._wrong("file", Refusal("house.section_missing", section=part))
            elif not self._shaped(part):
                self._wrong(part, Refusal("house.section_shape", section=part, wanted=_shape(part)))
                self.parts[part] = [] if part in SEVERAL else {}
        self._read_staff()
        self._read_named()
        games = self._read_books()
        self._read_pits()
        self._read_floats()
        self._read_key()
        self._read_tables(games)
        self.result.todo += self.further_people
        if self.result.todo and facts.deals_already():
            self._wrong("file", Refusal("house.deals_already"))
        opened = facts.entry(facts.OPENED)
        if opened is not None:
            for step in self.result.todo:
                self._wrong(step.place, Refusal("house.open", at=day_and_clock(opened.at)))
        return self.result

    def _shaped(self, part: str) -> bool:
        content = self.parts[part]
        if part in SEVERAL:
            return isinstance(content, list) and all(isinstance(row, dict) for row in content)
        return isinstance(content, dict)

    # --- the parts

    def _read_staff(self) -> None:
        pits = self._codes("pit")
        rows = list(self._rows("staff", PersonForm, "number"))
        setting_up = [values for _place, values in rows if values["sets_up"]]
        if rows and (not setting_up or setting_up[0]["role"] != Role.OPERATIONS_MANAGER):
            place = next((place for place, values in rows if values["sets_up"]), rows[0][0])
            self._wrong(place("sets_up"), Refusal("house.first_manager"))
        elif setting_up:
            self.result.manager = setting_up[0]["number"]
        for place, values in rows:
            for pit in values["pits"]:
                if pit != EVERY_PIT and pit not in pits:
                    self._wrong(place("pits"), Refusal("house.pit_unknown", pit=pit))
            person = Staff.objects.filter(number=values["number"]).first()
            if person is None:
                words = text(
                    _("person {number}, {role:term}"),
                    number=values["number"],
                    role=str(Role(values["role"]).label),
                )
                step = Todo(place(""), words, partial(_add_person, values=values))
                # Nothing is done before the person who does it exists, and nobody acts in a pit before it exists.
                is_manager = values["number"] == self.result.manager
                (self.result.todo if is_manager else self.further_people).append(step)
                continue
            there = {"role": person.role, "pits": person.pits, "sets_up": person.is_superuser}
            self._compare(place, PersonForm, {name: values[name] for name in there}, there)
            if values["number"] == self.result.manager and not people.may_set_up(person):
                self._wrong(place("sets_up"), Refusal("house.manager_unknown", number=person.number))

    def _read_named(self) -> None:
        place = self._placer("house", 0, "")
        values = self._cells(place, NamedForm, self.parts.get("house"))
        if values is None:
            return
        named = Named(**values)
        for fact, fault in facts.setting_faults(named).items():
            self._wrong(place(fact), fault)
        if facts.named() != named:
            self._todo(
                place(""), text(_("house {name}"), name=named.name), lambda by, at, _s: _named(named, by, at)
            )

    def _read_books(self) -> Games:
        place = self._placer("books", 0, "")
        part = self.parts.get("books")
        if part is None:
            return {}
        games: dict[str, tuple[str, ...]] = {}
        for book, chosen in part.items():
            if isinstance(chosen, list) and all(isinstance(game, str) for game in chosen):
                games[book] = tuple(chosen)
            else:
                self._wrong(place(book), Refusal("house.cell_shape", cell=book, wanted='["blackjack"]'))
        for book, fault in facts.game_faults(games).items():
            self._wrong(place(book), fault)
        if facts.games() != games:
            words = "; ".join(f"{book}: {', '.join(chosen)}" for book, chosen in games.items())
            self._todo(
                place(""), text(_("games {games}"), games=words), lambda by, at, _s: _games(games, by, at)
            )
        return games

    def _read_pits(self) -> None:
        for place, values in self._rows("pit", PitForm, "code"):
            pit = Pit.objects.filter(code=values["code"]).first()
            if pit is None:
                self._todo(
                    place(""),
                    text(_("pit {pit}, {name}"), pit=values["code"], name=values["name"]),
                    partial(_add_pit, values=values),
                )
            else:
                self._compare(place, PitForm, {"name": values["name"]}, {"name": pit.name})

    def _read_floats(self) -> None:
        place = self._placer("float", 0, "")
        part = self.parts.get("float")
        if part is None:
            return
        house = self.parts.get("house") or {}
        try:
            own = msgspec.to_builtins(part, builtin_types=(Decimal,))
            own = {name: float(value) if isinstance(value, Decimal) else value for name, value in own.items()}
            house_policy = msgspec.convert(own | {"gaming_day": str(house.get("gaming_day", ""))}, Policy)
        except msgspec.ValidationError as wrong:
            self._wrong(place(""), Refusal("house.float_policy", fault=str(wrong)))
            return
        for name in Policy.__struct_fields__:
            if name != "gaming_day" and getattr(house_policy, name) != getattr(policy(), name):
                refusal = Refusal(
                    "house.setting_differs",
                    field=name,
                    typed=_plain(getattr(house_policy, name)),
                    in_force=_plain(getattr(policy(), name)),
                    setting=f"FLOAT_POLICY {name}",
                )
                self._wrong(place(name), refusal)
        if facts.floats() != policy():
            words = text(_("floats: slips by {by}"), by=policy().slips_by)
            self._todo(place(""), words, lambda by, at, _s: service.settle_floats(by=by, at=at))

    def _read_key(self) -> None:
        place = self._placer("seal_key", 0, "")
        values = self._cells(place, KeyForm, self.parts.get("seal_key"))
        if values is None:
            return
        kept_at = values["kept_at"]
        if facts.key_kept() != (str(seal_key().verifier), kept_at):
            self._todo(
                place(""),
                text(_("seal key kept at {place}"), place=kept_at),
                lambda by, at, _s: service.keep_key(kept_at, by=by, at=at),
            )

    def _read_tables(self, games: Games) -> None:
        pits = self._codes("pit")
        for number, raw in enumerate(self.parts.get("table") or ()):
            row = dict(raw)
            bets_raw, reader = row.pop("side_bet", []), row.pop("reader", None)
            place = self._placer("table", number, as_typed(row.get("code", number + 1)))
            values = self._cells(place, TableForm, row, beside=("side_bet", "reader"))
            bets = self._read_bets(number, as_typed(row.get("code", number + 1)), bets_raw)
            if values is None or self._repeated("table", values["code"], place):
                continue
            sheet = TableSheet(**values)
            wrong = table_faults(sheet, games, pits)
            for fault in wrong:
                self._wrong(place(TableForm().at_field(fault)), fault)
            if not any(fault.code.startswith("rule_book.") for fault in wrong):
                for index, fault in bet_faults(sheet, [bet for _place, bet in bets], self.at.date()):
                    bet_place = bets[index][0] if index < len(bets) else place
                    self._wrong(bet_place(SideBetForm().at_field(fault)), fault)
                for bet_place, bet in bets:
                    self._across_tables(sheet, bet, bet_place)
            self._table(place, sheet, bets)
            self._reader(place, sheet.code, number, reader)

    def _table(self, place: _Placer, sheet: TableSheet, bets: Sequence[tuple[_Placer, BetSheet]]) -> None:
        table = Table.objects.select_related("pit").filter(code=sheet.code).first()
        if table is None:
            words = text(
                _(
                    "table {table}: {book} {game}, {packs} packs, {boxes} boxes, {minimum:money} to {maximum:money}"
                ),
                table=sheet.code,
                book=sheet.book,
                game=sheet.game,
                packs=sheet.packs,
                boxes=sheet.boxes,
                minimum=sheet.minimum,
                maximum=sheet.maximum,
            )
            self._todo(place(""), words, lambda by, at, _s: service.add_table(sheet, by=by, at=at))
        else:
            there = service.sheet_of(table)
            names = [name for name in cells(TableForm) if name != "code"]
            self._compare(
                place,
                TableForm,
                {name: getattr(sheet, name) for name in names},
                {name: getattr(there, name) for name in names},
            )
        for bet_place, bet in bets:
            differences = service.bet_differences(table, bet) if table is not None else {"bet": ("", "")}
            if set(differences) == {"bet"}:
                self._todo(
                    bet_place(""),
                    text(_("side bet {bet} at {table}"), bet=bet.bet, table=sheet.code),
                    partial(_offer, code=sheet.code, bet=bet),
                )
            for name, (typed, in_force) in differences.items():
                if name != "bet":
                    self._differs(bet_place(name), SideBetForm, name, typed, in_force)

    def _reader(self, place: _Placer, code: str, number: int, raw: Any) -> None:
        if raw is None:
            return
        reader_place = self._placer(
            "table.reader", self._nested("reader", number), text(_("{table} reader"), table=code)
        )
        values = self._cells(reader_place, ReaderForm, raw)
        if values is None:
            return
        table = Table.objects.filter(code=code).first()
        there = reader_at(table) if table is not None else None
        if there is None:
            self._todo(
                reader_place(""),
                text(_("reader at {table}: {kind}"), table=code, kind=values["kind"]),
                partial(_assign_reader, code=code, values=values),
            )
        else:
            self._compare(reader_place, ReaderForm, values, {"kind": there.kind, "label": there.label})

    def _read_bets(self, number: int, code: str, raw: Any) -> list[tuple[_Placer, BetSheet]]:
        bets: list[tuple[_Placer, BetSheet]] = []
        if not isinstance(raw, list) or not all(isinstance(row, dict) for row in raw):
            place = self._placer("table", number, code)
            shape = _shape("table.side_bet")
            self._wrong(place(""), Refusal("house.section_shape", section="table.side_bet", wanted=shape))
            return bets
        for raw_bet in raw:
            row = dict(raw_bet)
            pieces_raw = row.pop("equipment", [])
            name = as_typed(row.get("bet", "?"))
            named = text(_("{table} side bet {bet}"), table=code, bet=name)
            place = self._placer("table.side_bet", self.side_bets_read, named)
            self.side_bets_read += 1
            values = self._cells(place, SideBetForm, row, beside=("equipment",))
            pieces = []
            for piece in pieces_raw if isinstance(pieces_raw, list) else []:
                piece_place = self._placer(
                    "table.side_bet.equipment",
                    self.equipment_read,
                    text(_("{side_bet} equipment"), side_bet=named),
                )
                self.equipment_read += 1
                piece_values = self._cells(piece_place, EquipmentForm, piece)
                if piece_values is not None:
                    pieces.append(Piece(**piece_values))
            if values is not None:
                bets.append((place, BetSheet(**values, equipment=tuple(pieces))))
        return bets

    def _across_tables(self, sheet: TableSheet, bet_sheet: BetSheet, place: _Placer) -> None:
        """Check what two tables of the file share: a scale that is the same everywhere, and a device that serves
        only so many."""
        bet: SideBet | None = offers.known(sheet.row()).get(bet_sheet.bet)
        if bet is None:
            return
        if bet.same_everywhere.value:
            scale = bet_sheet.scale or bet.scales[0].name
            before = self.scales.setdefault((sheet.book, bet.key), (scale, sheet.code))
            if before[0] != scale:
                refusal = Refusal(
                    "scale.same_everywhere",
                    bet.same_everywhere.clause,
                    bet=bet.title,
                    scale=before[0],
                    wanted=scale,
                )
                self._wrong(place("scale"), refusal)
        serving = {requirement.item: requirement for requirement in bet.equipment if requirement.serves}
        for piece in bet_sheet.equipment:
            if piece.item not in serving or not piece.device:
                continue
            served = self.devices.setdefault(piece.device, [])
            if len(served) >= serving[piece.item].serves:
                refusal = Refusal(
                    "equipment.serves_too_many",
                    serving[piece.item].clause,
                    device=piece.device,
                    tables=served,
                    most=serving[piece.item].serves,
                    item=piece.item,
                )
                self._wrong(place("equipment"), refusal)
            served.append(sheet.code)

    # --- cells

    def _rows(
        self, part: str, form: type[StepForm], named_by: str
    ) -> Iterator[tuple[_Placer, dict[str, Any]]]:
        """The rows of a part that can be read and have a name that is not repeated."""
        for number, row in enumerate(self.parts.get(part) or ()):
            place = self._placer(part, number, as_typed(row.get(named_by, number + 1)))
            values = self._cells(place, form, row)
            if values is not None and not self._repeated(part, values[named_by], place):
                yield place, values

    def _cells(
        self, place: _Placer, form: type[StepForm], row: Any, beside: Sequence[str] = ()
    ) -> dict[str, Any] | None:
        """The values of a row; None if any of its cells is wrong."""
        if row is None:
            return None
        if not isinstance(row, dict):
            self._wrong(place(""), Refusal("house.section_shape", section=place(""), wanted="name = value"))
            return None
        known = cells(form)
        right = True
        for cell in row:
            if cell not in known:
                self._wrong(place(cell), Refusal("house.cell_unknown", cell=cell, known=[*known, *beside]))
                right = False
        filled = form({cell: as_typed(value) for cell, value in row.items()})
        wrong = faults(filled)
        for cell, refusal in wrong.items():
            self._wrong(place(cell), refusal)
        return filled.cleaned_data if right and not wrong else None

    def _compare(
        self, place: _Placer, form: type[StepForm], values: Mapping[str, Any], there: Mapping[str, Any]
    ) -> None:
        for name, value in there.items():
            if values[name] != value:
                self._differs(place(name), form, name, values[name], value)

    def _differs(self, place: str, form: type[StepForm], name: str, typed: Any, in_force: Any) -> None:
        label = str(form.base_fields[name].label)
        self._wrong(
            place,
            Refusal("house.differs", field=label, typed=_shown(name, typed), in_force=_shown(name, in_force)),
        )

    def _codes(self, part: str) -> set[str]:
        """The codes in a part of the file, and those that the house has."""
        rows = self.parts.get(part) or ()
        return {as_typed(row.get("code", "")).upper() for row in rows} | service.pit_codes()

    def _repeated(self, part: str, name: str, place: _Placer) -> bool:
        key = f"{part} {name}"
        if key in self.tables_seen:
            before = text(_("line {line}"), line=self.tables_seen[key])
            self._wrong(place(""), Refusal("house.cell_repeated", what=name, place=before))
            return True
        self.tables_seen[key] = place.line("")
        return False

    def _nested(self, name: str, number: int) -> int:
        """How many of the tables before that one have such a part."""
        return sum(1 for row in self.parts["table"][:number] if name in row)

    def _placer(self, header: str, number: int, name: str) -> _Placer:
        return _Placer(self.places, header, number, name)

    def _wrong(self, place: str, refusal: Refusal) -> None:
        self.result.wrong.append(Wrong(place, refusal))

    def _todo(self, place: str, words: str, take: Take) -> None:
        self.result.todo.append(Todo(place, words, take))


@dataclass(frozen=True, slots=True)
class _Placer:
    """Gives the place of each cell of one row."""

    places: _Places
    header: str
    number: int
    name: str

    def __call__(self, cell: str) -> str:
        row = f"{self.header.partition('.')[0]} {self.name}".strip()
        line = self.line(cell)
        return ": ".join(filter(None, (text(_("line {line}"), line=line) if line else "", row, cell)))

    def line(self, cell: str) -> int:
        """The number of the cell's line, 0 if it was not found."""
        return self.places.of(self.header, self.number, cell)


def _shape(part: str) -> str:
    return f"[[{part}]]" if part in SEVERAL or "." in part else f"[{part}]"


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _shown(name: str, value: Any) -> str:
    """A value of the house as the file would write it."""
    if name in ("minimum", "maximum", "multiple") and isinstance(value, int):
        return dollars(value)
    if name == "chips":
        return " ".join(map(dollars, value))
    if isinstance(value, date):
        return value.isoformat()
    return as_typed(value)


def _named(named: Named, by: Staff, at: datetime) -> None:
    service.name_house(named, by=by, at=at)


def _games(games: Games, by: Staff, at: datetime) -> None:
    service.choose_games(games, by=by, at=at)


def _add_pit(by: Staff, at: datetime, _secrets: Secrets, *, values: Mapping[str, Any]) -> None:
    service.add_pit(values["code"], values["name"], by=by, at=at)


def _add_person(_by: Staff, at: datetime, secrets: Secrets, *, values: Mapping[str, Any]) -> None:
    powers = people.Powers(values["role"], values["pits"], sets_up=values["sets_up"])
    pin = service.add_person(values["number"], powers, values["first_pin"], by=None, at=at)
    secrets.pins[values["number"]] = pin


def _assign_reader(
    by: Staff, at: datetime, secrets: Secrets, *, code: str, values: Mapping[str, Any]
) -> None:
    _reader, token = service.tie_reader(code, values["kind"], values["label"], by=by, at=at)
    if token:
        secrets.tokens[code] = token


def _offer(by: Staff, at: datetime, _secrets: Secrets, *, code: str, bet: BetSheet) -> None:
    service.offer_bet(code, bet, by=by, at=at)
