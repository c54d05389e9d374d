"""What a house decides about its floats: who signs what, how slips are numbered, when a gaming day begins.

The environment's ``FLOAT_POLICY`` (JSON) or ``settings.FLOAT_POLICY`` gives the values that differ from those here:

    FLOAT_POLICY='{"slips_by": "pit", "gaming_day": "04:00"}'

A slip keeps the steps that were required when it was made out, so a change of policy never affects open slips.
"""

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_noop

from casino.staff.roles import LADDER, Role

REQUESTED: Final = "requested"
APPROVED: Final = "approved"
SENT: Final = "sent"
RECEIVED: Final = "received"
STATES: Final = (REQUESTED, APPROVED, SENT, RECEIVED)
_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a slip and who signs it: one signature in each of these roles, in order."""

    state: Literal["requested", "approved", "sent", "received"]
    roles: tuple[str, ...]


class Shift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shift and the time of day at which it begins, as ``14:00``."""

    name: str
    starts: str


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house's settings; the defaults are for a house that sets none."""

    slips_by: Literal["casino", "pit"] = "casino"
    """Whether slips are numbered through the whole casino or through each pit."""
    fill: tuple[Step, ...] = (
        Step(REQUESTED, (Role.DEALER,)),
        Step(APPROVED, (Role.GAME_SUPERVISOR,)),
        Step(SENT, (Role.CASINO_SUPERVISOR,)),
        Step(RECEIVED, (Role.DEALER,)),
    )
    """Chips to the table: who asks at the table, who approves, who issues them for the cage, who takes them in."""
    credit: tuple[Step, ...] = (
        Step(REQUESTED, (Role.DEALER,)),
        Step(APPROVED, (Role.GAME_SUPERVISOR,)),
        Step(SENT, (Role.DEALER,)),
        Step(RECEIVED, (Role.CASINO_SUPERVISOR,)),
    )
    """Chips to the cage."""
    void: tuple[str, str] = (Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR)
    """The two roles that void a slip."""
    counted: tuple[str, str] = (Role.DEALER, Role.GAME_SUPERVISOR)
    """The two roles that sign a count of the float and a change of the drop box."""
    box_counted: tuple[str, str] = (Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR)
    """The two roles that sign for the money in a drop box."""
    reversed: tuple[str, str] = (Role.DEALER, Role.GAME_SUPERVISOR)
    """The two roles that reverse an exchange that was entered wrongly."""
    acknowledges: str = Role.CASINO_SUPERVISOR
    gaming_day: str = "06:00"
    """When a gaming day begins, by the house's clock: what is dealt before then belongs to the previous day."""
    shifts: tuple[Shift, ...] = (
        Shift(gettext_noop("day"), "06:00"),
        Shift(gettext_noop("swing"), "14:00"),
        Shift(gettext_noop("night"), "22:00"),
    )
    hold_points: float = 0.0
    """By how many percentage points hold must also differ from its base to be flagged."""
    flag_rounds: int = 100
    """How many rounds are needed before a win can be flagged as outside its range (docs/operations.md says how often
    that happens by chance)."""
    deviations: float = 1.96
    """The standard deviations on each side of theo that make up its interval: 95 in 100."""

    def steps(self, kind: str) -> tuple[Step, ...]:
        """The steps of a fill or a credit."""
        return self.fill if kind == "fill" else self.credit


def policy() -> Policy:
    """The house's settings. Raises ImproperlyConfigured for values that make no sense."""
    try:
        policy_read = msgspec.convert(getattr(settings, "FLOAT_POLICY", {}), Policy)
    except msgspec.ValidationError as wrong:
        raise ImproperlyConfigured(f"FLOAT_POLICY: {wrong}.") from wrong
    if fault := _fault(policy_read):
        raise ImproperlyConfigured(f"FLOAT_POLICY: {fault}.")
    return policy_read


def _fault(policy: Policy) -> str:
    named = [
        role for pair in (policy.void, policy.counted, policy.box_counted, policy.reversed) for role in pair
    ]
    for kind in ("fill", "credit"):
        steps = policy.steps(kind)
        order = [STATES.index(step.state) for step in steps]
        if order != sorted(set(order)) or not steps:
            return f"the steps of a {kind} go {', '.join(STATES)}, each at most once"
        if steps[0].state != REQUESTED or steps[-1].state != RECEIVED or not all(s.roles for s in steps):
            return f"a {kind} begins with {REQUESTED}, ends with {RECEIVED}, and every step has who signs it"
        if len(steps[0].roles) > 1:
            return f"one person requests a {kind}"
        named += [role for step in steps for role in step.roles]
    if unknown := sorted({*named, policy.acknowledges} - set(LADDER)):
        return f"nobody at the tables is {', '.join(unknown)}"
    clocks = [policy.gaming_day, *(shift.starts for shift in policy.shifts)]
    if not all(_CLOCK.fullmatch(clock) for clock in clocks):
        return "a time of day is written as 06:00"
    if not policy.shifts or len({shift.starts for shift in policy.shifts}) != len(policy.shifts):
        return "there is at least one shift, and no two begin at once"
    return ""
