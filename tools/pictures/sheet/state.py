"""One state of one screen: how it comes about, and who sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

SIZES: Final = ((1280, 800), (1024, 768), (800, 1280), (1920, 1080))
"""A tablet on its side, a smaller one, one upright, and a desk."""
A_GESTURE: Final = 450
"""Milliseconds that part two taps (static/js/gesture.js)."""


def nothing() -> None:
    """What is done where the state before is the state already."""


def look(page: Page) -> None:
    """What is done at a page that shows its state as it comes up."""


@dataclass(frozen=True, slots=True)
class State:
    """``path`` as ``number`` sees it, on the tablet of ``table`` if it names one. ``prepare`` plays what leads there;
    ``meanwhile`` is what happens once that person has signed in; ``act`` is done at the page. ``device`` is what is set
    for the device, as the menu of the tablet sets it."""

    slug: str
    title: str
    path: str
    number: str
    table: str = ""
    prepare: Callable[[], object] = nothing
    meanwhile: Callable[[], object] = nothing
    act: Callable[[Page], None] = look
    device: tuple[tuple[str, str], ...] = ()


def tap(*selectors: str) -> Callable[[Page], None]:
    """Tap each, at a person's pace."""

    def act(page: Page) -> None:
        for selector in selectors:
            page.wait_for_timeout(A_GESTURE)
            page.locator(selector).first.click()
            page.wait_for_load_state("networkidle")

    return act
