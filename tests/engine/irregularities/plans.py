"""What goes wrong in a round, as a plan: at which step which irregularity is reported or which correction asked for,
and how it is answered. The round itself comes from a seed, so that a plan shrinks to the one thing that matters."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from casino.refusals import Refusal
from casino.rulebooks import ROLES, Rules
from casino.rulebooks.irregularities import Kind, irregularities
from rounds import engine
from rounds.engine.events import Event
from rounds.engine.irregularities.kinds import irregularity_kinds
from rounds.engine.irregularities.reporting import refuse_moment
from rounds.engine.state import OVER
from tests.engine.irregularities.injecting import next_card, opening, report_of
from tests.rounds.any_game import Cards, command, setup_of

CORRECTIONS = ("card", "box", "player", "amount", "double", "insurance", "decision")
TRIES = 6


class Wrong(NamedTuple):
    """One thing that goes wrong: at step ``at`` of the round, below 0 while wagers are placed, number ``which`` of
    all that can, with chances from ``seed``."""

    at: int
    which: int
    seed: int
    correction: bool
    approved: bool


@dataclass
class Played:
    """A round into which a plan was put: its rules, its end, its events and what was dealt with."""

    rules: Rules
    state: engine.State
    events: list[Event]
    met: Counter[str] = field(default_factory=Counter)

    def take(self, chosen: engine.Command) -> bool:
        """Whether the command was taken; a refusal must say what, and what to do."""
        refused = refusal(self.rules, self.state, chosen)
        if refused is None:
            self.state, events = engine.apply(self.rules, self.state, chosen)
            self.events += events
            return True
        assert refused.message, chosen
        assert refused.remedy, (chosen, refused.message)
        return False


def played(book: str, game: str, seed: int, plan: list[Wrong]) -> Played:
    """The round of that seed with what the plan puts into it."""
    chance = Random(seed)
    setup = setup_of(chance, book, game)
    rules = setup.rules
    cards = Cards(chance, rules, setup.decks)
    plan = sorted(plan)
    progress = Played(rules, engine.fold(engine.start(setup)), [])

    def midway(state: engine.State, events: list[Event]) -> tuple[engine.State, list[Event]]:
        progress.state, progress.events = state, events
        while plan and plan[0].at < 0:
            _go_wrong(progress, plan.pop(0), cards)
        return progress.state, progress.events

    progress.state, progress.events = opening(chance, setup, midway)
    for step in range(900):
        if progress.state.phase in OVER:
            while plan and progress.state.phase in OVER:
                wrong = plan.pop(0)
                if wrong.correction:  # the record is still corrected while no other round has begun
                    _go_wrong(progress, wrong, cards)
            if progress.state.phase in OVER:
                return progress
            # A side bet that the corrected cards win is still to be paid (ACT03-17.9-B02).
        while plan and plan[0].at <= step and progress.state.phase not in OVER:
            _go_wrong(progress, plan.pop(0), cards)
        if progress.state.phase == "wagers" and not any(box.wagers for box in progress.state.boxes):
            return progress  # whoever was excluded took the last wager away: there is nothing to call
        due = engine.due(rules, progress.state)
        if due is None:
            return progress
        expected = (
            engine.Shuffle("now")
            if due.action == "shuffle"
            else command(chance, rules, progress.state, cards)
        )
        if isinstance(expected, engine.DealCard):
            expected = engine.DealCard(next_card(progress.state, cards))
        assert expected is not None, due
        assert progress.take(expected), (due.action, expected)
    raise AssertionError("the round does not end")


def _go_wrong(progress: Played, wrong: Wrong, cards: Cards) -> None:
    """Reports or corrects what the plan says, if the table takes it with values that fit, and answers it."""
    chance = Random(wrong.seed)
    for _ in range(TRIES):
        chosen = (
            correction(chance, progress, wrong)
            if wrong.correction
            else _report(chance, progress, wrong, cards)
        )
        if chosen is not None and progress.take(chosen):
            break
    else:
        return
    progress.met[chosen.kind if isinstance(chosen, engine.Irregularity) else type(chosen).__name__] += 1
    if (report := progress.state.irregular) is None:
        return
    offered(progress)
    role = chance.choice(ROLES[ROLES.index(report.wants) :])
    choice = chance.choice(report.choices) if report.choices else ""
    answer = engine.Approve(role, choice) if wrong.approved else engine.Refuse(role)
    assert progress.take(answer), (report, answer)
    offered(progress)


def _report(chance: Random, progress: Played, wrong: Wrong, cards: Cards) -> engine.Command | None:
    """A report of one of the kinds that can be reported now."""
    known = (
        irregularities(progress.rules)
        if progress.state.called
        else irregularity_kinds(progress.rules, progress.state.setup)
    )
    now = [kind for kind in known.values() if _open(progress, kind)]
    return report_of(chance, progress.state, now[wrong.which % len(now)], cards) if now else None


def _open(progress: Played, kind: Kind) -> bool:
    try:
        refuse_moment(progress.rules, progress.state, kind)
    except Refusal:
        return False
    return True


def correction(chance: Random, progress: Played, wrong: Wrong) -> engine.Command | None:
    state = progress.state
    kind = CORRECTIONS[wrong.which % len(CORRECTIONS)]
    decisions = tuple(chance.choices(("hit", "stand"), k=chance.choice((0, 0, 0, 1, 2))))
    box = chance.choice([box for box in state.boxes if box.wagers] or list(state.boxes))
    wagers = [wager for wager in (*box.wagers, *box.sides) if not wager.hand]
    player = chance.choice(wagers).player if wagers else "A"
    bet = chance.choice([wager.bet for wager in wagers] or ["main"])
    hand = chance.randint(1, max(1, len(box.hands)))
    cents = chance.choice((500, 1000, 1500, 2000, 2500, 5000))
    if kind == "card":
        number = chance.randint(1, max(1, len(state.drawn)))
        card = chance.choice("A23456789TJQK") + chance.choice("shdc")
        return engine.CorrectCard(number, card, decisions)  # type: ignore[arg-type]
    if kind == "box":
        bets = chance.choice((bet, "all", "all"))
        to_box = chance.randint(1, len(state.boxes))
        return engine.CorrectWager(box.number, player, bets, to_box=to_box, then=decisions)  # type: ignore[arg-type]
    if kind == "player":
        mark = chance.choice(["Z", *box.players])
        return engine.CorrectWager(box.number, player, "all", to_player=mark)
    if kind == "amount":
        return engine.CorrectWager(box.number, player, bet, amount=cents, then=decisions)  # type: ignore[arg-type]
    if kind == "double":
        return engine.CorrectDouble(box.number, player, cents, hand)
    if kind == "insurance":
        wager = bet if bet.startswith("hand_") else "main"
        return engine.CorrectInsurance(box.number, player, chance.choice((0, 500, 1000)), wager)
    words = chance.choices(("hit", "stand", "double", "split"), (4, 4, 2, 1), k=chance.choice((1, 1, 2)))
    number = chance.choice((1, 1, 2, 3))
    decided = [box for box in state.boxes if any(hand.stood or hand.doubled for hand in box.hands)]
    box = chance.choice(decided or [box])
    return engine.CorrectDecision(box.number, number, tuple(words), hand)  # type: ignore[arg-type]


# --- what is offered is what is accepted


def offered(progress: Played) -> None:
    """What the table waits for is taken, and what it does not wait for is refused."""
    rules, state = progress.rules, progress.state
    due = engine.due(rules, state)
    if due is None:
        assert state.phase in OVER
        return
    takes = {
        type(command): _taken(rules, state, command)
        for command in (engine.Settle(), engine.Collect(), engine.CallBets(), engine.CloseInsurance())
    }
    if due.action == "approval" and state.irregular is not None:
        assert not any(takes.values()), takes
        for choice in due.legal or ("",):
            assert _taken(rules, state, engine.Approve(due.role, choice)), choice
        assert _taken(rules, state, engine.Refuse(due.role))
        assert not _taken(rules, state, engine.Refuse("dealer"))
        return
    assert takes[engine.Settle] == (due.action == "settle"), due.action
    assert takes[engine.Collect] == (due.action == "collect"), due.action
    assert takes[engine.CloseInsurance] == (due.action == "insurance"), due.action
    card = state.held[0].card if state.held else next_card(state, Cards(Random(1), rules, state.setup.decks))
    only = due.action == "decision" and due.legal == ("hit",)
    if card != "??":
        assert _taken(rules, state, engine.DealCard(card)) == (due.action == "card" or only), due
    if due.action == "decision":
        for word in ("hit", "stand"):
            taken = _taken(rules, state, engine.Decide(due.box, word, due.hand))
            assert taken == (word in due.legal), (word, due.legal)
        for refused in due.refused:
            assert not _taken(rules, state, engine.Decide(due.box, refused.decision, due.hand)), refused


def _taken(rules: Rules, state: engine.State, chosen: engine.Command) -> bool:
    return refusal(rules, state, chosen) is None


def refusal(rules: Rules, state: engine.State, chosen: engine.Command) -> Refusal | None:
    """Why the table does not take a command; None where it does."""
    try:
        engine.decide(rules, state, chosen)
    except Refusal as refused:
        return refused
    return None
