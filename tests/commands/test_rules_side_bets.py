"""``manage.py rules``: the side bets of a game, and what can go wrong with a button."""

import json
from functools import cache
from typing import Any

import pytest

from casino import clause_register
from tests.commands.running import manage


@cache
def document(book: str) -> Any:
    result = manage("rules", book, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def game(book: str, name: str) -> dict[str, Any]:
    [entry] = [listed for listed in document(book)["games"] if listed["game"] == name]
    return dict(entry)


def by_name(entries: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {entry["name"]: entry for entry in entries}


def test_a_bet_of_every_book_that_has_side_bets() -> None:
    bets = {
        (book, name): list(by_name(game(book, name)["side_bets"]))
        for book, name in [
            ("ACT96", "blackjack"), ("ACT96", "triple_play"), ("ACT03", "blackjack"), ("VIC03", "blackjack"),
            ("VIC03", "crown_pontoon"), ("VIC03", "vegas_blackjack"), ("UK", "blackjack"),
        ]
    }  # fmt: skip
    assert set(bets["ACT96", "blackjack"]) == {"super_sevens", "over_13", "under_13"}
    assert bets["ACT96", "triple_play"] == []
    assert set(bets["ACT03", "blackjack"]) == {"super_sevens", "perfect_pairs"}
    assert set(bets["VIC03", "blackjack"]) == {"perfect_pairs", "magnificent_sevens"}
    assert bets["VIC03", "crown_pontoon"] == ["pontoon_pandemonium"]
    assert bets["VIC03", "vegas_blackjack"] == []
    assert set(bets["UK", "blackjack"]) == {"perfect_pairs", "21_plus_3", "top_3"}


def test_scales_lines_and_their_clauses() -> None:
    pairs = by_name(game("VIC03", "blackjack")["side_bets"])["perfect_pairs"]
    [scale] = pairs["scales"]
    lines = by_name(scale["lines"])
    assert (lines["perfect_pair"]["odds"], lines["perfect_pair"]["clause"]) == ("25:1", "VIC03-15.6.1-T1-L01")
    # A coloured pair is paid by the packs in the shoe.
    assert lines["coloured_pair"]["odds_by_decks"] == {
        "4": "15:1", "5": "14:1", "6": "13:1", "7": "12:1", "8": "12:1",
    }  # fmt: skip
    assert pairs["excludes"] == ["magnificent_sevens"]
    excludes = by_name(pairs["rules"])["perfect_pairs.excludes"]
    assert excludes["reading"]
    assert excludes["settings"] == ["magnificent_sevens", "none"]

    bets = by_name(game("NZ", "blackjack")["side_bets"])
    assert [scale["name"] for scale in bets["buster"]["scales"]] == ["A", "B", "C", "D", "E", "F"]
    assert bets["super_sevens"]["decks"] == [6, 7, 8]
    [prizes] = bets["madness_21"]["scales"]
    assert prizes["prizes"][0] == {"per_dollar": "1000.00", "entries": 1}
    assert sum(prize["entries"] for prize in prizes["prizes"]) == 3750
    bonus = by_name(bets["buster"]["bonuses"])["free_bonus"]
    assert {payment["clause"] for payment in bonus["pays"]} == {"NZ-15H.10b-T1", "NZ-15H.10b-T2"}


def test_what_can_go_wrong_with_a_button() -> None:
    assert not any(kind["bet"] for kind in game("VIC03", "blackjack")["irregularities"])
    pontoon = by_name(game("VIC03", "crown_pontoon")["irregularities"])
    assert pontoon["misfire_answer"]["values"]["choice"] == ["accept", "press_again"]
    assert pontoon["misfire"]["clause"] == "VIC03-11.7.1"
    failure = pontoon["equipment_failure"]
    assert (failure["needs"], failure["role"]) == (["bet", "device"], "game_supervisor")
    # New Zealand lets nobody choose after a misfire.
    kinds_of_bets = [
        (kind["bet"], kind["name"]) for kind in game("NZ", "blackjack")["irregularities"] if kind["bet"]
    ]
    assert kinds_of_bets == [
        ("madness_21", "void_press"),
        ("madness_21", "equipment_failure"),
        ("madness_21", "equipment_repaired"),
        ("house_money", "decided_before_choice"),
        ("let_it_ride", "decided_before_choice"),
    ]


@pytest.mark.parametrize("book", ["ACT96", "ACT03", "VIC03", "NZ", "UK"])
def test_every_clause_is_of_the_register(book: str) -> None:
    def clauses(part: Any) -> set[str]:
        if isinstance(part, list):
            return set().union(*map(clauses, part))
        if isinstance(part, dict):
            own = {part["clause"], *part.get("also", ())} if "clause" in part else set()
            return own.union(*map(clauses, part.values()))
        return set()

    for listed in document(book)["games"]:
        cited = clauses(listed["side_bets"]) | clauses(listed["irregularities"])
        assert cited - {""} <= clause_register.by_id().keys()


def test_the_output_for_people() -> None:
    printed = manage("rules", "NZ", "blackjack").out
    for words in (
        "lucky_match  (Lucky Match)  [NZ-15F.1]",
        "never beside perfect_pairs, any_pair",
        "lucky_triple_match        500:1  [NZ-15F.9-T4]",
        "1000.00 for a dollar: entries 1",
        "free_bonus with free_bonus=B1",
        "buster.box_order",
        "read as: the dealer's right and left",
        "irregularity equipment_failure bet=madness_21 device=…, then approve game_supervisor",
    ):
        assert words in printed, words
