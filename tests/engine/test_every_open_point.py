"""Every ambiguous clause of the games is a setting of the rules, and every other reading of one is tried."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from casino import register
from casino.rulebooks import BOOKS, Rules
from casino.rulebooks.rule import spelled

PHASES: Final = {
    "wagers", "initial_deal", "insurance", "interim_settlement", "surrender", "subsequent_deal", "dealer_draw",
    "final_settlement", "irregularity", "any",
}  # fmt: skip
GAMES: Final = {
    "general", "blackjack", "triple_play", "auto_shuffler", "crown_pontoon", "vegas", "crown_blackjack",
    "style_a", "ante_up", "blackjack_plus", "free_bet", "player_select",
}  # fmt: skip
WORDS_ALONE: Final = {
    "ACT96-T-B03": "with the burn card as the start of a round no wager could ever be placed",
    "ACT03-A-B15": "the same",
    "NZ-1.1-B37": "the same",
    "NZ-18.1": "sections 18 to 21 provide for no two versions at one table: there is nothing to deal by",
    "NZ-19.3(e)": "19.6 pays five and under before the dealer draws, so (g) is never reached",
    "NZ-9.2(a)": "which of two settlements of the same moment goes first changes none of them",
    "ACT03-8.1-B01": "the same",
    "VIC03-17.1": "what people may hold, not what is dealt",
    "ACT03-19.3(a)(i)": "which shoe the cards are dealt from, and that no round is to be finished between two",
    "ACT03-19.3(a)(ii)": "how the cut is measured and whether a card is burnt from cards that end with the round",
    "NZ-16.1": "every card is dealt face up: one that reached a hand stands or was misplaced",
    "NZ-16.5(b)": "the clause gives no power to void the dealer's hand",
    "NZ-16.5-S1": "where an Initial Deal ends and what is not possible to rebuild is found out by rebuilding",
    "NZ-16.5-S5": "the reconstruction that the same rule demands would be forbidden",
    "NZ-16.13-S2": "without the rest of 16.5 nobody would know what becomes of the money",
}
"""Clauses whose other reading gives nothing to choose, and why."""
ELSEWHERE: Final = {
    # what is voided, cancelled, retracted or decided in a dispute
    "ACT96-20.2(a)", "ACT96-20.3(a)", "ACT96-20.4", "VIC03-5.4", "UK-A01",
    # cards that give out in a shuffling shoe, cards that are changed
    "ACT03-19.1-B02", "ACT96-3.3-S1",
    # irregularities whose other reading is not dealt: one hand rebuilt alone, a card refused in the initial deal,
    # where a cutting card is missed
    "ACT96-18(d)", "ACT96-18(h)-S1", "NZ-16.4-S3", "NZ-16.5(a)",
    "NZ-16.7-S1", "NZ-16.10-S1", "NZ-21.9(a)-S1",
}  # fmt: skip
"""Clauses of irregularities, of the table's own life and of side bets."""


def games() -> list[Rules]:
    return [rules for book in BOOKS.values() for rules in book.games.values()]


@cache
def ambiguous() -> list[str]:
    return [
        row.clause
        for row in register.clauses()
        if row.phase in PHASES and row.variant in GAMES and "AMBIGUOUS" in row.system_behaviour
    ]


def test_the_register_has_ambiguous_clauses() -> None:
    assert len(ambiguous()) > 100


@pytest.mark.parametrize("clause", ambiguous())
def test_an_ambiguous_clause_is_a_setting(clause: str) -> None:
    named = {
        name
        for rules in games()
        for name, rule in rules.rules().items()
        if len(rule.readings) > 1 and clause in rule.clauses
    }
    assert named or clause in WORDS_ALONE or clause in ELSEWHERE


@pytest.mark.parametrize("rules", games(), ids=lambda rules: f"{rules.book}-{rules.game}")
def test_a_setting_starts_at_the_reading_taken_and_says_it(rules: Rules) -> None:
    for name, rule in rules.rules().items():
        if rule.readings:
            assert rule.value == rule.readings[0], name
            assert rule.reading, name
            assert len({spelled(one) for one in rule.readings}) == len(rule.readings) > 1, name
            assert not any(" " in spelled(one) for one in rule.readings), name


@cache
def written() -> tuple[str, ...]:
    here = Path(__file__).parents[1]
    paths = [path for path in (*here.rglob("*.py"), *here.rglob("*.round")) if path != Path(__file__)]
    return tuple([path.read_text(encoding="utf-8") for path in sorted(paths)])


@pytest.mark.parametrize(
    ("name", "value"),
    sorted(
        {
            (name, one)
            for rules in games()
            for name, rule in rules.rules().items()
            for one in rule.readings[1:]
        },
        key=str,
    ),
    ids=str,
)
def test_every_other_reading_is_tried(name: str, value: object) -> None:
    """Some test sets it: it names the setting and has the value as a word of its own."""
    words = "|".join({re.escape(spelled(value)), re.escape(str(value))})
    quoted = re.compile(rf"\"(?:{words})\"|\b{name}=(?:{words})\b")
    setting = re.compile(rf"\b{name}\"?\s*[:=]")
    assert any(setting.search(text) and quoted.search(text) for text in written())
