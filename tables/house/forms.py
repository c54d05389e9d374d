"""What is entered to set a house up, read in the same way from a page, a file and a list: each cell with its
refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from casino.forms import typed
from casino.forms.fields import Choice, Day, FieldRefused, Money, Number, StepForm, TimeOfDay, Typed
from casino.money import Cents, Chips, MoneyError
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.staff.models import EVERY_PIT, GUESSABLE, NUMBER_FORM, TABLE_CODE, check_new_pin
from casino.staff.pin import registered_form
from casino.staff.roles import Role
from tables.models import PIT_CODE, Reader

CAPITALS: Final = {"autocapitalize": "characters"}
_PARTED: Final = re.compile(r"[\s,;]+")


class Needed(Typed):
    """A text that must be entered: nothing about a house has a default."""

    def read(self, text: str) -> Any:
        if not text:
            raise FieldRefused(Refusal("house.cell_empty", field=str(self.label)))
        return super().read(text)


class NeededMoney(Needed, Money):
    """A sum of money that must be entered, in cents."""


class NeededNumber(Needed, Number):
    """A whole number that must be entered."""


class NeededTime(Needed, TimeOfDay):
    """A time of day that must be entered; its value is a text such as ``06:00``."""

    def value_of(self, text: str) -> Any:
        return f"{super().value_of(text):%H:%M}"


class NeededChoice(Needed, Choice):
    """One of several options, which must be chosen; options are (value, words)."""

    def value_of(self, text: str) -> str:
        known = [str(value) for value, _words in self.widget.choices if value]
        if text not in known:
            raise Refusal("house.choice", field=str(self.label), typed=text, known=known)
        return text


class YesNo(Typed):
    """Yes or no; empty means no."""

    def __init__(self, label: Any = "", **more: Any) -> None:
        super().__init__(label, widget=forms.Select, max_length=3, **more)
        self.widget.choices = [("no", _("no")), ("yes", _("yes"))]

    def value_of(self, text: str) -> bool:
        if text.lower() not in ("yes", "no", ""):
            raise Refusal("house.yes_no", field=str(self.label), typed=text)
        return text.lower() == "yes"


class Denominations(Needed):
    """The chips of a table, such as ``2.50 5 25``; their value is a sorted list of cents."""

    def value_of(self, text: str) -> list[Cents]:
        chips = sorted({typed.money(part, str(self.label)) for part in _PARTED.split(text) if part})
        try:
            Chips(chips)
        except MoneyError as wrong:
            raise Refusal("house.chips", fault=wrong.fault) from wrong
        return chips


class Pairs(Typed):
    """Names and values, such as ``limits=player, ante=1``; their value is a dict of str."""

    def value_of(self, text: str) -> dict[str, str]:
        pairs: dict[str, str] = {}
        for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
            name, between, value = (side.strip() for side in part.partition("="))
            if not (name and between and value):
                raise Refusal("house.pairs", field=str(self.label), typed=part)
            pairs[name] = value
        return pairs


class Codes(Typed):
    """Codes of pits, separated by blanks or commas; ``*`` for every pit."""

    def value_of(self, text: str) -> list[str]:
        codes = [code for code in _PARTED.split(text.upper()) if code]
        for code in codes:
            if code != EVERY_PIT:
                _formed(PIT_CODE, code, "house.pit_code")
        return codes


class StaffNumber(Needed):
    """A staff number in its registered form."""

    def value_of(self, text: str) -> str:
        number = registered_form(text)
        if not NUMBER_FORM.match(number):
            raise Refusal("house.staff_number", typed=text)
        return number


class PitCode(Needed):
    """The code of a pit."""

    def value_of(self, text: str) -> str:
        return _formed(PIT_CODE, text.upper(), "house.pit_code")


class TableCode(Needed):
    """The code of a table."""

    def value_of(self, text: str) -> str:
        return _formed(TABLE_CODE, text.upper(), "house.table_code")


class FirstPin(Typed):
    """A first PIN, which its owner changes at the first sign-in; if it is empty, one is drawn."""

    def value_of(self, text: str) -> str:
        if text:
            try:
                check_new_pin(text)
            except ValidationError as wrong:
                code = "house.pin_guessable" if wrong.code == GUESSABLE else "house.pin_form"
                raise Refusal(code) from wrong
        return text


def _formed(validator: Any, text: str, code: str) -> str:
    try:
        validator(text)
    except ValidationError as wrong:
        raise Refusal(code, typed=text) from wrong
    return text


class CellForm(StepForm):
    """A form whose cells hold no more than their columns do, and nothing that cannot be displayed."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name, field in self.fields.items():
            text, most = (
                str(self.data.get(self.add_prefix(name)) or "").strip(),
                getattr(field, "max_length", None),
            )
            if name in self.errors:
                continue
            if most is not None and len(text) > most:
                refusal = Refusal("house.cell_long", field=str(field.label), most=most, length=len(text))
                self.add_error(name, FieldRefused(refusal))
            elif not text.isprintable():
                self.add_error(name, FieldRefused(Refusal("house.cell_unprintable", field=str(field.label))))
        return cleaned


class NamedForm(CellForm):
    """What the house is called, and the clock and currency of its screens."""

    step = "named"
    name = Needed(_("Name of the house"), max_length=60)
    origin = Needed(_("Name on the seals"), max_length=100)
    time_zone = Needed(_("Time zone"), max_length=60)
    currency = Needed(_("Currency sign"), max_length=3)
    gaming_day = NeededTime(_("A gaming day begins at"))


class PitForm(CellForm):
    """A pit."""

    step = "pit"
    AT = {"house.pit_name_taken": "name"}
    code = PitCode(_("Code"), max_length=16, attrs=CAPITALS)
    name = Needed(_("Name"), max_length=60)


class TableForm(CellForm):
    """A table with its layout, packs, chips and sign."""

    step = "table"
    AT = {
        "setup.decks": "packs",
        "setup.boxes": "boxes",
        "setup.boxes_fixed": "boxes",
        "setup.places": "places",
        "setup.two_sets": "elections",
        "sign.limits": "minimum",
        "sign.multiple": "multiple",
        "sign.ante": "minimum",
        "sign.upper_minimum": "elections",
        "house.pit_unknown": "pit",
        "house.game_not_chosen": "game",
        "house.shuffler_approval": "shoe_approval",
        "rule_book.unknown": "book",
        "rule_book.no_game": "game",
        "rule_book.no_election": "elections",
        "rule_book.no_such_choice": "elections",
        "rule_book.amount_wanted": "elections",
        "rule_book.election_missing": "elections",
    }
    code = TableCode(_("Table"), max_length=16, attrs=CAPITALS)
    pit = PitCode(_("Pit"), max_length=16, attrs=CAPITALS)
    book = Needed(_("Book"), max_length=8, attrs=CAPITALS)
    game = Needed(_("Game"), max_length=24)
    packs = NeededNumber(_("Packs in the shoe"))
    boxes = NeededNumber(_("Boxes"))
    places = NeededNumber(_("Places"))
    chips = Denominations(_("Chips on this table"), max_length=120)
    minimum = NeededMoney(_("Limit sign: minimum"))
    maximum = NeededMoney(_("Maximum"))
    multiple = Money(_("In multiples of (optional)"), optional=True)
    elections = Pairs(_("Elections (optional)"), max_length=400)
    readings = Pairs(_("Readings (optional)"), max_length=400)
    shoe_approval = Typed(_("Approval of the shuffling shoe (optional)"), max_length=60)

    def at_field(self, refusal: Refusal) -> str:
        return super().at_field(refusal) or ("readings" if refusal.code.startswith("rule_book.") else "")


class SideBetForm(CellForm):
    """A side bet that a table offers, with its sign, scale and approvals."""

    step = "side_bet"
    AT = {
        "sign.side_bet_limits": "minimum",
        "sign.side_bet_amount": "minimum",
        "sign.multiple": "multiple",
        "offer.layout_not_approved": "layout_approval",
        "offer.shared_layout_not_approved": "layout_approval",
        "offer.amounts_not_approved": "amount_approval",
        "sign.amounts_not_approved": "amount_approval",
        "side_bet.no_such_scale": "scale",
        "scale.same_everywhere": "scale",
    }
    bet = Needed(_("Side bet"), max_length=24)
    minimum = NeededMoney(_("Minimum"))
    maximum = NeededMoney(_("Maximum"))
    multiple = Money(_("In multiples of (optional)"), optional=True)
    scale = Typed(_("Scale (optional)"), max_length=8)
    layout_approval = Typed(_("Approval of the layout"), max_length=60)
    amount_approval = Typed(_("Approval of the amounts"), max_length=60)

    def at_field(self, refusal: Refusal) -> str:
        return super().at_field(refusal) or "bet"


class EquipmentForm(CellForm):
    """A piece of equipment that a side bet needs at the table."""

    step = "equipment"
    AT = {
        "equipment.not_approved": "approval",
        "equipment.approved_later": "approved_on",
        "equipment.no_certificate": "certificate",
        "equipment.no_number": "device",
        "equipment.number": "device",
        "equipment.serves_too_many": "device",
        "equipment.other_kind": "device",
        "equipment.not_needed": "item",
    }
    item = Needed(_("Equipment"), max_length=60)
    device = Typed(_("Number of the device"), max_length=16, attrs=CAPITALS)
    approval = Typed(_("Approval of its type"), max_length=60)
    approved_on = Day(_("Approved on"))
    certificate = Typed(_("Certificate"), max_length=60)


class ReaderForm(CellForm):
    """The device that reports the cards of a table."""

    step = "reader"
    kind = NeededChoice(_("Reader"), options=Reader.Kind.choices)
    label = Typed(_("What is written on it"), max_length=60)


class PersonForm(CellForm):
    """Somebody of the house."""

    step = "person"
    AT = {"house.pit_unknown": "pits", "staff.sets_up_role": "sets_up"}
    number = StaffNumber(_("Number"), max_length=16, attrs=CAPITALS)
    role = NeededChoice(_("Role"), options=[("", "–"), *Role.choices])
    pits = Codes(_("Acts in pits (supervisors)"), max_length=200, attrs=CAPITALS)
    sets_up = YesNo(_("Sets up"))
    first_pin = FirstPin(_("First PIN (empty: one is generated)"), max_length=12, numeric="numeric")


class KeyForm(CellForm):
    """Where the copy of the seal key is kept."""

    step = "seal_key"
    AT = {"house.key_place": "kept_at"}
    kept_at = Needed(_("The copy of the seal key is kept at"), max_length=200)


def cells(form: type[StepForm]) -> list[str]:
    """The names of a form's cells, as a file or a list uses them."""
    return list(form.base_fields)


def faults(form: StepForm) -> dict[str, Refusal]:
    """What is wrong with each cell of a filled-in form; empty if it can be read."""
    form.is_valid()
    return {
        name: next(error.refusal for error in errors if isinstance(error, FieldRefused))
        for name, errors in form.errors.as_data().items()
    }


def as_typed(value: Any) -> str:
    """A value from a file as it would be typed into the form: lists with blanks between, tables as name=value."""
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={as_typed(inner)}" for name, inner in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return " ".join(map(as_typed, value))
    return str(value)


def games_of(ticks: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The games that were ticked, each as ``VIC03/blackjack``, by book in the order of the books."""
    ticked = [entry.partition("/")[::2] for entry in ticks]
    books = dict.fromkeys([*BOOKS, *(book for book, _game in ticked)])
    chosen = {book: tuple(game for of, game in ticked if of == book) for book in books}
    return {book: games for book, games in chosen.items() if games}
