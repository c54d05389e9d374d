"""The pit: the floor with twelve tables and with sixty, what is waiting, and the other pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Page, expect

from tools.pictures.sheet.state import State, tap

SUPERVISOR: Final = "S-07"


def panel(page: Page) -> None:
    """Open the panel of a table, with everything in it."""
    tap("#tile-BJ-07 .set")(page)
    expect(page.get_by_role("dialog")).to_contain_text("Post notice")


def states() -> Iterator[State]:
    yield State("pit-60", "The pit: sixty tables", "/pit/", SUPERVISOR)
    yield State("pit-12", "The pit: one pit of them", "/pit/P1/", SUPERVISOR)
    yield State("pit-panel", "The panel of a table", "/pit/P1/", SUPERVISOR, act=panel)
    for slug, title, path, number in (
        ("pit-table", "The page of a table", "/pit/table/BJ-07/", SUPERVISOR),
        ("pit-irregular", "An irregularity to sign", "/pit/irregular/BJ-07/", SUPERVISOR),
        ("pit-disputes", "Disputes of a table", "/pit/table/BJ-07/disputes", SUPERVISOR),
        ("pit-several", "Several tables at once", "/pit/several/", SUPERVISOR),
        ("pit-rota", "Who deals where", "/pit/rota/", "M-1"),
        ("pit-hours", "Gaming hours", "/pit/hours/", "M-1"),
        ("floats", "The floats", "/float/", SUPERVISOR),
        ("figures", "Figures", "/float/figures/", SUPERVISOR),
        ("sessions", "Sessions of the floats", "/float/sessions/", SUPERVISOR),
        ("readers", "Card readers", "/readers/", "G-21"),
        ("tablets", "Tablets", "/tablets/", "G-21"),
        ("own-pin", "The own PIN", "/pin/", SUPERVISOR),
        ("sign-in", "Signing in", "/sign-in/?next=/pit/", ""),
    ):
        yield State(slug, title, path, number)
