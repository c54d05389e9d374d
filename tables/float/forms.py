"""The forms of the float's pages, one for each step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from casino.forms.fields import HiddenNumber, Money, Number, SignedForm, StepForm, Typed
from casino.money import dollars


class ChipsMixin(StepForm):
    """Fields for counting chips, one for each denomination (cents), largest first: ``chip-2500``."""

    groups: ClassVar[tuple[str, ...]] = ("chip",)

    def __init__(self, data: Mapping[str, Any] | None = None, *, chips: Iterable[int], **more: Any) -> None:
        super().__init__(data, **more)
        self.denominations = sorted(chips, reverse=True)
        for group in self.groups:
            for chip in self.denominations:
                attrs = {"maxlength": "6", "placeholder": "0", "data-chip": str(chip)}
                self.fields[f"{group}-{chip}"] = Number(dollars(chip), optional=True, attrs=attrs)

    def counted(self, group: str = "chip") -> dict[int, int]:
        """How many chips of each denomination were entered."""
        return {chip: self.cleaned_data[f"{group}-{chip}"] for chip in self.denominations}

    @property
    def chip_fields(self) -> list[BoundField]:
        """The fields of the first group."""
        return self._of("chip")

    @property
    def taken_fields(self) -> list[BoundField]:
        """The fields of the chips that are taken in."""
        return self._of("taken")

    def _of(self, group: str) -> list[BoundField]:
        return [self[f"{group}-{chip}"] for chip in self.denominations]


class CountForm(ChipsMixin, SignedForm):
    """A count of the float: at the opening, in mid-shift or at the close."""

    step = "count"
    AT = {"float.short": "note", "float.over": "note"}
    note = Typed(_("Note (required if over or short)"), long=True, max_length=200)


class BuyInForm(ChipsMixin):
    """Cash for chips. If all chip fields are empty, the fewest chips are given."""

    step = "buy_in"
    AT = {
        "buy_in.no_chips_make_it": "cash",
        "buy_in.chips_differ": "cash",
        "player.not_a_mark": "player",
    }
    cash = Money(_("Cash"))
    player = Typed(_("Player"), max_length=16)


class ColourUpForm(ChipsMixin):
    """Chips for chips."""

    step = "colour_up"
    AT = {"player.not_a_mark": "player"}
    groups = ("taken", "chip")
    player = Typed(_("Player"), max_length=16)


class RequestForm(ChipsMixin):
    """A request for a fill or a credit."""

    step = "request"


class SignForm(SignedForm):
    """The next signature on a slip, by the signed-in person or by somebody else with number and PIN."""

    step = "sign"
    row = "slip"
    slip = HiddenNumber(_("Slip"))
    signed = HiddenNumber(_("Signatures"), optional=True)


class VoidForm(SignedForm):
    """Voids a slip, with two signatures."""

    step = "void"
    row = "slip"
    AT = {"slip.reason_missing": "reason"}
    slip = HiddenNumber(_("Slip"))
    reason = Typed(_("Reason"), long=True, max_length=200)


class BoxChangeForm(SignedForm):
    """Puts another drop box on the table."""

    step = "box_change"
    AT = {
        "drop_box.another_on": "old",
        "drop_box.same": "new",
        "drop_box.number": "new",
        "drop_box.in_use": "new",
    }
    old = Typed(_("Old box, as read"), max_length=12, attrs={"autocapitalize": "characters"})
    new = Typed(_("New box"), max_length=12, attrs={"autocapitalize": "characters"})


class BoxCountForm(SignedForm):
    """Records what was counted in a drop box that has been taken off."""

    step = "box_count"
    row = "box"
    AT = {"drop_box.short": "note", "drop_box.over": "note"}
    box = HiddenNumber(_("Box"))
    counted = Money(_("Money counted"))
    note = Typed(_("Note"), long=True, max_length=200)


class ReverseForm(SignedForm):
    """Reverses an exchange that was entered wrongly, with two signatures."""

    step = "reverse"
    row = "exchange"
    AT = {"exchange.reason_missing": "reason"}
    exchange = HiddenNumber(_("Exchange"))
    reason = Typed(_("Reason"), long=True, max_length=200)


class AnswerForm(StepForm):
    """Answers an alert with a note."""

    step = "answer"
    AT = {"float_alert.note_missing": "note"}
    note = Typed(_("What was found"), long=True, max_length=200)
