"""The forms in which a supervisor decides what waits: approved, or refused with the reason."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import StepForm, Typed
from casino.refusals import Refusal
from casino.staff import approvals


class Decision(Typed):
    """The key that was pressed; its value is whether it approves."""

    def value_of(self, text: str) -> bool:
        if text not in ("approve", "refuse"):
            raise Refusal("approval.no_answer")
        return text == "approve"


class Reason(Typed):
    """Why something is refused."""

    def value_of(self, text: str) -> str:
        return text[: approvals.LONGEST_REASON]


class DecisionForm(StepForm):
    """The answer to a request for approval."""

    AT = {"approval.reason_missing": "reason"}
    decision = Decision()
    reason = Reason(_("Reason (required to refuse)"), max_length=approvals.LONGEST_REASON)


class KeyedDecision(Decision):
    """A key that may carry a reason after a colon; its value is whether it approves, and that reason."""

    def value_of(self, text: str) -> tuple[bool, str]:  # type: ignore[override]
        word, _colon, reason = text.partition(":")
        return super().value_of(word), reason


class Chosen(Typed):
    """The approver's choice, if there is one."""

    def value_of(self, text: str) -> str:
        return text[: approvals.LONGEST_CHOICE]


class IrregularityForm(DecisionForm):
    """The answer to an irregularity. A reason that is typed goes before that of the key."""

    decision = KeyedDecision()
    reason = Reason(_("Another reason"), max_length=120)
    choice = Chosen()

    def clean(self) -> None:
        """With ``approves``, and the reason that applies."""
        sent = self.cleaned_data
        if "decision" in sent:
            sent["approves"], of_key = sent["decision"]
            sent["reason"] = approvals.reason_given(sent["reason"], of_key)
