"""Rounds with side bets by taps on the tablet, in a real browser. Every sum is worked by hand."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from casino.staff.roles import Role
from rounds import engine as e
from rounds.models import Wager
from tests import floor
from tests.browser import tablets
from tests.browser.tablets import deal, due, lay, live, recorded, settled, tap, version
from tests.browser.test_tablet_layout import check
from tests.processes import Daphne
from tests.windows import Windows

CODE = "BJ-07"
Deals = Callable[..., Page]


@pytest.fixture
def deals(live_daphne: Daphne, page: Page) -> Iterator[Deals]:
    """A tablet of a table that offers the side bets named (``bet`` or ``bet:scale``), each from $5 to $100, every
    item before the first round confirmed. Errors of its scripts fail the test."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console", lambda message: faults.append(message.text) if "Security Policy" in message.text else None
    )

    def opened(book: str, *bets: str, **setup: Any) -> Page:
        floor.open_table(CODE, book=book, **setup)
        for bet in bets:
            key, _, scale = bet.partition(":")
            floor.fit(CODE, key)
            floor.offer(CODE, key, scale=scale)
        tablet = tablets.tablet(page, live_daphne.url, CODE)
        while tablet.locator("button:has-text('Confirm')").count():
            tap(tablet, "button:has-text('Confirm') >> nth=0")
        return tablet

    yield opened
    assert not faults


def place(page: Page, bet: str) -> None:
    """One tap on a side bet's spot, for the box and player that are chosen."""
    settled(page)
    before = version(page)
    page.locator(f"#lay-{bet}").click()
    recorded(page, before)


def settle_all(page: Page) -> None:
    """Take and pay whatever is due, one after another."""
    while page.locator("#settle-next").count():
        tap(page, "#settle-next")


def sides(page: Page, box: int) -> list[str]:
    """The side bets of a box as they are read."""
    return [" ".join(text.split()) for text in page.locator(f"#box-{box} .beside-bet").all_inner_texts()]


def net() -> dict[tuple[int, str, str], int]:
    """What each bet brought its player, in cents: by box, player and bet."""
    nets: dict[tuple[int, str, str], int] = {}
    for row in Wager.objects.filter(result__gt=""):
        key = (row.box, row.player, row.bet)
        nets[key] = nets.get(key, 0) + row.pays - row.takes
    return nets


@pytest.mark.long
@pytest.mark.clause(
    "VIC03-15.4.2", "VIC03-15.4.3", "VIC03-15.5.1(b)", "VIC03-15.6.1-T1-L02", "VIC03-15.6.2", "VIC03-5.14.1"
)
def test_perfect_pairs_by_taps(deals: Deals, windows: Windows, live_daphne: Daphne) -> None:
    """A $25 and $5 on Perfect Pairs, B $50 and $10; A holds 8♥ 8♦ (12 to 1), B K Q; the dealer breaks."""
    tablet = deals("VIC03", "perfect_pairs")
    expect(tablet.locator(".cloth")).to_contain_text("Perfect Pairs pays 25 · 12 · 6 to 1, $5 – $100")
    # Beside no main wager: refused with its clause.
    settled(tablet)
    tablet.locator("#lay-perfect_pairs").click()
    expect(tablet.locator("#notice .clause")).to_have_text("VIC03-15.4.2")
    # A: the box, a chip, its spot, the side bet's spot. The usual amount needs no chip, the player stays chosen.
    lay(tablet, 1, "A", 2500)
    expect(tablet.locator("#lay-perfect_pairs")).to_contain_text("+$5")
    place(tablet, "perfect_pairs")
    assert sides(tablet, 1) == ["PP A $5"]
    # It lies there: another tap is not a second wager.
    settled(tablet)
    expect(tablet.locator("#lay-perfect_pairs")).to_contain_text("✓ $5")
    tablet.locator("#lay-perfect_pairs").dispatch_event("click")
    expect(tablet.locator("#notice")).to_contain_text("A has $5 on Perfect Pairs of box 1")
    lay(tablet, 2, "B", 2500, 2500)
    tablet.locator(".chipkey.v500").click()
    tablet.locator(".chipkey.v500").click()
    expect(tablet.locator("#lay-perfect_pairs")).to_contain_text("+$10")
    place(tablet, "perfect_pairs")
    # Taken back and placed again, each by itself.
    tap(tablet, "#placed button[aria-label='Box 2, player B, Perfect Pairs: withdraw']")
    assert sides(tablet, 2) == []
    tap(tablet, "#undo-key")
    assert sides(tablet, 2) == ["PP B $10"]
    tap(tablet, "#call")
    deal(tablet, "8h", "Kd", "6c", "8d", "Qs")
    assert due(tablet) == "Take $10: box 2, player B, perfect pairs"
    expect(tablet.locator(".rows .row").first).to_contain_text("Box 2 · B Perfect Pairs")
    tap(tablet, "#settle-next")
    expect(tablet.locator(".rows .row").first).to_contain_text("12 to 1")
    tap(tablet, "#settle-next")
    assert (sides(tablet, 1), sides(tablet, 2)) == (["PP A +$60"], ["PP B −$10"])
    tap(tablet, "#decide-stand")
    tap(tablet, "#decide-stand")
    deal(tablet, "Td", "9h")
    settle_all(tablet)
    tap(tablet, "#collect")
    assert net() == {
        (1, "A", "main"): 2500,
        (1, "A", "perfect_pairs"): 6000,
        (2, "B", "main"): 5000,
        (2, "B", "perfect_pairs"): -1000,
    }
    # All of it again: four wagers in one tap.
    expect(tablet.locator("#again")).to_contain_text("4 wagers · $90")
    tap(tablet, "#again")
    expect(tablet.locator("#box-2 .beside-bet")).to_have_text("PPB $10")
    assert sides(tablet, 1) == ["PP A $5"]
    # The reviewer reads what was staked and what came of it.
    desk = windows.page(viewport={"width": 1920, "height": 1080})
    tablets.sign_in(desk.context, live_daphne.url, Role.SURVEILLANCE)
    desk.goto(f"{live_daphne.url}/audit/round/{CODE}/1/")
    row = desk.locator(".summary tr", has_text="Perfect Pairs $5")
    expect(row).to_contain_text("won 12 to 1")
    expect(row.locator(".money")).to_have_text("+$60")
    # Who watches has the scale in full.
    desk.goto(f"{live_daphne.url}/table/{CODE}/watch")
    live(desk)
    expect(desk.locator(".scales")).to_contain_text("coloured pair")
    assert sides(desk, 2) == ["PP B $10"]
    desk.close()


@pytest.mark.long
@pytest.mark.clause(
    "NZ-15B.2-S2", "NZ-15B.6", "NZ-15G.7", "NZ-15G.8-T8", "NZ-15H.7", "NZ-15H.8", "NZ-15H.10a-T6", "NZ-13.5"
)
def test_bets_on_boxes_of_others_and_a_bet_that_outlives_its_hand(deals: Deals) -> None:
    """A on box 1 has Perfect Pairs on B's box 2 too; A breaks with Buster $5, which the dealer's 26 pays 2 to 1."""
    tablet = deals("NZ", "perfect_pairs:2", "lucky_lucky:1", "buster:A")
    lay(tablet, 1, "A", 2500)
    place(tablet, "buster")
    lay(tablet, 2, "B", 2500)
    place(tablet, "lucky_lucky")
    # A has a key beside box 2's own player.
    expect(tablet.locator("#marks label.around")).to_have_text("Abox 1")
    tablet.locator("#marks input[value='A']").check(force=True)
    place(tablet, "perfect_pairs")
    assert sides(tablet, 2) == ["PP A $5", "LL B $5"]
    tap(tablet, "#call")
    # B's 9♣ 4♦ and the dealer's 6 are 19: 2 to 1 on scale 1; no pair.
    deal(tablet, "Ts", "9c", "6h", "5d", "4d")
    assert due(tablet) == "Take $5: box 2, player A, perfect pairs"
    tap(tablet, "#settle-next")
    assert due(tablet) == "Pay $10: box 2, player B, lucky lucky"
    tap(tablet, "#settle-next")
    tap(tablet, "#decide-hit")
    deal(tablet, "8d")
    expect(tablet.locator("#prompt")).to_contain_text("tuck the cards under the Buster Blackjack wager")
    tap(tablet, "#settle-next")
    expect(tablet.locator("#box-1 .mark")).to_have_text("bust, tucked")
    tap(tablet, "#decide-stand")
    deal(tablet, "Tc", "Kd")
    settle_all(tablet)
    tap(tablet, "#collect")
    assert net() == {
        (1, "A", "main"): -2500,
        (1, "A", "buster"): 1000,
        (2, "A", "perfect_pairs"): -500,
        (2, "B", "main"): 2500,
        (2, "B", "lucky_lucky"): 1000,
    }


@pytest.mark.long
@pytest.mark.clause(
    "NZ-15D.5(b)", "NZ-15D.5(c)", "NZ-15D.6", "NZ-15D.6(b)-S1", "NZ-15D.7", "NZ-15D.10-S1", "NZ-15D.10-S2"
)
def test_what_stays_in_action(deals: Deals) -> None:
    """A K♥ Q♥ leaves all $25, B 9 9 an amount, C takes down; the dealer's 19 beats B alone."""
    tablet = deals("NZ", "house_money")
    for box, player in ((1, "A"), (2, "B"), (3, "C")):
        lay(tablet, box, player, 2500)
        place(tablet, "house_money")
    tap(tablet, "#call")
    deal(tablet, "Kh", "9c", "Qs", "6d", "Qh", "9d", "Js")
    assert due(tablet).startswith("Box 1, player A: House Money wins $20")
    tap(tablet, "button[aria-label='Box 1, player A, House Money: $25, stays']")
    expect(tablet.locator("#box-1 .part.riding")).to_have_text("A $25 in action")
    tablet.locator("#ride-2-B-house_money").fill("12.50")
    tap(tablet, "button[aria-label='Box 2, player B, House Money: leave the amount entered']")
    tap(tablet, "button[aria-label='Box 3, player C, House Money: Take down']")
    assert [sides(tablet, box) for box in (1, 2, 3)] == [
        ["HM A $25 in action"],
        ["HM B $12.50 in action"],
        ["HM C +$20"],
    ]
    expect(tablet.locator("#decide-split")).to_contain_text("+$50 A")
    for _ in range(3):
        tap(tablet, "#decide-stand")
    deal(tablet, "7h", "6s")
    assert due(tablet) == "Take $25: box 2, player B"
    settle_all(tablet)
    # A: $20 won, then $25 at evens. B: $15 won, then $12.50 lost with the hand.
    assert [sides(tablet, box) for box in (1, 2)] == [["HM A +$45"], ["HM B +$2.50"]]
    tap(tablet, "#collect")
    assert {key: cents for key, cents in net().items() if key[2] != "main"} == {
        (1, "A", "house_money"): 2000,
        (1, "A", "house_money_in_action"): 2500,
        (2, "B", "house_money"): 1500,
        (2, "B", "house_money_in_action"): -1250,
        (3, "C", "house_money"): 2000,
    }


@pytest.mark.long
@pytest.mark.clause("NZ-15A.7-S2", "NZ-15A.8", "NZ-15A.9-S2", "VIC03-11.6.4(d)")
def test_the_button_by_display_and_by_the_machine(deals: Deals) -> None:
    """Box 1 of A: the display shows $40 for each $1 of $5. Box 2 of B: the house's machine draws, B's prize is paid."""
    tablet = deals("NZ", "madness_21")
    for box, player in ((1, "A"), (2, "B")):
        lay(tablet, box, player, 2500)
        place(tablet, "madness_21")
    tap(tablet, "#call")
    deal(tablet, "As", "Ah", "6d", "Kd", "Qh")
    assert due(tablet) == "Box 1, player A: Madness 21 wins: offer the button for $5"
    expect(tablet.locator(".prizes button")).to_have_count(23)
    tap(tablet, "#prize-4000")
    expect(tablet.locator(".bigprize")).to_contain_text("$40")
    expect(tablet.locator(".rows .row").first).to_contain_text("Pay $200")
    tap(tablet, "#settle-next")
    assert due(tablet) == "Box 2, player B: Madness 21 wins: offer the button for $5"
    tap(tablet, "#press")
    prize = tablet.locator(".bigprize b").inner_text()
    expect(tablet.locator(".row.next b").first).to_have_text(f"Pay ${int(prize.replace(',', '')[1:]) * 5:,}")
    # What the machine drew nobody takes back.
    expect(tablet.locator("#undo-key")).to_have_attribute("aria-disabled", "true")
    settle_all(tablet)
    assert net()[1, "A", "madness_21"] == 20000
    assert net()[2, "B", "madness_21"] == int(prize.replace(",", "")[1:]) * 500


@pytest.mark.long
@pytest.mark.clause("VIC03-11.6.4(a)", "VIC03-11.6.4(c)", "VIC03-11.7.1")
def test_a_misfire_is_the_winners_to_answer(deals: Deals) -> None:
    """The button is set off at $10 for each $1; A presses again, and the dealer presses for A: $50 for each $1."""
    tablet = deals("VIC03", "pontoon_pandemonium:2", game="crown_pontoon")
    lay(tablet, 2, "A", 2500)
    place(tablet, "pontoon_pandemonium")
    tap(tablet, "#call")
    deal(tablet, "As", "6h", "Kd")
    assert due(tablet).startswith("Box 2, player A: Pontoon Pandemonium wins")
    tablet.locator("label:has(#by-misfire)").click()
    tap(tablet, "#prize-1000")
    expect(tablet.locator(".bigprize b")).to_have_text("$10")
    tap(tablet, "#press-again")
    tablet.locator("label:has(#by-staff)").click()
    tap(tablet, "#prize-5000")
    assert due(tablet) == "Pay $250: box 2, player A, pontoon pandemonium"
    expect(tablet.locator(".record")).to_contain_text("pressed by D-114 of the house")
    settle_all(tablet)
    assert net()[2, "A", "pontoon_pandemonium"] == 25000


@pytest.mark.long
@pytest.mark.clause("NZ-15B.9", "NZ-15B.10-S1", "NZ-15B.10-S3")
def test_further_pair_bets_on_split_hands(deals: Deals) -> None:
    """A splits 8♠ 8♥. $5 more on hand 1, which gets 8♦ (mixed, 6 to 1); $10 on hand 2, which gets a 3."""
    tablet = deals("NZ", "perfect_pairs:2", elections={"pairs_on_split": "yes"})
    lay(tablet, 1, "A", 2500)
    tap(tablet, "#call")
    deal(tablet, "8s", "6d", "8h")
    tap(tablet, "#decide-split")
    tap(tablet, "#further-1 button:has-text('Perfect Pairs')")
    tablet.locator("#further-amount-1-2").fill("10")
    tap(tablet, "#further-2 button:has-text('Perfect Pairs')")
    assert sides(tablet, 1) == ["PP·1 A $5", "PP·2 A $10"]
    deal(tablet, "8d")
    assert due(tablet).startswith("Pay $30: box 1")
    expect(tablet.locator(".row.next .where")).to_have_text("Box 1 · hand 1 · A Perfect Pairs")
    tap(tablet, "#settle-next")
    tap(tablet, "#decide-stand")
    deal(tablet, "3c")
    expect(tablet.locator(".row.next .where")).to_have_text("Box 1 · hand 2 · A Perfect Pairs")
    tap(tablet, "#settle-next")
    assert sides(tablet, 1) == ["PP·1 A +$30", "PP·2 A −$10"]


@pytest.mark.long
@pytest.mark.parametrize("boxes", [pytest.param(7, marks=pytest.mark.long), 9])
def test_a_busy_table_with_side_bets_fits(deals: Deals, boxes: int) -> None:
    """Three side bets, three players on boxes beside the middle: wagers, what is settled, decisions, a split."""
    tablet = deals("NZ", "perfect_pairs:2", "lucky_lucky:1", "buster:A", boxes=boxes, sign=(1000, 200000, 0))
    check(tablet, "no wager")
    middle = (boxes + 1) // 2
    who = {box: "ABC" if abs(box - middle) < 2 else "A" for box in range(1, boxes + 1)}
    wagers: list[e.Command] = [
        e.PlaceWager(box, f"{box}{player}", 2500 + 10000 * place)
        for box, players in who.items()
        for place, player in enumerate(players)
    ]
    wagers += [e.Seat(box, f"{box}A") for box in range(middle - 1, middle + 2)]
    wagers += [
        e.PlaceWager(box, f"{box}{player}", 500 + 2000 * place, bet)
        for bet in ("perfect_pairs", "lucky_lucky", "buster")
        for box, players in who.items()
        for place, player in enumerate(players)
    ]

    def play(*commands: e.Command) -> None:
        floor.taps(CODE, *commands)
        tablet.reload()
        live(tablet)

    play(*wagers)
    check(tablet, "wagers")
    first = ["8c" if box == middle else "9h" for box in range(1, boxes + 1)]
    second = ["8s" if box == middle else "5d" for box in range(1, boxes + 1)]
    second[0] = "9c"
    play(e.CallBets(), *floor.cards(" ".join([*first, "6d", *second])))
    check(tablet, "settlement")
    play(e.Settle())
    check(tablet, "decision")
    play(*(e.Decide(box, "stand") for box in range(1, middle)), e.Decide(middle, "split"), *floor.cards("8h"))
    check(tablet, "split")
    play(e.Decide(middle, "split"), *floor.cards("3h"))
    check(tablet, "three hands")


def test_side_bets_by_keyboard_alone(deals: Deals) -> None:
    """The spot of a side bet is reached and laid by keys; Enter settles what is next."""
    tablet = deals("VIC03", "perfect_pairs")
    keys = tablet.keyboard
    tablet.locator("#amount").focus()
    keys.type("25")
    before = version(tablet)
    keys.press("Enter")
    recorded(tablet, before)
    tablet.locator("#lay").focus()
    keys.press("Tab")
    expect(tablet.locator("#lay-perfect_pairs")).to_be_focused()
    expect(tablet.locator("#lay-perfect_pairs")).to_have_accessible_name("Perfect Pairs +$5, box 1, player A")
    settled(tablet)
    before = version(tablet)
    keys.press("Enter")
    recorded(tablet, before)
    assert sides(tablet, 1) == ["PP A $5"]
    tap(tablet, "#call")
    deal(tablet, "8h", "6c", "9d")
    assert due(tablet) == "Take $5: box 1, player A, perfect pairs"
    tablet.evaluate("document.activeElement.blur()")
    settled(tablet)
    before = version(tablet)
    keys.press("Enter")
    recorded(tablet, before)
    assert sides(tablet, 1) == ["PP A −$5"]


@pytest.mark.long
def test_the_card_of_a_double_is_as_legible_beside_a_side_bet(deals: Deals) -> None:
    tablet = deals("VIC03", "perfect_pairs")
    lay(tablet, 1, "A", 2500)
    place(tablet, "perfect_pairs")
    tap(tablet, "#call")
    deal(tablet, "6c", "6d", "5s")
    tap(tablet, "#settle-next")
    tap(tablet, "#decide-double")
    deal(tablet, "9d")
    size = "card => getComputedStyle(card).fontSize"
    upright, across = tablet.locator("#box-1 .card:not(.side)").first, tablet.locator("#box-1 .card.side")
    assert across.evaluate(size) == upright.evaluate(size)
