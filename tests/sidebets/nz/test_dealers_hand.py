"""Buster Blackjack and Push 22: what the dealer's hand decides (NZ 15H, 20A)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.cards import HARD_VALUE, Card
from sidebets import LOSE, OPEN, Seen
from tests.sidebets.nz.book import BETS, pays, seen
from tests.strategies import cards

BUSTER = BETS["buster"]
PUSH = BETS["push_22"]
SCALES = ("A", "B", "C", "D", "E", "F")


@pytest.mark.clause("NZ-15H.10a", "NZ-15H.10a-S1")
@pytest.mark.clause(
    "NZ-15H.10a-T1", "NZ-15H.10a-T2", "NZ-15H.10a-T3", "NZ-15H.10a-T4", "NZ-15H.10a-T5", "NZ-15H.10a-T6"
)
@pytest.mark.parametrize(
    ("dealer", "paid"),
    [
        ("2s 2h 2d 2c 2s 3h 3d 8c", (1250, 1000, 1250, 1000, 1250, 1250)),  # 24 in eight
        ("2s 2h 2d 2c 2s 2h 2d 2c 9s", (1250, 1000, 1250, 1000, 1250, 1250)),  # 25 in nine
        ("2s 2h 2d 3c 3s 4h 7d", (250, 250, 250, 250, 250, 250)),  # 23 in seven
        ("2s 2h 3d 4c 4s 9h", (75, 75, 60, 60, 60, 100)),  # 24 in six
        ("2s 3h 4d 5c Ks", (20, 20, 20, 20, 15, 40)),  # 24 in five
        ("2s 3h Td 8c", (10, 10, 10, 10, 10, 10)),  # 23 in four
        ("Ts 6h Kd", (10, 10, 10, 10, 10, 5)),  # 26 in three
        ("Ts 7c", (-5, -5, -5, -5, -5, -5)),
        ("As Kd", (-5, -5, -5, -5, -5, -5)),
    ],
)
def test_buster_pays_by_scale_and_cards(dealer: str, paid: tuple[int, ...]) -> None:
    by_scale = [pays(BUSTER, scale, seen("", dealer, closed=True), 5_00) for scale in SCALES]
    assert by_scale == [amount * 100 for amount in paid]


@pytest.mark.clause("NZ-15H.10a")
def test_buster_has_six_scales() -> None:
    assert tuple(scale.name for scale in BUSTER.scales) == SCALES
    assert BUSTER.scale("f").name == "F"
    with pytest.raises(KeyError):
        BUSTER.scale("G")


@pytest.mark.clause("NZ-15H.10b", "NZ-15H.10b-T1", "NZ-15H.10b-T2", "NZ-15H.9(c)")
def test_the_free_bonus_has_two_scales_of_sums_for_seven_cards_and_more() -> None:
    bonus = BUSTER.bonus
    assert bonus is not None
    assert [name for name, _ in bonus.scales] == ["B1", "B3"]
    sums = {name: {line: cents for line, cents, _ in bonus.scale(name)} for name in ("B1", "B3")}
    seven = BUSTER.outcome(seen("", "2s 2h 2d 3c 3s 4h 7d"))
    eight = BUSTER.outcome(seen("", "2s 2h 2d 2c 2s 3h 3d 8c"))
    assert sums == {
        "B1": {seven: 1000_00, eight: 8000_00},
        "B3": {seven: 1000_00, eight: 5000_00},
    }
    with pytest.raises(KeyError):
        bonus.scale("B2")


@pytest.mark.clause("NZ-20A.6", "NZ-20A.6-T1", "NZ-20A.6-T2", "NZ-20A.6-T3", "NZ-20A.6-T4", "NZ-20A.4")
@pytest.mark.parametrize(
    ("dealer", "by_scale_1", "by_scale_2"),
    [
        ("Th 2h Kh", 250, 250),  # one suit does not count as one colour as well
        ("Th 2d Kh", 100, 100),
        ("Th 2c Kh", 40, 35),
        ("Ts 2c 5c 5s", 100, 100),
        ("Ts 3c Kc", -5, -5),
        ("Ts 5c 6c", -5, -5),
        ("As Kc", -5, -5),
    ],
)
def test_push_22_pays_by_scale(dealer: str, by_scale_1: int, by_scale_2: int) -> None:
    paid = [pays(PUSH, scale, seen("", dealer, closed=True), 5_00) for scale in ("1", "2")]
    assert paid == [by_scale_1 * 100, by_scale_2 * 100]


@pytest.mark.clause("NZ-20A.6-T1")
def test_all_of_the_dealers_cards_count_for_the_suit_not_the_first_three() -> None:
    assert PUSH.outcome(seen("", "2h 3h 4h 6h 7h")) == "same_suit_22"
    assert PUSH.outcome(seen("", "2h 3h 4h 6h 7d")) == "same_colour_22"
    assert PUSH.outcome(seen("", "2h 3h 4h 6h 7s")) == "other_22"


@pytest.mark.clause("NZ-20A.6")
def test_push_22_has_two_scales() -> None:
    assert [PUSH.scale(word).name for word in ("1", "Two")] == ["1", "2"]
    with pytest.raises(KeyError):
        PUSH.scale("3")


@given(st.lists(cards(), min_size=1, max_size=10), st.booleans())
@pytest.mark.clause("NZ-15H.5", "NZ-15H.6(b)", "NZ-20A.4")
def test_any_dealers_hand_decides_both_one_way(dealer: list[Card], closed: bool) -> None:
    low = sum(HARD_VALUE[card] for card in dealer)  # an ace that counts eleven never takes a hand above 21
    held = Seen((), tuple(dealer), closed)
    buster, push = BUSTER.outcome(held), PUSH.outcome(held)
    if low <= 21:
        assert buster == push == (LOSE if closed else OPEN)
        return
    assert all(scale.line(buster).odds for scale in BUSTER.scales)
    if low != 22:
        assert push == LOSE
    else:
        suits = {card[1] for card in dealer}
        expected = "other_22"
        if suits <= set("hd") or suits <= set("sc"):
            expected = "same_colour_22" if len(suits) == 2 else "same_suit_22"
        assert push == expected
