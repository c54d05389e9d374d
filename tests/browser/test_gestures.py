"""One gesture, one act: two touches on one spot, the second of which falls on what the first has brought there."""

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.ledger import Entry
from tests import floor
from tests.browser import tablets
from tests.browser.fingers import GAPS, Finger, at_the_table, lay
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


@pytest.mark.parametrize("gap", GAPS)
def test_no_more_bets_twice_is_the_call_and_no_cutting_card(
    live_daphne: Daphne, browser: Browser, gap: int
) -> None:
    with at_the_table(browser, live_daphne.url) as finger:
        page = confirmed(finger)
        lay(finger, gap)
        assert finger.twice("#call", gap) == 1
        expect(page.locator("#prompt strong")).to_have_text("First card for box 1")
        assert kinds().count("called") == 1
        assert "cut_card" not in kinds()


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


def test_all_losers_twice_leaves_the_winners_to_be_paid(live_daphne: Daphne, browser: Browser) -> None:
    """Boxes 1 and 2 break the rule of luck with 15 each, box 3 wins: two losers first, then one to pay."""
    with at_the_table(browser, live_daphne.url) as finger:
        page = confirmed(finger)
        for box, player in ((1, "A"), (2, "B"), (3, "C")):
            tablets.lay(page, box, player, 10000)
        tap(page, "#call")
        deal(page, "9s", "9c", "Ks", "Td", "6h", "6c", "Qh")
        for _ in range(3):
            tap(page, "#decide-stand")
        deal(page, "9h")
        for gap in (180,):
            assert finger.twice("#settle-losers", gap) == 1
            expect(page.locator("#settle-next")).to_contain_text("Pay $100")
        assert kinds().count("paid") == 0


def test_the_last_payment_twice_does_not_end_the_round(live_daphne: Daphne, browser: Browser) -> None:
    with at_the_table(browser, live_daphne.url) as finger:
        page = dealt(finger, "Ks", "6d", "5h")
        tap(page, "#decide-hit")
        deal(page, "9c")
        assert due(page).startswith("Take $100")
        assert finger.twice("#settle-next", 180) == 1
        expect(page.locator("#collect")).to_be_visible()
        assert "collected" not in kinds()
