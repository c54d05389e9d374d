"""The forms of what waits at the tablet for a supervisor: signed there with number and PIN, or withdrawn."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import SignedForm, StepForm, Typed
from casino.staff import approvals


class ApprovalNumber(Typed):
    """The id of an approval; 0, which no approval has, for what is not a number."""

    def value_of(self, text: str) -> int:
        return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


class WithdrawForm(StepForm):
    """Withdraws a request for approval."""

    approval = ApprovalNumber()


class SignForm(SignedForm):
    """A supervisor's answer to what waits. A reason that is typed goes before that of the key."""

    AT = {
        "approval.reason_missing": "reason",
        "approval.own_request": "number",
        "approval.role_too_low": "number",
    }
    approval = ApprovalNumber()
    do = Typed()
    reason = Typed(_("Reason, if refused"))
    choice = Typed()

    def clean(self) -> None:
        """With ``approves``, and the reason that applies."""
        sent = self.cleaned_data
        sent["approves"] = sent["do"] == "approve"
        sent["reason"] = approvals.reason_given(sent["reason"], sent["do"].partition(":")[2])
        sent["choice"] = sent["choice"][: approvals.LONGEST_CHOICE]
