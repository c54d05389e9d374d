"""Madness 21 and Pontoon Pandemonium: the button, its turns, its prizes (NZ 15A, VIC03 11.6, 11.7)."""

import pytest

from rounds import engine
from rounds.engine.sides.events import PressVoid, PrizeSelected
from tests.engine.sides.answers import press
from tests.engine.story import Dollars, Story, cents, deal

MADNESS, PANDEMONIUM = "madness_21", "pontoon_pandemonium"


def madness(*hands: str, dealer: str = "6d", **wagers: Dollars) -> Story:
    """One box for each hand; on box 1 players A, B … with 50 each and so much on Madness 21 (0 for nothing), on the
    others P2, P3 … with 20 and nothing."""
    table = deal("NZ", offer=[MADNESS])
    return _dealt(table, MADNESS, dealer, hands, wagers)


def pandemonium(*hands: str, dealer: str = "6d", scale: str = "1", **wagers: Dollars) -> Story:
    """The same of Pontoon Pandemonium on a pay table."""
    table = deal("VIC03", game="crown_pontoon", offer=[f"{PANDEMONIUM} {scale}"])
    return _dealt(table, PANDEMONIUM, dealer, hands, wagers)


def _dealt(table: Story, bet: str, dealer: str, hands: tuple[str, ...], wagers: dict[str, Dollars]) -> Story:
    table.shared(1, **dict.fromkeys(wagers, 50))
    for number in range(2, len(hands) + 1):
        table.bet(number, f"P{number}", 20)
    for player, amount in wagers.items():
        if amount:
            table.bet(1, player, amount, bet)
    return table.call().initial(dealer, *hands)


def won(story: Story, bet: str = MADNESS) -> dict[str, float]:
    """What each player was paid for the bet, in dollars."""
    return {
        result.player: result.pays / 100
        for result in story.state.results
        if result.bet == bet and result.pays
    }


def offered(story: Story) -> str:
    """To whom the button is offered."""
    assert story.action == "prize"
    (offer,) = story.due.offers
    return offer.player


# --- Madness 21


@pytest.mark.clause("NZ-15A.4(b)", "NZ-15A.5")
def test_losers_are_collected_when_the_initial_deal_is_complete() -> None:
    story = madness("Ts 9d", A=5)
    assert story.items == [("take", 1, "A", 5.0)]
    story.refuses("decision.taking_first", "NZ-15A.5").stand(1)
    press(story.refuses("prize.no_turn", "NZ-15A.6-S1"), 25)
    assert story.settle().action == "decision"


@pytest.mark.clause("NZ-15A.4(a)", "NZ-15A.5", "NZ-15A.6-S1")
def test_a_blackjack_is_paid_what_the_button_selects_with_the_wager_back() -> None:
    # $3 at $25 for each $1: $75, and the wager stays the player's.
    story = madness("As Kd", A=3)
    assert offered(story) == "A"
    assert (story.due.clause, story.due.box) == ("NZ-15A.9-S1", 1)
    story.refuses("prize.first", "NZ-15A.9-S1").cards("2c")
    story.refuses("prize.first", "NZ-15A.9-S1").hit(1)
    press(story, 25)
    assert story.items == [("pay", 1, "A", 75.0)]
    result = story.due.items[0].result
    assert (result.odds, result.clause, result.takes) == ("25:1", "NZ-15A.6-T", 0)
    story.settle()
    assert story.items == [("pay", 1, "A", 75.0)]  # the Blackjack: 3 to 2 on 50
    assert story.end().net() == 75 + 75


@pytest.mark.clause("NZ-15A.6-S1")
def test_in_the_other_reading_the_prize_holds_the_wager() -> None:
    table = deal("NZ", offer=[MADNESS], read={"madness_21.stake_returned": "False"})
    story = _dealt(table, MADNESS, "6d", ("As Kd",), {"A": 3})
    assert won(press(story, 25).settle()) == {"A": 72}


@pytest.mark.clause("NZ-15A.4(a)")
def test_a_split_ace_made_21_is_not_a_blackjack() -> None:
    story = madness("As Ad", A=5).settle()
    assert story.side(1, "A", MADNESS) == ("lose", -5)
    story.split(1).cards("Kc")
    assert won(story) == {}


@pytest.mark.clause("NZ-15A.6-T")
@pytest.mark.parametrize("dollars", [1000, 100, 50, 40, 35, 30, *range(20, 26), *range(5, 16)])
def test_every_prize_of_the_table_is_taken(dollars: int) -> None:
    assert won(press(madness("As Kd", A=1), dollars).settle()) == {"A": dollars}


@pytest.mark.clause("NZ-15A.6-T")
@pytest.mark.parametrize("dollars", [45, 0, 4, 16, 26, "5.50", 2000, -5])
def test_a_prize_that_the_table_does_not_have_is_refused(dollars: Dollars) -> None:
    press(madness("As Kd", A=1).refuses("prize.no_such_prize", "NZ-15A.6-T"), dollars)


@pytest.mark.clause("NZ-15A.7-S1")
def test_one_press_pays_every_wager_on_the_box_by_its_own_amount() -> None:
    # A $2 and B $5 at $20: $40 and $100.
    story = press(madness("As Kd", A=2, B=5), 20)
    assert story.items == [("pay", 1, "A", 40.0), ("pay", 1, "B", 100.0)]
    assert won(story.settle()) == {"A": 40, "B": 100}
    assert len([event for event in story.events if isinstance(event, PrizeSelected)]) == 1


@pytest.mark.clause("NZ-15A.7-S1")
def test_in_the_other_reading_each_winner_presses() -> None:
    table = deal("NZ", offer=[MADNESS], read={"madness_21.turns": "wager"})
    story = _dealt(table, MADNESS, "6d", ("As Kd",), {"A": 2, "B": 5})
    press(press(story, 20).settle(), 10, player="B").settle()
    assert won(story) == {"A": 40, "B": 50}


@pytest.mark.clause("NZ-15A.7-S1")
def test_each_box_with_a_blackjack_has_its_own_press() -> None:
    table = deal("NZ", offer=[MADNESS]).bet(1, "A", 50).bet(2, "B", 50)
    table.bet(1, "A", 1, MADNESS).bet(2, "B", 1, MADNESS)
    story = table.call().initial("6d", "As Kd", "Ah Td")
    press(story.refuses("prize.other_turn", "NZ-15A.9-S1"), 25, box=2, player="B")  # box 1 is first
    press(story, 25)
    press(story.refuses("prize.pay_first", "NZ-15A.7-S1"), 10, box=2, player="B")  # its prize is paid first
    story.settle()
    assert offered(story) == "B"
    assert won(press(story, 10, box=2, player="B").settle()) == {"A": 25, "B": 10}


@pytest.mark.clause("NZ-15A.7-S2")
def test_the_record_holds_the_prize_that_was_shown() -> None:
    story = press(madness("As Kd", A=2), 35)
    (event,) = story.recorded(PrizeSelected)
    assert (event.per_dollar, event.box, event.player, event.by) == (cents(35), 1, "A", "")
    assert story.items == [("pay", 1, "A", 70.0)]
    assert engine.describe(event).detail == "box 1 A madness 21: $35 for each $1"


@pytest.mark.clause("NZ-15A.8")
def test_a_dealers_blackjack_leaves_the_prize() -> None:
    story = press(madness("As Kd", A=1, dealer="Kh"), 9).settle()
    assert story.action == "card"
    assert story.cards("Ac").end().net() == 9
    assert story.result(1).result == "stand_off"


@pytest.mark.clause("NZ-15A.9-S1")
def test_the_controller_has_the_button_first_with_or_without_the_bet() -> None:
    story = madness("As Kd", A=0, B=5)
    assert offered(story) == "A"
    assert won(press(story, 10).settle()) == {"B": 50}


@pytest.mark.clause("NZ-15A.9-S2")
def test_a_nominee_has_a_wager_on_the_box_and_a_winning_one_beside_it() -> None:
    table = deal("NZ", offer=[MADNESS]).shared(1, A=50, B=20, C=20).bet(2, "P2", 20)
    table.bet(1, "A", 1, MADNESS).bet(1, "B", 1, MADNESS).bet(2, "P2", 1, MADNESS)
    story = table.call().initial("6d", "As Kd", "Ah Kh")
    press(story.refuses("prize.nominee_has_not_won", "NZ-15A.9-S2"), 10, by="P2")  # from another box
    press(story.refuses("prize.nominee_has_not_won", "NZ-15A.9-S2"), 10, by="C")  # without the bet
    press(story.refuses("prize.nominee_has_not_won", "NZ-15A.9-S2"), 10, by="Q")
    press(story, 10, by="B")
    assert story.recorded(PrizeSelected)[0].by == "B"


@pytest.mark.clause("NZ-15A.9-S2")
def test_the_nominee_may_be_named_alone() -> None:
    story = press(madness("As Kd", A=0, B=5), 10, player="B")
    (event,) = story.recorded(PrizeSelected)
    assert (event.player, event.by) == ("A", "B")
    assert won(story.settle()) == {"B": 50}


@pytest.mark.clause("NZ-15A.9-S3")
def test_where_all_decline_somebody_of_the_house_presses_and_is_named() -> None:
    story = madness("As Kd", A=2, B=5)
    press(story.refuses("prize.staff_unnamed", "NZ-15A.9-S3"), 10, staff=True)
    press(story, 10, by="D-114", staff=True)
    (event,) = story.recorded(PrizeSelected)
    assert (event.by, event.staff) == ("D-114", True)
    assert engine.describe(event).detail.endswith("pressed by D-114 of the house")


def test_part_dollars_have_their_part_of_the_prize() -> None:
    assert won(press(madness("As Kd", A="2.50"), 25).settle()) == {"A": 62.5}


def test_new_zealand_has_no_second_press() -> None:
    story = madness("As Kd", A=1)
    story.refuses("prize.no_second_press", "NZ-15A.7-S2").do(engine.Misfire(1, "A", MADNESS, cents(10)))
    story.refuses("prize.not_set_off", "NZ-15A.7-S2").do(engine.AnswerMisfire(1, "A", MADNESS, accept=True))
    story.refuses("prize.on_offer", "NZ-15A.7-S2").do(engine.VoidPress(MADNESS, cents(10)))


def test_bets_without_a_button_and_bets_that_are_not_offered() -> None:
    press(deal("NZ").bet(1, "A", 20).refuses("side_bet.not_offered", "NZ-15A.1"), 10)
    table = deal("NZ", offer=["perfect_pairs 1"]).bet(1, "A", 20)
    press(table.refuses("prize.no_button", "NZ-15B.6"), 10, bet="perfect_pairs")
    table.refuses("side_bet.not_offered", "NZ-15B.1").do(engine.VoidPress("perfect_pairs", cents(10)))
    table.refuses("side_bet.no_equipment", "NZ-15B.1").do(
        engine.EquipmentFailed("perfect_pairs", "display", "game_supervisor")
    )


# --- Pontoon Pandemonium


@pytest.mark.clause("VIC03-11.4.1(a)", "VIC03-11.6.3(a)", "VIC03-11.6.1")
def test_a_pontoon_is_paid_its_prize_before_the_pontoon_itself() -> None:
    # $5 at $250 for each $1: $1,250, then 3 to 2 on the 50.
    story = pandemonium("As Kd", A=5)
    assert offered(story) == "A"
    assert story.items == []
    press(story, 250, bet=PANDEMONIUM)
    assert story.items[0] == ("pay", 1, "A", 1250.0)
    story.settle(story.due.items[0].ref)
    assert story.items == [("pay", 1, "A", 75.0)]
    assert story.end().net() == 1250 + 75


@pytest.mark.clause("VIC03-11.4.1(b)")
def test_a_dealers_pontoon_leaves_the_prize() -> None:
    story = press(pandemonium("As Kd", A=1, dealer="Kh"), 20, bet=PANDEMONIUM).settle(f"1.0.A.{PANDEMONIUM}")
    story.end()
    assert won(story, PANDEMONIUM) == {"A": 20}


@pytest.mark.clause("VIC03-11.4.1(c)")
def test_anything_else_loses_in_the_interim_settlement() -> None:
    story = pandemonium("Ks 9d", A=5)
    assert story.items == [("take", 1, "A", 5.0)]
    # King and queen split, and an ace comes: lost all the same.
    story = pandemonium("Ks Qd", A=5).settle()
    assert story.side(1, "A", PANDEMONIUM) == ("lose", -5)


@pytest.mark.clause("VIC03-11.6.3(b)", "VIC03-11.6.3(c)", "VIC03-11.6.3(d)", "VIC03-11.6.3(e)")
@pytest.mark.parametrize(
    ("scale", "stake", "dollars", "pays"),
    [("2", 2, 100, 200), ("3", 5, 1000, 5000), ("4", 1, 25_000, 25_000), ("5", 5, 20, 100)],
)
def test_the_prizes_of_the_other_tables(scale: str, stake: int, dollars: int, pays: int) -> None:
    story = pandemonium("As Kd", A=stake, scale=scale)
    assert won(press(story, dollars, bet=PANDEMONIUM).settle(), PANDEMONIUM) == {"A": pays}


@pytest.mark.clause("VIC03-11.6.1")
def test_a_prize_of_another_table_is_refused() -> None:
    story = pandemonium("As Kd", A=1, scale="5")
    press(story.refuses("prize.no_such_prize", "VIC03-11.6.3(e)"), 7500, bet=PANDEMONIUM)


@pytest.mark.clause("VIC03-11.6.4", "VIC03-11.6.4(a)")
def test_each_wager_has_its_press_the_controllers_first_then_as_they_lie() -> None:
    story = pandemonium("As Kd", A=1, C=1, B=1)
    for player in ("A", "C", "B"):
        assert offered(story) == player
        press(story, 10, player=player, bet=PANDEMONIUM).settle(story.due.items[0].ref)
    assert won(story, PANDEMONIUM) == {"A": 10, "C": 10, "B": 10}
    assert story.action != "prize"
    # A player without the bet has no press, though he decides for the box.
    assert offered(pandemonium("As Kd", A=0, C=1)) == "C"


@pytest.mark.clause("VIC03-11.6.4(a)")
def test_in_the_other_reading_they_press_as_they_placed_their_wagers() -> None:
    for read, order in ((None, "ACB"), ({"pontoon_pandemonium.turns": "placed"}, "ABC")):
        table = deal("VIC03", game="crown_pontoon", offer=[PANDEMONIUM], read=read)
        for player in "BAC":
            table.bet(1, player, 50).bet(1, player, 1, PANDEMONIUM)
        story = table.seat(1, "A").line(1, "A", "C", "B").call().initial("6d", "As Kd")
        pressed = ""
        while story.action == "prize":
            pressed += offered(story)
            press(story, 10, player=pressed[-1], bet=PANDEMONIUM).settle(story.due.items[0].ref)
        assert pressed == order


@pytest.mark.clause("VIC03-11.6.4(a)")
def test_a_turn_out_of_order_is_refused() -> None:
    story = pandemonium("As Kd", A=1, B=1)
    press(story.refuses("prize.other_turn", "VIC03-11.6.4(a)"), 10, player="B", bet=PANDEMONIUM)


@pytest.mark.clause("VIC03-11.6.4(b)")
def test_a_nominee_has_no_winning_wager_of_his_own() -> None:
    story = pandemonium("As Kd", A=1, C=1)
    press(story.refuses("prize.nominee_has_won", "VIC03-11.6.4(b)"), 10, by="C", bet=PANDEMONIUM)
    press(story, 10, by="Q", bet=PANDEMONIUM).settle(story.due.items[0].ref)
    assert won(story, PANDEMONIUM) == {"A": 10}
    # A has been paid, and has a winning wager all the same.
    press(story.refuses("prize.nominee_has_won", "VIC03-11.6.4(b)"), 10, player="C", by="A", bet=PANDEMONIUM)


@pytest.mark.clause("VIC03-11.6.4(c)")
def test_the_dealer_presses_where_nobody_decides() -> None:
    story = press(pandemonium("As Kd", A=1), 10, by="D-114", staff=True, bet=PANDEMONIUM)
    assert story.recorded(PrizeSelected)[0].staff
    assert won(story.settle(), PANDEMONIUM) == {"A": 10}


@pytest.mark.clause("VIC03-11.6.4(d)")
def test_a_prize_is_paid_before_the_next_turn() -> None:
    story = press(pandemonium("As Kd", A=1, B=1), 750, bet=PANDEMONIUM)
    press(story.refuses("prize.pay_first", "VIC03-11.6.4(d)"), 10, player="B", bet=PANDEMONIUM)
    story.settle()
    assert offered(story) == "B"


@pytest.mark.clause("VIC03-11.6.5")
def test_a_pontoon_without_the_bet_may_press_for_nothing() -> None:
    story = pandemonium("As Kd", "9s 7d", A=0)
    story.do(engine.VoidPress(PANDEMONIUM, cents(7500), 1, "A"))
    (event,) = story.recorded(PressVoid)
    assert (event.clause, event.per_dollar) == ("VIC03-11.6.5", cents(7500))
    assert won(story, PANDEMONIUM) == {}
    # P2 holds no Pontoon.
    story.refuses("prize.not_without_bet", "VIC03-11.6.5").do(
        engine.VoidPress(PANDEMONIUM, cents(5), 2, "P2")
    )


@pytest.mark.clause("VIC03-11.7.1")
def test_a_button_set_off_while_it_is_offered_leaves_the_choice_to_the_winner() -> None:
    # It shows $10 for each $1 of $5; the player presses again and has $50: $250.
    story = pandemonium("As Kd", A=5)
    story.refuses("prize.no_such_prize", "VIC03-11.6.3(a)").do(engine.Misfire(1, "A", PANDEMONIUM, cents(45)))
    story.do(engine.Misfire(1, "A", PANDEMONIUM, cents(10)))
    (offer,) = story.due.offers
    assert (story.action, story.due.clause, offer.kind, offer.most) == (
        "prize",
        "VIC03-11.7.1",
        "misfire",
        cents(10),
    )
    press(story.refuses("prize.press_or_take", "VIC03-11.7.1"), 50, bet=PANDEMONIUM)
    story.refuses("prize.set_off_already", "VIC03-11.7.1").do(engine.Misfire(1, "A", PANDEMONIUM, cents(20)))
    story.do(engine.AnswerMisfire(1, "A", PANDEMONIUM, accept=False))
    assert offered(story) == "A"
    assert won(press(story, 50, bet=PANDEMONIUM).settle(), PANDEMONIUM) == {"A": 250}


@pytest.mark.clause("VIC03-11.7.1")
def test_the_winner_may_take_what_it_shows() -> None:
    story = pandemonium("As Kd", A=5)
    story.refuses("prize.not_set_off", "VIC03-11.7.1").do(
        engine.AnswerMisfire(1, "A", PANDEMONIUM, accept=True)
    )
    story.do(engine.Misfire(1, "A", PANDEMONIUM, cents(7500)))
    story.do(engine.AnswerMisfire(1, "A", PANDEMONIUM, accept=True))
    assert won(story.settle(), PANDEMONIUM) == {"A": 37_500}


@pytest.mark.clause("VIC03-11.7.2")
def test_a_press_at_any_other_time_has_no_effect() -> None:
    table = deal("VIC03", game="crown_pontoon", offer=[PANDEMONIUM]).bet(1, "A", 50)
    table.bet(1, "A", 5, PANDEMONIUM).call().cards("As")
    press(table.refuses("prize.no_turn", "VIC03-11.7.2"), 250_000, bet=PANDEMONIUM)
    table.do(engine.VoidPress(PANDEMONIUM, cents(250_000)))
    assert table.recorded(PressVoid)[0].clause == "VIC03-11.7.2"
    table.cards("6d Kd")
    assert offered(table) == "A"
    # While it is offered to a winner that would be a misfire.
    table.refuses("prize.on_offer_or_set_off", "VIC03-11.7.1").do(engine.VoidPress(PANDEMONIUM, cents(10)))


# --- taken back


def test_a_prize_keyed_in_by_mistake_is_taken_back_and_one_that_the_machine_drew_is_not() -> None:
    story = press(madness("As Kd", A=1), 35)
    story.undo()
    assert offered(story) == "A"
    press(story, 25, drawn=True)
    story.refuses("undo.prize_drawn", "").undo()
    assert won(story.settle()) == {"A": 25}
    story.refuses("undo.chips_moved", "NZ-5.4-S1").undo()
