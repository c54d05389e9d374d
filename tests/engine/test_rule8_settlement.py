"""Rules 5.6, 5.14 and 8.1: who wins, what is paid, and in which order."""

import pytest

from rounds.engine.settlement.events import Settled
from tests.engine.story import Story, deal


def settled(hand: str, dealer: str, *, wager: int = 20) -> Story:
    """A hand that stands (draws its further cards first) against the dealer's cards."""
    first, second, *more = hand.split()
    top, *rest = dealer.split()
    story = deal().bet(1, "A", wager).call().initial(top, f"{first} {second}")
    if story.action == "insurance":
        story.asked()
    for card in more:
        story.hit(1).cards(card)
    if story.action == "decision":
        story.stand(1)
    if story.action == "settle":
        story.settle()
    for card in rest:
        if story.action == "card":
            story.cards(card)
    return story.end()


@pytest.mark.clause("VIC03-5.6.1", "VIC03-8.1-T01")
@pytest.mark.parametrize("dealer", ["6d", "Kd 7c", "Ad 9c", "Td 6c 5c"])
def test_a_blackjack_wins_three_to_two(dealer: str) -> None:
    """Also against a dealer's 21 of three cards, had he drawn them: 20 × 3/2 = 30."""
    story = settled("As Kh", dealer)
    assert (story.result(1).odds, story.net()) == ("3:2", 30)


@pytest.mark.clause("VIC03-5.6.1")
def test_a_blackjack_beats_a_dealers_21_of_three_cards() -> None:
    """B's open hand makes the dealer draw on: 10 + 6 + 5."""
    story = deal().bet(1, "A", 20).bet(2, "B", 10).call().initial("Td", "As Kh", "Ts 9h")
    story.stand(2).cards("6c 5c").end()
    assert (story.net("A"), story.net("B")) == (30, -10)


@pytest.mark.clause("VIC03-5.6.1")
def test_21_of_three_cards_is_not_a_blackjack() -> None:
    story = settled("7s 7h 7c", "Td 9c")
    assert (story.result(1).odds, story.net()) == ("1:1", 20)


@pytest.mark.clause("VIC03-5.6.2", "VIC03-8.1-T02")
@pytest.mark.parametrize("hand", ["Ts 2h", "Ts 9h", "2s 3h", "7s 7h 7c"])
def test_any_hand_up_to_21_wins_when_the_dealer_breaks(hand: str) -> None:
    assert settled(hand, "Td 6c 9c").net() == 20  # the dealer has 25


@pytest.mark.clause("VIC03-5.6.3", "VIC03-8.1-T02")
@pytest.mark.parametrize(
    ("hand", "dealer"), [("Ts 9h", "Td 8c"), ("As 7h", "Td 7c"), ("7s 7h 7c", "Td Kc"), ("9s 9h", "Ad 6c")]
)
def test_the_higher_total_wins_one_to_one(hand: str, dealer: str) -> None:
    story = settled(hand, dealer)
    assert (story.result(1).pays, story.result(1).takes, story.result(1).odds) == (20_00, 0, "1:1")


@pytest.mark.clause("VIC03-5.6.4")
@pytest.mark.parametrize(
    ("hand", "dealer"),
    [
        ("Ts 9h", "Td 9c"),
        ("As 7h", "Td 8c"),
        ("As Kh", "Ad Qc"),  # both have a Blackjack
        ("As Kh", "Td Ac"),
        ("7s 7h 7c", "Td 6c 5c"),
        ("7s 7h 7c", "Kd Ac"),  # equal totals: 5.6.1 raises a player's Blackjack only
    ],
)
def test_equal_totals_are_void(hand: str, dealer: str) -> None:
    story = settled(hand, dealer)
    result = story.result(1)
    assert (result.result, result.pays, result.takes, result.clause) == ("stand_off", 0, 0, "VIC03-5.6.4")


@pytest.mark.clause("VIC03-5.6.5")
def test_above_21_loses_whatever_the_dealer_gets() -> None:
    """A breaks with 25 and the dealer with 26: A has lost, B wins."""
    story = deal().bet(1, "A", 20).bet(2, "B", 10).call().initial("Td", "Ts 6h", "Ts 9h")
    story.hit(1).cards("9c")
    assert story.items == [("take", 1, "A", 20)]
    assert story.due.clause == "VIC03-5.6.5"
    story.settle().stand(2).cards("6c Tc").end()
    assert (story.net("A"), story.net("B")) == (-20, 10)


@pytest.mark.clause("VIC03-5.6.5")
def test_play_goes_on_once_the_broken_hand_was_taken() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 10).call().initial("Td", "Ts 6h", "Ts 9h").hit(1).cards("9c")
    story.refuses("decision.taking_first", "VIC03-5.6.5").stand(2)
    story.settle().stand(2)


@pytest.mark.clause("VIC03-5.6.6")
@pytest.mark.parametrize(
    ("hand", "dealer"), [("Ts 8h", "Td Kc"), ("Ts Kh", "Ad Kc"), ("2s 3h", "Td 7c"), ("As 6h", "Ad 7c")]
)
def test_the_lower_total_loses(hand: str, dealer: str) -> None:
    story = settled(hand, dealer)
    assert (story.result(1).result, story.net(), story.result(1).clause) == ("lose", -20, "VIC03-5.6.6")


@pytest.mark.clause("VIC03-8.1-T02")
def test_doubled_and_split_parts_win_one_to_one() -> None:
    """10 split: 6+5 doubled to 20, 6+4 and K; the dealer breaks: 20 + 10."""
    story = deal().bet(1, "A", 10).call().initial("6d", "6s 6h").split(1).cards("5c").double(1).cards("9c")
    story.cards("4c").hit(1, hand=2).cards("Kc").stand(1, hand=2).cards("Td Kd").end()
    assert [story.result(1, hand=n).pays for n in (1, 2)] == [20_00, 10_00]


@pytest.mark.clause("VIC03-5.14.1", "VIC03-5.14.2")
def test_losers_are_cleared_before_winners_are_paid() -> None:
    """Dealer 18. Box 1: 20 wins 20; box 2: 10 loses; box 3: 18 stands off; box 4: 30 loses, box 5: 5 wins."""
    story = deal().bet(1, "A", 20).bet(2, "B", 10).bet(3, "C", 10).bet(4, "D", 30).bet(5, "E", 5).call()
    story.initial("Td", "Ts 9h", "Ts 7h", "Ts 8h", "9s 8h", "Ts Th")
    for box in range(1, 6):
        story.stand(box)
    story.cards("8c")
    assert story.items == [
        ("take", 2, "B", 10),
        ("take", 4, "D", 30),
        ("pay", 1, "A", 20),
        ("pay", 5, "E", 5),
    ]
    assert story.result(3, "C").result == "stand_off"  # its wager stays: nothing is to be done
    assert story.due.clause == "VIC03-5.14.1"


@pytest.mark.clause("VIC03-5.14.1")
def test_a_payment_before_the_losers_are_cleared_is_refused() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 10).call().initial("Td", "Ts 9h", "Ts 7h").stand(1).stand(2)
    story.cards("8c").refuses("settlement.out_of_order", "VIC03-5.14.1").settle("1.1.A.main")
    story.settle("2.1.B.main").settle("1.1.A.main").collect()


@pytest.mark.clause("VIC03-5.14.1", "VIC03-5.14.2")
def test_the_round_does_not_close_on_an_open_settlement() -> None:
    story = deal().bet(1, "A", 20).bet(2, "B", 10).call().initial("Td", "Ts 9h", "Ts 7h").stand(1).stand(2)
    story.cards("8c").refuses("collect.taking_first", "VIC03-5.14.1").collect()
    story.settle("2.1.B.main").refuses("collect.payment_first", "VIC03-5.14.2").collect()
    story.settle().collect()


@pytest.mark.clause("VIC03-5.14.2")
def test_nothing_is_paid_twice_nor_what_is_not_due() -> None:
    story = deal().bet(1, "A", 20).call().initial("Td", "Ts 9h")
    story.refuses("settlement.nothing_due", "VIC03-5.14.2").settle()
    story.stand(1).cards("8c")
    story.refuses("settlement.not_due", "VIC03-5.14.2").settle("2.1.A.main")
    story.refuses("settlement.twice", "VIC03-5.14.2").settle("1.1.A.main", "1.1.A.main")
    story.settle().refuses("settlement.nothing_due", "VIC03-5.14.2").settle()


@pytest.mark.clause("VIC03-5.14.2")
def test_a_payment_names_its_chips() -> None:
    """37.50 from 2.50, 5 and 25: one 25, two 5, one 2.50."""
    story = deal(chips=("2.50", 5, 25, 100)).bet(1, "A", 25).call().initial("6d", "As Kh")
    assert story.due.items[0].result.chips == ((25_00, 1), (5_00, 2), (2_50, 1))
    story.settle()
    assert story.recorded(Settled)[0].result.chips == ((25_00, 1), (5_00, 2), (2_50, 1))


@pytest.mark.clause("VIC03-8.1-T01", "VIC03-5.14.2")
@pytest.mark.parametrize(("wager", "pays"), [(20, 30), (10, 15), (5, 7.5), (15, 22.5), (1, 1.5)])
def test_three_to_two(wager: int, pays: float) -> None:
    assert settled("As Kh", "6d", wager=wager).net() == pays
