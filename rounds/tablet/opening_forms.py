"""The forms of the tablet's opening and closing: who opens the table, and how many cards there are at the close."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import SignedForm, StepForm, Typed
from casino.refusals import UnreadableRequest


class OpenForm(SignedForm):
    """The supervisor who opens the table, with number and PIN."""


class CardsCounted(Typed):
    """A count of cards, of one to four digits."""

    def value_of(self, text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 4:
            raise UnreadableRequest("typed.count")
        return int(text)


class CountForm(StepForm):
    """How many cards there are at the close."""

    AT = {"closing.cards_checked_one_by_one": "counted"}
    counted = CardsCounted(_("Cards counted"), max_length=4, numeric="numeric")


FORMS: dict[str, type[StepForm]] = {"open": OpenForm, "count": CountForm}
"""The forms with fields to fill in, by the item of the list."""
