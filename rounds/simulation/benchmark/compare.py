"""How fast people are compared: every comparing page of the desk, over the rounds that `find` has filled in.

Each copy of the dealt rounds has the players with their wagers and results; dealers and supervisors take turns; and
irregularities, refusals and undos are spread over the rounds about as often as in a real house.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from rounds.models import PlayedRound
from rounds.surveillance.compare.asking import Comparing
from rounds.surveillance.compare.views import compared

TRIES: Final = 3
DEALERS: Final = 60
SUPERVISORS: Final = 12
A_THOUSAND: Final = {
    "refusal": 100,
    "taken_back": 50,
    "correction": 12,
    "irregularity": 8,
    "wrong_payment": 4,
}
"""Cases per thousand rounds."""
KINDS: Final = {
    "refusal": ["wager.below_minimum", "card.not_due", "wager.above_maximum", "decision.not_offered"],
    "taken_back": ["dealt", "wager", "stood", "drew"],
    "correction": ["correct_card", "correct_wager", "correct_decision"],
    "irregularity": ["excess_card", "misplaced", "exposed", "decision_not_carried_out"],
    "wrong_payment": ["correct_payment"],
}
DECISIONS: Final = ["approved", "approved", "approved", "approved", "discard", "next_card", "refused"]
SINCE: Final = ("last 7 days", "last 30 days", "last 400 days")
VIEWS: Final[dict[str, dict[str, str]]] = {
    "staff, irregularities": {},
    "staff, refusals": {"what": "refusal"},
    "staff, readings overridden": {"what": "overridden"},
    "staff, one table": {"table": "BN-003"},
    "pairs": {"view": "pairs"},
    "pairs of one kind": {"view": "pairs", "kind": "misplaced"},
    "players of a table": {"view": "player", "table": "BN-003"},
    "players of a mark, at every table": {"view": "player", "player": "P3"},
    "worksheet of a mark": {"view": "player", "table": "BN-003", "player": "P3"},
    "worksheet of a patron": {"view": "player", "player": "PAT-7"},
    "cases of a dealer": {"view": "cases", "what": "refusal", "person": "D-107"},
    "cases of a supervisor": {"view": "cases", "person": "S-03", "as": "supervisor"},
}


def fill(copies: int, step: int) -> None:
    """Add the data for comparisons to the copies of the dealt rounds, which are `step` seconds apart."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(
            'INSERT INTO rounds_comparedround (round_id, "table", at, dealer, supervisor, pace, wrong_seconds, '
            "tournament) SELECT r.id, c.\"table\", c.at - copy * interval '1 second' * %s, "
            "'D-' || (100 + (copy * 7 + r.table_id) %% %s), "
            "'S-' || lpad((1 + (copy + r.table_id) %% %s)::text, 2, '0'), "
            "c.pace, CASE WHEN copy %% 50 = 0 THEN 40 ELSE 0 END, false "
            "FROM rounds_comparedround c JOIN rounds_round o ON o.id = c.round_id "
            "CROSS JOIN generate_series(1, %s) copy "
            "JOIN rounds_round r ON r.table_id = o.table_id AND r.round_no = -1000 * copy - o.round_no",
            [step, DEALERS, SUPERVISORS, copies],
        )
        cursor.execute(
            'INSERT INTO rounds_playedround (round_id, "table", round_no, at, player, patron, dealer, laid, net, theo, '
            "variance, running, unseen, fresh, insured, insurance_worth) "
            "SELECT r.id, p.\"table\", r.round_no, p.at - copy * interval '1 second' * %s, p.player, "
            "CASE WHEN abs(hashtext(copy || p.player)) %% 4 = 0 THEN 'PAT-' || abs(hashtext(copy || p.player)) %% 997 "
            "ELSE '' END, p.dealer, p.laid, p.net, p.theo, p.variance, p.running, p.unseen, p.fresh, p.insured, "
            "p.insurance_worth FROM rounds_playedround p JOIN rounds_round o ON o.id = p.round_id "
            "CROSS JOIN generate_series(1, %s) copy "
            "JOIN rounds_round r ON r.table_id = o.table_id AND r.round_no = -1000 * copy - o.round_no",
            [step, copies],
        )
        for what, often in A_THOUSAND.items():
            cursor.execute(
                'INSERT INTO rounds_roundcase (round_id, "table", round_no, seq, at, what, kind, dealer, supervisor, '
                "decided_seq, decision, preferred, overridden, alike, clause) "
                'SELECT round_id, "table", round_no, 1, at, %s, kind, dealer, supervisor, CASE WHEN signed THEN 2 END, '
                "CASE WHEN signed THEN decision ELSE '' END, '', signed AND decision = 'refused', "
                "CASE WHEN signed THEN 'VIC03 blackjack ' || kind || ' decisions seen=' || "
                "CASE WHEN drawn %% 2 = 0 THEN 'yes' ELSE 'no' END ELSE '' END, '' "
                'FROM (SELECT c.round_id, c."table", f.round_no, c.at, c.dealer, c.supervisor, '
                "%s IN ('irregularity', 'correction') AS signed, drawn, "
                "(%s::text[])[1 + drawn %% %s] AS kind, (%s::text[])[1 + drawn / 7 %% %s] AS decision "
                "FROM rounds_comparedround c JOIN rounds_roundfacts f ON f.round_id = c.round_id "
                "CROSS JOIN LATERAL (SELECT abs(hashtext(%s || c.round_id)) / 2 AS drawn) random "
                "WHERE drawn %% 1000 < %s) chosen",
                [what, what, KINDS[what], len(KINDS[what]), DECISIONS, len(DECISIONS), what, often],
            )
        for name in ("rounds_round", "rounds_comparedround", "rounds_playedround", "rounds_roundcase"):
            # What autovacuum would have done meanwhile: the visibility map for index-only scans, and statistics.
            cursor.execute(f"VACUUM (ANALYZE) {name}")
        cursor.execute("RESET statement_timeout")


def measure(say: Callable[[str], object]) -> dict[str, Any]:
    """Milliseconds for each page, from the query to the result, by how far back it looks."""
    say("comparing …")
    now = timezone.now()
    pages = {
        name: {since: _median({**given, "when": since}, now) for since in SINCE}
        for name, given in VIEWS.items()
    }
    return {
        "played": PlayedRound.objects.count(),
        "pages_ms": pages,
        "slowest_page_ms": max(took for of_page in pages.values() for took in of_page.values()),
    }


def table(report: dict[str, Any]) -> list[str]:
    """The lines of the report, as text."""
    lines = [
        "",
        f"{report['played']:,} players in rounds",
        f"{'compared over':<38}" + "".join(f"{s:>16}" for s in SINCE),
    ]
    for name, took in report["pages_ms"].items():
        lines.append(f"{name:<38}" + "".join(f"{took[since]:>13.1f} ms" for since in SINCE))
    return lines


def _median(given: dict[str, str], now: datetime) -> float:
    took = []
    for _ in range(TRIES):
        started = time.perf_counter()
        compared(Comparing.parse(given, now), "")
        took.append((time.perf_counter() - started) * 1000)
    return round(statistics.median(took), 1)
