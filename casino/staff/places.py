"""Where a person acts: a dealer at the table where he deals, a supervisor in the pits that the set-up gives him.

Watching is wider: anybody who may look at one pit may look at every pit. These checks are for changes: every post to a
page with a table's code in its address (`casino.staff.access.roles`), every signature by PIN
(`casino.staff.approvals.by_pin`), every decision on an approval, and taking a table over. The pits and tables are the
tables' own, which the staff room may not import: they register.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from casino.staff.models import Staff
from casino.staff.refusals import Refusal
from casino.staff.roles import Role

CLAUSE = "VIC03-1.2"


@dataclass(frozen=True, slots=True)
class Place:
    """A table: the code of its pit, and the number of its dealer."""

    pit: str
    dealer: str


class OutOfPlace(Refusal):
    """Somebody tries to act where he has no business."""


_pits: list[Callable[[], Iterable[tuple[str, str]]]] = []
_place: list[Callable[[str], Place | None]] = []
_deals_at: list[Callable[[str], str]] = []
_every: list[Callable[[], Mapping[str, Place]]] = []


def register(
    pits: Callable[[], Iterable[tuple[str, str]]],
    place: Callable[[str], Place | None],
    deals_at: Callable[[str], str],
    every: Callable[[], Mapping[str, Place]],
) -> None:
    """Let the tables say which pits there are (code and name), which place a table is (None: no such table), at which
    table a number deals ("": at none), and all their places by code."""
    _pits[:], _place[:], _deals_at[:], _every[:] = [pits], [place], [deals_at], [every]


def pits() -> list[tuple[str, str]]:
    """Code and name of every pit."""
    return [pit for given in _pits for pit in given()]


def place_of(code: str) -> Place | None:
    """The place of a table; None where there is no such table."""
    return next((place for of in _place if (place := of(code)) is not None), None)


def every_place() -> dict[str, Place]:
    """The place of every table, by its code, with one query."""
    return {code: place for of in _every for code, place in of().items()}


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
    elsewhere = next((where for of in _deals_at if (where := of(person.number))), "")
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
