"""How many examples a random test draws: as many as it says, and `TIMES` that in a long run (`make test-long`)."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

LONG = "nightly"
"""The Hypothesis profile of a long run: fresh seeds, more examples, and for each find the line that repeats it."""
TIMES = 40


def long_run() -> bool:
    """Whether these tests look for what is new, rather than check again what is known."""
    return settings.get_current_profile_name() == LONG


def examples(number: int, **more: Any) -> settings:
    """Settings of a random test that draws ``number`` examples in `make test`."""
    return settings(max_examples=number * TIMES if long_run() else number, **more)


def each_time(few: Iterable[Any], every: Iterable[Any]) -> list[Any]:
    """The values of a parametrised test: these few in `make test`, and every one in a long run."""
    few = list(few)
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=() if value in few else pytest.mark.long
        )
        for value in every
    ]
