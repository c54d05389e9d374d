"""Which side bets one table may offer together."""

import pytest

from casino.refusals import Refusal
from sidebets import side_bets, side_bets_of_book
from sidebets.offering import fault
from tests.refusing import code_and_clause


def refused(book: str, game: str, *offers: tuple[str, str], decks: int = 8) -> Refusal | None:
    return fault(side_bets(book, game), side_bets_of_book(book), game, decks, offers)


@pytest.mark.clause("VIC03-15.1")
@pytest.mark.parametrize(
    ("game", "allowed"),
    [("blackjack", True), ("crown_blackjack", True), ("vegas_blackjack", False), ("crown_pontoon", False)],
)
def test_perfect_pairs_goes_with_the_two_games_that_are_named(game: str, allowed: bool) -> None:
    refusal = refused("VIC03", game, ("perfect_pairs", ""))
    assert (refusal is None) == allowed
    if refusal is not None:
        assert code_and_clause(refusal) == ("side_bet.not_in_game", "VIC03-15.1")
        assert refusal.values["games"] == ["blackjack", "crown_blackjack"]


def test_a_bet_or_a_scale_that_the_book_does_not_have_is_refused() -> None:
    no_bet = refused("VIC03", "blackjack", ("buster", ""))
    assert code_and_clause(no_bet) == ("side_bet.unknown", "")
    no_scale = refused("VIC03", "blackjack", ("perfect_pairs", "2"))
    assert code_and_clause(no_scale) == ("side_bet.no_such_scale", "")
    assert refused("VIC03", "blackjack", ("perfect_pairs", "1")) is None
