"""Set-up of people and tablets. Approvals and guards are the record's and the system's: not here."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from casino import ledger
from casino.ledger.rows import ROWS, rows_of
from casino.staff import pin as pins
from casino.staff import tablets
from casino.staff.models import STAFF_KEPT, Staff, Tablet, check_new_pin
from casino.staff.refusals import Refusal


def setter(request: HttpRequest) -> Staff:
    """Who sets up; the admin lets nobody else this far."""
    assert isinstance(request.user, Staff)
    return request.user


class StaffForm(forms.ModelForm):
    """A person's set-up; the PIN is written, never shown."""

    pin = forms.CharField(
        label="New PIN",
        required=False,
        max_length=12,
        strip=True,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "new-password"}),
        help_text="4 to 12 digits. Leave empty to keep the present one.",
    )

    class Meta:
        model = Staff
        fields = ("number", "role", "is_active", "is_superuser")

    def clean_pin(self) -> str:
        pin = str(self.cleaned_data.get("pin") or "")
        if not pin and self.instance.pk is None:
            raise ValidationError("A new person needs a PIN.")
        if pin:
            check_new_pin(pin, str(self.cleaned_data.get("number") or self.instance.number))
        return pin


@admin.register(Staff)
class StaffAdmin(admin.ModelAdmin):
    """People. Nobody is deleted, since the record names them: make them inactive instead."""

    form = StaffForm
    list_display = ("number", "role", "is_active", "is_superuser")
    list_filter = ("role", "is_active")
    search_fields = ("number",)
    actions = ("lift_lock_out",)

    def get_readonly_fields(self, request: HttpRequest, obj: Staff | None = None) -> tuple[str, ...]:
        # The record names people by number: it cannot pass to somebody else.
        return ("number",) if obj is not None else ()

    def save_model(self, request: HttpRequest, obj: Staff, form: Any, change: bool) -> None:
        pin = form.cleaned_data.get("pin")
        if pin:
            obj.set_pin(pin)
        with transaction.atomic():
            if change:
                # Not the whole row as it was read: the person may have signed in meanwhile.
                obj.save(update_fields=STAFF_KEPT)
            else:
                super().save_model(request, obj, form, change)
            changed = ", ".join(form.changed_data)
            entry = ledger.Draft(
                kind="staff_changed" if change else "staff_added",
                detail=f"{obj.number} ({obj.get_role_display()}): {changed}",
                body={
                    "number": obj.number,
                    "role": obj.role,
                    "active": obj.is_active,
                    "setup": obj.is_superuser,
                    "fields": list(form.changed_data),
                    ROWS: rows_of(obj),
                },
            )
            by = setter(request)
            ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=timezone.now())

    def has_delete_permission(self, request: HttpRequest, obj: Staff | None = None) -> bool:
        return False

    @admin.action(description="Lift the lock-out")
    def lift_lock_out(self, request: HttpRequest, people: QuerySet[Staff]) -> None:
        for person in people:
            pins.lift(person.number, setter(request))
        self.message_user(request, f"Lock-outs lifted: {', '.join(map(str, people))}")


@admin.register(Tablet)
class TabletAdmin(admin.ModelAdmin):
    """Tablets are tied at the tablet itself; here they are seen and untied."""

    list_display = ("table_code", "id", "enrolled_by", "enrolled_at", "revoked_by", "revoked_at")
    list_filter = ("table_code",)
    actions = ("untie",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Tablet | None = None) -> bool:
        # True for the list, which holds the action; a single tablet has nothing to edit.
        return obj is None

    def has_delete_permission(self, request: HttpRequest, obj: Tablet | None = None) -> bool:
        return False

    @admin.action(description="Untie from its table")
    def untie(self, request: HttpRequest, chosen: QuerySet[Tablet]) -> None:
        try:
            for tablet in chosen:
                tablets.revoke(tablet, setter(request))
        except Refusal as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
