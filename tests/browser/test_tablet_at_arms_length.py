"""The tablet is read at arm's length, and nothing in play scrolls, whatever its size and whichever way up."""

import pytest
from playwright.sync_api import Page, expect

from rounds import engine as e
from rounds.play import service
from tests import floor
from tests.browser import busy, tablets
from tests.browser.legible import not_whole
from tests.browser.tablets import live, tap
from tests.browser.test_tablet_layout import OVERLAPS
from tests.processes import Daphne
from tests.tables.games import setup_of

CODE = "BJ-07"
SIZES = [(1280, 800), (1024, 768), (768, 1024)]
MORE = [(800, 1280), (1920, 1080), (1920, 1200)]
KEYS = ("wrong-key", "supervisor-key", "undo-key")
"""What stays where it is, in sight."""

TOO_SMALL = """() => {
  const faults = [], walker = document.createTreeWalker(document.querySelector('.felt'), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const at = text.parentElement;
    if (!text.data.trim() || at.closest('.sr') || !at.getClientRects().length) continue;
    const size = parseFloat(getComputedStyle(at).fontSize);
    const least = at.closest('.total, .line b, .seat b') && !at.closest('.lammer') ? 18 : 15;
    if (size < least) faults.push(`${size}px: ${text.data.trim()}`);
  }
  return faults;
}"""

SCROLLS = """() => ['.desk', '.acts', '.pays', '.last', '.asks', 'aside', '.prompt', '.bar', 'html']
  .flatMap(name => [...document.querySelectorAll(name)])
  .filter(el => el.scrollHeight > el.clientHeight + 1 && getComputedStyle(el).display !== 'none')
  .map(el => `${el.className || el.tagName}: ${el.scrollHeight} in ${el.clientHeight}`)"""

PLACES = """keys => keys.map(key => document.getElementById(key).getBoundingClientRect())
  .map(box => [box.left, box.top, box.right, box.bottom].map(Math.round))"""


@pytest.mark.long
@pytest.mark.parametrize("offered", [3, 6])
def test_nine_boxes_and_27_side_bets_are_all_in_sight(live_daphne: Daphne, page: Page, offered: int) -> None:
    """At every size nothing scrolls, nothing lies over anything else and no word is broken, with keys for three side
    bets or for six, and three keys stay where they are."""
    floor.open_table(CODE, **setup_of("NZ", "blackjack", boxes=9, sign=(1000, 200000, 0)))
    bets = ("perfect_pairs", "lucky_lucky", "buster")
    for bet in bets if offered == len(bets) else ():
        floor.fit(CODE, bet)
        floor.offer(CODE, bet)
    if offered > len(bets):
        assert len(floor.offer_some(CODE, *bets)) == offered
    tablets.tablet(page, live_daphne.url, CODE)
    tap(page, "button:has-text('Confirm')")
    boxes = range(1, 10)
    laid = [e.PlaceWager(box, f"P{box}", 2500) for box in boxes]
    laid += [e.PlaceWager(box, f"P{box}", 500, bet) for bet in bets for box in boxes]
    dealt = [e.CallBets(), *floor.cards("8c 9h 9h 9h 9h 9h 9h 9h 9h 6d 8s 5d 5d 5d 5d 5d 5d 5d 5d")]
    faults: list[str] = []
    places: dict[tuple[int, int], list[list[int]]] = {}
    for what, commands in (("wagers", laid), ("side bets to settle", dealt), ("a decision", [e.Settle()])):
        floor.taps(CODE, *commands)
        while what == "a decision" and service.current(CODE).due.action == "settle":
            floor.taps(CODE, e.Settle())
        page.reload()
        live(page)
        for size in [(768, 1024), (800, 1280), (1024, 768), (1280, 800), (1920, 1200)]:
            seen = looked_at(page, what, size, places)
            if what == "side bets to settle":  # 27 payments: what is paid later is further down their list
                expect(page.locator(".desk.settle .row").first).to_be_in_viewport(ratio=1)
                seen = [fault for fault in seen if "desk settle" not in fault]
            if offered == 6 and size == (768, 1024):  # what is done to the equipment is further down
                seen = [fault for fault in seen if "acts for-wagers" not in fault]
            faults += seen
    assert faults == []


def looked_at(
    page: Page, what: str, size: tuple[int, int], places: dict[tuple[int, int], list[list[int]]]
) -> list[str]:
    """What is wrong with the page at that size; where its three keys were is kept in `places`."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    at = f"{what} at {width} x {height}: "
    faults = [at + fault for fault in page.evaluate(OVERLAPS) + page.evaluate(SCROLLS) + not_whole(page)]
    now = page.evaluate(PLACES, KEYS)
    if now != places.setdefault(size, now):
        faults.append(f"{at}keys move to {now} from {places[size]}")
    if max(box[2] for box in now) > width or max(box[3] for box in now) > height:
        faults.append(f"{at}keys out of sight: {now}")
    return faults


@pytest.mark.long
def test_a_busy_round_is_read_at_arms_length(live_daphne: Daphne, page: Page) -> None:
    """At 1280 x 800 no text on the felt is under 15 px, no amount or total under 18; at every size nothing scrolls,
    nothing lies over anything else, and three keys never move."""
    busy.table()
    tablets.tablet(page, live_daphne.url, busy.CODE)
    tap(page, "button:has-text('Confirm')")
    faults: list[str] = []
    places: dict[tuple[int, int], list[list[int]]] = {}

    def reads(what: str, *commands: e.Command, more: list[tuple[int, int]] | None = None) -> None:
        floor.taps(busy.CODE, *commands)
        page.reload()
        live(page)
        for size in SIZES + (more or []):
            faults.extend(looked_at(page, what, size, places))
            if size == (1280, 800):
                faults.extend(f"{what}: {fault}" for fault in page.evaluate(TOO_SMALL))

    reads("wagers", *busy.wagers(), more=MORE)
    reads("insurance", *busy.dealt())
    reads("side bets to settle", *busy.insured())
    floor.taps(busy.CODE, *busy.sides_settled())
    floor.taps(busy.CODE, *busy.doubled())
    reads("three hands", *busy.split(), more=MORE)
    reads("a card due", e.Decide(3, "double", 3, adds=(("C", 2500),)))
    reads("to settle", *busy.to_the_end())
    assert faults == []


@pytest.mark.long
def test_without_a_wager_on_the_chosen_box_nothing_is_shown_as_placed(
    live_daphne: Daphne, page: Page
) -> None:
    floor.open_table(CODE)
    tablets.tablet(page, live_daphne.url, CODE)
    tap(page, "button:has-text('Confirm')")
    tablets.lay(page, 2, "A", 2500)
    heading = page.locator("#placed-part h2")
    page.locator("#tray label:has(input[name=box][value='2'])").click()
    expect(heading).to_be_visible()
    page.locator("#tray label:has(input[name=box][value='1'])").click()
    expect(heading).to_be_hidden()
