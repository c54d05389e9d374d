"""Rounds for packs, and the checker of packs."""

import io
import json
import subprocess
from contextlib import chdir, redirect_stderr, redirect_stdout
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
from tools import check_evidence


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


def check(path: Path, *arguments: str, key: str = "") -> Checked:
    """Have the checker look at a pack, in this process: its imports cost more than most packs."""
    printed, errors = _console(), _console()
    with chdir(path.parent), redirect_stdout(printed), redirect_stderr(errors):
        status = check_evidence.main(_asked(path, key, *arguments))
    return _answered(status, _written(printed), _written(errors))


def check_by_itself(path: Path, *arguments: str, python: str, key: str = "") -> Checked:
    """Run the checker as an outsider does: isolated, from another directory, so that nothing of the project can be
    imported."""
    command = [python, "-I", check_evidence.__file__, *_asked(path, key, *arguments)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=path.parent)
    return _answered(result.returncode, result.stdout, result.stderr)


def _asked(path: Path, key: str, *arguments: str) -> list[str]:
    return [str(path), "--key", key or str(seal_key().verifier), "--json", *arguments]


def _answered(status: int, printed: str, errors: str) -> Checked:
    assert "Traceback" not in errors, errors
    return Checked(status, json.loads(printed))


def _console() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _written(console: io.TextIOWrapper) -> str:
    console.seek(0)
    return console.read()


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
        if due.action == "settle":
            taps(code, engine.Settle())
        elif due.action == "card":
            taps(code, engine.DealCard(state.held[0].card if state.held else "Th"))
        elif due.action == "decision":
            taps(code, engine.Decide(due.box, "stand"))
        else:
            break
    taps(code, engine.Collect())


def _signed(code: str, command: engine.Command) -> None:
    """Report it, and have a casino supervisor sign where the book requires a signature."""
    answer = tap(code, command)
    assert answer.ok, (command, answer)
    for _ in range(3):
        if service.current(code).state.irregular is None:
            return
        answer = tap(code, engine.Approve(role=""))
        if answer.approval_id is not None:
            approvals.decide(Approval.objects.get(pk=answer.approval_id), floor.casino_supervisor(), True)
