"""A shoe that reports its cards: the card appears on the tablet and the dealer decides; the hand when it fails; and a
barcode scanner, which is a keyboard at the tablet."""

import json
import os
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from casino.ledger import Entry
from rounds.play import service
from tables.models import Report
from tables.readers import registration
from tests import floor
from tests.browser import tablets
from tests.browser.tablets import due, lay, live, recorded, settled, tap, version
from tests.processes import Daphne
from tests.rounds.play.readers.conftest import TIED

CODE = "BJ-07"


@pytest.fixture
def tablet(live_daphne: Daphne, page: Page) -> Page:
    """The dealer at an open table."""
    floor.open_table(CODE)
    opened = tablets.tablet(page, live_daphne.url, CODE)
    tap(opened, "button:has-text('Confirm')")
    return opened


def reader(page: Page, kind: str) -> tuple[int, str]:
    """A reader assigned to the table, its number and token, and the tablet loaded again."""
    tied_reader, token = registration.issue(CODE, kind, "", by=floor.casino_supervisor(), at=TIED)
    page.reload()
    live(page)
    return tied_reader.pk, token


def reports(url: str, token: str, number: int, *cards: str) -> None:
    """The shoe's reports, over the network as a shoe sends them."""
    sent = [{"sequence": at, "card": card} for at, card in enumerate(cards, start=number)]
    header = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    post = Request(f"{url}/reader/reports", json.dumps({"reports": sent}).encode(), header)  # noqa: S310
    with urlopen(post, timeout=15) as answer:  # noqa: S310
        assert answer.status == 200


def picture(page: Page, name: str) -> None:
    """Where pictures are wanted, one of the screen."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def scans(page: Page, code: str) -> None:
    """The keys of a scanner: a code and Enter, without a pause, to whatever has the focus."""
    page.evaluate(
        """code => { for (const key of [...code, "Enter"]) (document.activeElement || document.body).dispatchEvent(
             new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })); }""",
        code,
    )


def test_a_card_appears_and_the_dealer_decides(tablet: Page, live_daphne: Daphne) -> None:
    pk, token = reader(tablet, "shoe")
    url = live_daphne.url
    lay(tablet, 1, "A", 2500)
    lay(tablet, 2, "B", 2500)
    tap(tablet, "#call")
    # The pad is closed, and says why.
    tablet.locator("#pad-Ts").click(force=True)
    expect(tablet.locator("#notice")).to_contain_text(f"SHOE-{pk} reports the cards")
    before = version(tablet)
    reports(url, token, 1, "Ts", "9d", "7h", "8c", "9s")
    recorded(tablet, before)
    expect(tablet.locator("#reader-is")).to_have_text(f"SHOE-{pk}")
    expect(tablet.locator("#prompt strong")).to_have_text("Box 1 — player A decides on 18")
    # A card while a decision is due waits for the dealer's word, and where it would go once one is.
    reports(url, token, 6, "2c")
    part = tablet.locator("#reader")
    expect(part).to_contain_text("2♣ left the shoe")
    expect(part).to_contain_text("Box 1 must decide first")
    expect(part.locator("button[value=deal]")).to_have_count(0)
    picture(tablet, "reader-waits")
    tap(tablet, "#decide-hit")
    expect(part.locator("button[value=deal]")).to_have_text("Deal it: box 1 hand 1")
    tap(tablet, "#reader button[value=deal]")
    expect(part).not_to_have_class("reader waits")
    entry = Entry.objects.filter(chain=CODE, kind="card").order_by("seq").latest("seq")
    assert (entry.actor, entry.detail) == (f"SHOE-{pk}", "box 1 2♣")
    # One that is drawn in excess, seen: the book says what becomes of it.
    reports(url, token, 7, "5d")
    expect(part).to_contain_text("5♦ left the shoe")
    tap(tablet, "#reader button[value=excess]")
    assert service.current(CODE).state.held[0].card == "5d"
    assert Report.objects.get(sequence=7).outcome == "excess"


@pytest.mark.long
def test_cards_are_entered_by_hand_when_the_reader_fails(tablet: Page, live_daphne: Daphne) -> None:
    pk, token = reader(tablet, "shoe")
    url = live_daphne.url
    lay(tablet, 1, "A", 2500)
    tap(tablet, "#call")
    expect(tablet.locator("#reader-is")).to_have_text(f"SHOE-{pk} quiet")
    expect(tablet.locator("#reader")).to_contain_text(f"SHOE-{pk}: not heard from yet")
    picture(tablet, "reader-quiet")
    assert tablet.evaluate("document.documentElement.scrollWidth") == 1280
    tap(tablet, "#by-hand")
    tablets.deal(tablet, "Ts")
    # The reader reports the same card late: it is known, and dealt once.
    reports(url, token, 1, "Ts")
    expect(tablet.locator("#reader-is")).to_have_text(f"SHOE-{pk} by hand")
    assert Report.objects.get().outcome == "known"
    assert service.current(CODE).state.drawn == ("Ts",)
    tap(tablet, "#by-reader")
    before = version(tablet)
    reports(url, token, 2, "9d")
    recorded(tablet, before)
    assert due(tablet) == "Second card for box 1"
    # A card that is not of this shoe is set aside, with the reason.
    reports(url, token, 3, "8c", "Kd")
    expect(tablet.locator("#reader")).to_contain_text("K♦ left the shoe")
    tablet.locator("#no-place summary").click()
    tablet.locator("#reader button[value='aside:not from this shoe']").click()
    expect(tablet.locator("#reader")).not_to_contain_text("K♦")
    assert Entry.objects.get(kind="card_set_aside").detail == f"SHOE-{pk} no. 4: K♦: not from this shoe"


@pytest.mark.long
def test_a_scanner_is_a_keyboard_at_the_tablet(tablet: Page, live_daphne: Daphne) -> None:
    pk, _ = reader(tablet, "scanner")
    lay(tablet, 1, "A", 2500)
    tap(tablet, "#call")
    expect(tablet.locator("#reader-is")).to_have_text(f"SCAN-{pk}")
    for card in ("10s", "9d", "8C"):
        before = version(tablet)
        scans(tablet, card)
        recorded(tablet, before)
    assert service.current(CODE).state.drawn == ("Ts", "9d", "8c")
    # Neither a letter of a code nor its Enter is a decision or a payment: this one waits.
    scans(tablet, "5h")
    expect(tablet.locator("#reader")).to_contain_text("5♥ left the shoe")
    assert service.current(CODE).due.action == "decision"
    # Nor does one end up in a field that has the focus.
    tablet.locator("#no-place summary").click()
    tablet.locator("#reader button[value='aside:recorded already']").click()
    expect(tablet.locator("#reader")).not_to_contain_text("5♥")
    tap(tablet, "#decide-hit")
    settled(tablet)
    before = version(tablet)
    scans(tablet, "2h")
    recorded(tablet, before)
    assert service.current(CODE).state.drawn[-1] == "2h"
    names = Entry.objects.filter(chain=CODE, kind="card").values_list("actor", flat=True)
    assert set(names) == {f"SCAN-{pk}"}


def test_without_a_tied_scanner_a_code_is_a_tap_and_its_enter_nothing(tablet: Page) -> None:
    lay(tablet, 1, "A", 2500)
    tablet.locator("#amount").fill("12")
    tablet.locator("#amount").focus()
    scans(tablet, "Ts")
    expect(tablet.locator("#amount")).to_have_value("12")
    tap(tablet, "#call")
    before = version(tablet)
    scans(tablet, "Ts")
    recorded(tablet, before)
    assert service.current(CODE).state.drawn == ("Ts",)
