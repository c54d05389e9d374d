"""The tablet's layout at the sizes that tables use: nothing clipped, nothing over anything else, targets of 48 px."""

import re

import pytest
from playwright.sync_api import Page, expect

from rounds import engine as e
from tests import floor
from tests.browser import tablets
from tests.browser.legible import not_whole
from tests.browser.tablets import live, tap
from tests.processes import Daphne

CODE = "BJ-07"
SIZES = [(1280, 800), (1024, 768), (1600, 900)]

OVERLAPS = """() => {
  const lies = '.felt .spot, .felt .hand, .felt .foot :is(.cloth, .notices, .held, .settled)';
  const shown = [...document.querySelectorAll(lies)].filter(el => el.getClientRects().length)
    .map(el => [el.closest('[id],.dealer'), el]);
  const faults = [], felt = document.querySelector('.felt').getBoundingClientRect();
  const name = el => (el.closest('[id]') || el).id + ' ' + el.className;
  for (let i = 0; i < shown.length; i += 1) {
    const a = shown[i][1].getBoundingClientRect();
    if (a.left < felt.left - 1 || a.right > felt.right + 1 || a.top < felt.top - 1 || a.bottom > felt.bottom + 1)
      faults.push(name(shown[i][1]) + ' leaves the felt');
    for (let j = i + 1; j < shown.length; j += 1) {
      const b = shown[j][1].getBoundingClientRect();
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) faults.push(name(shown[i][1]) + ' over ' + name(shown[j][1]));
    }
  }
  for (const line of document.querySelectorAll('.felt .line, .felt .total, .felt .tell'))
    if (line.scrollWidth > line.clientWidth + 1) faults.push(name(line) + ' is clipped: ' + line.textContent);
  for (const cut of document.querySelectorAll('.prompt, .bar, .desk:not(.insurance):not(.settle)'))
    if (cut.scrollHeight > cut.clientHeight + 1 || cut.scrollWidth > cut.clientWidth + 1)
      faults.push(cut.className + ' does not fit');
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) faults.push('the page scrolls');
  return faults;
}"""

SMALL = """() => [...document.querySelectorAll('button, a.button, select, summary, .key input, .choice input')]
  .filter(el => el.checkVisibility({ visibilityProperty: true }) && el.getClientRects().length)
  .map(el => [el, el.getBoundingClientRect()])
  .filter(([el, box]) => box.width < 47.5 || box.height < 47.5)
  .map(([el, box]) => (el.id || el.textContent.trim() || el.name) + ': ' + box.width + ' x ' + box.height)"""


def check(page: Page, what: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.evaluate(OVERLAPS) == [], f"{what} at {width} x {height}"
        assert page.evaluate(SMALL) == [], f"{what} at {width} x {height}"
        assert not_whole(page) == [], f"{what} at {width} x {height}"


@pytest.mark.parametrize("boxes", [pytest.param(7, marks=pytest.mark.long), 9])
def test_a_busy_table_fits(live_daphne: Daphne, page: Page, boxes: int) -> None:
    """Three players on boxes beside the middle, insurance, three hands, doubles, a long hand, to the settlement."""
    floor.open_table(CODE, boxes=boxes, sign=(1000, 200000, 0))
    tablets.tablet(page, live_daphne.url, CODE)
    check(page, "sign to confirm")
    tap(page, "button:has-text('Confirm')")
    check(page, "no wager")
    middle = (boxes + 1) // 2
    wagers = [
        e.PlaceWager(box, f"{box}{who}", amount)
        for box in range(1, boxes + 1)
        for who, amount in zip("ABC", (25000, 2500, 102500), strict=True)
        if who == "A" or abs(box - middle) < 2
    ]
    callers = [e.Seat(box, f"{box}A") for box in range(middle - 1, middle + 2)]

    def play(*commands: e.Command) -> None:
        floor.taps(CODE, *commands)
        page.reload()
        live(page)

    play(*wagers, *callers)
    check(page, "wagers")
    play(e.CallBets())
    first = ["8c" if box == middle else "5h" if box == middle - 1 else "Ts" for box in range(1, boxes + 1)]
    second = ["8s" if box == middle else "6d" if box == middle - 1 else "9d" for box in range(1, boxes + 1)]
    play(*floor.cards(" ".join([*first, "Ad", *second])))
    check(page, "insurance")
    insured = [e.Insure(box, f"{box}A", 2500) for box in range(middle - 1, middle + 2)]
    insured += [e.Insure(middle, f"{middle}B", 1000), e.Insure(middle, f"{middle}C", 51000)]
    play(*insured, e.CloseInsurance())
    check(page, "decision")
    stands = [e.Decide(box, "stand") for box in range(1, middle - 1)]
    every = tuple(
        (f"{middle - 1}{who}", amount) for who, amount in zip("ABC", (25000, 2500, 102500), strict=True)
    )
    play(*stands, e.Decide(middle - 1, "double", adds=every), *floor.cards("Tc"))
    check(page, "doubled")
    split = tuple((f"{middle}{who}", "split") for who in "BC")
    play(
        e.Decide(middle, "split", matches=split), *floor.cards("8h"), e.Decide(middle, "split", matches=split)
    )
    long = []
    for card in "2h 3h 2d 2s".split():
        long += [e.DealCard(card), e.Decide(middle, "hit", 1)]
    play(
        *floor.cards("As"),
        e.Decide(middle, "hit", 1),
        *floor.cards("Ac"),
        e.Decide(middle, "hit", 1),
        *long[:-1],
    )
    check(page, "three hands, one long")
    play(e.Decide(middle, "stand", 1), *floor.cards("Th"), e.Decide(middle, "stand", 2), *floor.cards("9c"))
    check(page, "third hand")
    play(e.Decide(middle, "stand", 3), e.AskDirection(middle + 1, 1, "absent"))
    check(page, "direction")
    page.locator("#direct").click()
    page.locator(".ask").wait_for()
    check(page, "a supervisor is asked")


ENLARGED = """() => {
  const faults = [], page = document.documentElement;
  const tall = el => el.getBoundingClientRect();
  if (page.scrollWidth > innerWidth) faults.push('the page scrolls sideways to ' + page.scrollWidth);
  if (tall(document.querySelector('.felt')).height < 300) faults.push('the felt is too low');
  for (const end of [0, page.scrollHeight]) {
    scrollTo(0, end);
    const prompt = tall(document.querySelector('#prompt'));
    if (prompt.top < -1 || prompt.bottom > innerHeight + 1) faults.push('the prompt is out of sight at ' + end);
  }
  for (const key of document.querySelectorAll('button, a.button, select, summary, .tray .key, .choice label')) {
    const box = tall(key);
    if (box.width && (box.width < 44 || box.height < 44 || box.left < 0 || box.right > innerWidth))
      faults.push((key.id || key.textContent.trim()) + ': ' + box.width + ' x ' + box.height + ' at ' + box.left);
  }
  scrollTo(0, 0);
  return faults;
}"""


@pytest.mark.long
@pytest.mark.parametrize("width", [640, 600])
def test_enlarged_to_twice_its_size_it_is_one_column(live_daphne: Daphne, page: Page, width: int) -> None:
    """A tablet of 1280 x 800 at 200 % (WCAG 2.2, 1.4.4, 1.4.10): it scrolls downwards only, every key can be hit."""
    floor.open_table(CODE, sign=(1000, 200000, 0))
    tablets.tablet(page, live_daphne.url, CODE)
    page.set_viewport_size({"width": width, "height": 400})

    def fits(what: str) -> None:
        live(page)
        assert page.evaluate(ENLARGED) == [], what

    def play(*commands: e.Command) -> None:
        floor.taps(CODE, *commands)
        page.reload()
        fits(commands[-1].__class__.__name__)

    fits("sign to confirm")
    tap(page, "button:has-text('Confirm')")
    fits("no wager")
    tablets.lay(page, 1, "A", 2500)
    tablets.lay(page, 2, "B", 10000)
    fits("wagers")
    tap(page, "#acts button.primary")
    fits("cards")
    assert page.locator("#pad .key").count() == 52
    tablets.deal(page, *"8c Ts Ad 8d 9s".split())
    fits("insurance")
    play(e.CloseInsurance())
    play(e.Decide(1, "split"), *floor.cards("Th"))
    play(e.Decide(1, "stand", 1), *floor.cards("9h"), e.Decide(1, "stand", 2), e.Decide(2, "stand"))
    tablets.deal(page, "9d")
    fits("settlement")
    page.locator("header button:has-text('Lock')").click()
    expect(page).to_have_url(re.compile("/unlock/"))
