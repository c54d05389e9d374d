"""``manage.py simulate``: what a game costs its players, dealt through the same state machine as the tables."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.money import LARGEST, decimal
from casino.refusals import Refusal
from casino.rulebooks import BOOKS, RuleBookError, rules_for
from rounds import engine
from rounds.engine.values import SideBetConfig
from rounds.management import arguments
from rounds.simulation.dealing import Run
from rounds.simulation.jobs import Game, processors, simulate
from rounds.simulation.strategy import STRATEGIES
from sidebets import exact


class Command(BaseCommand):
    help = (
        "Deals rounds of one box and reports, for each bet, handle, house win and edge with its standard "
        "error, and rounds a second. Exit status 2 for what no book or table allows."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--book", required=True, help=f"one of {', '.join(BOOKS)}")
        parser.add_argument("--game", default="blackjack", help="a game of the book; blackjack if left out")
        parser.add_argument("--decks", type=int, help="packs; the most that the book allows if left out")
        parser.add_argument("--rounds", type=int, default=100_000, help="100,000 without it: a minute or two")
        parser.add_argument("--seed", type=int, default=1, help="the same seed deals the same cards")
        parser.add_argument("--strategy", choices=tuple(STRATEGIES), default="basic")
        parser.add_argument(
            "--elect",
            nargs="+",
            action="extend",
            default=[],
            metavar="NAME=VALUE",
            help="the table's elections",
        )
        parser.add_argument(
            "--offer",
            nargs="+",
            action="extend",
            default=[],
            metavar="BET[:SCALE]",
            help="side bets to place",
        )
        parser.add_argument(
            "--jobs",
            type=int,
            default=1,
            metavar="N",
            help="processes that deal, 0 for one on each processor; the outcome of a seed is the same for every N",
        )
        parser.add_argument(
            "--progress",
            action="store_true",
            help="say on standard error how far it is, also where that is no terminal",
        )
        parser.add_argument("--json", action="store_true", help="one JSON document on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rounds"] < 1:
            raise CommandError("--rounds: deal at least one", returncode=2)
        if options["jobs"] < 0:
            raise CommandError("--jobs: name a number of processes, 0 for all processors", returncode=2)
        offers = arguments.offers(options["offer"])
        setup = setup_of(options["book"].upper(), options["game"], options["decks"], options["elect"], offers)
        game = Game(setup, tuple([bet for bet, _ in offers]), options["strategy"], options["seed"])
        run = Run()
        try:
            for run in simulate(game, options["rounds"], options["jobs"] or processors()):
                if self.stderr.isatty() or options["progress"]:
                    self.stderr.write(_progress(run, options["rounds"]), ending="")
        except Refusal as problem:
            raise CommandError(str(problem), returncode=2) from None
        document = _document(setup, options["strategy"], options["seed"], run)
        if options["json"]:
            self.stdout.write(json.dumps(document, indent=1))
        else:
            self.stdout.write(_table(document))


def setup_of(
    book: str, game: str, decks: int | None, elect: list[str], offers: arguments.Pairs
) -> engine.Setup:
    """A table with one box. Raises CommandError (wrong usage) for an unknown book, game, election or side bet."""
    elections = arguments.elections(elect)
    try:
        rules = rules_for(book, game, elections)
    except RuleBookError as problem:
        raise CommandError(str(problem), returncode=2) from None
    bets = [arguments.side_bet(book, game, bet) for bet, _ in offers]
    if decks is None:
        decks = next(
            (
                number
                for number in reversed(rules.decks.value)
                if all(number in exact.packs(bet, rules) for bet in bets)
            ),
            rules.decks.value[-1],
        )
    part, of = rules.ante_most.value
    minimum = max(1, -(-rules.ante.value * of // part))  # the lowest: an upper minimum must be above it
    return engine.Setup(
        book=book,
        game=game,
        decks=decks,
        boxes=1,
        elections=elections,
        offers=tuple(SideBetConfig(bet, scale) for bet, scale in offers),
        signs=(
            engine.values.Sign(minimum=minimum, maximum=LARGEST),
            *(engine.values.Sign(bet, maximum=LARGEST) for bet, _ in offers),
        ),
    )


def _progress(run: Run, rounds: int) -> str:
    """The progress of a run, on one line that the next one overwrites."""
    so_far = f"\r{run.rounds:,} of {rounds:,} rounds, {run.speed:,.0f} a second"
    if run.rounds == rounds:
        return f"{so_far}\n"
    return f"{so_far}, {(rounds - run.rounds) / run.speed:,.0f} seconds left "


def _document(setup: engine.Setup, strategy: str, seed: int, run: Run) -> dict[str, Any]:
    return {
        "book": setup.book,
        "game": setup.game,
        "decks": setup.decks,
        "elections": dict(setup.elections),
        "offers": {offer.bet: offer.scale for offer in setup.offers},
        "strategy": strategy,
        "seed": seed,
        "rounds": run.rounds,
        "rounds_per_second": round(run.speed, 1),
        "bets": [
            {
                "bet": bet,
                "handle": decimal(tally.handle),
                "house_win": decimal(tally.win),
                "edge": tally.edge,
                "standard_error": tally.error,
                "variance": tally.variance,
            }
            for bet, tally in run.tallies.items()
        ],
    }


def _table(document: dict[str, Any]) -> str:
    lines = [
        f"{document['book']} {document['game']}, {document['decks']} packs, {document['strategy']}: "
        f"{document['rounds']:,} rounds, {document['rounds_per_second']:,.0f} a second"
    ]
    lines += [
        f"  {bet['bet']:<20} handle {bet['handle']:>16}  house win {bet['house_win']:>15}  "
        f"edge {bet['edge']:+.3%} ± {bet['standard_error']:.3%}  variance {bet['variance']:.3f}"
        for bet in document["bets"]
    ]
    return "\n".join(lines)
