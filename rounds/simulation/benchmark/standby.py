"""What it costs to wait for a standby: cards dealt by SQL alone, each as this server alone has it, as a standby
has it on its disk, and as a standby shows it.

The three take turns card by card, so that whatever else the machine does meets all of them. Both servers are on this
machine and write to its disk: the way between two machines comes on top.
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
from rounds.simulation.benchmark.figures import Spread, ratio
from rounds.simulation.benchmark.house import CannotStart

WAITS: Final = {
    "local": "this server alone has it on its disk",
    "on": "a standby has it on its disk",
    "remote_apply": "a standby shows it",
}
"""Of `synchronous_commit`: what a card waits for."""
WITHIN: Final = 60.0
"""Seconds in which the standby follows."""
WARM: Final = 20
"""Cards of each that are not counted."""


def measure(
    server: EmbeddedServer,
    database_url: str,
    codes: Sequence[str],
    seconds: float,
    say: Callable[[str], object],
) -> dict[str, Any]:
    """Deal cards at tables of those codes for so many seconds. Raises CannotStart or ServerFailed where no standby
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
            # Before the standby goes: whatever commits after it would wait for ever.
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
    spreads = {wait: Spread.of(cards) for wait, cards in took.items()}
    return {
        "card_ms": {wait: spread.as_dict() for wait, spread in spreads.items()},
        "over_local": {wait: ratio(spreads[wait].p50, spreads["local"].p50) for wait in WAITS},
    }


def table(report: dict[str, Any]) -> str:
    """The same for people."""
    lines = ["Milliseconds a bare card                              p50      p95      p99"]
    for wait, words in WAITS.items():
        spread, over = Spread(**report["card_ms"][wait]), report["over_local"][wait]
        lines.append(f"  {wait + ': ' + words:<48}{spread}   {over} times")
    return "\n".join(lines)
