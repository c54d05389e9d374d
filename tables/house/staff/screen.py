"""What the pages of the staff show: everybody of the house, and what one person may do and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.forms import shown_facts
from casino.forms.shown_facts import Facts
from casino.refusals import Refusal
from casino.staff import changes, people
from casino.staff.models import EVERY_PIT, Staff, StaffChange
from casino.staff.roles import LADDER, Role
from tables.house.staff.forms import ActiveForm, FirstPinForm, NewPersonForm, PowersForm
from tables.models import Table
from tables.rota.rota import on_shift

ALL: Final = "all"
INACTIVE: Final = "inactive"
SHOWS: Final = (
    (ALL, gettext_noop("Active")),
    (Role.DEALER, gettext_noop("Dealers")),
    ("supervisors", gettext_noop("Supervisors")),
    ("others", gettext_noop("Others")),
    ("first_pin", gettext_noop("First PIN")),
    (INACTIVE, gettext_noop("Inactive")),
)
"""Which people the page shows: a key in the address, and its words."""
MOST: Final = 200
"""The most rows on the page; more people are found by number."""
_OF: Final[Mapping[str, Q]] = {
    ALL: Q(is_active=True),
    Role.DEALER: Q(is_active=True, role=Role.DEALER),
    "supervisors": Q(is_active=True, role__in=LADDER[1:]),
    "others": Q(is_active=True) & ~Q(role__in=LADDER),
    "first_pin": Q(is_active=True) & ~Q(pin_set_by=""),
    INACTIVE: Q(is_active=False),
}


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody of the house."""

    person: Staff
    pits: str
    where: str
    """The table where they deal, or that they are on shift; "" for neither."""


@dataclass(frozen=True, slots=True)
class StaffPage:
    """Everybody in the house, or those who are searched for."""

    rows: list[PersonRow]
    counts: list[tuple[str, str, int]]
    show: str
    query: str
    further: int
    """How many more people there are than the page has rows."""
    form: NewPersonForm
    acts: bool
    waits: int
    """Changes that one person made alone and that wait in the pit."""
    refusal: Refusal | None = None
    pins: Mapping[str, str] = field(default_factory=dict)
    """The first PIN of the person who was added, by number; only on this answer."""


@dataclass(frozen=True, slots=True)
class PersonPage:
    """What one person may do and where, and the forms that change it."""

    shown: PersonRow
    showed: str
    powers: PowersForm
    first_pin: FirstPinForm
    active: ActiveForm
    acts: bool
    blocked: str
    """Why the viewer cannot change anything on it; "" if they can."""
    set_up_by: list[StaffChange]
    refusal: Refusal | None = None
    pins: Mapping[str, str] = field(default_factory=dict)


def facts(person: Staff) -> Facts:
    """What a form on the page of a person depends on."""
    held = [person.role, person.is_active, person.is_superuser, sorted(person.pits), person.pin_set_by]
    return {f"person:{person.number}": [*held, people.pin_last_set(person.number)]}


def staff_page(
    show: str,
    query: str,
    by: Staff,
    *,
    form: NewPersonForm | None = None,
    refusal: Refusal | None = None,
    pins: Mapping[str, str] | None = None,
) -> StaffPage:
    """The staff as `by` sees them; `query` is the beginning, or a part, of a number."""
    show = show if show in _OF else ALL
    chosen = Staff.objects.filter(number__contains=query) if query else Staff.objects.filter(_OF[show])
    counted = Staff.objects.aggregate(**{name: Count("pk", filter=of) for name, of in _OF.items()})
    rows = list(chosen.order_by("number")[:MOST])
    return StaffPage(
        rows=_rows(rows),
        counts=[(name, _(words), counted[name]) for name, words in SHOWS],
        show="" if query else show,
        query=query,
        further=max(chosen.count() - MOST, 0),
        form=form or NewPersonForm(held=[]),
        acts=people.may_set_up(by),
        waits=changes.waiting().count(),
        refusal=refusal,
        pins=pins or {},
    )


def person_page(
    person: Staff,
    by: Staff,
    *,
    sent: PowersForm | FirstPinForm | ActiveForm | None = None,
    refusal: Refusal | None = None,
    pins: Mapping[str, str] | None = None,
) -> PersonPage:
    """One person as `by` sees them; `sent` is the refused form."""
    blocked = ""
    if not people.may_set_up(by):
        blocked = _("You may look. Only an operations manager who is registered for set-up can change it.")
    elif by.pk == person.pk:
        blocked = _("Nobody may change their own details: another person with set-up rights must do it.")
    return PersonPage(
        shown=_rows([person])[0],
        showed=shown_facts.as_field(facts(person)),
        powers=sent if isinstance(sent, PowersForm) else PowersForm.of(person),
        first_pin=sent if isinstance(sent, FirstPinForm) else FirstPinForm(),
        active=sent if isinstance(sent, ActiveForm) else ActiveForm(),
        acts=not blocked,
        blocked=blocked,
        set_up_by=list(StaffChange.objects.filter(number=person.number).order_by("-set_at")[:10]),
        refusal=refusal,
        pins=pins or {},
    )


def _rows(persons: list[Staff]) -> list[PersonRow]:
    dealing = dict(Table.objects.exclude(dealer="").values_list("dealer", "code"))
    present = on_shift()
    return [
        PersonRow(
            person,
            _pits_of(person),
            dealing.get(person.number) or (_("on shift") if person.number in present else ""),
        )
        for person in persons
    ]


def _pits_of(person: Staff) -> str:
    """The pits in which the person acts; "" for one who acts in none, such as a dealer, who acts at a table."""
    if person.role not in LADDER[1:]:
        return ""
    everywhere = EVERY_PIT in person.pits or (not person.pits and person.role != Role.GAME_SUPERVISOR)
    return _("every pit") if everywhere else " ".join(person.pits)
