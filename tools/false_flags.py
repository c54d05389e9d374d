"""How often the figures flag a table's win as outside its range although nothing is wrong: `python -m
tools.false_flags`.

Deals rounds of one box through the engine, then draws periods of so many rounds from them and counts those whose win
is outside the range from `tables.float.theo_variance`. Theo is the mean of what was dealt, so only chance is
counted. docs/operations.md has the results.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Sequence
from math import sqrt

ROUNDS = (10, 25, 50, 100, 200, 300, 500, 1000, 3360)
"""Rounds in a period; the last is a week of eight hours a day at sixty rounds an hour."""
WEEKS = 1000


def dealt(book: str, game: str, offers: Sequence[str], rounds: int, seed: int) -> tuple[list[int], float]:
    """The house's win on each round, in cents, and the variance that the figures assume, in cents squared."""
    from rounds.management.commands.simulate import setup_of
    from rounds.simulation.dealing import Button, Shoe, Table, house_wins
    from rounds.simulation.strategy import STRATEGIES
    from tables.float.theo_variance import variance_of

    scales = dict(offer.split(":") for offer in offers)
    setup = setup_of(book, game, None, [], list(scales.items()))
    table = Table(setup, list(scales))
    shoe, button = Shoe(setup.decks, table.rules.missing_ranks.value, seed), Button(seed)
    strategy, wins = STRATEGIES["basic"](table.own_rules), []
    for _ in range(rounds):
        shoe.ready()
        wins.append(sum(house_wins(table.play(shoe, strategy, button)).values()))
    variance = sum(
        variance_of(book, game, setup.decks, f"{bet}:{scales[bet]}" if bet in scales else bet).of_round(
            amount, amount * amount
        )
        for bet, amount in table.wagers.items()
    )
    return wins, variance


def flagged(wins: Sequence[int], variance: float, rounds: int, seed: int) -> float:
    """The share of periods of that many rounds whose win is outside the range."""
    draw, theo = random.Random(seed), sum(wins) / len(wins)  # noqa: S311 - a measurement repeats itself
    margin = 1.96 * sqrt(variance * rounds)
    outside = sum(abs(sum(draw.choices(wins, k=rounds)) - theo * rounds) > margin for _ in range(WEEKS))
    return outside / WEEKS


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", default="VIC03")
    parser.add_argument("--game", default="blackjack")
    parser.add_argument("--offer", nargs="*", default=[], metavar="BET:SCALE")
    parser.add_argument("--rounds", type=int, default=20_000, help="dealt, from which the weeks are drawn")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    wins, variance = dealt(asked.book, asked.game, asked.offer, asked.rounds, asked.seed)
    say(f"{asked.book} {asked.game} {' '.join(asked.offer)}: {asked.rounds} rounds dealt")
    for rounds in ROUNDS:
        say(f"{rounds:6} rounds  {100 * flagged(wins, variance, rounds, asked.seed):5.2f} %")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    os.environ.setdefault("CASINO_DEMO", "1")
    import django

    django.setup()
    main()
