"""Voiding a wager, a hand or a round. Nobody wins or loses on what is void: every stake goes back to its player, even
one that was taken, and what was paid on it is recovered (ACT03-A-B22)."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from casino.rulebooks import Rules
from rounds.engine.events import Event, Events
from rounds.engine.evolve import evolve
from rounds.engine.irregularities.events import HandVoided, RoundVoided, Voided
from rounds.engine.irregularities.folds import spot_of
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand, Stake
from rounds.engine.layout.wager import Wager
from rounds.engine.phrases import line
from rounds.engine.settlement import super_bonus
from rounds.engine.settlement.events import Settled
from rounds.engine.settlement.put_right import beyond_change
from rounds.engine.settlement.result import Result
from rounds.engine.setup import ANTE, IN_ACTION, INSURANCE, SUPER_BONUS
from rounds.engine.sides.offered import offer_of, on_offer
from rounds.engine.state import State


def wager(rules: Rules, state: State, box: Box, player: str, bet: str, clause: str) -> Events:
    """The player's wagers on the box are void, or only the one on ``bet``; other players' stay. What a void wager won
    elsewhere is void too (`_brought`)."""
    house_keeps = rules.void_keeps.value
    results = [
        replace(result, takes=result.stake) if house_keeps else result
        for result in _of_player(rules, state, box, player, bet, clause)
    ]
    return _carried_out(rules, state, results, [box], clause)


def _of_player(rules: Rules, state: State, box: Box, player: str, bet: str, clause: str) -> list[Result]:
    """The player's wagers on the box, or the one on ``bet`` with its insurance and the side bets that depend on
    it."""
    on_hand = [
        _of_stake(box, number, stake, clause)
        for number, hand in enumerate(box.hands, start=1)
        for stake in hand.stakes
        if stake.player == player
    ]
    mains = {result.bet for result in on_hand}
    results = [result for result in on_hand if bet in ("", result.bet)]
    results += [
        result
        for result in _insurance(box, clause)
        if result.player == player and (bet in ("", INSURANCE) or bet == result.wager)
    ]
    last = bet in mains and mains == {bet}
    for side in _sides(box):
        if side.player == player and bet in ("", side.bet):
            results.append(_of_side(box, side, clause))
        elif side.player == player and last:
            results += _side_goes(rules, state, box, side, "wager", clause)
    return results


def hands(rules: Rules, state: State, which: Iterable[tuple[Box, int]], clause: str) -> Events:
    """The hands are void with the wagers on them; others stay as they were dealt (NZ-16.5-S5).

    When a box has no hand left, its insurance is void too, even if it was collected (NZ-9.6). Undecided side bets on
    a void hand are void; a decided one is valid, unless it is void with its hand for any reason (NZ-15.7(a)) or by
    another reading (`OpenPoints.void_side_settled`). The hand's cards go to the rack (NZ-16.5-S3).
    """
    events: Events = []
    after = state
    for box, number in which:
        results = _of_hand(rules, after, after.box(box.number), number, clause)
        some: Events = [*_voids(after, results), HandVoided(box=box.number, hand=number, clause=clause)]
        after = _after(after, some)
        events += some
    brought = _voids(after, _brought(rules, after, clause))
    return _closed(rules, state, [*events, *brought], clause)


def _of_hand(rules: Rules, state: State, box: Box, number: int, clause: str) -> list[Result]:
    """The wagers on a hand, with its insurance and the side bets on it."""
    hand = box.hands[number - 1]
    results = [_of_stake(box, number, stake, clause) for stake in hand.stakes]
    last = all(hand.void for at, hand in enumerate(box.hands, start=1) if at != number)
    if last:
        results += _insurance(box, clause)
    for side in _sides(box):
        if side.hand == number or (last and not side.hand):
            results += _side_goes(rules, state, box, side, "hand", clause)
        elif (
            side.riding
            and not side.hand
            and any(stake.first for stake in hand.stakes if stake.player == side.player)
        ):
            results.append(_in_action(box, side, clause))  # it lies with the original wager (NZ-15D.8)
    return results


def _side_goes(rules: Rules, state: State, box: Box, side: Wager, door: str, clause: str) -> list[Result]:
    """The part of a side bet that is void with the ``hand`` or ``wager`` that it depends on: all of it while
    undecided and, by some books or readings, even after that; otherwise only what is in action."""
    whole_wager = door in _void_with(state, side) or rules.void_side_settled.value == "reversed"
    if not side.settled or whole_wager:
        return [_of_side(box, side, clause)]
    if side.riding:
        # What was paid is kept; the stack in action goes back as it is (NZ-16.5-S4).
        return [_in_action(box, side, clause)]
    return []


def _in_action(box: Box, side: Wager, clause: str) -> Result:
    return Result(box.number, side.hand, side.player, side.bet, side.riding, "void", clause, wager=IN_ACTION)


def _carried_out(
    rules: Rules, state: State, results: list[Result], boxes: Iterable[Box], clause: str
) -> Events:
    """The events that void those wagers, with what they won elsewhere, and the hands of boxes left without a
    wager."""
    events = _voids(state, results)
    after = _after(state, events)
    for box in boxes:
        for number, hand in enumerate(box.hands, start=1):
            if not hand.void and _all_void(after, box.number, number, hand):
                events.append(HandVoided(box=box.number, hand=number, clause=clause))
    after = _after(state, events)
    events += _voids(after, _brought(rules, after, clause))
    return _closed(rules, state, events, clause)


def _brought(rules: Rules, state: State, clause: str) -> list[Result]:
    """What was paid because of wagers that are now void: the Super Bonus of a void hand and a void wager's share in
    another player's (VIC03-10.11.1-T1-L12c), everybody's shares if no winner of a Super Bonus is left, and the fixed
    sum beside a side bet (NZ-15H.9)."""
    bonuses = {
        offer.bet.bonus.key: offer.bet.key for offer in on_offer(state.setup).values() if offer.bet.bonus
    }
    own = [
        result
        for result in state.results
        if result.result != "void"
        and (
            (result.bet == SUPER_BONUS and _is_void(state, result.box, result.player, result.hand))
            or (result.bet in bonuses and _rests_on_void(state, result, bonuses[result.bet]))
            or (result.wager == IN_ACTION and _original_void(state, result.box, result.player))
        )
    ]
    gone = [_taken_back(result, clause) for result in own]
    after = _after(state, _voids(state, gone))
    winners = super_bonus.winners(rules, after)
    shared = [
        result
        for result in after.results
        if result.bet == SUPER_BONUS
        and result.result != "void"
        and not result.hand
        and super_bonus.share_of(rules, winners, (result.box, result.player)) != result.pays
    ]
    return [*gone, *(_taken_back(result, clause) for result in shared)]


def _taken_back(result: Result, clause: str) -> Result:
    """The void result of what was won or lost beside a void wager."""
    return replace(result, pays=0, takes=0, odds="", chips=(), result="void", clause=clause)


def _original_void(state: State, box: int, player: str) -> bool:
    """Whether the player's original wager on the box is void, whichever hand it is on after a split; what stayed in
    action is then void too (NZ-15D.6(b)-S2, NZ-15E.5(b)-S2)."""
    lies = state.box(box)
    return lies.wager_of(player) is not None and not any(
        stake.first for hand in lies.hands for stake in hand.stakes if stake.player == player
    )


def _rests_on_void(state: State, result: Result, bet: str) -> bool:
    """Whether the hand or side bet that won a fixed sum is void."""
    side = any(
        (other.box, other.player, other.bet, other.result) == (result.box, result.player, bet, "void")
        for other in state.results
    )
    return side or _is_void(state, result.box, result.player, 0)


def _is_void(state: State, box: int, player: str, hand: int) -> bool:
    """Whether the player's wager on the hand is void; for hand 0, on every hand of the box."""
    lies = state.box(box)
    return lies.wager_of(player) is not None and not any(
        each_hand.stake_of(player)
        for number, each_hand in enumerate(lies.hands, start=1)
        if hand in (0, number)
    )


def whole_round(
    rules: Rules,
    state: State,
    clause: str,
    cause: str,
    shuffle: str = "",
    not_to: Iterable[str] = (),
    *,
    whole: bool = False,
) -> Events:
    """The round has no result. Every wager goes back, even one that was taken, and every payment is recovered, unless
    settlements are read as kept (`OpenPoints.void_reverses`); an ante is a fee and is kept (NZ-16.13-S1).
    ``not_to`` are players who get no refund (ACT03-16.5); with ``whole`` every settlement is reversed."""
    results: list[Result] = []
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            results += [_of_stake(box, number, stake, clause) for stake in hand.stakes]
        results += _insurance(box, clause)
        results += [_of_side(box, side, clause) for side in _sides(box)]
    if rules.void_reverses.value == "open" and not whole:
        done = {(spot_of(result), result.wager) for result in state.results}
        results = [result for result in results if (spot_of(result), result.wager) not in done]
        results += [
            _in_action(box, side, clause)
            for box in state.boxes
            for side in _sides(box)
            if side.settled and side.riding
        ]
    else:
        of_wagers = {spot_of(result) for result in results}
        beside = {spot_of(result): result for result in state.results if spot_of(result) not in of_wagers}
        results += [
            replace(result, stake=0, pays=0, takes=0, odds="", chips=(), result="void", clause=clause)
            for result in beside.values()
            if result.bet != ANTE
        ]
    spared = set(not_to)
    events = _voids(
        state,
        [replace(result, takes=result.stake) if result.player in spared else result for result in results],
    )
    events += [Settled(result=ante, clause=ante.clause) for ante in _antes(rules, state)]
    return [*events, RoundVoided(cause=cause, shuffle=shuffle, clause=clause)]


def _antes(rules: Rules, state: State) -> list[Result]:
    taken = {(result.box, result.player) for result in state.results if result.bet == ANTE}
    return [
        Result(
            box.number,
            0,
            side.player,
            ANTE,
            side.amount,
            "lose",
            rules.steps.ante_collected,
            takes=side.amount,
        )
        for box in state.boxes
        for side in box.sides
        if side.bet == ANTE and (box.number, side.player) not in taken
    ]


def without_ante(rules: Rules, state: State, box: Box, players: Sequence[str], clause: str) -> Events:
    """Void every wager on the box of players without an ante; the hand only if nobody else has one on it
    (NZ-18.7)."""
    results = [result for player in players for result in _of_player(rules, state, box, player, "", clause)]
    # It is in the record but not on the layout.
    results += [
        _of_side(box, side, clause) for side in box.sides if side.bet == ANTE and side.player in players
    ]
    return _carried_out(rules, state, results, [box], clause)


# --- what is on the box


def _sides(box: Box) -> list[Wager]:
    return [side for side in box.sides if side.bet != ANTE]


def _void_with(state: State, side: Wager) -> tuple[str, ...]:
    offer = offer_of(state.setup, side.bet)
    return offer.bet.void_with.value if offer is not None else ()


def _of_stake(box: Box, number: int, stake: Stake, clause: str) -> Result:
    amount = stake.money
    if not stake.base and (laid := box.wager_of(stake.player, stake.bet)) is not None:
        amount = laid.amount  # nothing of it was in play
    return Result(box.number, number, stake.player, stake.bet, amount, "void", clause)


def _of_side(box: Box, side: Wager, clause: str) -> Result:
    amount = side.effective or side.amount
    return Result(box.number, side.hand, side.player, side.bet, amount, "void", clause)


def _insurance(box: Box, clause: str) -> list[Result]:
    return [
        Result(box.number, 0, insured.player, INSURANCE, insured.amount, "void", clause, wager=insured.wager)
        for insured in box.insurance
    ]


# --- the events


def _voids(state: State, results: list[Result]) -> Events:
    """The events that void those results that are not void yet, one after another."""
    void = {(spot_of(result), result.wager) for result in state.results if result.result == "void"}
    void -= {(spot_of(result), result.wager) for result in state.results if result.result != "void"}
    events: Events = []
    for result in results:
        if (spot_of(result), result.wager) not in void:
            event = _void(state, result)
            events.append(event)
            state = _after(state, [event])
    return events


def _void(state: State, result: Result) -> Voided:
    whole_wager = offer_of(state.setup, result.bet) is not None and result.wager == "main"
    before = sum(
        other.takes - other.pays
        for other in state.results
        if other.result != "void"
        and spot_of(other) == spot_of(result)
        and (whole_wager or other.wager == result.wager)
    )
    voided = Voided(result=result, back=before - result.takes, clause=result.clause)
    # A player who was paid wrongly holds something other than what was settled.
    less = beyond_change(state.payments, _after(state, [voided]).payments)
    return replace(voided, back=voided.back + sum(less.values()))


def _after(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = evolve(state, replace(event, tap=state.tap))
    return state


def _all_void(state: State, box: int, number: int, hand: Hand) -> bool:
    void = {
        (result.player, result.bet)
        for result in state.results
        if (result.box, result.hand) == (box, number) and result.result == "void"
    }
    return all((stake.player, stake.bet) in void for stake in hand.stakes)


def _closed(rules: Rules, state: State, events: Events, clause: str) -> Events:
    """The event that ends the round if every hand of it is void (NZ-16.5(b)), after returning what is still beside
    the hands to its players."""
    after = _after(state, events)
    every = [hand for box in after.boxes for hand in box.hands]
    if not every or not all(hand.void for hand in every):
        return events
    left = [result for box in after.boxes for result in _left_open(box, clause)]
    antes: Events = [Settled(result=ante, clause=ante.clause) for ante in _antes(rules, after)]
    return [
        *events,
        *_voids(after, left),
        *antes,
        RoundVoided(cause=line("kept.every_hand_void"), clause=clause),
    ]


def _left_open(box: Box, clause: str) -> list[Result]:
    """Unsettled wagers of a box that are not on a hand."""
    results = [_of_side(box, side, side.treated or clause) for side in _sides(box) if not side.settled]
    results += [_in_action(box, side, clause) for side in _sides(box) if side.settled and side.riding]
    open_ = {(insured.player, insured.wager) for insured in box.insurance if not insured.settled}
    return [
        *results,
        *(result for result in _insurance(box, clause) if (result.player, result.wager) in open_),
    ]
