"""The shoe on the dealer's tablet: from the shuffle to the first round by taps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from casino.ledger import Entry
from tests import floor
from tests.browser import tablets
from tests.browser.tablets import deal, due, lay, tap
from tests.processes import Daphne

CODE = "BJ-07"


@pytest.fixture
def tablet(live_daphne: Daphne, page: Page) -> Iterator[Page]:
    """A tablet of a table that has just opened, its shoe not prepared, the sign confirmed."""
    floor.open_table(CODE, shoe=False)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    opened = tablets.tablet(page, live_daphne.url, CODE)
    tap(opened, "button:has-text('Confirm')")
    yield opened
    assert not faults


@pytest.mark.clause("VIC03-4.1.1(a)", "VIC03-4.2.1(a)", "VIC03-4.2.2", "VIC03-4.2.4(c)", "VIC03-4.3.1")
def test_shuffle_cut_cutting_card_and_burn_are_a_tap_each(tablet: Page) -> None:
    lay(tablet, 3, "A", 2500)
    lay(tablet, 5, "B", 2500)
    expect(tablet.locator("#call")).to_have_attribute("aria-disabled", "true")
    expect(tablet.locator("#call")).to_contain_text("VIC03-4.1.1(a)")
    tap(tablet, "#shoe")  # Shuffled
    expect(tablet.locator("#cut")).to_contain_text("Cut by A")
    tap(tablet, "#declined")
    expect(tablet.locator("#cut")).to_contain_text("Cut by B")
    tap(tablet, "#cut")
    expect(tablet.locator("#shoe")).to_contain_text("To the back, placed, loaded")
    tap(tablet, "#shoe")
    tap(tablet, "#shoe")  # Burnt
    expect(tablet.locator("#facts")).to_contain_text("415")
    expect(tablet.locator("#shoe-step")).to_have_count(0)
    tap(tablet, "#call")
    assert due(tablet) == "First card for box 3"
    deal(tablet, "Ts", "9h", "6d")
    entries = Entry.objects.filter(chain=CODE, kind__in=["shuffled", "cut", "shoe"]).order_by("seq")
    assert [entry.clause for entry in entries] == [
        "VIC03-4.1.1(a)", "VIC03-4.2.2", "VIC03-4.2.2", "VIC03-4.2.4(a)", "VIC03-4.2.4(b)", "VIC03-4.2.4(c)",
        "VIC03-4.3.1",
    ]  # fmt: skip


@pytest.mark.long
@pytest.mark.clause("VIC03-4.2.3")
def test_a_cut_too_near_an_end_is_refused_and_made_again(tablet: Page) -> None:
    lay(tablet, 3, "A", 2500)
    tap(tablet, "#shoe")
    tablet.locator("#measure summary").click()
    tablet.locator("#cards-there").fill("40")
    tablet.locator("#measure button").click()
    expect(tablet.locator("#notice")).to_contain_text("52 to 364")
    tablet.locator("#cards-there").fill("100")
    tap(tablet, "#measure button")
    expect(tablet.locator("#shoe")).to_contain_text("To the back")
