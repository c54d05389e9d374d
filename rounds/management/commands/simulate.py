"""``manage.py simulate``: what a game costs its players, dealt through the state machine that tables use."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.rulebooks import BOOKS, RuleBookError, rules_for
from rounds import engine
from rounds.simulation.dealing import Run, progress
from rounds.simulation.strategy import NAMES, strategy


class Command(BaseCommand):
    help = (
        "Deals rounds of one box and reports, for each bet, handle, house win and edge with its standard "
        "error, and rounds a second."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--book", required=True, help=f"one of {', '.join(BOOKS)}")
        parser.add_argument("--game", default="blackjack", help="a game of the book")
        parser.add_argument(
            "--decks", type=int, help="packs; the largest number that the book allows if left out"
        )
        parser.add_argument("--rounds", type=int, default=100_000)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--strategy", choices=NAMES, default="basic")
        parser.add_argument("--elect", nargs="*", action="extend", default=[], metavar="NAME=VALUE")
        parser.add_argument(
            "--offer",
            nargs="*",
            action="extend",
            default=[],
            metavar="BET[:SCALE]",
            help="side bets to place",
        )
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        setup = self._setup(options)
        if options["rounds"] < 1:
            raise CommandError("deal at least one round", returncode=2)
        play = strategy(options["strategy"], engine.rules_of(setup))
        run = Run()
        for dealt in progress(setup, play, options["rounds"], options["seed"], run):
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{dealt:,} of {options['rounds']:,} rounds, {run.speed:,.0f} a second ")
        document = _document(setup, options, run)
        if options["json"]:
            self.stdout.write(json.dumps(document, indent=1))
            return
        self._show(document)

    def _setup(self, options: dict[str, Any]) -> engine.Setup:
        elections = []
        for word in options["elect"]:
            name, equals, value = word.partition("=")
            if not equals:
                raise CommandError(f"{word} is no election: write NAME=VALUE", returncode=2)
            elections.append((name, value))
        if options["offer"]:
            raise CommandError(f"the bet {options['offer'][0]} is not offered", returncode=2)
        book, game = options["book"].upper(), options["game"]
        try:
            rules = rules_for(book, game, tuple(elections))
            setup = engine.Setup(
                book=book,
                game=game,
                decks=options["decks"] or max(rules.decks.value),
                boxes=1,
                elections=tuple(elections),
                signs=(engine.Sign("main", 1, 100_000_00),),
            )
            engine.start(setup)
        except (RuleBookError, engine.RuleViolation) as problem:
            raise CommandError(str(problem), returncode=2) from None
        return setup

    def _show(self, document: dict[str, Any]) -> None:
        self.stdout.write(
            f"{document['book']} {document['game']}, {document['decks']} packs, {document['strategy']}: "
            f"{document['rounds']:,} rounds, {document['rounds_per_second']:,} a second"
        )
        for bet in document["bets"]:
            self.stdout.write(
                f"  {bet['bet']:<12} handle {bet['handle']:>16}  house {bet['win']:>14}  "
                f"edge {bet['edge']:+.4%} ± {bet['error']:.4%}"
            )


def _document(setup: engine.Setup, options: dict[str, Any], run: Run) -> dict[str, Any]:
    from casino.money import decimal

    return {
        "book": setup.book,
        "game": setup.game,
        "decks": setup.decks,
        "strategy": options["strategy"],
        "seed": options["seed"],
        "rounds": run.rounds,
        "rounds_per_second": round(run.speed),
        "bets": [
            {
                "bet": bet,
                "handle": decimal(tally.handle),
                "win": decimal(tally.win),
                "edge": tally.edge,
                "error": tally.error,
            }
            for bet, tally in run.tallies.items()
        ],
    }
