"""The phases of a round: which one has work, and what comes about by itself."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from casino.rulebooks import Rules
from rounds.engine.cards import dealing
from rounds.engine.decisions import surrendering
from rounds.engine.events import Events, PhaseBegan
from rounds.engine.evolve import evolve
from rounds.engine.insurance import insuring
from rounds.engine.settlement.events import DealerHandCleared, Settled
from rounds.engine.state import OVER, State
from rounds.engine.waits import known, waits_in_phase

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

_OFFERED: Final[dict[str, Callable[[Rules, State], bool]]] = {
    "insurance": insuring.against,
    "surrender": surrendering.against,
}
"""Phases of an offer that most first cards of the dealer leave out: what tells so at once."""

_LASTING: Final = frozenset(("wagers", "final_settlement", *OVER))
"""Phases that end by a command, not because nothing is left to do in them."""


def follow(rules: Rules, state: State) -> tuple[State, Events]:
    """The round after what follows from the last command by itself, and the events of that, which are of the same tap:
    a new phase, and the wagers that go back untouched in the final settlement, since no chip moves for them."""
    if state.phase in _LASTING:
        return _settled_by_itself(rules, state, []) if state.phase == "final_settlement" else (state, [])
    waiting = waits_in_phase(rules, state)
    if waiting is not None:
        return known(rules, state, waiting), []
    for phase in _AFTER[rules.surrender_offered.value, state.phase]:
        if phase in _OFFERED and not _OFFERED[phase](rules, state):
            continue
        waiting = waits_in_phase(rules, replace(state, phase=phase))
        if waiting is not None:
            began = PhaseBegan(tap=state.tap, phase=phase, clause=_phase_clause(rules, state, phase))
            return known(rules, evolve(state, began), waiting), [began]
    phase = "final_settlement"
    began = PhaseBegan(tap=state.tap, phase=phase, clause=_phase_clause(rules, state, phase))
    return _settled_by_itself(rules, evolve(state, began), [began])


def _settled_by_itself(rules: Rules, state: State, events: Events) -> tuple[State, Events]:
    """The same in the final settlement, after these events."""
    waiting = waits_in_phase(rules, state)
    assert waiting is not None, "the final settlement ends by a command"
    due = waiting.items
    untouched = [item for item in due if item.action == "return" and not item.result.takes] if due else []
    if due and not untouched:
        return known(rules, state, waiting), events
    for item in untouched:
        events.append(Settled(tap=state.tap, result=item.result, clause=item.result.clause))
        state = evolve(state, events[-1])
    if state.picked_up and not due:
        events.append(PhaseBegan(tap=state.tap, phase="collected", clause=rules.steps.collect))
        return evolve(state, events[-1]), events
    if rules.dealer_hands.value > 1 and len(untouched) == len(due) and _another_dealer_hand(rules, state):
        done = len(state.dealers)
        clause = rules.steps.hand_cleared[done]
        events.append(DealerHandCleared(tap=state.tap, number=done + 1, clause=clause))
        state, later = follow(rules, evolve(state, events[-1]))
        return state, [*events, *later]
    return (state if untouched else known(rules, state, waiting)), events


def _another_dealer_hand(rules: Rules, state: State) -> bool:
    """Whether the dealer plays the same first card once more: a later hand has wagers (ACT96-22.13)."""
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
