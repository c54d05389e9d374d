"""Take the steps of a round again in recorded order, with a correction, because the record was wrong (`replay`).

The cards keep the order in which they left the shoe; a step that is due at another moment than recorded is taken when
it is due. A settlement is made again where the record has one. An offer that the record does not have was taken by
nobody, and a decision that it did not ask for must be supplied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.cards.commands import DealCard, ShowCards
from rounds.engine.commands import Command
from rounds.engine.decisions.commands import CloseSurrender, Decide, DirectHand, PlayOn, Rescue, Surrender
from rounds.engine.events import Event
from rounds.engine.hands import next_action
from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.irregularities.events import CardDiscarded, CardHeld
from rounds.engine.machine import Machine
from rounds.engine.phrases import line, place_at
from rounds.engine.redeal.history import DECISION_NAMES, Step
from rounds.engine.redeal.new_round import NewRound
from rounds.engine.redeal.replay import replay
from rounds.engine.settlement.commands import Settle
from rounds.engine.settlement.put_right import Settlement, settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.settlement.settling import items_due
from rounds.engine.sides.commands import AnswerMisfire, Misfire, Prize, Ride, VoidPress
from rounds.engine.state import State
from rounds.engine.waiting import Due

_ASKED_ALL = ("insurance", "surrender")
"""Offers to every player, after which the round continues."""


class NoFit(Exception):
    """A step that no longer fits: what it was, in words, and why not."""

    def __init__(self, step: str, why: Refusal, *, asks: bool = False) -> None:
        super().__init__(f"{step}: {why}")
        self.step, self.why = step, why
        self.asks = asks
        """Whether a decision is missing that could be supplied."""


class NoPlace(NamedTuple):
    """A step that cannot be taken, and why; ``asks`` as in `NoFit`."""

    step: Step
    why: Refusal
    asks: bool = False


class RecordedRound(NamedTuple):
    """A round dealt again in recorded order."""

    state: State
    events: tuple[Event, ...]
    lapsed: tuple[Step, ...]
    """Choices at the end of the record that no longer fit: they are asked again."""


def deal_again(
    machine: Machine, rules: Rules, base: State, steps: Sequence[Step], then: Sequence[str] = ()
) -> RecordedRound:
    """The round from its call, ``base``, with these steps wherever they fit; ``then`` are decisions that the record
    does not have. Raises NoFit for the first step that does not fit and that something follows."""
    new = NewRound(machine, rules, base)
    order = RecordedOrder(new, steps, then)
    replay(new, order)
    order.refuse_unused()
    return RecordedRound(new.state, tuple(new.events), tuple(order.lapsed))


class RecordedOrder:
    """The policy for a record that was wrong: every step in order. Whatever a step needs before it is taken first,
    even if the record has it later."""

    def __init__(self, new: NewRound, steps: Sequence[Step], then: Sequence[str]) -> None:
        self.lapsed: list[Step] = []
        self._new = new
        self._steps = list(steps)
        self._then = list(then)
        self._stuck: NoPlace | None = None

    def goes_on(self, waits: Due | None) -> bool:
        """Whether a step is left, or a decision was supplied and a hand waits for one."""
        return bool(self._steps) or (bool(self._then) and waits is not None and waits.action == "decision")

    def take_unasked(self, waits: Due | None) -> bool:
        """Takes the next step, if that is possible now; a step with nothing left to do counts as taken."""
        if not self._steps:
            return False
        step = self._steps[0]
        if step.settled is not None:
            return self._settle(step, settlement_of(step.settled), waits)
        if step.command is None:
            return self._take_event(step)
        try:
            self._new.do(step.command)
        except Refusal as refused:
            self._stuck = NoPlace(step, refused)
            if not _moot(self._new.rules, self._new.state, step, waits.action if waits is not None else ""):
                return False
        del self._steps[0]
        return True

    def take_answer(self, waits: Due) -> bool:
        """Takes whatever must come before the next step, which cannot be taken yet. Returns whether it could."""
        if not self._steps:
            self._new.do(_decision(waits, self._then.pop(0)))
            return True
        step = self._steps[0]
        if step.decides and not _to_come(self._new.rules, self._new.state, *step.decides):
            return False
        match waits.action:
            case "collect" | "shuffle" | "wagers" | "approval":
                return False
            case "settle":
                return self._settle_next()
            case "card":
                return self._deal_next()
            case "decision":
                return self._decide(step, waits)
            case "show_cards":
                return self._take_early(ShowCards)
            case "direction":
                return self._take_early(DirectHand)
        if (neutral := _neutral(waits)) is None:
            return self._take_early(Prize, Misfire, AnswerMisfire)
        return self._answer_offer(*neutral)

    def lapse_rest(self, waits: Due | None) -> bool:
        """Lets the next step lapse, if it and all after it are choices that can be asked again, or settlements that
        the round has made again already. Raises NoFit otherwise."""
        assert self._stuck is not None, "the next step was refused"
        settled = [settlement_of(result) for result in self._new.state.results]
        rest = [
            step for step in self._steps if step.settled is None or settlement_of(step.settled) not in settled
        ]
        if not all(step.chooses and not step.corrected for step in rest):
            raise NoFit(step_words(self._stuck.step), self._stuck.why, asks=self._stuck.asks)
        self.lapsed.append(rest.pop(0))
        self._steps = rest
        return True

    def refuse_unused(self) -> None:
        """Raises NoFit if a decision was supplied and no hand waited for it."""
        if self._then:
            decision = self._new.rules.steps.decision
            raise NoFit(
                line("kept.decision", decision=self._then[0]), Refusal("redeal.no_hand_waits", decision)
            )

    # --- the next step

    def _take_event(self, step: Step) -> bool:
        """Takes an event that no command produces, after any settlement that comes before it."""
        event, new = step.event, self._new
        if not isinstance(event, CardDiscarded | CardHeld) and items_due(new.rules, new.state):
            return self._settle_next()
        if not _lies_there(new.state, event):
            raise NoFit(line("kept.irregularity"), Refusal("redeal.hand_gone", event.clause))
        new.fold([event])
        del self._steps[0]
        return True

    def _settle(self, step: Step, settlement: Settlement, waits: Due | None) -> bool:
        """Makes a recorded settlement again if it is due, with any that come before it. An offer that is open first
        was passed by then; if none of it is due otherwise, nothing is settled there any more."""
        items = items_due(self._new.rules, self._new.state)
        settlements = [settlement_of(item.result) for item in items]
        if settlement in settlements:
            last = settlements.index(settlement)
            self._new.do(Settle(tuple([item.ref for item in items[: last + 1]])))
        elif waits is not None and waits.action in _ASKED_ALL and (neutral := _neutral(waits)) is not None:
            return self._answer_offer(*neutral)
        del self._steps[0]
        return True

    # --- what comes before the next step

    def _settle_next(self) -> bool:
        self._new.do(Settle((items_due(self._new.rules, self._new.state)[0].ref,)))
        return True

    def _deal_next(self) -> bool:
        """Deals the card that left the shoe next, ahead of a step that waits for it. Cards keep their order: if the
        next card is itself the refused step, or cannot be dealt now, no later card replaces it."""
        at = next((at for at, step in enumerate(self._steps) if isinstance(step.command, DealCard)), None)
        return self._take_from(at) if at else False

    def _decide(self, step: Step, waits: Due) -> bool:
        """Takes the decision of the hand in turn: the recorded one, otherwise one that was supplied."""
        place = waits.box, waits.hand
        if step.decides == place:
            return False
        at = next((at for at, other in enumerate(self._steps) if other.decides == place), None)
        if at is not None:
            return self._take_from(at)
        if self._then:
            self._new.do(_decision(waits, self._then.pop(0)))
            return True
        missing = Refusal("redeal.decision_missing", waits.clause, due=waits.prompt)
        self._stuck = NoPlace(step, missing, asks=True)
        return False

    def _answer_offer(self, kinds: tuple[type, ...], nobody: Command) -> bool:
        """Answers an open offer with the record's next choice of these kinds; without one, nobody took it."""
        if not self._take_early(*kinds):
            self._new.do(nobody)
        return True

    def _take_early(self, *kinds: type) -> bool:
        """Takes the first later step of these kinds that can be taken now; returns whether there was one."""
        for at, later in enumerate(self._steps[1:], start=1):
            if (
                later.command is not None
                and isinstance(later.command, kinds)
                and self._new.try_to(later.command)
            ):
                del self._steps[at]
                return True
        return False

    def _take_from(self, at: int) -> bool:
        """Takes the step at index ``at`` now; if it is refused, it is the one without a place."""
        step = self._steps[at]
        assert step.command is not None, "a card or a decision is a command"
        try:
            self._new.do(step.command)
        except Refusal as refused:
            self._stuck = NoPlace(step, refused)
            return False
        del self._steps[at]
        return True


def _neutral(due: Due) -> tuple[tuple[type, ...], Command] | None:
    """For an open offer: the commands that take it, and the command that says that nobody else does."""
    match due.action:
        case "insurance":
            return (Insure, EvenMoney), CloseInsurance()
        case "surrender":
            return (Surrender,), CloseSurrender()
        case "rescue":
            return (Rescue, PlayOn), PlayOn(due.box, due.hand)
        case "ride":
            offer = next(offer for offer in due.offers if offer.kind == "ride")
            return (Ride,), Ride(offer.box, offer.player, offer.wager)
        case _:
            return None


def _decision(due: Due, word: str) -> Decide:
    assert word in ("hit", "stand", "double", "split"), "decisions are typed"
    return Decide(due.box, word, due.hand)  # type: ignore[arg-type]


def _moot(rules: Rules, state: State, step: Step, action: str) -> bool:
    """Whether nothing is left to do for a step: an offer that is not open need not be closed, what was asked for the
    whole hand is not asked again, and a lost side bet has nothing to leave in action and no prize to draw."""
    match step.command:
        case Ride() | Prize() | Misfire() | AnswerMisfire() | VoidPress():
            return action not in _ASKED_ALL and not items_due(rules, state)
        case CloseInsurance() | CloseSurrender() | PlayOn():
            return True
        case EvenMoney(box=box, player=player, wager=wager):
            return (player, wager) in state.box(box).even_money
        case Surrender(box=box, players=(player,)):
            hands = state.box(box).hands
            return bool(hands) and any(
                stake.surrendered for stake in hands[0].stakes if stake.player == player
            )
        case _:
            return False


def _lies_there(state: State, event: Event) -> bool:
    """Whether the hand that an event is about exists."""
    result = getattr(event, "result", None)
    box = result.box if isinstance(result, Result) else getattr(event, "box", 0)
    hand = result.hand if isinstance(result, Result) else getattr(event, "hand", 1)
    return not box or max(hand, 1) <= len(state.box(box).hands)


def _to_come(rules: Rules, state: State, box: int, hand: int) -> bool:
    """Whether the hand's turn is still to come, or is now."""
    hands = state.box(box).hands
    return 0 < hand <= len(hands) and bool(next_action(rules, state.box(box), hands[hand - 1]))


def step_words(step: Step) -> str:
    """A step in words."""
    event = step.event
    if isinstance(step.command, DealCard):
        return line("kept.card", number=step.card, card=step.command.card)
    if isinstance(step.command, Decide):
        place = place_at(step.command.box, step.command.hand)
        return line("kept.decision_of", decision=step.command.decision, place=place)
    if type(event) in DECISION_NAMES:
        return line("kept.decision", decision=DECISION_NAMES[type(event)])
    player = getattr(event, "player", "")
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in type(event).__name__).strip()
    return line("kept.step_of", step=words, player=player) if player else words
