"""A supervisor called from the tablet and answered in the pit, both screens by push, in a real browser."""

from playwright.sync_api import Page, expect

from tests import floor
from tests.browser import tablets
from tests.browser.desks import desk, quiet
from tests.browser.tablets import settled
from tests.processes import Daphne
from tests.windows import Windows


def test_a_call_goes_to_the_pit_and_the_answer_comes_back(
    live_daphne: Daphne, page: Page, windows: Windows
) -> None:
    floor.open_table("BJ-07")
    tablet = tablets.tablet(page, live_daphne.url, "BJ-07")
    pit = desk(windows.page(), live_daphne.url, "/pit/")
    settled(tablet)
    tablet.locator("#supervisor-key").click()
    expect(tablet.locator("#supervisor-key")).to_contain_text("cancel the call")
    line = pit.locator(".line-of-alert", has_text="D-114 is calling a supervisor")
    expect(line).to_be_visible()
    expect(pit.locator("#tile-BJ-07")).to_contain_text("called")
    line.get_by_role("button", name="Acknowledge").click()
    expect(tablet.locator("#supervisor-key")).to_contain_text("is coming")
    settled(tablet)
    tablet.locator("#supervisor-key").click()
    expect(tablet.locator("#supervisor-key")).to_have_text("Call supervisor")
    expect(line).to_have_count(0)
    expect(pit.locator("#tile-BJ-07")).not_to_contain_text("coming")
    quiet(pit)
