"""Folding what happens up to the first card into the state: wagers, permits, the shuffle, the call."""

from msgspec.structs import replace

from rounds.engine import events as on
from rounds.engine.setup import ANTE, IN_ACTION, Limit, Restriction, rules_of
from rounds.engine.shoe import folds as shoe
from rounds.engine.sides.offered import offer_of
from rounds.engine.state import Hand, OralWager, Result, Stake, State, Wager, with_box


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
        idle=tuple(one for one in state.carry.idle if one.player != gone),
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


def placed_beside(
    sides: tuple[Wager, ...], event: on.WagerPlaced, *, counted: bool = False
) -> tuple[Wager, ...]:
    """What lies beside the wager on the hand, with the chips just placed there; ``counted`` where only so many
    wagers may lie on a box, so that each is kept by itself."""
    spot = (event.player, event.bet, event.hand)
    for at, wager in enumerate(sides):
        # A hand that is split again may hold one that its second card settled before.
        if (wager.player, wager.bet, wager.hand) == spot and not wager.settled:
            parts = (*(wager.parts or (wager.amount,)), event.amount) if counted else ()
            more = replace(wager, amount=wager.amount + event.amount, parts=parts)
            if event.hand:
                more = replace(more, effective=more.amount)
            return (*sides[:at], more, *sides[at + 1 :])
    # The call fixes what of a wager is in play; one on a split hand comes after it.
    effective = event.amount if event.hand else 0
    return (*sides, Wager(event.player, event.bet, event.amount, effective, hand=event.hand))


def settled_beside(sides: tuple[Wager, ...], result: Result) -> tuple[Wager, ...]:
    """What lies beside the wager on the hand, with the one of that result settled; what stayed in action of it is
    settled by a result of its own."""
    spot = (result.player, result.bet, result.hand)
    return tuple(
        (replace(wager, riding=0) if result.wager == IN_ACTION else replace(wager, settled=True))
        if (wager.player, wager.bet, wager.hand) == spot
        else wager
        for wager in sides
    )


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
        return replace(state, called=False, phase="wagers")  # nothing is left to deal to
    return state


def wager_declared(state: State, event: on.WagerDeclared) -> State:
    spoken = OralWager(event.box, event.player, event.bet, event.amount, event.backing)
    return replace(state, oral=(*state.oral, spoken))


def oral_gone(state: State, event: on.WagerPlaced | on.OralWagerRejected) -> State:
    """Without the spoken wager of that player on that bet: its chips lie there, or came too late (VIC03-5.3)."""
    if not state.oral:
        return state
    named = (event.box, event.player, event.bet)
    oral = tuple(one for one in state.oral if (one.box, one.player, one.bet) != named)
    return replace(state, oral=oral)


def player_warned(state: State, event: on.PlayerWarned) -> State:
    return replace(state, carry=replace(state.carry, warned=(*state.carry.warned, event.player)))


def arranged(state: State, event: on.Arranged) -> State:
    box = state.box(event.box)
    at = {player: place for place, player in enumerate(event.players)}
    wagers = tuple(sorted(box.wagers, key=lambda wager: at[wager.player]))
    return replace(state, boxes=with_box(state, replace(box, wagers=wagers)))


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
        idle=tuple(one for one in state.carry.idle if one.player != event.player),
    )
    boxes = tuple(replace(box, caller="") if box.caller == event.player else box for box in state.boxes)
    return replace(state, boxes=boxes, carry=carry)


def last_rounds_announced(state: State, event: on.LastRoundsAnnounced) -> State:
    return replace(state, carry=replace(state.carry, rounds_left=event.rounds))


def burn_shown(state: State, event: on.BurnShown) -> State:
    return replace(state, carry=replace(state.carry, burn=event.card or state.carry.burn))


def shuffled(state: State, event: on.Shuffled) -> State:
    rules = rules_of(state.setup)
    ends = rules.restriction_until_shuffle.value
    warning_ends = rules.warning_lasts.value == "shoe"
    stays = tuple(
        held for held in state.carry.restricted if ends == "none" or (ends == "one_box" and held.one_box)
    )
    carry = replace(
        state.carry,
        restricted=stays,
        shoe_rounds=0,
        played=(),
        shoe_drawn=0,
        shuffle_due="",
        burn="",
        held=(),
        warned=() if warning_ends else state.carry.warned,
    )
    earlier = () if warning_ends else state.warned_earlier
    after = replace(state, carry=carry, cut_card=False, warned_earlier=earlier, held=())
    return shoe.shuffled(state, after)


def _fixed(wagers: tuple[Wager, ...], fixed: on.EffectiveWager) -> tuple[Wager, ...]:
    """The wagers with what the call fixed of one of them."""
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
