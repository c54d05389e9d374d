"""Crown Pontoon, Table 1 (rule 10.11.1): every line of odds, each with the nearest hand that is not on it."""

import pytest

from tests.engine.story import Story
from tests.engine.vic03_versions.tables import drawn, pontoon, pontoon_hand

L = "VIC03-10.11.1-T1-L"


def paid(cards: str, dealer: str = "6d", wager: int = 20, **setup: object) -> tuple[float, str, str]:
    """What a hand of 21 on that wager is paid at once, at which odds and under which line."""
    first, rest = cards.split()[:2], cards.split()[2:]
    story = pontoon_hand(" ".join(first), dealer, wager, **setup)
    if dealer[0] == "A":
        story.asked()
    if dealer[0] in "AJQK":
        story.kept()
    drawn(story, 1, " ".join(rest))
    assert story.action == "settle"
    story.settle()
    result = story.result(1)
    return result.pays / 100, result.odds, result.clause


@pytest.mark.clause("VIC03-10.11.1-T1-L01")
def test_pontoon() -> None:
    """25 x 3/2 = 37.50."""
    story = pontoon_hand("As Jc", wager=25)
    assert story.items == [("pay", 1, "A", 37.5)]
    assert story.settle().result(1).clause == L + "01"


@pytest.mark.clause("VIC03-10.11.1-T1-L02")
@pytest.mark.parametrize("cards", ["2c 3d 4s 5h 7c", "Ac 2d 3s 4h Ad", "6c 2d 2s 5h 6d"])
def test_five_cards(cards: str) -> None:
    """2+3+4+5+7 = 21; 1+2+3+4+11 = 21; 6+2+2+5+6 = 21. 20 x 3/2 = 30."""
    assert paid(cards) == (30, "3:2", L + "02")


@pytest.mark.clause("VIC03-10.11.1-T1-L05")
def test_six_cards() -> None:
    """2+2+3+3+5+6 = 21. 20 x 2 = 40."""
    assert paid("2c 2d 3s 3h 5c 6d") == (40, "2:1", L + "05")


@pytest.mark.clause("VIC03-10.11.1-T1-L08")
@pytest.mark.parametrize(
    "cards", ["2c 2d 2s 3h 3c 4d 5s", "Ac As 2d 2h 3c 3s 4d 5h", "Ac As Ad 2d 2h 2c 3c 3s 6d"]
)
def test_seven_cards_or_more(cards: str) -> None:
    """2+2+2+3+3+4+5 = 21; 1+1+2+2+3+3+4+5 = 21; 1+1+1+2+2+2+3+3+6 = 21. 20 x 3 = 60."""
    assert paid(cards) == (60, "3:1", L + "08")


@pytest.mark.clause("VIC03-10.11.1-T1-L03")
@pytest.mark.parametrize("cards", ["8c 6h 7d", "6c 7c 8d", "7s 8s 6c"])
def test_six_seven_eight_of_mixed_suits(cards: str) -> None:
    assert paid(cards) == (30, "3:2", L + "03")


@pytest.mark.clause("VIC03-10.11.1-T1-L06")
@pytest.mark.parametrize("cards", ["7h 6h 8h", "6d 7d 8d", "8c 7c 6c"])
def test_six_seven_eight_of_one_suit(cards: str) -> None:
    assert paid(cards) == (40, "2:1", L + "06")


@pytest.mark.clause("VIC03-10.11.1-T1-L09")
@pytest.mark.parametrize("cards", ["6s 7s 8s", "8s 6s 7s"])
def test_six_seven_eight_of_spades(cards: str) -> None:
    assert paid(cards) == (60, "3:1", L + "09")


@pytest.mark.clause("VIC03-10.11.1-T1-L04")
@pytest.mark.parametrize("cards", ["7h 7h 7c", "7s 7d 7c", "7s 7s 7h"])
def test_three_sevens_of_mixed_suits(cards: str) -> None:
    assert paid(cards) == (30, "3:2", L + "04")


@pytest.mark.clause("VIC03-10.11.1-T1-L07")
@pytest.mark.parametrize("cards", ["7d 7d 7d", "7h 7h 7h", "7c 7c 7c"])
def test_three_sevens_of_one_suit(cards: str) -> None:
    assert paid(cards, "9s") == (40, "2:1", L + "07")


@pytest.mark.clause("VIC03-10.11.1-T1-L10")
def test_three_sevens_of_spades() -> None:
    assert paid("7s 7s 7s", "Kd") == (60, "3:1", L + "10")


@pytest.mark.clause("VIC03-10.11.1-T1-L11")
@pytest.mark.parametrize("cards", ["9c 8d 4s", "Kc Qd As", "6c 7d 2s 6h", "6s 7s 4s 4s", "Ac 4d 6h"])
def test_every_other_21(cards: str) -> None:
    """21 of three or four cards without a line of its own: 20 x 1."""
    assert paid(cards) == (20, "1:1", L + "11")


@pytest.mark.clause("VIC03-10.11.1-T1-L11")
def test_a_win_below_21() -> None:
    story = pontoon_hand("Kc Qd").stand(1).cards("Kd 3s").end()  # 20 against 6+10+3 = 19
    assert (story.net(), story.result(1).odds, story.result(1).clause) == (20, "1:1", L + "11")


@pytest.mark.clause("VIC03-10.11.1-T1-L02", "VIC03-10.11.1-T1-L11")
def test_five_cards_below_21_are_nothing_special() -> None:
    """2+3+4+5+6 = 20 against 6+10+3 = 19: 20 at the end."""
    story = drawn(pontoon_hand("2c 3d"), 1, "4s 5h 6c").stand(1).cards("Kd 3s").end()
    assert (story.net(), story.result(1).odds) == (20, "1:1")


@pytest.mark.clause("VIC03-10.6.1(b)", "VIC03-10.11.1-T1-L01")
def test_odds_are_paid_in_chips_up() -> None:
    """2.50 x 3/2 = 3.75: with fifties as the smallest chip, 4.00 (6.2.3)."""
    story = pontoon(chips=("0.50", 1, 5)).bet(1, "A", 2.5).call().initial("6d", "As Kd")
    assert story.items == [("pay", 1, "A", 4)]


def split_then(pair: str, first: str, dealer: str = "6d") -> Story:
    """A pair split, 20 on each hand, the first completed with these cards."""
    story = pontoon_hand(pair, dealer).split(1)
    card, *rest = first.split()
    return drawn(story.cards(card), 1, " ".join(rest))


@pytest.mark.clause(
    "VIC03-10.8.1",
    "VIC03-10.11.1-T1-L02",
    "VIC03-10.11.1-T1-L03",
    "VIC03-10.11.1-T1-L04",
    "VIC03-10.11.1-T1-L07",
    "VIC03-10.11.1-T1-L08",
)
@pytest.mark.parametrize(
    ("pair", "first", "pays", "clause"),
    [
        ("2c 2d", "3d 4s 5h 7c", 30, L + "02"),  # 2+3+4+5+7: the split card counts as the first of five
        ("2c 2d", "2h 2s 3s 3h 4s 5h", 60, L + "08"),  # 2+2+2+3+3+4+5: seven
        ("8c 8d", "6h 7d", 30, L + "03"),
        ("8h 8d", "6h 7h", 40, L + "06"),
        ("7c 7d", "7h 7s", 30, L + "04"),
        ("7c 7d", "7c 7c", 40, L + "07"),
        ("7s 7d", "7s 7s", 60, L + "10"),
        ("9c 9d", "8h 4s", 20, L + "11"),
    ],
)
def test_split_hands_have_the_odds_of_the_table(pair: str, first: str, pays: int, clause: str) -> None:
    story = split_then(pair, first)
    assert story.items == [("pay", 1, "A", pays)]
    assert story.settle().result(1).clause == clause


@pytest.mark.clause("VIC03-10.11.1-T1-L06", "VIC03-10.11.1-T1-L09")
def test_every_owner_on_the_box_has_them() -> None:
    """6-7-8 of spades on 20 and 5: 60 and 15."""
    story = pontoon().shared(1, A=20, B=5).call().initial("6d", "6s 7s")
    drawn(story, 1, "8s")
    assert story.items == [("pay", 1, "A", 60), ("pay", 1, "B", 15)]
