"""A dealer comes to another tablet of a table: the question at the one that deals, its answers, and what who dealt
reads once the table has passed; each at a browser of its own."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.ledger import Entry
from casino.staff import tablets as staff_tablets
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from tables.models import Table
from tests import floor
from tests.browser import tablets
from tests.processes import Daphne
from tests.windows import TABLET, Windows

CODE, OLD, NEW = "BJ-07", "D-114", "D-131"
QUESTION = "#newcomer form"


@pytest.fixture
def dealing(live_daphne: Daphne, page: Page) -> Page:
    """The tablet at which D-114 deals, in the middle of a round."""
    floor.open_table(CODE)
    floor.person(Role.DEALER, NEW)
    floor.taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    return tablets.tablet(page, live_daphne.url, CODE)


@pytest.fixture
def asking(live_daphne: Daphne, dealing: Page, windows: Windows) -> Page:
    """Another tablet of the table, at which D-131 signs in by its keys and waits."""
    client = Client()
    boss = floor.person(Role.GAME_SUPERVISOR)
    client.post("/tablet/enrol/", {"table_code": CODE, "number": boss.number, "pin": floor.PIN})
    page = windows.page(viewport=TABLET)
    page.context.add_cookies(
        [
            {
                "name": staff_tablets.COOKIE,
                "value": client.cookies[staff_tablets.COOKIE].value,
                "url": live_daphne.url,
            }
        ]
    )
    page.clock.install()
    page.goto(f"{live_daphne.url}/sign-in/")
    page.locator("[data-prefix='D']").click()
    for digit in NEW.removeprefix("D-"):
        page.locator(f"[data-digit='{digit}']").click()
    page.locator("[data-next]").click()
    for digit in floor.PIN:
        page.locator(f"[data-digit='{digit}']").click()
    page.locator("button.primary").click()
    expect(page).to_have_url(re.compile("/take-over/$"))
    expect(page.locator("#waiting")).to_contain_text(f"{OLD} deals there")
    return page


def dealer() -> str:
    return Table.objects.get(code=CODE).dealer


def take(page: Page) -> None:
    """Who asked sees that he may, and takes the table."""
    page.clock.fast_forward(5000)
    expect(page.locator("#waiting button[value=take]")).to_be_visible()
    page.locator("#waiting button[value=take]").click()
    expect(page).to_have_url(re.compile(f"/table/{CODE}/$"))
    tablets.live(page)


def displaced(page: Page) -> None:
    """Who dealt reads who took the table over, and when."""
    page.clock.fast_forward(5000)
    expect(page.locator("main")).to_contain_text(re.compile(rf"{NEW} took over {CODE} at \d\d:\d\d"))
    expect(page.locator("#felt")).to_have_count(0)


def test_asked_in_the_middle_of_a_round_who_deals_says_yes(dealing: Page, asking: Page) -> None:
    expect(dealing.locator(QUESTION)).to_contain_text(f"{NEW} asks to take this table over")
    tablets.deal(dealing, "Ts")  # the question holds nothing up
    assert service.current(CODE).state.boxes[0].hands[0].cards == ("Ts",)
    expect(dealing.locator(QUESTION)).to_be_visible()
    dealing.locator("#newcomer-yes").click()
    expect(dealing.locator(QUESTION)).to_have_count(0)
    take(asking)
    assert dealer() == NEW
    expect(asking.locator("#box-1")).to_contain_text("10♠")  # the round goes on as it lies
    displaced(dealing)


@pytest.mark.long
def test_who_deals_says_no_and_goes_on(dealing: Page, asking: Page) -> None:
    expect(dealing.locator(QUESTION)).to_be_visible()
    dealing.locator("#newcomer-no").click()
    expect(dealing.locator(QUESTION)).to_have_count(0)
    asking.clock.fast_forward(5000)
    expect(asking.locator("#waiting")).to_contain_text(f"{OLD} does not hand {CODE} over")
    expect(asking.locator("#waiting button[value=take]")).to_have_count(0)
    tablets.deal(dealing, "Ts")
    assert dealer() == OLD


@pytest.mark.long
def test_without_an_answer_the_table_passes_when_the_time_is_over(dealing: Page, asking: Page) -> None:
    expect(dealing.locator(QUESTION)).to_be_visible()
    expect(asking.locator("#waiting button[value=take]")).to_have_count(0)
    Table.objects.filter(code=CODE).update(newcomer_at=timezone.now() - timedelta(minutes=2))
    take(asking)
    assert dealer() == NEW
    assert Entry.objects.filter(chain=CODE, kind="signed_on", actor=NEW).count() == 1
    displaced(dealing)
