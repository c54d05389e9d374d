"""The cost of waiting for a standby: cards dealt by SQL alone, each committed on this server only, written to the
standby's disk, or visible on the standby.

The three take turns card by card, so that other load affects all of them equally. Both servers are on this machine
and write to its disk: the way between two machines would come on top.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import psycopg

from casino.postgres import PERSISTENT_TEMP, EmbeddedServer
from rounds.simulation.benchmark.bare import CARD, BareSql
from rounds.simulation.benchmark.figures import Latency, ratio
from rounds.simulation.benchmark.house import CannotStart

WAITS: Final = {
    "local": "this server alone has it on its disk",
    "on": "a standby has it on its disk",
    "remote_apply": "a standby shows it",
}
"""Values of `synchronous_commit`: what a card waits for."""
WITHIN: Final = 60.0
"""Seconds within which the standby must follow."""
WARM: Final = 20
"""Warm-up cards of each kind, which are not counted."""


def measure(
    server: EmbeddedServer,
    database_url: str,
    codes: Sequence[str],
    seconds: float,
    say: Callable[[str], object],
) -> dict[str, Any]:
    """Deal cards at tables with those codes for so many seconds. Raises CannotStart or ServerFailed if no standby
    follows."""
    say("making a standby …")
    with (
        tempfile.TemporaryDirectory(prefix="casino-bench-", dir=PERSISTENT_TEMP) as folder,
        server.followed(Path(folder)),
        psycopg.connect(database_url, autocommit=True) as control,
    ):
        control.execute("ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 (*)'")
        control.execute("SELECT pg_reload_conf()")
        try:
            _followed(control)
            return _dealt(database_url, codes, seconds, say)
        finally:
            # Before the standby stops: whatever commits after that would wait for ever.
            control.execute("ALTER SYSTEM RESET synchronous_standby_names")
            control.execute("SELECT pg_reload_conf()")


def _followed(control: psycopg.Connection[Any]) -> None:
    end = time.monotonic() + WITHIN
    while not control.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").fetchone():
        if time.monotonic() > end:
            raise CannotStart("The standby does not follow.")
        time.sleep(0.1)


def _dealt(
    database_url: str, codes: Sequence[str], seconds: float, say: Callable[[str], object]
) -> dict[str, Any]:
    say(f"cards in turn, {seconds:.0f} s")
    tables = {wait: BareSql(database_url, code) for wait, code in zip(WAITS, codes, strict=False)}
    took: dict[str, list[float]] = {wait: [] for wait in WAITS}
    try:
        for wait, table in tables.items():
            table.connection.execute(f"SET synchronous_commit = {wait}")
            table.connection.commit()
            for _ in range(WARM):
                table.card(CARD)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for wait, table in tables.items():
                took[wait].append(table.card(CARD))
    finally:
        for table in tables.values():
            table.close()
    spreads = {wait: Latency.of(cards) for wait, cards in took.items()}
    return {
        "card_ms": {wait: spread.as_dict() for wait, spread in spreads.items()},
        "over_local": {wait: ratio(spreads[wait].p50, spreads["local"].p50) for wait in WAITS},
    }


def table(report: dict[str, Any]) -> str:
    """The report, as text."""
    lines = ["Milliseconds a bare card                              p50      p95      p99"]
    for wait, words in WAITS.items():
        spread, over = Latency(**report["card_ms"][wait]), report["over_local"][wait]
        lines.append(f"  {wait + ': ' + words:<48}{spread}   {over} times")
    return "\n".join(lines)
