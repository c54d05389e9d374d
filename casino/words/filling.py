"""Fill the blanks of a text: ``{minimum:money}`` is written as ``$25``.

Specifications after the colon: ``money`` (cents), ``card`` and ``cards``, ``list`` (``A, B``), ``and`` and ``or``
(``A or B``), ``semicolons`` (``A; B``), ``cap`` (first letter a capital), ``day|days`` (the number with the noun that
fits it, ``1 day``), ``term`` (a word of the house, such as a role: a screen translates it), ``duration`` (seconds,
``12 s`` or ``3 min``), ``amounts`` (several, in cents), ``chips`` (pairs of denomination and number, ``40 × $100,
20 × $25``), ``units`` (tournament chips, in hundredths of a unit: ``1,250``). Without one the value is written as it
is.

Of the table: ``name`` (``perfect_pairs`` as ``perfect pairs``), ``role`` (``an operations manager``), ``place`` (a box
and a hand, ``box 3 hand 2``; 0 for no hand, box 0 for the dealer), ``payment`` (box, player, bet and cents of a
settlement), ``phrase`` (another text, by its code and values; one that the record keeps is read back, any other is a
word of the house), ``remedy`` (what to do about a refusal, by its code and values), ``number`` (as it is called,
``sixteen``), ``odds`` (``3:2`` as ``3 to 2``). ``cap``, ``uncap`` and the lists take a specification for their content:
``cap:role``, ``or:name``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any, Final, NamedTuple

from casino.cards import UNKNOWN, Card, show
from casino.money import Cents, dollars
from casino.tournament_table import units
from casino.words.announcements import ANNOUNCEMENTS
from casino.words.causes import CAUSES
from casino.words.changes import CHANGES
from casino.words.entries import ENTRIES
from casino.words.events import EVENTS
from casino.words.faults import FAULTS
from casino.words.lines import LINES
from casino.words.numbers import NUMBERS
from casino.words.opening import BARS
from casino.words.prompts import PROMPTS
from casino.words.read_back import read_back
from casino.words.refusals import words_of
from casino.words.reports import REPORTS
from casino.words.restrictions import RESTRICTIONS
from casino.words.tasks import TASKS
from casino.words.tournament_events import TOURNAMENT_EVENTS

PHRASES: Final[Mapping[str, str]] = {
    **PROMPTS,
    **ANNOUNCEMENTS,
    **EVENTS,
    **LINES,
    **BARS,
    **REPORTS,
    **TASKS,
    **FAULTS,
    **CHANGES,
    **RESTRICTIONS,
    **CAUSES,
    **ENTRIES,
    **TOURNAMENT_EVENTS,
}
"""The texts that refuse nothing, by code."""

_PEOPLE: Final = {"standing": "standing_player", "employee": "casino_employee"}
"""People whom the rules name though they have no role."""


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[tuple[str, str | None, str], ...] | None:
    """The text in pieces: what goes before a blank, the name of its value and its specification; None where its blanks
    are more than that. A text is read once: it is filled with every tap. Raises ValueError for braces that do not
    match."""
    pieces = tuple([(before, name, spec or "") for before, name, spec, _ in Formatter().parse(text)])
    plain = all(name is None or (name.isidentifier() and "{" not in spec) for _, name, spec in pieces)
    return pieces if plain and "!" not in text else None


class _Filler(Formatter):
    def __init__(self, translate: Callable[[str], str]) -> None:
        self.translate = translate

    def filled(self, text: str, values: Mapping[str, Any]) -> str:
        """The text with its blanks filled. Raises KeyError for a blank without a value."""
        pieces = _pieces(text)
        if pieces is None:
            return self.vformat(text, (), values)
        filled = ""
        for before, name, spec in pieces:
            filled += before
            if name is not None:
                filled += self.format_field(values[name], spec)
        return filled

    def format_field(self, value: Any, format_spec: str) -> str:
        kind = format_spec
        if kind == "money":
            return dollars(value)
        if kind == "units":
            return units(value)
        if kind == "term":
            return self.translate(str(value)) if value else ""
        if kind == "card":
            return self._card(value)
        if kind == "cards":
            return " ".join(self._card(card) for card in value)
        if kind == "duration":
            return f"{-(-value // 60)} min" if value > 90 else f"{value} s"
        if kind == "amounts":
            return ", ".join(dollars(amount) for amount in value)
        if kind == "chips":
            return ", ".join(f"{number} × {dollars(chip)}" for chip, number in value) or "–"
        if kind == "name":
            return self._name(value)
        if kind == "role":
            name = self._name(_PEOPLE.get(value, value))
            return f"{'an' if name[:1] in tuple('aeiou') else 'a'} {name}"
        if kind == "place":
            return self._place(*value)
        if kind == "payment":
            return self._payment(*value)
        if kind == "phrase":
            reading = read_back(value) if isinstance(value, str) else value
            if reading is None:
                return self.translate(value) if value else ""
            code, values = reading
            return self.filled(self.translate(text_of(code)), values)
        if kind == "remedy":
            code, values = value
            return self.filled(self.translate(words_of(code).remedy), values)
        if kind == "odds":
            pays, colon, on = value.partition(":")
            return self.translate("{pays} to {on}").format(pays=pays, on=on) if colon else value
        if kind == "number":
            return self.translate(NUMBERS[min(value, len(NUMBERS) - 1)])
        kind, _, inner = kind.partition(":")
        if kind == "list":
            return ", ".join(self.format_field(item, inner) for item in value)
        if kind == "semicolons":
            return "; ".join(self.format_field(item, inner) for item in value)
        if kind in ("and", "or"):
            items = [self.format_field(item, inner) for item in value]
            return f" {self.translate(kind)} ".join(
                [", ".join(items[:-1]), items[-1]] if len(items) > 1 else items
            )
        if kind in ("cap", "uncap"):
            text = self.format_field(value, inner)
            return (text[:1].upper() if kind == "cap" else text[:1].lower()) + text[1:]
        if "|" in kind:
            singular, plural = kind.split("|", 1)
            return f"{value} {singular if value == 1 else plural}"
        return str(super().format_field(value, kind))

    def _card(self, card: Card) -> str:
        return self.translate(show(card)) if card == UNKNOWN else show(card)

    def _name(self, name: str) -> str:
        return self.translate(name.replace("_", " ")) if name else ""

    def _place(self, box: int, hand: int) -> str:
        if not box:
            return self.translate("the dealer")
        template = "box {box} hand {hand}" if hand else "box {box}"
        return self.translate(template).format(box=box, hand=hand)

    def _payment(self, box: int, player: str, bet: str, cents: Cents) -> str:
        """A settlement by where it lies: ``box 3, player A, perfect pairs ($50)``; no ``bet`` is the main wager."""
        where = self.translate("box {box}, player {player}").format(box=box, player=player)
        named = f", {self._name(bet)}" if bet else ""
        amount = f" ({dollars(cents)})" if cents else ""
        return f"{where}{named}{amount}"


def text_of(code: str) -> str:
    """The unfilled text of a code; of a refusal's, what is refused. Raises KeyError for an unknown code."""
    text = PHRASES.get(code)
    return words_of(code).what if text is None else text


def fill(text: str, values: Mapping[str, Any], translate: Callable[[str], str] = str) -> str:
    """The text with its blanks filled from `values`. Raises KeyError for a blank without a value."""
    return _Filler(translate).filled(text, values)


class Phrase(NamedTuple):
    """A text by its code in `casino.words`, with the values of its blanks. Screens render it by `casino.translated`."""

    code: str
    values: Mapping[str, Any]

    @classmethod
    def of(cls, code: str, **values: Any) -> Phrase:
        """The text of a code with its values."""
        # A tuple made directly: ``cls(code, values)`` goes through one more function, and every `Due` has several.
        return tuple.__new__(cls, (code, values))

    @property
    def english(self) -> str:
        """The text in the plain English of the record. Raises KeyError for a code or a value that is missing."""
        return fill(text_of(self.code), self.values)
