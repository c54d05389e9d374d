"""After every step of random rounds whatever can be reported or corrected is tried, with values that fit or do not: the
table takes it or refuses it, and always knows what it waits for."""

from collections.abc import Iterator
from random import Random

import pytest

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.irregularities import irregularities
from rounds import engine
from rounds.engine.state import OVER
from tests.engine.irregularities.injecting import next_card, opening, report_of
from tests.engine.irregularities.plans import CORRECTIONS, Played, Wrong, correction
from tests.rounds.any_game import GAMES, Cards, command, setup_of

SILENT_PLAYERS = 0.3
"""How often a decision is left to the direction of the house."""


def _directed(chance: Random, rules: Rules, state: engine.State) -> engine.Command | None:
    """The direction of a hand whose player is not there or says nothing."""
    due = engine.due(rules, state)
    if due is None or due.action not in ("decision", "direction"):
        return None
    if due.action == "direction":
        return engine.DirectHand(due.box, due.hand, "operations_manager")
    if state.held and chance.random() < 0.7:
        hand = f"{due.box}.{due.hand}"
        for kind in ("card_refused",):
            if kind in irregularities(rules):
                return engine.Irregularity(kind, (("hand", hand),), "dealer")
    if chance.random() < SILENT_PLAYERS:
        return engine.AskDirection(due.box, due.hand, chance.choice(("absent", "no_action")))
    return None


def _excess(chance: Random, rules: Rules, state: engine.State, cards: Cards) -> engine.Command | None:
    if state.phase != "subsequent_deal" or state.held or chance.random() > 0.15:
        return None
    return engine.Irregularity("excess_card", (("seen", "yes"), ("card", next_card(state, cards))), "dealer")


def walked(book: str, game: str, seed: int) -> Iterator[tuple[Rules, engine.State, Random, Cards]]:
    """Every state of a random round in which hands are directed, cards drawn in excess and turned down."""
    chance = Random(seed)
    setup = setup_of(chance, book, game)
    rules = setup.rules
    cards = Cards(chance, rules, setup.decks)
    state, _ = opening(chance, setup)
    for _ in range(600):
        yield rules, state, Random(seed * 1000 + state.tap), cards
        if state.phase in OVER:
            return
        due = engine.due(rules, state)
        assert due is not None
        choices = [
            engine.Shuffle("now") if due.action == "shuffle" else None,
            engine.Approve("operations_manager", due.legal[0] if due.legal else "")
            if due.action == "approval"
            else None,
            _excess(chance, rules, state, cards),
            _directed(chance, rules, state),
        ]
        for chosen in choices:
            if chosen is None:
                continue
            try:
                state, _ = engine.apply(rules, state, chosen)
                break
            except Refusal:
                continue
        else:
            step = command(chance, rules, state, cards)
            if isinstance(step, engine.DealCard):
                step = engine.DealCard(next_card(state, cards))
            assert step is not None
            state, _ = engine.apply(rules, state, step)
    raise AssertionError("the round does not end")


def _commands(chance: Random, rules: Rules, state: engine.State, cards: Cards) -> Iterator[engine.Command]:
    for kind in irregularities(rules).values():
        if state.called:
            yield report_of(chance, state, kind, cards)
    if state.drawn:
        last = len(state.drawn)
        boxes = [box.number for box in state.boxes if box.hands]
        for places in (f"{last}:{chance.choice(boxes)}", f"{chance.randint(1, last)}:{chance.choice(boxes)}"):
            for kind_name in ("misplaced", "misplaced_initial_deal", "misplaced_subsequent_deal"):
                if kind_name in irregularities(rules):
                    yield engine.Irregularity(kind_name, (("lies", places),), "dealer")
    progress = Played(rules, state, [])
    for which, _ in enumerate(CORRECTIONS):
        chosen = correction(chance, progress, Wrong(0, which, 0, True, True))
        if chosen is not None:
            yield chosen


def tried(chance: Random, rules: Rules, state: engine.State, cards: Cards) -> None:
    """Each command is taken or refused, signed with every choice, and leaves something to wait for."""
    for chosen in _commands(chance, rules, state, cards):
        try:
            after, _ = engine.apply(rules, state, chosen)
        except Refusal:
            continue
        due = engine.due(rules, after)
        if due is None or due.action != "approval":
            continue
        for choice in due.legal or ("",):
            try:
                signed, _ = engine.apply(rules, after, engine.Approve("operations_manager", choice))
            except Refusal:
                continue
            assert engine.due(rules, signed) is not None or signed.phase in OVER


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_it_is_taken_or_refused(book: str, game: str) -> None:
    """After every fourth step, which is enough to meet each kind of moment once; the long test takes all."""
    for rules, state, chance, cards in walked(book, game, seed=1):
        if state.tap % 4 == 0:
            tried(chance, rules, state, cards)


@pytest.mark.long
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_it_is_taken_or_refused_in_many_rounds(book: str, game: str) -> None:
    for seed in range(3, 60):
        for rules, state, chance, cards in walked(book, game, seed):
            tried(chance, rules, state, cards)
