"""A dealer puts the record right at the tablet: from “Something is wrong” to play going on, counted in taps."""

import os

import pytest
from playwright.sync_api import Page, expect

from rounds import engine as e
from rounds.play import service
from tables.models import Dispute
from tests import floor
from tests.browser import tablets
from tests.floor import cards, taps
from tests.processes import Daphne

CODE = "BJ-07"
SHOTS = os.environ.get("SHOTS", "")


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


@pytest.mark.long
def test_a_card_and_a_decision(live_daphne: Daphne, page: Page) -> None:
    floor.open_table(CODE)
    floor.person("game_supervisor")
    floor.checklist.confirm(CODE, "sign", by=floor.dealer(), at=floor.AT)
    taps(CODE, e.PlaceWager(1, "A", 5000), e.PlaceWager(3, "B", 5000), e.CallBets())
    taps(CODE, *cards("Ts 9s 6d Th 2h"), e.Decide(1, "stand"))
    page.set_viewport_size({"width": 1280, "height": 800})
    tablets.tablet(page, live_daphne.url, CODE)
    # The last tap was a hit: four taps, and nobody signs.
    page.locator("#wrong-key").click()
    expect(page.locator("#correct-decision")).to_be_visible()
    page.locator("#correct-decision").scroll_into_view_if_needed()
    shot(page, "list")
    page.locator("#correct-decision").click()
    page.locator("#v-what-1").check(force=True)
    page.locator("#v-was-1").check(force=True)
    expect(page.locator("#report-it")).to_contain_text("no signature is needed")
    shot(page, "decision")
    page.locator("#report-it").click()
    expect(page.locator("#wrong")).not_to_be_visible()
    expect(page.locator("#prompt")).to_contain_text("Card for box 1")
    assert service.current(CODE).state.box(1).hands[0].drawing == "hit"
    # The second card was an eight: it waits for a signature, which the supervisor gives there.
    page.locator("#wrong-key").click()
    page.locator("#correct-card").click()
    page.locator("#v-what-2").check(force=True)
    page.locator("#v-was-8s").check(force=True)
    expect(page.locator("#report-it")).to_contain_text("ask a game supervisor")
    shot(page, "card")
    page.locator("#report-it").click()
    expect(page.locator("#prompt")).to_contain_text("game supervisor")
    shot(page, "asked")
    assert service.current(CODE).state.irregular is not None


def test_a_wrong_payment_by_keys_and_chips(live_daphne: Daphne, page: Page) -> None:
    floor.open_table(CODE)
    supervisor = floor.casino_supervisor()
    floor.checklist.confirm(CODE, "sign", by=floor.dealer(), at=floor.AT)
    taps(CODE, e.PlaceWager(1, "A", 5000), e.PlaceWager(3, "B", 2000), e.CallBets())
    taps(CODE, *cards("Ts 9s 6d Tc 8h"), e.Decide(1, "stand"), e.Decide(3, "stand"))
    taps(CODE, *cards("Th 2h"), e.Settle())
    page.set_viewport_size({"width": 1280, "height": 800})
    tablets.tablet(page, live_daphne.url, CODE)
    page.locator("#wrong-key").click()
    shot(page, "payment-list")
    page.locator("#correct-payment").click()
    # A was due 50 and was given 75: the payment, what was done, two keys, nothing typed.
    page.locator('input[name="v:what"][value="1.1|A|main|main"]').check(force=True)
    page.locator("#v-did-1").check(force=True)
    money = page.locator("#wrong .money").first
    money.locator('[data-add="5000"], [data-add="2500"]').first.click()
    expect(page.locator("#wrong-plan")).to_contain_text("25 paid to player A")
    money.locator('[data-add="0"]').click()
    money.locator('[data-key="7"]').click()
    money.locator('[data-key="5"]').click()
    expect(page.locator("#wrong-plan")).to_contain_text("To recover from A: $25")
    shot(page, "payment-too-much")
    # To another player: 75 went to B.
    page.locator('input[name="v:to"][value="B"]').check(force=True)
    expect(page.locator("#wrong-plan")).to_contain_text("To pay to A: $50")
    expect(page.locator("#wrong-plan")).to_contain_text("To recover from B: $75")
    shot(page, "payment-wrong-player")
    back, out = page.locator("#wrong-plan .moves.in"), page.locator("#wrong-plan .moves.out")
    colours = [node.evaluate("node => getComputedStyle(node).color") for node in (back, out)]
    assert colours[0] != colours[1]
    page.locator("#report-it").click()
    expect(page.locator("#wrong")).not_to_be_visible()
    expect(page.locator(".payment-sheet")).to_contain_text("To recover from B: $75")
    shot(page, "payment-asked")
    assert service.current(CODE).state.irregular is not None
    assert supervisor.number


@pytest.mark.long
def test_what_is_missing_of_a_dispute_is_said_beside_its_field(live_daphne: Daphne, page: Page) -> None:
    floor.open_table(CODE)
    floor.checklist.confirm(CODE, "sign", by=floor.dealer(), at=floor.AT)
    taps(CODE, e.PlaceWager(1, "A", 5000), e.CallBets(), *cards("Ts 9s 9d"), e.Decide(1, "stand"))
    taps(CODE, *cards("8h"), e.Settle())
    page.set_viewport_size({"width": 1280, "height": 800})
    tablets.tablet(page, live_daphne.url, CODE)
    page.locator("#wrong-key").click()
    page.locator("#player-disputes").click()
    page.locator('input[name="v:who"][value="1|A"]').check(force=True)
    page.locator("#report-it").click()
    question = page.locator('#report fieldset[data-name="question"]')
    expect(question.locator("#wrong-told")).to_be_visible()
    expect(question).to_have_attribute("aria-describedby", "wrong-told")
    expect(page.locator('#report [aria-invalid="true"]').first).to_have_attribute("name", "v:question")
    shot(page, "dispute")
    # What was tapped stays, and the dispute is recorded once the question is there.
    expect(page.locator('input[name="v:who"][value="1|A"]')).to_be_checked()
    page.locator("#v-question-2").check(force=True)
    page.locator("#report-it").click()
    expect(page.locator("#wrong")).not_to_be_visible()
    assert Dispute.objects.get().question == "was paid too little"
