"""The phases of a round: which one has work, and what comes about by itself."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from casino.rulebooks import Rules
from rounds.engine.cards import dealing
from rounds.engine.decisions import surrendering
from rounds.engine.events import Events, PhaseBegan
from rounds.engine.evolve import evolve
from rounds.engine.hands import current, to_show
from rounds.engine.insurance import insuring
from rounds.engine.settlement import settling
from rounds.engine.settlement.events import DealerHandCleared, Settled
from rounds.engine.sides import asking
from rounds.engine.state import OVER, State, with_answers_of

_ORDERS: Final = {
    offered: ("initial_deal", *between, "subsequent_deal", "dealer_draw")
    for offered, between in {
        "after_insurance": ("insurance", "interim_settlement", "surrender"),
        "before_insurance": ("interim_settlement", "surrender", "insurance"),
    }.items()
}
"""The phases of a round in their order, as surrender is offered (`OpenPoints`)."""

_AFTER: Final = {
    (offered, phase): order[at:]
    for offered, order in _ORDERS.items()
    for at, phase in enumerate(order, start=1)
}
"""The phases that may follow one."""

_LASTING: Final = frozenset(("wagers", "final_settlement", *OVER))
"""Phases that end by a command, not because nothing is left to do in them."""


def _in_phase_with_work(rules: Rules, state: State) -> State:
    """The state in the phase that has work: as it is while its own has, else as it would be in the next that does."""
    phase = state.phase
    if phase in _LASTING:
        return state
    if _HAS_WORK[phase](rules, state):
        return state
    for later in _AFTER[rules.surrender_offered.value, phase]:
        then = replace(state, phase=later)
        if _HAS_WORK[later](rules, then):
            return then
    return replace(state, phase="final_settlement")


def _cards_of_initial_deal(rules: Rules, state: State) -> bool:
    if dealing.initial_target(rules, state) is not None:
        return True
    return bool(state.setup.offers) and _to_settle(rules, state)


def _insurance(rules: Rules, state: State) -> bool:
    return not state.insurance_closed and bool(insuring.offers(rules, state))


def _interim(rules: Rules, state: State) -> bool:
    return bool(to_show(rules, state)) or _to_settle(rules, state)


def _surrender(rules: Rules, state: State) -> bool:
    return not state.surrender_closed and bool(surrendering.offers(rules, state))


def _hands_to_play(rules: Rules, state: State) -> bool:
    if current(rules, state) is not None or _to_settle(rules, state):
        return True
    return dealing.late_card(rules, state) is not None


def _dealer_draw(rules: Rules, state: State) -> bool:
    return dealing.dealer_draws(rules, state) or _to_settle(rules, state)


def _to_settle(rules: Rules, state: State) -> bool:
    if settling.items_due(rules, state):
        return True
    return bool(state.setup.offers) and asking.asked(rules, state)


_HAS_WORK: Final[dict[str, Callable[[Rules, State], bool]]] = {
    "initial_deal": _cards_of_initial_deal,
    "insurance": _insurance,
    "interim_settlement": _interim,
    "surrender": _surrender,
    "subsequent_deal": _hands_to_play,
    "dealer_draw": _dealer_draw,
}
"""Whether something is to be done in a phase, by its name."""


def follow(rules: Rules, state: State) -> tuple[State, Events]:
    """The round after what the last command brings about by itself, and the events of that, which are of the same tap:
    a new phase, and the wagers that go back untouched in the final settlement, since no chip moves for them."""
    events: Events = []
    then = _in_phase_with_work(rules, state)
    if then is not state:
        clause = _phase_clause(rules, state, then.phase)
        events.append(PhaseBegan(tap=state.tap, phase=then.phase, clause=clause))
        # What was asked to find the phase is asked again in it: by `due`, and by the next command.
        state = with_answers_of(then, evolve(state, events[0]))
    if state.phase != "final_settlement":
        return state, events
    due = settling.items_due(rules, state)
    untouched = [item for item in due if item.action == "return" and not item.result.takes]
    for item in untouched:
        events.append(Settled(tap=state.tap, result=item.result, clause=item.result.clause))
        state = evolve(state, events[-1])
    if state.picked_up and not due:
        events.append(PhaseBegan(tap=state.tap, phase="collected", clause=rules.steps.collect))
        return evolve(state, events[-1]), events
    if len(untouched) == len(due) and _another_dealer_hand(rules, state):
        done = len(state.dealers)
        clause = rules.steps.hand_cleared[done]
        events.append(DealerHandCleared(tap=state.tap, number=done + 1, clause=clause))
        state, later = follow(rules, evolve(state, events[-1]))
        events += later
    return state, events


def _another_dealer_hand(rules: Rules, state: State) -> bool:
    """Whether the dealer plays the same first card once more: a later hand has wagers (ACT96-22.13)."""
    if rules.dealer_hands.value < 2:
        return False
    if len(state.dealers) + 1 >= rules.dealer_hands.value:
        return False
    played = {f"hand_{number}" for number in range(1, len(state.dealers) + 2)}
    waiting = {
        stake.bet for box in state.boxes for hand in box.hands for stake in hand.stakes if not stake.settled
    }
    insured = {insured.wager for box in state.boxes for insured in box.insurance if not insured.settled}
    return bool((waiting | insured) - played)


def _phase_clause(rules: Rules, state: State, phase: str) -> str:
    steps = rules.steps
    match phase:
        case "insurance":
            return steps.insurance_offer
        case "interim_settlement":
            return rules.blackjack_paid_at_once.clause
        case "surrender":
            return steps.surrender
        case "subsequent_deal":
            return steps.decision
        case "dealer_draw":
            return steps.dealer_draw
    no_effect = rules.dealer_draws_without_effect.clause
    return no_effect if dealing.end_clause(rules, state) == no_effect else steps.clear_losers
