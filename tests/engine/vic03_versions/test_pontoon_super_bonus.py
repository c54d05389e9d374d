"""Crown Pontoon, the Super Bonus of Table 1: three sevens of one suit against a seven."""

import pytest

from rounds import engine
from rounds.engine.settlement.events import Settled
from tests.engine.story import Dollars, Story
from tests.engine.vic03_versions.tables import drawn, pontoon

T = "VIC03-10.11.1-T1-"
LOW, HIGH, OTHERS, TIME = T + "L12a", T + "L12b", T + "L12c", T + "N1"
BONUS = "super_bonus"


def sevens(wager: Dollars, dealer: str = "7h", suit: str = "c") -> Story:
    """Three sevens of one suit on box 1, not yet paid."""
    story = pontoon().bet(1, "A", wager).call().initial(dealer, f"7{suit} 7{suit}")
    return drawn(story, 1, f"7{suit}")


@pytest.mark.clause("VIC03-10.11.1-T1-L12a", "VIC03-10.11.1-T1-N1")
@pytest.mark.parametrize(
    ("wager", "odds", "suit"), [(24, 48, "c"), (2, 4, "d"), (24.5, 49, "h"), (10, 30, "s")]
)
def test_a_wager_of_2_to_24_wins_1000_on_top(wager: Dollars, odds: float, suit: str) -> None:
    """2 to 1 on the wager, 3 to 1 in spades, and 1,000; what lies between 24 and 25 counts as the lower."""
    story = sevens(wager, suit=suit)
    assert story.items == [("pay", 1, "A", odds), ("pay", 1, "A", 1000)]
    story.settle()
    assert (story.net(), story.result(1, bet=BONUS).clause) == (odds + 1000, LOW)


@pytest.mark.clause("VIC03-10.11.1-T1-L12b")
@pytest.mark.parametrize(("wager", "odds"), [(25, 50), (500, 1000)])
def test_a_wager_of_25_or_more_wins_5000(wager: int, odds: int) -> None:
    """A fixed sum: it does not grow with the wager."""
    story = sevens(wager).settle()
    assert (story.net(), story.result(1, bet=BONUS).clause) == (odds + 5000, HIGH)


@pytest.mark.clause("VIC03-10.11.1-T1-L12a")
def test_a_wager_below_2_wins_no_bonus() -> None:
    story = sevens(1.5)
    assert story.items == [("pay", 1, "A", 3)]


@pytest.mark.clause("VIC03-10.11.1-T1-L12a", "VIC03-10.11.1-T1-L12b")
def test_each_owner_wins_by_the_own_original_wager() -> None:
    """10 and 50 on 7-7-7 of spades: 30 + 1,000 and 150 + 5,000."""
    story = pontoon().shared(1, A=10, B=50).call().initial("7d", "7s 7s")
    drawn(story, 1, "7s").settle()
    assert (story.net("A"), story.net("B")) == (1030, 5150)


@pytest.mark.clause("VIC03-10.11.1-T1-L12a")
@pytest.mark.parametrize(
    ("hand", "third", "dealer", "pays"),
    [("7c 7c", "7c", "9h", 40), ("7c 7c", "7d", "7h", 30), ("6c 7c", "8c", "7h", 40)],
)
def test_no_bonus_without_a_dealers_seven_one_suit_or_sevens(
    hand: str, third: str, dealer: str, pays: int
) -> None:
    story = pontoon().bet(1, "A", 20).call().initial(dealer, hand)
    assert drawn(story, 1, third).items == [("pay", 1, "A", pays)]


@pytest.mark.clause("VIC03-10.11.1-T1-N1", "VIC03-10.6.1(b)")
def test_the_super_bonus_is_paid_at_once_and_before_the_cards_are_collected() -> None:
    """25 x 2 = 50 and 5,000 on box 1; only then does box 2 act."""
    story = pontoon().bet(1, "A", 25).bet(2, "B", 10).call().initial("7h", "7c 7c", "9c 8d")
    drawn(story, 1, "7c")
    story.refuses("collect.too_early", "VIC03-7.5.7(a)").collect()
    story.settle("1.1.A.main")  # the odds alone: the bonus stays due
    assert (story.items, story.due.clause) == ([("pay", 1, "A", 5000)], TIME)
    assert "Super Bonus" in story.due.text
    story.refuses("card.payment_first", TIME).cards("2c")
    story.refuses("collect.too_early", "VIC03-7.5.7(a)").collect()
    story.settle()
    assert story.recorded(Settled)[0].clause == TIME
    assert (story.action, story.due.box) == ("decision", 2)


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_every_other_original_wager_receives_50() -> None:
    """Super Bonus on box 4. Box 1 broke (-10), box 2 had a Pontoon (30 x 3/2 = 45), box 3 split: 8+9 = 17 and
    8+10 = 18 against 7+10 = 17: 0 and 5. Each of the three has one 50, whatever it did: 150 in all."""
    story = pontoon().bet(1, "A", 10).bet(2, "B", 30).bet(3, "C", 5).bet(4, "D", 25).call()
    story.initial("7d", "Kc 6c", "As Kd", "8c 8h", "7h 7h").settle()
    drawn(story, 1, "9s").settle()
    story.split(3).cards("9c").stand(3).cards("Kh").stand(3, hand=2)
    drawn(story, 4, "7h").settle()
    assert story.net("D") == 50 + 5000
    story.cards("Ks")
    assert [item for item in story.items if item[3] == 50] == [
        ("pay", 1, "A", 50),
        ("pay", 2, "B", 50),
        ("pay", 3, "C", 50),
    ]
    story.end()
    assert [story.net(player) for player in "ABCD"] == [-10 + 50, 45 + 50, 5 + 50, 5050]
    assert {story.result(box, player, hand=0, bet=BONUS).clause for box, player in [(1, "A"), (3, "C")]} == {
        OTHERS
    }


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_the_others_50_are_due_before_the_cards_are_collected() -> None:
    story = pontoon().bet(1, "A", 25).bet(2, "B", 10).call().initial("7h", "7c 7c", "Kc 8d")
    drawn(story, 1, "7c").settle().stand(2).cards("Kd").settle("2.1.B.main")
    assert (story.items, story.due.clause) == ([("pay", 2, "B", 50)], OTHERS)
    story.refuses("collect.payment_first", "VIC03-7.5.7(a)").collect()
    assert story.end().net("B") == 60  # 18 against 17 wins 10


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_the_winners_own_other_box_is_another_wager() -> None:
    """7-7-7 on box 1: 50 + 5,000; 18 against 17 on box 2: 10 and 50."""
    story = pontoon().several("A").bet(1, "A", 25).bet(2, "A", 10).call().initial("7h", "7c 7c", "Kc 8d")
    drawn(story, 1, "7c").settle().stand(2).cards("Kd").end()
    assert story.net() == 5050 + 60


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_a_stand_off_has_its_50_too() -> None:
    """17 against 7+10 = 17: the 10 go back, and 50."""
    story = pontoon().bet(1, "A", 25).bet(2, "B", 10).call().initial("7h", "7c 7c", "Kc 7d")
    drawn(story, 1, "7c").settle().stand(2).cards("Kd").end()
    assert story.net("B") == 50


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_with_two_winners_every_other_wager_has_one_50() -> None:
    story = pontoon().bet(1, "A", 25).bet(2, "B", 10).bet(3, "C", 10).call()
    story.initial("7h", "7c 7c", "7d 7d", "Kc 8d")
    drawn(drawn(story, 1, "7c").settle(), 2, "7d").settle().stand(3).cards("Kd").end()
    assert [story.net(player) for player in "ABC"] == [5050, 1020, 60]


@pytest.mark.clause("VIC03-10.11.1-T1-L12c")
def test_without_a_winner_nobody_has_50() -> None:
    story = pontoon().bet(1, "A", 25).bet(2, "B", 10).call().initial("9h", "7c 7c", "Kc 8d")
    drawn(story, 1, "7c").settle().stand(2).cards("Kd").end()  # 18 against 19
    assert (story.net("A"), story.net("B")) == (50, -10)


@pytest.mark.clause("VIC03-10.7.4", "VIC03-10.11.1-T1-L12a", "VIC03-10.11.1-T1-L12c")
def test_a_doubled_hand_wins_no_bonus_but_has_the_50_of_another() -> None:
    """Box 1: 25 + 25 doubled on 7-7, third 7: 50 x 1. Box 2: 10 x 2 + 1,000. Then 50 on box 1's original."""
    story = pontoon().bet(1, "A", 25).bet(2, "B", 10).call().initial("7d", "7s 7s", "7c 7c")
    story.double(1).cards("7s")
    assert story.items == [("pay", 1, "A", 50)]
    story.settle()
    drawn(story, 2, "7c").settle().end()
    assert (story.net("A"), story.net("B")) == (50 + 50, 20 + 1000)


@pytest.mark.clause("VIC03-10.7.4(a)", "VIC03-10.11.1-T1-L12a")
def test_a_player_who_stayed_out_of_the_double_wins_no_bonus() -> None:
    story = pontoon().shared(1, A=20, B=20).call().initial("7d", "7c 7c").double(1).cards("7c")
    assert story.items == [("pay", 1, "A", 40), ("pay", 1, "B", 20)]


@pytest.mark.clause("VIC03-10.8.1")
def test_suited_sevens_that_were_split_win_none() -> None:
    """7c-7c split: 7-7-7 of clubs pays 2 to 1, 40; no 1,000 and no 50 on box 2, where 18 beats 17."""
    story = pontoon().bet(1, "A", 20).bet(2, "B", 10).call().initial("7d", "7c 7c", "Kc 8d").split(1)
    drawn(story.cards("7c"), 1, "7c")
    assert story.items == [("pay", 1, "A", 40)]
    story.settle().cards("Kh").stand(1, hand=2).stand(2).cards("Kd").end()  # 17 against 17 stands off
    assert (story.net("A"), story.net("B")) == (40, 10)


@pytest.mark.clause("VIC03-10.8.1")
def test_sevens_of_two_suits_that_were_split_may() -> None:
    """7c-7h split: 7-7-7 of clubs pays 40 + 1,000."""
    story = pontoon().bet(1, "A", 20).call().initial("7d", "7c 7h").split(1)
    drawn(story.cards("7c"), 1, "7c").settle()
    assert (story.net(), story.result(1, bet=BONUS).pays) == (1040, 1_000_00)


@pytest.mark.clause("VIC03-10.11.1-T1-L12c", "VIC03-10.11.1-T1-L12a")
def test_the_winners_split_hand_gets_no_50_of_its_own() -> None:
    """The original wager of box 1 has won the bonus: its second hand, 7+10 = 17 against 17, has nothing."""
    story = pontoon().bet(1, "A", 20).call().initial("7d", "7c 7h").split(1)
    drawn(story.cards("7c"), 1, "7c").settle().cards("Kh").stand(1, hand=2).cards("Kd").end()
    assert story.net() == 1040


def test_the_super_bonus_survives_the_round_in_the_record() -> None:
    story = sevens(25).settle().end()
    assert (
        engine.fold([engine.decode_event(engine.encode_event(event)) for event in story.events])
        == story.state
    )
