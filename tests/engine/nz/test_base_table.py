"""Sections 3, 8.8 and 16.6 as far as a round depends on them: boxes, packs, cutting card, an absent player."""

from dataclasses import fields

import pytest

from casino.rulebooks import BOOKS, Rule, rules_for
from tests.engine.nz.telling import nz, one_hand
from tests.engine.story import deal
from tests.refusing import refused_as


@pytest.mark.clause("NZ-3.1-S1")
def test_up_to_nine_boxes() -> None:
    deal("NZ", boxes=9).refuses("box.not_on_layout", "NZ-3.1-S1").bet(10, "A", 20)
    with refused_as("setup.boxes", "NZ-3.1-S1"):
        deal("NZ", boxes=10)


@pytest.mark.clause("NZ-3.3(a)")
@pytest.mark.parametrize(
    ("packs", "allowed"), [(3, False), (4, True), (5, True), (7, True), (8, True), (9, False)]
)
def test_four_to_eight_packs(packs: int, allowed: bool) -> None:
    if allowed:
        deal("NZ", decks=packs)
        return
    with refused_as("setup.decks", "NZ-3.3(a)"):
        deal("NZ", decks=packs)


@pytest.mark.clause("NZ-3.3(b)", "NZ-8.8")
def test_a_cutting_card_that_comes_first_asks_for_a_shuffle_at_once() -> None:
    story = nz().bet(1, "A", 20).call().cut_card()
    assert story.action == "shuffle"
    story.refuses("card.shuffle_first", "NZ-8.8").cards("2s")
    story.shuffle().cards("2s")
    nz(auto_shuffler="yes").bet(1, "A", 20).call().refuses("cutting_card.not_used", "NZ-3.3(e)").cut_card()


@pytest.mark.clause("NZ-16.6")
@pytest.mark.parametrize(
    ("hand", "drawn"), [("5s 2h", "4c 9d"), ("Ts 2h", ""), ("As Ah", ""), ("5s 6h", "Ac")]
)
def test_an_absent_players_hand_is_drawn_to_twelve_by_direction(hand: str, drawn: str) -> None:
    """5-2-4-9 is twenty; twelve, hard or soft, is enough; 5-6-A is twelve."""
    story = one_hand(hand, "Td").ask(1)
    story.refuses("role.too_low", "NZ-16.6").direct(1, role="dealer")
    story.direct(1)
    for card in drawn.split():
        assert (story.action, story.due.box) == ("card", 1)
        story.cards(card)
    assert (story.action, story.due.box) == ("card", 0)


@pytest.mark.clause("NZ-2.1")
@pytest.mark.parametrize("game", sorted(BOOKS["NZ"].games))
def test_every_value_is_this_divisions_own(game: str) -> None:
    """None comes from another book: a value either cites a clause of this one or answers a question that does not
    arise here."""
    needed = {"ante_up": (("ante", "1"),), "player_select": (("upper_min", "50"),)}
    rules = rules_for("NZ", game, needed.get(game, ()))
    cited = 0
    for field in fields(rules):
        value = getattr(rules, field.name)
        if isinstance(value, Rule):
            for clause in (value.clause, *value.also):
                assert not clause or clause.startswith("NZ-"), field.name
                cited += bool(clause)
    for field in fields(rules.steps):
        value = getattr(rules.steps, field.name)
        for clause in value if isinstance(value, tuple) else (value,):
            if isinstance(clause, str) and clause[:1].isupper():
                assert clause.startswith("NZ-"), field.name
                cited += 1
    assert cited > 100
