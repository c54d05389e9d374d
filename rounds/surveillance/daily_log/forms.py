"""The forms of the daily log."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.forms.fields import SIGN_IN_AT, LongText, SignedForm, StepForm, Typed
from rounds.surveillance.daily_log.service import WORDS
from rounds.surveillance.incidents.forms import Moment


class BeginForm(StepForm):
    step = "begin"


class LineForm(StepForm):
    """A written line."""

    step = "write"
    AT = {"log.words_missing": "words", "log.time_to_come": "happened", "incident.time": "happened"}
    words = LongText(_("What was done or seen"), max_length=WORDS, rows=3)
    happened = Moment(_("When, if not now"))


class SignForm(StepForm):
    """The person leaving signs with their PIN."""

    step = "sign"
    AT = dict(SIGN_IN_AT) | {"log.not_on_desk": "pin"}
    pin = Typed(_("PIN of the person leaving"), max_length=12, widget=forms.PasswordInput, numeric="numeric")


class TakeForm(SignedForm):
    """The person taking over signs with number and PIN."""

    step = "take"
    AT = {"log.not_signed": "number", "desk.not_surveillance": "number"}


FORMS: dict[str, type[StepForm]] = {form.step: form for form in (BeginForm, LineForm, SignForm, TakeForm)}
