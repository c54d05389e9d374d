"""What each player on a box puts to a double or a split (VIC03-7.5.4(a)(i))."""

from casino.money import Cents, dollars
from casino.rulebooks import Rules
from rounds.engine.decisions.allowed import free_double, free_split, no_double_under, no_split_under
from rounds.engine.decisions.commands import Decide
from rounds.engine.hands import addition_base, original_wager, room_for, rules_for_wager, split_wager
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand, Stake
from rounds.engine.refusal import RuleViolation
from rounds.engine.sides.riding import clauses_of_adding, money_in_action
from rounds.engine.state import State
from rounds.engine.wagers.wagering import not_excluded
from rounds.engine.waiting import RefusedDecision


def _check_named(rules: Rules, hand: Hand, command: Decide, named: list[str], clause: str) -> None:
    """Raises Refusal unless each player named in a double or split has a wager on the hand and is named once,
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


def added_by_each(
    rules: Rules, state: State, box: Box, hand: Hand, caller: str, command: Decide
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
        most = addition_base(rules, box, stake) + money_in_action(state, box, stake)
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
    more = money_in_action(state, box, stake) if rules.lammer_worth.value == "with_action" else 0
    return original_wager(rules, box, stake) + more


def _further_wager(rules: Rules, state: State, box: Box, player: str, amount: Cents, others: Cents) -> None:
    """Raises Refusal for a doubling or splitting wager of a player who was excluded; of one held to the minimum,
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
    """Raises Refusal for an addition that the book does not allow this player, whose stake, with what rides
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
    box that does it too (NZ-21.7). Raises Refusal."""
    if rules.lower is None:
        return

    def barred(player: str) -> RefusedDecision | None:
        own = rules_for_wager(rules, box, player)
        return no_double_under(own, hand) if decision == "double" else no_split_under(own, box, hand)

    upper = [player for player in players if rules_for_wager(rules, box, player) is rules]
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


def matched_by_each(
    rules: Rules, state: State, box: Box, hand: Hand, caller: str, command: Decide
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
            goes = split_wager(rules, box, hand, stake) + money_in_action(state, box, stake)
            others = sum(went for _, stayed, went in matches if stayed)
            _further_wager(rules, state, box, stake.player, goes, others)
        matches.append((stake.player, stays, goes))
    _lower_level_follows(rules, box, hand, [player for player, s, g in matches if s and g], "split")
    return tuple(matches)
