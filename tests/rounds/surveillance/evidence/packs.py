"""Rounds for packs, and the checker as an outsider runs it: by itself, in a Python that has not the project."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casino.ledger.seals import seal_key
from casino.staff import approvals
from casino.staff.models import Approval
from rounds import engine
from rounds.play import service
from rounds.surveillance.evidence.making import RoundName, make, whole_file
from tests import floor
from tests.floor import cards, tap, taps
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
    printed: dict[str, Any]

    @property
    def first(self) -> dict[str, Any]:
        return self.printed["first"]


def check(path: Path, *arguments: str, key: str = "", python: str = sys.executable) -> Checked:
    """Run the checker over a pack: isolated, from another directory, so that nothing of the project can be imported."""
    key = key or str(seal_key().verifier)
    command = [python, "-I", str(CHECKER), str(path), "--key", key, "--json", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=path.parent)
    assert "Traceback" not in ran.stderr, ran.stderr
    return Checked(ran.returncode, json.loads(ran.stdout))


def plain(code: str = "BJ-07", **setup: Any) -> None:
    """A round in which A wins with 20 and B loses with 17."""
    floor.open_table(code, **setup)
    settled_round(code)
    taps(code, engine.Collect())


def wrong(code: str = "BJ-07", **setup: Any) -> None:
    """A round with a card that was drawn in error and a card that was tapped wrongly, each put right and signed."""
    floor.open_table(code, **setup)
    taps(code, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(3, "B", 2000), engine.CallBets())
    taps(code, *cards("Ts 9s 6d Tc 8h"), engine.Decide(1, "stand"))
    _signed(code, engine.CorrectCard(3, "8s"))
    _signed(code, engine.Irregularity("excess_card", (("seen", "yes"), ("card", "4c"))))
    for _ in range(20):
        state, due = service.current(code).state, service.current(code).due
        if due.want == "settle":
            taps(code, engine.Settle())
        elif due.want == "card":
            taps(code, engine.DealCard(state.held[0].card if state.held else "Th"))
        elif due.want == "decision":
            taps(code, engine.Decide(due.box, "stand"))
        else:
            break
    taps(code, engine.Collect())


def _signed(code: str, command: engine.Command) -> None:
    """Report it, and have a casino supervisor sign where the book wants a signature."""
    answer = tap(code, command)
    assert answer.ok, (command, answer)
    for _ in range(3):
        if service.current(code).state.irregular is None:
            return
        answer = tap(code, engine.Approve(role=""))
        if answer.approval_id is not None:
            approvals.decide(Approval.objects.get(pk=answer.approval_id), floor.casino_supervisor(), True)
