"""The audit log and the replay in a browser: live, filtered, and a round read back step by step."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from casino.staff.roles import Role
from rounds import engine
from tests import floor
from tests.browser.desks import desk, fits, live, pushing, quiet
from tests.processes import Daphne


@pytest.fixture
def house(live_daphne: Daphne, redis_url: str) -> Iterator[Daphne]:
    with pushing(redis_url):
        floor.open_table("BJ-07")
        floor.taps(
            "BJ-07",
            engine.PlaceWager(3, "A", 5000),
            engine.PlaceWager(5, "B", 250_00),
            engine.CallBets(),
            *floor.cards("Ks Th"),
            engine.DealCard("7d"),
            engine.Undo(),
            *floor.cards("6d Qh 6c"),
        )
        floor.tap("BJ-07", engine.Decide(3, "double"))
        yield live_daphne


def audit(page: Page, house: Daphne, query: str = "") -> Page:
    return desk(page, house.url, f"/audit/{query}", Role.SURVEILLANCE)


@pytest.mark.long
def test_new_entries_come_at_the_top_by_themselves(house: Daphne, page: Page) -> None:
    audit(page, house)
    floor.taps("BJ-07", engine.Decide(3, "stand"))
    expect(page.locator("#rows tr", has_text="stood").first).to_be_visible()
    newest = page.locator("#rows tr td.c-event")
    order = page.evaluate("[...document.querySelectorAll('#rows tr')].map(row => row.dataset.at)")
    assert order == sorted(order, reverse=True)
    assert newest.count() == len(
        set(page.evaluate("[...document.querySelectorAll('#rows tr')].map(row => row.id)"))
    )
    quiet(page)


@pytest.mark.long
def test_nothing_moves_what_is_being_read(house: Daphne, page: Page) -> None:
    audit(page, house)
    page.get_by_role("button", name="Pause").click()
    first = page.locator("#rows tr").first.get_attribute("id")
    floor.taps("BJ-07", engine.Decide(3, "stand"))
    fresh = page.locator("#fresh")
    expect(fresh).to_have_text(re.compile(r"\d+ new entr"))
    assert page.locator("#rows tr").first.get_attribute("id") == first
    fresh.click()
    expect(page.locator("#rows tr", has_text="stood")).to_be_visible()
    expect(fresh).to_be_hidden()
    page.get_by_role("button", name="Resume live").click()
    # Scrolled down, the list stays where it is although it follows.
    page.set_viewport_size({"width": 1280, "height": 420})
    page.evaluate("document.getElementById('results').scrollTop = 300")
    floor.taps("BJ-07", engine.Decide(5, "stand"))
    expect(fresh).to_be_visible()
    assert page.evaluate("document.getElementById('results').scrollTop") == 300


@pytest.mark.long
def test_the_filter_holds_for_what_comes_too(house: Daphne, page: Page) -> None:
    audit(page, house, "?table=BJ-07")
    page.get_by_label("Event").select_option("refused")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("#rows tr")).to_have_count(1)
    expect(page).to_have_url(re.compile("event=refused"))
    page.goto(f"{house.url}/audit/?event=stood")
    live(page)
    expect(page.get_by_text("No entry matches this filter.")).to_be_visible()
    floor.taps("BJ-07", engine.Decide(3, "stand"), engine.Decide(5, "hit"))
    expect(page.locator("#rows tr")).to_have_count(1)
    expect(page.locator("#rows tr td.c-event")).to_have_text("stood")
    page.reload()
    live(page)
    expect(page.locator("#rows tr")).to_have_count(1)
    expect(page.get_by_label("Event")).to_have_value("stood")


def test_the_live_tail_filters_by_clause_and_amount_as_the_server_does(house: Daphne, page: Page) -> None:
    audit(page, house, "?clause=VIC03-7.5.1&from=2020-01-01")
    before = page.locator("#rows tr").count()
    floor.taps("BJ-07", engine.Decide(3, "stand"))
    expect(page.locator("#rows tr", has_text="stood")).to_have_count(1)
    shown = page.evaluate("[...document.querySelectorAll('#rows tr')].map(row => row.dataset.clause)")
    assert all(clause.startswith("VIC03-7.5.1") for clause in shown)
    page.reload()
    expect(page.locator("#rows tr")).to_have_count(len(shown))
    assert len(shown) > before


@pytest.mark.long
def test_what_was_typed_wrong_is_shown_and_stays(house: Daphne, page: Page) -> None:
    audit(page, house)
    page.get_by_label("Amount over").fill("lots")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("alert")).to_contain_text("not an amount")
    expect(page.get_by_label("Amount over")).to_have_value("lots")
    page.get_by_label("Amount over").fill("100")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    # The float that was counted in and opened with, the call that names 300 in play, the wager of 250.
    amounts = page.locator("#rows td.c-amount")
    expect(amounts).to_have_count(4)
    assert sorted(amounts.all_inner_texts()) == ["$250", "$300", "$63,250", "$63,250"]


@pytest.mark.long
def test_what_was_missed_while_away_is_fetched(house: Daphne, page: Page) -> None:
    audit(page, house)
    house.kill()
    expect(page.locator("#live")).to_contain_text("offline")
    floor.taps("BJ-07", engine.Decide(3, "stand"))
    house.start()
    expect(page.locator("#rows tr", has_text="stood").first).to_be_visible(timeout=20000)


def test_a_row_opens_its_round_beside_it_and_steps_with_the_keys(house: Daphne, page: Page) -> None:
    audit(page, house)
    page.locator("#rows tr", has_text="7♦").locator("td.c-detail").click()
    replay = page.locator("#beside .replay")
    expect(replay.get_by_role("heading", name="Round 1 · BJ-07")).to_be_visible()
    expect(replay.locator("#step .what")).to_contain_text("dealer 7♦")
    expect(replay.locator("#step .what")).to_contain_text("undone")
    expect(page.locator("tr.sel")).to_contain_text("7♦")
    expect(replay.locator("[aria-current=step]")).to_contain_text("7♦")
    assert "seven of diamonds" in replay.locator("#felt .dealer .sr").inner_text()
    replay.get_by_role("slider", name="Step").focus()
    page.keyboard.press("ArrowRight")
    expect(replay.locator("#step .what")).to_contain_text("undone")
    expect(replay.locator("#felt .dealer .sr")).to_have_text(re.compile("no card"))
    page.keyboard.press("ArrowRight")
    expect(replay.locator("#step .what")).to_contain_text("6♦")
    replay.get_by_role("link", name="Previous step").click()
    expect(replay.locator("#step .what")).to_contain_text("undone")
    replay.locator("li", has_text="double").locator(".what").click()
    expect(replay.locator("#step .what")).to_contain_text("not done")
    replay.get_by_role("button", name="Close the replay").click()
    expect(replay).to_have_count(0)
    quiet(page)


@pytest.mark.long
def test_the_replay_has_its_own_page_and_address(house: Daphne, page: Page) -> None:
    audit(page, house)
    page.goto(f"{house.url}/audit/round/BJ-07/1/?step=5")
    facts = page.locator("#step .facts").first
    expect(facts).to_contain_text("step 5 of")
    page.keyboard.press("ArrowRight")
    expect(facts).to_contain_text("step 6 of")
    expect(page).to_have_url(re.compile(r"step=6$"))
    page.reload()
    expect(facts).to_contain_text("step 6 of")
    page.keyboard.press("Home")
    expect(facts).to_contain_text("step 1 of")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download .round").click()
    assert download.value.suggested_filename == "BJ-07-1.round"
    quiet(page)


@pytest.mark.long
def test_the_replay_is_readable_without_scripts(house: Daphne, page: Page) -> None:
    audit(page, house)
    state = page.context.storage_state()
    plain = page.context.browser.new_context(java_script_enabled=False, storage_state=state).new_page()  # type: ignore[union-attr]
    plain.goto(f"{house.url}/audit/round/BJ-07/1/?step=5")
    plain.get_by_role("link", name="Next step").click()
    expect(plain.locator("#step .facts").first).to_contain_text("step 6 of")
    plain.context.close()


@pytest.mark.long
def test_the_desk_fits_the_width_of_every_screen(house: Daphne, page: Page) -> None:
    audit(page, house)
    sizes = ((1024, 768), (1280, 800), (1600, 900))
    for path in ("beside", "alone"):
        if path == "alone":
            page.goto(f"{house.url}/audit/round/BJ-07/1/")
        else:
            page.locator("#rows .c-round a").first.click()
            expect(page.locator("#beside .replay")).to_be_visible()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            fits(page)
    quiet(page)
