"""``python -m tools.make_house NAME``: stores the database of a small house in the folder NAME of `tests/records`.

A shift is worked at a table, with irregularities, corrections, fills, credits and counts; its record is sealed and
verified, and the database is dumped. Each later version must restore it and continue with it
(`tests/records/test_houses.py`), so from then on migrations are added and never changed.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import django

from tests.records.keys import KEYS

os.environ |= KEYS
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection  # noqa: E402 — models want Django set up

from casino.ledger.sealing import seal_all  # noqa: E402
from casino.ledger.verify import verify  # noqa: E402
from rounds.models import Round  # noqa: E402
from rounds.simulation.benchmark.house import throwaway_database  # noqa: E402
from rounds.simulation.shift import Place, Shift  # noqa: E402
from tests.records import corpus, houses  # noqa: E402

PLACE = Place("VIC03", packs=4)
ROUNDS = 24
"""Enough rounds for a shoe of four packs to be shuffled again."""
BEGINS = datetime(2026, 11, 28, 4, 0, tzinfo=UTC)


def main(name: str) -> int:
    """Store the house. Returns the exit code: 2 if the folder exists, 1 if the record is not sound."""
    folder = corpus.HERE / name
    path = folder / "house.sql.xz"
    if path.exists():
        print(f"{path} is there: records are made once and never changed.", file=sys.stderr)  # noqa: T201
        return 2
    with throwaway_database(2):
        outcome = Shift(PLACE, rounds=ROUNDS, seed=1, begins=BEGINS).work()
        seal_all()
        report = verify()
        if outcome.faults or not report.ok:
            print(outcome.faults, report.faults, file=sys.stderr)  # noqa: T201
            return 1
        folder.mkdir(exist_ok=True)
        houses.dump(connection.settings_dict["NAME"], path)
        facts = {
            "book": PLACE.book,
            "chains": {chain.chain: chain.last_seq for chain in report.chains},
            "rounds": [
                houses.facts_of(row) for row in Round.objects.select_related("table").order_by("round_no")
            ],
        }
    with (folder / "house.json").open("x", encoding="utf-8") as file:
        json.dump(facts, file, indent=1)
        file.write("\n")
    _pin(path, folder / "house.json")
    return 0


def _pin(*paths: Path) -> None:
    with corpus.PINNED.open("a", encoding="utf-8") as pinned:
        for path in paths:
            pinned.write(f"{corpus.sha256_of(path)}  {path.relative_to(corpus.HERE).as_posix()}\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python -m tools.make_house NAME")
    sys.exit(main(sys.argv[1]))
