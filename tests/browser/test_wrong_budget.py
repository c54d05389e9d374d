"""“Something is wrong”: how many taps and words each of the commonest things takes, from its key to the key that
reports, at a moment of the round at which it happens."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rounds import engine as e
from tests import floor
from tests.browser import tablets
from tests.browser.tablets import live, settled
from tests.browser.wrongs import BURN, DEAL, DECISION, INSURANCE, SETTLEMENT, WAGERS, Wrong
from tests.processes import Daphne
from tests.tables.games import setup_of

CODE = "BJ-07"
FEWEST_TAPS, MOST_TAPS, MOST_WORDS = 3, 5, 120

# Words of two letters and more that came in sight since the last look. The keys of cards and the two layouts are
# pictures; what follows from a half-filled form is read once it is whole.
READ = """whole => {
  const seen = window.readAlready ||= new WeakSet();
  let words = 0;
  const walker = document.createTreeWalker(document.querySelector('#wrong-inside'), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const at = text.parentElement;
    if (seen.has(text) || at.closest('.sr, .cards, .felt') || !whole && at.closest('#wrong-plan')) continue;
    if (!at.checkVisibility({ visibilityProperty: true })) continue;
    seen.add(text);
    words += (text.data.match(/[A-Za-z’']{2,}/g) || []).length;
  }
  return words;
}"""


COMMONEST = 12


@pytest.fixture
def finger(live_daphne: Daphne, page: Page) -> Callable[..., Page]:
    """The tablet of a table under a book, open and confirmed."""

    def at(book: str = "VIC03", **setup: Any) -> Page:
        floor.open_table(CODE, **setup_of(book, "blackjack", **setup))
        tablets.tablet(page, live_daphne.url, CODE)
        if page.locator("button:has-text('Confirm')").count():
            tablets.tap(page, "button:has-text('Confirm')")
        return page

    return at


def laid() -> None:
    floor.taps(CODE, e.PlaceWager(1, "A", 5000), e.PlaceWager(3, "B", 5000))


def shown(page: Page) -> Page:
    """The page as the table is now."""
    page.reload()
    live(page)
    return page


def report(page: Page, wrong: Wrong) -> tuple[int, int]:
    """Tap it as far as the key that reports it, which then takes it: how many taps with that one, and the words that
    came in sight on the way."""
    settled(page)
    page.locator("#wrong-key").click()
    page.locator("#wrong .likely").wait_for()
    taps, words = 1, page.evaluate(READ, False)
    tile = page.locator(f"[id='{wrong.tile}']")
    if not tile.is_visible():
        page.locator(f"#wrong details:has([id='{wrong.tile}']) > summary").click()
        expect(tile).to_be_visible()
        taps, words = taps + 1, words + page.evaluate(READ, False)
    tile.click()
    page.locator("#wrong .steps").wait_for()
    taps, words = taps + 1, words + page.evaluate(READ, False)
    for selector in wrong.taps:
        page.locator(f"#wrong {selector}").click()
        taps, words = taps + 1, words + page.evaluate(READ, False)
    expect(page.locator("button#report-it")).to_be_enabled()
    taps, words = taps + 1, words + page.evaluate(READ, True)
    page.locator("#wrong [data-shut]").click()
    return taps, words


def within_budget(page: Page, wrongs: list[Wrong]) -> None:
    counted = {wrong.tile: report(page, wrong) for wrong in wrongs}
    for tile, (taps, words) in counted.items():
        assert FEWEST_TAPS <= taps <= MOST_TAPS, (tile, taps)
        assert words < MOST_WORDS, (tile, words)


def test_twelve_are_counted() -> None:
    of_every_moment = [*WAGERS, *DEAL, *DECISION, *SETTLEMENT, *BURN, *INSURANCE]
    assert len({wrong.tile for wrong in of_every_moment}) == COMMONEST


@pytest.mark.long
def test_from_the_wagers_to_the_settlement(finger: Callable[..., Page]) -> None:
    page = finger()
    laid()
    within_budget(shown(page), WAGERS)
    floor.taps(CODE, e.CallBets(), *floor.cards("Ts 9s Ad"))
    within_budget(shown(page), DEAL)
    floor.taps(CODE, *floor.cards("Td 9h"), e.CloseInsurance(), e.Decide(1, "stand"))
    shown(page).locator("#wrong-key").click()
    expect(page.locator("#wrong .likely button")).to_have_count(6)
    page.locator("#find-kind").fill("damaged")
    expect(page.locator("#wrong [data-wrong]:visible")).to_have_count(1)
    page.locator("#wrong [data-shut]").click()
    within_budget(page, DECISION)
    floor.taps(CODE, e.Decide(3, "stand"), *floor.cards("6h"), e.Settle())
    within_budget(shown(page), SETTLEMENT)


@pytest.mark.long
def test_a_card_burnt_by_mistake(finger: Callable[..., Page]) -> None:
    page = finger("ACT03")
    laid()
    floor.taps(CODE, e.CallBets())
    within_budget(shown(page), BURN)


@pytest.mark.long
def test_insurance_that_was_not_offered_and_a_damaged_card(finger: Callable[..., Page]) -> None:
    page = finger("NZ")
    laid()
    floor.taps(CODE, e.CallBets(), *floor.cards("Ts 9s Ad Td 9h"), e.CloseInsurance())
    within_budget(shown(page), INSURANCE)
