"""How far the set-up of a house has come, worked out from what exists, so that nothing is lost or stored twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from casino.ledger.seals import seal_key
from casino.refusals import Refusal
from casino.staff.models import Staff, Tablet
from casino.staff.roles import Role
from tables import house_facts as facts
from tables.float.policy import policy
from tables.models import MAIN, Pit, Sign, Table

STEPS: Final = (
    ("named", _("House")),
    ("books", _("Rule books")),
    ("pits", _("Pits")),
    ("tables", _("Tables")),
    ("staff", _("Staff and PINs")),
    ("tablets", _("Tablets")),
    ("floats", _("Floats")),
    ("key", _("Seal key")),
    ("backup", _("First backup")),
    ("open", _("Open")),
)
"""The steps in order: the name in the address, and the title."""
WANTED: Final = (Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER)
"""The roles without which no table of a house can be opened, filled and closed by two people."""


class Step(NamedTuple):
    """A step and what it still lacks."""

    name: str
    label: str
    number: int
    lacks: tuple[Refusal, ...]

    @property
    def done(self) -> bool:
        return not self.lacks


def steps() -> list[Step]:
    """The steps, with what each still lacks. The last is done once the house is open."""
    lacks: dict[str, list[Refusal]] = {name: [] for name, _label in STEPS}
    for name, refusal in _lacking():
        lacks[name].append(refusal)
    if facts.entry(facts.OPENED) is None:
        lacks["open"].append(Refusal("house.not_open"))
    return [
        Step(name, str(label), number, tuple(lacks[name]))
        for number, (name, label) in enumerate(STEPS, start=1)
    ]


def missing() -> list[Refusal]:
    """What must be done before the house opens."""
    return [refusal for _name, refusal in _lacking()]


def _lacking() -> Iterator[tuple[str, Refusal]]:
    named = facts.named()
    if named is None:
        yield "named", Refusal("house.step_named")
    else:
        for fault in facts.setting_faults(named).values():
            yield "named", fault
    if not facts.games():
        yield "books", Refusal("house.no_books")
    if not Pit.objects.exists():
        yield "pits", Refusal("house.step_pits")
    tables = set(Table.objects.values_list("code", flat=True))
    if not tables:
        yield "tables", Refusal("house.step_tables")
    signed = set(Sign.objects.filter(bet=MAIN).values_list("table__code", flat=True))
    if bare := sorted(tables - signed):
        yield "tables", Refusal("house.step_signs", tables=bare)
    roles = set(Staff.objects.filter(is_active=True).values_list("role", flat=True))
    if lacking := [str(role.label) for role in WANTED if role not in roles]:
        yield "staff", Refusal("house.step_roles", roles=lacking)
    assigned = set(Tablet.objects.filter(revoked_at=None).values_list("table_code", flat=True))
    if tables and not tables & assigned:
        yield "tablets", Refusal("house.step_tablets")
    if facts.floats() != policy():
        yield "floats", Refusal("house.step_floats")
    kept = facts.key_kept()
    if kept is None or kept[0] != str(seal_key().verifier):
        yield "key", Refusal("house.key_place")
    if facts.entry(facts.BACKUP_TESTED) is None:
        yield "backup", Refusal("house.backup_untested")


def is_open() -> bool:
    """Whether the house was opened, which is the last step of its set-up."""
    return facts.entry(facts.OPENED) is not None
