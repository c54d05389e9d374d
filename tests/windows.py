"""Windows of a browser that tests use one after another.

A new window has nothing cached: to fetch and read two dozen styles, scripts and fonts is most of what its first page
costs. So a window is kept when its test is over, without its pages and all that the test left in it.
"""

from __future__ import annotations

import time
from typing import Any, Final
from urllib.parse import urlsplit
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Error, Page

TABLET: Final = {"width": 1280, "height": 800}
_ASTRAY: Final = 2
"""Seconds that the clock of a window may differ from ours."""

_with_clock: WeakSet[BrowserContext] = WeakSet()


def give_clock(context: BrowserContext) -> None:
    """Have the pages of a window go by a clock that tests can put forward; until then it shows the time of day."""
    if context not in _with_clock:
        context.clock.install()
        _with_clock.add(context)


class _Window:
    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.options = options
        self.context = browser.new_context(**options)
        # It stays while the pages of tests come and go, so that they share its process and what that has in memory.
        self._stays = self.context.new_page()
        self._pages: list[Page] = []
        self.context.on("page", lambda page: self._pages.append(page))  # noqa: PLW0108  no built-in method is taken
        self.taken = False

    def clear(self) -> bool:
        """Leave nothing of a test; whether that was possible."""
        places = {urlsplit(page.url)[:2] for page in self._pages if page.url.startswith("http")}
        try:
            for page in self._pages:
                page.close()
            self._pages.clear()
            self.context.unroute_all()
            self.context.clear_cookies()
            for scheme, host in places:
                if urlsplit(self._stays.url)[:2] != (scheme, host):
                    self._stays.goto(f"{scheme}://{host}/healthz")
                self._stays.evaluate("localStorage.clear()")
            now: float = self._stays.evaluate("Date.now() / 1000")
        except Error:  # its server is away, say
            return False
        return abs(now - time.time()) < _ASTRAY  # a clock that was put forward has no way back


class Windows:
    """The windows of one browser."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._windows: list[_Window] = []

    def page(self, **options: Any) -> Page:
        """A page in a window of its own, signed in nowhere. Of its options, `Browser.new_context` says more."""
        options = {
            "service_workers": "block"
        } | options  # one stays in a window, and answers for the next test
        window = next((kept for kept in self._windows if not kept.taken and kept.options == options), None)
        if window is None:
            window = _Window(self.browser, options)
            self._windows.append(window)
        window.taken = True
        return window.context.new_page()

    def clear(self) -> None:
        """Close all pages, and every window that cannot be kept: the next test finds nothing of this one."""
        kept = [window for window in self._windows if not window.taken or window.clear()]
        for (
            context
        ) in self.browser.contexts:  # one too that a test has opened itself and left asking the server
            if context not in [window.context for window in kept]:
                context.close()
        for window in kept:
            window.taken = False
        self._windows = kept
