"""A live page is live while what it asks is answered; it learns of tables that come and go, and of a newer build."""

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.utils import timezone
from playwright.sync_api import Error, Page, Route, expect

from casino.staff.roles import Role
from rounds import engine
from tables.float import slips
from tables.floor import dealers
from tables.models import Pit, Table
from tables.rota import rota
from tests import floor
from tests.browser.desks import desk, pushing
from tests.browser.tablets import sign_in
from tests.processes import Daphne


@pytest.fixture
def house(live_daphne: Daphne, redis_url: str) -> Iterator[Daphne]:
    with pushing(redis_url):
        floor.open_table("BJ-07")
        floor.set_up("BJ-08")
        yield live_daphne


def tiles(page: Page) -> list[str]:
    return page.locator(".tile h2").all_inner_texts()


@pytest.mark.long
def test_tables_come_into_a_pit_and_leave_it_without_a_reload(house: Daphne, page: Page) -> None:
    other = Pit.objects.create(code="P2", name="Pit 2")
    desk(page, house.url, "/pit/P1/")
    page.evaluate("window.kept = true")
    expect(page.locator(".tile")).to_have_count(2)
    Table.objects.filter(code="BJ-08").update(pit=other)
    expect(page.locator("#tile-BJ-08")).to_have_count(0, timeout=15000)
    floor.set_up("BJ-01")
    expect(page.locator("#tile-BJ-01 h2")).to_have_text(re.compile("BJ-01"), timeout=15000)
    # It has its place among the others, a closed table after the open ones, and moves as they do.
    assert [text.split()[0] for text in tiles(page)] == ["BJ-07", "BJ-01"]
    Table.objects.filter(code="BJ-08").update(pit=Pit.objects.get(code="P1"))
    expect(page.locator("#tile-BJ-08")).to_have_count(1, timeout=15000)
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    expect(page.locator("#tile-BJ-07 .boxes li.on")).to_have_count(1)
    expect(page.locator("[data-total=tables]")).to_have_text("3 tables · 1 open")
    assert page.evaluate("window.kept")


def test_a_pit_that_is_not_there_any_more_is_told(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/pit/P1/")
    Pit.objects.update(code="P9")
    expect(page.locator("#live")).to_have_text(re.compile("no longer exists"), timeout=15000)
    expect(page.locator("#live")).to_have_class(re.compile(r"\bbad\b"))


@pytest.mark.parametrize(("status", "words"), [(500, "has a fault \\(500\\)"), (403, "sign in again")])
def test_a_socket_that_answers_makes_no_page_live_whose_asking_fails(
    house: Daphne, page: Page, status: int, words: str
) -> None:
    desk(page, house.url, "/pit/P1/")
    page.route(re.compile("/pit/now"), lambda route: route.fulfill(status=status, body="no"))
    floor.set_up("BJ-01")  # no push reaches it: it has to ask
    chip = page.locator("#live")
    expect(chip).to_have_text(re.compile(words), timeout=15000)
    page.unroute(re.compile("/pit/now"))
    expect(chip).to_have_class(re.compile(r"\bok\b"), timeout=15000)
    expect(page.locator("#tile-BJ-01")).to_have_count(1)


def grown(page: Page, age: int) -> None:
    """Until the page has been there for as many milliseconds: one that is loaded again and again never is."""
    for _ in range(100):
        with suppress(Error):  # it is just loaded again
            if page.evaluate("performance.now() - (window.seen ??= performance.now())") > age:
                return
        page.wait_for_timeout(200)
    raise AssertionError("the page was loaded again and again")


def other_build(route: Route) -> None:
    """The page as an older build has drawn it."""
    answer = route.fetch()
    route.fulfill(response=answer, body=re.sub(r'(name="build" content=")\w+', r"\1older", answer.text()))


@pytest.mark.long
def test_a_page_of_an_older_build_loads_itself_again_once_nothing_is_half_done(
    house: Daphne, page: Page
) -> None:
    desk(page, house.url, "/pit/P1/")
    path = re.compile(r"/pit/P1/$")
    page.route(path, other_build)
    page.goto(f"{house.url}/pit/P1/")
    page.locator("#tile-BJ-07 .set").click()
    minimum = page.locator("#panel").get_by_label("Minimum", exact=True)
    minimum.fill("5")
    expect(page.locator("#newer")).to_contain_text("A new version is ready", timeout=15000)
    page.unroute(path)
    grown(page, 6000)  # older than a page whose fields are empty would become
    expect(minimum).to_have_value("5")
    page.keyboard.press("Escape")
    expect(page.locator("#newer")).to_have_count(0, timeout=15000)
    assert page.locator("meta[name=build]").get_attribute("content") != "older"


@pytest.mark.long
def test_a_page_that_stays_old_does_not_reload_again_and_again(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/pit/P1/", Role.SURVEILLANCE)
    loads: list[str] = []

    def kept(route: Route) -> None:
        loads.append(route.request.url)
        other_build(route)

    page.route(re.compile(r"/pit/P1/$"), kept)  # a proxy that keeps the old page
    page.goto(f"{house.url}/pit/P1/")
    expect(page.locator("#newer")).to_be_visible(timeout=15000)
    grown(page, 8000)  # a page that is loaded ever again does not become so old
    assert len(loads) == 2  # the one that was asked for, and one that was tried


@pytest.mark.long
def test_a_page_on_which_somebody_waits_learns_of_what_another_does(house: Daphne, page: Page) -> None:
    sign_in(page.context, house.url, Role.CASINO_SUPERVISOR)
    page.goto(f"{house.url}/float/")
    current = page.locator("#current")
    expect(current).to_have_class(re.compile(r"\bok\b"))
    slips.request("BJ-07", "fill", {500: 20}, by=floor.dealer(), at=floor.AT, key="k")
    expect(page.locator("#main")).to_contain_text("20 × $5", timeout=15000)
    # No answer: it says so, and for how long.
    page.route(re.compile("/float/$"), lambda route: route.abort())
    expect(current).to_have_text(re.compile(r"no answer for \d+ s"), timeout=25000)
    expect(current).to_have_class(re.compile(r"\bbad\b"))
    page.unroute_all()
    expect(current).to_have_class(re.compile(r"\bok\b"), timeout=15000)


@pytest.mark.long
def test_what_is_unfolded_on_the_rota_stays_so_while_others_come_and_go(house: Daphne, page: Page) -> None:
    boss = floor.casino_supervisor()
    for number in ("D-131", "D-188"):
        floor.person(Role.DEALER, number)
    rota.begin_shift("D-131", by=boss, at=timezone.now())
    sign_in(page.context, house.url, Role.CASINO_SUPERVISOR)
    page.goto(f"{house.url}/pit/rota/")
    expect(page.locator("#current")).to_have_class(re.compile(r"\bok\b"))
    row = page.locator("tr", has_text="D-131")
    row.locator("summary").click()
    rota.begin_shift("D-188", by=boss, at=timezone.now())
    expect(page.locator("#current")).to_have_class(re.compile(r"\bnow\b"), timeout=15000)
    expect(row.get_by_role("button", name="Break")).to_be_visible()
    expect(page.locator("tr", has_text="D-188")).to_have_count(0)
    row.locator("summary").click()
    expect(page.locator("tr", has_text="D-188")).to_be_visible(timeout=15000)


def test_a_relief_is_sent_from_the_row_of_who_deals(house: Daphne, page: Page) -> None:
    boss = floor.casino_supervisor()
    floor.person(Role.DEALER, "D-131")
    rota.begin_shift("D-131", by=boss, at=timezone.now())
    dealers.come_to_table("BJ-07", floor.dealer(), timezone.now())
    sign_in(page.context, house.url, Role.CASINO_SUPERVISOR)
    page.goto(f"{house.url}/pit/rota/")
    row = page.locator("tr.dealing", has_text="BJ-07")
    row.locator("summary").click()
    row.get_by_label("Who relieves").select_option("D-131")
    row.get_by_role("button", name="Send").click()
    expect(page.get_by_text("D-131 to BJ-07")).to_be_visible()
    assert Table.objects.get(code="BJ-07").relief == "D-131"
    row.locator("summary").click()
    row.get_by_role("button", name="Do not send D-131").click()
    expect(page.get_by_text("D-131 to BJ-07")).to_have_count(0)
    assert Table.objects.get(code="BJ-07").relief == ""


def test_what_is_half_typed_is_kept_and_the_change_is_shown(house: Daphne, page: Page) -> None:
    sign_in(page.context, house.url, Role.CASINO_SUPERVISOR)
    page.goto(f"{house.url}/float/table/BJ-07/")
    expect(page.locator("#current")).to_have_class(re.compile(r"\bok\b"))
    page.locator("input[name=cash]").fill("100")
    slips.request("BJ-07", "fill", {500: 20}, by=floor.dealer(), at=floor.AT, key="k")
    expect(page.locator("#house-says")).to_contain_text("This page has changed", timeout=15000)
    expect(page.locator("input[name=cash]")).to_have_value("100")
    page.get_by_role("button", name="Load the page again").click()
    expect(page.locator("#main")).to_contain_text("20 × $5")
