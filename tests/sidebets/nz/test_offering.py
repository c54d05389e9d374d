"""Which of New Zealand's side bets go together, with which games and packs (NZ 15 to 15H, 20A)."""

from itertools import combinations

import pytest

from casino.rulebooks import BOOKS
from sidebets import side_bets, side_bets_of_book
from sidebets.offering import fault
from tests.refusing import code_and_clause
from tests.sidebets.nz.book import BETS

PAIRS = {"perfect_pairs", "any_pair", "lucky_match"}
RIDING = {"house_money", "let_it_ride"}


def refused(*bets: str, game: str = "blackjack", decks: int = 8) -> tuple[str, str]:
    """Why a table may not offer them, and the clause that says so."""
    offers = [(bet, "") for bet in bets]
    return code_and_clause(fault(side_bets("NZ", game), side_bets_of_book("NZ"), game, decks, offers))


@pytest.mark.clause("NZ-15B.1A", "NZ-15C.2", "NZ-15F.2")
@pytest.mark.parametrize(
    ("first", "second", "clause"),
    [
        ("perfect_pairs", "any_pair", "NZ-15B.1A"),
        ("perfect_pairs", "lucky_match", "NZ-15B.1A"),
        ("any_pair", "perfect_pairs", "NZ-15C.2"),
        ("any_pair", "lucky_match", "NZ-15C.2"),
        ("lucky_match", "perfect_pairs", "NZ-15F.2"),
        ("lucky_match", "any_pair", "NZ-15F.2"),
    ],
)
def test_one_bet_on_pairs_at_a_table(first: str, second: str, clause: str) -> None:
    assert refused(first, second) == ("side_bet.not_together", clause)


@pytest.mark.clause("NZ-15D.12", "NZ-15E.11")
@pytest.mark.clause("NZ-15G.1", "NZ-15H.1", "NZ-20A.1")
def test_every_two_bets_go_together_but_those_that_the_book_parts() -> None:
    for first, second in combinations(BETS, 2):
        both = {first, second}
        if both <= PAIRS:
            continue
        riding = both & RIDING
        barred = bool(riding) and not both & PAIRS
        code, clause = refused(first, second)
        assert code == ("side_bet.not_together" if barred else ""), both
        if barred:
            assert clause in ("NZ-15D.12", "NZ-15E.11")
            if len(riding) == 1:
                assert clause == ("NZ-15D.12" if "house_money" in riding else "NZ-15E.11")


@pytest.mark.clause("NZ-15B.1A", "NZ-15C.2")
def test_the_section_that_the_clause_points_to_by_mistake_is_a_reading() -> None:
    readings = (("perfect_pairs.excludes", "('any_pair', 'house_money')"),)
    known = side_bets("NZ", readings=readings)
    every = side_bets_of_book("NZ", readings)
    with_house_money = fault(known, every, "blackjack", 8, [("perfect_pairs", ""), ("house_money", "")])
    assert code_and_clause(with_house_money) == ("side_bet.not_together", "NZ-15B.1A")


@pytest.mark.parametrize("game", list(BOOKS["NZ"].games))
def test_every_bet_goes_with_every_game_of_the_book(game: str) -> None:
    assert list(side_bets("NZ", game)) == list(BETS)


def test_each_scale_pays_each_outcome_once() -> None:
    for bet in BETS.values():
        names = [[line.name for line in scale.lines] for scale in bet.scales]
        assert all(name == names[0] and len(set(name)) == len(name) for name in names)
        assert len({scale.name for scale in bet.scales}) == len(bet.scales)


@pytest.mark.clause("NZ-15B.8-S1", "NZ-15B.8-S2", "NZ-15C.9", "NZ-15F.11", "NZ-15G.9", "NZ-20A.7")
def test_a_bet_with_several_scales_shows_the_one_in_operation_and_only_perfect_pairs_has_one_everywhere() -> (
    None
):
    for bet in BETS.values():
        assert bool(bet.scale_shown) is (len(bet.scales) > 1)
        assert bet.same_everywhere.value is (bet.key == "perfect_pairs")
