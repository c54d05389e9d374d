"""A simulation that is shared out to processes: the outcome of a seed does not depend on how many there are."""

import pytest

from rounds import engine
from rounds.simulation.dealing import CHUNK, Button, Chunk, Shoe, Table, chunks, house_wins
from rounds.simulation.jobs import Game, simulate
from rounds.simulation.strategy import Plain
from tests.simulation.stacked import table

GAME = Game(engine.Setup("UK", decks=6, boxes=1), (), "mimic", seed=3)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        (1, [Chunk(0, 1)]),
        (CHUNK, [Chunk(0, CHUNK)]),
        (2 * CHUNK + 7, [Chunk(0, CHUNK), Chunk(1, CHUNK), Chunk(2, 7)]),
    ],
)
def test_chunks(rounds: int, expected: list[Chunk]) -> None:
    assert list(chunks(rounds)) == expected


def test_each_chunk_has_cards_of_its_own() -> None:
    strategy = Plain(17, 17).decide
    first, again, second, other = (
        table("UK").deal(strategy, seed, Chunk(number, 100))
        for seed, number in ((1, 0), (1, 0), (1, 1), (2, 0))
    )
    assert first == again
    assert len({run.tallies["main"].squares for run in (first, second, other)}) == 3


@pytest.mark.parametrize("placed", [(), ("perfect_pairs",)])
def test_first_cards_that_came_before_lead_to_the_same_rounds(placed: tuple[str, ...]) -> None:
    offers = tuple([engine.values.SideBetConfig(bet) for bet in placed])
    at = Table(engine.Setup("VIC03", decks=8, boxes=1, offers=offers), placed)
    strategy = Plain(17, 17).decide
    shoe, button = Shoe(8, "", 5), Button(5)
    expected = at.nothing_dealt()
    for _ in range(400):
        shoe.ready()
        for bet, win in house_wins(at.play(shoe, strategy, button)).items():
            expected.tallies[bet].add(win)
    for _ in range(2):
        assert at.deal(strategy, 5, Chunk(0, 400)).tallies == expected.tallies


def test_the_same_outcome_in_one_process_and_in_two() -> None:
    rounds = CHUNK + 200
    (*_, alone), (*_, shared) = (simulate(GAME, rounds, jobs) for jobs in (1, 2))
    assert alone.rounds == shared.rounds == rounds == alone.tallies["main"].rounds
    assert alone.tallies == shared.tallies
