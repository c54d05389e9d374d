"""A small tournament in the browser, each person at a screen of their own: from the conditions to the paid prize; and
its final at the tablet of the designated table, with the leader board in the hall."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from casino.ledger.verify import verify
from casino.staff.roles import Role
from rounds import engine
from tables.models import Table
from tables.tournaments.conditions_form import ConditionsForm
from tables.tournaments.machine import conditions as of
from tables.tournaments.models import Tournament
from tests import floor
from tests.browser import tablets
from tests.browser.tablets import deal, lay, tap
from tests.processes import Daphne
from tests.tables.tournaments import pages
from tests.tables.tournaments.test_desk import entered
from tests.windows import TABLET, Windows

CODE, TABLE = "T-1", "BJ-07"
MANAGER, INSPECTOR, DESK = Role.OPERATIONS_MANAGER, Role.INSPECTOR, Role.GAME_SUPERVISOR
DIRECTOR = Role.TOURNAMENT_DIRECTOR


def final_of_two_hands() -> of.Conditions:
    final = of.Stage("Final", tables=1, players_a_table=3, length=of.Length("hands", 2))
    return replace(pages.small(), stages=(final,))


class Screens:
    """A browser window for each role, signed in."""

    def __init__(self, windows: Windows, url: str) -> None:
        self.windows, self.url = windows, url
        self.pages: dict[str, Page] = {}

    def of(self, role: str) -> Page:
        if role not in self.pages:
            page = self.windows.page(viewport=TABLET)
            tablets.sign_in(page.context, self.url, role, number=pages.NUMBERS[Role(role)])
            self.pages[role] = page
        return self.pages[role]

    def step(self, role: str, step: str, row: str = "", **fields: str | list[str]) -> Page:
        """Fill in a step's form at that person's desk and send it; it is taken."""
        page = self.of(role)
        page.goto(f"{self.url}/tournaments/{CODE}/")
        within = f":has(input[type=hidden][value='{row}'])" if row else ""
        form = page.locator(f"form:has(input[name=step][value='{step}']){within}").first
        form.evaluate(
            "form => { for (let d = form.closest('details'); d; d = d.parentElement.closest('details')) d.open = true }"
        )
        for name, value in fields.items():
            for each in value if isinstance(value, list) else [value]:
                field = form.locator(f"[name='{name}']")
                if field.first.evaluate("field => field.type") == "checkbox":
                    (field if each == "on" else form.locator(f"[name='{name}'][value='{each}']")).check()
                elif field.evaluate("field => field.tagName") == "SELECT":
                    field.select_option(each)
                else:
                    field.fill(each)
        with page.expect_navigation():
            form.locator("button").last.click()
        assert page.locator(".refusal[data-code]").count() == 0, page.locator(".refusal").first.text_content()
        return page


def write_conditions(screens: Screens) -> None:
    """The operations manager fills in the form of the conditions and keeps it."""
    page = screens.of(MANAGER)
    page.goto(f"{screens.url}/tournaments/")
    page.get_by_role("link", name="New tournament").click()
    form = ConditionsForm.of(final_of_two_hands())
    for further in page.locator("details.further summary").all():
        further.click()
    for name in form.fields:
        value = str(form[name].value() or "")
        field = page.locator(f"[name='{name}']")
        if value and field.input_value() != value:
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
    with page.expect_navigation():
        page.get_by_role("button", name="Keep the conditions").click()
    expect(page.locator("h1")).to_contain_text(CODE)
    assert page.locator(".fault:not(.note)").count() == 0, page.locator(".fault").all_text_contents()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.long
def test_from_the_conditions_to_the_paid_prize(live_daphne: Daphne, windows: Windows) -> None:
    floor.open_table(TABLE)
    screens = Screens(windows, live_daphne.url)
    for role in (MANAGER, INSPECTOR, DESK, DIRECTOR):
        screens.of(role)
    write_conditions(screens)
    screens.step(INSPECTOR, "approve", approved_by="Director of Casino Surveillance", reference="DCS 26/114")
    screens.step(MANAGER, "appoint_director", number=pages.NUMBERS[DIRECTOR])
    screens.step(MANAGER, "open_entries")
    screens.step(MANAGER, "commit_seed")
    for player in ("P1", "P2", "P3"):
        screens.step(DESK, "enter", player=player, fee="100", entitled="on")
    screens.step(MANAGER, "close_entries")
    screens.step(DIRECTOR, "sign_on")
    screens.step(DIRECTOR, "draw", cut="harbour")
    screens.step(DIRECTOR, "designate", table=TABLE)
    screens.step(DIRECTOR, "brief", entries=["1", "2", "3"])
    screens.step(DIRECTOR, "begin")
    for _ in range(2):
        a_hand()
    screens.step(DIRECTOR, "end_session")
    screens.step(DIRECTOR, "conclude_stage")
    screens.step(DIRECTOR, "award")
    for award in Tournament.objects.get(code=CODE).state.awards:
        screens.step(
            DESK,
            "pay_prize",
            str(award.entry),
            receipt=f"R-{award.place}",
            number=pages.NUMBERS[MANAGER],
            pin=floor.PIN,
        )
    page = screens.step(MANAGER, "close")
    expect(page.locator(".chip.ok", has_text="balanced")).to_be_visible()
    state = Tournament.objects.get(code=CODE).state
    # 70 and 30 per cent of three fees of $100 less $10 each.
    assert (state.phase, [award.cents for award in state.awards]) == ("finished", [189_00, 81_00])
    assert verify().faults == []


def a_hand() -> None:
    """Box 1 wins 100 chips with 20, box 2 loses 20 chips with 17, to the dealer's 18."""
    seats = dict(Table.objects.get(code=TABLE).tournament["table"]["seats"])
    floor.taps(
        TABLE,
        engine.PlaceWager(1, seats[1], 10_000),
        engine.PlaceWager(2, seats[2], 2_000),
        engine.CallBets(),
    )
    floor.taps(TABLE, *floor.cards("Ts 9s 6d Tc 8h"), engine.Decide(1, "stand"), engine.Decide(2, "stand"))
    floor.taps(TABLE, *floor.cards("Th 2h"), engine.Settle(), engine.Collect())


@pytest.mark.long
def test_the_designated_table_deals_the_final_and_the_hall_sees_it(
    live_daphne: Daphne, windows: Windows, page: Page
) -> None:
    people, code = pages.People(), pages.drafted(final_of_two_hands())
    entered(people, code)
    people.done(MANAGER, code, "close_entries")
    people.done(DIRECTOR, code, "sign_on")
    people.done(DIRECTOR, code, "draw", cut="harbour")
    pages.table()
    people.done(DIRECTOR, code, "designate", session="1-1", table=TABLE)
    people.done(DIRECTOR, code, "brief", session="1-1", entries=["1", "2", "3"])
    people.done(DIRECTOR, code, "begin", session="1-1")
    people.client(DIRECTOR).post(f"/tournaments/{code}/board/hall", {"shown": "yes"})
    hall = windows.page(viewport=TABLET)
    hall.goto(f"{live_daphne.url}/tournaments/{code}/board/")
    chips: Callable[[], list[str]] = lambda: hall.locator(".tables td.amount").all_text_contents()  # noqa: E731
    assert chips() == ["1,000", "1,000", "1,000"]

    seats = dict(Table.objects.get(code=TABLE).tournament["table"]["seats"])
    tablets.tablet(page, live_daphne.url, TABLE)
    tap(page, "button:has-text('Confirm')")
    expect(page.locator("body")).to_contain_text(code)
    lay(page, 1, seats[1], 10_000)
    tap(page, "#call")
    # Box 1: 10 9, 19; the dealer 8 and 10, 18.
    deal(page, "Ts", "8h", "9d")
    tap(page, "#decide-stand")
    deal(page, "Th")
    tap(page, "#settle-next")
    tap(page, "#collect")
    expect(page.locator("#box-1 .seat b")).to_have_text("1,100")
    # The board asks by itself.
    expect(hall.locator(".tables td.amount").first).to_have_text("1,100")
    expect(hall.locator(".tables .left")).to_contain_text("1 of 2 hands left")
    expect(hall.locator("#current")).to_have_text("live")
    live_daphne.stop()
    expect(hall.locator("#current")).to_contain_text("not up to date")
    live_daphne.start()
    expect(hall.locator("#current")).to_have_text("live")
    hall.close()
