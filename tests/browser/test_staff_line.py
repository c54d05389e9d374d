"""The line of the staff's set-up in the pit, and the page on which people choose their own PIN."""

import os

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.staff import changes
from casino.staff.models import Staff
from casino.staff.roles import Role
from tests import floor
from tests.browser.desks import desk, pushing, quiet
from tests.processes import Daphne

pytestmark = pytest.mark.django_db(transaction=True)


def seen(page: Page, name: str) -> None:
    """A picture for anybody who wants to look: SHOTS names the folder."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_a_line_comes_by_itself_says_who_may_not_and_goes_when_it_is_acknowledged(
    live_daphne: Daphne, page: Page, redis_url: str
) -> None:
    floor.open_table()
    floor.person(Role.CASINO_SUPERVISOR, "S-08")
    desk(page, live_daphne.url, "/pit/")
    for number, by in (("D-98", "S-08"), ("D-99", "S-07")):
        with pushing(redis_url):
            changes.note(floor.person(Role.DEALER, number), [changes.NEW], by=by, at=timezone.now())
    lines = page.locator(".ask[data-about]")
    expect(lines).to_have_count(2)
    expect(lines.nth(0)).to_contain_text("Staff · D-98 (dealer): new, set up by S-08")
    expect(lines.nth(1)).to_contain_text("You set this up: a second person acknowledges it.")
    expect(lines.nth(1).get_by_role("button")).to_be_hidden()
    seen(page, "staff-line")
    lines.nth(0).get_by_role("button", name="Acknowledge").click()
    expect(lines).to_have_count(1)
    expect(page.get_by_role("status").filter(has_text="acknowledged")).to_be_visible()
    quiet(page)


@pytest.mark.long
def test_the_own_pin_by_keyboard(live_daphne: Daphne, page: Page) -> None:
    floor.open_table()
    desk(page, live_daphne.url, "/pit/")
    page.get_by_role("link", name="S-07, casino supervisor: change your PIN").click()
    page.get_by_label("Present PIN").fill(floor.PIN)
    page.get_by_label("New PIN", exact=True).fill("8053")
    page.get_by_label("New PIN again").fill("8054")
    seen(page, "own-pin")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("The two new PINs differ")
    page.get_by_label("Present PIN").fill(floor.PIN)
    page.get_by_label("New PIN", exact=True).fill("8053")
    page.get_by_label("New PIN again").fill("8053")
    page.keyboard.press("Enter")
    expect(page.locator("#tiles")).to_be_visible()
    assert Staff.objects.get(number="S-07").check_password("8053")


def test_a_supervisor_of_another_pit_looks_and_is_told_why_he_cannot_act(
    live_daphne: Daphne, page: Page
) -> None:
    floor.open_table()
    floor.person(Role.GAME_SUPERVISOR, "G-31")
    Staff.objects.filter(number="G-31").update(pits=["P9"])
    desk(page, live_daphne.url, "/pit/", Role.GAME_SUPERVISOR, number="G-31")
    page.goto(f"{live_daphne.url}/pit/table/BJ-07/")
    expect(page.get_by_role("note").first).to_contain_text("G-31 does not work in pit P1")
    seen(page, "another-pit")
