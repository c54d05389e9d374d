"""What reviewers type for what happened in a hand."""

import pytest

from rounds.surveillance.facts.cards import pattern, runs_of, typed_cards
from rounds.surveillance.find.vocabulary import CHOICES, happening_of


@pytest.mark.parametrize(
    ("typed", "term"),
    [
        ("split twice", "split:2"), ("Box split twice", "split:2"), ("aces split", "split_aces"),
        ("a pair of aces was split", "split_aces"), ("split tens", "split_tens"), ("soft double", "doubled_soft"),
        ("doubled on a soft total", "doubled_soft"), ("doubled on 11", "doubled_on:11"),
        ("dealer six-card 21", "dealer:6:21"), ("dealer drew to a six-card 21", "dealer:6:21"),
        ("dealer 5 cards 19", "dealer:5:19"), ("dealer 7 cards", "dealer_cards:7"), ("dealer bust", "dealer_bust"),
        ("six-card hand", "hand_cards:6"), ("hand of 5 cards 21", "hand:5:21"), ("insurance", "insured"),
        ("insured on 20", "insured_on:20"), ("irregularities", "irregularity"), ("undone", "taken_back"),
        ("Perfect Pairs", "bet:perfect_pairs"), ("perfect pairs paid", "bet_paid:perfect_pairs"),
        ("wager grew after a win", "raised_after_win"),
    ],
)  # fmt: skip
def test_words_for_what_happened(typed: str, term: str) -> None:
    happening = happening_of(typed)
    assert happening is not None
    assert happening.term == term


def test_what_has_a_number_or_cards_in_it() -> None:
    assert happening_of("side bet 25 to 1 or more").odds == 2500
    assert happening_of("slower than 2 minutes").slower == 120
    assert happening_of("faster than 20 s").faster == 20
    assert happening_of("hand 8 3 10").hand == ("8", "3", "T")
    assert happening_of("shoe A♠ Kd5").shoe == ("As", "Kd", "5")


@pytest.mark.parametrize(
    "typed", ["", "hello", "hand", "hand 8", "hand 1 2", "hand 8 3 x", "doubled on", "side bet x"]
)
def test_what_is_not_understood_is_not_guessed(typed: str) -> None:
    assert happening_of(typed) is None


@pytest.mark.parametrize("code", CHOICES)
def test_every_choice_can_be_typed_as_it_is_written(code: str) -> None:
    assert happening_of(str(CHOICES[code].words)).term == code


def test_cards_are_read_with_or_without_suits() -> None:
    assert typed_cards("8s3dTh") == ["8s", "3d", "Th"]
    assert typed_cards("10 10 a") == ["T", "T", "A"]
    assert typed_cards("8") is None
    assert typed_cards("8 " * 13) is None
    assert pattern(["8", "3d"]) == " 8[shdc] 3d"


def test_a_card_face_down_ends_a_run() -> None:
    assert list(runs_of(["8s", "??", "3d"], of_hand=False)) == []
    assert len(set(runs_of(["8s", "3d", "Th"], of_hand=True))) == 3
