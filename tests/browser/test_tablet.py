"""The dealer's tablet in a real browser, over a real server, database and Redis."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from casino.ledger import Entry
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.models import Wager
from tables.opening import checklist
from tests import floor
from tests.browser import tablets
from tests.browser.tablets import deal, due, lay, live, recorded, settled, tap, version
from tests.processes import Daphne
from tests.windows import TABLET, Windows

CODE = "BJ-07"


@pytest.fixture
def url(live_daphne: Daphne) -> str:
    """A server with one table open: sign $10 to $500, chips from $2.50, seven boxes."""
    floor.open_table(CODE)
    return live_daphne.url


@pytest.fixture
def tablet(url: str, page: Page) -> Iterator[Page]:
    """The table's tablet, the dealer signed in, the sign confirmed. Errors of its scripts fail the test."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console", lambda message: faults.append(message.text) if "Security Policy" in message.text else None
    )
    opened = tablets.tablet(page, url, CODE)
    tap(opened, "button:has-text('Confirm')")  # whoever comes to the table confirms the sign (VIC03-6.1)
    yield opened
    assert not faults


def cards_recorded() -> int:
    return Entry.objects.filter(chain=CODE, kind="card").count()


def second_tablet(windows: Windows, url: str) -> Page:
    page = windows.page(viewport=TABLET)
    tablets.sign_in(page.context, url, Role.GAME_SUPERVISOR)
    page.goto(f"{url}/table/{CODE}/")
    live(page)
    return page


@pytest.mark.clause(
    "VIC03-5.9",
    "VIC03-7.3.1(b)",
    "VIC03-7.3.2",
    "VIC03-7.5.4(a)(i)",
    "VIC03-7.5.5(a)",
    "VIC03-5.14.1",
    "VIC03-5.14.2",
)
def test_a_whole_round_by_taps(tablet: Page) -> None:
    """Two players on box 2, insurance, a split and a double, to the last payment; the sums are worked by hand."""
    # Wagers: A $50 on box 1, B $25 and C $100 on box 2 (B calls), D $75 on box 3.
    lay(tablet, 1, "A", 2500, 2500)
    lay(tablet, 2, "B", 2500)
    lay(tablet, 2, "C", 10000)
    expect(tablet.locator("#call")).to_have_attribute("aria-disabled", "true")
    tap(tablet, "button:has-text('B calls')")
    lay(tablet, 3, "D", 2500, 2500, 2500)
    tap(tablet, "#call")
    assert due(tablet) == "First card for box 1"
    # Box 1: K Q. Box 2: 8 8. Box 3: 6 5. The dealer shows an ace.
    deal(tablet, "Ks", "8c", "6d", "Ad", "Qh", "8s", "5h")
    assert due(tablet).startswith("Insurance")
    tap(tablet, "button[aria-label='Box 1, player A: insure $25, most']")
    expect(tablet.locator("#box-1 .note")).to_have_text("insured A $25")
    tap(tablet, "#close")
    tap(tablet, "#decide-stand")
    # Box 2 splits: B by default, C by choice.
    tablet.locator(".others label:has-text('splits')").click()
    tap(tablet, "#decide-split")
    deal(tablet, "3h")
    # Hand 1 has 8 3: B doubles, C adds nothing.
    tap(tablet, "#decide-double")
    deal(tablet, "9d")
    deal(tablet, "Tc")
    assert due(tablet).startswith("Box 2 hand 2")
    tap(tablet, "#decide-stand")
    # Box 3 has 11 and draws: 6 5 4, then stands on 15.
    tap(tablet, "#decide-hit")
    deal(tablet, "4s")
    tap(tablet, "#decide-stand")
    # The dealer: ace and 8, 19. Insurance is taken at once.
    deal(tablet, "8h")
    assert "insurance" in due(tablet)
    tap(tablet, "#settle-next")
    # 20 beats 19; 20 doubled beats it; 18 loses; 15 loses.
    first = tablet.locator(".rows .row").first
    expect(first).to_contain_text("Take")
    tap(tablet, "#settle-losers")
    expect(tablet.locator(".rows .row").first).to_contain_text("Pay $50")
    expect(tablet.locator(".rows .row").first).to_contain_text("2×$25")
    tap(tablet, "#settle-next")
    tap(tablet, "#settle-next")
    tap(tablet, "#settle-next")
    tap(tablet, "#collect")
    expect(tablet.locator(".felt .past")).to_have_text("Results of round 1")
    rows = {
        (row.box, row.hand, row.player, row.bet): row.pays - row.takes
        for row in Wager.objects.filter(result__gt="")
    }
    assert rows == {
        (1, 1, "A", "main"): 5000,
        (1, 0, "A", "insurance"): -2500,
        (2, 1, "B", "main"): 5000,
        (2, 1, "C", "main"): 10000,
        (2, 2, "B", "main"): -2500,
        (2, 2, "C", "main"): -10000,
        (3, 1, "D", "main"): -7500,
    }
    # The next round: all of it again in one tap.
    tap(tablet, "#again")
    # Each wager is a command of its own: all four must lie there before the record is counted.
    expect(tablet.locator("[id^='box-'] .line")).to_have_count(4)
    assert Entry.objects.filter(chain=CODE, kind="wager", round_no=2).count() == 4


def test_a_tablet_is_worked_by_keyboard_alone(tablet: Page) -> None:
    """A wager, the call, cards by rank and suit, a decision by its key, and a card by the arrows of the pad."""
    keys = tablet.keyboard
    tablet.locator("#tray input[name=box][value='1']").focus()
    keys.press("ArrowRight")
    expect(tablet.locator("#box-2")).to_have_class(re.compile("chosen"))
    tablet.locator("#amount").focus()
    keys.type("50")
    before = version(tablet)
    keys.press("Enter")
    recorded(tablet, before)
    expect(tablet.locator("#box-2 .line b")).to_have_text("$50")
    tablet.locator("#call").focus()
    before = version(tablet)
    keys.press("Enter")
    recorded(tablet, before)
    for card in ("8c", "6d", "5s"):
        before = version(tablet)
        settled(tablet)
        keys.press(card[0])
        keys.press(card[1])
        recorded(tablet, before)
    assert due(tablet) == "Box 2 — player A decides on 13"
    # The next control holds the focus, not the page's beginning.
    assert tablet.evaluate("document.activeElement !== document.body")
    before = version(tablet)
    keys.press("h")
    recorded(tablet, before)
    tablet.locator("#pad-As").focus()
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    expect(tablet.locator("#pad-2h")).to_be_focused()
    before = version(tablet)
    settled(tablet)
    keys.press("Enter")
    recorded(tablet, before)
    assert due(tablet) == "Box 2 — player A decides on 15"
    # A refused decision can be reached, and says why under which clause.
    double = tablet.locator("#decide-double")
    double.focus()
    expect(double).to_be_focused()
    expect(double).to_have_attribute("aria-disabled", "true")
    expect(double).to_contain_text("VIC03-7.5.4(a)")
    count = Entry.objects.filter(chain=CODE).count()
    keys.press("Enter")
    expect(tablet.locator("#notice")).to_contain_text("only for the first two cards")
    assert Entry.objects.filter(chain=CODE).count() == count
    # Single keys can be turned off.
    tablet.locator("#menu-key").click()
    tablet.locator("#keys").click()
    tablet.locator("[data-menu-shut]").click()
    keys.press("s")
    assert due(tablet) == "Box 2 — player A decides on 15"


def test_a_double_tap_is_one_tap(tablet: Page) -> None:
    lay(tablet, 1, "A", 2500)
    tap(tablet, "#call")
    before = version(tablet)
    tablet.locator("#pad-Ts").dblclick()
    recorded(tablet, before)
    settled(tablet)
    assert cards_recorded() == 1
    assert due(tablet) == "Card for the dealer"


def test_a_lost_answer_is_asked_for_again_with_the_same_key(tablet: Page) -> None:
    lay(tablet, 1, "A", 2500)
    tap(tablet, "#call")
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        sent.append(re.search(r"key=([^&]+)", route.request.post_data or "")[1])  # type: ignore[index]
        if len(sent) == 1:
            route.fetch()  # the server has it, and answers
            route.abort()
        else:
            route.continue_()

    tablet.route("**/play", lose_the_first)
    before = version(tablet)
    tablet.locator("#pad-Ts").click()
    recorded(tablet, before)
    settled(tablet)
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert cards_recorded() == 1
    expect(tablet.locator("#notice")).to_be_hidden()


@pytest.mark.long
@pytest.mark.clause("VIC03-1.2")
def test_a_stale_second_tablet_is_told_and_shown(tablet: Page, url: str, windows: Windows) -> None:
    lay(tablet, 1, "A", 2500)
    tap(tablet, "#call")
    other = second_tablet(windows, url)
    expect(other.locator("#prompt strong")).to_have_text("First card for box 1")
    # The second one hears nothing more: its socket is gone and it cannot ask.
    other.route("**/now?*", lambda route: route.abort())
    other.evaluate("htmx.ext.ws.getRegistry().clear()")
    deal(tablet, "Ts")
    with other.expect_response("**/play") as answer:
        other.locator("#pad-9h").click()
    assert answer.value.status == 409
    expect(other.locator("#notice")).to_contain_text("The table has moved on")
    expect(other.locator("#prompt strong")).to_have_text("Card for the dealer")
    assert cards_recorded() == 1
    # Shown the current state, it may go on.
    tap(other, "#pad-9h")
    assert cards_recorded() == 2
    other.close()


def test_what_is_half_typed_survives_a_push(tablet: Page, url: str, windows: Windows) -> None:
    other = second_tablet(windows, url)
    tablet.locator(".felt .box[data-box='5']").click()
    tablet.locator("#amount").focus()
    tablet.keyboard.type("12")
    before = version(tablet)
    lay(other, 1, "A", 2500)
    recorded(tablet, before)
    expect(tablet.locator("#amount")).to_have_value("12")
    expect(tablet.locator("#amount")).to_be_focused()
    tablet.keyboard.type(".50")
    before = version(tablet)
    tablet.keyboard.press("Enter")
    recorded(tablet, before)
    expect(tablet.locator("#box-5 .line b")).to_have_text("$12.50")
    other.close()


def test_a_comma_only_parts_thousands(tablet: Page) -> None:
    for typed, read in (("1,250", "Place $1,250 ·"), ("2,5", "Place  ·"), ("12,50", "Place  ·")):
        tablet.locator("#amount").fill(typed)
        assert tablet.locator("#lay-words").text_content().startswith(read), typed
    tablet.locator("#lay").click()
    expect(tablet.locator("#notice")).to_contain_text("a comma only parts thousands")
    expect(tablet.locator("#amount")).to_have_value("12,50")


def test_refused_input_loses_nothing(tablet: Page) -> None:
    tablet.locator("#amount").fill("abc")
    tablet.locator("#lay").click()
    expect(tablet.locator("#notice")).to_contain_text("is not an amount")
    expect(tablet.locator("#amount")).to_have_value("abc")


@pytest.mark.long
def test_a_restart_in_mid_round(tablet: Page, live_daphne: Daphne) -> None:
    lay(tablet, 1, "A", 2500)
    tap(tablet, "#call")
    deal(tablet, "Ts")
    live_daphne.stop()
    tablet.locator("#pad-9h").click()  # while nobody answers
    expect(tablet.locator("#link")).to_have_attribute("data-state", "sending")
    before = version(tablet)
    live_daphne.start()
    recorded(tablet, before)
    live(tablet)
    assert cards_recorded() == 2
    deal(tablet, "5c")
    assert due(tablet) == "Box 1 — player A decides on 15"


@pytest.mark.long
@pytest.mark.clause("VIC03-5.10", "VIC03-6.3")
def test_a_second_person_signs_at_the_tablet(tablet: Page) -> None:
    lay(tablet, 1, "A", 2500)
    # A has box 1; box 2 needs a game supervisor.
    tablet.locator("#tray label:has(input[name=box][value='2'])").click()
    tablet.locator("#elsewhere").select_option("A")
    tablet.locator(".chipkey.v2500").click()
    settled(tablet)
    tablet.locator("#lay").click()
    expect(tablet.locator("#notice")).to_contain_text("VIC03-5.10")
    expect(tablet.locator("#amount")).to_have_value("25")
    tablet.locator("#askfor summary").click()
    tablet.locator("#askfor button[value=several]").click()
    ask = tablet.locator(".ask")
    expect(ask).to_contain_text("game supervisor")
    # Another dealer may not sign for the supervisor: a refusal in words, and the PIN does not stay on the screen.
    floor.person(Role.DEALER, "D-200")
    ask.locator("input[name=number]").fill("D-200")
    ask.locator("input[name=pin]").fill(floor.PIN)
    ask.locator("button[value=approve]").click()
    expect(tablet.locator("#notice .clause")).to_contain_text("VIC03-1.2")
    expect(ask.locator("input[name=pin]")).to_have_value("")
    expect(ask.locator("input[name=number]")).to_have_attribute("aria-invalid", "true")
    expect(ask.locator("input[name=number]")).to_have_value("D-200")
    floor.person(Role.GAME_SUPERVISOR)
    ask.locator("input[name=number]").fill(floor.NUMBERS[Role.GAME_SUPERVISOR])
    ask.locator("input[name=pin]").fill(floor.PIN)
    before = version(tablet)
    settled(tablet)
    ask.locator("button[value=approve]").click()
    recorded(tablet, before)
    expect(tablet.locator(".ask")).to_have_count(0)
    tap(tablet, "#lay")
    expect(tablet.locator("#box-2 .line")).to_contain_text("A")


@pytest.mark.long
def test_undo_says_what_it_takes_back(tablet: Page) -> None:
    lay(tablet, 1, "A", 2500)
    tap(tablet, "#call")
    deal(tablet, "Ts")
    expect(tablet.locator("#undo-key")).to_contain_text("box 1 10♠")
    tap(tablet, "#undo-key")
    assert due(tablet) == "First card for box 1"
    expect(tablet.locator(".lines .undone")).to_contain_text("10♠")
    expect(tablet.locator("#undo-key")).to_contain_text("no more bets")


@pytest.mark.long
def test_without_its_socket_the_tablet_asks(tablet: Page, url: str, windows: Windows) -> None:
    other = second_tablet(windows, url)
    tablet.evaluate("htmx.ext.ws.getRegistry().clear()")
    lay(other, 3, "A", 2500)
    expect(tablet.locator("#link")).to_have_attribute("data-state", "polling", timeout=15_000)
    expect(tablet.locator("#box-3 .line")).to_contain_text("A")
    other.close()


@pytest.mark.long
@pytest.mark.clause("VIC03-6.1", "VIC03-3.2.5")
def test_opening_list_at_the_tablet(live_daphne: Daphne, page: Page) -> None:
    table = floor.set_up(CODE)
    tablets.tablet(page, live_daphne.url, CODE)
    for _ in range(1 + len(checklist.confirmations(table))):
        tap(page, ".desk.opening button.primary >> nth=0")
    page.get_by_role("link", name="Count the float").click()
    count = page.get_by_role("region", name="Opening float")
    for chip in ("$2.50", "$5", "$25", "$100", "$500"):
        count.get_by_label(chip, exact=True).fill("100")
    expect(count.locator("output")).to_have_text("= $63,250")
    count.get_by_label("Second signature").fill(floor.NUMBERS[Role.CASINO_SUPERVISOR])
    count.get_by_label("PIN").fill(floor.PIN)
    count.get_by_role("button", name="Record the opening float").click()
    page.get_by_role("link", name="Back to the table").click()
    live(page)
    page.locator("#open-number").fill(floor.NUMBERS[Role.CASINO_SUPERVISOR])
    page.locator("#open-pin").fill("000000")
    page.locator("button:has-text('Open the table')").click()
    expect(page.locator("#notice")).to_have_attribute("data-code", "sign_in.wrong")
    expect(page.locator("#open-pin")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#open-pin")).to_have_value("")
    expect(page.locator("#open-number")).to_have_value(floor.NUMBERS[Role.CASINO_SUPERVISOR])
    settled(page)
    page.locator("#open-pin").fill(floor.PIN)
    tap(page, "button:has-text('Open the table')")
    assert due(page) == "Shuffle the cards into random order"


def test_watching_is_read_only(url: str, windows: Windows) -> None:
    page = windows.page()
    tablets.sign_in(page.context, url, Role.SURVEILLANCE)
    page.goto(f"{url}/table/{CODE}/watch")
    live(page)
    expect(page.locator("form")).to_have_count(0)
    expect(page.locator("#pad, #tray, #acts, #undo, #asks")).to_have_count(0)
    answer = page.request.post(
        f"{url}/table/{CODE}/play", form={"command": '{"type":"call_bets"}', "key": "k1"}
    )
    assert answer.status == 403
    assert page.goto(f"{url}/table/{CODE}/").status == 403  # type: ignore[union-attr]
    page.close()


def test_a_dealer_of_another_table_is_turned_away(url: str, windows: Windows) -> None:
    floor.open_table("BJ-08")
    page = windows.page()
    tablets.sign_in(page.context, url, code="BJ-08", number="D-200")
    assert page.goto(f"{url}/table/{CODE}/").status == 403  # type: ignore[union-attr]
    assert page.goto(f"{url}/table/BJ-08/").status == 200  # type: ignore[union-attr]
    assert Staff.objects.filter(number="D-200", role=Role.DEALER).exists()
    page.close()
