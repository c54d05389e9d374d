"""At a person's pace: between two taps of a test there is time enough for two gestures (static/js/gesture.js)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Keyboard, Locator, Page, expect

from tests.browser.tablets import pause
from tests.conftest import chromium

# A screen that a push did not reach is right by the next ping, four seconds later at most; on a loaded machine that and
# the answer to what it then asks take longer than the five seconds that are usual.
expect.set_options(timeout=15_000)

PACED = ("click", "check", "uncheck", "select_option", "press", "dblclick", "dispatch_event")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, for all tests of this folder: none of them is asynchronous."""
    with chromium() as browser:
        yield browser


@pytest.fixture(autouse=True)
def _pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before each tap and each key the page's clock is put forward by a pause between two gestures. What is tested for
    quick taps uses the touch screen or the mouse itself, which keep real time."""
    for name in PACED:
        monkeypatch.setattr(Locator, name, _paced(getattr(Locator, name), lambda locator: locator.page))
    pages: dict[int, Page] = {}
    keyboard_of = Page.keyboard.fget
    assert keyboard_of is not None

    def keyboard(page: Page) -> Keyboard:
        keys = keyboard_of(page)
        pages[id(keys)] = page
        return keys

    monkeypatch.setattr(Page, "keyboard", property(keyboard))
    monkeypatch.setattr(Keyboard, "press", _paced(Keyboard.press, lambda keys: pages[id(keys)]))


def _paced(act: Callable[..., Any], page_of: Callable[[Any], Page]) -> Callable[..., Any]:
    def paced(self: Any, *args: Any, **options: Any) -> Any:
        pause(page_of(self))
        return act(self, *args, **options)

    return paced
