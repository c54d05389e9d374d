"""Whole rounds of the versions by taps on the tablet, in a real browser. Every sum is worked by hand."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rounds.models import Wager
from tests import floor
from tests.browser import tablets
from tests.browser.tablets import deal, due, lay, recorded, settled, tap, version
from tests.processes import Daphne

CODE = "BJ-07"
Deals = Callable[..., Page]


@pytest.fixture
def deals(live_daphne: Daphne, page: Page) -> Iterator[Deals]:
    """A tablet of a table that deals the game named, every item before the first round confirmed."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console", lambda message: faults.append(message.text) if "Security Policy" in message.text else None
    )

    def opened(book: str, game: str, **setup: Any) -> Page:
        floor.open_table(CODE, book=book, game=game, **setup)
        tablet = tablets.tablet(page, live_daphne.url, CODE)
        while tablet.locator("button:has-text('Confirm')").count():
            tap(tablet, "button:has-text('Confirm') >> nth=0")
        return tablet

    yield opened
    assert not faults


def settle_all(page: Page) -> None:
    """Take and pay whatever is due, one after another."""
    while page.locator("#settle-next").count():
        tap(page, "#settle-next")


def net() -> dict[tuple[int, int, str, str], int]:
    """What each wager brought its player, in cents: by box, hand, player and bet."""
    return {
        (row.box, row.hand, row.player, row.bet): row.pays - row.takes
        for row in Wager.objects.filter(result__gt="")
    }


@pytest.mark.long
@pytest.mark.clause(
    "ACT96-22.2-S1", "ACT96-22.3", "ACT96-22.12-S2", "ACT96-22.13-S1", "ACT96-22.13(b)", "ACT96-22.14"
)
def test_triple_play(deals: Deals) -> None:
    """A $25 on each hand, doubled; B $50 on hand 1 and $25 on hand 2; the dealer makes 21, 18 and breaks."""
    tablet = deals("ACT96", "triple_play", boxes=6)
    # One tap lays all three.
    tablet.locator("#places label:has(input[value='hand_1 hand_2 hand_3'])").click()
    lay(tablet, 1, "A", 2500)
    expect(tablet.locator("#box-1 .line")).to_have_count(3)
    # One by one: the place moves on by itself, and the call waits for the second wager.
    lay(tablet, 2, "B", 2500, 2500)
    expect(tablet.locator("#call")).to_contain_text("at least 2 wagers")
    expect(tablet.locator("#places input[value='hand_2']")).to_be_checked()
    lay(tablet, 2, "B", 2500)
    expect(tablet.locator("#box-2 .line b")).to_have_text(["$50", "$25"])
    tap(tablet, "#call")
    deal(tablet, "5s", "Tc", "6d", "6h", "9c")
    # The same again on every hand or nothing: no smaller amount is offered.
    expect(tablet.locator("#decide-double")).to_contain_text("+$75")
    expect(tablet.locator("summary:has-text('Double for less')")).to_have_count(0)
    tap(tablet, "#decide-double")
    deal(tablet, "9s")
    tap(tablet, "#decide-stand")
    expect(tablet.locator(".dealer .n")).to_have_text("Dealer · hand 1")
    deal(tablet, "Td", "5c")
    tap(tablet, "#settle-losers")
    expect(tablet.locator(".dealer .n")).to_have_text("Dealer · hand 2")
    expect(tablet.locator(".settled li .total")).to_have_text(["21"])
    expect(tablet.locator("#box-1 .line b")).to_have_text(["−$50", "$25+25", "$25+25"])
    deal(tablet, "Kd", "2h")
    tap(tablet, "#settle-all")
    deal(tablet, "8d", "Qs")
    tap(tablet, "#settle-next")
    tap(tablet, "#collect")
    assert net() == {
        (1, 1, "A", "hand_1"): -5000,
        (1, 1, "A", "hand_2"): 5000,
        (1, 1, "A", "hand_3"): 5000,
        (2, 1, "B", "hand_1"): -5000,
        (2, 1, "B", "hand_2"): 2500,
    }
    tap(tablet, "#again")
    expect(tablet.locator("#box-1 .line b")).to_have_text(["$25", "$25", "$25"])
    expect(tablet.locator("#box-2 .line b")).to_have_text(["$50", "$25"])


@pytest.mark.long
@pytest.mark.clause("ACT96-9-S1", "ACT96-22.6", "ACT96-22.7")
def test_triple_play_insures_wager_by_wager(deals: Deals) -> None:
    """A holds a Blackjack: even money on hand 1, insurance on hand 2; the dealer's ace stays without a ten."""
    tablet = deals("ACT96", "triple_play", boxes=6)
    tablet.locator("#places label:has(input[value='hand_1 hand_2'])").click()
    lay(tablet, 1, "A", 10000)
    expect(tablet.locator("#box-1 .line")).to_have_count(2)
    tap(tablet, "#call")
    deal(tablet, "Ks", "Ad", "Ah")
    tap(tablet, "button[aria-label='Box 1, player A, hand 1: even money']")
    tap(tablet, "button[aria-label='Box 1, player A, hand 2: insure $50, most']")
    expect(tablet.locator("#box-1 .note")).to_have_text(["A·1 even money", "insured A·2 $50"])
    # Nobody is left to ask: the offer has closed by itself.
    tap(tablet, "#settle-next")
    expect(tablet.locator("#box-1 .line.won b")).to_have_text("+$100")


@pytest.mark.long
@pytest.mark.clause(
    "VIC03-10.4.1",
    "VIC03-10.9.1",
    "VIC03-10.9.4",
    "VIC03-10.7.1",
    "VIC03-10.7.5(a)",
    "VIC03-10.11.1-T1-L03",
)
def test_crown_pontoon(deals: Deals) -> None:
    """A surrenders; B and C double, B takes it back and C plays on; D makes 6 7 8 in mixed suits."""
    tablet = deals("VIC03", "crown_pontoon")
    expect(tablet.locator(".cloth li").first).to_have_text("Pontoon pays 3 to 2")
    lay(tablet, 1, "A", 10000)
    lay(tablet, 2, "B", 2500, 2500)
    lay(tablet, 2, "C", 10000)
    tap(tablet, "button:has-text('B calls')")
    lay(tablet, 3, "D", 10000)
    tap(tablet, "#call")
    expect(tablet.locator("#pad .key")).to_have_count(48)
    expect(tablet.locator("#pad-Ts")).to_have_count(0)
    deal(tablet, "9s", "5c", "6h", "Kd", "7h", "6d", "7c")
    assert due(tablet).startswith("Surrender")
    # The others on a box only once its caller has.
    expect(tablet.locator(".offer")).to_have_count(3)
    tap(tablet, "button[aria-label='Box 1, player A: surrender half of $100']")
    expect(tablet.locator("#box-1 .note.marker")).to_have_text("surrender A")
    expect(tablet.locator("#close-surrender")).to_have_text("The others play on")
    tap(tablet, "#close-surrender")
    tablet.locator(".others label:has-text('adds $100')").click()
    tap(tablet, "#decide-double")
    deal(tablet, "3s")
    assert due(tablet) == "Box 2: play on with 14, or take the double back"
    tap(tablet, "#rescue-B")
    assert due(tablet) == "Take $50: box 2, player B"
    tap(tablet, "#settle-next")
    expect(tablet.locator("#play-on")).to_have_text("The others play on with 14")
    tap(tablet, "#play-on")
    settle_all(tablet)
    tap(tablet, "#decide-hit")
    deal(tablet, "8s")
    expect(tablet.locator("#box-3 .mark")).to_have_text("6 7 8 mixed suits")
    settle_all(tablet)
    deal(tablet, "8c")
    settle_all(tablet)
    tap(tablet, "#collect")
    assert net() == {
        (1, 1, "A", "main"): -5000,
        (2, 1, "B", "main"): -5000,
        (2, 1, "C", "main"): -20000,
        (3, 1, "D", "main"): 15000,
    }


@pytest.mark.long
@pytest.mark.clause("NZ-20.3-S1", "NZ-20.4-S1", "NZ-20.8-S1")
def test_free_bet(deals: Deals) -> None:
    """A takes both lammers; B splits free and doubles with chips. 20 beats 19, 18 loses to it."""
    tablet = deals("NZ", "free_bet")
    lay(tablet, 1, "A", 2500, 2500)
    lay(tablet, 1, "B", 2500)
    tap(tablet, "#call")
    deal(tablet, "8c", "6d", "8s")
    expect(tablet.locator("#decide-split")).to_contain_text("Free split")
    expect(tablet.locator("#own-split")).to_contain_text("+$50")
    expect(tablet.locator("input[name='match:B'][value='free']")).to_be_checked()
    tap(tablet, "#decide-split")
    deal(tablet, "3h")
    expect(tablet.locator("#decide-double")).to_contain_text("Free double")
    tablet.locator("label:has(input[name='add:B'][value='2500'])").click()
    tap(tablet, "#decide-double")
    expect(tablet.locator("#box-1 .line b")).to_have_text(["50LL", "50L"])
    deal(tablet, "9d", "Tc")
    tap(tablet, "#decide-stand")
    deal(tablet, "Kd", "3c")
    settle_all(tablet)
    expect(tablet.locator("#prompt")).to_contain_text("every lammer")
    tap(tablet, "#collect")
    assert net() == {
        (1, 1, "A", "main"): 10000,
        (1, 2, "A", "main"): 0,
        (1, 1, "B", "main"): 5000,
        (1, 2, "B", "main"): 0,
    }


@pytest.mark.long
@pytest.mark.clause("NZ-21.2", "NZ-21.5", "NZ-21.7", "NZ-14.3(d)")
def test_player_select(deals: Deals) -> None:
    """A of the lower level splits only beside B of the upper one; C, alone on a box, cannot."""
    elections = {"upper_min": "50", "lower_split": "none", "lower_blackjack_pays": "6:5"}
    tablet = deals("NZ", "player_select", elections=elections)
    expect(tablet.locator(".limit").first).to_contain_text("$10 · ▲ $50 – $500")
    expect(tablet.locator(".notices")).to_contain_text("Upper minimum $50")
    lay(tablet, 1, "A", 2500)
    lay(tablet, 1, "B", 2500, 2500)
    lay(tablet, 2, "C", 2500)
    expect(tablet.locator("#box-1 .line span")).to_have_text(["A", "B▲"])
    tap(tablet, "#call")
    deal(tablet, "8c", "9h", "6d", "8s", "9s")
    settled(tablet)
    tablet.locator("#decide-split").click()
    expect(tablet.locator("#notice")).to_contain_text("only if an upper-level wager")
    expect(tablet.locator("#notice .clause")).to_have_text("NZ-21.7")
    tablet.locator("label:has(input[name='match:B'][value='split'])").click()
    tap(tablet, "#decide-split")
    deal(tablet, "Tc")
    tap(tablet, "#decide-stand")
    deal(tablet, "9d")
    tap(tablet, "#decide-stand")
    # The lower level alone: refused, with the clause of its own election.
    expect(tablet.locator("#decide-split")).to_contain_text(
        "There is no splitting at this table · NZ-12.7(a)"
    )
    tap(tablet, "#decide-stand")
    deal(tablet, "Td", "2s")
    settle_all(tablet)
    tap(tablet, "#collect")
    assert net() == {
        (1, 1, "A", "main"): 0,
        (1, 1, "B", "main"): 0,
        (1, 2, "A", "main"): -2500,
        (1, 2, "B", "main"): -5000,
        (2, 1, "C", "main"): 0,
    }


@pytest.mark.long
@pytest.mark.clause("NZ-18.3", "NZ-18.4", "NZ-18.5", "NZ-18.6", "NZ-13.1(d)")
def test_ante_up(deals: Deals) -> None:
    """A's $50 brings its ante along, B's $100 needs none. A hand that can only draw: its card says so."""
    elections = {"ante": "5", "ante_waived_from": "100"}
    tablet = deals("NZ", "ante_up", sign=(4000, 50000, 0), elections=elections)
    expect(tablet.locator("#facts")).to_contain_text("Ante $5 under $100")
    lay(tablet, 1, "A", 2500, 2500)
    expect(tablet.locator("#box-1 .note.ante")).to_have_text("ante A $5")
    # Chips added lift the wager to where no ante is needed: it goes back with the same tap, and returns.
    lay(tablet, 1, "A", 2500, 2500)
    expect(tablet.locator("#box-1 .note.ante")).to_have_count(0)
    tap(tablet, "#undo-key")
    tap(tablet, "#undo-key")
    expect(tablet.locator("#box-1 .line b")).to_have_text("$50")
    lay(tablet, 2, "B", 10000)
    expect(tablet.locator("#box-2 .note.ante")).to_have_count(0)
    tap(tablet, "#call")
    deal(tablet, "5s", "Tc", "6d", "2c", "Kh")
    assert due(tablet) == "Take $5: box 1, player A, ante"
    tap(tablet, "#settle-next")
    tap(tablet, "#decide-hit")
    deal(tablet, "3d")
    expect(tablet.locator(".hint")).to_be_visible()
    before = version(tablet)
    settled(tablet)
    tablet.locator("#pad-9h").click()
    recorded(tablet, before)
    expect(tablet.locator("#box-1 .total")).to_have_text("19")
    tap(tablet, "#decide-stand")
    tap(tablet, "#decide-stand")
    deal(tablet, "Td", "Kd")
    settle_all(tablet)
    tap(tablet, "#collect")
    assert net() == {(1, 0, "A", "ante"): -500, (1, 1, "A", "main"): 5000, (2, 1, "B", "main"): 10000}
    tap(tablet, "#again")
    expect(tablet.locator("#box-1 .note.ante")).to_have_text("ante A $5")
    expect(tablet.locator("#box-2 .line b")).to_have_text("$100")
