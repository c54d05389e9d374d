"""The approved rule books as data: one module a book, one dataclass of rules, the clause register."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from casino.rulebooks import act03, act96, nz, nz_versions, uk, vic03, vic03_versions
from casino.rulebooks import elections as choice
from casino.rulebooks.elections import Election
from casino.rulebooks.rule import OPERATOR, Rule, RuleBookError, read_as
from casino.rulebooks.rules import ROLES, Rules, Steps
from casino.rulebooks.shoes import act03 as act03_shoes
from casino.rulebooks.shoes import vic03 as vic03_shoes
from casino.rulebooks.withdrawn import WITHDRAWN

__all__ = [
    "BOOKS",
    "ROLES",
    "Book",
    "Election",
    "Rule",
    "RuleBookError",
    "Rules",
    "Steps",
    "book_of",
    "rules_for",
]


@dataclass(frozen=True, slots=True)
class Book:
    """A rule book: its games, and what the operator may elect in each."""

    key: str
    title: str
    games: dict[str, Rules]
    elections: dict[str, tuple[Election, ...]]


_VIC = (choice.limits("VIC03-6.5"), choice.auto_shuffler("VIC03-3.1.1", vic03_shoes.AUTOMATIC))
_ACT96 = (choice.limits("ACT96-5.6-S2"), choice.MULTIPLES_NOTICE)

BOOKS: Final[dict[str, Book]] = {
    "ACT96": Book(
        "ACT96",
        "Canberra 1996",
        {"blackjack": act96.BLACKJACK, "triple_play": act96.TRIPLE_PLAY},
        {"blackjack": _ACT96, "triple_play": _ACT96},
    ),
    "ACT03": Book(
        "ACT03",
        "Canberra 2003",
        {"blackjack": act03.BLACKJACK},
        {
            "blackjack": (
                choice.limits("ACT03-3.1-B01"),
                choice.auto_shuffler("ACT03-19.1-B01", act03_shoes.AUTOMATIC),
                choice.APPROVED_SHUFFLE,
            )
        },
    ),
    "VIC03": Book(
        "VIC03",
        "Victoria 2003",
        {
            "blackjack": vic03.BLACKJACK,
            "crown_pontoon": vic03_versions.CROWN_PONTOON,
            "vegas_blackjack": vic03_versions.VEGAS_BLACKJACK,
            "crown_blackjack": vic03_versions.CROWN_BLACKJACK,
        },
        {"blackjack": _VIC, "crown_pontoon": _VIC, "vegas_blackjack": _VIC, "crown_blackjack": _VIC},
    ),
    "NZ": Book(
        "NZ",
        "New Zealand",
        {
            "blackjack": nz.BLACKJACK,
            "ante_up": nz_versions.ANTE_UP,
            "blackjack_plus": nz_versions.BLACKJACK_PLUS,
            "free_bet": nz_versions.FREE_BET,
            "player_select": nz_versions.PLAYER_SELECT,
        },
        {
            "blackjack": choice.NZ_COMMON,
            "ante_up": (*choice.NZ_COMMON, *choice.ANTE),
            "blackjack_plus": choice.NZ_COMMON,
            "free_bet": choice.NZ_COMMON,
            "player_select": (*choice.NZ_COMMON, *choice.PLAYER_SELECT),
        },
    ),
    "UK": Book(
        "UK", "United Kingdom house", {"blackjack": uk.BLACKJACK}, {"blackjack": (choice.limits("UK-B25"),)}
    ),
}

Pairs = tuple[tuple[str, str], ...]


def book_of(key: str) -> Book:
    """The book with that key. Raises RuleBookError for an unknown one."""
    try:
        return BOOKS[key]
    except KeyError:
        if key in WITHDRAWN:
            raise WITHDRAWN[key].refusal() from None
        raise RuleBookError("rule_book.unknown", book=key, known=list(BOOKS)) from None


@lru_cache(maxsize=256)
def rules_for(book: str, game: str = "blackjack", elections: Pairs = (), readings: Pairs = ()) -> Rules:
    """The rules of a game under the table's elections and the house's readings.

    ``readings`` name a rule whose clause is ambiguous and the value of one of its readings, as text; names with a
    dot are readings of side bets and skipped (`sidebets.side_bets`). Raises RuleBookError when a name or value is
    not permitted; it names what is.
    """
    book_rules = book_of(book)
    if game not in book_rules.games:
        raise RuleBookError("rule_book.no_game", book=book, game=game, known=list(book_rules.games))
    offered = {election.name: election for election in book_rules.elections[game]}
    chosen = dict(elections)
    for name in chosen:
        if name not in offered:
            raise RuleBookError("rule_book.no_election", book=book, game=game, name=name, known=list(offered))
    rules = _elected(book_rules.games[game], offered, chosen)
    if rules.upper_minimum.value:
        # Both levels start from the game itself: what the upper one restricts, the lower may still have (NZ-21.5).
        beneath = {offered[name].beneath: value for name, value in chosen.items() if offered[name].beneath}
        rules = choice.with_lower(rules, _elected(book_rules.games[game], offered, {**chosen, **beneath}))
    for name, value in readings:
        if "." not in name:
            rules = _read_as(rules, book_rules.games[game], name, value)
    return _with_operator(rules)


def _with_operator(rules: Rules) -> Rules:
    """The rules with the role that acts for the operator in place of the operator, wherever a clause names only
    that."""
    named: dict[str, Any] = {
        name: replace(rule, value=rules.acting(rule.value))
        for name, rule in rules.rules().items()
        if rule.value == OPERATOR and not rule.readings
    }
    return replace(rules, lower=rules.lower and _with_operator(rules.lower), **named)


def _elected(rules: Rules, offered: dict[str, Election], chosen: dict[str, str]) -> Rules:
    # In the book's order, so that a choice which another builds on comes first, whatever order was given.
    for name, election in offered.items():
        value = chosen.get(name, election.values[0])
        if name not in chosen:
            if election.required:
                raise RuleBookError(
                    "rule_book.election_missing", book=rules.book, game=rules.game, name=name, value=value
                )
        else:
            rules = election.apply(rules, election.check(value))
        notice = election.notice_of(value)
        if notice is not None:
            rules = replace(rules, notices=(*rules.notices, notice))
    return rules


def _read_as(rules: Rules, game: Rules, name: str, value: str) -> Rules:
    """The rules with one clause read otherwise. A value that an election has set under its own clause stays: the
    reading is of the clause that applies without an election (NZ-12.6 beside NZ-12.9)."""
    changed: dict[str, Any] = {name: read_as(game.rules().get(name), name, value)}
    if getattr(rules, name).clause != getattr(game, name).clause:
        changed = {}
    return replace(rules, lower=rules.lower and _read_as(rules.lower, game, name, value), **changed)
