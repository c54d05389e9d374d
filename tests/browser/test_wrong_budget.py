"""“Something is wrong”: how many taps and words the commonest things take, from the list to the key that reports."""

from playwright.sync_api import Page

from rounds import engine as e
from tests import floor
from tests.browser import tablets
from tests.browser.tablets import live, settled
from tests.processes import Daphne

CODE = "BJ-07"
MOST_TAPS, MOST_WORDS = 5, 120
COMMONEST = (
    "kind-excess_card",
    "kind-misplaced",
    "kind-face_up_in_shoe",
    "kind-burnt_by_mistake",
    "kind-decision_not_carried_out",
    "kind-insurance_not_offered",
    "kind-damaged_card",
    "correct-card",
    "correct-decision",
    "correct-amount",
    "correct-payment",
    "player-disputes",
)

# Words of two letters and more in sight: cards, numbers and amounts are looked at, and the keys of cards and the two
# layouts are pictures.
READ = """() => {
  let words = 0;
  const walker = document.createTreeWalker(document.querySelector('#wrong-inside'), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const at = text.parentElement;
    if (at.closest('.sr, .cards, .felt, .row, .dealt, [data-lies]')) continue;
    if (at.checkVisibility({ visibilityProperty: true })) words += (text.data.match(/[A-Za-z’']{2,}/g) || []).length;
  }
  return words;
}"""


def taps_to(page: Page, name: str) -> tuple[int, int]:
    """Open the list, find the thing, say what it wants; the taps up to its report, and the words seen on the way."""
    settled(page)
    page.locator("#wrong-key").click()
    tile = page.locator(f"#{name}")
    page.locator("#wrong .likely").wait_for()
    taps, words = 1, page.evaluate(READ)
    if not tile.is_visible():
        page.locator(f"#wrong details:has(#{name}) > summary").click()
        taps += 1
    tile.click()
    page.locator("#wrong .steps").wait_for()
    taps, words = taps + 1, words + page.evaluate(READ)
    for place in page.locator("#report > fieldset:not([disabled])").all():
        if not place.is_visible() or place.locator("xpath=self::*[contains(@class, 'how-money')]").count():
            continue  # a figure is typed, on keys of its own
        choices = place.locator("label:has(input:not([disabled])):visible, [data-card-no]")
        if choices.count() and place.locator("input:checked").count() == 0:
            choices.first.click()
            taps += 1 + place.locator("[data-lies]").count().bit_length() // 4  # a card, then where it lies
    taps += 1  # the key that reports it
    page.locator("#wrong [data-shut]").click()
    return taps, words


def test_the_commonest_take_three_to_five_taps_and_few_words(live_daphne: Daphne, page: Page) -> None:
    floor.open_table(CODE)
    tablets.tablet(page, live_daphne.url, CODE)
    tablets.tap(page, "button:has-text('Confirm')")
    bets = [e.PlaceWager(box, player, 5000) for box, player in ((1, "A"), (3, "B"))]
    floor.taps(CODE, *bets, e.CallBets(), *floor.cards("Ts 9s Ad 6d 2h"), e.CloseInsurance())
    floor.taps(CODE, e.Decide(1, "stand"))
    page.reload()
    live(page)
    page.locator("#wrong-key").click()
    page.locator("#wrong .likely").wait_for()
    assert page.locator("#wrong .likely button").count() == 6
    page.locator("#find-kind").fill("damaged")
    assert page.locator("#wrong [data-wrong]:visible").count() == 1
    page.locator("#wrong [data-shut]").click()
    for name in COMMONEST:
        if not page.evaluate("name => Boolean(document.getElementById(name))", name):
            page.locator("#wrong-key").click()
            page.locator("#wrong .likely").wait_for()
            offered = page.locator(f"#{name}").count()
            page.locator("#wrong [data-shut]").click()
            if not offered:
                continue  # not possible at this moment, and listed with why
        taps, words = taps_to(page, name)
        assert taps <= MOST_TAPS, (name, taps)
        assert words < MOST_WORDS, (name, words)
