"""The form of the gaming hours."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext_lazy as _

from casino.forms import typed
from casino.forms.fields import Day, StepForm, TimeOfDay, Typed
from casino.refusals import Refusal


class FirstDay(Day):
    """A date that must be entered."""

    def value_of(self, text: str) -> date:
        day = typed.day(text, str(self.label))
        if day is None:
            raise Refusal("typed.date_missing", field=str(self.label))
        return day


class HoursForm(StepForm):
    """The gaming hours under one book, from a day on, with the order that sets them."""

    step = "hours"
    AT = {"hours.none_in_book": "book", "hours.date": "valid_from", "hours.order_missing": "source"}
    book = Typed(_("Book"))
    valid_from = FirstDay(_("From"))
    begins = TimeOfDay(_("Begins"))
    ends = TimeOfDay(_("Ends"))
    source = Typed(_("Set by order"), max_length=120)
