"""How fast rounds are found by what happened in them.

Some rounds are dealt at full tables; copies of their facts, with other tables, numbers, times and players, fill the
house to the size that is asked for. Each kind of search is then timed for its first page and its count, which the
page asks for together, and so are the pages that compare people (`compare`).
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from rounds.models import Round, RoundFacts
from rounds.simulation.autoplay import Croupier
from rounds.simulation.benchmark import compare
from rounds.surveillance.facts import indexing
from rounds.surveillance.find.search import FindSearch

ROUNDS: Final = 25
"""How many rounds are first dealt at each table."""
TRIES: Final = 3
SEARCHES: Final[dict[str, dict[str, str]]] = {
    "everything": {},
    "a box split twice": {"q": "split twice"},
    "aces split": {"q": "aces split"},
    "split twice or a six-card 21 of the dealer": {"q": "split twice or dealer six-card 21"},
    "doubled, at one box": {"q": "doubled", "box": "4"},
    "doubled on 11": {"q": "doubled on 11"},
    "a side bet paid 25 to 1 or more": {"q": "side bet 25 to 1"},
    "insured on 20": {"q": "insured on 20"},
    "two cards on a hand": {"q": "hand 8 8"},
    "three cards on a hand": {"q": "hand 8 3 10"},
    "three cards with suits on a hand": {"q": "hand 8s 3d Th"},
    "four cards out of the shoe": {"q": "shoe A K 5 9"},
    "a wager that doubled after a win": {"q": "wager doubled after a win"},
    "slower than two minutes": {"q": "slower than 2 minutes"},
    "faster than a second": {"q": "faster than 1 s"},
    "more than an amount": {"amount": "5,000"},
    "a clause and all under it": {"clause": "VIC03-7.5"},
    "a player": {"player": "P3"},
    "a dealer": {"dealer": "BN-3"},
    "a table in the last hour": {"when": "last hour", "table": "BN-003"},
    "irregularities": {"q": "irregularity"},
    "what never happened": {"q": "hand 2 2 2 2 2 2 2 2"},
}


def measure(rounds: int, croupiers: list[Croupier], say: Callable[[str], object]) -> dict[str, Any]:
    """Fill a throw-away house with that many rounds, and time the searches."""
    say(f"dealing {ROUNDS} rounds at each of {len(croupiers)} tables …")
    for croupier in croupiers:
        croupier.fewest, croupier.most, croupier.crowd = 7, 0, 1.0
        while not Round.objects.filter(table__code=croupier.code, round_no=ROUNDS).exists():
            croupier.tap()
    started = time.process_time()
    indexing.catch_up()
    each = (time.process_time() - started) / RoundFacts.objects.count()
    say(f"filling the house with {rounds} rounds …")
    before = _bytes()
    dealt = RoundFacts.objects.count()
    _fill(rounds)
    now = timezone.now()
    searches = {name: _median(given, now) for name, given in SEARCHES.items()}
    whole = RoundFacts.objects.count()
    return {
        "rounds": whole,
        "bytes_a_round": round((_bytes() - before) / (whole - dealt)),
        "facts_of_a_round_ms": round(each * 1000, 1),
        "searches_ms": searches,
        "slowest_search_ms": max(searches.values()),
        "compare": compare.measure(say),
    }


def table(report: dict[str, Any]) -> str:
    """The report, as text."""
    lines = [
        f"{report['rounds']:,} rounds, {report['bytes_a_round']} bytes of facts each, "
        f"{report['facts_of_a_round_ms']} ms of a processor to work them out",
        "",
    ]
    lines += [f"{name:<45} {took:>8.1f} ms" for name, took in report["searches_ms"].items()]
    lines += compare.table(report["compare"])
    return "\n".join(lines)


def _fill(rounds: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        dealt = RoundFacts.objects.count()
        copies = max(1, rounds // dealt)
        # Numbers and times count down from the first dealt round: every copy is older than the one before.
        step = int(timedelta(minutes=25).total_seconds())
        cursor.execute(
            "INSERT INTO rounds_round (table_id, round_no, setup, phase, opened_at, handle, win, bets, first_seq) "
            "SELECT table_id, -1000 * copy - round_no, '{}', phase, opened_at - copy * interval '1 second' * %s, "
            "handle, win, '{}', first_seq FROM rounds_round, generate_series(1, %s) copy",
            [step, copies],
        )
        cursor.execute(
            'INSERT INTO rounds_roundfacts (round_id, "table", round_no, at, terms, runs, left_shoe, lay, irregular, '
            "seconds, most_money, best_odds, win, players) "
            "SELECT r.id, f.\"table\", r.round_no, f.at - copy * interval '1 second' * %s, f.terms, f.runs, "
            "f.left_shoe, f.lay, f.irregular, f.seconds, f.most_money, f.best_odds, f.win, f.players "
            "FROM rounds_roundfacts f JOIN rounds_round o ON o.id = f.round_id "
            "CROSS JOIN generate_series(1, %s) copy "
            "JOIN rounds_round r ON r.table_id = o.table_id AND r.round_no = -1000 * copy - o.round_no",
            [step, copies],
        )
        cursor.execute("ANALYZE rounds_roundfacts")
        cursor.execute("RESET statement_timeout")
    compare.fill(copies, step)


def _median(given: dict[str, str], now: Any) -> float:
    took = []
    for _ in range(TRIES):
        started = time.perf_counter()
        search = FindSearch.parse(given, (), now)
        _, after = search.page(None)
        if after is not None:
            search.count()
        took.append((time.perf_counter() - started) * 1000)
    return round(statistics.median(took), 1)


def _bytes() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('rounds_roundfacts')")
        return int(cursor.fetchone()[0])
