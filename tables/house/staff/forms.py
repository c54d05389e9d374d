"""The forms of the staff: a new person, powers, a first PIN, active or not; each with the second signature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Self

from django.utils.translation import gettext_lazy as _

from casino.forms.fields import SignedForm, Tick, Ticks
from casino.staff import people
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.house.forms import CAPITALS, NeededChoice, StaffNumber

SIGNERS: Final = {
    "staff.role_cannot_acknowledge": "number",
    "staff.own_change": "number",
    "staff.change_about_self": "number",
}


class SignedByTwo(SignedForm):
    """A change to the staff, which a second person signs too."""

    AT = SIGNERS


class PowersForm(SignedByTwo):
    """What somebody may do, and where."""

    step = "powers"
    AT = SIGNERS | {"house.pit_unknown": "pits", "staff.sets_up_role": "sets_up"}
    role = NeededChoice(_("Role"), options=Role.choices)
    pits = Ticks(_("Acts in these pits, as a supervisor"))
    sets_up = Tick(_("Sets up the house and its people (operations managers)"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, held: list[str], **more: Any) -> None:
        super().__init__(data, **more)
        pits = self.fields["pits"]
        assert isinstance(pits, Ticks)
        pits.offer(people.pit_options(held))

    @classmethod
    def of(cls, person: Staff) -> Self:
        """The form with what somebody may do now."""
        held = {"role": person.role, "pits": person.pits, "sets_up": person.is_superuser}
        return cls(held=person.pits, initial=held)


class NewPersonForm(PowersForm):
    """A new person; the first PIN is drawn."""

    step = "new"
    AT = PowersForm.AT | {"house.person_there": "person"}
    person = StaffNumber(
        _("Number of the new person"), max_length=16, attrs={**CAPITALS, "placeholder": "D-150"}
    )
    role = NeededChoice(_("Role"), options=[("", "–"), *Role.choices])


class FirstPinForm(SignedByTwo):
    """A first PIN to replace a forgotten one."""

    step = "pin"


class ActiveForm(SignedByTwo):
    """Whether somebody can sign in at all."""

    step = "active"
