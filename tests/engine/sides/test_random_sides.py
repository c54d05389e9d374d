"""Random rounds of every game with random side bets: each ends, every wager is settled once and the money adds up,
and what the table waits for is what it takes."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from casino.refusals import Refusal
from casino.rulebooks import BOOKS, Rules
from casino.rulebooks.elections import AMOUNT
from rounds import engine
from rounds.engine.settlement.events import Settled
from rounds.engine.setup import ANTE
from sidebets import side_bets
from tests.refusing import refused_as
from tests.strategies import CHIPS, PLAYERS, on_a_layout, some_offers, steps, with_sides

GAMES = [(book, game) for book in BOOKS for game in BOOKS[book].games if side_bets(book, game)]
ROUNDS = 30


def table(rng: Random, book: str, game: str) -> engine.Setup:
    """A table of that game with side bets, any float and size."""
    rules = BOOKS[book].games[game]
    elections = [
        (
            election.name,
            rng.choice(("1.25", "0.50"))
            if election.name == "ante"
            else "50"
            if election.values == AMOUNT
            else rng.choice(election.values),
        )
        for election in BOOKS[book].elections[game]
        if election.required or rng.random() < 0.4
    ]
    if ("auto_shuffler", "batch") in elections:  # with its two sets of cards, of two colours (NZ-3.4)
        elections = [election for election in elections if election[0] != "sets"]
    setup = engine.Setup(
        book,
        game,
        decks=rng.choice(rules.decks.value),
        boxes=on_a_layout(rules, rng.randint(1, min(4, rules.boxes_most.value))),
        elections=tuple(elections),
        signs=(engine.values.Sign("main", 1000, 100_000),),
        chips=rng.choice(CHIPS[:4]),
        carry=engine.values.Carry(several_boxes=tuple(PLAYERS), warned=("A",) if rng.random() < 0.2 else ()),
    )
    return with_sides(rng, replace(setup, offers=some_offers(rng, setup, most=4)))


def seeds(book: str, game: str) -> range:
    first = sum(map(ord, book + game)) * 1000
    return range(first, first + ROUNDS)


def takes(rules: Rules, state: engine.State, command: engine.Command) -> bool:
    try:
        engine.apply(rules, state, command)
    except Refusal:
        return False
    return True


def agrees(rules: Rules, state: engine.State, due: engine.Due | None) -> None:
    """Asserts that the table takes what it says it waits for and nothing else of the neutral steps."""
    assert (due is None) is (state.phase == "collected")
    action = due.action if due else ""
    spare = next(card for card in ("3h", "9d", "Kc", "6s") if state.drawn.count(card) < state.setup.decks)
    # Where drawing is the only decision, the card itself says so.
    card_only = action == "decision" and due is not None and due.legal == ("hit",)
    assert takes(rules, state, engine.DealCard(spare)) is (action == "card" or card_only), due
    assert takes(rules, state, engine.Settle()) is (action == "settle"), due
    assert takes(rules, state, engine.Collect()) is (action == "collect"), due
    assert takes(rules, state, engine.CloseInsurance()) is (action == "insurance"), due
    if due is not None and action == "settle":
        assert all(not takes(rules, state, engine.Settle((item.ref,))) for item in due.items[1:])
        assert takes(rules, state, engine.Settle((due.items[0].ref,)))


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_random_rounds_with_side_bets(book: str, game: str) -> None:
    """Money balances, every wager is settled once, what was settled is what the events say."""
    kinds: Counter[str] = Counter()
    for seed in seeds(book, game):
        setup = table(Random(seed), book, game)
        rules = setup.rules
        events = list(engine.start(setup))
        state = engine.fold(events)
        for before, command, recorded, after in steps(setup, seed):
            events += recorded
            state = after
            due = engine.due(rules, after)
            agrees(rules, after, due)
            moved = any(isinstance(e, Settled) and (e.result.pays or e.result.takes) for e in recorded)
            ruled = any(getattr(event, "role", "") for event in recorded)
            if not isinstance(command, engine.Undo) and not moved and not ruled and due is not None:
                undone, _ = engine.apply(rules, after, engine.Undo())
                assert replace(undone, tap=before.tap) == before
        assert state.phase == "collected"
        read = [engine.decode_event(engine.encode_event(event)) for event in events]
        assert engine.fold(read) == state
        for event in events:
            assert engine.describe(event).kind
        settled = Counter(
            (r.box, r.hand, r.player, r.bet)
            for r in state.results
            if (r.stake or r.bet == ANTE) and r.wager != "in_action"
        )
        expected: Counter[tuple[int, int, str, str]] = Counter()
        for box in state.boxes:
            expected.update((box.number, side.hand, side.player, side.bet) for side in box.sides)
            expected.update((box.number, 0, insurance.player, "insurance") for insurance in box.insurance)
            for number, hand in enumerate(box.hands, start=1):
                expected.update(
                    (box.number, number, stake.player, stake.bet) for stake in hand.stakes if stake.base
                )
        assert {key for key, count in settled.items() if count > 1} == set()
        assert set(expected) <= set(settled)
        for result in state.results:
            assert result.clause
            assert not result.chips or sum(chip * count for chip, count in result.chips) == result.pays
            assert result.takes <= result.stake
            kinds[result.bet] += 1
    assert sum(kinds[bet] for bet in side_bets(book, game)) > (ROUNDS // 3 if game != "crown_pontoon" else -1)


NO_MORE_BETS = {
    "ACT96": "ACT96-8-S1", "ACT03": "ACT03-6.2-B01", "VIC03": "VIC03-7.3.1(a)", "NZ": "NZ-8.2", "UK": "UK-B02",
}  # fmt: skip
"""The clause of each book by which wagers end with the dealer's call."""


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_no_side_wager_is_placed_after_the_call(book: str, game: str) -> None:
    for seed in seeds(book, game)[:5]:
        setup = table(Random(seed), book, game)
        rules = setup.rules
        for _, _, _, after in steps(setup, seed):
            if not after.called or after.phase == "collected":
                continue
            for bet in engine.questions.on_offer(setup):
                over = (
                    ("side_bet.after_first_card", side_bets(book, game)[bet].deadline)
                    if after.drawn
                    else ("side_bet.after_call", NO_MORE_BETS[book])
                )
                for box in after.in_play():
                    with refused_as(*over):
                        engine.apply(rules, after, engine.PlaceWager(box.number, box.players[0], 1000, bet))
