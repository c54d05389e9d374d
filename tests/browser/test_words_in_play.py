"""How many words a dealer has in sight at a busy table: seven boxes, three players on one, Perfect Pairs, insurance."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from rounds import engine as e
from tests import floor
from tests.browser import busy, tablets
from tests.browser.tablets import live, tap
from tests.processes import Daphne

MOST, MOST_WITH_PAYMENTS = 95, 120
"""Words of two letters and more at any moment, without cards, figures and the record of what was tapped; and while
thirteen payments are listed."""

READ = """() => {
  const words = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const at = text.parentElement;
    if (at.closest('.sr, script, style, #record, .card, .pad, select, dialog:not([open])')) continue;
    if (!at.checkVisibility({ visibilityProperty: true }) || !at.getClientRects().length) continue;
    const box = at.getBoundingClientRect(), clip = getComputedStyle(at).clipPath;
    if (clip.startsWith('inset(50%') || box.bottom < 1 || box.top > innerHeight || box.width < 2) continue;
    words.push(...(text.data.match(/[A-Za-z’']{2,}/g) || []));
  }
  return words;
}"""


@pytest.fixture
def counted(live_daphne: Daphne, page: Page) -> Callable[..., list[str]]:
    """Plays commands, and gives the words that are in sight then."""
    busy.table()
    page.set_viewport_size({"width": 1280, "height": 800})
    tablets.tablet(page, live_daphne.url, busy.CODE)
    tap(page, "button:has-text('Confirm')")

    def words(*commands: e.Command) -> list[str]:
        if commands:
            floor.taps(busy.CODE, *commands)
        page.reload()
        live(page)
        return page.evaluate(READ)

    return words


def test_what_is_read_in_a_busy_round(counted: Callable[..., list[str]]) -> None:
    dealt = busy.dealt()
    read = {
        "wagers": counted(*busy.wagers()),
        "a card": counted(*dealt[:12]),
        "insurance": counted(*dealt[12:]),
        "side bets": counted(*busy.insured()),
    }
    floor.taps(busy.CODE, *busy.sides_settled())
    read["decision"] = counted()
    floor.taps(busy.CODE, *busy.doubled())
    read["three hands"] = counted(*busy.split())
    floor.taps(busy.CODE, e.Decide(3, "double", 3, adds=(("C", 2500),)))
    read["payments"] = counted(*busy.to_the_end())
    read["all to pay"] = counted(e.Settle())
    too_many = {
        what: len(words)
        for what, words in read.items()
        if len(words) > (MOST_WITH_PAYMENTS if what == "all to pay" else MOST)
    }
    assert too_many == {}, read
    # What the line over the cards says is said once: neither as what to say aloud, nor over the keys.
    assert read["wagers"].count("bets") == 2  # in the line, and on the key that records it
    assert (
        read["insurance"].count("insurance") + read["insurance"].count("Insurance") == 3
    )  # and on the cloth
