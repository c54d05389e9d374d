"""What was recorded is the same state under its edition, whatever the books and the side bets say later: random rounds
of every game, with side bets."""

from random import Random

import msgspec
import pytest

from casino.rulebooks import BOOKS
from rounds import engine
from rounds.engine.edition import edition_from, edition_of
from tests.changed_books import no_books, other_books
from tests.rounds.any_game import GAMES, setup_of, states

ROUNDS = 8


def dealt(chance: Random, book: str, game: str) -> tuple[engine.Setup, list[bytes], list[engine.State]]:
    """A random round under an edition: its entries, and the state after each command."""
    setup = setup_of(chance, book, game)
    edition = edition_of(book, game, setup.elections, setup.readings)
    setup = msgspec.structs.replace(setup, edition=edition)
    steps = list(states(setup, chance.getrandbits(32)))
    bodies = [engine.encode_event(event) for _, events in steps for event in events]
    return setup, bodies, [state for state, _ in steps]


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_a_stored_round_folds_to_the_same_state(book: str, game: str) -> None:
    chance = Random(f"kept {book} {game}")
    kept = [dealt(chance, book, game) for _ in range(ROUNDS)]
    words = [[engine.describe(engine.decode_event(body)) for body in bodies] for _, bodies, _ in kept]
    waits = [[engine.due(s.setup.rules, s) for s in states_] for _, _, states_ in kept]
    for changed in (no_books(), other_books(Random(f"books {book} {game}"))):
        with changed:
            for (setup, bodies, states), described, waited in zip(kept, words, waits, strict=True):
                assert setup.edition is not None
                edition = edition_from(setup.edition.text)
                events = [engine.decode_event(body, {str(edition): edition}.__getitem__) for body in bodies]
                assert engine.fold(events) == states[-1]
                assert [engine.describe(event) for event in events] == described
                again = [engine.due(edition.rules, _under(state, edition)) for state in states]
                assert again == waited


def _under(state: engine.State, edition: object) -> engine.State:
    """An equal state that has kept no answer to any question."""
    return msgspec.structs.replace(state, setup=msgspec.structs.replace(state.setup, edition=edition))


def test_the_games_are_put_back_in_their_order() -> None:
    games = {key: list(book.games) for key, book in BOOKS.items()}
    with no_books():
        assert not any(book.games for book in BOOKS.values())
    assert {key: list(book.games) for key, book in BOOKS.items()} == games
