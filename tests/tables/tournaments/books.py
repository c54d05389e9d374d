"""The books of a tournament, as tests look at them."""

from casino.money import Cents
from tables.tournaments.machine.money import Books


def owing(books: Books) -> Cents:
    """What must still be paid out or settled before the books can be closed, in cents."""
    return abs(books.pool) + abs(books.chips) + abs(books.prizes)
