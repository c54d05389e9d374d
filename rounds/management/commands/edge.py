"""``manage.py edge``: what a side bet costs, exactly."""

import json
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rulebooks import BOOKS, RuleBookError, book_of
from rounds.management import arguments
from sidebets import exact, side_bets


class Command(BaseCommand):
    help = (
        "Shows every outcome of a side bet with its exact chance from a full shoe, and the house edge. Exit "
        "status 2 for a bet, scale, game or number of packs that the book does not have."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bet", metavar="BET", help="a side bet, such as perfect_pairs")
        parser.add_argument("scale", nargs="?", default="", metavar="SCALE", help="the first if left out")
        parser.add_argument("--book", required=True, help=f"one of {', '.join(BOOKS)}")
        parser.add_argument("--game", help="blackjack, or the first game that has the bet, if left out")
        parser.add_argument("--decks", type=int, help="packs; the most that book and bet allow if left out")
        parser.add_argument(
            "--elect", nargs="+", action="extend", default=[], metavar="NAME=VALUE", help="the elections"
        )
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        book, key = options["book"].upper(), options["bet"].lower()
        try:
            games = book_of(book).games
        except RuleBookError as problem:
            raise CommandError(str(problem), returncode=2) from None
        having = [game for game in games if key in side_bets(book, game)]
        if not having:
            offered = dict.fromkeys(bet for game in games for bet in side_bets(book, game))
            raise CommandError(
                f"{book} has no side bet {key}; choose from {', '.join(offered)}", returncode=2
            )
        game = (options["game"] or having[0]).lower()
        rules = arguments.rules(book, game, arguments.elections(options["elect"]))
        bet = arguments.side_bet(book, game, key)
        scale = arguments.scale_of(bet, options["scale"])
        decks = exact.packs(bet, rules)[-1] if options["decks"] is None else options["decks"]
        try:
            figures = exact.figures(bet, scale, rules, decks)
        except RuleBookError as problem:
            raise CommandError(str(problem), returncode=2) from None
        document = {
            "bet": bet.key,
            "scale": scale.name,
            "book": book,
            "decks": decks,
            "assumption": figures.assumption,
            "house_edge": float(figures.house_edge),
            "house_edge_exact": ratio(figures.house_edge),
            "outcomes": [
                {
                    "name": outcome.name,
                    "odds": None if outcome.odds is None else str(outcome.odds),
                    "prob": float(outcome.chance),
                    "prob_exact": ratio(outcome.chance),
                }
                for outcome in figures.outcomes
            ],
        }
        if options["json"]:
            self.stdout.write(json.dumps(document, indent=1))
        else:
            self.stdout.write(_table(bet.title, game, document))


def ratio(value: Fraction) -> str:
    """The fraction as ``p/q``, even for a whole number."""
    return f"{value.numerator}/{value.denominator}"


def _table(title: str, game: str, document: dict[str, Any]) -> str:
    packs = "1 pack" if document["decks"] == 1 else f"{document['decks']} packs"
    lines = [f"{title}, scale {document['scale']}: {document['book']} {game}, {packs}"]
    width = max(len(outcome["name"]) for outcome in document["outcomes"])
    lines += [
        f"  {outcome['name']:<{width}}  {outcome['odds'] or '':>9}  {outcome['prob']:>13.8%}  {outcome['prob_exact']}"
        for outcome in document["outcomes"]
    ]
    lines.append(f"House edge {document['house_edge']:+.5%}  ({document['house_edge_exact']})")
    lines.append(f"Taken for granted: {document['assumption']}.")
    return "\n".join(lines)
