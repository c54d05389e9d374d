"""What a book leaves open about a side bet: each reading is one word, and that word chooses it."""

from itertools import chain

import pytest

from casino.rulebooks import BOOKS, RuleBookError
from casino.rulebooks.rule import spelled
from sidebets import EVERY, side_bets, side_bets_of_book

READINGS = [
    pytest.param(bet.book, bet.key, name, reading, id=f"{bet.book}-{bet.key}.{name}-{spelled(reading)}")
    for bet in EVERY
    for name, rule in bet.rules().items()
    for reading in rule.readings
]


@pytest.mark.parametrize(("book", "key", "name", "reading"), READINGS)
def test_a_reading_is_chosen_by_its_word(book: str, key: str, name: str, reading: object) -> None:
    word = spelled(reading)
    assert word
    assert " " not in word
    chosen = side_bets_of_book(book, ((f"{key}.{name}", word),))[key]
    assert chosen.rules()[name].value == reading


def test_the_readings_of_a_rule_are_different_words() -> None:
    games = chain.from_iterable(book.games.values() for book in BOOKS.values())
    for offered in chain(EVERY, games):
        for name, rule in offered.rules().items():
            words = [spelled(reading) for reading in rule.readings]
            assert len(set(words)) == len(words), (offered, name)


def test_an_unknown_reading_is_refused() -> None:
    for name in ("perfect_pairs.excludes", "perfect_pairs.title", "perfect_pairs.deadline", "buster.settles"):
        with pytest.raises(RuleBookError):
            side_bets("VIC03", "blackjack", ((name, "whatever"),))
