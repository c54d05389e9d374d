"""The desk in a browser, by keyboard: a clause opens its words, comparisons change view, an alert comes by push."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from casino.staff.roles import Role
from rounds import engine
from rounds.surveillance.alerts import rules
from tables.floor import people
from tests import floor
from tests.browser.desks import desk, fits, pushing, quiet
from tests.processes import Daphne


@pytest.fixture
def house(live_daphne: Daphne, redis_url: str) -> Iterator[Daphne]:
    with pushing(redis_url):
        floor.open_table("BJ-07")
        floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.CallBets(), *floor.cards("Ks 6d"))
        yield live_daphne


@pytest.mark.long
def test_a_clause_opens_its_words_and_the_views_have_keys(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/audit/", Role.SURVEILLANCE)
    chip = page.locator("#rows a.clause").first
    name = chip.inner_text()
    chip.focus()
    page.keyboard.press("Enter")
    words = page.get_by_role("dialog")
    expect(words).to_contain_text(name)
    expect(words).to_contain_text("What the system does")
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()
    assert page.url.startswith(f"{house.url}/audit/")
    page.goto(f"{house.url}/compare/")
    expect(page.locator("#group-dealer")).to_be_visible()
    fits(page)
    page.keyboard.press("2")
    expect(page.get_by_role("heading", name="Like cases, decided differently")).to_be_visible()
    page.keyboard.press("3")
    expect(page.get_by_text("for the reviewer only")).to_be_visible()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.get_by_label("Table").select_option("BJ-07")
    page.get_by_role("link", name="A", exact=True).click()
    expect(page.get_by_role("heading", name="Worksheet: A")).to_be_visible()
    expect(page.get_by_role("row", name="BJ-07 / 1")).to_contain_text("$50")
    fits(page)
    quiet(page)


def test_an_alert_comes_by_push_and_is_acknowledged_with_a_key(house: Daphne, page: Page) -> None:
    rules.set_rule(
        rules.WatchFor("watched", player="P-1180"), by=floor.person(Role.SURVEILLANCE), at=floor.AT
    )
    desk(page, house.url, "/alerts/", Role.SURVEILLANCE)
    people.set_patron_number("BJ-07", "A", "P-1180", by=floor.dealer(), at=floor.AT)
    expect(page.locator("#alerts")).to_contain_text("P-1180 at BJ-07")
    page.keyboard.press("a")
    expect(page.locator("#alerts")).to_contain_text("seen by V-3")
    quiet(page)
