"""A rule book as plain data, in the types of JSON: its games, their elections, side bets, irregularities and rules."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from casino.money import decimal
from casino.rulebooks import Book, Rule, Rules
from casino.rulebooks.corrections import corrections
from casino.rulebooks.in_words import plain
from casino.rulebooks.irregularities import Kind, irregularities, role_of
from casino.rulebooks.one_reading import READINGS
from casino.rulebooks.rule import spelled
from casino.words import Phrase
from rounds.engine.questions import REPORT_MOMENTS, irregularities_of_bet
from sidebets import Bonus, Line, Scale, SideBet, side_bets


def book_data(book: Book, game: str | None) -> dict[str, Any]:
    """A book, or one game of it."""
    return {
        "book": book.key,
        "title": book.title,
        "versions": list(book.games),
        "one_reading": [
            {"clause": clause, "reading": text}
            for clause, text in READINGS.items()
            if clause.startswith(f"{book.key}-")
        ],
        "games": [_game(book, rules) for name, rules in book.games.items() if game in (None, name)],
    }


def _game(book: Book, rules: Rules) -> dict[str, Any]:
    bets = side_bets(book.key, rules.game).values()
    return {
        "game": rules.game,
        "title": rules.game_title,
        "elections": [
            {"name": election.name, "values": list(election.values), "clause": election.clause}
            for election in book.elections[rules.game]
        ],
        "side_bets": [_side_bet(bet, rules) for bet in bets],
        "irregularities": [
            *_of_game(book, rules),
            *(_irregularity(rules, item, bet.key) for bet in bets for item in irregularities_of_bet(bet)),
        ],
        "corrections": [
            {
                "name": item.kind,
                "title": item.title,
                "line": item.usage,
                "role": item.role,
                "clause": item.clause,
            }
            for item in corrections(rules).values()
        ],
        "rules": _rules(rules.rules()),
        "steps": {name: plain(getattr(rules.steps, name)) for name in rules.steps.__dataclass_fields__},
    }


def _rules(rules: dict[str, Rule[Any]]) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "value": plain(rule.value),
            "clause": rule.clause,
            "also": list(rule.also),
            "reading": rule.reading,
            "readings": [plain(reading) for reading in rule.readings],
            "settings": [spelled(reading) for reading in rule.readings],
        }
        for name, rule in rules.items()
    ]


# --- side bets


def _side_bet(bet: SideBet, rules: Rules) -> dict[str, Any]:
    decks = bet.decks.value or rules.decks.value
    return {
        "name": bet.key,
        "title": bet.title,
        "clause": bet.clause,
        "scales": [_scale(scale, decks) for scale in bet.scales],
        "scale_shown": bet.scale_shown,
        "decks": [number for number in decks if number in rules.decks.value],
        "excludes": list(bet.excludes.value),
        "excludes_clause": bet.excludes.clause,
        "offered_with": list(bet.together),
        "bonuses": _bonuses(bet.bonus),
        # A decision that the book does not make for the bet has no clause.
        "rules": _rules({f"{bet.key}.{name}": rule for name, rule in bet.rules().items() if rule.clause}),
        "also": list(bet.also),
    }


def _bonuses(bonus: Bonus | None) -> list[dict[str, Any]]:
    if bonus is None:
        return []
    return [
        {
            "name": bonus.key,
            "election": f"{bonus.election}={name}",
            "pays": [
                {"name": line, "amount": decimal(amount), "clause": clause} for line, amount, clause in lines
            ],
        }
        for name, lines in bonus.scales
    ]


def _scale(scale: Scale, decks: tuple[int, ...]) -> dict[str, Any]:
    prizes = scale.prizes
    return {
        "name": scale.name,
        "also_called": list(scale.also_called),
        "clause": scale.clause,
        "lines": [_line(line, decks) for line in scale.lines],
        "prizes": [
            {"per_dollar": decimal(amount), "entries": count}
            for amount, count in (prizes.entries if prizes else ())
        ],
        "prizes_clause": prizes.clause if prizes else "",
    }


def _line(line: Line, decks: tuple[int, ...]) -> dict[str, Any]:
    return {
        "name": line.name,
        "odds": str(line.odds),
        "odds_by_decks": {str(number): str(line.odds_for(number)) for number in decks}
        if line.by_decks
        else {},
        "earns": line.earns,
        "clause": line.clause,
    }


# --- irregularities


def _of_game(book: Book, rules: Rules) -> Iterator[dict[str, Any]]:
    """What can go wrong in the game itself, with each kind of shoe that the book has."""
    shoes = [rules]
    if any(election.name == "auto_shuffler" for election in book.elections[rules.game]):
        shoes.append(replace(rules, cutting_card=replace(rules.cutting_card, value=False)))
    seen: set[str] = set()
    for shoe in shoes:
        for kind in irregularities(shoe).values():
            if kind.kind in seen:
                continue
            seen.add(kind.kind)
            yield _irregularity(shoe, kind)


def _irregularity(rules: Rules, kind: Kind, bet: str = "") -> dict[str, Any]:
    """One kind of irregularity; ``bet`` is the side bet that adds it."""
    return {
        "name": kind.kind,
        "title": kind.title,
        "bet": bet,
        "line": kind.usage,
        "needs": list(kind.needs),
        "may": list(kind.may),
        "values": {name: list(values) for name, values in kind.values},
        "role": role_of(rules, kind),
        "choices": list(kind.choices),
        "moment": Phrase.of(REPORT_MOMENTS[kind.when][0]).english,
        "shoe": kind.shoe,
        "silent": kind.silent,
        "clause": kind.clause,
        "also": list(kind.also),
    }
