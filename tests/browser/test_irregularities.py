"""From “Something is wrong” to play going on, by taps at the tablet and from the pit, in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from casino.ledger import Entry
from casino.staff.roles import Role
from rounds import engine as e
from rounds.play import service
from tests import floor
from tests.browser import tablets
from tests.browser.desks import desk, fits, pushing, quiet
from tests.browser.tablets import deal, due, settled
from tests.processes import Daphne
from tests.windows import Windows

CODE = "BJ-07"


@pytest.fixture
def table(live_daphne: Daphne, redis_url: str, page: Page) -> Iterator[Page]:
    """A tablet in the initial deal of three boxes: 10♠ 9♠ 8♠, the dealer 6♦, 7♥ 2♥. Faults of its scripts fail the
    test."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console", lambda message: faults.append(message.text) if "Security Policy" in message.text else None
    )
    with pushing(redis_url):
        floor.open_table(CODE)
    floor.person(Role.GAME_SUPERVISOR)
    tablet = tablets.tablet(page, live_daphne.url, CODE)
    tablets.tap(tablet, "button:has-text('Confirm')")
    bets = [e.PlaceWager(box, player, 5000) for box, player in ((1, "A"), (3, "B"), (5, "C"))]
    with pushing(redis_url):
        floor.taps(CODE, *bets, e.CallBets(), *floor.cards("Ts 9s 8s 6d 7h 2h"))
    expect(tablet.locator("#prompt")).to_contain_text("Second card for box 5")
    yield tablet
    assert not faults


def report(page: Page, kind: str, *taps: str) -> None:
    """Open the list, choose the kind, tap the values, report it."""
    settled(page)
    page.locator("#wrong-key").click()
    page.locator("#wrong .likely").wait_for()
    if not page.locator(f"#kind-{kind}").is_visible():
        page.locator(f"#wrong details:has(#kind-{kind}) > summary").click()
    page.locator(f"#kind-{kind}").click()
    for tap in taps:
        page.locator(f"#wrong {tap}").click()
    page.locator("#report-it").click()
    expect(page.locator("#wrong")).not_to_have_attribute("open", "")


def sign(page: Page, number: str) -> None:
    """The supervisor taps number and PIN, and approves."""
    page.locator(f"[data-signer='{number}']").click()
    for digit in floor.PIN:
        page.locator(f"[data-digit='{digit}']").click()
    settled(page)
    page.locator(".sign button[value=approve]").click()


@pytest.mark.clause("VIC03-9.4", "VIC03-9.2")
def test_a_misdeal_is_reported_signed_ticked_off_and_the_deal_goes_on(table: Page) -> None:
    """From box 3's first card on every card was put one place further: two taps say all of them."""
    report(table, "misplaced", "[data-card-no='2']", "[data-shift]", "[data-lies='5']")
    # Both layouts, what differs marked, moves in order: before anything is signed.
    expect(table.locator("#plan-1-is #plan-1-is-box-3 .card")).to_have_count(1)
    expect(table.locator("#plan-1-must #plan-1-must-box-3 .card")).to_have_count(2)
    expect(table.locator("#desk .tasks li").first).to_contain_text("9♠ from box 5 to box 3")
    sign(table, "G-21")
    ticks = table.locator("#todo input")
    expect(ticks).to_have_count(5)
    for number in range(5):
        ticks.nth(number).check()
    expect(table.locator("#todo")).to_be_hidden()
    assert due(table) == "Second card for box 5"
    deal(table, "5h")
    # What nobody signs is done at once.
    report(table, "face_up_in_shoe", "label:has(input[value='5c'])")
    expect(table.locator("#todo")).to_contain_text("5♣ to the discards")
    table.locator("#todo-done").click()
    assert service.current(CODE).state.discarded == ("5c",)


@pytest.mark.long
def test_an_irregularity_by_keyboard_alone_and_what_is_refused_says_why(table: Page) -> None:
    settled(table)
    table.keyboard.press("w")
    expect(table.locator("#wrong-title")).to_be_focused()
    table.locator("#kind-excess_card").focus()
    table.keyboard.press("Enter")
    table.locator("#v-seen-1").focus()
    table.keyboard.press("Space")
    expect(table.locator("#wrong-plan")).to_contain_text("Still to enter: which card")
    table.locator("#wrong-plan button").focus()
    table.keyboard.press("Enter")
    expect(table.locator("#wrong-told")).to_contain_text("Still to enter")
    table.locator("#v-card-5c").focus()
    table.keyboard.press("Space")
    expect(table.locator("#wrong-plan")).to_contain_text("5♣ face up beside the shoe")
    table.keyboard.press("Escape")
    expect(table.locator("#wrong")).not_to_have_attribute("open", "")
    expect(table.locator("#wrong-key")).to_be_focused()
    assert service.current(CODE).state.held == ()


@pytest.mark.long
@pytest.mark.clause("VIC03-17.3.1", "VIC03-1.2")
def test_the_pit_sees_it_says_who_comes_and_signs_from_the_dashboard(
    table: Page, windows: Windows, live_daphne: Daphne
) -> None:
    game = desk(windows.page(), live_daphne.url, "/pit/", Role.GAME_SUPERVISOR)
    casino = desk(windows.page(), live_daphne.url, "/pit/", Role.CASINO_SUPERVISOR)
    report(table, "outcome_disrupted", "label:has(input[value='fire'])")
    for pit in (game, casino):
        expect(pit.locator(f"#tile-{CODE}")).to_contain_text("irregularity")
        expect(pit.locator(".ask.wrong")).to_contain_text("The game was disrupted")
    game.locator(".ask.wrong a.button").click()
    expect(game.locator(".signing .why")).to_contain_text("your role is game supervisor")
    game.locator("#seen").click()
    expect(game.locator(".signing .seen")).to_contain_text("G-21 is on it")
    expect(casino.locator(".ask.wrong")).to_contain_text("G-21 is on it")
    expect(table.locator(".ask.wrong")).to_contain_text("G-21 is on it")
    casino.locator(".ask.wrong a.button").click()
    fits(casino)
    casino.locator("#approve").click()
    expect(casino.locator(".ask.wrong")).to_have_count(0)
    expect(table.locator("#todo")).to_contain_text("Return the wager of $50: box 1, player A")
    expect(game.locator("#main")).to_contain_text("Nothing is open")  # without a tap of his
    kinds = set(Entry.objects.filter(chain=CODE).values_list("kind", flat=True))
    assert {"irregularity", "approval_seen", "irregularity_approved", "round_voided"} <= kinds
    quiet(casino)
    # The audit has both: as it lay, who reported it and who decided what.
    casino.goto(f"{live_daphne.url}/audit/round/{CODE}/1/")
    expect(casino.locator(".incident")).to_contain_text("by S-07, casino supervisor: approved")
    for pit in (game, casino):
        pit.close()
