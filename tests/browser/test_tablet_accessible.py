"""The tablet's pages and states by axe-core, and that nothing moves under the finger."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from rounds import engine as e
from tests import floor
from tests.browser import busy, tablets
from tests.browser.legible import not_whole, small
from tests.browser.tablets import live, tap
from tests.processes import Daphne
from tests.windows import TABLET, Windows

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def faults(page: Page, what: str) -> list[str]:
    """What axe finds on the page as it is, each rule once."""
    answer = Axe().run(page, options={"runOnly": RULES, "resultTypes": ["violations"]})
    return [f"{what}: {rule['id']} at {rule['nodes'][0]['target']}" for rule in answer.response["violations"]]


def test_every_state_of_the_tablet_is_accessible(live_daphne: Daphne, windows: Windows) -> None:
    """By axe, in the three themes where colours differ; targets of 44 px on the pages of a table."""
    page = windows.page(bypass_csp=True, viewport=TABLET)  # the check itself comes as a script of its own
    busy.table()
    tablets.tablet(page, live_daphne.url, busy.CODE)
    broken = faults(page, "sign to confirm")
    tap(page, "button:has-text('Confirm')")

    def state(what: str, *commands: e.Command) -> None:
        floor.taps(busy.CODE, *commands)
        page.reload()
        live(page)
        broken.extend(faults(page, what))

    state("wagers", *busy.wagers())
    page.locator("#menu-key").click()
    broken.extend(faults(page, "menu"))
    broken.extend(f"menu: {key}" for key in small(page))
    page.locator("[data-menu-shut]").click()
    state("insurance", *busy.dealt())
    state("side bets to settle", *busy.insured())
    floor.taps(busy.CODE, *busy.sides_settled(), *busy.doubled())
    state("three hands", *busy.split())
    for theme in ("light", "glare"):
        page.evaluate("theme => house.device.set('theme', theme)", theme)
        broken.extend(faults(page, f"three hands, {theme}"))
    page.evaluate("house.device.set('theme', 'dark')")
    page.locator("#wrong-key").click()
    page.locator("#wrong .likely").wait_for()
    broken.extend(faults(page, "something is wrong"))
    page.locator("#wrong [data-wrong] >> nth=0").click()
    page.locator("#report").wait_for()
    broken.extend(faults(page, "one kind"))
    broken.extend(f"one kind: {key}" for key in small(page))
    page.locator("#wrong [data-shut]").click()
    for address in (
        "float/table/BJ-07/",
        "table/BJ-07/people",
        "change-dealer/",
        "rules/BJ-07/",
        "offline/",
    ):
        page.goto(f"{live_daphne.url}/{address}")
        broken.extend(faults(page, address))
    floor.tap(busy.CODE, e.Irregularity("decision_not_carried_out", (("hand", "1"),), "dealer"))
    page.goto(f"{live_daphne.url}/table/{busy.CODE}/")
    live(page)
    for width, height in ((1024, 768), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        broken.extend(f"to sign at {width}: {fault}" for fault in small(page) + not_whole(page))
    broken.extend(faults(page, "a supervisor signs"))
    assert broken == []


WATCH = """() => {
  window.moved = [];
  new PerformanceObserver(list => {
    for (const shift of list.getEntries())
      for (const source of shift.sources) {
        const at = source.node && (source.node.nodeType === 1 ? source.node : source.node.parentElement);
        if (at && (at.closest('button, a, input, select, summary, label, .felt .box') || at.querySelector('button, a')))
          window.moved.push(`${at.id || at.className} to ${source.currentRect.y} from ${source.previousRect.y}`);
      }
  }).observe({ type: 'layout-shift', buffered: false });
}"""


@pytest.mark.long
def test_no_push_moves_a_control_under_the_finger(live_daphne: Daphne, page: Page) -> None:
    """While a finger lies on a key, and 300 ms after, what is dealt elsewhere is not shown yet and nothing moves; then
    it is. By the browser's own measure of layout shifts."""
    busy.table()
    tablets.tablet(page, live_daphne.url, busy.CODE)
    tap(page, "button:has-text('Confirm')")
    first, *others = busy.wagers()
    floor.taps(busy.CODE, first)
    page.clock.resume()
    shown = "version => Number(document.querySelector('#facts').dataset.version) >= version"
    for commands in (others[:5], others[5:], busy.dealt()[:6]):
        key = page.locator("#menu-key").bounding_box()
        assert key
        page.mouse.move(key["x"] + 10, key["y"] + 10)
        before = tablets.version(page)
        page.mouse.down()
        page.evaluate(WATCH)
        answer = floor.taps(busy.CODE, *commands)
        page.wait_for_timeout(3500)  # longer than a ping, which would bring it
        assert tablets.version(page) == before
        assert page.evaluate("window.moved") == []
        page.mouse.move(key["x"] + 10, 400)
        page.mouse.up()
        page.wait_for_function(shown, arg=answer.version)
