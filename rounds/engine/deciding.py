"""The decisions of the further deal, and a supervisor's direction where a player makes none."""

from casino.money import Cents, dollars
from casino.rulebooks import Rules
from rounds.engine import commands as do
from rounds.engine import events as on
from rounds.engine import settling
from rounds.engine.dealing import hand_name, late_card
from rounds.engine.hands import (
    choices,
    current,
    free_double,
    free_split,
    measured,
    need,
    no_double_under,
    no_split_under,
    original,
    own_rules,
    refusal,
    room_for,
    split_wager,
    to_show,
    why_complete,
)
from rounds.engine.permits import role_for
from rounds.engine.refusal import RuleViolation
from rounds.engine.sides import asking
from rounds.engine.sides.riding import beside, clauses_of_adding
from rounds.engine.state import Box, Hand, Stake, State, caller_of
from rounds.engine.wagering import not_excluded, words
from rounds.engine.waiting import RefusedDecision


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
            also=(rules.steps.caller_entitled, *_others_bound(rules, command.decision)),
        )
    no = refusal(rules, state, box, command.hand, command.decision)
    if no is not None:
        raise RuleViolation(
            no.clause,
            f"{command.decision} on {hand_name(box, command.hand)}: {no.reason}",
            f"Open: {', '.join(choices(rules, state, box, command.hand)[0])}.",
            also=_further(rules, command.decision),
        )
    steps = rules.steps
    if command.adds and command.decision != "double":
        raise RuleViolation("", f"a {command.decision} has no amounts", "Leave them out, or take a double.")
    if command.matches and command.decision != "split":
        raise RuleViolation("", f"nobody matches a {command.decision}", "Leave it out, or take a split.")
    if command.free and command.decision not in ("double", "split"):
        raise RuleViolation("", f"no lammer goes with a {command.decision}", "Leave it out.")
    if command.decision == "double":
        adds = _adds(rules, state, box, hand, caller, command)
        return [
            on.Doubled(
                box=box.number,
                hand=command.hand,
                by=by,
                adds=adds,
                free=command.free,
                clause=steps.free_double if command.free else steps.double_one_card,
            )
        ]
    if command.decision == "split":
        matches = _matches(rules, state, box, hand, caller, command)
        return [
            on.Split(
                box=box.number,
                hand=command.hand,
                by=by,
                matches=matches,
                free=command.free,
                clause=steps.free_split if command.free else rules.split_on.clause,
            )
        ]
    if command.decision == "stand":
        clause = steps.split_stand if hand.split else steps.stand
        return [on.Stood(box=box.number, hand=command.hand, by=by, clause=clause)]
    clause = steps.split_draw if hand.split else steps.draw
    return [on.Drew(box=box.number, hand=command.hand, by=by, clause=clause)]


def _others_bound(rules: Rules, decision: str) -> tuple[str, ...]:
    """Clauses by which the others on a box double and split only when its caller does (NZ-14.3(e), NZ-21.8)."""
    if decision == "double":
        return rules.double_shared.clauses
    return rules.split_declined.clauses if decision == "split" else ()


def _further(rules: Rules, decision: str) -> tuple[str, ...]:
    """Clauses that bear on a refusal besides the one that makes it."""
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


def _in_turn(rules: Rules, state: State, command: do.Decide | do.AskDirection) -> tuple[Box, Hand]:
    """The box and hand that the command names, if it is their turn to decide. Raises RuleViolation."""
    steps = rules.steps
    if not state.called:
        raise RuleViolation(
            steps.decision, "no card is dealt yet", "Call no more bets and deal; then take the decisions."
        )
    box, hand = _named_hand(rules, state, command)
    _no_offer_open(rules, state)
    asking.none_open(rules, state)
    # A hand of two cards or more may be complete before any decision was taken: say why, whatever the phase.
    if (
        len(hand.cards) >= 2
        and not need(rules, box, hand)
        and not hand.drawing
        and state.phase != "initial_deal"
    ):
        raise _complete(rules, box, hand, command)
    items = settling.items_due(rules, state)
    if items:
        raise RuleViolation(
            settling.clause_of(rules, state, items[0]),
            f"a settlement comes first: {settling.in_words(items[0])}",
            "Make it and record it; then take the decision.",
            also=(*settling.also_of(rules, state, items[0]), steps.decision),
        )
    hidden = to_show(rules, state)
    if hidden is not None and state.phase == "interim_settlement":
        raise RuleViolation(
            rules.face_down_shown.clause,
            f"{hand_name(*hidden)} shows its cards first",
            "Have them shown; then take the decisions.",
            also=(steps.decision,),
        )
    if state.phase != "subsequent_deal":
        raise RuleViolation(
            steps.decision,
            f"decisions are taken in the further deal, this is the {words(state.phase)}",
            "Go on with what is due.",
        )
    if (clause := late_card(rules, state)) is not None:
        raise RuleViolation(
            clause,
            "the dealer takes a first card before any other decision",
            "Deal it; then take the decision.",
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
    if need(rules, box, hand) == "rescue":
        raise RuleViolation(
            steps.rescue, "the players who doubled play on or take it back", "Ask them; then play on."
        )
    if need(rules, box, hand) == "card":
        raise RuleViolation(
            steps.announce,
            f"{hand_name(box, command.hand)} waits for its card",
            "Deal the card; then ask again.",
            also=(steps.double_one_card, steps.split_one_at_a_time, *rules.draw_below.also),
        )
    return box, hand


def _named_hand(rules: Rules, state: State, command: do.Decide | do.AskDirection) -> tuple[Box, Hand]:
    """The box and hand that the command names. Raises RuleViolation when there is no such hand."""
    boxes = [box for box in state.boxes if box.number == command.box and box.hands]
    if not boxes or not 1 <= command.hand <= len(boxes[0].hands):
        raise RuleViolation(
            rules.steps.decision,
            f"there is no hand {command.hand} on box {command.box}",
            "Name the box and hand that are shown as due.",
        )
    return boxes[0], boxes[0].hands[command.hand - 1]


def _no_offer_open(rules: Rules, state: State) -> None:
    """Raises RuleViolation while insurance or surrender is being offered: that comes before any decision."""
    steps = rules.steps
    if state.phase == "insurance":
        raise RuleViolation(
            steps.insurance_offer,
            "insurance is open",
            "Close insurance; then take the decisions.",
            also=(steps.decision,),
        )
    if state.phase == "surrender":
        raise RuleViolation(
            steps.surrender,
            "surrender is open",
            "Ask every box; then take the decisions.",
            also=(steps.decision, *rules.surrender_against.also),
        )


def _complete(rules: Rules, box: Box, hand: Hand, command: do.Decide | do.AskDirection) -> RuleViolation:
    """The refusal of a decision on a hand that takes none any more, with the reason."""
    clause, reason = why_complete(rules, hand)
    also: tuple[str, ...] = (*rules.draw_below.clauses, rules.steps.decision)
    if hand.aces:
        also += rules.split_aces_one_card.also
    if isinstance(command, do.Decide):
        also += _further(rules, command.decision)
        if command.by and command.by != caller_of(box):
            also += _others_bound(rules, command.decision)
    return RuleViolation(
        clause,
        f"{hand_name(box, command.hand)} is complete: {reason}",
        "Go on with what is due.",
        also=also,
    )


def _check_named(rules: Rules, hand: Hand, command: do.Decide, named: list[str], clause: str) -> None:
    """Raises RuleViolation unless each player named in a double or split has a wager on the hand and is named once,
    lammers stand only where they may, and nobody is named where it covers several wagers (ACT96-22.12)."""
    word = command.decision
    everyone = [*named, *command.free]
    if len(set(everyone)) != len(everyone):
        raise RuleViolation(clause, "a player is named twice", "Name each player once.")
    for player in everyone:
        if hand.stake_of(player) is None:
            raise RuleViolation(
                clause, f"player {player} has no wager on this hand", "Leave that player out."
            )
    double = word == "double"
    if command.free and not (free_double if double else free_split)(rules, hand):
        raise RuleViolation(
            (rules.double_free if double else rules.split_free).clause,
            f"no free {word} on these cards",
            f"{word.capitalize()} with money, or draw or stand.",
        )
    if named and len(rules.wagers_on_hand.value) > 1:
        raise RuleViolation(clause, f"a {word} covers every wager on the hand", "Leave the names out.")


def _adds(
    rules: Rules, state: State, box: Box, hand: Hand, caller: str, command: do.Decide
) -> tuple[tuple[str, Cents], ...]:
    """What each player adds: as named, else the caller fully and the others nothing (VIC03-7.5.4(a)(i))."""
    clause = rules.double_amount.clause
    named = dict(command.adds)
    _check_named(rules, hand, command, [player for player, _ in command.adds], clause)
    if len(rules.wagers_on_hand.value) > 1:
        return ()
    adds: list[tuple[str, Cents]] = []
    for stake in hand.stakes:
        if stake.player in command.free:
            adds.append((stake.player, _lammer(rules, state, box, stake)))
            continue
        most = measured(rules, box, stake) + beside(state, box, stake)
        amount = named.get(stake.player, most if stake.player == caller else 0)
        _addition(rules, state, box, hand, stake, amount, most)
        _further_wager(rules, state, box, stake.player, amount, sum(added for _, added in adds))
        if stake.player == caller and not amount:
            raise RuleViolation(
                clause, "a double adds something to the caller's wager", "Draw or stand instead."
            )
        if rules.double_shared.value == "all" and stake.base and not amount:
            raise RuleViolation(
                rules.double_shared.clause,
                f"player {stake.player} does not double",
                "All on the box double, or none: take the amount of each, or draw or stand.",
            )
        adds.append((stake.player, amount))
    _lower_level_follows(rules, box, hand, [player for player, amount in adds if amount], "double")
    return tuple(adds)


def _lammer(rules: Rules, state: State, box: Box, stake: Stake) -> Cents:
    """What a lammer of the house is worth, in cents: the original wager, by another reading with what lies in action
    beside it (NZ-20.8-S1)."""
    more = beside(state, box, stake) if rules.lammer_worth.value == "with_action" else 0
    return original(rules, box, stake) + more


def _further_wager(rules: Rules, state: State, box: Box, player: str, amount: Cents, others: Cents) -> None:
    """Raises RuleViolation for a doubling or splitting wager of a player who was excluded; of one held to the minimum,
    or above the maximum with the ``others`` of the same decision, where a reading carries these limits over to
    them."""
    if amount:
        not_excluded(state, player)
    if amount and rules.restriction_bars.value == "additions" and state.held_to_minimum(player):
        raise RuleViolation(
            rules.restriction_bars.clause,
            f"player {player} is held to the table minimum and adds nothing",
            "Leave that player out.",
        )
    room = room_for(rules, state, box, player)
    if room is not None and amount and amount + others > room:
        raise RuleViolation(
            rules.maximum_covers.clause,
            f"{dollars(amount + others)} more on box {box.number} is over what the maximum leaves, {dollars(room)}",
            f"Take up to {dollars(room)} in all.",
        )


def _addition(
    rules: Rules, state: State, box: Box, hand: Hand, stake: Stake, amount: Cents, most: Cents
) -> None:
    """Raises RuleViolation for an addition that the book does not allow this player, whose stake, with what rides
    beside it, is ``most``."""
    rule = rules.double_amount
    if not 0 <= amount <= most:
        raise RuleViolation(
            rule.clause,
            f"player {stake.player} may add up to {dollars(most)}, not {dollars(amount)}",
            f"Take {dollars(most)} or less.",
            also=clauses_of_adding(state, box, stake, "double"),
        )
    if amount and rule.value == "equal" and amount != most:
        exactly = dollars(most)
        raise RuleViolation(rule.clause, f"player {stake.player} adds exactly {exactly}", f"Take {exactly}.")
    if not amount:
        return
    increment = state.setup.sign().multiple
    least = min(increment, most)
    steps = rules.double_least.value == "multiple" and increment
    if steps and amount != most and amount % increment:
        raise RuleViolation(
            rules.double_least.clause,
            f"player {stake.player} adds a multiple of the increment on the sign, {dollars(increment)}",
            f"Take a multiple of {dollars(increment)}, or {dollars(most)}.",
        )
    if rules.double_least.value in ("increment", "multiple") and amount < least:
        raise RuleViolation(
            rules.double_least.clause,
            f"player {stake.player} adds at least the increment on the sign, {dollars(least)}",
            f"Take {dollars(least)} or more.",
        )
    no = no_double_under(rules, hand)
    if no is not None and rules.lower is None:
        # Open on this hand with a lammer only.
        raise RuleViolation(no.clause, f"double for money: {no.reason}", "Take the free double.")


def _lower_level_follows(rules: Rules, box: Box, hand: Hand, players: list[str], decision: str) -> None:
    """A wager of the lower level does what its own rules forbid only beside one of the upper level on the same
    box that does it too (NZ-21.7). Raises RuleViolation."""
    if rules.lower is None:
        return

    def barred(player: str) -> RefusedDecision | None:
        own = own_rules(rules, box, player)
        return no_double_under(own, hand) if decision == "double" else no_split_under(own, box, hand)

    upper = [player for player in players if own_rules(rules, box, player) is rules]
    for player in upper:
        no = barred(player)
        if no is not None:
            # What only the lower level may do is no right that an upper wager shares.
            raise RuleViolation(no.clause, f"player {player}: {no.reason}", "Leave that player out.")
    if upper:
        return
    for player in players:
        if barred(player) is not None:
            raise RuleViolation(
                rules.steps.level,
                f"player {player} may {decision} only beside an upper-level wager on the box that does",
                "Let an upper-level player do it too, or take another decision.",
            )


def _matches(
    rules: Rules, state: State, box: Box, hand: Hand, caller: str, command: do.Decide
) -> tuple[tuple[str, Cents, Cents], ...]:
    """Who matches, as (player, on the hand that stays, on the new one). Each matching wager is exactly the
    original with what rides beside it, a lammer the original alone; one that is not matched rides on one hand
    (VIC03-7.5.5(a)(i), NZ-14.3(d), NZ-15D.8, NZ-15E.7)."""
    clause = rules.steps.split_wager
    named = dict(command.matches)
    _check_named(rules, hand, command, [player for player, _ in command.matches], clause)
    if len(rules.wagers_on_hand.value) > 1:
        return ()
    named_hand = rules.split_unmatched.value == "rides_named"
    open_to = ("split", "hand1", "hand2") if named_hand else ("split", "hand1")
    matches: list[tuple[str, Cents, Cents]] = []
    for stake in hand.stakes:
        if not stake.base:
            continue
        takes_part = stake.player == caller or stake.player in command.free
        if not takes_part and stake.player not in named and rules.split_unnamed.value == "asked":
            raise RuleViolation(
                rules.split_unnamed.clause,
                f"player {stake.player} matches the split or names a hand before a card is dealt",
                f"Ask {stake.player}; then split.",
            )
        choice = named.get(stake.player, "split" if takes_part else "hand1")
        if choice not in open_to:
            raise RuleViolation(
                clause,
                f"player {stake.player} cannot choose “{choice}”",
                f"Choose {' or '.join(open_to)}.",
            )
        if choice != "split" and stake.player == caller:
            raise RuleViolation(
                clause, f"player {caller} splits and matches the wager", "Draw or stand instead."
            )
        if choice != "split" and rules.split_unmatched.value == "blocks":
            raise RuleViolation(
                rules.split_unmatched.clause,
                f"player {stake.player} does not match",
                "All on the box match, or the hand is not split.",
            )
        no = no_split_under(rules, box, hand)
        if choice == "split" and no is not None and stake.player not in command.free and not rules.lower:
            # Open on this pair with a lammer only.
            raise RuleViolation(no.clause, f"split for money: {no.reason}", "Take the free split.")
        stays = 0 if choice == "hand2" else stake.base
        goes = stake.base if choice == "hand2" else 0
        if choice == "split" and stake.player in command.free:
            goes = _lammer(rules, state, box, stake)
        elif choice == "split":
            goes = split_wager(rules, box, hand, stake) + beside(state, box, stake)
            others = sum(went for _, stayed, went in matches if stayed)
            _further_wager(rules, state, box, stake.player, goes, others)
        matches.append((stake.player, stays, goes))
    _lower_level_follows(rules, box, hand, [player for player, s, g in matches if s and g], "split")
    return tuple(matches)


def ask_direction(rules: Rules, state: State, command: do.AskDirection) -> list[on.Event]:
    """The dealer asks a supervisor to direct the hand in turn (VIC03-7.5.3(a), (b)). Where its caller is not there and
    another player has a wager on it that one decides, by books in which nobody must be there to (ACT96-18(g),
    ACT03-14.7, NZ-16.6)."""
    box, hand = _in_turn(rules, state, command)
    if state.direction:
        raise RuleViolation(
            rules.absent_role.clause, "a direction was asked for already", "Wait for the answer."
        )
    passes = rules.absent_passes
    if command.reason == "absent" and passes.value == "next":
        absent = caller_of(box)
        there = {stake.player for stake in hand.stakes if not stake.settled} - {absent, *box.absent}
        if there:
            player = next(one for one in box.players if one in there)
            return [
                on.CallerPassed(
                    box=box.number, hand=command.hand, absent=absent, player=player, clause=passes.clause
                )
            ]
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
