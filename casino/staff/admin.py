"""Set-up of people and tablets. Approvals and guards belong to the record and the system, so they are not here."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.forms import shown_facts
from casino.forms.fields import FieldRefused
from casino.refusals import Refusal
from casino.staff import changes, people, tablets
from casino.staff import pin as pins
from casino.staff.audited_admin import AuditedAdmin, AuditedForm
from casino.staff.models import Staff, Tablet, check_new_pin, pin_hash
from casino.translated import text, whole
from casino.words import Phrase

HASHED = "hashed_pin"
"""The name under which a request carries the hash of the new PIN."""


def setter(request: HttpRequest) -> Staff:
    """The person at the admin, who must be allowed to set up to get this far."""
    assert isinstance(request.user, Staff)
    return request.user


class StaffForm(AuditedForm):
    """A person's set-up; the PIN can be written but is never shown."""

    pin = forms.CharField(
        label=gettext_lazy("New PIN"),
        required=False,
        max_length=12,
        strip=True,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "new-password"}),
        help_text=gettext_lazy("4 to 12 digits. Leave empty to keep the present one."),
    )

    pits = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=(
            gettext_lazy(
                "Where a supervisor acts. None: no pit for a game supervisor, every pit for a casino supervisor and "
                "an operations manager. Dealers act at the table where they deal."
            )
        ),
    )
    by: Staff | None = None
    """The person who sets up."""
    hashed = ""
    """The hash of the new PIN that was typed, made while nothing was locked; "" without one that is accepted."""

    class Meta:
        model = Staff
        fields = ("number", "role", "pits", "is_active", "is_superuser")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["pits"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = people.pit_options(self.instance.pits or ())

    def clean_pin(self) -> str:
        pin = str(self.cleaned_data.get("pin") or "")
        if pin and self.by is not None and self.instance.pk == self.by.pk:
            raise FieldRefused(Refusal("pin.own_elsewhere"))
        if not pin and self.instance.pk is None:
            raise FieldRefused(Refusal("pin.missing"))
        if pin:
            check_new_pin(pin, str(self.cleaned_data.get("number") or self.instance.number))
        return pin

    def more_facts(self) -> dict[str, Any]:
        """Makes sure that a PIN which somebody else has set meanwhile is not overwritten unseen."""
        return {"pin": people.pin_last_set(self.instance.number)} if self.instance.pk is not None else {}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        manages = cleaned.get("role") == people.SETS_UP
        opens = cleaned.get("is_active") and cleaned.get("is_superuser") and manages
        who_may = Staff.objects.filter(is_active=True, is_superuser=True, role=people.SETS_UP)
        others = who_may.exclude(pk=self.instance.pk)
        if self.instance.pk is not None and self.instance.is_superuser and not opens and not others.exists():
            raise FieldRefused(Refusal("staff.last_to_set_up", number=self.instance.number))
        return cleaned


def _hash_of_new_pin(request: HttpRequest, object_id: str | None) -> str:
    """The hash of the PIN that a form gives a person; "" if it gives none, or one that the form refuses."""
    pin = request.POST.get("pin", "").strip()
    person = Staff.objects.filter(pk=object_id).first() if object_id and object_id.isdecimal() else None
    number = person.number if person is not None else request.POST.get("number", "").strip()
    try:
        return pin_hash(number, pin) if pin else ""
    except ValidationError:
        return ""


@admin.register(Staff)
class StaffAdmin(AuditedAdmin):
    """People. Nobody is deleted, since the record names them: deactivate them instead."""

    form = StaffForm
    list_display = ("number", "role", "pits", "is_active", "is_superuser", "pin_set_by")
    list_filter = ("role", "is_active")
    search_fields = ("number",)
    actions = ("lift_lock_out",)

    def get_readonly_fields(self, request: HttpRequest, obj: Staff | None = None) -> tuple[str, ...]:
        # The record names people by number: a number cannot pass to somebody else.
        return ("number",) if obj is not None else ()

    def get_form(
        self, request: HttpRequest, obj: Staff | None = None, change: bool = False, **kwargs: Any
    ) -> type[StaffForm]:
        form = super().get_form(request, obj, change=change, **kwargs)
        assert issubclass(form, StaffForm)  # a class for this request alone
        form.by, form.hashed = setter(request), getattr(request, HASHED, "")
        return form

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        # A hash takes long, so it is made before the page's transaction begins and locks the row.
        if request.method == "POST":
            setattr(request, HASHED, _hash_of_new_pin(request, object_id))
        return super().changeform_view(request, object_id, form_url, extra_context)

    def fields_to_save(self, obj: Staff, form: Any) -> list[str]:
        pin = form.cleaned_data.get("pin")
        if pin:
            obj.password, obj.pin_set_by = form.hashed, form.by.number
        return [*form.changed_fields, *(["password", "pin_set_by"] if pin else [])]

    def record(self, request: HttpRequest, obj: Staff, form: Any, change: bool) -> None:
        """A change that gives powers waits in the pit for a second person (`casino.staff.changes`), and the person's
        live screens close."""
        fields = [name for name in form.changed_data if name != shown_facts.FIELD]
        detail = Phrase.of(
            "entry.person_changed", number=obj.number, role=str(obj.get_role_display()), fields=fields
        )
        kind = "staff_changed" if change else "staff_added"
        powers = people.powers_in(obj, fields) if change else [changes.NEW]
        people.record(obj, kind, detail, powers, fields, by=setter(request), at=timezone.now())

    @admin.action(description="Lift the lock-out")
    def lift_lock_out(self, request: HttpRequest, chosen: QuerySet[Staff]) -> None:
        for person in chosen:
            pins.lift(person.number, setter(request))
        self.message_user(
            request, text(_("{count} lifted: {names:list}"), count=len(chosen), names=list(map(str, chosen)))
        )


@admin.register(Tablet)
class TabletAdmin(AuditedAdmin):
    """Tablets are assigned at the tablet itself; here they are listed and unassigned."""

    list_display = ("table_code", "id", "enrolled_by", "enrolled_at", "revoked_by", "revoked_at")
    list_filter = ("table_code",)
    actions = ("unassign",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Tablet | None = None) -> bool:
        # True for the list, which has the action; a single tablet has nothing to edit.
        return obj is None

    @admin.action(description="Unassign from its table")
    def unassign(self, request: HttpRequest, chosen: QuerySet[Tablet]) -> TemplateResponse | None:
        """Ask for confirmation once, listing the tablets: an unassigned tablet can no longer deal from its next tap on,
        and can be assigned again only at the tablet itself."""
        assigned = list(chosen.filter(revoked_at=None))
        if not assigned:
            self.message_user(request, _("None of these is assigned to a table."), messages.WARNING)
            return None
        if request.POST.get("sure") != "yes":
            context = {
                **self.admin_site.each_context(request),
                "assigned": assigned,
                "title": _("Unassign tablets"),
                "opts": self.opts,
            }
            return TemplateResponse(request, "staff/unassign.html", context)
        done = []
        try:
            for tablet in assigned:
                tablets.revoke(tablet, setter(request))
                done.append(str(tablet))
        except Refusal as refusal:
            self.message_user(request, whole(refusal), messages.ERROR)
        if done:
            self.message_user(
                request, text(_("{count} unassigned: {names:list}"), count=len(done), names=list(done))
            )
        return None
