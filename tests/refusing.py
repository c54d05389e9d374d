"""A refusal is asserted by its code and clause, never by its words."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from casino.forms.fields import FieldRefused, refusals_in
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


def refused_at(column: str, code: str, clause: str = "") -> pytest.RaisesExc[ValidationError]:
    """The same of a row that may not be saved so: its column is refused with this code under this clause; "" for the
    row as a whole."""

    def fits(fault: ValidationError) -> bool:
        assert code_and_clause(refusals_in(fault).get(column)) == (code, clause), fault
        return True

    return pytest.raises(ValidationError, check=fits)


def refused_fields(answer: Any) -> dict[str, tuple[str, str]]:
    """The fields that a set-up page of the framework refuses, with the code and the clause of each; "__all__" for the
    form as a whole. Empty where the form was taken."""
    if answer.status_code == 302:
        return {}
    return {
        name: code_and_clause(error.refusal) if isinstance(error, FieldRefused) else (error.code or "", "")
        for name, (error, *_) in answer.context["adminform"].form.errors.as_data().items()
    }


def code_and_clause(refusal: Refusal | None) -> tuple[str, str]:
    """What a refusal is asserted by; ("", "") where nothing was refused."""
    return ("", "") if refusal is None else (refusal.code, refusal.clause)


def refused_with(page: str) -> tuple[str, str]:
    """The code and the clause ("" where none forbids it) of the refusal that a page says first."""
    refusal = re.search(
        r'<(\w+)[^>]*\brole="(?:alert|status)"[^>]*\bdata-code="([^"]*)"[^>]*>(.*?)</\1>', page, re.DOTALL
    )
    assert refusal is not None, page
    clause = re.search(r'<span class="clause">([^<]*)</span>', refusal[3])
    return refusal[2], clause[1] if clause else ""
