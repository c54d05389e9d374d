"""The form that issues a recorder's token."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import StepForm, Typed


class DeviceForm(StepForm):
    """The recorder's name, and the tables that it reads."""

    step = "device"
    AT = {
        "video.label": "label",
        "video.already": "label",
        "video.no_tables": "tables",
        "table.unknown": "tables",
    }
    label = Typed(_("Recorder"), long=True, max_length=60)
    tables = Typed(_("Tables that it reads"), long=True, max_length=400)
