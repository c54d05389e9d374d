"""A refusal is asserted by its code and clause, never by its words."""

import re
from collections.abc import Callable

import pytest

from casino.refusals import Refusal


def refused_as(code: str, clause: str = "") -> pytest.RaisesExc[Refusal]:
    """As `pytest.raises`: the block is refused with this code under this clause, or with it among those that bear on
    it; "" if no clause forbids it."""

    def fits(refusal: Refusal) -> bool:
        assert (refusal.code, clause in (refusal.clause, *refusal.also)) == (code, True), refusal
        return True

    return pytest.raises(Refusal, check=fits)


def refusal_of(code: str, clause: str, step: Callable[..., object], *args: object, **how: object) -> Refusal:
    """The refusal of one call, asserted likewise, for what else it holds."""
    with refused_as(code, clause) as refused:
        step(*args, **how)
    return refused.value


def code_and_clause(refusal: Refusal | None) -> tuple[str, str]:
    """What a refusal is asserted by; ("", "") where nothing was refused."""
    return ("", "") if refusal is None else (refusal.code, refusal.clause)


def refused_with(page: str) -> tuple[str, str]:
    """The code and the clause ("" where none forbids it) of the refusal that a page says first."""
    refusal = re.search(
        r'<(\w+)[^>]*\brole="alert"[^>]*\bdata-code="([^"]*)"[^>]*>(.*?)</\1>', page, re.DOTALL
    )
    assert refusal is not None, page
    clause = re.search(r'<span class="clause">([^<]*)</span>', refusal[3])
    return refusal[2], clause[1] if clause else ""
