"""A push may be lost, and an answer or another push may overtake it: what changes at a table without a new version of
it is on every screen by the next ping all the same.
"""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute, expect

from casino.staff import approvals
from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine, push
from rounds.pit.alerts import alerts
from tables.float import slips
from tables.floor import supervisor_calls
from tables.models import PitAlert, Slip, Table
from tests import floor
from tests.browser import tablets
from tests.browser.desks import desk, live, pushing, quiet
from tests.floor import AT
from tests.processes import Daphne

PING = 4000
"""Milliseconds from one ping to the next on the slowest of the live screens."""


@pytest.fixture
def house(live_daphne: Daphne, redis_url: str) -> Iterator[Daphne]:
    with pushing(redis_url):
        floor.open_table("BJ-07")
        yield live_daphne


class Line:
    """The socket of a page, whose pushes are let through, lost, or kept back until `late` lets them go."""

    def __init__(self, page: Page) -> None:
        self.lost: Callable[[str], bool] = lambda content: False
        self.kept_back: list[str] | None = None
        self.dropped = 0
        page.route_web_socket(re.compile("/ws/"), self._route)

    def _route(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        server = socket.connect_to_server()
        server.on_message(self._message)

    def _message(self, text: str | bytes) -> None:
        content = json.loads(text).get("content", "")
        if content and self.lost(content):
            self.dropped += 1
        elif content and self.kept_back is not None:
            self.kept_back.append(str(text))
        else:
            self.socket.send(text)

    def late(self, *order: int) -> None:
        """Let go what was kept back, in this order."""
        kept, self.kept_back = self.kept_back or [], None
        for number in order:
            self.socket.send(kept[number])


def pinged(page: Page) -> None:
    """The time of the next ping has come."""
    page.clock.fast_forward(PING)


def acknowledged() -> None:
    (call,) = [cause for cause in alerts.causes(Table.objects.all(), AT) if cause.kind == PitAlert.Kind.CALL]
    alerts.acknowledge("BJ-07", call.kind, call.subject, by=floor.casino_supervisor(), at=AT)


@pytest.mark.long
def test_a_tile_whose_push_is_lost_is_right_by_the_next_ping(house: Daphne, page: Page) -> None:
    line = Line(page)
    desk(page, house.url, "/pit/P1/")
    tile = page.locator("#tile-BJ-07")
    expect(tile.locator(".phase")).to_have_text("wagers")
    line.lost = lambda content: "#tile-" in content
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=AT)
    side = page.locator(".line-of-alert", has_text="D-114 is calling a supervisor")
    expect(side).to_be_visible()
    pinged(page)
    expect(tile).to_contain_text("called")
    acknowledged()
    pinged(page)
    expect(tile).to_contain_text("coming")
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    pinged(page)
    expect(tile.locator(".approve")).to_contain_text("1")
    slips.request("BJ-07", Slip.Kind.FILL, {2500: 10}, by=floor.dealer(), at=AT)
    pinged(page)
    expect(tile.locator(".float")).to_be_visible()
    approvals.decide(Approval.objects.get(), floor.casino_supervisor(), False, "no marker", at=AT)
    supervisor_calls.end("BJ-07", by=floor.dealer(), at=AT)
    pinged(page)
    expect(tile.locator(".approve")).to_have_count(0)
    expect(tile).not_to_contain_text("coming")
    assert line.dropped > 4
    quiet(page)


@pytest.mark.long
def test_a_push_that_an_older_one_overtakes_is_made_good_by_the_next_ping(house: Daphne, page: Page) -> None:
    line = Line(page)
    desk(page, house.url, "/pit/P1/")
    tile = page.locator("#tile-BJ-07")
    expect(tile.locator(".phase")).to_have_text("wagers")
    line.kept_back = []
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=AT)
    push.settle()
    acknowledged()
    while len(line.kept_back) < 2:  # tile and side, of each
        page.wait_for_timeout(20)
    line.late(1, 0)
    expect(tile).to_contain_text("called")
    pinged(page)
    expect(tile).to_contain_text("coming")
    quiet(page)


def test_messages_that_come_together_are_shown_in_their_order(house: Daphne, page: Page) -> None:
    line = Line(page)
    desk(page, house.url, "/pit/P1/")
    line.kept_back = []
    for _ in range(3):
        supervisor_calls.call("BJ-07", by=floor.dealer(), at=AT)
        push.settle()
        supervisor_calls.end("BJ-07", by=floor.dealer(), at=AT)
        push.settle()
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=AT)
    push.settle()
    acknowledged()
    while len(line.kept_back) < 8:
        page.wait_for_timeout(20)
    page.evaluate("""window.shown = []; document.addEventListener("htmx:after:swap", () => {
        const [text] = /called|coming|$/.exec(document.getElementById("tile-BJ-07").textContent);
        if (text !== window.shown.at(-1)) window.shown.push(text); })""")
    line.late(*range(8))
    # On a slow machine the page may have asked meanwhile, and been answered with the last state before any message.
    page.wait_for_function(
        "window.shown.filter(text => text !== 'coming').length >= 7 && window.shown.at(-1) === 'coming'"
    )
    shown = [text for text in page.evaluate("window.shown") if text != "coming"]
    assert shown == ["called", "", "called", "", "called", "", "called"]


def test_what_is_told_of_a_step_in_the_panel_stays_when_the_push_of_it_comes_later(
    house: Daphne, page: Page
) -> None:
    line = Line(page)
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    desk(page, house.url, "/pit/P1/")
    page.locator("#tile-BJ-07 .approve").press("Enter")
    panel = page.get_by_role("dialog")
    panel.get_by_label("Reason (required to refuse)").fill("no marker")
    line.kept_back = []
    panel.get_by_role("button", name="Refuse").press("Enter")
    answer = panel.get_by_role("status")
    expect(answer).to_contain_text("refused")
    expect(answer).to_be_focused()
    while not line.kept_back:
        page.wait_for_timeout(20)
    with page.expect_response(re.compile("/pit/table/BJ-07/")):  # the panel asks for what is new
        line.late(*range(len(line.kept_back)))
    expect(page.locator("#tile-BJ-07 .approve")).to_have_count(0)
    expect(panel.locator("#h-todo")).to_have_count(0)
    expect(answer).to_contain_text("refused")
    expect(answer).to_be_focused()
    quiet(page)


def test_an_answer_that_was_asked_for_before_a_push_does_not_take_it_back(house: Daphne, page: Page) -> None:
    desk(page, house.url, "/pit/P1/")
    tile = page.locator("#tile-BJ-07")
    asked: list[tuple[Route, APIResponse]] = []
    page.route(re.compile("/pit/now"), lambda route: asked.append((route, route.fetch())))
    page.evaluate("document.dispatchEvent(new Event('clock:due'))")
    while not asked:
        page.wait_for_timeout(20)
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=AT)
    expect(tile).to_contain_text("called")
    page.evaluate("""window.back = 0; window.answered = false;
        const tiles = document.getElementById("tiles"), tile = document.getElementById("tile-BJ-07");
        const seen = new MutationObserver(() => { window.back += !/called/.test(tile.textContent); });
        seen.observe(tiles, {childList: true, subtree: true, characterData: true});
        document.addEventListener("htmx:after:swap", () => { window.answered = true; });""")
    route, answer = asked[0]
    route.fulfill(response=answer)
    page.wait_for_function("window.answered")
    assert page.evaluate("window.back") == 0
    expect(tile).to_contain_text("called")


def test_a_tablet_whose_pushes_are_lost_is_right_by_the_next_ping(house: Daphne, page: Page) -> None:
    line = Line(page)
    tablets.tablet(page, house.url)
    key = page.locator("#supervisor-key")
    before = tablets.version(page)
    line.lost = lambda content: True
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=AT)
    pinged(page)
    expect(key).to_contain_text("cancel the call")
    acknowledged()
    pinged(page)
    expect(key).to_contain_text("coming")
    assert tablets.version(page) == before


@pytest.mark.long
def test_an_entry_whose_push_is_lost_is_in_the_log_though_later_ones_came(house: Daphne, page: Page) -> None:
    line = Line(page)
    desk(page, house.url, "/audit/", Role.SURVEILLANCE)
    line.lost = lambda content: "calls a supervisor" in content
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=AT)
    push.settle()
    supervisor_calls.end("BJ-07", by=floor.dealer(), at=AT)
    expect(page.locator("#rows tr", has_text="is cancelled")).to_be_visible()
    pinged(page)
    expect(page.locator("#rows tr", has_text="calls a supervisor")).to_be_visible()
    assert line.dropped == 1
    live(page)
    quiet(page)
