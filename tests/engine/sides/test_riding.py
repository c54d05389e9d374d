"""House Money and Let It Ride: the choice, and what stays in action (NZ 15D, 15E, 16.14, 16.15)."""

from typing import Any

import pytest

from rounds import engine
from rounds.engine.sides.events import Rode
from tests.engine.nz.telling import free
from tests.engine.sides.answers import in_action, paid_with_choice, ride
from tests.engine.story import Dollars, Story, cents, deal

HOUSE_MONEY, LET_IT_RIDE = "house_money", "let_it_ride"


def dealt(
    hand: str,
    dealer: str = "6d",
    stake: Dollars = 20,
    wager: Dollars = 5,
    bet: str = HOUSE_MONEY,
    *,
    game: str = "blackjack",
    maximum: Dollars = 10_000,
    read: dict[str, str] | None = None,
    **elect: Any,
) -> Story:
    """Player A on box 1 with the main wager and the side bet, after the initial deal."""
    table = deal("NZ", game=game, maximum=maximum, elect=elect, read=read, offer=[bet])
    return table.bet(1, "A", stake).bet(1, "A", wager, bet).call().initial(dealer, hand)


def most(story: Story, player: str = "A") -> float:
    """How much may stay in action, in dollars."""
    (offer,) = [offer for offer in story.due.offers if (offer.kind, offer.player) == ("ride", player)]
    return offer.most / 100


# --- the choice


@pytest.mark.clause("NZ-15D.6", "NZ-15D.5(a)")
def test_the_choice_comes_before_a_blackjack_is_paid_and_then_wins_its_odds() -> None:
    # $10 on ace and king of one suit: 9 to 1. All $100 stays, and at 3 to 2 wins $150 with the Blackjack.
    story = dealt("As Ks", wager=10)
    assert story.action == "ride"
    assert (story.due.box, story.due.player, story.due.clause) == (1, "A", "NZ-15D.6")
    assert most(story) == 100
    ride(story, 100)
    assert paid_with_choice(story) == 90
    assert story.items == [("pay", 1, "A", 30.0), ("pay", 1, "A", 150.0)]
    story.end()
    assert in_action(story) == ("win", 100.0, 150.0)
    assert story.net() == 90 + 30 + 150


@pytest.mark.clause("NZ-15E.5", "NZ-15E.4(a)")
def test_let_it_ride_is_chosen_before_a_blackjack_is_paid() -> None:
    # A suited sequence at 2 to 1: $10 and $20; $20 stays and earns $30 more.
    story = ride(dealt("Ah Kh", "5d", wager=10, bet=LET_IT_RIDE), 20, bet=LET_IT_RIDE)
    story.end()
    assert in_action(story) == ("win", 20.0, 30.0)
    assert story.net() == 20 + 30 + 30


@pytest.mark.clause("NZ-15D.6(a)")
def test_what_is_taken_down_is_out_of_the_round() -> None:
    # A pair at 3 to 1: $40 goes to the player, and a dealer's Blackjack later takes the main wager alone.
    story = ride(dealt("8c 8s", "Kd", wager=10), 0)
    assert paid_with_choice(story) == 30
    assert story.state.box(1).sides[0].riding == 0
    story.stand(1).cards("Ad").end()
    assert story.net() == 30 - 20
    assert not [result for result in story.state.results if result.wager == "in_action"]


@pytest.mark.clause("NZ-15E.5(a)")
def test_let_it_ride_taken_down() -> None:
    story = ride(dealt("Qh Jh", "Kd", wager=10, bet=LET_IT_RIDE), 0, bet=LET_IT_RIDE)
    story.stand(1).cards("9d").end()
    assert story.net() == 20 + 20  # 2 to 1, and 20 against 19


@pytest.mark.clause("NZ-15D.6(b)-S1")
def test_a_part_stays_and_the_rest_is_passed_to_the_player() -> None:
    # $10 at 4 to 1: of $50 the player leaves $30. No more can stay than lies there.
    story = dealt("9d Td", wager=10)
    assert most(story) == 50
    ride(story.refuses("ride.not_a_part", "NZ-15D.6(b)-S1"), "50.01")
    ride(story.refuses("ride.not_a_part", "NZ-15D.6(b)-S1"), -1)
    ride(story, 30)
    assert story.state.box(1).sides[0].riding == cents(30)
    story.stand(1).cards("Kd 2c").end()
    assert story.net() == 40 + 20 + 30  # 19 against 18


@pytest.mark.clause("NZ-15E.5(b)-S1")
def test_let_it_ride_leaves_up_to_wager_and_payout() -> None:
    story = dealt("Jd Qd", wager=10, bet=LET_IT_RIDE)
    ride(story.refuses("ride.not_a_part", "NZ-15E.5(b)-S1"), 35, bet=LET_IT_RIDE)
    ride(story, 25, bet=LET_IT_RIDE)
    assert story.state.box(1).sides[0].riding == cents(25)


@pytest.mark.clause("NZ-15D.6(b)-S2")
def test_what_stays_is_a_figure_of_its_own_that_goes_with_the_hand() -> None:
    # $20 and $30 both win at evens, in two lines.
    story = ride(dealt("8c 8s", wager=10), 30).stand(1).cards("Kd 9c")
    assert story.items == [("pay", 1, "A", 20.0), ("pay", 1, "A", 30.0)]
    assert story.due.text.startswith("Pay $20: box 1, player A")
    assert [item.ref for item in story.due.items] == ["1.1.A.main", "1.0.A.house_money_in_action"]
    story.end()
    assert in_action(story) == ("win", 30.0, 30.0)


@pytest.mark.clause("NZ-15E.5(b)-S2")
def test_let_it_ride_goes_with_the_hand() -> None:
    story = ride(dealt("Td Jd", wager=10, bet=LET_IT_RIDE), 30, bet=LET_IT_RIDE).stand(1).cards("Kd 9c")
    assert story.items == [("pay", 1, "A", 20.0), ("pay", 1, "A", 30.0)]


@pytest.mark.clause("NZ-15D.6(b)-S3", "NZ-14.2-S1")
def test_what_stays_and_the_wager_keep_to_the_maximum_of_a_player() -> None:
    # Player maximum 100, wager 80, $10 on ace and king suited: of $100 at most $20 stays, $80 is passed.
    story = dealt("As Ks", stake=80, wager=10, maximum=100, limits="player")
    assert most(story) == 20
    ride(story.refuses("ride.above_maximum", "NZ-15D.6(b)-S3"), "20.01")
    ride(story, 20).end()
    assert story.net() == 90 + 120 + 30  # Blackjack at 3 to 2 on 80 and on 20 (NZ-15D.10)


@pytest.mark.clause("NZ-15E.5(b)-S3")
def test_let_it_ride_keeps_to_the_maximum() -> None:
    # 85 and $10 at 2 to 1, $30 in all: at most $15 stays.
    story = dealt("7d 8d", stake=85, wager=10, maximum=100, bet=LET_IT_RIDE)
    assert most(story) == 15
    ride(story.refuses("ride.above_maximum", "NZ-15E.5(b)-S3"), 16, bet=LET_IT_RIDE)


def shared(limits: str, stakes: tuple[int, int] = (50, 20), maximum: int = 100) -> Story:
    """A and B on box 1, each with $5 of House Money on a pair: $20 each to leave or take."""
    table = deal("NZ", maximum=maximum, offer=[HOUSE_MONEY], elect={"limits": limits})
    table.shared(1, A=stakes[0], B=stakes[1]).bet(1, "A", 5, HOUSE_MONEY).bet(1, "B", 5, HOUSE_MONEY)
    return table.call().initial("6d", "8c 8s")


@pytest.mark.clause("NZ-15D.6(b)-S3")
def test_a_maximum_of_the_box_counts_everybody_on_it() -> None:
    # Box maximum 100, wagers 50 and 20: 30 is left for both. Once A leaves 20, B may leave 10.
    story = shared("box")
    assert (most(story, "A"), most(story, "B")) == (20, 20)
    ride(story, 20)
    assert most(story, "B") == 10
    ride(story.refuses("ride.above_maximum", "NZ-15D.6(b)-S3"), 11, player="B")
    ride(story, 10, player="B")
    assert [side.riding for side in story.state.box(1).sides] == [cents(20), cents(10)]


@pytest.mark.clause("NZ-15D.6(b)-S3")
def test_a_maximum_of_the_player_counts_his_own_alone() -> None:
    # 90 and 20 for two players of at most 100 each: A may leave 10, B all of his 20.
    story = shared("player", (90, 20))
    assert (most(story, "A"), most(story, "B")) == (10, 20)


@pytest.mark.clause("NZ-15D.6(b)-S3")
def test_where_nothing_may_stay_all_of_it_is_passed() -> None:
    story = dealt("8c 8s", stake=100, maximum=100)
    assert most(story) == 0
    assert "nothing more may stay" in story.due.text
    ride(story.refuses("ride.maximum_reached", "NZ-15D.6(b)-S3"), 1)
    assert ride(story, 0).action == "decision"


@pytest.mark.clause("NZ-15D.6(b)-S3")
def test_the_other_reading_of_the_limit_counts_the_wager_without_its_payout() -> None:
    # 80 and the wager of 10 are within 100: all $40 may stay. 95 and 10 are not: 5.
    read = {"house_money.riding.limit": "wager"}
    assert most(dealt("8c 8s", stake=80, wager=10, maximum=100, read=read)) == 40
    assert most(dealt("8c 8s", stake=95, wager=10, maximum=100, read=read)) == 5


@pytest.mark.clause("NZ-15D.5(e)")
def test_a_loser_is_collected_and_asked_nothing() -> None:
    story = dealt("9h 6h", wager=10)
    assert story.items == [("take", 1, "A", 10.0)]
    ride(story.refuses("ride.not_won", "NZ-15D.6"), 0)
    assert story.settle().action == "decision"
    ride(story.refuses("ride.settled", "NZ-15D.6"), 0)


@pytest.mark.clause("NZ-15D.6")
def test_losers_are_taken_before_winners_choose() -> None:
    table = deal("NZ", offer=[HOUSE_MONEY]).bet(1, "A", 20).bet(2, "B", 20)
    table.bet(1, "A", 5, HOUSE_MONEY).bet(2, "B", 5, HOUSE_MONEY)
    story = table.call().initial("6d", "8c 8s", "9h 6h")
    assert story.items == [("take", 2, "B", 5.0)]
    ride(story.refuses("ride.settle_first", "NZ-15D.6"), 0)
    assert story.settle().action == "ride"
    ride(story.refuses("ride.settled", "NZ-15D.6"), 0, box=2, player="B")
    ride(story.refuses("ride.no_wager", "NZ-15D.6"), 0, player="C")


def test_cards_decisions_and_the_rest_wait_for_the_choice() -> None:
    story = dealt("8c 8s")
    story.refuses("ride.choose_first", "NZ-15D.6").cards("2c")
    story.refuses("ride.choose_first", "NZ-15D.6").stand(1)
    story.refuses("ride.choose_first", "NZ-16.14-S1").split(1)
    story.refuses("collect.too_early", "NZ-8.6").collect()
    assert ride(story, 20).action == "decision"
    ride(story.refuses("ride.settled", "NZ-15D.6"), 5)  # it was chosen
    ride(story.refuses("ride.settled", "NZ-15D.6(a)"), 5)


def test_a_choice_is_refused_where_nothing_can_be_chosen() -> None:
    ride(deal("NZ").bet(1, "A", 20).refuses("side_bet.not_offered", "NZ-5.1"), 0)
    ride(deal("NZ", offer=[HOUSE_MONEY]).bet(1, "A", 20).refuses("ride.no_wager", "NZ-15D.6"), 0)
    table = deal("NZ", offer=["perfect_pairs 1"]).bet(1, "A", 20).bet(1, "A", 5, "perfect_pairs").call()
    ride(table.refuses("ride.not_this_bet", "NZ-15B.6"), 0, bet="perfect_pairs")
    ride(deal("NZ", offer=[HOUSE_MONEY]).refuses("box.not_on_layout", "NZ-3.1-S1"), 0, box=17)


def test_what_was_paid_with_the_choice_is_not_undone() -> None:
    story = ride(dealt("8c 8s"), 20)
    story.refuses("undo.chips_moved", "NZ-5.4-S1").do(engine.Undo())


# --- insurance


@pytest.mark.clause("NZ-15D.9")
def test_insurance_covers_half_of_the_wager_alone() -> None:
    # 40 on the hand and 50 in action against an ace: $20 at most.
    story = ride(dealt("9d Td", "Ah", stake=40, wager=10), 50)
    assert story.action == "insurance"
    story.refuses("insurance.wrong_amount", "NZ-9.3(a)").insure(1, "A", "20.01")
    story.insure(1, "A", 20)


@pytest.mark.clause("NZ-15E.8")
def test_insurance_leaves_let_it_ride_out() -> None:
    story = ride(dealt("7d 7d", "Ah", stake=40, wager=15, bet=LET_IT_RIDE), 30, bet=LET_IT_RIDE)
    story.refuses("insurance.wrong_amount", "NZ-9.3(a)").insure(1, "A", 25)
    story.insure(1, "A", 20)


def test_insurance_may_be_placed_while_the_choice_is_open() -> None:
    story = dealt("8c 8s", "Ah")
    assert [(offer.kind, offer.most) for offer in story.due.offers] == [
        ("ride", cents(20)),
        ("insure", cents(10)),
    ]
    story.insure(1, "A", 10)
    assert story.action == "ride"
    ride(story, 20)
    assert story.action == "decision"  # nobody is left to ask
    story.stand(1).cards("Kd").end()
    # The dealer's Blackjack: insurance 2 to 1, 20 lost, what stayed stands off.
    assert story.net() == 15 + 20 - 20


# --- doubling and splitting


@pytest.mark.clause("NZ-15D.7")
def test_a_double_may_add_wager_and_what_stayed() -> None:
    # 20 and all $25 of House Money: up to 45. 5, 6 and a ten are 21 against 20: 20 + 25 + 45.
    story = ride(dealt("5h 6h"), 25)
    story.refuses("double.above_wager", "NZ-15D.7").double(1, A=46)
    story.double(1, A=45).cards("Td Kd 4c").end()
    assert story.result(1).pays == cents(65)
    assert story.net() == 20 + 20 + 25 + 45


@pytest.mark.clause("NZ-15D.7")
def test_a_double_that_names_no_amount_adds_all_that_it_may() -> None:
    story = ride(dealt("5h 6h"), 25).double(1)
    assert story.hand(1).stakes[0].added == cents(45)


@pytest.mark.clause("NZ-15E.6")
def test_a_double_beside_let_it_ride() -> None:
    story = ride(dealt("5h 6h", bet=LET_IT_RIDE), 15, bet=LET_IT_RIDE)
    story.refuses("double.above_wager", "NZ-15E.6").double(1, A=36)
    story.double(1, A=35)


@pytest.mark.clause("NZ-15D.8")
def test_a_split_matches_wager_and_what_stayed_which_goes_with_the_first_hand() -> None:
    # 20 and 20 in action: the second hand takes 40. The first loses 20 and 20, the second wins 40.
    story = ride(dealt("8c 8s"), 20).split(1)
    assert [stake.base for number in (1, 2) for stake in story.hand(1, number).stakes] == [
        cents(20),
        cents(40),
    ]
    story.cards("9h").stand(1).cards("Th").stand(1, 2).cards("Kd Ac")  # 17 and 18 against 17
    story.end()
    assert story.net() == 15 + 0 + 40  # the first hand stands off, and so does what stayed with it


@pytest.mark.clause("NZ-15D.8")
def test_a_first_hand_that_loses_takes_what_stayed_with_it() -> None:
    story = ride(dealt("8c 8s"), 20).split(1)
    story.cards("9h").stand(1).cards("Jh").stand(1, 2).cards("Kd 2c").end()  # 17 and 18 against 18
    assert in_action(story) == ("lose", 20.0, -20.0)
    assert story.net() == 15 - 40
    story = ride(dealt("8c 8s"), 20).split(1)
    story.cards("5h").hit(1).cards("Ks").settle()  # 23: both are taken at once
    story.cards("Jh").stand(1, 2).cards("Ad").end()  # 18 against 17
    assert story.net() == 15 - 20 - 20 + 40


@pytest.mark.clause("NZ-15D.8")
def test_a_further_split_matches_the_same_again() -> None:
    story = ride(dealt("8c 8s"), 20).split(1).cards("8h").split(1)
    assert [story.hand(1, number).stakes[0].base for number in (1, 2, 3)] == [cents(20), cents(40), cents(40)]


@pytest.mark.clause("NZ-15E.7")
def test_a_split_beside_let_it_ride() -> None:
    story = ride(dealt("7d 7d", bet=LET_IT_RIDE), 10, bet=LET_IT_RIDE).split(1)
    assert story.hand(1, 2).stakes[0].base == cents(30)


@pytest.mark.clause("NZ-15D.8", "NZ-14.3(d)")
def test_what_stays_follows_a_wager_that_rides_on_the_second_hand() -> None:
    # B matches nothing and names hand 2: his wager and his $20 go there; A's second hand takes 50 and 20.
    story = ride(ride(shared("player"), 20), 20, player="B").split(1, B="hand2")
    assert [(s.player, s.base) for s in story.hand(1, 1).stakes] == [("A", cents(50))]
    assert [(s.player, s.base) for s in story.hand(1, 2).stakes] == [("A", cents(70)), ("B", cents(20))]
    story.cards("5h").hit(1).cards("Ks")  # the first hand breaks: A's 50 and 20
    assert story.items == [("take", 1, "A", 50.0), ("take", 1, "A", 20.0)]
    story.settle().cards("3h").hit(1, 2).cards("Ts Kd 9c").end()  # 21 against 25
    assert story.net("A") == 15 - 70 + 70
    assert in_action(story, "B") == ("win", 20.0, 20.0)
    assert story.net("B") == 15 + 20 + 20


# --- how it ends


@pytest.mark.clause("NZ-15D.10-S1", "NZ-15E.9-S1")
@pytest.mark.parametrize("bet", [HOUSE_MONEY, LET_IT_RIDE])
def test_a_blackjack_wins_the_odds_on_the_layout_for_both(bet: str) -> None:
    # 80 and 20 at 3 to 2: 120 and 30.
    story = ride(dealt("As Ks", "9d", stake=80, wager=10, bet=bet), 20, bet=bet).end()
    assert in_action(story) == ("win", 20.0, 30.0)
    assert story.result(1).pays == cents(120)


@pytest.mark.clause("NZ-15D.10-S1", "NZ-10.1A")
def test_at_six_to_five_what_stays_wins_six_to_five() -> None:
    story = ride(dealt("As Ks", "9d", wager=10, blackjack_pays="6:5"), 20).end()
    assert in_action(story) == ("win", 20.0, 24.0)


@pytest.mark.clause("NZ-15D.10-S1", "NZ-15E.9-S1", "NZ-10.3")
@pytest.mark.parametrize("bet", [HOUSE_MONEY, LET_IT_RIDE])
def test_even_money_pays_both_one_to_one(bet: str) -> None:
    # Against an ace 80 + 20.
    story = ride(dealt("As Ks", "Ad", stake=80, wager=10, bet=bet), 20, bet=bet).even_money(1, "A")
    assert story.items == [("pay", 1, "A", 80.0), ("pay", 1, "A", 20.0)]
    story.end()
    assert in_action(story) == ("win", 20.0, 20.0)


def test_even_money_may_be_asked_for_while_the_choice_is_open() -> None:
    story = dealt("As Ks", "Ad", stake=80, wager=10).even_money(1, "A")
    ride(story, 20).end()
    assert story.net() == 90 + 80 + 20


@pytest.mark.clause("NZ-15D.10-S2")
def test_what_stays_is_collected_at_once_when_the_hand_breaks() -> None:
    story = ride(dealt("8c 8s", wager=10), 30).hit(1).cards("7h")
    assert story.items == [("take", 1, "A", 20.0), ("take", 1, "A", 30.0)]
    story.end()
    assert in_action(story) == ("lose", 30.0, -30.0)
    assert story.net() == 30 - 50


def test_what_stays_is_still_settled_when_its_wager_was_settled_alone() -> None:
    story = ride(dealt("8c 8s", wager=10), 30).hit(1).cards("7h").settle("1.1.A.main")
    assert story.items == [("take", 1, "A", 30.0)]
    story.end()
    assert in_action(story) == ("lose", 30.0, -30.0)


@pytest.mark.clause("NZ-15E.9-S2")
def test_let_it_ride_loses_with_the_wager() -> None:
    # 18 against 20.
    story = ride(dealt("8d Td", bet=LET_IT_RIDE), 10, bet=LET_IT_RIDE).stand(1).cards("4d Kc").end()
    assert in_action(story) == ("lose", 10.0, -10.0)
    assert story.net() == 5 - 20 - 10


@pytest.mark.clause("NZ-15D.10-S3", "NZ-15E.9-S3")
@pytest.mark.parametrize("bet", [HOUSE_MONEY, LET_IT_RIDE])
def test_what_stays_stands_off_with_the_wager(bet: str) -> None:
    # 9 and ten of one suit, 19 against 19: both go back, no chip moves.
    story = ride(dealt("9d Td", bet=bet), 15, bet=bet).stand(1).cards("3d Kc")
    assert story.action == "collect"
    assert in_action(story) == ("stand_off", 15.0, 0.0)


@pytest.mark.clause("NZ-15D.11", "NZ-15E.10")
@pytest.mark.parametrize("bet", [HOUSE_MONEY, LET_IT_RIDE])
def test_what_stays_stands_off_with_a_dealers_blackjack(bet: str) -> None:
    story = ride(dealt("Td Jd", "Kd", stake=50, wager=10, bet=bet), 20, bet=bet).stand(1).cards("As").end()
    assert story.result(1).takes == cents(50)
    assert in_action(story) == ("stand_off", 20.0, 0.0)


@pytest.mark.clause("NZ-15D.11")
def test_what_a_broken_hand_lost_stays_lost_to_a_dealers_blackjack() -> None:
    table = deal("NZ", offer=[HOUSE_MONEY]).bet(1, "A", 50).bet(1, "A", 10, HOUSE_MONEY).bet(2, "B", 20)
    story = ride(table.call().initial("Kd", "8c 8s", "Ts 9s"), 40).hit(1).cards("Th").settle()
    story.stand(2).cards("As").end()
    assert in_action(story) == ("lose", 40.0, -40.0)


@pytest.mark.clause("NZ-15D.11")
def test_split_and_doubled_hands_against_a_dealers_blackjack() -> None:
    # The wager on the first hand is lost, that of splitting stands off (12.6), and so does what stayed (15D.11).
    story = ride(dealt("8c 8s", "Kd"), 20).split(1)
    story.cards("9h").stand(1).cards("Th").stand(1, 2).cards("As").end()
    assert in_action(story) == ("stand_off", 20.0, 0.0)
    assert story.net() == 15 - 20
    # A doubled hand: the addition stands off (11.5).
    story = ride(dealt("5h 6h", "Kd"), 25).double(1, A=45).cards("2c As").end()
    assert story.net() == 20 - 20


@pytest.mark.clause("NZ-15D.11")
def test_by_the_other_reading_what_stays_loses_to_a_dealers_blackjack() -> None:
    read = {"house_money.riding.dealer_blackjack": "lose"}
    story = ride(dealt("8c 8s", "Kd", read=read), 20).stand(1).cards("As").end()
    assert in_action(story) == ("lose", 20.0, -20.0)
    story = ride(dealt("As Ks", "Kd", wager=10, read=read), 20).cards("As").end()
    assert in_action(story) == ("stand_off", 20.0, 0.0)  # two Blackjacks


@pytest.mark.clause("NZ-15D.10-S1")
def test_a_total_of_22_stands_off_where_it_does_so_for_the_wager() -> None:
    # Free Bet: the dealer's 22 stands off, in Blackjack it wins for the player.
    story = ride(dealt("8c 8s", game="free_bet"), 20).stand(1).cards("6c Tc").end()
    assert in_action(story) == ("stand_off", 20.0, 0.0)
    story = ride(dealt("8c 8s"), 20).stand(1).cards("6c Tc").end()
    assert in_action(story) == ("win", 20.0, 20.0)


@pytest.mark.clause("NZ-15D.10-S1", "NZ-15E.9-S1")
def test_in_the_other_reading_a_total_of_22_wins_for_what_stays() -> None:
    read = {"house_money.riding.win": "blackjack"}
    story = ride(dealt("8c 8s", game="free_bet", read=read), 20).stand(1).cards("6c Tc").end()
    assert (story.result(1).result, in_action(story)) == ("stand_off", ("win", 20.0, 20.0))
    story = ride(dealt("9c Ts", game="free_bet", read=read), 10).stand(1).cards("Kc 3c").end()
    assert in_action(story) == ("stand_off", 10.0, 0.0)  # 19 against 19


@pytest.mark.clause("NZ-15D.10-S1", "NZ-19.3(a)")
def test_a_21_that_wins_at_once_pays_what_stays_at_once() -> None:
    # Blackjack +: 8, 8 and five are 21, paid before the dealer draws.
    story = ride(dealt("8c 8s", game="blackjack_plus"), 20).hit(1).cards("5h")
    assert story.items == [("pay", 1, "A", 20.0), ("pay", 1, "A", 20.0)]


@pytest.mark.clause("NZ-15D.7", "NZ-20.3-S2")
def test_a_lammer_doubles_and_splits_the_wager_alone() -> None:
    # Free Bet: the lammer is worth the wager of 20; what stays wins its own 25 or 20.
    story = free(ride(dealt("5h 6h", game="free_bet"), 25), "double", "A").cards("Td Kd 4c").end()
    assert story.net() == 20 + 20 + 20 + 25
    story = free(ride(dealt("8c 8s", game="free_bet"), 20), "split", "A")
    assert [story.hand(1, number).stakes[0].base for number in (1, 2)] == [cents(20), cents(20)]


@pytest.mark.clause("NZ-15D.10-S1")
def test_ante_up_takes_its_ante_as_well() -> None:
    table = deal("NZ", game="ante_up", elect={"ante": "1"}, offer=[HOUSE_MONEY], minimum=8)
    table.bet(1, "A", 20).bet(1, "A", 1, "ante").bet(1, "A", 5, HOUSE_MONEY)
    story = ride(table.call().initial("6d", "8c 8s"), 20)
    assert story.items == [("take", 1, "A", 1.0)]
    story.settle().stand(1).cards("Kd Qd").end()
    assert story.net() == 15 - 1 + 20 + 20


@pytest.mark.clause("NZ-15D.10-S1")
def test_player_select_pays_what_stays_at_the_odds_of_the_wager() -> None:
    # 20 is under the upper minimum of 50 and has 6 to 5, whatever stays beside it.
    elect = {"upper_min": "50", "lower_blackjack_pays": "6:5"}
    story = ride(dealt("As Ks", wager=10, game="player_select", **elect), 100).end()
    assert in_action(story) == ("win", 100.0, 120.0)


# --- a decision before the choice


@pytest.mark.clause("NZ-16.14-S1")
def test_a_decision_before_the_choice_takes_it_down() -> None:
    # A suited sequence at 4 to 1: 40 and the wager of 10 go to the player.
    story = dealt("9d Td", stake=50, wager=10)
    ride(story.refuses("ride.acted_first", "NZ-16.14-S1"), 20, decided_first=True)
    ride(story, 0, decided_first=True)
    assert paid_with_choice(story) == 40
    (event,) = story.recorded(Rode)
    assert (event.decided_first, event.amount, event.clause) == (True, 0, "NZ-16.14-S1")
    ride(story.refuses("ride.settled", "NZ-16.14-S2"), 20)
    story.stand(1)


@pytest.mark.clause("NZ-16.14-S2")
def test_money_that_a_decision_took_down_raises_neither_double_nor_split() -> None:
    story = ride(dealt("5h 5c"), 0, decided_first=True)  # a pair at 3 to 1
    story.refuses("double.above_wager", "NZ-11.2(a)").double(1, A=40)
    story.double(1, A=20)


@pytest.mark.clause("NZ-16.15-S1", "NZ-16.15-S2")
def test_a_decision_before_the_choice_takes_let_it_ride_down() -> None:
    story = ride(dealt("6c 7c", stake=50, wager=10, bet=LET_IT_RIDE), 0, bet=LET_IT_RIDE, decided_first=True)
    assert paid_with_choice(story, bet=LET_IT_RIDE) == 20
    assert story.recorded(Rode)[0].clause == "NZ-16.15-S1"
    story = ride(dealt("8d 8d", stake=50, wager=10, bet=LET_IT_RIDE), 0, bet=LET_IT_RIDE, decided_first=True)
    assert story.split(1).hand(1, 2).stakes[0].base == cents(50)


@pytest.mark.clause("NZ-16.14-S1")
def test_a_decision_takes_down_what_everybody_on_the_hand_has_there() -> None:
    story = ride(shared("player"), 0, decided_first=True)
    assert story.action == "decision"
    assert [(r.player, r.pays) for r in story.state.results] == [("A", cents(15)), ("B", cents(15))]
    # In the other reading only the wager of the player who decided.
    table = deal("NZ", offer=[HOUSE_MONEY], read={"house_money.riding.decided_first": "decider"})
    table.shared(1, A=50, B=20).bet(1, "A", 5, HOUSE_MONEY).bet(1, "B", 5, HOUSE_MONEY)
    story = ride(table.call().initial("6d", "8c 8s"), 0, decided_first=True)
    assert (story.action, story.due.player) == ("ride", "B")
