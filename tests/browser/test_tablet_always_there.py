"""The tablet as an application of its own: installed, without the house, idle, and set up for a hand and for light."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from casino.ledger import Entry
from rounds import engine as e
from tests import floor
from tests.browser import tablets
from tests.browser.tablets import tap
from tests.processes import Daphne
from tests.windows import TABLET

CODE = "BJ-07"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A new window, in which the service worker may come up."""
    context = browser.new_context(viewport=TABLET)
    yield context.new_page()
    context.close()


@pytest.fixture
def tablet(live_daphne: Daphne, page: Page) -> Page:
    floor.open_table(CODE)
    tablets.tablet(page, live_daphne.url, CODE)
    tap(page, "button:has-text('Confirm')")
    return page


def wagers() -> int:
    return Entry.objects.filter(chain=CODE, kind="wager").count()


@pytest.mark.long
def test_it_can_be_installed(live_daphne: Daphne, page: Page) -> None:
    """Its manifest names icons that are there, and the service worker may serve every page."""
    url = live_daphne.url
    manifest = page.request.get(f"{url}/manifest.webmanifest").json()
    assert manifest["display"] == "fullscreen"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert page.request.get(url + icon["src"]).ok
    worker = page.request.get(f"{url}/service-worker.js")
    assert worker.headers["service-worker-allowed"] == "/"
    assert "worker-src 'self'" in worker.headers["content-security-policy"]


def test_without_the_house_it_says_so_and_a_page_loaded_again_sends_what_waited(tablet: Page) -> None:
    """The tap is made while the house is away; the page is loaded again before an answer comes, and the tap is recorded
    once."""
    down = [True]
    tablet.context.route(
        lambda address: "/table/" in address or "healthz" in address,
        lambda route: route.abort() if down[0] else route.continue_(),
    )
    tablet.locator(".chipkey.v2500").click()
    tablet.locator(".felt .box[data-box='1']").click()
    tablet.wait_for_function("house.taps.all().length === 1")
    assert wagers() == 0
    tablet.clock.fast_forward(7000)
    expect(tablet.locator("#away, #unsent").first).to_contain_text("answer")
    kept = tablet.evaluate("sessionStorage.getItem('taps BJ-07')")
    down[0] = False
    tablet.reload()
    tablet.evaluate("kept => kept", kept)
    expect(tablet.locator("#felt .line")).to_have_count(1)
    assert wagers() == 1
    assert tablet.evaluate("house.taps.all().length") == 0


def test_an_idle_screen_locks_and_never_while_a_tap_has_no_answer(tablet: Page) -> None:
    minute = 60_000
    tablet.evaluate("house.taps.keep('/table/BJ-07/play', new URLSearchParams({ key: 'k', do: 'x' }))")
    tablet.clock.fast_forward(16 * minute)
    tablet.wait_for_timeout(300)
    assert "/unlock/" not in tablet.url
    tablet.evaluate("house.taps.answered('k')")
    tablet.clock.fast_forward(16 * minute)
    expect(tablet).to_have_url(re.compile("/unlock/"))


def test_it_is_set_for_a_hand_and_for_light_and_a_refusal_is_heard(tablet: Page) -> None:
    tablet.set_viewport_size({"width": 1280, "height": 800})
    right = tablet.locator("#wrong-key").bounding_box()
    tablet.locator("#menu-key").click()
    expect(tablet.locator("#menu .keylist")).to_be_visible()
    tablet.locator("[data-set='hand=left']").click()
    tablet.locator("[data-set='theme=glare']").click()
    tablet.locator("[data-menu-shut]").click()
    left = tablet.locator("#wrong-key").bounding_box()
    assert right
    assert left
    assert left["x"] < 320 < right["x"]
    assert tablet.evaluate("document.documentElement.dataset.theme") == "glare"
    floor.tap(CODE, e.PlaceWager(1, "A", 2500))  # on another tablet: this one's tap is stale
    tablet.evaluate("house.signal('refused')")
    assert "sound refused" in tablet.evaluate("house.signalled")
    tablet.evaluate(
        "house.device.set('sound', 'off'); house.device.set('vibration', 'off'); house.signalled.length = 0"
    )
    tablet.evaluate("house.signal('answered')")
    assert tablet.evaluate("house.signalled") == []


def test_keys_on_the_screen_fill_in_figures_and_words(tablet: Page) -> None:
    tablet.evaluate("house.device.set('onscreen', 'on')")
    tablet.locator("#amount").focus()
    for digit in "75":
        tablet.locator(f"#onscreen [data-does='type {digit}']").click()
    expect(tablet.locator("#amount")).to_have_value("75")
    expect(tablet.locator("#lay-words")).to_contain_text("$75")
    tablet.locator("#onscreen [data-does=done]").click()
    expect(tablet.locator("#onscreen")).to_have_count(0)


@pytest.mark.django_db
def test_the_page_for_an_outage_needs_nobody_signed_in() -> None:
    assert Client().get("/offline/").status_code == 200
