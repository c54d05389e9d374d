"""Perfect Pairs, Any Pair and Lucky Match (NZ 15B, 15C, 15F)."""

import pytest

from casino.cards import PACK
from sidebets import LOSE, OPEN, Seen
from tests.sidebets.nz.book import BETS, pays, seen, three_cards, two_cards

PERFECT = BETS["perfect_pairs"]
ANY = BETS["any_pair"]
MATCH = BETS["lucky_match"]


@pytest.mark.clause("NZ-1.1-B11")
@pytest.mark.clause("NZ-1.1-B31")
@pytest.mark.clause("NZ-1.1-B33")
@pytest.mark.clause("NZ-15B.5")
def test_of_every_two_cards_208_are_a_pair_52_of_them_perfect_and_52_coloured() -> None:
    # Any of 52 cards, then of its rank: itself, one more of its colour, two of the other.
    assert two_cards(PERFECT) == {
        "perfect_pair": 52,
        "coloured_pair": 52,
        "mixed_pair": 104,
        LOSE: 52 * 52 - 208,
    }


@pytest.mark.clause("NZ-1.1-B03")
@pytest.mark.clause("NZ-15C.6")
def test_any_pair_wins_on_the_same_208_whatever_their_suits() -> None:
    assert two_cards(ANY) == {"any_pair": 208, LOSE: 52 * 52 - 208}


@pytest.mark.clause("NZ-15B.5")
@pytest.mark.clause("NZ-15C.6")
@pytest.mark.parametrize("cards", ["Ks Qs", "Th Kh", "Jc Qd"])
def test_ten_valued_cards_of_two_ranks_are_not_a_pair_though_they_may_be_split(cards: str) -> None:
    assert (
        PERFECT.outcome(seen(cards)) == ANY.outcome(seen(cards)) == MATCH.outcome(seen(cards, "2s")) == LOSE
    )


@pytest.mark.clause("NZ-15B.7-T1", "NZ-15B.7-T2", "NZ-15B.7-T3")
@pytest.mark.parametrize(
    ("cards", "by_scale_1", "by_scale_2", "by_scale_3"),
    [("7h 7c", 50, 60, 50), ("7h 7d", 100, 120, 120), ("7h 7h", 300, 250, 250), ("8h 9h", -10, -10, -10)],
)
def test_perfect_pairs_pays_by_scale(cards: str, by_scale_1: int, by_scale_2: int, by_scale_3: int) -> None:
    paid = [pays(PERFECT, scale, seen(cards), 10_00) for scale in ("1", "2", "3")]
    assert paid == [by_scale_1 * 100, by_scale_2 * 100, by_scale_3 * 100]


@pytest.mark.clause("NZ-15B.7")
def test_perfect_pairs_has_three_scales_and_knows_them_by_number_and_word() -> None:
    assert [scale.name for scale in PERFECT.scales] == ["1", "2", "3"]
    assert [PERFECT.scale(word).name for word in ("One", "two", "THREE", "")] == ["1", "2", "3", "1"]
    with pytest.raises(KeyError):
        PERFECT.scale("4")


@pytest.mark.clause("NZ-15B.10-S3")
def test_a_bet_on_a_split_hand_looks_at_that_hands_two_cards() -> None:
    assert pays(PERFECT, "2", seen("8s 8s"), 5_00) == 125_00
    assert PERFECT.outcome(seen("8s 3c")) == LOSE


@pytest.mark.clause("NZ-15C.8")
@pytest.mark.parametrize("cards", ["Kc Kd", "7h 7h", "4s 4c"])
def test_any_pair_pays_eleven_or_ten(cards: str) -> None:
    assert [pays(ANY, scale, seen(cards), 10_00) for scale in ("1", "2")] == [110_00, 100_00]
    assert [scale.name for scale in ANY.scales] == ["1", "2"]


@pytest.mark.clause("NZ-15C.11-S3")
def test_any_pair_on_a_split_hand() -> None:
    assert pays(ANY, "2", seen("8s 8d"), 5_00) == 50_00


@pytest.mark.clause("NZ-1.1-B10")
@pytest.mark.clause("NZ-1.1-B25")
@pytest.mark.clause("NZ-1.1-B28")
@pytest.mark.clause("NZ-1.1-B30")
@pytest.mark.clause("NZ-15F.6")
def test_of_every_three_cards_the_matches_are_as_often_as_the_cards_say() -> None:
    # The pairs of above, each with any of the dealer's 52 cards; a perfect one with itself again is the triple.
    assert three_cards(MATCH) == {
        "lucky_triple_match": 52,
        "lucky_match": 52 * 51,
        "coloured_match": 52 * 52,
        "mixed_match": 104 * 52,
        LOSE: (52 * 52 - 208) * 52,
    }


@pytest.mark.clause("NZ-15F.6")
@pytest.mark.parametrize(
    ("cards", "dealer", "line"),
    [
        ("8h 8h", "8h", "lucky_triple_match"),
        ("8h 8h", "8d", "lucky_match"),
        ("8h 8d", "8h", "coloured_match"),
        ("8h 8c", "8h", "mixed_match"),
        ("8h 9h", "8h", LOSE),
    ],
)
def test_the_dealers_card_only_makes_the_triple(cards: str, dealer: str, line: str) -> None:
    assert MATCH.outcome(seen(cards, dealer)) == line


@pytest.mark.clause("NZ-15F.7")
@pytest.mark.clause("NZ-15F.9-T1", "NZ-15F.9-T2", "NZ-15F.9-T3", "NZ-15F.9-T4")
@pytest.mark.parametrize(
    ("cards", "dealer", "paid"),
    [
        ("8h 8c", "5c", (50, 50, 50, 50)),
        ("8h 8d", "5c", (100, 100, 100, 100)),
        ("8h 8h", "5c", (250, 200, 250, 250)),
        ("8h 8h", "8h", (1000, 5000, 2000, 3000)),  # and nothing for the Lucky Match in it
    ],
)
def test_lucky_match_pays_by_scale(cards: str, dealer: str, paid: tuple[int, ...]) -> None:
    by_scale = [pays(MATCH, scale.name, seen(cards, dealer), 10_00) for scale in MATCH.scales]
    assert by_scale == [amount * 100 for amount in paid]


@pytest.mark.clause("NZ-15F.9")
def test_lucky_match_has_four_scales() -> None:
    assert [MATCH.scale(word).name for word in ("1", "two", "Three", "4")] == ["1", "2", "3", "4"]
    with pytest.raises(KeyError):
        MATCH.scale("5")


def test_none_of_them_is_known_before_its_last_card_and_none_cares_about_the_order() -> None:
    for bet in (PERFECT, ANY):
        assert bet.outcome(seen("8h")) == OPEN
        for first in PACK:
            for second in PACK:
                assert bet.outcome(Seen((first, second))) == bet.outcome(Seen((second, first)))
    assert MATCH.outcome(seen("8h 8h")) == MATCH.outcome(seen("8h", "8h")) == OPEN
    for second in PACK:
        for dealer in ("7h", "2c"):
            in_order, swapped = Seen(("7h", second), (dealer,)), Seen((second, "7h"), (dealer,))
            assert MATCH.outcome(in_order) == MATCH.outcome(swapped)
