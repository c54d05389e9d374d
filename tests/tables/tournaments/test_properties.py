"""Whatever the conditions are and whatever happens: a tournament comes to its end, and not a cent is missing."""

from hypothesis import given
from hypothesis import strategies as st

from tables.tournaments import machine
from tables.tournaments.machine import Conditions
from tests.examples import examples
from tests.tables.tournaments.books import owing
from tests.tables.tournaments.house import SEVENS
from tests.tables.tournaments.random_tournaments import Story, by_hand, conditions


def ended(rules: Conditions, seed: int) -> machine.State:
    """The tournament at its end; its accounts are what is added up by hand, and its record folds to it."""
    played = Story(rules, seed).run()
    books = played.now.books
    assert machine.fold(played.events) == played.now
    assert {
        "players": books.players,
        "kept": books.kept,
        "house": books.house,
        "owing": owing(books),
    } == by_hand(played)
    return played.now


@given(conditions(), st.integers(0, 2**32))
@examples(30)
def test_random_tournaments_end_with_balanced_books(rules: Conditions, seed: int) -> None:
    """Thirty of them, and 750 in a long run."""
    state = ended(rules, seed)
    books = state.books
    # Only chips that have a value, and prizes beyond the pool, are the operator's own money; of the other book's fees
    # nothing stays there.
    if rules.book == "ACT96" and not rules.cents_a_chip:
        assert books.house <= 0
        assert books.kept * 10 <= (rules.entry_fee or 0) * len(state.entries)


@given(st.integers(0, 2**32))
@examples(3)
def test_the_series_of_the_book_ends_with_balanced_books(seed: int) -> None:
    state = ended(SEVENS, seed)
    if state.phase == "finished":
        assert len(state.awards) <= 7
