"""A refusal is asserted by its code and clause, never by its words."""

from collections.abc import Callable

import pytest

from casino.refusals import Refusal


def refused_as(code: str, clause: str | None = None) -> pytest.RaisesExc[Refusal]:
    """As `pytest.raises`: the block is refused with this code and, if one is given, under this clause or with it among
    those that bear on it."""

    def fits(refusal: Refusal) -> bool:
        assert refusal.code == code, refusal.message
        assert clause is None or clause in (refusal.clause, *refusal.also), refusal
        return True

    return pytest.raises(Refusal, check=fits)


def refusal_of(
    code: str, clause: str | None, step: Callable[..., object], *args: object, **how: object
) -> Refusal:
    """The refusal of one call, asserted likewise, for what else it holds."""
    with refused_as(code, clause) as refused:
        step(*args, **how)
    return refused.value
