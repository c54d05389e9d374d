"""Folds of wagers and of the call into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.layout.hand import Hand, Stake
from rounds.engine.layout.wager import OralWager, Wager
from rounds.engine.setup import ANTE
from rounds.engine.shoe import folds as shoe
from rounds.engine.sides.folds import placed_beside
from rounds.engine.sides.offered import offer_of
from rounds.engine.state import State, with_box
from rounds.engine.wagers import events as on


def seated(state: State, event: on.Seated) -> State:
    callers = {**dict(state.carry.callers), event.box: event.player}
    box = replace(state.box(event.box), caller=event.player)
    carry = replace(state.carry, callers=tuple(sorted(callers.items())))
    return shoe.arrived(replace(state, boxes=with_box(state, box), carry=carry), event.player)


def player_left(state: State, event: on.PlayerLeft) -> State:
    gone = event.player
    carry = replace(
        state.carry,
        callers=tuple(pair for pair in state.carry.callers if pair[1] != gone),
        warned=tuple(player for player in state.carry.warned if player != gone),
        several_boxes=tuple(player for player in state.carry.several_boxes if player != gone),
        extra_boxes=tuple(pair for pair in state.carry.extra_boxes if pair[0] != gone),
        behind_others=tuple(player for player in state.carry.behind_others if player != gone),
        writing=tuple(player for player in state.carry.writing if player != gone),
        limits=tuple(limit for limit in state.carry.limits if limit.player != gone),
        idle=tuple(idle for idle in state.carry.idle if idle.player != gone),
        played=tuple(pair for pair in state.carry.played if pair[0] != gone),
        session_played=tuple(pair for pair in state.carry.session_played if pair[0] != gone),
    )
    boxes = tuple(replace(box, caller="") if box.caller == gone else box for box in state.boxes)
    earlier = tuple(player for player in state.warned_earlier if player != gone)
    return shoe.left(replace(state, boxes=boxes, carry=carry, warned_earlier=earlier), gone)


def wager_placed(state: State, event: on.WagerPlaced) -> State:
    if state.carry.shoe is not None:
        state = shoe.arrived(state, event.player)
    box = state.box(event.box)
    offer = offer_of(state.setup, event.bet)
    if event.bet == ANTE or offer:
        sides = placed_beside(box.sides, event, counted=offer is not None and offer.bet.most_on_box.value > 0)
        return oral_gone(replace(state, boxes=with_box(state, replace(box, sides=sides))), event)
    before = box.wager_of(event.player, event.bet)
    if before is None:
        wagers = (*box.wagers, Wager(event.player, event.bet, event.amount, placed=event.tap))
    else:
        more = replace(before, amount=before.amount + event.amount, placed=event.tap)
        wagers = tuple(more if wager is before else wager for wager in box.wagers)
    return oral_gone(replace(state, boxes=with_box(state, replace(box, wagers=wagers))), event)


def wager_gone(state: State, event: on.WagerWithdrawn | on.WagerRefused) -> State:
    box = state.box(event.box)
    if isinstance(event, on.WagerRefused) and event.hand:
        spot = (event.player, event.bet, event.hand)
        rest = tuple(w for w in box.sides if w.settled or (w.player, w.bet, w.hand) != spot)
        return replace(state, boxes=with_box(state, replace(box, sides=rest)))
    wagers = tuple(w for w in box.wagers if (w.player, w.bet) != (event.player, event.bet))
    sides = tuple(w for w in box.sides if (w.player, w.bet) != (event.player, event.bet))
    state = replace(state, boxes=with_box(state, replace(box, wagers=wagers, sides=sides, hands=())))
    if state.called and not any(box.wagers for box in state.boxes):
        return replace(state, called=False, phase="wagers")  # there is nothing left to deal to
    return state


def wager_declared(state: State, event: on.WagerDeclared) -> State:
    spoken = OralWager(event.box, event.player, event.bet, event.amount, event.backing)
    return replace(state, oral=(*state.oral, spoken))


def oral_gone(state: State, event: on.WagerPlaced | on.OralWagerRejected) -> State:
    """The state without that player's spoken wager on the bet: its chips are there, or came too late (VIC03-5.3)."""
    if not state.oral:
        return state
    named = (event.box, event.player, event.bet)
    oral = tuple(
        oral_wager
        for oral_wager in state.oral
        if (oral_wager.box, oral_wager.player, oral_wager.bet) != named
    )
    return replace(state, oral=oral)


def player_warned(state: State, event: on.PlayerWarned) -> State:
    return replace(state, carry=replace(state.carry, warned=(*state.carry.warned, event.player)))


def arranged(state: State, event: on.Arranged) -> State:
    box = state.box(event.box)
    at = {player: place for place, player in enumerate(event.players)}
    wagers = tuple(sorted(box.wagers, key=lambda wager: at[wager.player]))
    return replace(state, boxes=with_box(state, replace(box, wagers=wagers)))


def _fixed(wagers: tuple[Wager, ...], fixed: on.EffectiveWager) -> tuple[Wager, ...]:
    """The wagers with one of them fixed by the call."""
    return tuple(
        replace(wager, effective=fixed.effective, treated=fixed.treated)
        if (wager.player, wager.bet) == (fixed.player, fixed.bet)
        else wager
        for wager in wagers
    )


def bets_called(state: State, event: on.BetsCalled) -> State:
    boxes = list(state.boxes)
    for fixed in event.wagers:
        box = boxes[fixed.box - 1]
        if offer_of(state.setup, fixed.bet):
            boxes[fixed.box - 1] = replace(box, sides=_fixed(box.sides, fixed))
        else:
            boxes[fixed.box - 1] = replace(box, wagers=_fixed(box.wagers, fixed))
    callers = dict(event.callers)
    for at, box in enumerate(boxes):
        if box.wagers:
            stakes = tuple([Stake(w.player, w.effective, bet=w.bet) for w in box.wagers])
            boxes[at] = replace(box, hands=(Hand(stakes=stakes),), caller=callers[box.number])
    return replace(state, boxes=tuple(boxes), called=True, phase="initial_deal")


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.Seated: seated,
    on.PlayerLeft: player_left,
    on.WagerPlaced: wager_placed,
    on.WagerWithdrawn: wager_gone,
    on.WagerRefused: wager_gone,
    on.WagerDeclared: wager_declared,
    on.OralWagerRejected: oral_gone,
    on.PlayerWarned: player_warned,
    on.Arranged: arranged,
    on.BetsCalled: bets_called,
}
