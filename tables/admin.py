"""The admin: set-up data only. Limits are changed by `tables.signs.signs`, which knows the notice they need, and what
play wrote has no admin at all."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from casino.staff.admin import setter
from tables import set_up
from tables.kept import SET_UP
from tables.models import Fitting, Offer, Pit, Sign, Table


@admin.register(Pit)
class PitAdmin(admin.ModelAdmin):
    """Pits, which only group tables."""

    list_display = ("code", "name")

    def save_model(self, request: HttpRequest, obj: Pit, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        set_up.record_pit(obj, by=setter(request), at=timezone.now())


class Shown(admin.TabularInline):
    """Rows to read: what changes them is on the table's page, by the role that may."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SignsShown(Shown):
    """The limits in force: a change to them is a casino supervisor's, with notice (VIC03-6.4)."""

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


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):
    """A table's set-up. It can be changed while the table is closed, and no table is deleted: its chain stays."""

    list_display = ("code", "pit", "book", "game", "decks", "boxes", "state")
    list_filter = ("pit", "book", "game")
    inlines = (SignsShown, OffersShown, FittingsShown)

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> tuple[str, ...]:
        if obj is None:
            return ()
        if obj.state == Table.State.CLOSED:
            return ("code",)
        return tuple(field.name for field in Table._meta.fields if field.editable)

    def save_model(self, request: HttpRequest, obj: Table, form: Any, change: bool) -> None:
        if change:
            # Of a table that was opened while the form was filled in nothing is changed, and never what it has become.
            if Table.objects.select_for_update().get(pk=obj.pk).state != Table.State.CLOSED:
                raise PermissionDenied(
                    f"{obj.code} is open by now: its set-up is changed while it is closed."
                )
            obj.save(update_fields=SET_UP)
        else:
            super().save_model(request, obj, form, change)
        set_up.lay_out(obj)
        set_up.record(obj, by=setter(request), at=timezone.now())

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
