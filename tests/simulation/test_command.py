"""``manage.py simulate``: its document, its exit status, and that it needs neither database nor keys."""

import json

import pytest

from casino.refusals import Refusal
from tests.commands.running import manage, manage_from_the_start


def test_the_document() -> None:
    ran = manage_from_the_start(
        "simulate", "--book", "VIC03", "--rounds", "300", "--strategy", "mimic", "--json"
    )
    assert (ran.status, ran.err) == (0, "")
    document = json.loads(ran.out)
    speed = document.pop("rounds_per_second")
    [bet] = document.pop("bets")
    assert document == {
        "book": "VIC03",
        "game": "blackjack",
        "decks": 8,
        "elections": {},
        "offers": {},
        "strategy": "mimic",
        "seed": 1,
        "rounds": 300,
    }
    assert speed > 0
    assert (bet["bet"], bet["handle"]) == ("main", "30000.00")
    assert float(bet["house_win"]) / 30000 == pytest.approx(bet["edge"])
    assert bet["standard_error"] > 0


def test_the_same_seed_deals_the_same_rounds() -> None:
    words = ("simulate", "--book", "uk", "--rounds", "200", "--json", "--seed")
    first, again, other = (json.loads(manage(*words, seed).out)["bets"] for seed in ("5", "5", "6"))
    assert first == again != other


def test_how_far_it_is_goes_to_standard_error() -> None:
    ran = manage("simulate", "--book", "UK", "--rounds", "60", "--strategy", "mimic", "--progress", "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["rounds"] == 60
    assert ran.err.strip().startswith("60 of 60 rounds, ")


def test_elections_packs_and_lines_for_people() -> None:
    words = ("simulate", "--book", "NZ", "--game", "ante_up", "--elect", "ante=2.50", "style_a=yes")
    ran = manage(*words, "--decks", "6", "--rounds", "100")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("NZ ante_up, 6 packs, basic: 100 rounds, ")
    assert "ante" in ran.out
    assert "edge +100.000% ± 0.000%" in ran.out


def test_side_bets_are_placed_every_round() -> None:
    words = ("simulate", "--book", "NZ", "--rounds", "50", "--json", "--offer")
    document = json.loads(manage(*words, "madness_21", "push_22:2", "--strategy", "mimic").out)
    assert document["offers"] == {"madness_21": "", "push_22": "2"}
    # 100 dollars on each, every round.
    assert [(bet["bet"], bet["handle"]) for bet in document["bets"]] == [
        ("main", "5000.00"),
        ("madness_21", "5000.00"),
        ("push_22", "5000.00"),
    ]
    # Canberra takes one dollar on Super Sevens and nothing else.
    ran = manage("simulate", "--book", "ACT96", "--rounds", "10", "--json", "--offer", "super_sevens")
    assert [bet["handle"] for bet in json.loads(ran.out)["bets"]] == ["1000.00", "10.00"]


def in_words(code: str, **values: str) -> str:
    """What a refusal says on a terminal."""
    return Refusal(code, **values).message


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--book", "XX"), in_words("rule_book.unknown", book="XX")),
        (("--book", "UK", "--game", "faro"), in_words("rule_book.no_game", book="UK", game="faro")),
        (("--book", "UK", "--decks", "3"), "3 packs are not allowed"),
        (("--book", "UK", "--decks", "0"), "0 packs are not allowed"),
        (("--book", "UK", "--rounds", "0"), "at least one"),
        (("--book", "UK", "--jobs", "-1"), "0 for all processors"),
        (("--book", "UK", "--strategy", "luck"), "invalid choice: 'luck'"),
        (
            ("--book", "NZ", "--game", "ante_up"),
            in_words("rule_book.election_missing", book="NZ", game="ante_up", name="ante", value="amount"),
        ),
        (("--book", "NZ", "--game", "player_select", "--elect", "upper_min=0.01"), "upper minimum"),
        (("--book", "NZ", "--elect", "style_a"), "write NAME=VALUE"),
        (
            ("--book", "NZ", "--elect", "style_b=yes"),
            in_words("rule_book.no_election", book="NZ", game="blackjack", name="style_b"),
        ),
        (("--book", "UK", "--offer", "lucky"), "no side bet lucky; choose from"),
        (("--book", "UK", "--offer", "top_3:2"), "Top 3 has no scale 2"),
        (("--book", "UK", "--offer", "top_3", "top_3:1"), "named twice"),
        (
            ("--book", "NZ", "--offer", "house_money", "buster"),
            in_words("side_bet.not_together", bet="House Money", other="Buster Blackjack"),
        ),
        (("--book", "NZ", "--decks", "4", "--offer", "super_sevens"), "4 packs"),
        ((), "--book"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], expected: str) -> None:
    ran = manage("simulate", *words, "--json")
    assert (ran.status, ran.out) == (2, "")
    assert expected in ran.err
