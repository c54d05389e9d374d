"""The replay's form for an evidence pack."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import LongText, StepForm

REASON: Final = 500
"""The most characters of a reason."""


class EvidenceForm(StepForm):
    """Why a pack is made."""

    step = "evidence"
    AT = {"evidence.reason_missing": "reason", "evidence.reason_too_long": "reason"}
    reason = LongText(_("Why this evidence pack is made"), max_length=REASON)
