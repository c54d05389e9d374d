"""The phases of a round: what the table waits for in each, and which phase follows when nothing is left to do.

This is the one source of what may happen: `due` puts it into words, and deciders accept it.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from casino.rulebooks import Rules
from rounds.engine.cards import dealing
from rounds.engine.decisions import surrendering
from rounds.engine.decisions.allowed import choices
from rounds.engine.events import Events, PhaseBegan
from rounds.engine.evolve import evolve
from rounds.engine.hands import Turn, hand_in_turn, hand_to_show
from rounds.engine.insurance import insuring
from rounds.engine.layout.box import caller_of
from rounds.engine.permits.permits import direction_by
from rounds.engine.settlement import settling
from rounds.engine.settlement.events import DealerHandCleared, Settled
from rounds.engine.shoe.steps import shoe_due
from rounds.engine.sides import asking
from rounds.engine.state import OVER, State, kept_on_state
from rounds.engine.wagers import calling
from rounds.engine.waiting import Item, Waiting


@kept_on_state
def waits_for(rules: Rules, state: State) -> Waiting | None:
    """What the table waits for now; None once the round is over."""
    if state.irregular is not None:
        return Waiting("approval", state.irregular.clause, legal=state.irregular.choices)
    if state.phase in OVER:
        return None
    if state.shoe_waits and state.phase != "wagers" and (step := shoe_due(rules, state)) is not None:
        return Waiting("shoe", step.clause)
    waiting = waits_in_phase(rules, state)
    assert waiting is not None, "a phase without work has been left"
    return waiting


_WAITS_FOR: Final = waits_for.__qualname__
"""The key under which `kept_on_state` caches the answer."""


def waits_in_phase(rules: Rules, state: State) -> Waiting | None:
    """What the table waits for in the state's phase; None if nothing is left to do in it, so that the next phase
    begins (`follow`)."""
    return _WAITS_IN[state.phase](rules, state)


def known(rules: Rules, state: State, waiting: Waiting | None) -> State:
    """The state with ``waiting`` cached as its answer, since finding the phase has worked it out."""
    if not state.shoe_waits or shoe_due(rules, state) is None:
        state.__dict__[_WAITS_FOR] = (rules, waiting)
    return state


def _in_wagers(rules: Rules, state: State) -> Waiting:
    blocked = calling.blockers(rules, state)
    for blocker in blocked:
        if blocker.kind != "no_wager":
            return Waiting("wagers", blocker.clause, blocker.box)
    return Waiting("wagers", rules.steps.wager_before_first_card if blocked else rules.steps.call)


def _in_initial_deal(rules: Rules, state: State) -> Waiting | None:
    # Until the deal is complete only side bets can be settled.
    if state.setup.offers and (first := _first_of_all(rules, state)) is not None:
        return first
    place = dealing.initial_target(rules, state)
    if place is None:
        return None
    if dealing.shuffle_first(state):
        return Waiting("shuffle", state.carry.shuffle_clause)
    box, hand, clause = place
    return Waiting("card", clause, box, hand)


def _in_insurance(rules: Rules, state: State) -> Waiting | None:
    if state.insurance_closed or not (offers := insuring.offers(rules, state)):
        return None
    return Waiting("insurance", rules.steps.insurance_offer, offers=offers)


def _in_interim_settlement(rules: Rules, state: State) -> Waiting | None:
    if (hidden := hand_to_show(rules, state)) is not None:
        return Waiting("show_cards", rules.face_down_allowed.clause, hidden[0].number, hidden[1])
    return _first_of_all(rules, state)


def _in_surrender(rules: Rules, state: State) -> Waiting | None:
    if state.surrender_closed or not (offers := surrendering.offers(rules, state)):
        return None
    waiting = _first_of_all(rules, state) if state.setup.offers else None
    return waiting or Waiting("surrender", rules.steps.surrender, offers=offers)


def _in_subsequent_deal(rules: Rules, state: State) -> Waiting | None:
    if (first := _first_of_all(rules, state)) is not None:
        return first
    if state.dealer_missing and (clause := dealing.late_card_clause(rules, state)) is not None:
        return Waiting("card", clause)
    turn = hand_in_turn(rules, state)
    return None if turn is None else _on_hand(rules, state, turn)


def _in_dealer_draw(rules: Rules, state: State) -> Waiting | None:
    if (first := _first_of_all(rules, state)) is not None:
        return first
    if not dealing.dealer_draws(rules, state):
        return None
    return Waiting("card", dealing.dealer_card_clause(rules, state))


def _in_final_settlement(rules: Rules, state: State) -> Waiting:
    return _first_of_all(rules, state) or _end(rules, state)


def _first_of_all(rules: Rules, state: State) -> Waiting | None:
    """A settlement that is due, otherwise a question about a side bet: both come before anything else."""
    items = settling.items_due(rules, state)
    if items:
        return _settle(rules, state, items)
    if state.setup.offers and (question := asking.question(rules, state)) is not None:
        return Waiting(
            question.action, question.clause, question.box, player=question.player, offers=question.offers
        )
    return None


def _settle(rules: Rules, state: State, items: tuple[Item, ...]) -> Waiting:
    first = items[0]
    result = first.result
    clause = settling.clause_of(rules, state, first)
    return Waiting("settle", clause, result.box, result.hand, result.player, items=items)


def _on_hand(rules: Rules, state: State, turn: Turn) -> Waiting:
    """A card for or decision on the hand in turn, or what replaces a decision."""
    box, hand, number = turn.box, turn.hand, turn.number
    player = caller_of(box)
    if turn.action == "rescue":
        offers = surrendering.rescue_offers(rules, box, number)
        return Waiting("rescue", rules.steps.rescue, box.number, number, player, offers=offers)
    if turn.action == "card":
        return Waiting("card", dealing.card_clause(rules, hand), box.number, number, player)
    legal, refused = choices(rules, state, turn)
    if state.direction is not None:
        _, clause = direction_by(rules, state.direction.reason)
        return Waiting("direction", clause, box.number, number, player, legal, refused)
    first_two = hand.split and len(hand.cards) == 2
    clause = rules.steps.split_decisions if first_two else rules.steps.decision
    return Waiting("decision", clause, box.number, number, player, legal, refused)


def _end(rules: Rules, state: State) -> Waiting:
    if state.setup.face_down:
        for box in state.boxes:
            for number, hand in enumerate(box.hands, start=1):
                if hand.hidden and hand.live:
                    return Waiting("show_cards", rules.face_down_allowed.clause, box.number, number)
    return Waiting("collect", rules.steps.collect)


_WAITS_IN: Final[dict[str, Callable[[Rules, State], Waiting | None]]] = {
    "wagers": _in_wagers,
    "initial_deal": _in_initial_deal,
    "insurance": _in_insurance,
    "interim_settlement": _in_interim_settlement,
    "surrender": _in_surrender,
    "subsequent_deal": _in_subsequent_deal,
    "dealer_draw": _in_dealer_draw,
    "final_settlement": _in_final_settlement,
}
"""The function for what the table waits for in each phase."""


# --- from one to the next


_ORDERS: Final = {
    offered: ("initial_deal", *between, "subsequent_deal", "dealer_draw")
    for offered, between in {
        "after_insurance": ("insurance", "interim_settlement", "surrender"),
        "before_insurance": ("interim_settlement", "surrender", "insurance"),
    }.items()
}
"""The phases of a round in order, by when surrender is offered (`OpenPoints`)."""

_AFTER: Final = {
    (offered, phase): order[at:]
    for offered, order in _ORDERS.items()
    for at, phase in enumerate(order, start=1)
}
"""The phases that may follow each phase."""

_OFFERED: Final[dict[str, Callable[[Rules, State], bool]]] = {
    "insurance": insuring.dealer_shows_ace,
    "surrender": surrendering.may_surrender_against,
}
"""Phases of an offer that depends on the dealer's first card, each with the quick test for it."""

_LASTING: Final = frozenset(("wagers", "final_settlement", *OVER))
"""Phases that end by a command rather than when nothing is left to do in them."""


def follow(rules: Rules, state: State) -> tuple[State, Events]:
    """The round after everything that follows the last command automatically, and the events of that, which belong to
    the same tap: a new phase, and in the final settlement wagers that go back untouched, since no chips move for
    them."""
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
    """Like `follow`, in the final settlement and after these events."""
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
    """Whether the dealer plays another hand from the same first card, because a later hand has wagers
    (ACT96-22.13)."""
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
