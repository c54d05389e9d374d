"""``manage.py rules``: what a book is made of, every value with its clause."""

import json

import pytest

from casino import clause_register
from tests.commands.running import manage, manage_from_the_start


def test_a_game_as_a_document() -> None:
    result = manage_from_the_start("rules", "vic03", "blackjack", "--json")
    assert (result.status, result.err) == (0, "")
    document = json.loads(result.out)
    assert document["book"] == "VIC03"
    assert "blackjack" in document["versions"]
    [game] = document["games"]
    assert {election["name"]: election["values"] for election in game["elections"]} == {
        "limits": ["box", "player"],
        "auto_shuffler": ["no", "yes"],
    }
    rules = {rule["name"]: rule for rule in game["rules"]}
    assert rules["decks"]["value"] == [4, 5, 6, 7, 8]
    assert rules["decks"]["clause"] == "VIC03-3.1"
    assert rules["blackjack_odds"]["value"] == "3:2"
    assert rules["insurance_odds"]["value"] == "2:1"
    assert rules["double_on"]["value"] == [9, 10, 11]
    assert rules["split_loss"]["readings"]


def test_every_value_has_a_clause_of_the_register() -> None:
    known = clause_register.by_id()
    [game] = json.loads(manage("rules", "VIC03", "blackjack", "--json").out)["games"]
    for rule in game["rules"]:
        for clause in (rule["clause"], *rule["also"]):
            assert clause == "" or clause in known, rule


def test_all_books() -> None:
    document = json.loads(manage("rules", "--json").out)
    assert "VIC03" in [book["book"] for book in document["books"]]


def test_the_output_for_people() -> None:
    result = manage("rules", "VIC03")
    assert result.status == 0
    for words in ("auto_shuffler", "blackjack_odds", "3:2", "[VIC03-3.1]", "may be set to"):
        assert words in result.out


@pytest.mark.parametrize("words", [["FR1"], ["VIC03", "poker"], ["--yaml"], ["VIC03", "blackjack", "more"]])
def test_wrong_usage_is_status_2(words: list[str]) -> None:
    result = manage("rules", *words)
    assert (result.status, result.out) == (2, "")
    assert result.err
