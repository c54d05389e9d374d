"""`refused_as`: a refusal is asserted by its code and clause, never by its words."""

from typing import Any

import pytest

from casino.refusals import Refusal


def refused_as(code: str, clause: str | None = None) -> Any:
    """As `pytest.raises`: the block is refused with this code and, if given, under this clause."""

    def fits(refusal: Refusal) -> bool:
        assert refusal.code == code
        assert clause is None or refusal.clause == clause
        return True

    return pytest.raises(Refusal, check=fits)
