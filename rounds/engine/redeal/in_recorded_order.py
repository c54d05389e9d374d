"""Taking the steps of a round again in the order of the record, with what was corrected in them.

The cards keep the order in which they left the shoe; a step that comes at another moment than recorded is taken when
it is due. A settlement is made again where the record has one; an offer that the record did not make was taken by
nobody, and a decision that it did not ask for has to be said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from casino.cards import show
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
from rounds.engine.redeal.history import DECISION_NAMES, Step
from rounds.engine.redeal.new_round import NewRound
from rounds.engine.settlement.commands import Settle
from rounds.engine.settlement.put_right import Settlement, settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.settlement.settling import items_due
from rounds.engine.sides.commands import AnswerMisfire, Misfire, Prize, Ride, VoidPress
from rounds.engine.state import State
from rounds.engine.waiting import Due

_ASKED_ALL = ("insurance", "surrender")
"""Offers to every player, after which the round goes on."""


class NoFit(Exception):
    """A step has no place any more: what it was, in words, and why not."""

    def __init__(self, step: str, why: Refusal, *, asks: bool = False) -> None:
        super().__init__(f"{step}: {why}")
        self.step, self.why = step, why
        self.asks = asks
        """A decision is missing that can be said."""


class RoundAsRecorded(NewRound):
    """The round in the making. What a step needs before it is taken first, wherever the record has it."""

    def __init__(self, machine: Machine, rules: Rules, state: State, then: Sequence[str]) -> None:
        super().__init__(machine, rules, state)
        self.lapsed: list[Step] = []
        """Choices at the end of the record that have no place any more: they are asked again."""
        self._then = list(then)
        self._steps: list[Step] = []

    def take(self, steps: Iterable[Step]) -> None:
        """Every step, in order. Raises NoFit for the first that has no place and on which something followed."""
        self._steps = list(steps)
        while self._steps:
            try:
                self._next()
            except NoFit:
                if not all(step.chooses and not step.corrected for step in self._steps):
                    raise
                self.lapsed.append(self._steps.pop(0))
        if self._then and (due := self.due()) is not None and due.want == "decision":
            while self._then and (due := self.due()) is not None and due.want == "decision":
                self.do(_decision(due, self._then.pop(0)))
        if self._then:
            raise NoFit(f"“{self._then[0]}”", Refusal("redeal.no_hand_waits", self.rules.steps.decision))

    def _next(self) -> None:
        """Takes the next step, or what has to come before it."""
        step = self._steps[0]
        if step.settled is not None:
            self._settled(step, settlement_of(step.settled))
            return
        if step.command is None:
            if isinstance(step.event, CardDiscarded | CardHeld) or not items_due(self.rules, self.state):
                self._steps.pop(0)
                if not _lies_there(self.state, step.event):
                    raise NoFit(
                        "what was done about an irregularity", Refusal("redeal.hand_gone", step.event.clause)
                    )
                self.fold([step.event])
                self.follow()
            else:
                self._settle_next()
            return
        try:
            self.do(step.command)
        except Refusal as refused:
            self._otherwise(step, refused)
        else:
            self._steps.pop(0)

    def _settled(self, step: Step, settlement: Settlement) -> None:
        """Settles what was settled there, if it is due, with what comes before it. An offer that is open before it was
        passed by then; where nothing of it is due otherwise, nothing is settled there any more."""
        items = items_due(self.rules, self.state)
        settlements = [settlement_of(item.result) for item in items]
        due = self.due()
        if settlement in settlements:
            last = settlements.index(settlement)
            self.do(Settle(tuple([item.ref for item in items[: last + 1]])))
        elif due is not None and due.want in _ASKED_ALL and (neutral := _neutral(due)) is not None:
            if not self._later(step, None, *neutral[0]):
                self.do(neutral[1])
            return
        self._steps.pop(0)

    def _settle_next(self) -> None:
        self.do(Settle((items_due(self.rules, self.state)[0].ref,)))

    def _otherwise(self, step: Step, refused: Refusal) -> None:
        """What has to come before a step that cannot be taken yet; or the step is empty now."""
        due = self.due()
        want = due.want if due is not None else ""
        if _moot(self.rules, self.state, step, want):
            self._steps.pop(0)
            return
        if step.decides and not _to_come(self.rules, self.state, *step.decides):
            raise _no_fit(step, refused)
        if due is None or want in ("collect", "shuffle", "wagers", "approval"):
            raise _no_fit(step, refused)
        if want == "settle":
            self._settle_next()
        elif want == "card":
            self._next_card(step, refused)
        elif want == "decision":
            self._decide(step, refused, due)
        elif (neutral := _neutral(due)) is not None:
            kinds, nobody = neutral
            if not self._later(step, None, *kinds):
                self.do(nobody)
        else:
            wanted = {"show_cards": (ShowCards,), "direction": (DirectHand,)}.get(
                want, (Prize, Misfire, AnswerMisfire)
            )
            self._later(step, refused, *wanted)

    def _next_card(self, step: Step, refused: Refusal) -> None:
        """Deals the card that left the shoe next, ahead of a step that waits for it. The cards keep their order: if the
        next one is itself the step that was refused, or cannot come now, no later card takes its place."""
        at = next((at for at, step in enumerate(self._steps) if isinstance(step.command, DealCard)), None)
        if not at:
            raise _no_fit(step, refused)
        following = self._steps[at]
        assert following.command is not None, "a card is dealt by a command"
        try:
            self.do(following.command)
        except Refusal as no:
            raise _no_fit(following, no) from None
        del self._steps[at]

    def _later(self, step: Step, refused: Refusal | None, *kinds: type) -> bool:
        """Takes the first later step of these kinds that can be taken now. Without one the step at hand has no place,
        if its refusal is given."""
        for at, later in enumerate(self._steps[1:], start=1):
            if later.command is not None and isinstance(later.command, kinds) and self.try_to(later.command):
                del self._steps[at]
                return True
        if refused is not None:
            raise _no_fit(step, refused)
        return False

    def _decide(self, step: Step, refused: Refusal, due: Due) -> None:
        place = due.box, due.hand
        if step.decides == place:
            raise _no_fit(step, refused)
        at = next((at for at, other in enumerate(self._steps) if other.decides == place), None)
        if at is not None:
            later = self._steps[at]
            assert later.command is not None, "a step that decides is a command"
            try:
                self.do(later.command)
            except Refusal as no:
                raise _no_fit(later, no) from None
            del self._steps[at]
        elif self._then:
            self.do(_decision(due, self._then.pop(0)))
        else:
            missing = Refusal("redeal.decision_missing", due.clause, due=due.text)
            raise NoFit(step_words(step), missing, asks=True)


def _neutral(due: Due) -> tuple[tuple[type, ...], Command] | None:
    """Of an offer that is open: the commands that take it, and the one that says that nobody (else) does."""
    match due.want:
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


def _moot(rules: Rules, state: State, step: Step, want: str) -> bool:
    """Whether nothing is left to do for a step: an offer that is not open is not closed, what was asked for the whole
    hand is not asked again, and of a side bet that is not won nothing stays and no prize is drawn."""
    match step.command:
        case Ride() | Prize() | Misfire() | AnswerMisfire() | VoidPress():
            return want not in _ASKED_ALL and not items_due(rules, state)
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
    """Whether there is the hand that an event is about."""
    result = getattr(event, "result", None)
    box = result.box if isinstance(result, Result) else getattr(event, "box", 0)
    hand = result.hand if isinstance(result, Result) else getattr(event, "hand", 1)
    return not box or max(hand, 1) <= len(state.box(box).hands)


def _to_come(rules: Rules, state: State, box: int, hand: int) -> bool:
    """Whether the hand has a turn in front of it, or in hand."""
    hands = state.box(box).hands
    return 0 < hand <= len(hands) and bool(next_action(rules, state.box(box), hands[hand - 1]))


def _no_fit(step: Step, refused: Refusal) -> NoFit:
    return NoFit(step_words(step), refused)


def step_words(step: Step) -> str:
    """A step in words."""
    event = step.event
    if isinstance(step.command, DealCard):
        return f"card {step.card}, {show(step.command.card)}"
    if isinstance(step.command, Decide):
        hand = f" hand {step.command.hand}" if step.command.hand > 1 else ""
        return f"the {step.command.decision} of box {step.command.box}{hand}"
    if type(event) in DECISION_NAMES:
        return f"the {DECISION_NAMES[type(event)]}"
    player = getattr(event, "player", "")
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in type(event).__name__).strip()
    return f"{words}{f' of player {player}' if player else ''}"
