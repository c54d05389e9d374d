"""The line, the server and the screen's own program each fail in a way of its own, and the screen says which it was."""

import re
from collections.abc import Iterator

import pytest
from django.test import RequestFactory
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from casino.ledger import Entry
from casino.staff.roles import Role
from casino.web.server_errors import render_fault
from tables.models import Slip
from tests import floor
from tests.browser import tablets
from tests.browser.desks import desk
from tests.browser.tablets import due, lay, recorded, sign_in, tap, version
from tests.examples import each_time
from tests.processes import Daphne
from tests.windows import TABLET, Windows

CODE = "BJ-07"
PLAY = re.compile(r"/play$")


@pytest.fixture
def url(live_daphne: Daphne) -> str:
    floor.open_table(CODE)
    return live_daphne.url


@pytest.fixture
def bare(url: str, windows: Windows) -> Iterator[Page]:
    """A window that is signed in for the table's tablet and has not gone there yet."""
    page = windows.page(viewport=TABLET)
    sign_in(page.context, url, code=CODE)
    yield page
    page.close()


def opened(page: Page, url: str) -> Page:
    page.goto(f"{url}/table/{CODE}/")
    tablets.live(page)
    tap(page, "button:has-text('Confirm')")
    return page


def wagers() -> int:
    return Entry.objects.filter(chain=CODE, kind="wager").count()


MISSING = """
  AbortSignal.timeout = undefined;
  crypto.randomUUID = undefined;
  CSS.escape = undefined;
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
  }
  HTMLDialogElement.prototype.showModal = undefined;
  HTMLDialogElement.prototype.close = undefined;
"""
"""What a browser may lack, or forbid."""


def test_what_a_browser_lacks_stops_nothing(url: str, bare: Page) -> None:
    bare.add_init_script(MISSING)
    tablet = opened(bare, url)
    lay(tablet, 1, "A", 2500)
    assert wagers() == 1
    tap(tablet, "#call")
    assert due(tablet) == "First card for box 1"
    tablet.locator("#menu-key").click()
    tablet.locator("#keys").click()
    tablet.locator("[data-menu-shut]").click()
    expect(tablet.locator("#keys")).to_have_attribute("aria-pressed", "false")
    tablet.locator("#wrong-key").click()
    expect(tablet.locator("#wrong-title")).to_be_visible()
    tablet.locator("#wrong [data-shut]").first.click()
    expect(tablet.locator("#wrong")).to_be_hidden()


@pytest.mark.long
def test_the_pit_does_without_as_well(url: str, windows: Windows) -> None:
    page = windows.page()
    page.add_init_script(MISSING)
    desk(page, url, "/pit/")
    page.get_by_role("link", name=f"Open, close, limits and people of {CODE}").click()
    expect(page.locator("#panel-name")).to_have_text(CODE)
    page.close()


def test_a_fault_of_the_screen_itself_is_shown_reported_and_not_sent_for_ever(url: str, bare: Page) -> None:
    tablet = opened(bare, url)
    reports: list[str] = []
    bare.on(
        "request", lambda sent: reports.append(sent.post_data or "") if "screen-fault" in sent.url else None
    )
    tablet.evaluate("window.Request = undefined")
    tablet.locator(".chipkey.v2500").click()
    tablet.locator("#lay").click()
    message = tablet.locator("#house-says")
    expect(message).to_contain_text("This screen has a fault")
    expect(message).to_contain_text("Your tap was not sent")
    expect(tablet.locator("#link")).not_to_have_attribute("data-state", "sending")
    assert wagers() == 0
    assert any("Request" in report for report in reports)


def test_a_refused_socket_does_not_reload_again_and_again(url: str, bare: Page) -> None:
    """A proxy that drops the cookie in the handshake: the page is open to this person, the socket alone is not."""
    loads: list[str] = []
    bare.on("load", lambda page: loads.append(page.url))

    def refuse(socket: WebSocketRoute) -> None:
        socket.close(code=4403)

    bare.route_web_socket(re.compile("/ws/"), refuse)
    bare.goto(f"{url}/table/{CODE}/")
    expect(bare.locator("#link")).to_have_attribute("data-state", "polling", timeout=15_000)
    expect(bare.locator("#link-words")).to_contain_text("link refused")
    tap(bare, "button:has-text('Confirm')")
    lay(bare, 1, "A", 2500)
    assert wagers() == 1
    assert len(loads) == 1


def test_the_pits_link_refused_is_asked_for_instead(url: str, windows: Windows) -> None:
    page = windows.page()
    loads: list[str] = []
    page.on("load", lambda page: loads.append(page.url))
    page.route_web_socket(re.compile("/ws/"), lambda socket: socket.close(code=4403))
    sign_in(page.context, url, "casino_supervisor")
    page.goto(f"{url}/pit/")
    expect(page.locator("#live")).to_contain_text("link refused", timeout=15_000)
    assert len(loads) == 1
    page.close()


def test_signed_out_elsewhere_the_tablet_goes_to_the_door(url: str, bare: Page) -> None:
    tablet = opened(bare, url)
    tablet.context.request.post(
        f"{url}/sign-out/",
        form={"csrfmiddlewaretoken": tablet.locator("#play input[name=csrfmiddlewaretoken]").input_value()},
        headers={"Referer": f"{url}/table/{CODE}/"},
    )
    expect(tablet).to_have_url(re.compile("/sign-in/"), timeout=15_000)


@pytest.mark.parametrize(
    "answer", each_time(["a page of what lies between"], [500, 502, "a page of what lies between"])
)
def test_an_answer_that_does_not_say_is_asked_for_again_with_the_same_key(
    url: str, bare: Page, answer: int | str
) -> None:
    """The tap is recorded and its answer is lost on the way back: it is sent again, and recorded once."""
    tablet = opened(bare, url)
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        keys.append(re.search(r"key=([^&]+)", route.request.post_data or "")[1])  # type: ignore[index]
        if len(keys) > 1:
            return route.continue_()
        route.fetch()
        if isinstance(answer, int):
            return route.fulfill(status=answer, body="a fault")
        return route.fulfill(
            status=200, body="<h1>Welcome to the guest network</h1>", content_type="text/html"
        )

    bare.route(PLAY, lose_the_first)
    lay(tablet, 1, "A", 2500)
    bare.wait_for_selector("body:not(.sending)")
    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert wagers() == 1


@pytest.mark.long
def test_a_fault_that_lasts_is_shown_and_the_tap_is_kept(url: str, bare: Page) -> None:
    tablet = opened(bare, url)
    down = [True]
    bare.route(PLAY, lambda route: route.fulfill(status=500, body="") if down[0] else route.continue_())
    before = version(tablet)
    tablet.locator(".chipkey.v2500").click()
    tablet.locator("#lay").click()
    unsent = tablet.locator("#unsent")
    expect(unsent).to_contain_text("The server has a fault (500)")
    expect(unsent).to_contain_text("may have been recorded: check the layout")
    for _ in range(20):  # the page's clock goes on to where it gives up
        tablet.clock.fast_forward(3000)
        if unsent.get_by_role("button").count():
            break
        tablet.wait_for_timeout(50)
    down[0] = False
    unsent.get_by_role("button", name="Send it again").click()
    recorded(tablet, before)
    expect(unsent).to_have_count(0)
    assert wagers() == 1


@pytest.mark.long
def test_what_is_wrong_with_the_record_is_shown_in_words(url: str, bare: Page) -> None:
    tablet = opened(bare, url)
    answers = [503, 503, 503]
    bare.route(
        PLAY,
        lambda route: (
            route.fulfill(status=answers.pop(), body="", headers={"House-Fault": "full"})
            if answers
            else route.continue_()
        ),
    )
    before = version(tablet)
    tablet.clock.install()
    tablet.locator(".chipkey.v2500").click()
    tablet.locator("#lay").click()
    for _ in range(40):
        tablet.clock.fast_forward(2000)
        if tablet.locator("#unsent").count():
            break
        tablet.wait_for_timeout(50)
    expect(tablet.locator("#unsent")).to_contain_text("The disk of the record is full")
    tablet.clock.resume()
    recorded(tablet, before)
    assert wagers() == 1


def lost(page: Page, address: str, answers: list[int]) -> list[str]:
    """The answers to forms that are posted there are lost on the way back, as often as there are statuses to give in
    their place. Returns the keys that were sent, one after another."""
    keys: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        body = route.request.post_data or ""
        keys.append((re.search(r"key=([^&]+)", body) or re.search(r'name="key"\s+(\S+)', body))[1])  # type: ignore[index]
        if not answers:
            return route.continue_()
        route.fetch(max_redirects=0)
        return route.fulfill(status=answers.pop(0), body="a fault", headers={"House-Fault": "away"})

    page.route(re.compile(address), lose)
    return keys


@pytest.mark.long
def test_the_panel_of_the_pit_sends_until_it_is_answered(url: str, windows: Windows) -> None:
    page = windows.page()
    desk(page, url, "/pit/")
    page.get_by_role("link", name=f"Open, close, limits and people of {CODE}").click()
    keys = lost(page, "/pit/table/", [503, 500, 500, 503])
    page.get_by_label("Minimum", exact=True).first.fill("5")
    page.get_by_role("button", name="Set for the next round").click()
    expect(page.locator("#house-says")).to_contain_text("recorded once")
    expect(page.locator("#panel-body")).to_contain_text("Done, and recorded.")
    expect(page.locator("#house-says")).to_be_hidden()
    assert (len(keys), len(set(keys))) == (5, 1)
    assert Entry.objects.filter(chain=CODE, key=keys[0]).count() == 1
    page.close()


def request_form(page: Page) -> Locator:
    """The form of a fill or a credit, in sight."""
    form = page.locator("form", has=page.locator("input[value=request]"))
    form.evaluate("form => { const inside = form.closest('details'); if (inside) inside.open = true; }")
    return form


def answered_by_fault(page: Page, url: str, times: int) -> list[str]:
    """So many answers to the forms of the float are lost; the page of the house that says so comes in their place."""
    keys: list[str] = []
    page_of_fault = render_fault(RequestFactory().post("/"), "away").content.decode()

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        keys.append(re.search(r"key=([^&]+)", route.request.post_data or "")[1])  # type: ignore[index]
        if len(keys) > times:
            return route.continue_()
        route.fetch(max_redirects=0)
        return route.fulfill(status=503, body=page_of_fault, content_type="text/html")

    page.route(re.compile("/float/table/.*act"), lose)
    return keys


def test_a_form_of_a_page_is_sent_until_it_is_answered(url: str, windows: Windows) -> None:
    page = windows.page()
    sign_in(page.context, url, Role.CASINO_SUPERVISOR)
    page.goto(f"{url}/float/table/{CODE}/")
    keys = answered_by_fault(page, url, 2)
    form = request_form(page)
    form.locator("input[name=chip-500]").fill("20")
    form.get_by_role("button", name="Fill").click()
    expect(page.locator("main")).to_contain_text("Fill 000001")
    assert (len(keys), len(set(keys))) == (3, 1)
    assert Slip.objects.count() == 1
    # What was kept is forgotten once the page has loaded, which is after its words can be read.
    page.wait_for_function("sessionStorage.getItem('posted') === ''")
    page.close()


def test_a_form_with_a_pin_is_sent_again_once_it_is_typed_again(url: str, windows: Windows) -> None:
    page = windows.page()
    sign_in(page.context, url, Role.CASINO_SUPERVISOR)
    page.goto(f"{url}/float/table/{CODE}/")
    keys = answered_by_fault(page, url, 1)
    form = page.locator("form", has=page.locator("input[value=box_change]"))
    form.locator("input[name=new]").fill("D1")
    form.locator("input[name=number]").fill(floor.dealer().number)
    form.locator("input[name=pin]").fill(floor.PIN)
    form.get_by_role("button", name="Change the box").click()
    again = page.locator("[data-sends-again]")
    expect(again).to_contain_text("recorded once, however often")
    assert floor.PIN not in page.evaluate("sessionStorage.getItem('posted')")
    again.get_by_label("PIN").fill(floor.PIN)
    again.get_by_role("button", name="Send it again").click()
    page.wait_for_url(re.compile(f"/float/table/{CODE}/$"))
    assert (len(keys), len(set(keys))) == (2, 1)
    assert Entry.objects.filter(chain=CODE, key=keys[0]).count() == 1
    page.close()


@pytest.mark.long
def test_what_the_door_refuses_is_said_in_its_words(url: str, bare: Page) -> None:
    tablet = opened(bare, url)
    expect(tablet.locator("#amount")).to_be_visible()
    tablet.evaluate("document.querySelector('#amount').form.insertAdjacentHTML('beforeend', "
                    "'<input type=hidden name=medium value=\\u001b>')")  # fmt: skip
    tablet.evaluate("document.querySelector('input[name=medium]').value = String.fromCharCode(27)")
    tablet.locator(".felt .box[data-box='1']").click()
    tablet.locator(".chipkey.v2500").click()
    tablet.locator("#lay").click()
    expect(tablet.locator("#notice")).to_contain_text("cannot be recorded")
    expect(tablet.locator("#link")).to_have_attribute("data-state", "live")
    assert wagers() == 0
