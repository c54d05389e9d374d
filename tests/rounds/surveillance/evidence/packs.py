"""Rounds for packs, and the checker as an outsider runs it: by itself, in a Python that has not the project."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casino.ledger.seals import seal_key
from rounds import engine
from rounds.surveillance.evidence.making import RoundName, make, whole_file
from tests import floor
from tests.signed_in import settled_round

CHECKER = Path(__file__).parents[4] / "tools" / "check_evidence.py"


def pack(path: Path, *rounds: str, reason: str = "review", by: str = "surveillance") -> Path:
    """A pack of these rounds."""
    with whole_file(path) as file:
        make(file, [RoundName.parse(name) for name in rounds or ["BJ-07/1"]], reason, by=floor.person(by))
    return path


@dataclass(frozen=True)
class Checked:
    """What the checker answered."""

    status: int
    told: dict[str, Any]
    errors: str

    @property
    def first(self) -> dict[str, Any]:
        return self.told["first"]


def check(path: Path, *arguments: str, key: str = "", python: str = sys.executable) -> Checked:
    """Run the checker over a pack."""
    key = key or str(seal_key().verifier)
    command = [python, "-I", str(CHECKER), str(path), "--key", key, "--json", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=path.parent)
    assert "Traceback" not in ran.stderr, ran.stderr
    return Checked(ran.returncode, json.loads(ran.stdout), ran.stderr)


def plain(code: str = "BJ-07", **setup: Any) -> None:
    """A round in which A wins and B loses, with a tap that was taken back and one that was refused."""
    floor.open_table(code, **setup)
    settled_round(code)
    floor.taps(code, engine.Collect())


Story = Callable[[], None]
