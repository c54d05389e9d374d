"""The pit dashboard in a browser: it moves while a table is dealt, and a supervisor's word reaches the table."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from tables.floor import people
from tables.models import Pit, Table
from tables.opening import packs
from tables.record import announce
from tables.rota.stints import long_at_table
from tables.signs import signs
from tests import floor
from tests.browser.desks import desk, fits, live, pushing, quiet
from tests.processes import Daphne, Redis
from tests.windows import Windows


@pytest.fixture
def house(live_daphne: Daphne, redis_url: str) -> Iterator[Daphne]:
    with pushing(redis_url):
        floor.open_table("BJ-07")
        floor.set_up("BJ-08")
        yield live_daphne


def filtered(page: Page) -> None:
    """The filters are open."""
    page.locator("#filter summary").click()


def chip(page: Page, code: str = "BJ-07") -> Locator:
    return page.locator(f"#tile-{code} header .chip").first


def test_a_tile_moves_with_the_table_and_keeps_the_keyboard(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/pit/P1/")
    expect(chip(page)).to_have_text("wagers")
    page.locator("#tile-BJ-07 h2 a").focus()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.PlaceWager(5, "B", 2500))
    expect(page.locator("#tile-BJ-07 .boxes li.on")).to_have_count(2)
    floor.taps("BJ-07", engine.CallBets(), *floor.cards("Ts"))
    expect(chip(page)).to_have_text("initial deal")
    expect(page.locator("#tile-BJ-07 .boxes li.on")).to_have_count(2)
    expect(page.locator("#tile-BJ-07 .boxes li.cur")).to_have_text(re.compile("5"))
    expect(page.locator("#tile-BJ-07 h2 a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/table/BJ-07/watch$"))
    quiet(page)


def test_what_waits_appears_and_is_decided(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/pit/")
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    ask = page.locator(".ask")
    expect(ask).to_have_count(1)
    expect(page.locator("[data-total=asks]")).to_have_text("◆ 1 to approve")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    ask.get_by_role("button", name="Refuse").click()
    expect(ask.get_by_role("alert")).to_contain_text("Give a reason for refusing")
    ask.get_by_label("Reason").fill("wait for")
    # Another change of the pit arrives while the reason is being typed: it must not be lost.
    floor.taps("BJ-07", engine.PlaceWager(5, "B", 2500))
    floor.tap("BJ-07", engine.AllowLimit(5, "B", 100_000, "dealer"))
    expect(ask).to_have_count(2)
    expect(ask.first.get_by_label("Reason")).to_have_value("wait for")
    expect(ask.first.get_by_label("Reason")).to_be_focused()
    ask.first.get_by_role("button", name="Approve").click()
    expect(ask).to_have_count(1)
    limit = service.current("BJ-07").state.limit_of(3, "A")
    assert limit is not None
    assert limit.maximum == 100_000
    quiet(page)


@pytest.mark.long
def test_who_may_not_decide_is_not_asked_to(house: Daphne, page: Page, windows: Windows) -> None:
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    desk(page, house.url, "/pit/", Role.GAME_SUPERVISOR)
    expect(page.locator(".ask .why")).to_have_text("A higher role decides this.")
    expect(page.get_by_role("button", name="Approve")).to_be_hidden()
    other = windows.page()
    desk(other, house.url, "/pit/", Role.SURVEILLANCE)
    expect(other.locator(".ask")).to_be_visible()
    expect(other.get_by_role("button", name="Approve")).to_be_hidden()
    other.close()
    assert Approval.objects.get().is_waiting


@pytest.mark.long
def test_two_supervisors_at_once(house: Daphne, page: Page, windows: Windows) -> None:
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    other = windows.page()
    desk(page, house.url, "/pit/")
    desk(other, house.url, "/pit/", Role.OPERATIONS_MANAGER)
    page.get_by_role("button", name="Approve").click()
    expect(page.locator(".ask")).to_have_count(0)
    expect(other.locator(".ask")).to_have_count(0)
    other.close()


def test_the_dashboard_comes_back_by_itself_and_shows_what_it_missed(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/pit/")
    house.kill()
    expect(page.locator("#live")).to_contain_text("offline")
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    house.start()
    live(page)
    expect(chip(page)).to_have_text("wagers")


@pytest.mark.long
def test_with_redis_away_it_asks_by_itself(house: Daphne, page: Page, redis_server: Redis) -> None:
    desk(page, house.url, "/pit/")
    redis_server.kill()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    expect(chip(page)).to_have_text("wagers", timeout=15000)


@pytest.mark.long
def test_the_tables_shown_follow_the_filter(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/pit/")
    shown = page.locator(".tile:visible")
    expect(shown).to_have_count(2)
    filtered(page)
    page.get_by_role("link", name="Closed").click()
    expect(shown).to_have_count(1)
    expect(page.locator("#tile-BJ-08")).to_be_visible()
    page.get_by_role("link", name="Needs attention").click()
    expect(page.get_by_text("No table is in this state.")).to_be_visible()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    expect(page.locator("#tile-BJ-07")).to_be_visible()
    page.reload()
    expect(page.locator("#tile-BJ-08")).to_be_hidden()


@pytest.mark.long
def test_fifty_tables_fit_the_width_of_every_screen(house: Daphne, page: Page) -> None:
    pattern = Table.objects.get(code="BJ-07")
    live_ = pattern.live | {"due": "Box 3: player A decides on a soft seventeen", "waiting": 1}
    Table.objects.bulk_create(
        [
            Table(code=f"BJ-{n}", pit=pattern.pit, chips=pattern.chips, boxes=9, live=live_, state="open",
                  handle=999_999_00, win=-123_456_00, rounds=9, dealer="D-114", phase="subsequent_deal")
            for n in range(100, 148)
        ]
    )  # fmt: skip
    desk(page, house.url, "/pit/")
    expect(page.locator(".tile")).to_have_count(50)
    for width, height in ((1024, 768), (1280, 800), (1600, 900), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        fits(page)
        # Nothing in a tile is cut off or runs over its edge.
        over = page.evaluate(
            """[...document.querySelectorAll('.tile')].filter(tile =>
                [...tile.querySelectorAll('dd, .g b, .chip, .set')].some(part =>
                    part.getBoundingClientRect().right > tile.getBoundingClientRect().right + 1)).length"""
        )
        assert over == 0, width
    quiet(page)


HEIGHTS = "[...new Set([...document.querySelectorAll('.tile')].map(tile => tile.offsetHeight))]"
FIRST = "document.querySelector('.tile').id"


def test_of_sixty_tables_those_that_need_somebody_are_first_and_no_tile_grows(
    house: Daphne, page: Page
) -> None:
    pattern = Table.objects.get(code="BJ-07")
    Table.objects.bulk_create(
        [
            Table(code=f"BJ-{n}", pit=pattern.pit, chips=pattern.chips, live=pattern.live, state="open")
            for n in range(10, 68)
        ]
    )
    page.set_viewport_size({"width": 1280, "height": 800})
    desk(page, house.url, "/pit/P1/")
    expect(page.locator(".tile")).to_have_count(60)
    (height,) = page.evaluate(HEIGHTS)
    assert page.locator(".tile").last.bounding_box()["y"] + height <= 800  # type: ignore[index]
    # While somebody points at a tile, none moves away under the pointer.
    page.locator("#tile-BJ-40").hover()
    page.get_by_role("link", name="Open, close, limits and people of BJ-40").focus()
    Table.objects.filter(code="BJ-60").update(called_at=timezone.now(), called_by="D-114")
    Table.objects.filter(code="BJ-61").update(live=pattern.live | {"irregular": 1})
    announce("BJ-60")
    announce("BJ-61")
    expect(page.locator('#tile-BJ-61[data-need="bad"] .marks')).to_contain_text("irregular")
    assert page.evaluate(FIRST) == "tile-BJ-07"
    page.locator("aside").hover()
    page.evaluate("document.activeElement.blur()")
    expect(page.locator(".tile").first).to_have_id("tile-BJ-61")
    expect(page.locator(".tile").nth(1)).to_have_id("tile-BJ-60")
    expect(page.locator(".tile").last).to_have_id("tile-BJ-08")  # closed
    assert page.evaluate(HEIGHTS) == [height]
    page.get_by_role("link", name="By number").click()
    expect(page).to_have_url(re.compile(r"\?order=number$"))
    expect(page.locator(".tile").first).to_have_id("tile-BJ-07")
    # A table that leaves the pit, one that is new, and the pit's new name are shown without a reload.
    page.evaluate("document.body.dataset.kept = 'yes'")
    Table.objects.filter(code="BJ-67").update(pit=Pit.objects.create(code="P2", name="Terrace"))
    Table.objects.create(code="BJ-09", pit=pattern.pit, chips=pattern.chips)
    Pit.objects.filter(code="P1").update(name="Hall")
    expect(page.locator("#tile-BJ-09")).to_be_visible()
    expect(page.locator("#tile-BJ-67")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_text("Hall")
    expect(page.locator("#pits a")).to_have_text(["All", "Hall", "Terrace"])
    expect(page.locator("#pits a").last).to_have_attribute("href", re.compile(r"order=number$"))
    quiet(page)


@pytest.mark.long
def test_a_table_is_opened_by_its_list(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/pit/")
    page.get_by_role("link", name="Open, close, limits and people of BJ-08").click()
    # The cards are checked on a page of their own, by two.
    expect(page.get_by_role("link", name="Check them")).to_be_visible()
    packs.check_all_right("BJ-08", floor.dealer(), floor.casino_supervisor(), at=timezone.now())
    expect(page.get_by_role("link", name="Check them")).to_be_hidden()
    confirm = page.get_by_role("button", name="Confirm")
    for left in range(confirm.count(), 0, -1):
        expect(confirm).to_have_count(left)
        confirm.first.click()
    page.get_by_role("link", name="Count it").click()
    count = page.get_by_role("region", name="Opening float")
    count.get_by_label("$25", exact=True).fill("200")
    count.get_by_label("Second signature").fill(floor.dealer().number)
    count.get_by_label("PIN").fill(floor.PIN)
    count.get_by_role("button", name="Record the opening float").click()
    page.get_by_role("link", name="Opening, limits").click()
    page.get_by_role("button", name="Open BJ-08").click()
    expect(page.get_by_role("button", name="Close after this round")).to_be_visible()
    assert Table.objects.get(code="BJ-08").is_open


@pytest.mark.long
@pytest.mark.clause("VIC03-6.4")
def test_a_notice_counts_down_and_the_sign_changes_without_a_tap(house: Daphne, page: Page) -> None:
    """The notice, as it comes to an open page, has been up for twenty minutes less a few seconds."""
    desk(page, house.url, "/pit/P1/")
    at = timezone.now() + timedelta(seconds=6)
    boss = floor.casino_supervisor()
    signs.put_up("BJ-07", minimum=2500, change_at=at, by=boss, at=at - timedelta(minutes=20))
    clock = page.locator(f'#side [data-until="{at.isoformat()}"]')
    expect(clock).to_have_text(re.compile(r"^0:0[0-9]$"))
    limits = page.locator("#tile-BJ-07 .g b")
    expect(limits).to_have_text("$10–500")
    expect(limits).to_have_text("$25–500", timeout=30000)
    expect(clock).to_have_count(0)
    quiet(page)


# --- filters, the keyboard, the list


def two_games(count: int = 0) -> None:
    """A table of another game, and that many more of the first."""
    pattern = Table.objects.get(code="BJ-07")
    floor.open_table("BJ-09", game="crown_pontoon")
    Table.objects.bulk_create(
        [
            Table(code=f"BJ-{number}", pit=pattern.pit, chips=pattern.chips, live=pattern.live, state="open")
            for number in range(10, 10 + count)
        ]
    )


@pytest.mark.long
def test_filters_by_game_and_state_hold_in_the_address_and_through_pushes(house: Daphne, page: Page) -> None:
    two_games()
    desk(page, house.url, "/pit/")
    shown = page.locator(".tile:visible")
    expect(shown).to_have_count(3)
    # By the keyboard alone.
    page.locator("#filter summary").press("Enter")
    page.get_by_label("Game").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile(r"/pit/\?game=VIC03%2Fcrown_pontoon$"))
    expect(shown).to_have_count(1)
    expect(page.locator("[data-total=tables]")).to_have_text("1 table · 1 open")
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    expect(page.locator("#tile-BJ-07 header .chip").first).to_have_text("wagers")
    expect(page.locator("#tile-BJ-07")).to_be_hidden()
    page.get_by_role("link", name="Closed").press("Enter")
    expect(page.get_by_text("No table is in this state.")).to_be_visible()
    page.get_by_role("link", name="Pit 1").press("Enter")
    expect(page).to_have_url(re.compile(r"/pit/P1/\?show=closed&game=VIC03%2Fcrown_pontoon$"))
    expect(page.get_by_label("Game")).to_have_value("VIC03/crown_pontoon")
    page.locator("#filter summary").press("Enter")
    page.get_by_role("link", name="Open", exact=True).press("Enter")
    expect(shown).to_have_count(1)
    expect(page.locator("#tile-BJ-09")).to_be_visible()
    quiet(page)


@pytest.mark.long
def test_the_floor_is_walked_by_arrow_keys(house: Daphne, page: Page) -> None:
    two_games(9)
    page.set_viewport_size({"width": 1280, "height": 800})
    desk(page, house.url, "/pit/?order=number")
    codes = [f"BJ-{number:02d}" for number in range(7, 19)]
    page.locator("#tile-BJ-07 h2 a").focus()
    here = page.locator("h2 a:focus")
    wide = page.evaluate(
        "getComputedStyle(document.querySelector('#tiles')).gridTemplateColumns.split(' ').length"
    )
    at = 0
    for key, step in (("ArrowRight", 1), ("ArrowDown", wide), ("ArrowLeft", -1), ("ArrowUp", -wide)):
        page.keyboard.press(key)
        at += step
        expect(here).to_have_text(codes[at])
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("ArrowUp")  # nothing is above
    expect(here).to_have_text(codes[0])
    page.keyboard.press("End")
    expect(here).to_have_text(codes[-1])
    page.keyboard.press("Home")
    page.keyboard.press("l")
    expect(page.get_by_role("dialog").get_by_role("heading", name="BJ-07", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#tile-BJ-07 .set")).to_be_focused()
    page.locator("#tile-BJ-09 h2 a").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/table/BJ-09/watch$"))
    quiet(page)


def test_the_panel_keeps_what_is_typed_through_a_push_and_a_refusal(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/pit/")
    page.locator("#tile-BJ-07 .set").focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog")
    minimum = panel.get_by_label("New minimum")
    minimum.fill("5")
    # The table is dealt on, and its dealer is moved: neither takes away what is half typed in the panel.
    people.send_dealer(
        "BJ-07", floor.person(Role.DEALER, "D-120").number, by=floor.casino_supervisor(), at=timezone.now()
    )
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    expect(page.locator("#tile-BJ-07 .boxes li.on")).to_have_count(1)
    expect(page.locator("#tile-BJ-07 .who")).to_contain_text("D-120")
    expect(minimum).to_have_value("5")
    page.keyboard.press("Enter")
    refusal = panel.get_by_role("alert")
    expect(refusal).to_have_attribute("data-code", "sign.minimum_not_higher")
    expect(minimum).to_be_focused()
    expect(minimum).to_have_accessible_description(re.compile("10"))
    expect(minimum).to_have_value("5")
    # The last stop before Tab leaves a modal dialog is within it; Escape gives the place on the floor back.
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.closest('dialog') !== null")
    page.keyboard.press("Escape")
    expect(page.locator("#tile-BJ-07 .set")).to_be_focused()
    # What waits is answered where it is seen.
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    expect(page.locator(".ask")).to_have_count(1)  # tile and side have both arrived before anything is typed
    page.locator("#tile-BJ-07 .approve").press("Enter")
    reason = panel.get_by_label("Reason (required to refuse)")
    expect(reason).to_be_focused()
    page.keyboard.type("no marker")
    expect(reason).to_have_value("no marker")
    panel.get_by_role("button", name="Refuse").press("Enter")
    expect(panel.get_by_role("status")).to_contain_text("refused")
    expect(page.locator("#tile-BJ-07 .approve")).to_have_count(0)
    assert Approval.objects.get().reason == "no marker"
    quiet(page)


@pytest.mark.long
def test_an_alert_is_acknowledged_and_every_desk_sees_it(house: Daphne, page: Page, windows: Windows) -> None:
    desk(page, house.url, "/pit/")
    other = windows.page()
    desk(other, house.url, "/pit/", Role.SURVEILLANCE)
    since = timezone.now() - long_at_table() - timedelta(minutes=1)
    Table.objects.filter(code="BJ-07").update(dealer="D-114", dealer_since=since)
    for screen in (page, other):
        expect(screen.locator(".line-of-alert")).to_contain_text("dealer D-114 at the table", timeout=15000)
        expect(screen.locator("[data-total=alerts]")).to_have_text("● 1 alert")
    expect(other.get_by_role("button", name="Acknowledge")).to_be_hidden()
    page.locator("#tile-BJ-07 h2 a").focus()
    page.keyboard.press("w")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for screen in (page, other):
        expect(screen.locator(".line-of-alert.seen")).to_contain_text("seen by S-07")
        expect(screen.locator("[data-total=alerts]")).to_be_hidden()
    other.close()
    quiet(page)


@pytest.mark.long
def test_sixty_tables_fit_on_one_screen_of_a_wall(house: Daphne, page: Page) -> None:
    pattern = Table.objects.get(code="BJ-07")
    live_ = pattern.live | {
        "due": "Box 3: player A decides on a soft seventeen",
        "waiting": 1,
        "irregular": 1,
    }
    Table.objects.bulk_create(
        [
            Table(code=f"BJ-{n}", pit=pattern.pit, chips=pattern.chips, boxes=9, live=live_, state="open",
                  handle=999_999_00, win=-123_456_00, rounds=9, dealer="D-114", phase="subsequent_deal")
            for n in range(10, 68)
        ]
    )  # fmt: skip
    desk(page, house.url, "/pit/")
    for width, height in ((1920, 1080), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        fits(page)
        below = page.evaluate(
            """[...document.querySelectorAll('.tile')].filter(tile =>
                tile.getBoundingClientRect().bottom > innerHeight).length"""
        )
        assert page.locator(".tile").count() == 60
        assert below == 0, width
