"""Questions that are asked of the desk, and how many taps their answers cost: a search that is typed counts as one."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.staff.roles import Role
from rounds.surveillance.facts import indexing
from tables.disputes import disputes
from tables.floor import people
from tests import floor
from tests.browser.desks import _complaints, quiet
from tests.browser.tablets import sign_in
from tests.processes import Daphne
from tests.rounds.surveillance.compare.test_facts import uk_round


class Asking:
    """Counts the taps of a person at the desk."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.taps += 1

    def search(self, words: str) -> None:
        self.page.locator("[name=q]").fill(words)
        self.page.keyboard.press("Enter")
        self.taps += 1

    def answered(self, most: int, answer: Callable[[], None]) -> None:
        """The answer is on the screen after no more taps than these."""
        answer()
        assert self.taps <= most
        self.taps = 0


@pytest.mark.long
def test_five_questions(live_daphne: Daphne, page: Page) -> None:
    floor.open_table("BJ-07", book="UK", decks=6, chips=[100, 500, 2500, 10000], boxes=7)
    other = floor.person(Role.CASINO_SUPERVISOR, "S-12")
    for number, choice, signs in (
        ("S-07", "next_card", floor.casino_supervisor()),
        ("S-12", "discard", other),
    ):
        people.make_responsible("BJ-07", number, by=floor.casino_supervisor(), at=floor.AT)
        uk_round("BJ-07", choice, signs)
    indexing.catch_up()
    disputes.raise_dispute(
        "BJ-07", disputes.Complaint("F", "was not paid", round_no=2), by=floor.dealer(), at=timezone.now()
    )
    complaints = _complaints.setdefault(page, [])
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    sign_in(page.context, live_daphne.url, Role.SURVEILLANCE)
    page.goto(f"{live_daphne.url}/find/")
    asking = Asking(page)

    # Who signed the last irregularity at BJ-07, and what would another supervisor have done?
    asking.search("BJ-07 irregularity")
    asking.tap("main a[href*='/audit/round/BJ-07/2']")
    asking.tap(".entries a:has-text('irregularity')")

    def signed_and_else() -> None:
        expect(page.locator(".incident").first).to_contain_text("S-12")
        expect(page.locator(".incident.like")).to_contain_text("S-07")

    asking.answered(3, signed_and_else)
    # Which like cases were decided differently?
    asking.tap(".incident.like a")
    asking.answered(1, lambda: expect(page.locator(".side.otherwise")).to_contain_text("S-12"))
    # Which disputes wait, and since when?
    asking.tap("nav.desk a:has-text('Daily log')")
    asking.answered(1, lambda: expect(page.locator("main")).to_contain_text("was not paid"))
    # What was the round in dispute?
    asking.tap("main a:has-text('BJ-07')")
    asking.tap("a:has-text('The round, step by step')")
    asking.answered(2, lambda: expect(page.get_by_role("heading", level=2).first).to_contain_text("Round 2"))
    # Who has most irregularities, and which were they?
    asking.tap("nav.desk a:has-text('Compare')")
    asking.tap("a[href*='view=cases'][href*='as=dealer']")
    asking.answered(2, lambda: expect(page.locator("main a[href*='/audit/round/']")).to_have_count(2))
    quiet(page)
