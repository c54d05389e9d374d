"""Rounds that the tests of the service start from."""

import pytest

from tests import floor

CODE = "BJ-07"


@pytest.fixture
def table() -> str:
    """An open table; its code."""
    floor.open_table(CODE)
    return CODE
