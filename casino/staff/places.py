"""Where a person acts: dealers at the table where they deal, supervisors in the pits that the set-up gives them.

Watching is not limited: anybody who may look at one pit may look at every pit. These checks are for changes: every
post to a page with a table's code in its address (`casino.staff.access.roles`), every signature by PIN
(`casino.staff.approvals.by_pin`), every decision on an approval, and taking a table over. Pits and tables belong to
the room `tables`, which is asked by signals (`casino.staff.signals`).
"""

from __future__ import annotations

from casino.refusals import Refusal
from casino.staff import signals
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.staff.signals import Place

CLAUSE = "VIC03-1.2"


class OutOfPlace(Refusal):
    """Somebody tries to act at a table or in a pit where they do not work."""


def pits() -> list[tuple[str, str]]:
    """Code and name of every pit."""
    return [pit for pits in signals.pits.answers() for pit in pits]


def place_of(code: str) -> Place | None:
    """The place of a table; None for an unknown table."""
    return signals.place_of.first(code=code)


def every_place() -> dict[str, Place]:
    """The place of every table, by its code, with one query."""
    return {code: place for places in signals.every_place.answers() for code, place in places.items()}


def refusal_to_act(person: Staff, code: str, dealing_at: str = "") -> OutOfPlace | None:
    """Why the person does not act at the table; None if they do, and for a table that does not exist. `dealing_at`
    is the table where the session deals: its dealer acts there in any role."""
    if dealing_at == code or (place := place_of(code)) is None:
        return None
    if person.role == Role.DEALER:
        return OutOfPlace("place.not_dealing", CLAUSE, number=person.number, table=code)
    return None if person.acts_in(place.pit) else out_of_pit(person, place.pit)


def refusal_to_sign(person: Staff, code: str) -> OutOfPlace | None:
    """The same for a person who gives number and PIN at the table's own screen: dealers sign where they deal, and at
    a table where nobody deals if they deal at no other."""
    place = place_of(code)
    if place is None or place.dealer == person.number:
        return None
    if person.role != Role.DEALER:
        return None if person.acts_in(place.pit) else out_of_pit(person, place.pit)
    elsewhere = signals.deals_at.first(number=person.number) or ""
    if elsewhere:
        return OutOfPlace(
            "place.deals_elsewhere", CLAUSE, number=person.number, elsewhere=elsewhere, table=code
        )
    if not place.dealer:
        return None
    return OutOfPlace("place.other_dealer", CLAUSE, dealer=place.dealer, table=code, number=person.number)


def refusal_to_change(person: Staff, code: str) -> OutOfPlace | None:
    """Why a supervisor only looks at the pages of the table; None if they act there, and for everybody else, whose
    pages say it in their own way."""
    if not person.has_role_at_least(Role.GAME_SUPERVISOR):
        return None
    place = place_of(code)
    if place is None or place.dealer == person.number or person.acts_in(place.pit):
        return None
    return out_of_pit(person, place.pit)


def require(person: Staff, code: str) -> None:
    """Raises OutOfPlace if a supervisor does not act at the table."""
    if why := refusal_to_act(person, code):
        raise why


def out_of_pit(person: Staff, pit: str) -> OutOfPlace:
    """The refusal that says that the person does not work in the pit with that code."""
    return OutOfPlace("place.other_pit", CLAUSE, number=person.number, pit=pit)
