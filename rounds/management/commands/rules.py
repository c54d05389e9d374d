"""``manage.py rules``: what a book or game is made of."""

import json
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.money import Odds
from casino.rulebooks import BOOKS, Book, RuleBookError, Rules, book_of
from casino.rulebooks.rule import spelled


class Command(BaseCommand):
    help = (
        "Shows what a book or one of its games is made of: versions, elections with their values, side bets "
        "with their scales, irregularities with the role and choices each wants, every rule with its clause."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("book", nargs="?", metavar="BOOK", help=f"one of {', '.join(BOOKS)}")
        parser.add_argument("game", nargs="?", metavar="GAME", help="a game of the book, such as blackjack")
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        name, game = options["book"], options["game"]
        try:
            books = [book_of(name.upper())] if name else list(BOOKS.values())
        except RuleBookError as problem:
            raise CommandError(str(problem), returncode=2) from None
        if game and game not in books[0].games:
            raise CommandError(
                f"{books[0].key} has no game {game}; choose from {', '.join(books[0].games)}", returncode=2
            )
        documents = [book_document(book, game) for book in books]
        if options["json"]:
            self.stdout.write(json.dumps(documents[0] if name else {"books": documents}, indent=1))
            return
        for document in documents:
            self._show(document)

    def _show(self, book: dict[str, Any]) -> None:
        self.stdout.write(f"{book['book']}  {book['title']}")
        for game in book["games"]:
            self.stdout.write(f"\n{game['game']}  ({game['title']})")
            self.stdout.write("\n  Elections of the operator")
            for election in game["elections"]:
                values = "  ".join(election["values"])
                self.stdout.write(f"    {election['name']:<28}{values}  [{election['clause']}]")
            for title, entries in (
                ("Side bets", game["side_bets"]),
                ("Irregularities", game["irregularities"]),
            ):
                self.stdout.write(f"\n  {title}")
                for entry in entries or ["none"]:
                    self.stdout.write(f"    {entry if isinstance(entry, str) else entry['name']}")
            self.stdout.write("\n  Rules")
            for rule in game["rules"]:
                clauses = ", ".join((rule["clause"], *rule["also"]))
                self.stdout.write(f"    {rule['name']:<28}{_words(rule['value'])}  [{clauses}]")
                if rule["reading"]:
                    self.stdout.write(f"    {'':<28}read as: {rule['reading']}")
                if rule["settings"]:
                    self.stdout.write(f"    {'':<28}may be set to: {', '.join(rule['settings'])}")
            self.stdout.write("\n  Steps of a round")
            for step, clause in game["steps"].items():
                cited = ", ".join(clause) if isinstance(clause, list) else clause
                self.stdout.write(f"    {step:<28}[{cited or 'the book is silent'}]")


def book_document(book: Book, game: str | None) -> dict[str, Any]:
    """A book, or one game of it, as plain data."""
    return {
        "book": book.key,
        "title": book.title,
        "versions": list(book.games),
        "games": [_game(book, rules) for name, rules in book.games.items() if game in (None, name)],
    }


def _game(book: Book, rules: Rules) -> dict[str, Any]:
    steps = rules.steps
    return {
        "game": rules.game,
        "title": rules.game_title,
        "elections": [
            {"name": election.name, "values": list(election.values), "clause": election.clause}
            for election in book.elections[rules.game]
        ],
        "side_bets": [],
        "irregularities": [],
        "rules": [
            {
                "name": name,
                "value": plain(rule.value),
                "clause": rule.clause,
                "also": list(rule.also),
                "reading": rule.reading,
                "readings": [plain(reading) for reading in rule.readings],
                "settings": [spelled(reading) for reading in rule.readings],
            }
            for name, rule in rules.rules().items()
        ],
        "steps": {name: plain(getattr(steps, name)) for name in steps.__dataclass_fields__},
    }


def plain(value: Any) -> Any:
    """A rule's value in the types of JSON; sets in order, odds as ``3:2``."""
    if isinstance(value, (Odds, Fraction)):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, (set, frozenset)):
        return sorted(plain(one) for one in value)
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    return value


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_words, value))
    if isinstance(value, dict):
        return " ".join(f"{name}={_words(part)}" for name, part in value.items() if part not in ("", None))
    return str(value) if value != "" else "none"
