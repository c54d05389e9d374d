"""The admin: set-up data only, for emergencies in which no second person can come. Pits and tables are set up on the
pages of the house (`tables.house.set_up`), where two people sign, and can be added only there. Limits are changed by
`tables.signs.signs`, which knows the notice they need, and nothing that play wrote is in the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.text import capfirst

from casino.forms.fields import FieldRefused
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.rulebooks.floor_questions import FloorReading, floor_readings
from casino.staff.admin import setter
from casino.staff.audited_admin import AuditedAdmin, AuditedForm, Shown
from tables import offers
from tables.floor import setup
from tables.models import Fitting, Offer, Pit, Sign, Table
from tables.opening import signed


class AddedByTwo(AuditedAdmin):
    """Rows that two people add on a page of the house, and not here."""

    page = ""
    """The URL name of that page."""

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "refusal": Refusal("house.add_on_page"),
            "page": reverse(self.page),
            "title": capfirst(str(self.opts.verbose_name)),
            "opts": self.opts,
        }
        return TemplateResponse(request, "tables/house/set_up/add_elsewhere.html", context, status=403)


@admin.register(Pit)
class PitAdmin(AddedByTwo):
    """Pits, which only group tables. A pit's code is in sessions, figures and addresses, so once the pit has had a
    table only its name can change."""

    page = "house_floor"
    list_display = ("code", "name")

    def get_readonly_fields(self, request: HttpRequest, obj: Pit | None = None) -> tuple[str, ...]:
        return ("code",) if obj is not None and setup.pit_used(obj) else ()

    def record(self, request: HttpRequest, obj: Pit, form: Any, change: bool) -> None:
        setup.record_pit(obj, by=setter(request), at=timezone.now())


class TableForm(AuditedForm):
    """A table's set-up. A change to something that somebody has signed for is refused, with what to do first."""

    def more_facts(self) -> dict[str, Any]:
        return {"state": self.instance.state} if self.instance.pk is not None else {}

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]  # not in the stubs: fills the row from the fields, and checks it
        if self.instance.pk is not None and not self.errors:
            try:
                offers.check_set_up(self.instance)
            except ValidationError as faults:
                self.add_error(None, faults)

    def clean(self) -> dict[str, Any]:
        if self.instance.pk is not None and self.instance.state != Table.State.CLOSED:
            state = str(self.instance.state)
            raise FieldRefused(Refusal("house.table_not_closed", table=self.instance.code, state=state))
        cleaned = super().clean()
        if self.instance.pk is not None:
            for field, why in signed.refused(self.instance, self.changed_fields):
                self.add_error(field, FieldRefused(why))
        return cleaned


class SignsShown(Shown):
    """The limits in force: only a casino supervisor changes them, with notice (VIC03-6.4)."""

    model = Sign
    fields = ("bet", "minimum", "maximum", "multiple")


class OffersShown(Shown):
    """The side bets as they are set up (`tables.bets.offering`)."""

    model = Offer
    fields = ("bet", "on", "scale", "cloth_approval", "amount_approval", "most_paid", "set_by", "set_at")


class FittingsShown(Shown):
    """The equipment of side bets (`tables.bets.equipment`)."""

    model = Fitting
    fields = (
        "bet",
        "item",
        "device",
        "approval",
        "approved_on",
        "certificate",
        "working",
        "seen_by",
        "seen_at",
    )


def _other(entered: str, done: str) -> str:
    """Another reading in words, and what to enter under Readings to choose it."""
    name, _, word = entered.partition("=")
    return f'It may also be read so: {done}. Enter {{"{name}": "{word}"}} under Readings for that.'


@admin.register(Table)
class TableAdmin(AddedByTwo):
    """A table's set-up. It can be changed while the table is closed. No table is deleted: its chain stays."""

    page = "house_new_table"
    form = TableForm
    list_display = ("code", "pit", "book", "game", "decks", "boxes", "state")
    list_filter = ("pit", "book", "game")
    inlines = (SignsShown, OffersShown, FittingsShown)

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> tuple[str, ...]:
        if obj is None:
            return ("floor_readings",)
        # A page that was shown while the table was closed can still be sent: the form says that the table is open
        # now.
        if obj.state == Table.State.CLOSED or request.method == "POST":
            return ("code", "floor_readings")
        return (*(field.name for field in Table._meta.fields if field.editable), "floor_readings")

    @admin.display(description="What the floor asks about")
    def floor_readings(self, obj: Table | None) -> str:
        """The ambiguous rules that a floor manager asks about first: the reading in force, and how to choose another
        (`casino.rulebooks.floor_questions`). On the page of a new table, those of every book."""
        readings: dict[FloorReading, None] = {}
        if obj is not None and obj.pk is not None:
            try:
                readings = dict.fromkeys(floor_readings(obj.rules))
            except ValueError:
                return "The set-up is not one that the book permits."
        else:
            for book in BOOKS.values():
                readings |= dict.fromkeys(floor_readings(book.games["blackjack"]))
        if not readings:
            return "Nothing: this book leaves none of it open."
        return format_html_join(
            "",
            "<p><strong>{}</strong> ({})<br>{}.<br>{}</p>",
            [
                (
                    question.question,
                    question.clause,
                    capfirst(question.taken),
                    " ".join(_other(*other) for other in question.others),
                )
                for question in readings
            ],
        )

    def get_fields(self, request: HttpRequest, obj: Table | None = None) -> list[Any]:
        """Puts the questions about readings beside the readings."""
        fields = [name for name in super().get_fields(request, obj) if name not in ("code", "floor_readings")]
        fields.insert(fields.index("readings") + 1, "floor_readings")
        return ["code", *fields]

    def record(self, request: HttpRequest, obj: Table, form: Any, change: bool) -> None:
        setup.lay_out(obj)
        fell = signed.lapse(obj, form.changed_fields) if change else []
        setup.record(obj, by=setter(request), at=timezone.now(), fell=fell)
