"""Folds of decisions into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from casino.cards import HARD_VALUE
from casino.rulebooks.rules import NO_LIMIT
from rounds.engine.decisions import events as on
from rounds.engine.layout.box import with_hand
from rounds.engine.layout.hand import Hand
from rounds.engine.setup import MAIN
from rounds.engine.state import Direction, State, with_box


def _surrendered(state: State, event: on.Surrendered) -> State:
    box = state.box(event.box)
    hand = box.hands[0]
    stakes = tuple(
        replace(stake, surrendered=True) if stake.player == event.player else stake for stake in hand.stakes
    )
    # A marker lies on the wager and no further card goes to the hand (VIC03-10.9.2).
    hand = replace(hand, stakes=stakes, stood=True)
    return replace(state, boxes=with_box(state, with_hand(box, 1, hand)))


def _surrender_closed(state: State, event: on.SurrenderClosed) -> State:
    return replace(state, surrender_closed=True)


def _rescued(state: State, event: on.Rescued) -> State:
    hand = state.box(event.box).hands[event.hand - 1]
    stakes = tuple(
        replace(stake, rescued=True) if stake.player == event.player else stake for stake in hand.stakes
    )
    return _change_hand(state, event.box, event.hand, stakes=stakes)


def _played_on(state: State, event: on.PlayedOn) -> State:
    return _change_hand(state, event.box, event.hand, rescue=False)


def _change_hand(state: State, number: int, hand_no: int, **changes: Any) -> State:
    box = state.boxes[number - 1]
    hand = replace(box.hands[hand_no - 1], **changes)
    return replace(state, boxes=with_box(state, with_hand(box, hand_no, hand)), acted=True, direction=None)


def _noting_decline(state: State, number: int, hand_no: int) -> State:
    """The state that remembers an unsplit pair, which binds later hands of that value (VIC03-7.5.5(e))."""
    box = state.boxes[number - 1]
    cards = box.hands[hand_no - 1].cards
    if len(cards) != 2 or HARD_VALUE[cards[0]] != HARD_VALUE[cards[1]]:
        return state
    value = HARD_VALUE[cards[0]]
    if value in box.declined:
        return state
    return replace(state, boxes=with_box(state, replace(box, declined=(*box.declined, value))))


def _drew(state: State, event: on.Drew) -> State:
    return _change_hand(_noting_decline(state, event.box, event.hand), event.box, event.hand, drawing="hit")


def _stood(state: State, event: on.Stood) -> State:
    return _change_hand(_noting_decline(state, event.box, event.hand), event.box, event.hand, stood=True)


_ACES_LOW: Final = {"": 0, "first_two": 2, "every": NO_LIMIT}
"""By reading, how many of a doubled hand's first cards have aces that count one only."""


def _doubled(state: State, event: on.Doubled) -> State:
    state = _noting_decline(state, event.box, event.hand)
    adds = dict(event.adds)
    free = set(event.free)
    hand = state.box(event.box).hands[event.hand - 1]
    stakes = tuple(
        replace(stake, free_added=adds.get(stake.player, 0))
        if stake.player in free
        # With several wagers on a hand, each is doubled by its own amount (ACT96-22.12).
        else replace(stake, added=adds.get(stake.player, 0) if stake.bet == MAIN else stake.base)
        for stake in hand.stakes
    )
    rules = state.setup.rules
    return _change_hand(
        state,
        event.box,
        event.hand,
        stakes=stakes,
        doubled=True,
        drawing="double",
        rescue=rules.double_rescue.value,
        aces_low=_ACES_LOW[rules.double_aces_low.value] or hand.aces_low,
    )


def _split(state: State, event: on.Split) -> State:
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    first, second = hand.cards
    aces = first[0] == "A"
    if len(box.hands) == 1:
        box = replace(box, suited_pair=first[1] == second[1])
    matches = {player: (stay, go) for player, stay, go in event.matches}
    stays, goes = [], []
    for stake in hand.stakes:
        stay, go = matches.get(stake.player, (stake.base, 0))
        if stake.bet != MAIN:
            stay = go = stake.base  # each wager on the hand is matched by its own amount (ACT96-22.9)
        if stay or not go:
            # A wager with nothing in play (VIC03-6.2) keeps its place on the hand that stays.
            stays.append(replace(stake, base=stay))
        if go:
            moved = not stay
            lammer = stake.free_base if moved else stake.player in event.free
            goes.append(replace(stake, base=go, first=stake.first and moved, free_base=lammer))
    # The second of two split aces may count eleven in its own hand, unless a player has only one such ace a round.
    how = state.setup.rules.aces_eleven.value
    stay_low = hand.aces_low if how == "player" else 0
    go_low = NO_LIMIT if how == "player" and aces else 0
    hands = (
        *box.hands[: event.hand - 1],
        replace(hand, cards=(first,), stakes=tuple(stays), split=True, aces=aces, aces_low=stay_low),
        Hand(cards=(second,), stakes=tuple(goes), split=True, aces=aces, aces_low=go_low),
        *box.hands[event.hand :],
    )
    # Hands behind the new one move up, together with their side bets and (for void hands) their results.
    sides = tuple(replace(w, hand=w.hand + 1) if w.hand > event.hand else w for w in box.sides)
    box = replace(box, hands=hands, sides=sides)
    results = tuple(
        replace(result, hand=result.hand + 1)
        if result.box == event.box and result.hand > event.hand
        else result
        for result in state.results
    )
    return replace(state, boxes=with_box(state, box), results=results, acted=True, direction=None)


def _direction_asked(state: State, event: on.DirectionAsked) -> State:
    return replace(state, direction=Direction(event.box, event.hand, event.reason))


def _caller_passed(state: State, event: on.CallerPassed) -> State:
    box = state.box(event.box)
    box = replace(box, caller=event.player, absent=(*box.absent, event.absent))
    return replace(state, boxes=with_box(state, box))


def _hand_directed(state: State, event: on.HandDirected) -> State:
    state = replace(state, direction=None)
    if event.wait:
        return state
    return _change_hand(state, event.box, event.hand, directed=True)


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.Surrendered: _surrendered,
    on.SurrenderClosed: _surrender_closed,
    on.Rescued: _rescued,
    on.PlayedOn: _played_on,
    on.Drew: _drew,
    on.Stood: _stood,
    on.Doubled: _doubled,
    on.Split: _split,
    on.DirectionAsked: _direction_asked,
    on.CallerPassed: _caller_passed,
    on.HandDirected: _hand_directed,
}
