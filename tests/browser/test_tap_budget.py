"""How many taps the busiest flows at the tablet take, counted by tapping them."""

import pytest
from playwright.sync_api import Page, expect

from casino.ledger import Entry
from tests.browser import busy, tablets
from tests.browser.tablets import recorded, settled, version
from tests.processes import Daphne

ROUND = 60


class Taps:
    """A dealer's finger that counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, *selectors: str) -> None:
        """Tap each, and wait until what it does is recorded, if it is a form's button or lays a wager."""
        for selector in selectors:
            settled(self.page)
            self.page.locator(selector).click()
            self.count += 1

    def recorded(self, *selectors: str) -> None:
        for selector in selectors:
            before = version(self.page)
            self(selector)
            recorded(self.page, before)

    def cards(self, words: str) -> None:
        self.recorded(*[f"#pad-{card}" for card in words.split()])

    def on(self, *boxes: int) -> None:
        """Lay the amount in hand on each box, by a tap on the felt."""
        self.recorded(*[f".felt .box[data-box='{box}']" for box in boxes])


def chip(cents: int) -> str:
    return f".chipkey.v{cents}"


def sum_of(cents: int) -> str:
    return f".sumkey[data-sum='{cents}']"


@pytest.fixture
def taps(live_daphne: Daphne, page: Page) -> Taps:
    busy.table()
    tablets.tablet(page, live_daphne.url, busy.CODE)
    tablets.tap(page, "button:has-text('Confirm')")
    return Taps(page)


def play_out(taps: Taps) -> None:
    """The round of busy.py from the caller to the end, by taps alone."""
    taps.recorded(".blocker .named button >> nth=0", "#call")
    taps.cards(f"{busy.FIRST} {busy.DEALER} {busy.SECOND}")
    insured = [f".offer button[aria-label^='Box {box},']:not(form *) >> nth=0" for box in (2, 3)]
    taps.recorded(*insured, ".offer .even", "#close")
    while taps.page.locator("#settle-all, #settle-next").count():
        taps.recorded("#settle-all" if taps.page.locator("#settle-all").count() else "#settle-next")
    taps.recorded("#decide-stand", "#decide-double")
    taps.cards("Td")
    taps(".others .other >> nth=0 >> label >> nth=1")
    taps.recorded("#decide-split")
    taps.cards("8d")
    taps.recorded("#decide-split")
    taps.cards("3c")
    taps.recorded("#decide-hit")
    taps.cards("Kc Th")
    taps.recorded("#decide-stand")
    taps.cards("3d")
    taps.recorded("#decide-double")
    taps.cards("9s")
    taps.recorded("#decide-stand", "#decide-split")
    taps.cards("Tc 9d")
    taps.recorded("#decide-stand")
    taps.cards("7d")
    while taps.page.locator("#settle-all, #settle-losers").count():
        taps.recorded("#settle-all" if taps.page.locator("#settle-all").count() else "#settle-losers")
    taps.recorded("#collect")


def test_a_busy_round_takes_at_most_sixty_taps(taps: Taps) -> None:
    """Seven boxes, nine wagers and a side bet, three players on box 3, three insured or paid early, a split in three
    that another player joins once, two doubles, aces split. The last round's amount, $25, is still in hand."""
    page = taps.page
    taps(chip(2500))
    taps.on(1)
    taps.recorded("#undo-key")
    expect(page.locator("#amount")).to_have_value("25")
    taps.count = 0
    taps.on(3, 3, 7)
    taps(sum_of(5000))
    taps.on(1)
    taps.recorded("#lay-perfect_pairs")
    taps.on(3)
    taps(sum_of(7500))
    taps.on(4)
    taps(chip(10000))
    taps.on(2, 5)
    taps(chip(50000))
    taps.on(6)
    laid = (
        Entry.objects.filter(chain=busy.CODE, kind="wager").order_by("seq").values_list("amount", flat=True)
    )
    assert list(laid)[1:] == [2500, 2500, 2500, 5000, 500, 5000, 7500, 10000, 10000, 50000]
    play_out(taps)
    assert taps.count <= ROUND, taps.count
    # The next round: all of it laid again by one tap, taken back by one, and laid again.
    taps.count = 0
    expect(page.locator("#again")).to_contain_text("10 wagers")
    taps.recorded("#again")
    expect(page.locator("#undo-key")).to_contain_text("10 wagers laid at once, $955")
    taps.recorded("#undo-key")
    expect(page.locator(".felt")).to_contain_text("Results of round 1")
    taps.recorded("#again")
    assert taps.count == 3
    # A supervisor is called and has come: a tap each.
    taps("#supervisor-key")
    expect(page.locator("#supervisor-key.on")).to_be_visible()
    taps("#supervisor-key")
    expect(page.locator("#supervisor-key.on")).to_have_count(0)
