"""What every test of rounds begins with."""

import pytest

from rounds.play import snapshot


@pytest.fixture(autouse=True)
def _no_state_kept() -> None:
    """Each test starts as a process that has just come up."""
    snapshot.forget()
