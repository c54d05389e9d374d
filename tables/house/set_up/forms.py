"""The forms of an open house's set-up, each with the second signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import Choice, Day, SignedForm, Tick, Typed
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from tables.house import service
from tables.house.field_faults import FieldFault
from tables.house.forms import PitForm, TableForm
from tables.models import Pit, Table

SECOND: Final = ("number", "pin")


class SignedPitForm(SignedForm, PitForm):
    """A pit, new or with another name."""

    step = "pit"
    AT = PitForm.AT | {"staff.role_cannot_acknowledge": "number", "staff.own_change": "number"}


class SetUpForm(SignedForm, TableForm):
    """A table, including what it may have only with an approval."""

    step = "table"
    AT = TableForm.AT | SignedPitForm.AT
    face_down = Tick(_("Dealt face down"))
    face_down_reference = Typed(_("Approval of dealing face down"), max_length=60)
    face_down_approved_by = Typed(_("Approved by"), max_length=60)
    face_down_approved_on = Day(_("Approved on"))
    results_display = Tick(_("A display of results at the table"))
    results_display_reference = Typed(_("Approval of the display"), max_length=60)
    results_display_approved_on = Day(_("Display approved on"))

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        pits = [(pit.code, f"{pit.code}, {pit.name}") for pit in Pit.objects.all()]
        self.fields["pit"] = Choice(_("Pit"), options=pits)
        # A game that the table already has is offered too, so that its page does not show a different one.
        dealt = {(book, game) for book, chosen in service.games_dealt().items() for game in chosen}
        dealt |= set(Table.objects.values_list("book", "game"))
        books = [(key, book.title) for key, book in BOOKS.items() if key in {book for book, _game in dealt}]
        self.fields["book"] = Choice(_("Book"), options=books)
        titles = {game: BOOKS[book].games[game].game_title for book, game in sorted(dealt, reverse=True)}
        self.fields["game"] = Choice(_("Game"), options=sorted(titles.items(), key=lambda game: game[1]))
        if "code" in self.fields:
            self.fields["code"].widget.attrs["placeholder"] = "BJ-20"
        self.fields["chips"].widget.attrs["placeholder"] = "2.50 5 25 100"
        self.fields["elections"].widget.attrs["placeholder"] = "limits=player, ante=1"

    def at_field(self, refusal: Refusal) -> str:
        return refusal.field if isinstance(refusal, FieldFault) else super().at_field(refusal)

    def cells(self) -> Mapping[str, Any]:
        """The values of its fields, without the second signature. Raises Refusal."""
        return {name: value for name, value in self.values().items() if name not in SECOND}


class ChangeForm(SetUpForm):
    """The same for an existing table: its code stays, and its limits are changed in the pit."""

    code = None  # type: ignore[assignment]  # takes the field away
    minimum = None  # type: ignore[assignment]
    maximum = None  # type: ignore[assignment]
    multiple = None  # type: ignore[assignment]


class LayoutForm(SignedForm):
    """The second signature for a layout; the positions are read separately (`layout_fields`)."""

    step = "layout"
    AT = SignedPitForm.AT


class GamesForm(SignedForm):
    """The second signature for the house's games, which are ticks outside this form."""

    step = "games"
    AT = SignedPitForm.AT
