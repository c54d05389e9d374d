"""Browsers away from the tables: the pit dashboard and the audit log, signed in and live."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from django.test import override_settings
from playwright.sync_api import Page, expect

from casino.staff.roles import Role
from tests.browser.tablets import sign_in

_complaints: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()
"""What the console of each page complained about."""


def desk(page: Page, url: str, path: str, role: str = Role.CASINO_SUPERVISOR, *, number: str = "") -> Page:
    """The page at `path` for a person of that role, once its link is live. What the console says is kept."""
    complaints = _complaints.setdefault(page, [])
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    sign_in(page.context, url, role, number=number)
    page.goto(f"{url}{path}")
    live(page)
    return page


def live(page: Page) -> None:
    expect(page.locator("#live")).to_have_class(re.compile(r"\bok\b"), timeout=15000)


def quiet(page: Page) -> None:
    """Nothing was refused by the browser (an inline style, say) and no script failed."""
    # A refusal is answered with 409, which the browser reports as it does a file that is missing.
    complaints = [text for text in _complaints[page] if "status of 409" not in text]
    assert not complaints, complaints


def fits(page: Page) -> None:
    """The page does not scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@contextmanager
def pushing(redis_url: str) -> Iterator[None]:
    """Let commands that this process plays be pushed over the Redis of the served application."""
    layer = {
        "BACKEND": "casino.web.push_layer.LivePushLayer",
        "CONFIG": {"url": redis_url, "prefix": "casino"},
    }
    with override_settings(CHANNEL_LAYERS={"default": layer}):
        yield
