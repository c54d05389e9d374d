"""A house file for tests: the example that is shipped, under the settings of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.test import override_settings

from tables.house import house_file
from tables.house.house_file import Secrets
from tests.processes import PROJECT

AT = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)
EXAMPLE = (PROJECT / "deploy" / "house.toml.example").read_text(encoding="utf-8")
SETTINGS: dict[str, Any] = {
    "LEDGER_ORIGIN": "pit.example/1",
    "TIME_ZONE": "Australia/Melbourne",
    "CURRENCY": "$",
    "FLOAT_POLICY": {},
}


@contextmanager
def settings_of_the_house() -> Iterator[None]:
    """The settings that the example was written for."""
    with override_settings(**SETTINGS):
        yield


def with_cell(old: str, new: str) -> str:
    """The example with one text of it replaced, once."""
    assert EXAMPLE.count(old) >= 1, old
    return EXAMPLE.replace(old, new, 1)


def set_up(text: str = EXAMPLE) -> Secrets:
    """Carry a file out."""
    plan = house_file.check(text, AT)
    assert not plan.wrong, [(wrong.place, str(wrong.refusal)) for wrong in plan.wrong]
    return house_file.carry_out(plan, AT)
