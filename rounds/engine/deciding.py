"""The decisions of the further deal, and a supervisor's direction where a player makes none."""

from casino.money import Cents, dollars
from casino.rulebooks import Rules
from rounds.engine import commands as do
from rounds.engine import events as on
from rounds.engine import settling
from rounds.engine.dealing import hand_name
from rounds.engine.hands import current, need, refusal, why_complete
from rounds.engine.refusal import RuleViolation
from rounds.engine.state import Box, Hand, State, caller_of
from rounds.engine.wagering import role_for


def decide(rules: Rules, state: State, command: do.Decide) -> list[on.Event]:
    """One decision of the box's caller on the hand in turn."""
    box, hand = _in_turn(rules, state, command)
    caller = caller_of(box)
    by = command.by or caller
    if by != caller:
        raise RuleViolation(
            rules.steps.caller_decides,
            f"player {caller} calls the decisions on box {box.number}, not {by}",
            f"Take the decision from {caller}.",
            also=(rules.steps.caller_entitled,),
        )
    no = refusal(rules, state, box, command.hand, command.decision)
    if no is not None:
        raise RuleViolation(
            no.clause,
            f"{command.decision} on {hand_name(box, command.hand)}: {no.reason}",
            "Choose one of the decisions that are open.",
            also=_further(rules, hand, command.decision),
        )
    steps = rules.steps
    if command.adds and command.decision != "double":
        raise RuleViolation("", "amounts belong to a double", "Leave them out.")
    if command.matches and command.decision != "split":
        raise RuleViolation("", "matching belongs to a split", "Leave it out.")
    if command.decision == "double":
        adds = _adds(rules, box, hand, caller, command)
        return [on.Doubled(box=box.number, hand=command.hand, by=by, adds=adds, clause=steps.double_one_card)]
    if command.decision == "split":
        matches = _matches(rules, hand, caller, command)
        return [
            on.Split(box=box.number, hand=command.hand, by=by, matches=matches, clause=rules.split_on.clause)
        ]
    if command.decision == "stand":
        clause = steps.split_stand if hand.split else steps.stand
        return [on.Stood(box=box.number, hand=command.hand, by=by, clause=clause)]
    clause = steps.split_draw if hand.split else steps.draw
    return [on.Drew(box=box.number, hand=command.hand, by=by, clause=clause)]


def _further(rules: Rules, hand: Hand, decision: str) -> tuple[str, ...]:
    """Clauses that bear on a refusal besides the one that makes it."""
    steps = rules.steps
    if decision == "double":
        return (steps.decision_double, rules.double_on.clause, rules.double_on_blackjack.clause)
    if decision == "split":
        return (
            steps.decision_split,
            rules.split_on.clause,
            *rules.split_aces_hands.clauses,
            *rules.split_hands.also,
        )
    return ()


def _in_turn(
    rules: Rules, state: State, command: do.Decide | do.AskDirection | do.DirectHand
) -> tuple[Box, Hand]:
    """The box and hand that the command names, if it is their turn to decide. Raises RuleViolation."""
    steps = rules.steps
    boxes = [box for box in state.boxes if box.number == command.box and box.hands]
    if not boxes or not 1 <= command.hand <= len(boxes[0].hands):
        raise RuleViolation(
            steps.decision, f"there is no hand {command.hand} on box {command.box}", "Look at what is due."
        )
    box = boxes[0]
    hand = box.hands[command.hand - 1]
    if state.phase == "insurance":
        raise RuleViolation(
            steps.insurance_offer,
            "insurance is open",
            "Close insurance; then take the decisions.",
            also=(steps.decision,),
        )
    # A hand of two cards or more may be complete before any decision was taken: say why, whatever the phase.
    if len(hand.cards) >= 2 and not need(rules, hand) and not hand.drawing and state.phase != "initial_deal":
        clause, reason = why_complete(rules, hand)
        also = (rules.draw_below.clause, steps.decision, rules.double_on_blackjack.clause)
        raise RuleViolation(
            clause,
            f"{hand_name(box, command.hand)} is complete: {reason}",
            "Go on with what is due.",
            also=also,
        )
    if state.phase != "subsequent_deal":
        raise RuleViolation(
            steps.decision,
            f"decisions are not taken in the {state.phase.replace('_', ' ')}",
            "Go on with what is due.",
        )
    items = settling.items_due(rules, state)
    if items:
        first = items[0].result
        raise RuleViolation(
            first.clause,
            f"a settlement comes first: box {first.box}, player {first.player}",
            "Make it and record it.",
        )
    turn = current(rules, state)
    assert turn is not None, "the hand named needs something, so some hand is in turn"
    if (turn[0].number, turn[1]) != (box.number, command.hand):
        same_box = turn[0].number == box.number
        raise RuleViolation(
            steps.split_one_at_a_time if same_box else steps.decision,
            f"{hand_name(turn[0], turn[1])} is completed first",
            "Take the decisions from the dealer's left, hand by hand.",
            also=(steps.decision,),
        )
    if need(rules, hand) == "card":
        raise RuleViolation(
            steps.announce,
            f"{hand_name(box, command.hand)} waits for its card",
            "Deal the card; then ask again.",
            also=(steps.double_one_card, steps.split_one_at_a_time),
        )
    return box, hand


def _adds(
    rules: Rules, box: Box, hand: Hand, caller: str, command: do.Decide
) -> tuple[tuple[str, Cents], ...]:
    """What each player adds: as named, else the caller fully and the others nothing (VIC03-7.5.4(a)(i))."""
    clause = rules.double_most.clause
    named = dict(command.adds)
    if len(named) != len(command.adds):
        raise RuleViolation(clause, "a player is named twice", "Name each player once.")
    for player in named:
        if hand.stake_of(player) is None:
            raise RuleViolation(
                clause, f"player {player} has no wager on this hand", "Leave that player out."
            )
    adds = []
    for stake in hand.stakes:
        most = stake.base * rules.double_most.value
        amount = named.get(stake.player, most if stake.player == caller else 0)
        if not 0 <= amount <= most:
            raise RuleViolation(
                clause,
                f"player {stake.player} may add up to {dollars(most)}, not {dollars(amount)}",
                "Take less.",
            )
        if stake.player == caller and not amount:
            raise RuleViolation(
                clause, "a double adds something to the caller's wager", "Draw or stand instead."
            )
        if rules.double_shared.value == "all" and not amount:
            raise RuleViolation(
                rules.double_shared.clause,
                f"player {stake.player} does not double",
                "All on the box do, or none.",
            )
        adds.append((stake.player, amount))
    return tuple(adds)


def _matches(
    rules: Rules, hand: Hand, caller: str, command: do.Decide
) -> tuple[tuple[str, Cents, Cents], ...]:
    """Who matches, as (player, on the hand that stays, on the new one). Each matching wager is exactly the
    original; one that is not matched rides on the first hand (VIC03-7.5.5(a)(i))."""
    clause = rules.steps.split_wager
    named = dict(command.matches)
    if len(named) != len(command.matches):
        raise RuleViolation(clause, "a player is named twice", "Name each player once.")
    for player in named:
        if hand.stake_of(player) is None:
            raise RuleViolation(
                clause, f"player {player} has no wager on this hand", "Leave that player out."
            )
    matches = []
    for stake in hand.stakes:
        if not stake.base:
            continue
        choice = named.get(stake.player, "split" if stake.player == caller else "hand1")
        if choice not in ("split", "hand1"):
            raise RuleViolation(
                clause,
                f"player {stake.player} cannot choose “{choice}”",
                "Choose split, or hand1 to ride on it.",
            )
        if choice == "hand1" and stake.player == caller:
            raise RuleViolation(
                clause, f"player {caller} splits and matches the wager", "Draw or stand instead."
            )
        if choice == "hand1" and rules.split_unmatched.value == "blocks":
            raise RuleViolation(
                rules.split_unmatched.clause,
                f"player {stake.player} does not match",
                "All on the box do, or none.",
            )
        matches.append((stake.player, stake.base, stake.base if choice == "split" else 0))
    return tuple(matches)


def ask_direction(rules: Rules, state: State, command: do.AskDirection) -> list[on.Event]:
    """The dealer asks a supervisor to direct the hand in turn (VIC03-7.5.3(a), (b))."""
    _in_turn(rules, state, command)
    if state.direction:
        raise RuleViolation(
            rules.absent_role.clause, "a direction was asked for already", "Wait for the answer."
        )
    return [
        on.DirectionAsked(
            box=command.box, hand=command.hand, reason=command.reason, clause=rules.absent_role.clause
        )
    ]


def direct(rules: Rules, state: State, command: do.DirectHand) -> list[on.Event]:
    """A supervisor directs that the hand be completed as the book says (VIC03-7.5.3(c) to (f))."""
    needed = rules.absent_role
    role_for(rules, command.role, needed.value, needed.clause, "directing a hand")
    asked = state.direction
    if asked is None or (asked.box, asked.hand) != (command.box, command.hand):
        raise RuleViolation(
            needed.clause, "the dealer has asked for no direction on that hand", "The dealer asks first."
        )
    return [
        on.HandDirected(
            box=command.box, hand=command.hand, role=command.role, wait=command.wait, clause=needed.clause
        )
    ]
