"""The forms of holds and endings."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import Choice, HiddenNumber, SignedForm, StepForm, Typed
from rounds.surveillance.retention.service import WORDS


class HoldForm(StepForm):
    """A legal hold on a round, a note, an incident or an attachment."""

    step = "hold"
    AT = {"hold.no_such_thing": "subject", "hold.held": "subject", "hold.why_missing": "why"}
    kind = Choice(
        _("On"),
        options=[
            ("incident", _("an incident, such as INC-2026-0148")),
            ("round", _("a round, such as BJ-07/214")),
            ("file", _("an attachment, such as INC-2026-0148/7")),
            ("note", _("a note, by its number")),
        ],
    )
    subject = Typed(_("Which"), max_length=40, attrs={"autocapitalize": "characters"})
    why = Typed(_("Why"), max_length=WORDS, attrs={"class": "long"})


class LiftForm(SignedForm):
    step = "lift"
    row = "hold"
    AT = {"hold.second": "number"}
    hold = HiddenNumber(_("Hold"))


class NameForm(StepForm):
    step = "name"


class DropForm(StepForm):
    step = "drop"
    ending = HiddenNumber(_("Ending"))


class CarryOutForm(SignedForm):
    step = "carry_out"
    AT = {"ending.signer": "number", "ending.no_manager": "number"}
    ending = HiddenNumber(_("Ending"))


FORMS: dict[str, type[StepForm]] = {
    form.step: form for form in (HoldForm, LiftForm, NameForm, DropForm, CarryOutForm)
}
