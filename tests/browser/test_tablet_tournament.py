"""A tournament's table at the sizes that tables use, every box busy: nothing clipped, nothing over anything else."""

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from rounds import engine as e
from rounds.play import service
from tables.tournaments.at_table import ChipLimits
from tests import floor
from tests.browser import tablets
from tests.browser.test_tablet_layout import check
from tests.processes import Daphne
from tests.set_aside import session, set_aside

CODE = "BJ-07"


@pytest.mark.long
@pytest.mark.parametrize("boxes", [pytest.param(7, marks=pytest.mark.long), 9])
def test_a_busy_tournament_fits(live_daphne: Daphne, page: Page, boxes: int) -> None:
    """Every box with a player of many chips, announced in turn, splits and doubles, insurance, to the settlement."""
    floor.open_table(CODE, boxes=boxes)
    players = [(box, f"P{100 + box}") for box in range(1, boxes + 1)]
    running = session(name="Autumn series", stage="Heat 12", limits=(ChipLimits("main", 5000, 1_000_000),))
    table = replace(
        running.table,
        seats=tuple(players),
        stacks=tuple((player, 12_525_000 if box > 1 else 0) for box, player in players),
        hands=20,
        last_hands=20,
        compulsory=5000,
        order="announced",
        first_box=2,
    )
    set_aside(CODE, replace(running, table=table))
    tablets.tablet(page, live_daphne.url, CODE)
    tablets.tap(page, "button:has-text('Confirm')")

    def play(*commands: e.Command) -> None:
        floor.taps(CODE, *commands)
        page.reload()
        tablets.live(page)

    expect(page.locator("#box-1 .seat")).to_contain_text("out")
    check(page, "no wager")
    playing = players[1:]
    play(*[e.PlaceWager(box, player, 250_000) for box, player in playing[:-1]])
    expect(page.locator(f"#box-{boxes} .seat")).to_have_class("seat turn")
    check(page, "one player in turn")
    play(e.PlaceWager(*playing[-1], 250_000), e.CallBets())
    pairs = ["8s" for _ in playing], ["8d" for _ in playing]
    play(*floor.cards(" ".join([*pairs[0], "As", *pairs[1]])))
    check(page, "insurance")
    play(*[e.Insure(box, player, 125_000) for box, player in playing[:-1]], e.CloseInsurance())
    for box, _ in playing:
        floor.taps(CODE, e.Decide(box, "split"), *floor.cards("3c"), e.Decide(box, "double"))
        floor.taps(CODE, *floor.cards("7h Tc"), e.Decide(box, "stand", 2))
    play(*floor.cards("9h"))
    check(page, "settlement")
    while (due := service.current(CODE).due).action == "settle":
        floor.taps(CODE, e.Settle())
    assert due.action == "collect"
    play(e.Collect())
    expect(page.locator("#box-2 .seat b")).to_have_text("116,500")
    check(page, "the next hand")
