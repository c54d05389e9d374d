"""What `make test` leaves to `make test-long`, and what each of them draws."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

from tests.examples import examples, long_run

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
def test_left_to_the_long_run() -> None:
    """Collected by the long run alone."""


def test_a_tree_that_did_not_change_is_searched_in_the_same_way() -> None:
    drawn = settings()
    assert (drawn.derandomize, drawn.database, drawn.print_blob) == (True, None, True)
    assert (long_run(), examples(30).max_examples) == (False, 30)


def test_the_long_run_takes_the_long_tests_and_prints_its_seed() -> None:
    command = [".ci/long", "7", "--collect-only", "-n", "0", "tests/foundation/test_long_runs.py"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    collected = [line for line in run.stdout.splitlines() if "::" in line]
    assert collected == ["tests/foundation/test_long_runs.py::test_left_to_the_long_run"]
    assert "seed 7" in run.stdout
