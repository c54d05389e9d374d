"""One gesture, one act: two touches on one spot, where the second meets what the first has brought there."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.ledger import Entry
from tests import floor
from tests.browser import tablets
from tests.browser.fingers import GAPS, Finger, at_the_table, lay, whole_round
from tests.browser.tablets import deal, due, recorded, settled, tap, version
from tests.processes import Daphne

CODE = "BJ-07"
GAMES = [
    ("ACT96", "blackjack"),
    ("ACT96", "triple_play"),
    ("ACT03", "blackjack"),
    ("VIC03", "blackjack"),
    ("VIC03", "crown_pontoon"),
    ("VIC03", "vegas_blackjack"),
    ("VIC03", "crown_blackjack"),
    ("NZ", "blackjack"),
    ("NZ", "ante_up"),
    ("NZ", "blackjack_plus"),
    ("NZ", "free_bet"),
    ("NZ", "player_select"),
    ("UK", "blackjack"),
]


SET_UP: dict[str, dict[str, Any]] = {
    "triple_play": {"boxes": 6},
    "vegas_blackjack": {"decks": 4},
    "ante_up": {"elections": {"ante": "5", "ante_waived_from": "500"}, "sign": (4000, 50000, 0)},
    "player_select": {"elections": {"upper_min": "50"}},
}
"""What a table of a game needs in addition to its book."""


def kinds() -> list[str]:
    """What was recorded at the table in this round, without what goes before it."""
    return list(Entry.objects.filter(chain=CODE, folded=True).order_by("seq").values_list("kind", flat=True))


def confirmed(finger: Finger) -> Page:
    tap(finger.page, "button:has-text('Confirm')")  # the sign (VIC03-6.1)
    return finger.page


def dealt(finger: Finger, *cards: str, gap: int = 180) -> Page:
    """A round with A's $100 on box 1, called, and the cards that are named dealt."""
    page = confirmed(finger)
    lay(finger, gap)
    tap(page, "#call")
    deal(page, *cards)
    return page


@pytest.mark.parametrize(
    "gap", [pytest.param(gap, marks=pytest.mark.long) if gap < max(GAPS) else gap for gap in GAPS]
)
def test_no_more_bets_tapped_twice_is_the_call_and_not_a_cutting_card(
    live_daphne: Daphne, browser: Browser, gap: int
) -> None:
    with at_the_table(browser, live_daphne.url) as finger:
        page = confirmed(finger)
        lay(finger, gap)
        assert finger.twice("#call", gap) == 1
        expect(page.locator("#prompt strong")).to_have_text("First card for box 1")
        assert kinds().count("called") == 1
        assert "cut_card" not in kinds()


@pytest.mark.long
def test_the_last_initial_card_twice_insures_nobody(live_daphne: Daphne, browser: Browser) -> None:
    with at_the_table(browser, live_daphne.url) as finger:
        page = dealt(finger, "6s", "Ad")
        # Where the last card is tapped the insurance of box 1 will be offered.
        for gap in GAPS:
            settled(page)
            before = version(page)
            assert finger.twice("#pad-2s", gap) == 1
            recorded(page, before)
            assert due(page).startswith("Insurance")
            expect(page.locator("#box-1 .note")).to_have_count(0)
            tap(page, "#undo-key")
        assert "insured" not in kinds()


@pytest.mark.long
def test_insurance_closed_twice_pays_nothing(live_daphne: Daphne, browser: Browser) -> None:
    """VIC03-5.14.2: a payment cannot be undone, so it is never the second half of another tap."""
    with at_the_table(browser, live_daphne.url) as finger:
        floor.fit(CODE, "perfect_pairs")
        floor.offer(CODE, "perfect_pairs")
        finger.page.reload()
        tablets.live(finger.page)
        page = confirmed(finger)
        lay(finger, 60)
        tap(page, "#lay-perfect_pairs")
        tap(page, "#call")
        deal(page, "8s", "Ad", "8h")
        assert finger.twice("#close", 180) == 1
        assert due(page).startswith("Pay")
        assert "paid" not in kinds()


@pytest.mark.long
def test_all_losers_twice_leaves_the_winners_to_be_paid(live_daphne: Daphne, browser: Browser) -> None:
    """Boxes 1 and 2 stand on 15 and lose to 19, box 3 wins with 20: two losers first, then one to pay."""
    with at_the_table(browser, live_daphne.url) as finger:
        page = confirmed(finger)
        for box, player in ((1, "A"), (2, "B"), (3, "C")):
            tablets.lay(page, box, player, 10000)
        tap(page, "#call")
        deal(page, "9s", "9c", "Ks", "Td", "6h", "6c", "Qh")
        for _ in range(3):
            tap(page, "#decide-stand")
        deal(page, "9h")
        assert finger.twice("#settle-losers", 180) == 1
        expect(page.locator("#settle-next")).to_contain_text("Pay $100")
        assert kinds().count("paid") == 0


@pytest.mark.long
def test_the_last_payment_twice_does_not_end_the_round(live_daphne: Daphne, browser: Browser) -> None:
    with at_the_table(browser, live_daphne.url) as finger:
        page = dealt(finger, "Ks", "6d", "5h")
        tap(page, "#decide-hit")
        deal(page, "9c")
        assert due(page).startswith("Take $200")
        assert finger.twice("#settle-next", 180) == 1
        expect(page.locator("#collect")).to_be_visible()
        assert "collected" not in kinds()


def test_the_same_card_twice_is_one_card_and_two_cards_are_two(live_daphne: Daphne, browser: Browser) -> None:
    with at_the_table(browser, live_daphne.url) as finger:
        page = dealt(finger)
        before = version(page)
        assert finger.twice("#pad-6s", 180) == 1
        recorded(page, before)
        # As fast as they are dealt: the card of the dealer and the second one of the box.
        assert finger.twice("#pad-Td", 180, then="#pad-9h") == 2
        expect(page.locator("#prompt strong")).to_have_text("Box 1 — player A decides on 15")
        assert kinds().count("card") == 3


@pytest.mark.long
def test_the_report_of_an_error_is_one_gesture_as_well(live_daphne: Daphne, browser: Browser) -> None:
    """The list opens under the finger, and a kind of it is chosen under the finger: neither goes one step further."""
    with at_the_table(browser, live_daphne.url) as finger:
        page = dealt(finger, "6s", "Td", "9h")
        assert finger.twice("#wrong-key", 180) == 0
        expect(page.locator("#wrong .kinds").first).to_be_visible()
        expect(page.locator("#wrong #report")).to_have_count(0)
        # Closed once, and what lies under the button is not tapped.
        chosen = page.locator(".felt .box.chosen").count()
        assert finger.twice("#wrong [data-shut]", 180) == 0
        expect(page.locator("#wrong")).to_be_hidden()
        assert page.locator(".felt .box.chosen").count() == chosen


def test_a_pin_is_typed_as_fast_as_a_finger_goes(live_daphne: Daphne, browser: Browser) -> None:
    """The keys of a keypad count each time, the same one too; the button that signs in counts once."""
    floor.person("dealer")
    context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
    context.clock.install()
    page = context.new_page()
    page.goto(f"{live_daphne.url}/sign-in/")
    finger = Finger(page)
    assert finger.twice("[data-digit='1']", 60) == 0
    expect(page.locator("#number")).to_have_value("11")
    page.locator("#number").fill("D-114")
    page.locator("#pin").fill("1111")
    assert finger.twice("button[type=submit].primary", 180) == 1
    context.close()


def test_a_key_that_is_held_down_acts_once(live_daphne: Daphne, browser: Browser) -> None:
    with at_the_table(browser, live_daphne.url) as finger:
        page = confirmed(finger)
        tablets.lay(page, 1, "A", 10000)
        settled(page)
        page.locator("#call").focus()
        before = len(finger.sent)
        for _ in range(6):  # the first is a press, the others are repeats
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        expect(page.locator("#prompt strong")).to_have_text("First card for box 1")
        assert len(finger.sent) == before + 1


@pytest.mark.long
def test_the_panel_of_the_pit_is_opened_and_nothing_in_it_is_done(
    live_daphne: Daphne, browser: Browser
) -> None:
    floor.open_table(CODE)
    context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
    page = context.new_page()
    tablets.sign_in(context, live_daphne.url, "casino_supervisor")
    page.goto(f"{live_daphne.url}/pit/")
    finger = Finger(page)
    for gap in GAPS:
        assert finger.twice(f"#tile-{CODE} .set", gap) == 0
        expect(page.locator("#panel-name")).to_have_text(CODE)
        assert finger.twice("#panel .shut", gap) == 0
        expect(page.locator("#panel")).to_be_hidden()
    # Two taps on one button of it are one step.
    finger.twice(f"#tile-{CODE} .set", 180)
    assert finger.twice("#panel button:has-text('Set for the next round')", 180) == 1
    context.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("book", "game"), [("NZ", "free_bet"), pytest.param("VIC03", "crown_pontoon", marks=pytest.mark.long)]
)
def test_a_round_by_pairs_of_touches(live_daphne: Daphne, browser: Browser, book: str, game: str) -> None:
    with at_the_table(browser, live_daphne.url, book=book, game=game) as finger:
        touched = whole_round(finger)
    assert "#collect" in touched


@pytest.mark.long
@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_game_by_pairs_of_touches(
    live_daphne: Daphne, browser: Browser, book: str, game: str, gap: int
) -> None:
    """A round with every side bet that the game can offer together, at every phase of it."""
    with at_the_table(browser, live_daphne.url, book=book, game=game, **SET_UP.get(game, {})) as finger:
        floor.offer_some(CODE)
        finger.page.reload()
        tablets.live(finger.page)
        whole_round(finger, (gap,), sides=True)


@pytest.mark.long
@pytest.mark.parametrize("size", [(1024, 768), (800, 1280)])
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_money_keeps_its_place_on_every_screen(
    live_daphne: Daphne, browser: Browser, book: str, game: str, size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    boxes = 6 if game == "triple_play" else 7
    with at_the_table(
        browser, live_daphne.url, viewport=viewport, book=book, game=game, boxes=boxes
    ) as finger:
        whole_round(finger, (180,))
