"""The forms at the door: number and PIN, a tablet's table, a person's own PIN. What was typed is kept, but never a
PIN."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import SIGN_IN_AT, Choice, Pin, StepForm, Typed
from casino.refusals import Refusal
from casino.staff import tablets


def pin_field(label: Any, autocomplete: str = "off") -> Pin:
    """A field for a PIN that must be filled in."""
    return Pin(label, attrs={"required": True, "autocomplete": autocomplete})


class PinForm(StepForm):
    """Number and PIN of somebody who signs in, unlocks a screen or takes a table over."""

    AT = SIGN_IN_AT
    number = Typed(
        _("Staff number"),
        max_length=16,
        attrs={
            "required": True,
            "autocomplete": "username",
            "autocapitalize": "characters",
            "spellcheck": "false",
            "placeholder": "D-114",
        },
    )
    pin = pin_field(_("PIN"))

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        first = "pin" if self["number"].value() else "number"
        self.fields[first].widget.attrs["autofocus"] = True

    def at_field(self, refusal: Refusal) -> str:
        of_person = refusal.code.startswith(
            ("dealer.", "place.", "session.locked", "session.role", "session.you")
        )
        return super().at_field(refusal) or ("number" if of_person else "")


class TabletForm(PinForm):
    """The table that a tablet is assigned to, and the supervisor who assigns it."""

    AT = {
        **PinForm.AT,
        "tablet.table_code": "table_code",
        "tablet.no_such_table": "table_code",
        "tablet.role_cannot_assign": "number",
    }
    field_order = ("table_code", "number", "pin")
    table_code = Typed(
        _("Table"),
        max_length=16,
        attrs={
            "required": True,
            "placeholder": "BJ-07",
            "autocapitalize": "characters",
            "spellcheck": "false",
        },
    )

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        if codes := tablets.table_codes():
            options = [("", _("choose the table")), *((code, code) for code in codes)]
            self.fields["table_code"] = Choice(_("Table"), options=options, attrs={"required": True})


class OwnPinForm(StepForm):
    """The signed-in person chooses a PIN that nobody else knows."""

    AT = dict.fromkeys(SIGN_IN_AT, "pin") | {
        "pin.changed_meanwhile": "pin",
        "pin.form": "new",
        "pin.guessable": "new",
        "pin.unchanged": "new",
        "pin.not_repeated": "again",
    }
    pin = pin_field(_("Present PIN"), "current-password")
    new = pin_field(_("New PIN"), "new-password")
    again = pin_field(_("New PIN again"), "new-password")
