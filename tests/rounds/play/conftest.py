"""Rounds that the tests of the service start from."""

import pytest

from rounds.play import snapshot
from tests import floor

CODE = "BJ-07"


@pytest.fixture(autouse=True)
def _no_state_kept() -> None:
    """Each test starts as a process that has just come up."""
    snapshot.forget()


@pytest.fixture
def table() -> str:
    """An open table; its code."""
    floor.open_table(CODE)
    return CODE
