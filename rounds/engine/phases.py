"""The phases of a round: which one has work, and what comes about by itself."""

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
from rounds.engine.state import OVER, State

_ORDERS: Final = {
    offered: ("initial_deal", *between, "subsequent_deal", "dealer_draw")
    for offered, between in {
        "after_insurance": ("insurance", "interim_settlement", "surrender"),
        "before_insurance": ("interim_settlement", "surrender", "insurance"),
    }.items()
}
"""The phases of a round in their order, as surrender is offered (`OpenPoints`)."""

_FROM: Final = {
    (offered, phase): order[at:] for offered, order in _ORDERS.items() for at, phase in enumerate(order)
}
"""A phase and those that may follow it."""


def phase_now(rules: Rules, state: State) -> str:
    """The phase that has work: the present one while it has, else the next that does."""
    phase = state.phase
    if phase in ("wagers", "final_settlement", *OVER):
        return phase
    for later in _FROM[rules.surrender_offered.value, phase]:
        if _has_work(rules, state if later == phase else replace(state, phase=later)):
            return later
    return "final_settlement"


def _has_work(rules: Rules, state: State) -> bool:
    """Whether something is to be done in the state's phase."""
    match state.phase:
        case "initial_deal":
            if dealing.initial_target(rules, state) is not None:
                return True
            return bool(state.setup.offers) and _to_settle(rules, state)
        case "insurance":
            return not state.insurance_closed and bool(insuring.offers(rules, state))
        case "interim_settlement":
            return bool(to_show(rules, state)) or _to_settle(rules, state)
        case "surrender":
            return not state.surrender_closed and bool(surrendering.offers(rules, state))
        case "subsequent_deal":
            if current(rules, state) is not None or _to_settle(rules, state):
                return True
            return dealing.late_card(rules, state) is not None
        case _:
            return dealing.dealer_draws(rules, state) or _to_settle(rules, state)


def _to_settle(rules: Rules, state: State) -> bool:
    if settling.items_due(rules, state):
        return True
    return bool(state.setup.offers) and asking.asked(rules, state)


def follow(rules: Rules, state: State) -> Events:
    """What the command brings about by itself: a new phase, and the wagers that go back untouched in the
    final settlement, since no chip moves for them."""
    events: Events = []
    phase = phase_now(rules, state)
    if phase != state.phase:
        events.append(PhaseBegan(phase=phase, clause=_phase_clause(rules, state, phase)))
        state = replace(state, phase=phase)
    if phase != "final_settlement":
        return events
    due = settling.items_due(rules, state)
    returned: Events = [
        Settled(result=item.result, clause=item.result.clause)
        for item in due
        if item.action == "return" and not item.result.takes
    ]
    events += returned
    if state.picked_up and not due:
        return [*events, PhaseBegan(phase="collected", clause=rules.steps.collect)]
    if len(returned) == len(due) and _another_dealer_hand(rules, state):
        for event in returned:
            state = evolve(state, replace(event, tap=state.tap))
        done = len(state.dealers)
        cleared = DealerHandCleared(number=done + 1, clause=rules.steps.hand_cleared[done])
        state = evolve(state, replace(cleared, tap=state.tap))
        return [*events, cleared, *follow(rules, state)]
    return events


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
    if (
        phase == "final_settlement"
        and dealing.no_dealer_card(rules, state).clause == rules.dealer_draws_without_effect.clause
    ):
        return rules.dealer_draws_without_effect.clause
    return {
        "insurance": steps.insurance_offer,
        "interim_settlement": rules.blackjack_paid_at_once.clause,
        "surrender": steps.surrender,
        "subsequent_deal": steps.decision,
        "dealer_draw": steps.dealer_draw,
        "final_settlement": steps.clear_losers,
    }[phase]
