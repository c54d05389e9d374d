"""A finger at a table: pairs of real touches on one spot, some time apart, and what they recorded."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

from playwright.sync_api import Browser, Page, Request

from tests import floor
from tests.browser import tablets
from tests.browser.tablets import settled, version

LONGEST = 60
"""Seconds that a round by pairs of touches may take."""
GAPS = (60, 180, 390)
"""Milliseconds between the two touches of a pair."""
TABLET = {"width": 1280, "height": 800}

# What the rounds are dealt from: a pair that splits, an ace for the dealer, then whatever comes.
CARDS = "8s Ad 8h 3h 9d Tc 7s 6c 9h 5d 4c Ts 2d Kh 6s 9c Jd 7h 3c Qs".split()

# The first of them that is on the screen and open carries the round on; what moves money twice is tried each time.
NEXT = (
    ".desk.opening form button.primary",
    ".blocker .money",
    ".blocker button",
    "#play-on",
    ".desk.surrender .offer button",
    ".desk.insurance .offer button",
    ".desk.ride .offer button",
    "#settle-losers",
    "#settle-all",
    "#settle-bet",
    "#settle-next",
    "#press",
    "#close-surrender",
    "#close",
    "#collect",
    "#decide-split",
    "#decide-double",
    "#decide-stand",
    "#decide-hit",
    "#call",
)

OPEN = """
([selectors, passed]) => selectors.findIndex((selector) => {
  if (passed.includes(selector)) return false;
  const control = document.querySelector(selector);
  return control && control.getClientRects().length && control.getAttribute("aria-disabled") !== "true";
})
"""

MONEY = """
() => {
  const places = {};
  for (const control of document.querySelectorAll("[data-money]")) {
    if (!control.getClientRects().length || control.getAttribute("aria-disabled") === "true") continue;
    const box = control.getBoundingClientRect();
    places[control.id || control.dataset.money] = [box.left, box.top, box.right, box.bottom];
  }
  return places;
}
"""
"""Where on the screen each control is that moves money or cannot be undone, by its id or its kind."""


class Finger:
    """A finger on a page, and the taps that the page sent."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[str] = []
        page.on("request", self._sends)

    def _sends(self, request: Request) -> None:
        body = request.post_data or ""
        if request.method == "POST" and "tries=" not in body:  # a tap that is sent again is not a second tap
            self.sent.append(f"{request.url} {body}")

    def middle(self, selector: str) -> tuple[float, float]:
        control = self.page.locator(selector).first
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        assert box is not None, selector
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def twice(self, selector: str, gap: int, then: str = "") -> int:
        """Touch the middle of the control twice, `gap` milliseconds apart, the second time where `then` is if it is
        named; how many taps were sent for it. Before and after it the finger rests."""
        settled(self.page)
        there, other = self.middle(selector), self.middle(then) if then else None
        before = len(self.sent)
        # The page's clock waits for the touches, however late a busy machine brings them.
        at, clock = time.monotonic(), self.page.clock
        clock.pause_at(self.page.evaluate("Date.now() / 1000 + 2"))
        self.page.touchscreen.tap(*there)
        time.sleep(max(0.0, gap / 1000 - (time.monotonic() - at)))
        clock.run_for(gap)
        self.page.touchscreen.tap(*(other or there))
        self.page.evaluate("0")
        clock.resume()
        self.page.wait_for_selector("body:not(.sending)")
        return len(self.sent) - before


@contextmanager
def at_the_table(
    browser: Browser, url: str, code: str = "BJ-07", viewport: Any = None, **setup: Any
) -> Iterator[Finger]:
    """A tablet with a touch screen at a table that is open; errors of its scripts fail the test."""
    floor.open_table(code, **setup)
    context = browser.new_context(viewport=viewport or TABLET, has_touch=True)
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield Finger(tablets.tablet(page, url, code))
    context.close()
    assert not faults


def lay(finger: Finger, gap: int, chip: int = 10000) -> None:
    """A wager on the box that is chosen, each tap of it a pair: the chip counts twice, the place once."""
    assert finger.twice(f".chipkey.v{chip}", gap) == 0
    before = version(finger.page)
    assert finger.twice("#lay", gap) == 1
    tablets.recorded(finger.page, before)


def whole_round(finger: Finger, gaps: tuple[int, ...] = GAPS, *, sides: bool = False) -> list[str]:
    """Deal a round by pairs of touches alone, each recorded once at the most; the controls that were touched."""
    page, cards, gap = finger.page, cycle(CARDS), cycle(gaps)
    touched: list[str] = []
    passed: list[str] = []
    ends = time.monotonic() + LONGEST
    while time.monotonic() < ends:
        action = page.locator("#prompt").get_attribute("data-action")
        phase = page.locator("#facts").get_attribute("data-phase")
        if action == "wagers" and "#collect" in touched:
            return touched
        if action == "wagers" and not page.locator("#felt .box .line").count():
            if page.locator("#places label").count():
                page.locator("#places label").last.tap()
            lay(finger, next(gap))
            for spot in page.locator("#tray .spotkey").all() if sides else ():
                if spot.get_attribute("aria-disabled") != "true":
                    assert finger.twice(f"#{spot.get_attribute('id')}", next(gap)) <= 1
            touched.append("#lay")
            continue
        control = _next(page, passed)
        if not control:
            control = f"#pad-{_dealt(page, cards)}"
        page.locator(control).first.scroll_into_view_if_needed()
        before, money = version(page), page.evaluate(MONEY)
        spot = page.locator(control).first.bounding_box()
        acts = finger.twice(control, next(gap))
        assert acts <= 1, (
            f"{acts} taps were recorded for one gesture on {control} ({phase}): {finger.sent[-acts:]}"
        )
        touched.append(control)
        if acts == 0 or version(page) == before:
            passed.append(control)  # said why, or chose something: the round goes on by the next one
        else:
            passed.clear()
            if control in ("#decide-split", "#decide-double"):
                passed.append("#decide-split")
            _keeps_apart(control, spot, money, page.evaluate(MONEY))
    raise AssertionError(f"the round does not end: {touched}")


def _next(page: Page, passed: list[str]) -> str:
    action = page.locator("#prompt").get_attribute("data-action")
    if action == "card" or page.locator(".hint").count():
        return ""
    at = page.evaluate(OPEN, [list(NEXT), passed])
    return NEXT[at] if at >= 0 else ""


def _dealt(page: Page, cards: Iterator[str]) -> str:
    """The next card that the pad of this game has."""
    return next(card for card in cards if page.locator(f"#pad-{card}").count())


def _keeps_apart(control: str, spot: Any, before: dict[str, Any], after: dict[str, Any]) -> None:
    """No control that moves money or cannot be undone appears where the one was that has just been tapped; on the
    desk below the felt, whose keys make room for offers, the guard alone makes sure."""
    if control.startswith(("#pad-", ".desk")):
        return
    name = control.removeprefix("#")
    for other, (left, top, right, bottom) in after.items():
        if other == name or before.get(other) == [left, top, right, bottom]:
            continue
        apart = (
            right <= spot["x"]
            or left >= spot["x"] + spot["width"]
            or bottom <= spot["y"]
            or top >= spot["y"] + spot["height"]
        )
        assert apart, f"{other} appeared where {control} was"
