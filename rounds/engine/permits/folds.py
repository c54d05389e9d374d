"""Folds of permits and restrictions into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.permits import events as on
from rounds.engine.setup import Limit, Restriction
from rounds.engine.state import State


def several_allowed(state: State, event: on.SeveralBoxesAllowed) -> State:
    others = tuple(player for player in state.carry.several_boxes if player != event.player)
    extra = tuple(pair for pair in state.carry.extra_boxes if pair[0] != event.player)
    behind = tuple(player for player in state.carry.behind_others if player != event.player)
    if not event.revoked:
        others = (*others, event.player)
        extra = (*extra, (event.player, event.extra)) if event.extra else extra
        behind = (*behind, event.player) if event.behind else behind
    carry = replace(state.carry, several_boxes=others, extra_boxes=extra, behind_others=behind)
    return replace(state, carry=carry)


def limit_allowed(state: State, event: on.LimitAllowed) -> State:
    others = tuple(
        limit for limit in state.carry.limits if (limit.box, limit.player) != (event.box, event.player)
    )
    if event.maximum:
        others = (*others, Limit(event.box, event.player, event.maximum, event.minimum))
    return replace(state, carry=replace(state.carry, limits=others))


def marker_placed(state: State, event: on.MarkerPlaced) -> State:
    limits = tuple(
        replace(limit, marker=True) if (limit.box, limit.player) == (event.box, event.player) else limit
        for limit in state.carry.limits
    )
    return replace(state, carry=replace(state.carry, limits=limits))


def players_limited(state: State, event: on.PlayersLimited) -> State:
    most = {**dict(state.carry.most_players), event.box: event.most}
    return replace(state, carry=replace(state.carry, most_players=tuple(sorted(most.items()))))


def player_restricted(state: State, event: on.PlayerRestricted) -> State:
    # The two kinds end at different times, so a player may be under both.
    others = tuple(
        held
        for held in state.carry.restricted
        if (held.player, held.one_box) != (event.player, event.one_box)
    )
    if not event.lifted:
        others = (*others, Restriction(event.player, event.one_box, event.clause, event.minimum))
    return replace(state, carry=replace(state.carry, restricted=others))


def writing_allowed(state: State, event: on.WritingAllowed) -> State:
    others = tuple(player for player in state.carry.writing if player != event.player)
    allowed = others if event.revoked else (*others, event.player)
    return replace(state, carry=replace(state.carry, writing=allowed))


def seat_vacated(state: State, event: on.SeatVacated) -> State:
    carry = replace(
        state.carry,
        callers=tuple(pair for pair in state.carry.callers if pair[1] != event.player),
        idle=tuple(idle for idle in state.carry.idle if idle.player != event.player),
    )
    boxes = tuple(replace(box, caller="") if box.caller == event.player else box for box in state.boxes)
    return replace(state, boxes=boxes, carry=carry)


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.SeveralBoxesAllowed: several_allowed,
    on.LimitAllowed: limit_allowed,
    on.MarkerPlaced: marker_placed,
    on.PlayersLimited: players_limited,
    on.PlayerRestricted: player_restricted,
    on.WritingAllowed: writing_allowed,
    on.SeatVacated: seat_vacated,
}
