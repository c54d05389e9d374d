"""The copy of the rules that anyone may ask for: what is dealt at a table, and every clause of its book in short.

All of it comes from the table's rules and from the clause register, so that what a player reads is what the table
does. The book's own text is the regulator's: clauses are cited, not quoted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils import timezone

from casino import clause_register
from casino.clause_register import Clause
from casino.money import dollars
from casino.rulebooks import BOOKS, Rule, Rules
from casino.rulebooks.house import house_of
from casino.rulebooks.in_words import plain, value_words
from casino.translated import gettext as _
from casino.words.filling import fill
from rounds.engine import Setup
from rounds.play.snapshot import setup_of
from rounds.read_model.felt.felt import Inscriptions, inscriptions_of, limit_words
from rounds.read_model.felt.spots import Spot, spots
from tables.approved_rules.documents import in_force_at
from tables.models import ApprovedRules, Table


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule of the game with its clause, and the reading in force where the clause has two."""

    name: str
    value: str
    clause: str
    reading: str
    other: str


@dataclass(frozen=True, slots=True)
class RulesCopy:
    """What ``pages/rules.html`` shows."""

    table: Table
    title: str
    book: str
    since: str
    facts: list[tuple[str, str]]
    inscriptions: Inscriptions
    spots: Sequence[Spot]
    rules: list[RuleLine]
    lower: list[RuleLine]
    """The rules of the lower wagers, if the table has two levels of wagers."""
    lower_below: str
    clauses: list[tuple[str, list[Clause]]]
    safer: Sequence[str]
    safer_clause: str
    on_request: str
    approved: ApprovedRules | None
    """The approved text in force today, as stored by the house."""


def copy_of(table: Table) -> RulesCopy:
    """The copy for a table. Raises RuleBookError if the book does not permit its set-up."""
    setup = setup_of(table, None)
    rules = setup.rules
    house = house_of(rules)
    return RulesCopy(
        table=table,
        title=f"{rules.book_title} · {rules.game_title}",
        book=rules.book,
        since=rules.in_force.value,
        facts=_facts(rules, setup),
        inscriptions=inscriptions_of(rules),
        spots=spots(setup),
        rules=_rules(rules),
        lower=_rules(rules.lower) if rules.lower is not None else [],
        lower_below=dollars(rules.upper_minimum.value),
        clauses=clauses_of(rules.book),
        safer=house.safer_gambling,
        safer_clause=house.safer_gambling_clause,
        on_request=house.rules_copy,
        approved=in_force_at(rules.book, rules.game, timezone.now()),
    )


def _facts(rules: Rules, setup: Setup) -> list[tuple[str, str]]:
    """What the operator has elected at the table, in words."""
    offered = {rule.name: rule for rule in BOOKS[rules.book].elections[rules.game]}
    chosen = dict(setup.elections)
    facts = [
        (_("Packs"), str(setup.decks)),
        (_("Boxes"), str(setup.boxes)),
        (_("Limits"), limit_words(rules, setup)),
    ]
    for name, election in offered.items():
        if name == "limits":
            continue  # the limits themselves say whom they are for
        usual = "" if election.required or "amount" in election.values else election.values[0]
        if value := chosen.get(name, usual):
            facts.append((_named(name), _elected(value)))
    return facts


def _named(name: str) -> str:
    return _(name.replace("_", " ").capitalize())


def _word(value: str) -> str:
    return _(value.replace("_", " "))


def _elected(value: str) -> str:
    return fill("{value:odds}", {"value": value}, _) if ":" in value else _word(value)


def _rules(rules: Rules) -> list[RuleLine]:
    return [
        RuleLine(
            name=_named(name),
            value=value_words(plain(rule.value), _word),
            clause=", ".join(rule.clauses),
            reading=_read(rule) if rule.value == next(iter(rule.readings), rule.value) else "",
            other=_read(rule) if rule.readings and rule.value != rule.readings[0] else "",
        )
        for name, rule in rules.rules().items()
        if rule.clause
    ]


def _read(rule: Rule[Any]) -> str:
    return _(rule.reading) if rule.reading else ""


def clauses_of(book: str) -> list[tuple[str, list[Clause]]]:
    """Every clause of a book with its summary, grouped by rule, in the book's order."""
    rows: Iterable[Clause] = [row for row in clause_register.clauses() if row.book == book]
    return [(rule, list(some)) for rule, some in groupby(rows, key=lambda row: row.rule)]
