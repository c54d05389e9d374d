"""The base of every admin class: audited rows are changed only from an up-to-date page, and never deleted.

A form carries what it showed (`casino.forms.shown_facts`). If somebody has changed that since, nothing is saved: the
page says who and when, shows the current value in every untouched field, and keeps what was typed. Only the fields that
the person changed are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import models
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from casino.forms import shown_facts
from casino.house_time import day_and_clock
from casino.ledger.rows import last_entry_of
from casino.translated import text

OLD_PAGE = "old_page"
"""The error code of a form that was filled in on an outdated page."""


class AuditedForm(forms.ModelForm):
    """A form that carries what its page showed. `more_facts` adds facts that are not fields."""

    showed = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial[shown_facts.FIELD] = (
            shown_facts.as_field(self.facts()) if self.instance.pk is not None else ""
        )

    def more_facts(self) -> dict[str, Any]:
        """What else the form depends on, beyond its fields."""
        return {}

    def facts(self) -> dict[str, Any]:
        """What the page shows of the row: the editable fields, and `more_facts`."""
        own = self._meta.model._meta
        names = [name for name in self.fields if name != shown_facts.FIELD and _has(own, name)]
        return {name: self._shown(name, self.initial.get(name)) for name in names} | self.more_facts()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.instance.pk is None:
            return cleaned
        shown = shown_facts.read(self.data.get(self.add_prefix(shown_facts.FIELD), ""))
        if shown is None:
            self._take_up({})
            raise ValidationError(
                _("This form does not say what its page showed. Check it, and save again."), OLD_PAGE
            )
        now = self.facts()
        if changed := shown_facts.changed(shown, now):
            self._take_up(shown)
            for name in changed:
                if name in self.fields and self._touched(name, shown):
                    self.add_error(
                        name,
                        ValidationError(
                            text(_("This is now: {value}"), value=_in_words(now[name])), OLD_PAGE
                        ),
                    )
            raise ValidationError(self._since(changed), OLD_PAGE)
        return cleaned

    @property
    def changed_fields(self) -> list[str]:
        """The columns that the person changed."""
        own = self._meta.model._meta
        return [name for name in self.changed_data if name != shown_facts.FIELD and _has(own, name)]

    def _since(self, changed: Iterable[str]) -> str:
        """Who has changed what since the page was shown, in words."""
        names = list(changed)
        what = text("{names:and}", names=[self._label(name) for name in names])
        entry = last_entry_of(self.instance, names)
        if entry is None:
            return text(
                _("Somebody has changed {what} since this page was shown. Check it, and save again."),
                what=what,
            )
        who, when = entry.actor or _("A program"), day_and_clock(entry.at)
        return text(
            _(
                "{who} changed {what} on {when}, after this page was shown. Nothing is saved. The fields that you did "
                "not touch show what holds now: look at them, and save again."
            ),
            who=who,
            what=what,
            when=when,
        )

    def _label(self, name: str) -> str:
        field = self.fields.get(name)
        return str(field.label or name).lower() if field is not None else name.replace("_", " ")

    def _touched(self, name: str, shown: dict[str, Any]) -> bool:
        """Whether the person changed what the page had put into the field."""
        if name not in shown or name not in self.cleaned_data:
            return True
        value = self.cleaned_data[name]
        typed = self._shown(name, value.pk if isinstance(value, models.Model) else value)
        return bool(shown_facts.changed({name: shown[name]}, {name: typed}))

    def _take_up(self, shown: dict[str, Any]) -> None:
        """Put the current values into the untouched fields, since the form is shown again with the current state."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        for name in self.fields:
            if name == shown_facts.FIELD or self.fields[name].widget.is_hidden:
                continue
            if name in shown and not self._touched(name, shown):
                value = self._shown(name, self.initial.get(name))
                if value is False or value is None:
                    data.pop(self.add_prefix(name), None)
                elif isinstance(value, list):
                    data.setlist(self.add_prefix(name), value)
                else:
                    data[self.add_prefix(name)] = "on" if value is True else str(value)
        data[self.add_prefix(shown_facts.FIELD)] = shown_facts.as_field(self.facts())
        self.data = data

    def _shown(self, name: str, value: Any) -> Any:
        """A value as its field shows it."""
        return value if isinstance(value, bool) else self.fields[name].prepare_value(value)


def _has(own: Any, name: str) -> bool:
    return any(field.name == name for field in own.concrete_fields)


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "empty" if value in (None, "") else str(value)


class NoDeletion:
    """These rows are never deleted, by a page, an action or an inline: the record mentions them."""

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AuditedAdmin(NoDeletion, admin.ModelAdmin):
    """The base of every admin class. `record` writes the entry for a row that is saved."""

    form: type[forms.ModelForm] = AuditedForm

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        row = super().get_object(request, object_id, from_field)
        if row is not None and request.method == "POST":
            # Under the lock: what the form showed is compared with the row, which nobody else can change meanwhile.
            row = self.model._default_manager.select_for_update().get(pk=row.pk)
        return row

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        fields = self.fields_to_save(obj, form)
        if not change:
            super().save_model(request, obj, form, change)
        elif fields:
            obj.save(update_fields=fields)
        if fields or not change:
            self.record(request, obj, form, change)

    def fields_to_save(self, obj: Any, form: Any) -> list[str]:
        """The columns to write of an existing row: those that the person changed."""
        return list(form.changed_fields)

    def record(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Write the entry for a row that is saved."""
        raise NotImplementedError


class Shown(NoDeletion, admin.TabularInline):
    """Rows that can only be read here; they are changed on their own pages, by the roles that may."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
