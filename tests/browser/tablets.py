"""Browsers at the tables: a tablet that is assigned and signed in, and what tests do on it."""

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Error, Page, expect

from casino.staff import tablets
from casino.staff.roles import Role
from tests import floor
from tests.windows import give_clock

SLIP = 450  # milliseconds, a little more than parts two taps of one gesture (static/js/gesture.js)

_FORWARD = """async (milliseconds) => {
  const clock = globalThis.__pwClock;
  if (clock) await clock.controller.fastForward(milliseconds);
  return Boolean(clock);
}"""


def sign_in(
    context: BrowserContext, url: str, role: str = Role.DEALER, *, code: str = "", number: str = ""
) -> None:
    """Sign a person of that role in; with a code, on a tablet assigned to that table."""
    give_clock(context)  # see settled
    person = floor.person(role, number)
    client = Client()
    if code:
        supervisor = floor.casino_supervisor()
        client.post("/tablet/enrol/", {"table_code": code, "number": supervisor.number, "pin": floor.PIN})
    answer = client.post("/sign-in/", {"number": person.number, "pin": floor.PIN, "take_over": person.number})
    assert answer.status_code == 302, answer.content
    names = (settings.SESSION_COOKIE_NAME, tablets.COOKIE)
    context.add_cookies(
        [
            {"name": name, "value": client.cookies[name].value, "url": url}
            for name in names
            if name in client.cookies
        ]
    )


def tablet(page: Page, url: str, code: str = "BJ-07", *, number: str = "") -> Page:
    """The page as the dealer's tablet of that table, live."""
    page.set_default_timeout(15_000)
    sign_in(page.context, url, code=code, number=number)
    page.goto(f"{url}/table/{code}/")
    live(page)
    return page


def live(page: Page) -> None:
    """Wait until the socket has brought the current state."""
    expect(page.locator("#link")).to_have_attribute("data-state", "live")


def deal(page: Page, *cards: str) -> None:
    """Tap the cards on the pad, each once the one before has been recorded."""
    for card in cards:
        before = version(page)
        page.locator(f"#pad-{card}").click()
        recorded(page, before)


def version(page: Page) -> int:
    return int(page.locator("#facts").get_attribute("data-version") or 0)


def recorded(page: Page, before: int) -> None:
    """Wait until the screen shows a later version than `before`."""
    page.wait_for_function(
        "before => Number(document.querySelector('#facts').dataset.version) > before", arg=before
    )


def tap(page: Page, selector: str) -> None:
    """Tap and wait until it is recorded."""
    answered(page)  # a tap may be two commands, each pushed by itself
    before = version(page)
    page.locator(selector).click()
    recorded(page, before)


def answered(page: Page) -> None:
    """Until every tap has been answered."""
    page.wait_for_function("() => document.body && !document.body.classList.contains('sending')")


def settled(page: Page) -> None:
    """Until a tap is a gesture of its own: the last one is answered, and the page's clock put forward."""
    answered(page)
    pause(page)


def pause(page: Page) -> None:
    """Wait until the next tap is a gesture of its own, by the page's clock where it is ours. By that of this page
    alone: what is done to the clock of a window, Playwright does again in every page that comes into it."""
    try:
        put_forward = page.evaluate(_FORWARD, SLIP)
    except Error:
        put_forward = False  # another page has just come
    if not put_forward:
        page.wait_for_timeout(SLIP)


def due(page: Page) -> str:
    return page.locator("#prompt strong").inner_text()


def lay(page: Page, box: int, player: str, *chips: int) -> None:
    """Lay a wager by taps: box, player, chips (cents), place."""
    before = version(page)
    page.locator(f"#tray label:has(input[name=box][value='{box}'])").click()
    page.locator(f"#marks label:has(input[value='{player}'])").click()
    for chip in chips:
        page.locator(f".chipkey.v{chip}").click()
    answered(page)
    page.locator("#lay").click()
    recorded(page, before)
