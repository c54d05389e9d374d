"""The form that assigns a reader to a table."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import Choice, StepForm, Typed


class TieForm(StepForm):
    """Which reader reports the cards of a table."""

    step = "assign"
    AT = {
        "table.unknown": "table",
        "reader.already": "table",
        "reader.kind": "kind",
        "reader.label_too_long": "label",
    }
    table = Choice(_("Table"))
    kind = Choice(_("Kind"))
    label = Typed(_("Label"), long=True, max_length=60, attrs={"placeholder": _("make, serial number")})
