"""One state of one screen: how to reach it, and who sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

SIZES: Final = ((1280, 800), (1024, 768), (800, 1280), (1920, 1080))
"""A tablet in landscape, a smaller one, one in portrait, and a desk."""
A_GESTURE: Final = 450
"""Milliseconds between two taps (static/js/gesture.js)."""


def nothing() -> None:
    """Does nothing: the previous state is already the state."""


def look(page: Page) -> None:
    """Does nothing on a page that shows its state when it loads."""


@dataclass(frozen=True, slots=True)
class State:
    """``path`` as ``number`` sees it, on the tablet of ``table`` if it names one. ``prepare`` plays what leads
    there; ``meanwhile`` is what happens once that person has signed in; ``act`` is done on the page. ``device`` are
    the device's settings, as the tablet's menu sets them."""

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
