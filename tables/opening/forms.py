"""The forms of the page of a table's cards: a check card by card, and a count of all cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from casino.cards import RANKS, SUIT_GLYPH, SUIT_NAME, SUITS, composition
from casino.forms.fields import Choice, LongText, Number, SignedForm, StepForm, Tick, Typed
from casino.translated import card_words, gettext, text
from tables.book import rules_for_table
from tables.models import Table
from tables.opening import packs
from tables.opening.deck_count import DeckCount, sets_of, typed


class CountForm(StepForm):
    """How many cards there are at the close."""

    step = "count"
    AT = {"closing.cards_checked_one_by_one": "counted"}
    counted = Number(_("Cards counted"), max_length=4)


class CardList(LongText):
    """Cards that are typed or scanned one after another; its value is how many there are of each, and how many
    jokers."""

    def value_of(self, text: str) -> tuple[dict[str, int], int] | None:
        return typed(text, str(self.label)) if text else None


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one suit, one for each rank."""

    suit: str
    glyph: str
    name: str
    cells: list[BoundField]


@dataclass(frozen=True, slots=True)
class Grid:
    """The fields of one set of cards: a row of cells for each suit, and the list that may replace them."""

    rows: list[Row]
    listed: BoundField

    @property
    def wrong(self) -> list[BoundField]:
        """The cells with an error."""
        return [cell for row in self.rows for cell in row.cells if cell.errors]


class CheckForm(SignedForm):
    """The cards as they were found, set by set: from the list that was typed or scanned, otherwise from the grid."""

    step = "check"
    AT = {
        "cards.already_checked": "since",
        "cards.check_given": "number",
        "cards.no_cutting_card": "cutting",
        "cards.cutting_card_in_shuffler": "cutting",
    }
    jokers = Number(_("Jokers found"), optional=True, max_length=3, attrs={"placeholder": "0"})
    since = Choice(
        _("What was done with the packs since the last check"), options=packs.SINCE.items(), radios=True
    )
    backs = Tick(_("backs of one colour and design"), initial=True)
    cutting = Tick(_("a cutting card is ready"), initial=True)

    def __init__(self, data: Mapping[str, Any] | None = None, *, table: Table, **more: Any) -> None:
        super().__init__(data, **more)
        rules = rules_for_table(table)
        expected = composition(table.decks, rules.missing_ranks.value)
        self.sets = sets_of(rules)
        for at, name in enumerate(self.sets):
            self.fields[f"list{at}"] = CardList(
                name, rows=4, attrs={"autocapitalize": "off", "spellcheck": "false"}
            )
            # The cells of a set are not read if its cards are listed.
            cell = Typed if str((data or {}).get(f"list{at}", "")).strip() else Number
            optional = {"optional": True} if cell is Number else {"numeric": "numeric"}
            for card in composition(1):
                should = expected.get(card, 0)
                attrs = {
                    "data-card": card,
                    "data-should": str(should),
                    "aria-label": text(gettext("{card}, of {should}"), card=card_words(card), should=should),
                }
                self.fields[f"n{at}-{card}"] = cell(
                    card_words(card).capitalize(), initial=should, max_length=3, attrs=attrs, **optional
                )

    @property
    def grids(self) -> list[Grid]:
        """The fields of each set."""
        return [
            Grid([self._row(at, suit) for suit in SUITS], self[f"list{at}"]) for at in range(len(self.sets))
        ]

    def _row(self, at: int, suit: str) -> Row:
        cells = [self[f"n{at}-{rank}{suit}"] for rank in RANKS]
        return Row(suit, SUIT_GLYPH[suit], SUIT_NAME[suit], cells)

    def deck_count(self) -> DeckCount:
        """The cards as they were entered. Raises Refusal for what cannot be read."""
        values = self.values()
        jokers, sets = values["jokers"], {}
        for at, name in enumerate(self.sets):
            if listed := values[f"list{at}"]:
                sets[name], more = listed
                jokers += more
            else:
                sets[name] = {card: values[f"n{at}-{card}"] for card in composition(1)}
        return DeckCount(sets, jokers, backs_alike=values["backs"])
