"""What can go wrong at a table, book by book: the kinds, who signs for each, and what there is to choose."""

from typing import Final

from casino.rulebooks.irregularities import act03, act96, nz, silent, uk, vic03
from casino.rulebooks.kind import SETTING, Kind
from casino.rulebooks.rules import Rules

__all__ = ["Kind", "irregularities", "role_of"]

_BOOKS: Final[dict[str, dict[str, tuple[Kind, ...]]]] = {
    "ACT96": {"": act96.KINDS},
    "ACT03": {"": act03.KINDS},
    "VIC03": {"": vic03.KINDS},
    "NZ": {"": nz.KINDS, "ante_up": nz.ANTE_UP, "player_select": nz.PLAYER_SELECT},
    "UK": {"": uk.KINDS},
}
"""The kinds of a book, and those that a version adds."""


def irregularities(rules: Rules) -> dict[str, Kind]:
    """The kinds that can be reported in a game under its elections, by name, in the book's order."""
    if rules.kinds is not None:
        return {kind.kind: kind for kind in rules.kinds}
    shoe = "manual" if rules.cutting_card.value else "automatic"
    of_book = _BOOKS[rules.book]
    of_game = (*of_book[""], *of_book.get(rules.game, ()))
    named = {kind.kind for kind in of_game}
    apart = {
        "an automatic shoe" if shoe == "manual" else "a shoe with a cutting card",
        "a side bet with a button",
    }
    if not rules.ante.value:
        apart.add("a game with an ante")
    beyond = silent.kinds(rules.book, named)
    rest = silent.ruling(rules.book, {*named, *(kind.kind for kind in beyond)}, apart)
    known = (*of_game, *beyond, rest)
    return {kind.kind: kind for kind in known if kind.shoe in ("", shoe)}


def role_of(rules: Rules, kind: Kind) -> str:
    """The least role that signs for it; "" if the dealer acts alone."""
    role = rules.irregularity_role.value if kind.role == SETTING else rules.acting(kind.role)
    return "" if role == "dealer" else role
