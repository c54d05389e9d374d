"""What each player on a box adds to a double or a split (VIC03-7.5.4(a)(i))."""

from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.decisions.allowed import free_double, free_split, no_double_under, no_split_under
from rounds.engine.decisions.commands import Decide
from rounds.engine.hands import addition_base, original_wager, room_for, rules_for_wager, split_wager
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand, Stake
from rounds.engine.sides.riding import clauses_of_adding, money_in_action
from rounds.engine.state import State
from rounds.engine.wagers.wagering import refuse_excluded
from rounds.engine.waiting import RefusedDecision


def _check_named(rules: Rules, hand: Hand, command: Decide, named: list[str], clause: str) -> None:
    """Raises Refusal unless each player named in a double or split has a wager on the hand and is named once,
    lammers are used only where allowed, and nobody is named where the decision covers several wagers (ACT96-22.12)."""
    double = command.decision == "double"
    everyone = [*named, *command.free]
    if len(set(everyone)) != len(everyone):
        raise Refusal("decision.player_twice", clause)
    for player in everyone:
        if hand.stake_of(player) is None:
            raise Refusal("decision.player_not_on_hand", clause, player=player)
    if command.free and not (free_double if double else free_split)(rules, hand):
        raise Refusal(
            "double.not_free" if double else "split.not_free",
            (rules.double_free if double else rules.split_free).clause,
        )
    if named and len(rules.wagers_on_hand.value) > 1:
        raise Refusal("double.covers_every_wager" if double else "split.covers_every_wager", clause)


def added_by_each(
    rules: Rules, state: State, box: Box, hand: Hand, caller: str, command: Decide
) -> tuple[tuple[str, Cents], ...]:
    """What each player adds, in cents: as named, otherwise the caller in full and others nothing
    (VIC03-7.5.4(a)(i))."""
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
            raise Refusal("double.caller_adds_nothing", clause)
        if rules.double_shared.value == "all" and stake.base and not amount:
            raise Refusal("double.others_must", rules.double_shared.clause, player=stake.player)
        adds.append((stake.player, amount))
    _lower_level_follows(rules, box, hand, [player for player, amount in adds if amount], "double")
    return tuple(adds)


def _lammer(rules: Rules, state: State, box: Box, stake: Stake) -> Cents:
    """What a lammer is worth, in cents: the original wager or, by another reading, that and what lies in action beside
    it (NZ-20.8-S1)."""
    more = money_in_action(state, box, stake) if rules.lammer_worth.value == "with_action" else 0
    return original_wager(rules, box, stake) + more


def _further_wager(rules: Rules, state: State, box: Box, player: str, amount: Cents, others: Cents) -> None:
    """Raises Refusal for a doubling or splitting wager of an excluded player. Where a reading applies these limits to
    such wagers, raises it too for a player restricted to the minimum, or if the wager and the ``others`` of the same
    decision exceed the maximum."""
    if amount:
        refuse_excluded(state, player)
    if amount and rules.restriction_bars.value == "additions" and state.held_to_minimum(player):
        raise Refusal("decision.addition_restricted", rules.restriction_bars.clause, player=player)
    room = room_for(rules, state, box, player)
    if room is not None and amount and amount + others > room:
        raise Refusal(
            "decision.addition_above_maximum",
            rules.maximum_covers.clause,
            amount=amount + others,
            box=box.number,
            room=room,
        )


def _addition(
    rules: Rules, state: State, box: Box, hand: Hand, stake: Stake, amount: Cents, most: Cents
) -> None:
    """Raises Refusal for an addition that the book does not allow this player; ``most`` is the stake, with what rides
    beside it, in cents."""
    rule = rules.double_amount
    if not 0 <= amount <= most:
        raise Refusal(
            "double.above_wager",
            rule.clause,
            also=clauses_of_adding(state, box, stake, "double"),
            player=stake.player,
            most=most,
            amount=amount,
        )
    if amount and rule.value == "equal" and amount != most:
        raise Refusal("double.not_equal", rule.clause, player=stake.player, most=most, amount=amount)
    if not amount:
        return
    increment = state.setup.main_sign.multiple
    least = min(increment, most)
    steps = rules.double_least.value == "multiple" and increment
    if steps and amount != most and amount % increment:
        raise Refusal(
            "double.off_step", rules.double_least.clause, player=stake.player, step=increment, most=most
        )
    if rules.double_least.value in ("increment", "multiple") and amount < least:
        raise Refusal("double.below_step", rules.double_least.clause, player=stake.player, least=least)
    no = no_double_under(rules, hand)
    if no is not None and rules.lower is None:
        # This hand may be doubled with a lammer only.
        raise Refusal("double.only_free", no.clause, why=(no.code, no.values))


def _lower_level_follows(rules: Rules, box: Box, hand: Hand, players: list[str], decision: str) -> None:
    """A lower-level wager does what its own rules forbid only beside an upper-level wager on the same box that does it
    too (NZ-21.7). Raises Refusal."""
    if rules.lower is None:
        return

    def barred(player: str) -> RefusedDecision | None:
        own = rules_for_wager(rules, box, player)
        return no_double_under(own, hand) if decision == "double" else no_split_under(own, box, hand)

    upper = [player for player in players if rules_for_wager(rules, box, player) is rules]
    for player in upper:
        no = barred(player)
        if no is not None:
            # What only the lower level's rules allow is no right for an upper-level wager to share.
            raise Refusal("decision.player_barred", no.clause, player=player, why=(no.code, no.values))
    if upper:
        return
    for player in players:
        if barred(player) is not None:
            code = "double.lower_level" if decision == "double" else "split.lower_level"
            raise Refusal(code, rules.steps.level, player=player)


def matched_by_each(
    rules: Rules, state: State, box: Box, hand: Hand, caller: str, command: Decide
) -> tuple[tuple[str, Cents, Cents], ...]:
    """Who matches, as (player, cents on the hand that stays, cents on the new one). Each matching wager is exactly the
    original with what rides beside it, a lammer the original alone; an unmatched wager rides on one hand
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
            raise Refusal("split.player_not_asked", rules.split_unnamed.clause, player=stake.player)
        choice = named.get(stake.player, "split" if takes_part else "hand1")
        if choice not in open_to:
            raise Refusal("split.no_such_choice", clause, player=stake.player, choice=choice, choices=open_to)
        if choice != "split" and stake.player == caller:
            raise Refusal("split.caller_matches", clause, player=caller)
        if choice != "split" and rules.split_unmatched.value == "blocks":
            raise Refusal("split.others_must", rules.split_unmatched.clause, player=stake.player)
        no = no_split_under(rules, box, hand)
        if choice == "split" and no is not None and stake.player not in command.free and not rules.lower:
            # This pair may be split with a lammer only.
            raise Refusal("split.only_free", no.clause, why=(no.code, no.values))
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
