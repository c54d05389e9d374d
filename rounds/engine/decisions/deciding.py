"""Decisions of the further deal, and a supervisor's direction when a player does not decide."""

from typing import Final

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.cards.dealing import late_card_clause, place_of
from rounds.engine.decisions.adding import added_by_each, matched_by_each
from rounds.engine.decisions.commands import AskDirection, Decide, DirectHand
from rounds.engine.decisions.events import (
    CallerPassed,
    DirectionAsked,
    Doubled,
    Drew,
    HandDirected,
    Split,
    Stood,
)
from rounds.engine.events import Event
from rounds.engine.hands import hand_in_turn, hand_to_show, next_action
from rounds.engine.layout.box import Box, caller_of
from rounds.engine.layout.hand import Hand, blackjack
from rounds.engine.permits.permits import direction_by, role_for
from rounds.engine.phases import waits_for
from rounds.engine.settlement import settling
from rounds.engine.sides import asking
from rounds.engine.state import State

_SETTLEMENT_FIRST: Final = {
    "pay": "decision.payment_first",
    "take": "decision.taking_first",
    "return": "decision.return_first",
}


def decide(rules: Rules, state: State, command: Decide) -> list[Event]:
    """One decision of the box's caller on the hand in turn."""
    waiting = waits_for(rules, state)
    named = waiting is not None and command.hand == waiting.hand and command.box == waiting.box
    if waiting is not None and named and waiting.action == "decision":
        box = state.box(waiting.box)
        hand = box.hands[waiting.hand - 1]
    else:
        box, hand = _in_turn(rules, state, command)
    caller = caller_of(box)
    by = command.by or caller
    if by != caller:
        raise Refusal(
            "decision.other_player",
            rules.steps.caller_decides,
            also=(
                rules.steps.caller_entitled,
                *rules.caller.also,
                *_others_bound(rules, command.decision),
            ),
            caller=caller,
            box=box.number,
            by=by,
        )
    assert waiting is not None, "a hand is in turn"
    if command.decision not in waiting.legal:
        no = next(no for no in waiting.refused if no.decision == command.decision)
        raise no.refusal(*_further(rules, command.decision))
    steps = rules.steps
    decision = command.decision
    if command.adds and decision != "double":
        raise Refusal("decision.amounts_without_double")
    if command.matches and decision != "split":
        raise Refusal("decision.matches_without_split")
    if command.free and decision not in ("double", "split"):
        raise Refusal("decision.no_lammer")
    if decision == "double":
        adds = added_by_each(rules, state, box, hand, caller, command)
        return [
            Doubled(
                box=box.number,
                hand=command.hand,
                by=by,
                adds=adds,
                free=command.free,
                clause=steps.free_double if command.free else steps.double_one_card,
            )
        ]
    if decision == "split":
        matches = matched_by_each(rules, state, box, hand, caller, command)
        return [
            Split(
                box=box.number,
                hand=command.hand,
                by=by,
                matches=matches,
                free=command.free,
                clause=steps.free_split if command.free else rules.split_on.clause,
            )
        ]
    if decision == "stand":
        clause = steps.split_stand if hand.split else steps.stand
        return [Stood(box=box.number, hand=command.hand, by=by, clause=clause)]
    clause = steps.split_draw if hand.split else steps.draw
    return [Drew(box=box.number, hand=command.hand, by=by, clause=clause)]


def _others_bound(rules: Rules, decision: str) -> tuple[str, ...]:
    """Clauses by which the other players on a box double or split only when its caller does (NZ-14.3(e), NZ-21.8)."""
    if decision == "double":
        return rules.double_shared.clauses
    return rules.split_declined.clauses if decision == "split" else ()


def _further(rules: Rules, decision: str) -> tuple[str, ...]:
    """Further clauses that bear on a refused decision, beside the one that refuses it."""
    steps = rules.steps
    if decision == "double":
        return (
            steps.decision_double,
            *rules.double_on.clauses,
            rules.double_on_blackjack.clause,
            rules.double_after_split.clause,
        )
    if decision == "split":
        return (
            steps.decision_split,
            rules.split_on.clause,
            *rules.split_aces_hands.clauses,
            *rules.split_hands.also,
        )
    return ()


def _in_turn(rules: Rules, state: State, command: Decide | AskDirection) -> tuple[Box, Hand]:
    """The box and hand that the command names, if it is their turn to decide. Raises Refusal otherwise."""
    steps = rules.steps
    if not state.called:
        raise Refusal("decision.before_deal", steps.decision)
    box, hand = _named_hand(rules, state, command)
    _no_offer_open(rules, state)
    asking.refuse_while_asking(rules, state)
    # A hand of two cards or more may be complete before any decision: give the reason, whatever the phase.
    if (
        len(hand.cards) >= 2
        and not next_action(rules, box, hand)
        and not hand.drawing
        and state.phase != "initial_deal"
    ):
        raise _complete(rules, box, hand, command)
    items = settling.items_due(rules, state)
    if items:
        raise Refusal(
            _SETTLEMENT_FIRST[items[0].action],
            settling.clause_of(rules, state, items[0]),
            also=(*settling.also_of(rules, state, items[0]), steps.decision),
            payment=settling.parts_of_item(items[0]),
        )
    hidden = hand_to_show(rules, state)
    if hidden is not None and state.phase == "interim_settlement":
        raise Refusal(
            "decision.hand_not_shown",
            rules.face_down_shown.clause,
            also=(steps.decision,),
            where=place_of(*hidden),
        )
    if state.phase != "subsequent_deal":
        raise Refusal("decision.other_phase", steps.decision, phase=state.phase)
    if (clause := late_card_clause(rules, state)) is not None:
        raise Refusal("decision.dealer_card_first", clause)
    turn = hand_in_turn(rules, state)
    assert turn is not None, "the hand named needs something, so some hand is in turn"
    if turn.box.number != box.number or turn.number != command.hand:
        same_box = turn.box.number == box.number
        raise Refusal(
            "decision.other_hand_first",
            steps.split_one_at_a_time if same_box else steps.decision,
            also=(steps.decision,),
            where=place_of(turn.box, turn.number),
        )
    if turn.action == "rescue":
        raise Refusal("decision.rescue_first", steps.rescue)
    if turn.action == "card":
        raise Refusal(
            "decision.card_first",
            steps.announce,
            also=(steps.double_one_card, steps.split_one_at_a_time, *rules.draw_below.also),
            where=place_of(box, command.hand),
        )
    return box, hand


def _named_hand(rules: Rules, state: State, command: Decide | AskDirection) -> tuple[Box, Hand]:
    """The box and hand that the command names. Raises Refusal when there is no such hand."""
    boxes = [box for box in state.boxes if box.number == command.box and box.hands]
    if not boxes or not 1 <= command.hand <= len(boxes[0].hands):
        raise Refusal("decision.no_such_hand", rules.steps.decision, hand=command.hand, box=command.box)
    return boxes[0], boxes[0].hands[command.hand - 1]


def _no_offer_open(rules: Rules, state: State) -> None:
    """Raises Refusal while insurance or surrender is being offered, which comes before any decision."""
    steps = rules.steps
    if state.phase == "insurance":
        raise Refusal("decision.insurance_open", steps.insurance_offer, also=(steps.decision,))
    if state.phase == "surrender":
        raise Refusal(
            "decision.surrender_open",
            steps.surrender,
            also=(steps.decision, *rules.surrender_against.also),
        )


def _complete(rules: Rules, box: Box, hand: Hand, command: Decide | AskDirection) -> Refusal:
    """The refusal of a decision on a completed hand, with the reason."""
    code, clause = _why_complete(rules, hand)
    also: tuple[str, ...] = (*rules.draw_below.clauses, rules.steps.decision)
    if hand.aces:
        also += rules.split_aces_one_card.also
    if isinstance(command, Decide):
        also += _further(rules, command.decision)
        if command.by and command.by != caller_of(box):
            also += _others_bound(rules, command.decision)
    return Refusal(
        code,
        clause,
        also=also,
        where=place_of(box, command.hand),
        total=hand.points[0],
        cards=len(hand.cards),
        natural=rules.natural,
    )


def _why_complete(rules: Rules, hand: Hand) -> tuple[str, str]:
    """Why a hand takes no further decision: a code of words, and the clause."""
    steps = rules.steps
    total, soft = hand.points
    if any(stake.surrendered for stake in hand.stakes):
        return "hand.surrendered", steps.surrender_marker
    if not hand.live:
        return "hand.settled", steps.wager_locked
    if hand.turned_down:
        return "hand.card_turned_down", hand.turned_down
    if hand.stood:
        return "hand.stood", steps.stand
    if total > 21:
        return "hand.broke", steps.split_bust if hand.split else steps.bust
    if hand.doubled:
        return "hand.doubled", steps.double_one_card
    if hand.aces and rules.split_aces_one_card.value:
        return "hand.split_ace", rules.split_aces_one_card.clause
    if blackjack(rules, hand):
        return "hand.natural", rules.draw_below.clause
    if total >= rules.draw_below.value:
        return "hand.soft_total" if soft else "hand.hard_total", rules.draw_below.clause
    if 0 < rules.cards_most.value <= len(hand.cards):
        return "hand.most_cards", rules.cards_most.clause
    return "hand.directed", rules.absent_role.clause


def ask_direction(rules: Rules, state: State, command: AskDirection) -> list[Event]:
    """The dealer asks a supervisor to direct the hand in turn (VIC03-7.5.3(a), (b)). If its caller is absent and
    another player has a wager on it, that player decides, in books that do not require the caller's presence
    (ACT96-18(g), ACT03-14.7, NZ-16.6)."""
    box, hand = _in_turn(rules, state, command)
    if state.direction:
        raise Refusal("direction.asked", rules.absent_role.clause)
    passes = rules.absent_passes
    if command.reason == "absent" and passes.value == "next":
        absent = caller_of(box)
        players = {stake.player for stake in hand.stakes if not stake.settled} - {absent, *box.absent}
        if players:
            player = next(player for player in box.players if player in players)
            return [
                CallerPassed(
                    box=box.number, hand=command.hand, absent=absent, player=player, clause=passes.clause
                )
            ]
    return [
        DirectionAsked(
            box=command.box, hand=command.hand, reason=command.reason, clause=rules.absent_role.clause
        )
    ]


def direct(rules: Rules, state: State, command: DirectHand) -> list[Event]:
    """A supervisor directs the hand to be completed as the book says (VIC03-7.5.3(c) to (f))."""
    direction = state.direction
    role, clause = direction_by(rules, direction.reason if direction is not None else "")
    role_for(rules, command.role, role, clause)
    if direction is None or (direction.box, direction.hand) != (command.box, command.hand):
        raise Refusal("direction.not_asked", clause)
    return [
        HandDirected(box=command.box, hand=command.hand, role=command.role, wait=command.wait, clause=clause)
    ]
