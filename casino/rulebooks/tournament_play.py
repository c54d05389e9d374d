"""What a book says about play in a tournament: the clauses, and which rules its conditions may change.

If the conditions prevail (ACT96-24.3) they may take a right away or give one, and say what becomes of a wager
outside the limits: the rule then has the clause under which they prevail. If the rules prevail (VIC03-16.2.1(k)) the
conditions may change none of them. A book that is not here has no tournaments.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from casino.refusals import Refusal
from casino.rulebooks.rule import Rule
from casino.rulebooks.rules import Rules
from casino.rulebooks.tournament_clauses import TournamentPlay
from casino.tournament_table import TournamentTable

PLAY: Final[dict[str, TournamentPlay]] = {
    "VIC03": TournamentPlay(
        prevail="VIC03-16.2.1(k)",
        conditions_prevail=False,
        conditions="VIC03-16.2.1(k)",
        exclusive="VIC03-16.3.2",
        stack="VIC03-16.2.1(b)",
        compulsory="VIC03-16.2.1(c)",
        structure="VIC03-16.2.1(d)",
        position="VIC03-16.3.3",
        equal="VIC03-16.1.1",
        briefing="VIC03-16.2.2",
        director="VIC03-16.2.4",
    ),
    "ACT96": TournamentPlay(
        prevail="ACT96-24.3",
        conditions_prevail=True,
        conditions="ACT96-24.2",
        exclusive="ACT96-24.1",
        stack="ACT96-24.2",
        compulsory="ACT96-24.2",
        structure="ACT96-24.2",
        position="ACT96-24.2",
        equal="ACT96-24.2",
    ),
}


def play_of(rules: Rules) -> TournamentPlay:
    """What the book of these rules says about play in a tournament. Raises Refusal if it has no tournaments."""
    if (play := rules.tournament_play or PLAY.get(rules.book)) is None:
        raise Refusal("tournament_table.no_tournaments", book=rules.book, known=tuple(PLAY))
    return play


def _set(name: str, value: Any) -> Callable[[Rules, str], Rules]:
    """A function that sets a rule to a value, under the clause by which the conditions prevail."""

    def changed(rules: Rules, clause: str) -> Rules:
        rule = getattr(rules, name)
        return replace(rules, **{name: replace(rule, value=value, clause=clause, also=rule.clauses)})

    return changed


OVERRIDES: Final[dict[tuple[str, str], Callable[[Rules, str], Rules]]] = {
    ("insurance", "no"): _set("insurance_most", (0, 1)),
    ("even_money", "no"): _set("even_money", False),
    ("double", "no"): _set("double_on", frozenset()),
    ("double", "up_to"): _set("double_amount", "up_to"),
    ("double_after_split", "no"): _set("double_after_split", False),
    ("split", "no"): _set("split_on", "none"),
}
"""What conditions may state in place of a rule, by (name, value)."""


def check(rules: Rules, table: TournamentTable) -> None:
    """Raises Refusal for conditions that change a rule although the rules prevail, or one that no conditions may
    change."""
    play = play_of(rules)
    changes = [*table.overrides]
    for name, reading in (("under_minimum", table.below), ("over_maximum", _how(table.above))):
        if reading and reading != getattr(rules, name).value:
            changes.append((name, reading))
    if changes and not play.conditions_prevail:
        name, value = changes[0]
        raise Refusal("tournament_table.rules_prevail", play.prevail, name=name, value=value)
    for name, value in table.overrides:
        if (name, value) not in OVERRIDES:
            known = tuple(f"{known}={word}" for known, word in OVERRIDES)
            raise Refusal("tournament_table.no_override", play.prevail, name=name, value=value, known=known)


def under_conditions(rules: Rules, table: TournamentTable) -> Rules:
    """The rules as the conditions of the tournament change them."""
    if not play_of(rules).conditions_prevail or not (table.overrides or table.below or table.above):
        return rules
    return _changed(rules, table.overrides, table.below, table.above)


def _how(above: str) -> str:
    """How the rules name what conditions say about a wager over the maximum."""
    return {"reduced": "to_maximum"}.get(above, above)


@lru_cache(maxsize=64)
def _changed(rules: Rules, overrides: tuple[tuple[str, str], ...], below: str, above: str) -> Rules:
    clause = play_of(rules).prevail
    for override in overrides:
        if override in OVERRIDES:  # `check` refuses others before a round begins
            rules = OVERRIDES[override](rules, clause)
    if below:
        rule = rules.under_minimum
        under = Rule(below, clause, also=rule.clauses)
        back = Rule("before_call", clause, also=rule.clauses)
        rules = replace(rules, under_minimum=under, under_minimum_returned=back)
    if above:
        rules = replace(rules, over_maximum=Rule(_how(above), clause, also=rules.over_maximum.clauses))
    return rules
