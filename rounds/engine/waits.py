"""What the table waits for: the one source of what may happen. `due` puts it into words, and deciders accept it."""

from casino.rulebooks import Rules
from rounds.engine.cards import dealing
from rounds.engine.decisions import surrendering
from rounds.engine.decisions.allowed import choices
from rounds.engine.hands import current, to_show
from rounds.engine.insurance import insuring
from rounds.engine.layout.box import caller_of
from rounds.engine.permits.permits import direction_by
from rounds.engine.settlement import settling
from rounds.engine.shoe.steps import shoe_due
from rounds.engine.sides import asking
from rounds.engine.state import OVER, State, kept_on_state
from rounds.engine.wagers import calling
from rounds.engine.waiting import Item, Waiting


@kept_on_state
def waits_for(rules: Rules, state: State) -> Waiting | None:
    """What the table waits for now; None once the round is over."""
    phase = state.phase
    if state.irregular is not None:
        return Waiting("approval", state.irregular.clause, legal=state.irregular.choices)
    if phase in OVER:
        return None
    if phase == "wagers":
        return _wagers(rules, state)
    if state.carry.shoe is not None and (step := shoe_due(rules, state)) is not None:
        return Waiting("shoe", step.clause)
    offers_bets = bool(state.setup.offers)
    if phase == "initial_deal" and not offers_bets:
        return _initial(rules, state)
    if phase == "insurance":
        return Waiting("insurance", rules.steps.insurance_offer, offers=insuring.offers(rules, state))
    if phase == "interim_settlement" and (hidden := to_show(rules, state)) is not None:
        return Waiting("show_cards", rules.face_down_allowed.clause, hidden[0].number, hidden[1])
    items = settling.items_due(rules, state)
    if items:
        return _settle(rules, state, items)
    if offers_bets and (question := asking.open_question(rules, state)) is not None:
        return Waiting(
            question.want, question.clause, question.box, player=question.player, offers=question.offers
        )
    if phase == "subsequent_deal":
        return _further(rules, state)
    if phase == "dealer_draw":
        return Waiting("card", dealing.dealer_card_clause(rules, state))
    if phase == "initial_deal":
        return _initial(rules, state)
    if phase == "surrender":
        return Waiting("surrender", rules.steps.surrender, offers=surrendering.offers(rules, state))
    return _end(rules, state)


def _wagers(rules: Rules, state: State) -> Waiting:
    blocked = calling.blockers(rules, state)
    for blocker in blocked:
        if blocker.kind != "no_wager":
            return Waiting("wagers", blocker.clause, blocker.box)
    return Waiting("wagers", rules.steps.wager_before_first_card if blocked else rules.steps.call)


def _initial(rules: Rules, state: State) -> Waiting:
    place = None if dealing.shuffle_first(state) else dealing.initial_target(rules, state)
    if place is None:
        return Waiting("shuffle", state.carry.shuffle_clause)
    box, hand, clause = place
    return Waiting("card", clause, box, hand)


def _settle(rules: Rules, state: State, items: tuple[Item, ...]) -> Waiting:
    first = items[0]
    result = first.result
    clause = settling.clause_of(rules, state, first)
    return Waiting("settle", clause, result.box, result.hand, result.player, items=items)


def _further(rules: Rules, state: State) -> Waiting:
    """A card or a decision of the further deal, or what comes in the place of a decision."""
    if (clause := dealing.late_card(rules, state)) is not None:
        return Waiting("card", clause)
    turn = current(rules, state)
    assert turn is not None, "a phase without work has been left"
    box, hand, number = turn.box, turn.hand, turn.number
    player = caller_of(box)
    if turn.wants == "rescue":
        offers = surrendering.rescue_offers(rules, box, number)
        return Waiting("rescue", rules.steps.rescue, box.number, number, player, offers=offers)
    if turn.wants == "card":
        return Waiting("card", dealing.card_clause(rules, hand), box.number, number, player)
    legal, _ = choices(rules, state)
    if state.direction is not None:
        _, clause = direction_by(rules, state.direction.reason)
        return Waiting("direction", clause, box.number, number, player, legal)
    first_two = hand.split and len(hand.cards) == 2
    clause = rules.steps.split_decisions if first_two else rules.steps.decision
    return Waiting("decision", clause, box.number, number, player, legal)


def _end(rules: Rules, state: State) -> Waiting:
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.hidden and hand.live:
                return Waiting("show_cards", rules.face_down_allowed.clause, box.number, number)
    return Waiting("collect", rules.steps.collect)
