"""A simulation that is shared out to processes: the outcome of a seed does not depend on how many there are."""

from typing import Any

import pytest

from casino.rulebooks import BOOKS, Rules
from rounds import engine
from rounds.management.commands.simulate import setup_of
from rounds.simulation.dealing import CHUNK, Button, Chunk, Shoe, Table, chunks, house_wins
from rounds.simulation.jobs import Game, simulate
from rounds.simulation.strategy import STRATEGIES, Plain, Strategy
from tests.rounds.any_game import AMOUNTS, GAMES
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


@pytest.mark.long
def test_the_same_outcome_in_one_process_and_in_two() -> None:
    rounds = CHUNK + 200
    (*_, alone), (*_, shared) = (simulate(GAME, rounds, jobs) for jobs in (1, 2))
    assert alone.rounds == shared.rounds == rounds == alone.tallies["main"].rounds
    assert alone.tallies == shared.tallies


def rounds_of(at: Table, strategy: Strategy, *, told_apart: bool) -> list[dict[str, int]]:
    """What the house wins in each of 300 rounds, with the suits that came or with what is kept of their ranks."""
    at.suits_alike = at.suits_alike and not told_apart
    shoe, button = Shoe(at.opening.setup.decks, at.rules.missing_ranks.value, 5), Button(5)
    wins = []
    for _ in range(300):
        shoe.ready()
        begun = at.opening if told_apart else at.begun(shoe, strategy)
        wins.append(house_wins(at.play(shoe, strategy, button, begun)))
    return wins


def fewest_and_most_packs() -> list[tuple[str, str, int]]:
    packs = [(book, game, BOOKS[book].games[game].decks.value) for book, game in GAMES]
    return [(book, game, decks) for book, game, several in packs for decks in {several[0], several[-1]}]


@pytest.mark.parametrize(("book", "game", "decks"), fewest_and_most_packs())
def test_where_suits_are_alike_they_make_no_difference(book: str, game: str, decks: int) -> None:
    """Round by round, in every game of every book; where a prize is for cards of one suit they are told apart."""
    required = [election for election in BOOKS[book].elections[game] if election.required]
    elect = [f"{election.name}={AMOUNTS.get(election.name, election.values)[0]}" for election in required]
    setup = setup_of(book, game, decks, elect, [])
    strategy = Plain(15, 18).decide
    kept = Table(setup)
    assert rounds_of(kept, strategy, told_apart=False) == rounds_of(Table(setup), strategy, told_apart=True)
    assert kept.suits_alike == ((book, game) != ("VIC03", "crown_pontoon"))


class Ordered(Shoe):
    """These cards, and no others."""

    def __init__(self, cards: str) -> None:
        super().__init__(1, "", seed=1)
        self._cards = cards.split()
        self._at = 0


@pytest.mark.parametrize(
    ("packs", "cards"),
    [
        # What is kept of the first three has the suits s, h and d, whichever came. All twos of one suit come after it.
        *((packs, "2h 2d 2c " + packs * "2s " + "Ks Kh Kd Kc") for packs in (1, 2, 6)),
        (4, "3c 3c 3c 3s 3s 3s 3s Ts Th Td"),
        (1, "Ah Ad Ac As Kd Kc Kh"),
        (2, "2c 2c 2d 2d 2h 2h 2s 2s Ks Kh Kd Kc"),
    ],
)
def test_no_card_is_used_up_by_suits_that_are_kept(packs: int, cards: str) -> None:
    """Each shoe is one that its packs allow, and is dealt without a refusal, to the same outcome."""
    assert max(cards.split().count(card) for card in cards.split()) <= packs
    setup = setup_of("UK", "blackjack", packs, [], [])
    at, strategy, button = Table(setup), Plain(17, 17).decide, Button(1)
    anew = at.play(Ordered(cards), strategy, button, at.opening)
    shoe = Ordered(cards)
    over = at.play(shoe, strategy, button, at.begun(shoe, strategy))
    assert house_wins(over) == house_wins(anew)
    assert [card[0] for card in over.drawn] == [card[0] for card in anew.drawn]
    assert max(over.drawn.count(card) for card in over.drawn) <= packs


def test_a_shoe_that_is_empty_within_a_round_goes_on_with_the_cards_of_those_before() -> None:
    for seed in range(20):
        shoe = Shoe(1, "", seed)
        shoe.ready()
        before = [shoe.draw() for _ in range(38)]
        shoe.ready()
        dealt = [shoe.draw() for _ in range(20)]
        assert len(set(dealt)) == 20
        assert len(set(dealt) & set(before)) == 6
        shoe.ready()
        # Of the pack are left those that are neither on the table nor dealt since.
        assert not {shoe.draw() for _ in range(32)} & set(dealt)


@pytest.mark.long
def test_one_pack_is_dealt_round_after_round() -> None:
    setup = setup_of("UK", "blackjack", 1, [], [])
    at = Table(setup)
    strategy = STRATEGIES["basic"](at.own_rules)
    for seed in (3, 4):
        assert at.deal(strategy, seed, Chunk(0, CHUNK)).rounds == CHUNK


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_decides_the_same_of_what_is_kept(name: str) -> None:
    setup = setup_of("NZ", "blackjack", None, [], [])
    kept, anew = Table(setup), Table(setup)
    strategy = STRATEGIES[name](kept.own_rules)
    assert rounds_of(kept, strategy, told_apart=False) == rounds_of(anew, strategy, told_apart=True)
    # Another strategy at the same table has rounds of its own.
    other = Plain(12, 18).decide
    assert rounds_of(kept, other, told_apart=False) == rounds_of(anew, other, told_apart=True)


@pytest.mark.long
def test_what_first_cards_lead_to_is_worked_out_once_and_by_ranks() -> None:
    setup = setup_of("VIC03", "blackjack", None, [], [])
    at, strategy = Table(setup), Plain(17, 17).decide
    at.deal(strategy, 1, Chunk(0, 20_000))
    rounds, kept = [at.begun_by(strategy)], []
    while rounds:
        kept += rounds
        rounds = [after for begun in rounds for after in begun.after.values()]
    # None, and of thirteen ranks all that have one, two or three cards.
    assert len(kept) <= 1 + 13 + 13**2 + 13**3
    taken: list[engine.Command] = []

    def noted(rules: Rules, state: engine.State, command: engine.Command) -> Any:
        taken.append(command)
        return engine.apply(rules, state, command)

    at.apply = noted  # type: ignore[method-assign,assignment]
    at.deal(strategy, 1, Chunk(0, 1_000))
    # Of some six cards, one or two decisions and the payment of a round.
    assert len(taken) <= 4.5 * 1_000
