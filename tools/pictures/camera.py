"""Takes a picture of a screen as a small PNG, without what differs from one time to the next."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tools.pictures.shots import Shot

PROJECT: Final = Path(__file__).resolve().parent.parent.parent
COLOURS: Final = 256
PATIENCE: Final = 60_000
"""Milliseconds until a screen must be live."""
AT_REST: Final = """() => {
  const words = window.house?.words;
  const desk = document.querySelector("#live.ok");
  const chip = document.querySelector("#link[data-state=live] #link-words") || desk && desk.lastElementChild;
  if (chip && words) {
    house.words = (code, values) => words(code === "link.live_in" ? "link.live" : code, values);
    chip.textContent = words("link.live");
  }
  window.houseClock?.tell(Date.now(), 0);
  window.houseClock?.count();
  if (window.houseClock) window.houseClock.tell = () => undefined;
  document.activeElement?.blur();
}"""
"""Hides response times and the clock of the pings, which are this machine's."""


def take(browser: Browser, url: str, shot: Shot, cookies: dict[str, str], at: datetime) -> None:
    """Take a picture in a browser whose clock shows `at`, and write it where it belongs."""
    width, height = shot.size
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    context.clock.set_fixed_time(at)
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{url}{shot.path}")
    _live(page)
    for selector in shot.taps:
        page.locator(selector).evaluate("element => element.scrollIntoView({block: 'center'})")
        page.locator(selector).click()
        page.wait_for_load_state("networkidle")
    if shot.shows:
        page.locator(shot.shows).wait_for()
        page.wait_for_load_state("networkidle")
    page.mouse.move(0, 0)
    page.evaluate(AT_REST)
    picture = page.screenshot(animations="disabled", caret="hide")
    context.close()
    (PROJECT / shot.file).write_bytes(_small(picture))


def _live(page: Page) -> None:
    """Wait until the socket has brought the current state, as the screen's chip shows."""
    expect(page.locator("#link[data-state=live], #live.ok")).to_be_visible(timeout=PATIENCE)
    page.evaluate("document.fonts.ready")


def _small(picture: bytes) -> bytes:
    """The same picture with a palette: a fifth of the bytes, and no visible difference."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    small = image.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    written = BytesIO()
    small.save(written, "PNG", optimize=True)
    return written.getvalue()
