"""The books with other values than they have, for tests of what a recorded round depends on."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cache
from random import Random
from typing import Any

import pytest

import casino.rulebooks
import sidebets
from casino.money import Odds
from casino.rulebooks import BOOKS, Rule, Rules
from casino.rulebooks.tournament_play import PLAY
from rounds.engine import edition
from rounds.engine.irregularities import kinds
from rounds.engine.sides import offered
from rounds.play.projection import bet_figures
from rounds.read_model.felt import spots
from sidebets import SideBet

CACHES = (
    casino.rulebooks.rules_for,
    sidebets.side_bets,
    sidebets.side_bets_of_book,
    edition.edition_of,
    kinds._beside,
    offered._on_offer,
    bet_figures._names,
    spots._spots,
)


@cache
def values_of(name: str) -> tuple[Any, ...]:
    """Every value that some game of some book has for a rule, with its other readings."""
    values: list[Any] = []
    for book in BOOKS.values():
        for rules in book.games.values():
            rule = getattr(rules, name)
            if isinstance(rule, Rule):
                values += [value for value in (rule.value, *rule.readings) if value not in values]
    return tuple(values)


def other(chance: Random, name: str, rule: Rule[Any]) -> Rule[Any]:
    """The rule at another value, one that some book has, where any has another."""
    values = [value for value in values_of(name) if value != rule.value]
    if isinstance(rule.value, Odds):
        values.append(Odds(rule.value.win + 1, rule.value.stake))
    return replace(rule, value=chance.choice(values)) if values else rule


def changed_rules(chance: Random, rules: Rules, each: float) -> Rules:
    """The rules with so large a part of their values changed."""
    changes: dict[str, Any] = {
        name: other(chance, name, rule)
        for field in fields(rules)
        if isinstance(rule := getattr(rules, name := field.name), Rule) and chance.random() < each
    }
    return replace(rules, **changes)


def changed_bet(chance: Random, bet: SideBet) -> SideBet:
    """The side bet with every line of its scales at other odds."""

    def dearer(odds: Odds) -> Odds:
        return Odds(odds.win + chance.randint(1, 9), odds.stake)

    scales = tuple(
        replace(
            scale,
            lines=tuple(
                replace(
                    line, odds=dearer(line.odds), by_decks=tuple((n, dearer(o)) for n, o in line.by_decks)
                )
                for line in scale.lines
            ),
        )
        for scale in bet.scales
    )
    return replace(bet, scales=scales)


@contextmanager
def other_books(chance: Random, each: float = 0.5) -> Iterator[None]:
    """Every book with other values, and every side bet at other odds, as a later version of the software may have
    them."""
    with pytest.MonkeyPatch.context() as patch:
        for book in BOOKS.values():
            for game, rules in list(book.games.items()):
                patch.setitem(book.games, game, changed_rules(chance, rules, each))
        patch.setattr(sidebets, "EVERY", tuple(changed_bet(chance, bet) for bet in sidebets.EVERY))
        _forget()
        yield
    _forget()


@contextmanager
def book_with(book: str, game: str, **values: Any) -> Iterator[None]:
    """The book with these values of a game, under the clauses that they have."""
    rules = BOOKS[book].games[game]
    changes: dict[str, Any] = {
        name: replace(getattr(rules, name), value=value) for name, value in values.items()
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BOOKS[book].games, game, replace(rules, **changes))
        _forget()
        yield
    _forget()


@contextmanager
def no_books() -> Iterator[None]:
    """No book has any game, and there is no side bet: code that looks for today's values fails."""
    with pytest.MonkeyPatch.context() as patch:
        # The last first: they are put back in the opposite order, and a refusal lists the games in theirs.
        for book in BOOKS.values():
            for game in reversed(list(book.games)):
                patch.delitem(book.games, game)
        patch.setattr(sidebets, "EVERY", ())
        for name in reversed(list(PLAY)):
            patch.delitem(PLAY, name)
        _forget()
        yield
    _forget()


def _forget() -> None:
    for kept in CACHES:
        kept.cache_clear()
