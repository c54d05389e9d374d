"""How many taps the busiest flows beside the cards take: a change of dealer, an approval in the pit, a higher minimum.
(A round, the same again, the call of a supervisor: test_tap_budget; what went wrong: test_wrong_budget.)"""

import pytest
from playwright.sync_api import Page, expect

from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from tables.models import SignChange, Table
from tests import floor
from tests.browser import tablets
from tests.browser.desks import desk
from tests.browser.tablets import settled
from tests.processes import Daphne

CODE = "BJ-07"
CHANGE_OF_DEALER, APPROVAL, HIGHER_MINIMUM = 12, 2, 6


def tapped(page: Page, *selectors: str) -> int:
    """Tap each; how many that were."""
    for selector in selectors:
        settled(page)
        page.locator(selector).click()
    return len(selectors)


def test_a_change_of_dealer_by_the_keys_of_the_screen(live_daphne: Daphne, page: Page) -> None:
    floor.open_table(CODE)
    floor.person(Role.DEALER, "D-131")
    tablets.tablet(page, live_daphne.url, CODE)
    taps = tapped(page, "#menu-key", "#menu a[href='/change-dealer/']", "[data-prefix='D']")
    taps += tapped(page, *[f"[data-digit='{digit}']" for digit in "131"], "[data-next]")
    taps += tapped(page, *[f"[data-digit='{digit}']" for digit in floor.PIN], "button.primary")
    tablets.live(page)
    assert Table.objects.get(code=CODE).dealer == "D-131"
    assert taps <= CHANGE_OF_DEALER, taps


@pytest.mark.long
def test_an_approval_and_a_higher_minimum_in_the_pit(live_daphne: Daphne, page: Page) -> None:
    floor.open_table(CODE)
    floor.taps(CODE, engine.PlaceWager(3, "A", 5000))
    floor.tap(CODE, engine.AllowLimit(3, "A", 100_000, "dealer"))
    desk(page, live_daphne.url, "/pit/")
    taps = tapped(page, ".ask button[value=approve]")
    expect(page.locator(".ask")).to_have_count(0)
    assert service.current(CODE).state.limit_of(3, "A") is not None
    assert taps <= APPROVAL, taps
    taps = tapped(page, f"#tile-{CODE} .set")
    panel = page.get_by_role("dialog")
    panel.get_by_label("New minimum").click()
    page.keyboard.type("25")
    panel.get_by_role("button", name="Post notice").click()
    taps += 1 + len("25") + 1
    expect(panel.locator("ul.list").last).to_contain_text("$25")
    assert SignChange.objects.filter(minimum=2500).exists()
    assert taps <= HIGHER_MINIMUM, taps
