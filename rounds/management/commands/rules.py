"""``manage.py rules``: the rules of a book or a game."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rulebooks import BOOKS, RuleBookError, book_of
from casino.rulebooks.in_words import value_words
from rounds.management.book_data import book_data


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
        documents = [book_data(book, game) for book in books]
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
            self.stdout.write("\n  Side bets")
            for bet in game["side_bets"]:
                self._show_bet(bet)
            self.stdout.write("" if game["side_bets"] else "    none")
            self.stdout.write("\n  Irregularities")
            for item in game["irregularities"]:
                choice = f" {'|'.join(item['choices'])}" if item["role"] and item["choices"] else ""
                role = f", then approve {item['role']}{choice}" if item["role"] else ""
                of = item["bet"] or item["title"]
                silent = "; the book is silent" if item.get("silent") else ""
                self.stdout.write(f"    {item['line']}{role}  ({of}{silent}) [{item['clause']}]")
            self.stdout.write("" if game["irregularities"] else "    none")
            self.stdout.write("\n  Corrections of the record (the table was right)")
            for item in game["corrections"]:
                role = f", then approve {item['role']}" if item["role"] != "dealer" else ""
                self.stdout.write(f"    {item['line']}{role}  ({item['title']}) [{item['clause']}]")
            self.stdout.write("\n  Rules")
            self._show_rules(game["rules"])
            self.stdout.write("\n  Steps of a round")
            for step, clause in game["steps"].items():
                cited = ", ".join(clause) if isinstance(clause, list) else clause
                self.stdout.write(f"    {step:<28}[{cited or 'the book is silent'}]")
        self.stdout.write("\nAmbiguous clauses that leave a house nothing to choose")
        for taken in book["one_reading"]:
            self.stdout.write(f"    {taken['reading']}  [{taken['clause']}]")

    def _show_bet(self, bet: dict[str, Any]) -> None:
        self.stdout.write(f"\n    {bet['name']}  ({bet['title']})  [{bet['clause']}]")
        if bet["excludes"]:
            self.stdout.write(f"      never beside {', '.join(bet['excludes'])}  [{bet['excludes_clause']}]")
        if bet["offered_with"]:
            self.stdout.write(f"      offered with {', '.join(bet['offered_with'])}")
        for scale in bet["scales"]:
            self.stdout.write(
                f"      scale {scale['name']}{f'  [{clause}]' if (clause := scale['clause']) else ''}"
            )
            for line in scale["lines"]:
                odds = ", ".join(f"{odds} ({decks} packs)" for decks, odds in line["odds_by_decks"].items())
                self.stdout.write(f"        {line['name']:<26}{odds or line['odds']}  [{line['clause']}]")
            for prize in scale["prizes"]:
                self.stdout.write(
                    f"        {prize['per_dollar']:>12} for a dollar: entries {prize['entries']:,}"
                )
        for bonus in bet["bonuses"]:
            pays = ", ".join(f"{pay['name']} {pay['amount']} [{pay['clause']}]" for pay in bonus["pays"])
            self.stdout.write(f"      {bonus['name']} with {bonus['election']}: {pays}")
        self._show_rules(bet["rules"], margin=6, width=36)

    def _show_rules(self, rules: list[dict[str, Any]], margin: int = 4, width: int = 28) -> None:
        for rule in rules:
            clauses = ", ".join((rule["clause"], *rule["also"]))
            self.stdout.write(
                f"{'':<{margin}}{rule['name']:<{width}}{value_words(rule['value'])}  [{clauses}]"
            )
            if rule["reading"]:
                self.stdout.write(f"{'':<{margin + width}}read as: {rule['reading']}")
            if rule["settings"]:
                self.stdout.write(f"{'':<{margin + width}}may be set to: {', '.join(rule['settings'])}")
