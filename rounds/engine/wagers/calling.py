"""The call: who decides for each box, what blocks the call, and how much of each wager it puts in play."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.evolve import evolve
from rounds.engine.layout.box import Box
from rounds.engine.layout.wager import Wager
from rounds.engine.setup import ANTE, MAIN, float_of
from rounds.engine.shoe.commands import ShoeStep, Shuffle
from rounds.engine.shoe.events import Shuffled
from rounds.engine.shoe.preparing import steps_made
from rounds.engine.shoe.steps import shoe_due
from rounds.engine.sides import placing
from rounds.engine.sides.placing import effective_sides
from rounds.engine.state import State
from rounds.engine.tournament.blocking import ended, missing
from rounds.engine.wagers.commands import Arrange, CallBets, PlaceWager
from rounds.engine.wagers.events import Arranged, BetsCalled, EffectiveWager, OralWagerRejected, PlayerWarned
from rounds.engine.wagers.limits import maximum_on, under_minimum, warned_before
from rounds.engine.wagers.wagering import (
    beyond_allowance,
    box_on_layout,
    keeps_to_minimum,
    refuse_after_call,
)
from rounds.engine.waiting import Blocker


def caller_for(rules: Rules, box: Box) -> str:
    """Who decides for a box: the seated player where the book requires one who wagers there; otherwise the highest or
    the nearest wager, as the book says (VIC03-5.9, ACT96-15.1)."""
    if not box.wagers:
        return ""
    if box.caller and (box.wager_of(box.caller) or rules.seated_decides.value == "seated"):
        return box.caller
    if "highest" in rules.caller.value:
        highest = max(wager.amount for wager in box.wagers)
        of_highest = [wager.player for wager in box.wagers if wager.amount == highest]
        tied = len(set(of_highest)) > 1 and rules.caller_tied.value == "nearest"
        return box.wagers[0].player if tied else of_highest[0]
    return box.wagers[0].player


def arrange(rules: Rules, state: State, command: Arrange) -> list[Event]:
    """Put a box's wagers in one line, the caller's nearest the dealer (VIC03-5.9.1(b), (c))."""
    box = box_on_layout(rules, state, command.box)
    refuse_after_call(rules, state, "line.after_call", rules.steps.others_behind)
    if sorted(command.players) != sorted(box.players):
        raise Refusal(
            "line.players_differ" if box.players else "line.nobody_there",
            rules.steps.others_behind,
            box=box.number,
            players=box.players,
        )
    caller = caller_for(rules, box) if box.caller or not rules.caller_named.value else ""
    if caller in command.players and command.players[0] != caller and rules.caller_lies_nearest.value:
        raise Refusal("line.caller_first", rules.steps.caller_nearest, player=caller, box=box.number)
    return [Arranged(box=box.number, players=command.players, clause=rules.steps.caller_nearest)]


def blockers(rules: Rules, state: State) -> tuple[Blocker, ...]:
    """What must be done before the call, in the order in which to do it."""
    if not state.carry.rounds_left:
        # There is no further round, so the shoe and the boxes' callers no longer matter.
        last = rules.last_rounds
        return (Blocker("closes", 0, (), last.clause, "call.last_round_dealt", {"rounds": last.value}),)
    if (session_over := ended(rules, state)) is not None:
        return (session_over,)
    blocking: list[Blocker] = []
    if (due := shoe_due(rules, state)) is not None:
        blocking.append(Blocker("shoe", 0, (), due.clause, "call.shoe_waits", {"step": due.prompt}))
    elif state.carry.shuffle_due and state.carry.shoe is None:
        blocking.append(Blocker("shuffle", 0, (), state.carry.shuffle_clause, "call.shuffle_first", {}))
    blocking += [_returned(rules, state, wager) for wager in returned_wagers(rules, state)]
    blocking += [
        Blocker("damaged_card", 0, (), clause, "call.damaged_card", {"card": card})
        for card, clause in state.carry.damaged
    ]
    for box in state.boxes:
        if not box.wagers and not box.sides:
            continue
        blocking += _shared(rules, box)
        for player in dict.fromkeys([*box.players, *(side.player for side in box.sides)]):
            blocking += _player_blockers(rules, state, box, player)
    blocking += missing(rules, state)
    if not any(box.wagers for box in state.boxes):
        blocking.append(Blocker("no_wager", 0, (), rules.steps.call, "call.no_wager", {}))
    return tuple(blocking)


def returned_wagers(rules: Rules, state: State) -> tuple[EffectiveWager, ...]:
    """Wagers that the book does not let play and that go back before the call: a warned player's further wager under
    the minimum (VIC03-6.2.1, ACT96-4.1(c), ACT03-3.4), and a wager for which the maximum leaves nothing
    (VIC03-6.2.2). Empty after the call."""
    if state.called:
        return ()
    clauses = {rules.over_maximum.clause}
    if rules.under_minimum_returned.value == "before_call":
        clauses.add(rules.under_minimum.clause)
    return tuple(
        wager for wager in effective_wagers(rules, state) if not wager.effective and wager.treated in clauses
    )


def _returned(rules: Rules, state: State, wager: EffectiveWager) -> Blocker:
    box = state.box(wager.box)
    lies = box.wager_of(wager.player, wager.bet) or box.side_of(wager.player, wager.bet)
    assert lies is not None, "what would have nothing in play lies on the layout"
    clause = wager.treated
    if clause == rules.under_minimum.clause:
        clause = rules.under_minimum_returned.clause or clause
    code = "call.wager_returned" if wager.bet == MAIN else "call.bet_returned"
    values = {"amount": lies.amount, "player": wager.player, "box": wager.box, "bet": wager.bet}
    return Blocker("returned", wager.box, (wager.player,), clause, code, values, wager.bet)


def _shared(rules: Rules, box: Box) -> list[Blocker]:
    if len(box.players) < 2:
        return []
    if box.caller not in box.players and rules.caller_named.value:
        clause, values = rules.caller_named.clause, {"box": box.number}
        return [Blocker("caller", box.number, box.players, clause, "call.caller_unnamed", values)]
    caller = caller_for(rules, box)
    if caller in box.players and box.players[0] != caller and rules.caller_lies_nearest.value:
        order = (caller, *(player for player in box.players if player != caller))
        nearest = {"box": box.number, "player": caller}
        clause = rules.caller_lies_nearest.clause
        return [Blocker("arrange", box.number, order, clause, "call.caller_not_nearest", nearest)]
    return []


def _player_blockers(rules: Rules, state: State, box: Box, player: str) -> list[Blocker]:
    blocking: list[Blocker] = []

    def block(kind: str, code: str, clause: str, **values: Any) -> None:
        values = {"box": box.number, "player": player, **values}
        blocking.append(Blocker(kind, box.number, (player,), clause, code, values))

    limit = state.limit_of(box.number, player)
    if limit and not limit.marker and rules.marker_needed.value:
        block("marker", "call.marker_missing", rules.marker_needed.clause, maximum=limit.maximum)
    wagers = [wager for wager in box.wagers if wager.player == player]
    if wagers:
        _missing_wagers(rules, box, player, wagers, block)
    restriction = state.held_to_minimum(player)
    minimum = state.setup.main_sign.minimum
    if restriction and not all(keeps_to_minimum(rules, wager.amount, minimum) for wager in wagers):
        block("restricted", "call.restricted_to_minimum", restriction.clause, minimum=minimum)
    if rules.ante.value:
        _ante_blocker(rules, box, player, wagers, block)
    boxes = state.boxes_of(player)
    held = state.held_to_one_box(player)
    if held and wagers and rules.restriction_box.value == "box_1" and box.number != 1:
        block("restricted", "call.restricted_to_first_box", held.clause)
    elif wagers and len(boxes) > 1 and box.number != boxes[0]:
        one_box = state.held_to_one_box(player)
        if one_box:
            block("restricted", "call.restricted_to_one_box", one_box.clause, boxes=len(boxes))
        elif player not in state.carry.several_boxes:
            block("several_boxes", "call.one_box_only", rules.several_boxes_role.clause)
        elif no := beyond_allowance(rules, state, box, player, boxes.index(box.number)):
            block("several_boxes", no.code, no.clause, **no.values)
        elif player in state.carry.behind_others and _decides_behind(rules, box, player):
            code = "call.decides_behind" if len(box.players) > 1 else "call.decides_alone"
            block("several_boxes", code, rules.steps.caller_entitled)
        elif not rules.several_boxes_alone.value and {player} == {p for b in state.boxes for p in b.players}:
            block("several_boxes", "call.alone_at_table", rules.several_boxes_alone.clause)
    return blocking


def _decides_behind(rules: Rules, box: Box, player: str) -> bool:
    """Whether a player would decide for a further box where that is not allowed. By another reading of the clause it
    is allowed if nobody else wagers there (`OpenPoints.boxes_behind`)."""
    alone = rules.boxes_behind.value == "any" and box.players == (player,)
    return caller_for(rules, box) == player != box.caller and not alone


def _missing_wagers(
    rules: Rules, box: Box, player: str, wagers: list[Wager], block: Callable[..., None]
) -> None:
    """Block the call while fewer wagers are placed than required, in order: of Triple Play's three the last is
    optional (ACT96-22.3, ACT96-22.4)."""
    needed = rules.wagers_on_hand.value[: rules.wagers_least.value]
    missing = [bet for bet in needed if bet not in [wager.bet for wager in wagers]]
    if len(wagers) < len(needed):
        block("wagers", "call.wagers_too_few", rules.wagers_least.clause, least=len(needed))
    elif missing:
        block("wagers", "call.wager_missing", rules.wagers_on_hand.also[0], bet=missing[0])


def _ante_blocker(
    rules: Rules, box: Box, player: str, wagers: list[Wager], block: Callable[..., None]
) -> None:
    waived_from = rules.ante_waived_from.value
    waived = bool(waived_from and wagers and wagers[0].amount >= waived_from)
    if wagers and not waived and not box.side_of(player, ANTE):
        block("ante", "call.ante_missing", rules.steps.ante, ante=rules.ante.value)
    if waived and box.side_of(player, ANTE):
        block("ante", "call.ante_waived", rules.ante_waived_from.clause)
    if not wagers and box.side_of(player, ANTE):
        block("ante", "call.ante_alone", rules.steps.ante)


def call(rules: Rules, state: State, command: CallBets, *, dealt: bool = False) -> list[Event]:
    """No more bets (VIC03-7.3.1(a)): fixes how much of each wager is in play (VIC03-6.2). ``dealt`` if the cards are
    already out and the record is being corrected: a wager that should have gone back then has nothing in play."""
    if state.called:
        raise Refusal("call.made", rules.steps.call)
    for blocker in blockers(rules, state):
        if dealt and blocker.kind == "returned":
            continue
        raise blocker.refusal(
            rules.steps.call, *(rules.several_boxes_role.also if blocker.kind == "several_boxes" else ())
        )
    events: list[Event] = [
        OralWagerRejected(
            box=spoken.box,
            player=spoken.player,
            amount=spoken.amount,
            bet=spoken.bet,
            clause=rules.steps.oral_wager,
        )
        for spoken in state.oral
    ]
    fixed = effective_wagers(rules, state)
    warned = set(state.carry.warned)
    for wager in fixed:
        by_book = rules.under_minimum.value not in ("made_up", "returned")
        if by_book and wager.treated == rules.under_minimum.clause and wager.player not in warned:
            warned.add(wager.player)
            events.append(PlayerWarned(player=wager.player, clause=rules.under_minimum.clause))
    return [*events, _called(rules, state, fixed)]


def _called(rules: Rules, state: State, fixed: tuple[EffectiveWager, ...]) -> BetsCalled:
    callers = tuple([(box.number, caller_for(rules, box)) for box in state.boxes if box.wagers])
    return BetsCalled(wagers=fixed, callers=callers, clause=rules.steps.call)


def place(rules: Rules, state: State, command: PlaceWager) -> list[Event]:
    """A wager before the call; or, where wagers may still be placed between the call and the first card, with the
    call made again (`OpenPoints.wagers_until`)."""
    events = placing.place(rules, state, command)
    if not state.called or state.drawn:
        return events  # after the first card only split hands take wagers, and the call stays
    after = state
    for event in events:
        after = evolve(after, event)
    for blocker in blockers(rules, after):
        if blocker.kind == "shuffle":
            continue  # it comes before the first card, whatever lies there
        raise Refusal(
            "wager.stops_the_call",
            blocker.clause,
            also=(rules.wagers_until.clause,),
            why=(blocker.code, blocker.values),
        )
    return [*events, *called_again(rules, state, events)]


def called_again(rules: Rules, state: State, changes: Iterable[Event]) -> list[Event]:
    """The call made again after wagers changed between it and the first card, which may affect the others on the box
    (VIC03-6.5). Empty if no wager is left."""
    for event in changes:
        state = evolve(state, event)
    return [_called(rules, state, effective_wagers(rules, state))] if state.called else []


def effective_wagers(rules: Rules, state: State) -> tuple[EffectiveWager, ...]:
    """How much of every wager is in play: all, nothing (under the minimum after a warning) or as much as the maximum
    allows (VIC03-6.2.1, 6.2.2)."""
    effective = []
    for box in state.boxes:
        fixed: dict[tuple[str, str], tuple[Cents, str]] = {}
        for wagers in _purses(rules, state, box):
            fixed |= _shared_out(rules, state, box, wagers)
        effective += [
            EffectiveWager(box.number, wager.player, wager.bet, *fixed[wager.player, wager.bet])
            for wager in box.wagers
        ]
    if state.setup.offers:
        effective += effective_sides(rules, state, tuple(effective))
    return tuple(effective)


def _purses(rules: Rules, state: State, box: Box) -> list[list[Wager]]:
    """The wagers of a box in groups that share one maximum: all of the box, or each player's, or those of a player
    with a personal limit."""
    purses: dict[str, list[Wager]] = {}
    for wager in box.wagers:
        of_player = rules.limits_on.value == "player" or (
            state.limit_of(box.number, wager.player) and rules.personal_limit_covers.value != "box"
        )
        purse = wager.player if of_player else ""
        if rules.limits_on.value == "wager":
            purse = f"{wager.player} {wager.bet}"
        purses.setdefault(purse, []).append(wager)
    return list(purses.values())


def _shared_out(
    rules: Rules, state: State, box: Box, wagers: list[Wager]
) -> dict[tuple[str, str], tuple[Cents, str]]:
    """How much of wagers under one maximum is in play, and the clause if it is not all: the excess comes off the
    wager furthest from the dealer, off the last placed, or off each in proportion (`OpenPoints.excess_from`)."""
    left = maximum_on(rules, state, box, wagers[0].player, wagers[0].bet)
    order = sorted(wagers, key=lambda wager: wager.placed) if rules.excess_from.value == "last" else wagers
    most = dict.fromkeys([(wager.player, wager.bet) for wager in order], left)
    if rules.excess_from.value == "pro_rata":
        most = _in_proportion(state, order, left)
    fixed = {}
    for wager in order:
        key = wager.player, wager.bet
        fixed[key] = _in_play(rules, state, box, wager, min(left, most[key]))
        left -= fixed[key][0]
    return fixed


def _in_proportion(state: State, wagers: list[Wager], most: Cents) -> dict[tuple[str, str], Cents]:
    """Each wager's part of a maximum that they exceed together, in cents that chips can make; the remainder goes to
    the one nearest the dealer."""
    total = sum(wager.amount for wager in wagers)
    chips = float_of(state.setup.chips)
    parts = {(w.player, w.bet): chips.lower_payable(Fraction(w.amount * most, total)) for w in wagers}
    if total > most:
        first = wagers[0].player, wagers[0].bet
        parts[first] += most - sum(parts.values())
    else:
        parts = {(w.player, w.bet): w.amount for w in wagers}
    return parts


def _in_play(rules: Rules, state: State, box: Box, wager: Wager, most: Cents) -> tuple[Cents, str]:
    if under_minimum(rules, state, box, wager.player, wager.bet, wager.amount)[0]:
        if rules.under_minimum.value == "made_up":  # only a player's last chips
            return min(wager.amount, most), ""
        returned = rules.under_minimum.value == "returned" or warned_before(state, wager.player)
        return (0 if returned else min(wager.amount, most)), rules.under_minimum.clause
    if wager.amount > most:
        return (0 if rules.over_maximum.value == "returned" else most), rules.over_maximum.clause
    return wager.amount, ""


def shuffle(rules: Rules, state: State, command: Shuffle) -> list[Event]:
    """A new shoe: between two rounds, or when the cutting card comes out first in a round (VIC03-4.1.1)."""
    if state.carry.shoe is not None:
        return steps_made(rules, state, ShoeStep(("shuffle",)))
    if state.drawn or state.phase not in ("wagers", "initial_deal"):
        raise Refusal("shuffle.round_in_progress", rules.steps.shuffle)
    return [Shuffled(cause=command.cause, clause=state.carry.shuffle_clause or rules.steps.shuffle)]
