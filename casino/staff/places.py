"""Where a person acts: a dealer at the table where he deals, a supervisor in the pits that the set-up gives him.

Watching is wider: anybody who may look at one pit may look at every pit. These checks are for changes: every post to a
page with a table's code in its address (`casino.staff.access.roles`), every signature by PIN
(`casino.staff.approvals.by_pin`), every decision on an approval, and taking a table over. The pits and tables are the
tables' own, which are asked (`casino.staff.signals`).
"""

from __future__ import annotations

from casino.staff import signals
from casino.staff.models import Staff
from casino.staff.refusals import Refusal
from casino.staff.roles import Role
from casino.staff.signals import Place

CLAUSE = "VIC03-1.2"


class OutOfPlace(Refusal):
    """Somebody tries to act where he has no business."""


def pits() -> list[tuple[str, str]]:
    """Code and name of every pit."""
    return [pit for pits in signals.pits.answers() for pit in pits]


def place_of(code: str) -> Place | None:
    """The place of a table; None where there is no such table."""
    return signals.place_of.first(code=code)


def every_place() -> dict[str, Place]:
    """The place of every table, by its code, with one query."""
    return {code: place for places in signals.every_place.answers() for code, place in places.items()}


def why_not(person: Staff, code: str, dealing_at: str = "") -> str:
    """Why the person does not act at the table; "" if he may, and for a table that does not exist. `dealing_at` is the
    table where the session deals: its dealer acts there in any role."""
    place = place_of(code)
    if place is None or dealing_at == code:
        return ""
    if person.role == Role.DEALER:
        return f"{person.number} does not deal at {code} on this device"
    return "" if person.acts_in(place.pit) else _no_pit(person, place.pit)


def why_not_by_pin(person: Staff, code: str) -> str:
    """The same for a person who gives number and PIN at the table's own screen: a dealer signs where he deals, and at a
    table where nobody deals if he deals at no other."""
    place = place_of(code)
    if place is None or place.dealer == person.number:
        return ""
    if person.role != Role.DEALER:
        return "" if person.acts_in(place.pit) else _no_pit(person, place.pit)
    elsewhere = signals.deals_at.first(number=person.number) or ""
    if elsewhere:
        return f"{person.number} deals at {elsewhere}, not at {code}"
    return f"{place.dealer} deals at {code}, not {person.number}" if place.dealer else ""


def looks_only(person: Staff, code: str) -> str:
    """Why a supervisor only looks at the pages of the table, in words for them; "" where he acts, and for everybody
    else, whose pages say it in their own way."""
    if not person.has_role_at_least(Role.GAME_SUPERVISOR):
        return ""
    place = place_of(code)
    if place is None or place.dealer == person.number or person.acts_in(place.pit):
        return ""
    return _no_pit(person, place.pit)


def require(person: Staff, code: str) -> None:
    """Raises OutOfPlace where a supervisor does not act at the table."""
    if why := why_not(person, code):
        raise refusal(why)


def refusal(why: str) -> OutOfPlace:
    """What somebody out of place is told."""
    return OutOfPlace(
        f"{why}.", remedy="The table's own dealer or a supervisor of its pit does this.", clause=CLAUSE
    )


def _no_pit(person: Staff, pit: str) -> str:
    return f"{person.number} does not act in pit {pit}"
