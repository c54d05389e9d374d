"""Random irregularities in random rounds of any game."""

from collections import Counter
from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from casino.cards import UNKNOWN
from casino.refusals import Refusal
from casino.rulebooks import ROLES, Rules
from casino.rulebooks.irregularities import Kind, irregularities
from rounds import engine
from rounds.engine.events import Event
from rounds.engine.state import OVER
from rounds.simulation import guests
from tests.rounds.any_game import Cards, beside, command, setup_of

SOME = {
    "reason": "some_reason",
    "note": "a_note",
    "by": "A",
    "breach": "17.1",
    "amount": "450",
    "case": "C-7",
    "item": "a_counter",
    "device": "a_button",
}


Laying = tuple[engine.State, list[Event]]


def opening(
    chance: Random, setup: engine.Setup, midway: Callable[[engine.State, list[Event]], Laying] | None = None
) -> Laying:
    """A round with wagers on its boxes, before the call; ``midway`` is what happens after half of them."""
    rules = setup.rules
    events = list(engine.start(setup))
    state = engine.fold(events)
    wagers: list[engine.Command] = []
    for box in range(1, setup.boxes + 1):
        for player in range(chance.choice((0, 1, 1, 2)) if box > 1 else 1):
            if player < rules.players_per_box.value:
                stake = chance.choice((1000, 1500, 3000, 5000))
                wagers += guests.wagers(chance, rules, state, box, f"{'ABC'[player]}{box}", stake)
    for at, wager in enumerate(wagers):
        if midway is not None and at == (len(wagers) + 1) // 2:
            state, events = midway(state, events)
        taken = guests.placeable(rules, state, wager) if isinstance(wager, engine.PlaceWager) else wager
        if taken is not None:
            state, recorded = engine.apply(rules, state, taken)
            events += recorded
    for _ in range(4):
        if (lays := beside(chance, rules, state)) is not None:
            state, recorded = engine.apply(rules, state, lays)
            events += recorded
    return state, events


def next_card(state: engine.State, cards: Cards) -> str:
    """The card drawn in error that comes next, else one that the shoe can still hold."""
    if state.held and state.held[0].card != UNKNOWN:
        return state.held[0].card
    for _ in range(200):
        card = cards.next(state)
        if state.seen().count(card) < state.setup.decks:
            return card
    raise AssertionError("the shoe is empty")


def report_of(chance: Random, state: engine.State, kind: Kind, cards: Cards) -> engine.Irregularity:
    """A report of that kind with values that may fit; it may be refused."""
    boxes = [box for box in state.boxes if box.hands] or list(state.boxes)
    box = chance.choice(boxes)
    hands = [f"{box.number}.{at}" for box in boxes for at, _ in enumerate(box.hands, start=1)] or ["1"]
    listed = dict(kind.values)
    values: dict[str, str] = {}
    for name in (*kind.needs, *(name for name in kind.may if chance.random() < 0.5)):
        if name in listed:
            values[name] = chance.choice(listed[name])
        elif name in SOME:
            values[name] = SOME[name]
        elif name == "box":
            values[name] = str(box.number)
        elif name in ("round", "since"):
            values[name] = str(chance.randint(1, state.round_no))
        elif name in ("player", "not_to"):
            values[name] = chance.choice(box.players or ("A",))
        elif name == "bet":
            bets = [wager.bet for wager in (*box.wagers, *box.sides)]
            values[name] = chance.choice(bets or ["main"])
        elif name == "hands":
            values[name] = ",".join(chance.sample(hands, chance.randint(1, min(2, len(hands)))))
        elif name == "hand":
            values[name] = chance.choice(hands)
        elif name == "card" or name == "extra":
            values[name] = next_card(replace(state, held=()), cards)
        elif name == "decision":
            values[name] = str(chance.randint(1, 3))
        elif name == "lies":
            spots = chance.sample(range(1, len(state.drawn) + 1), min(2, len(state.drawn))) or [1]
            values[name] = ",".join(f"{spot}:{chance.choice(['dealer', str(box.number)])}" for spot in spots)
        elif name == "retract":
            values[name] = f"{box.number}:{chance.choice(box.players or ('A',))}"
        elif name in ("count", "number", "cards"):
            values[name] = str(chance.randint(1, max(1, len(state.drawn))))
        else:
            raise AssertionError(f"no value for {name} of {kind.kind}")
    return engine.Irregularity(kind.kind, tuple(values.items()), "dealer")


def answer(chance: Random, state: engine.State) -> engine.Command:
    report = state.irregular
    assert report is not None
    role = chance.choice(ROLES[ROLES.index(report.wants) :])
    if chance.random() < 0.2:
        return engine.Refuse(role)
    return engine.Approve(role, chance.choice(report.choices) if report.choices else "")


def played_wrongly(
    book: str, game: str, seed: int, *, only: tuple[str, ...] = (), often: float = 0.15
) -> tuple[Rules, engine.State, list[Event], Counter[str]]:
    """A random round into which irregularities come: the rules, its end, its events and how often which kind was
    dealt with."""
    chance = Random(seed)
    setup = setup_of(chance, book, game)
    rules = setup.rules
    cards = Cards(chance, rules, setup.decks)
    state, events = opening(chance, setup)
    counts: Counter[str] = Counter()
    kinds = [kind for kind in irregularities(rules).values() if not only or kind.procedure in only]
    for _ in range(600):
        if state.phase in OVER:
            return rules, state, events, counts
        if state.irregular is not None:
            step: engine.Command | None = answer(chance, state)
        elif state.called and kinds and sum(counts.values()) < 4 and chance.random() < often:
            step = report_of(chance, state, chance.choice(kinds), cards)
        else:
            due = engine.due(rules, state)
            waits = due is not None and due.action == "shuffle"
            step = engine.Shuffle("now") if waits else command(chance, rules, state, cards)
            if isinstance(step, engine.DealCard):
                step = engine.DealCard(next_card(state, cards))
        assert step is not None, state.phase
        if isinstance(step, engine.Irregularity):
            try:
                engine.decide(rules, state, step)
            except Refusal as refusal:
                unhelpful = not (refusal.message and refusal.remedy)
                if unhelpful:
                    raise
                continue
        after, recorded = engine.apply(rules, state, step)
        if isinstance(step, engine.Irregularity):
            counts[step.kind] += 1
        events += recorded
        state = after
    raise AssertionError("the round does not end")


def balanced(state: engine.State) -> None:
    """Every wager has come to one result, and what it came to adds up to the cent."""
    expected: Counter[tuple[int, int, str, str]] = Counter()
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            expected.update((box.number, number, stake.player, stake.bet) for stake in hand.stakes)
            assert not hand.live
        expected.update(
            (box.number, 0, insurance.player, f"insurance {insurance.wager}") for insurance in box.insurance
        )
        expected.update((box.number, side.hand, side.player, side.bet) for side in box.sides)
        assert all(side.settled or side.bet == "ante" for side in box.sides)
        assert not any(side.riding for side in box.sides)
    settled = Counter(
        (r.box, r.hand, r.player, f"insurance {r.wager}" if r.bet == "insurance" else r.bet)
        for r in state.results
        if r.wager != "in_action" and (r.stake or r.bet == "main")
    )
    assert not expected - settled
    assert set(settled.values()) <= {1} or any(side.hand for box in state.boxes for side in box.sides)
    extra = settled - expected  # what is void does not lie there any more
    void = {
        (r.box, r.hand, r.player, f"insurance {r.wager}" if r.bet == "insurance" else r.bet)
        for r in state.results
        if r.result == "void"
    }
    assert extra.keys() <= void
    for result in state.results:
        assert result.pays >= 0
        assert result.takes <= result.stake
        assert (result.result == "win") == (result.pays > 0)
        assert not (result.result == "void" and result.pays)


def conserved(state: engine.State) -> None:
    """Every card that left the shoe in the round lies in exactly one place."""
    on_layout = Counter(card for box in state.boxes for hand in box.hands for card in hand.cards)
    on_layout.update(state.dealer)
    for past in state.dealers:
        on_layout.update(past[1:])  # the first card moved on to the next hand
    on_layout.update(state.discarded)
    drawn = Counter(state.drawn)
    assert on_layout == drawn or UNKNOWN in drawn
