"""Cards: reading them, counting them, and what packs hold."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.cards import (
    HARD_VALUE,
    PACK,
    UNKNOWN,
    CardError,
    hard_total,
    is_natural,
    is_ten,
    pack_without,
    parse_card,
    score,
    show,
)
from casino.translated import card_words
from tests.strategies import cards


@pytest.mark.clause("VIC03-3.1")
def test_a_pack_has_52_cards_and_no_joker() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert len(pack_without("T")) == 48


@pytest.mark.parametrize(
    ("text", "card"),
    [("Ts", "Ts"), ("10s", "Ts"), ("10S", "Ts"), ("ts", "Ts"), ("aC", "Ac"), (" 7h ", "7h"), ("qD", "Qd")],
)
def test_reading_a_card(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "T", "1s", "11s", "Tx", "sT", "Ts7h", "100s", "??", "t s", "10"])
def test_texts_that_are_not_cards(text: str) -> None:
    with pytest.raises(CardError) as wrong:
        parse_card(text)
    assert wrong.value.fault == ("fault.not_a_card", {"text": text})


@given(st.text(max_size=5))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    with suppress(CardError):
        assert parse_card(text) in PACK


@given(cards())
def test_a_card_reads_back_from_itself(card: str) -> None:
    assert parse_card(card) == card
    assert parse_card(card.lower()) == card


def test_how_cards_are_shown_and_said() -> None:
    assert [show(card) for card in ("Ts", "Ah", "9c", UNKNOWN)] == ["10♠", "A♥", "9♣", "face down"]
    assert [card_words(card) for card in ("Ts", "Ah", UNKNOWN)] == [
        "ten of spades",
        "ace of hearts",
        "a card face down",
    ]


@pytest.mark.clause("VIC03-3.2.2", "VIC03-3.2.3")
def test_what_each_rank_counts() -> None:
    values = {rank: HARD_VALUE[rank + "s"] for rank in "A23456789TJQK"}
    assert values == {
        **{str(n): n for n in range(2, 10)},
        **dict.fromkeys("TJQK", 10),
        "A": 1,
    }
    assert {card[0] for card in PACK if is_ten(card)} == set("TJQK")


@pytest.mark.clause("VIC03-3.2.1")
@given(st.lists(cards(), min_size=1, max_size=12))
def test_the_score_is_the_best_that_aces_allow(hand: list[str]) -> None:
    """Against every way of counting the aces: the highest total up to 21, else the lowest there is."""
    aces = sum(card[0] == "A" for card in hand)
    hard = hard_total(hand)
    ways = [hard + 10 * elevens for elevens in range(aces + 1)]
    fitting = [way for way in ways if way <= 21]
    total, soft = score(hand)
    assert total == (max(fitting) if fitting else hard)
    assert soft is (total == hard + 10)


@given(st.lists(cards(), min_size=1, max_size=8))
def test_the_order_of_cards_does_not_matter(hand: list[str]) -> None:
    assert score(hand) == score(hand[::-1]) == score(sorted(hand))


@given(st.lists(cards(), max_size=4))
def test_a_natural_is_an_ace_and_a_ten_alone(hand: list[str]) -> None:
    ranks = {"T" if is_ten(card) else card[0] for card in hand}
    assert is_natural(hand) is (len(hand) == 2 and ranks == {"A", "T"})
