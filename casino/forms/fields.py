"""Django forms for the steps of a page: texts, sums, numbers and times, each with its error beside its field.

    class BoxCountForm(StepForm):
        step = "box_count"
        counted = Money(_("Money counted"))

    form = BoxCountForm(request.POST)
    cents = form.values()["counted"]      # raises Refusal for the first wrong field

A refusal by the step itself is shown at the field that it concerns (`StepForm.AT`), and always above the form
as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import Any, ClassVar, Final, Self

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from casino.forms import typed
from casino.house_time import LONGEST_DATE, written_day
from casino.refusals import Refusal
from casino.translated import message, remedy

Option = tuple[str, Any]


class FieldRefused(ValidationError):
    """A refusal as the error of a field. `more` is a sentence for people that follows its words."""

    def __init__(self, refusal: Refusal, more: str = "") -> None:
        clauses = ", ".join(filter(None, (refusal.clause, *refusal.also)))
        cited = f" ({clauses})" if clauses else ""
        parts = (f"{capfirst(message(refusal))}{cited}.", remedy(refusal), more)
        super().__init__(" ".join(filter(None, parts)), refusal.code)
        self.refusal = refusal


def refusals_in(fault: ValidationError) -> dict[str, Refusal]:
    """The refusals that fields were given, by field; that of the whole form under ""."""
    errors = fault.error_dict if hasattr(fault, "error_dict") else {"": fault.error_list}
    return {
        "" if name == NON_FIELD_ERRORS else name: error.refusal
        for name, of_field in errors.items()
        for error in reversed(of_field)
        if isinstance(error, FieldRefused)
    }


class Typed(forms.CharField):
    """A text without surrounding blanks; the base of the fields that read one."""

    def __init__(self, label: Any = "", *, long: bool = False, numeric: str = "", **more: Any) -> None:
        attrs = {"autocomplete": "off"} | more.pop("attrs", {})
        if long:
            attrs["class"] = "long"
        if numeric:
            attrs["inputmode"] = numeric
        widget = more.pop("widget", forms.TextInput)
        super().__init__(label=label, required=False, widget=widget(attrs=attrs), **more)

    def clean(self, value: Any) -> Any:
        return self.read(str(value or "").strip())

    def read(self, text: str) -> Any:
        """The value of what was typed. Raises ValidationError."""
        try:
            return self.value_of(text)
        except Refusal as refusal:
            raise FieldRefused(refusal) from refusal

    def value_of(self, text: str) -> Any:
        """The value of a text. Raises Refusal."""
        return text


class Pin(Typed):
    """A PIN, as it was typed: blanks are not taken away. It always comes back empty."""

    def __init__(self, label: Any = "", **more: Any) -> None:
        super().__init__(label, max_length=12, widget=forms.PasswordInput, numeric="numeric", **more)

    def clean(self, value: Any) -> str:
        return str(value or "")


class LongText(Typed):
    """A text of several lines."""

    def __init__(self, label: Any = "", *, rows: int = 2, **more: Any) -> None:
        attrs = {"rows": rows, "cols": False} | more.pop("attrs", {})
        super().__init__(label, widget=forms.Textarea, attrs=attrs, **more)


class Choice(Typed):
    """One of several options, (value, words) each; "" if nothing is chosen. The step refuses values that are
    not options."""

    def __init__(
        self, label: Any = "", *, options: Iterable[Option] = (), radios: bool = False, **more: Any
    ) -> None:
        super().__init__(label, widget=forms.RadioSelect if radios else forms.Select, **more)
        self.offer(options)

    def offer(self, options: Iterable[Option]) -> None:
        """Set the options to choose from."""
        assert isinstance(self.widget, forms.widgets.ChoiceWidget)
        self.widget.choices = list(options)


class Ticks(forms.MultipleChoiceField):
    """Any number of options, (value, words) each; its value is the list of those that are ticked. The step
    refuses values that are not options."""

    def __init__(self, label: Any = "", *, options: Iterable[Option] = (), **more: Any) -> None:
        super().__init__(
            label=label, required=False, widget=forms.CheckboxSelectMultiple, choices=list(options), **more
        )

    def validate(self, value: Any) -> None:
        pass

    def offer(self, options: Iterable[Option]) -> None:
        """Set the options to tick."""
        self.choices = list(options)


class Money(Typed):
    """An amount of money; its value is in cents, 0 for an empty optional field."""

    def __init__(self, label: Any = "", *, optional: bool = False, **more: Any) -> None:
        self.optional = optional
        super().__init__(label, numeric="decimal", **more)

    def value_of(self, text: str) -> int:
        return typed.money(text, str(self.label), optional=self.optional)


class Balance(Typed):
    """An amount of money that may be below zero; its value is in cents, None for an empty field."""

    def __init__(self, label: Any = "", **more: Any) -> None:
        super().__init__(label, numeric="decimal", **more)

    def value_of(self, text: str) -> int | None:
        return typed.signed(text, str(self.label))


class Number(Typed):
    """A whole number of up to six digits; `empty` for an empty optional field."""

    def __init__(
        self, label: Any = "", *, optional: bool = False, empty: int | None = 0, **more: Any
    ) -> None:
        self.optional, self.empty = optional, empty
        super().__init__(label, numeric="numeric", **more)

    def value_of(self, text: str) -> int | None:
        if self.optional and not text:
            return self.empty
        return typed.number(text, str(self.label))


class Day(Typed):
    """A date as the house writes it; None for an empty field."""

    def __init__(self, label: Any = "", **more: Any) -> None:
        super().__init__(label, max_length=LONGEST_DATE, **more)

    def prepare_value(self, value: Any) -> Any:
        return written_day(value) if isinstance(value, date) else value

    def value_of(self, text: str) -> date | None:
        return typed.day(text, str(self.label))


class TimeOfDay(Typed):
    """A time of day; None for an empty optional field."""

    def __init__(self, label: Any = "", *, optional: bool = False, **more: Any) -> None:
        self.optional = optional
        super().__init__(label, numeric="numeric", **more)

    def value_of(self, text: str) -> time | None:
        if self.optional and not text:
            return None
        return typed.time_of_day(text)


class NextClock(Typed):
    """A time of day, read as the next moment after `at` at which the house's clock shows it."""

    at: datetime

    def __init__(self, label: Any = "", **more: Any) -> None:
        super().__init__(label, numeric="numeric", **more)

    def value_of(self, text: str) -> datetime:
        return typed.clock(text, self.at)


class Tick(forms.BooleanField):
    """A box that is ticked or not; a ticked one is sent as "yes"."""

    def __init__(self, label: Any = "", **more: Any) -> None:
        widget = forms.CheckboxInput(attrs={"value": "yes"}, check_test=lambda value: value in (True, "yes"))
        super().__init__(label=label, required=False, widget=widget, **more)

    def to_python(self, value: Any) -> bool:
        return value in (True, "yes")


class HiddenNumber(Number):
    """A number that the page puts into its form, such as the id of a row."""

    def __init__(self, label: Any = "", **more: Any) -> None:
        super().__init__(label, widget=forms.HiddenInput, **more)


class StepForm(forms.Form):
    """The fields of one step. `part` keeps its ids distinct if a page has the form more than once.

    `at` is the moment of the step, for fields that read a clock.
    """

    step: ClassVar[str] = ""
    row: ClassVar[str] = ""
    """The hidden field with the id of the row that the step is about, if a page has a form for each row."""
    AT: ClassVar[Mapping[str, str]] = {}
    """The field at which a refusal of the step is shown, by the refusal's code."""
    use_required_attribute = False

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        part: object = "",
        at: datetime | None = None,
        **more: Any,
    ) -> None:
        prefix = f"{self.step}{part}".replace("%", "%%")  # a client may send any text as the id of a row
        super().__init__(data, auto_id=f"{prefix}-%s" if prefix else "%s", **more)
        self.part = part
        for field in self.fields.values():
            if isinstance(field, NextClock) and at is not None:
                field.at = at

    @classmethod
    def shown(cls, sent: StepForm | None, row: object = "", **initial: Any) -> Self:
        """`sent`, the refused form, if it is this form for this row; otherwise the form as the page fills it."""
        if isinstance(sent, cls) and (not cls.row or sent.data.get(cls.row) == str(row)):
            return sent
        return cls(part=row, initial=({cls.row: row} if cls.row else {}) | initial)

    def offer(self, name: str, options: Iterable[Option]) -> None:
        """Set the options of a Choice."""
        field = self.fields[name]
        assert isinstance(field, Choice)
        field.offer(options)

    def values(self) -> dict[str, Any]:
        """The cleaned values. Raises the Refusal of the first wrong field."""
        if self.is_valid():
            return self.cleaned_data
        self._focus()
        raise next(
            error.refusal
            for errors in self.errors.as_data().values()
            for error in errors
            if isinstance(error, FieldRefused)
        )

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal of the step at the field that it concerns, if it concerns one."""
        name = self.at_field(refusal)
        if name in self.fields and name not in self.errors:
            self.add_error(name, FieldRefused(refusal))
        self._focus()

    def at_field(self, refusal: Refusal) -> str:
        """The name of the field that a refusal concerns; "" if it concerns none."""
        return self.AT.get(refusal.code, "")

    def field_of(self, refusal: Refusal) -> str:
        """The same for a refusal that may come from one of the fields (`values`)."""
        wrong = refusals_in(ValidationError(self.errors.as_data())) if self.is_bound else {}
        return next((name for name, raised in wrong.items() if raised is refusal), self.at_field(refusal))

    def _focus(self) -> None:
        """Give the first wrong field the focus when the page comes back."""
        for name in self.fields:
            if name in self.errors:
                self.fields[name].widget.attrs["autofocus"] = True
                return


SIGN_IN_AT: Final[Mapping[str, str]] = {
    "sign_in.wrong": "pin",
    "sign_in.locked": "number",
    "sign_in.often": "number",
    "sign_in.busy": "number",
}
"""The field of the number and PIN at which a wrong sign-in is shown. It does not say which of the two is
wrong."""
SECOND_AT: Final[Mapping[str, str]] = {
    "signature.second_missing": "number",
    "signature.alone": "number",
    "signature.roles": "number",
    **SIGN_IN_AT,
}


class SignedForm(StepForm):
    """A step that a second person signs with number and PIN."""

    number = Typed(
        _("Second signature"),
        max_length=12,
        attrs={"autocapitalize": "characters", "placeholder": _("number")},
    )
    pin = Pin(_("PIN"))

    def at_field(self, refusal: Refusal) -> str:
        return (
            super().at_field(refusal)
            or SECOND_AT.get(refusal.code, "")
            or ("number" if refusal.code.startswith(("signer.", "place.")) else "")
        )

    @property
    def second(self) -> list[BoundField]:
        """The fields in which the second person signs."""
        return [self["number"], self["pin"]]
