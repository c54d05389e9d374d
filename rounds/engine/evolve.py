"""Folding one event into the state. It never fails: what may not happen was refused before it was an event."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from casino.cards import HARD_VALUE, UNKNOWN
from casino.rulebooks.rules import NO_LIMIT
from rounds.engine import events as on
from rounds.engine import evolve_wagers as wagers
from rounds.engine.after_round import after_round
from rounds.engine.corrections import folds as corrections
from rounds.engine.dealt_again import at_call, before_collecting, dealt, in_place_of
from rounds.engine.irregularities import folds as irregular
from rounds.engine.setup import ANTE, BY_HOUSE, INSURANCE, MAIN, SUPER_BONUS, rules_of
from rounds.engine.shoe import folds as shoe
from rounds.engine.sides import folds
from rounds.engine.sides.offered import offer_of
from rounds.engine.state import (
    Box,
    Direction,
    Hand,
    Insurance,
    Past,
    State,
    Trail,
    caller_of,
    with_box,
    with_hand,
)

_DEALT_AGAIN: Final = frozenset((on.Reconstructed, on.RecordCorrected))
"""Events that bring a trail of their own."""


def evolve(state: State | None, event: on.Event) -> State:
    """The state after the event. ``state`` is None only before the round was opened."""
    if state is None:
        assert isinstance(event, on.RoundOpened), "a round begins by being opened"
        return _opened(event)
    if isinstance(event, on.Undone):
        return _undone(state, event)
    kind = type(event)
    trail = Trail(event, state.trail) if state.called and kind not in _DEALT_AGAIN else state.trail
    if event.tap != state.tap:
        ruled = getattr(event, "role", "")
        # One copy for all of it: this is done for every tap of every round.
        state = replace(state, tap=event.tap, last=event.tap, ruled=ruled, past=Past(state), trail=trail)
    elif trail is not state.trail:
        state = replace(state, trail=trail)
    if isinstance(event, on.Reconstructed):
        return _reconstructed(state, event)
    after = _FOLDS[kind](state, event)
    return replace(after, trail=Trail(event, None, after)) if kind is on.BetsCalled else after


def fold(events: Iterable[on.Event]) -> State:
    """The state that a round's events give. Raises ValueError when there are none."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a round without an event has no state")
    return state


def _opened(event: on.RoundOpened) -> State:
    setup = event.setup
    callers = dict(setup.carry.callers)
    return State(
        setup=setup,
        round_no=event.round_no,
        boxes=tuple([Box(n, caller=callers.get(n, "")) for n in range(1, setup.boxes + 1)]),
        carry=setup.carry,
        held=setup.carry.held,
        warned_earlier=setup.carry.warned,
        tap=event.tap,
    )


def _undone(state: State, event: on.Undone) -> State:
    # The tap number goes on: entries stay in the record, and the next command is a new tap.
    assert state.past is not None, "decide refuses an undo with nothing behind it"
    return replace(state.past.state, tap=event.tap)


def _reconstructed(state: State, event: on.Reconstructed) -> State:
    """The round dealt again from the call as the book wants it."""
    now = dealt(at_call(state), event.events)
    return in_place_of(state, now, before_collecting(state), chips_moved=True)


# --- cards


def _card_dealt(state: State, event: on.CardDealt) -> State:
    drawn = (*state.drawn, event.card)
    if state.held:
        state = replace(state, held=state.held[1:])
    if not event.box:
        return replace(state, dealer=(*state.dealer, event.card), drawn=drawn)
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    hand = replace(hand, cards=(*hand.cards, event.card), drawing="")
    if event.card[0] == "A":
        hand = _aces_low(state, box, event.hand, hand)
    acted = state.acted or state.phase == "subsequent_deal"
    if state.setup.offers and box.sides and len(box.dealt) < 3:
        box = replace(box, dealt=(*box.dealt, event.card))
    return replace(state, boxes=with_box(state, with_hand(box, event.hand, hand)), drawn=drawn, acted=acted)


def _aces_low(state: State, box: Box, number: int, hand: Hand) -> Hand:
    """The hand with its aces at one each, where by another reading none of them may count eleven: a second ace in
    it, or one after the first that its player was dealt elsewhere (`OpenPoints.aces_eleven`)."""
    how = rules_of(state.setup).aces_eleven.value
    if how == "hand":
        return hand
    low = sum(card[0] == "A" for card in hand.cards) > 1
    if how == "player":
        caller = caller_of(box)
        low = any(
            card[0] == "A"
            for other in state.boxes
            if other.hands and caller_of(other) == caller
            for at, held in enumerate(other.hands, start=1)
            if (other.number, at) != (box.number, number)
            for card in held.cards
        )
    return replace(hand, aces_low=NO_LIMIT) if low else hand


def _cut_card_drawn(state: State, event: on.CutCardDrawn) -> State:
    if event.put_aside:
        return replace(state, cut_card=True)
    # A book that says nothing of shuffling has its shoe dealt out and shuffled too.
    due = event.clause or (BY_HOUSE if state.carry.shoe is not None else "")
    state = replace(state, cut_card=True, carry=replace(state.carry, shuffle_due=due))
    return shoe.cut_card_out(state, event.box, first=event.first)


def _cards_shown(state: State, event: on.CardsShown) -> State:
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    faces = iter(event.cards)
    shown = tuple(next(faces) if card == UNKNOWN else card for card in hand.cards)
    if UNKNOWN in box.dealt:
        # Only a hand that is not split lies face down, so its first cards are the box's.
        box = replace(box, dealt=shown[:3])
    return replace(state, boxes=with_box(state, with_hand(box, event.hand, replace(hand, cards=shown))))


# --- insurance


def _insured(state: State, event: on.Insured) -> State:
    box = state.box(event.box)
    insurance = (*box.insurance, Insurance(event.player, event.amount, wager=event.wager))
    return replace(state, boxes=with_box(state, replace(box, insurance=insurance)))


def _insurance_closed(state: State, event: on.InsuranceClosed) -> State:
    return replace(state, insurance_closed=True, insurance_again=False)


def _even_money_asked(state: State, event: on.EvenMoneyAsked) -> State:
    box = state.box(event.box)
    asked = (*box.even_money, (event.player, event.wager))
    return replace(state, boxes=with_box(state, replace(box, even_money=asked)))


def _insurance_returned(state: State, event: on.InsuranceReturned) -> State:
    box = state.box(event.box)
    insurance = tuple(one for one in box.insurance if one.player != event.player)
    return replace(state, boxes=with_box(state, replace(box, insurance=insurance)))


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


def _phase_began(state: State, event: on.PhaseBegan) -> State:
    return replace(state, phase=event.phase)


# --- decisions


def _change_hand(state: State, number: int, hand_no: int, **changes: Any) -> State:
    box = state.box(number)
    hand = replace(box.hands[hand_no - 1], **changes)
    return replace(state, boxes=with_box(state, with_hand(box, hand_no, hand)), acted=True, direction=None)


def _noting_decline(state: State, number: int, hand_no: int) -> State:
    """Remembers that a pair was not split, which binds later hands of that value (VIC03-7.5.5(e))."""
    box = state.box(number)
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
"""Of how many first cards of a doubled hand the aces count one only."""


def _doubled(state: State, event: on.Doubled) -> State:
    state = _noting_decline(state, event.box, event.hand)
    adds = dict(event.adds)
    free = set(event.free)
    hand = state.box(event.box).hands[event.hand - 1]
    stakes = tuple(
        replace(stake, free_added=adds.get(stake.player, 0))
        if stake.player in free
        # With several wagers on a hand each is doubled by its own amount (ACT96-22.12).
        else replace(stake, added=adds.get(stake.player, 0) if stake.bet == MAIN else stake.base)
        for stake in hand.stakes
    )
    rules = rules_of(state.setup)
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
            # A wager of which nothing is in play (VIC03-6.2) keeps its place on the hand that stays.
            stays.append(replace(stake, base=stay))
        if go:
            moved = not stay
            lammer = stake.free_base if moved else stake.player in event.free
            goes.append(replace(stake, base=go, first=stake.first and moved, free_base=lammer))
    # Of a pair of aces the second may count eleven in a hand of its own, but not for a player with one ace a round.
    how = rules_of(state.setup).aces_eleven.value
    stay_low = hand.aces_low if how == "player" else 0
    go_low = NO_LIMIT if how == "player" and aces else 0
    hands = (
        *box.hands[: event.hand - 1],
        replace(hand, cards=(first,), stakes=tuple(stays), split=True, aces=aces, aces_low=stay_low),
        Hand(cards=(second,), stakes=tuple(goes), split=True, aces=aces, aces_low=go_low),
        *box.hands[event.hand :],
    )
    # Hands behind the new one move up, and the bets on them and their results (of a void hand) with them.
    sides = tuple(replace(w, hand=w.hand + 1) if w.hand > event.hand else w for w in box.sides)
    box = replace(box, hands=hands, sides=sides)
    results = tuple(
        replace(one, hand=one.hand + 1) if one.box == event.box and one.hand > event.hand else one
        for one in state.results
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


# --- settlement


def _settled(state: State, event: on.Settled) -> State:
    result = event.result
    box = state.box(result.box)
    if result.bet == INSURANCE:
        insurance = tuple(
            replace(one, settled=True) if (one.player, one.wager) == (result.player, result.wager) else one
            for one in box.insurance
        )
        box = replace(box, insurance=insurance)
    elif offer_of(state.setup, result.bet):
        box = replace(box, sides=wagers.settled_beside(box.sides, result))
    elif result.hand and result.bet != SUPER_BONUS:
        hand = box.hands[result.hand - 1]
        stakes = tuple(
            replace(stake, settled=True)
            if (stake.player, stake.bet) == (result.player, result.bet)
            else stake
            for stake in hand.stakes
        )
        box = with_hand(box, result.hand, replace(hand, stakes=stakes))
    moved = state.moved + (1 if result.pays or result.takes else 0)
    return replace(state, boxes=with_box(state, box), results=(*state.results, result), moved=moved)


def _dealer_hand_cleared(state: State, event: on.DealerHandCleared) -> State:
    return replace(
        state, dealer=state.dealer[:1], dealers=(*state.dealers, state.dealer), phase="dealer_draw"
    )


def _collected(state: State, event: on.Collected) -> State:
    carry = after_round(state)
    state = replace(state, before_collected=state.carry)
    if any(side.bet != ANTE and not side.settled for box in state.boxes for side in box.sides):
        return replace(state, picked_up=True, carry=carry)  # it is paid now that the round is complete
    return replace(state, phase="collected", carry=carry)


_FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.Seated: wagers.seated,
    on.PlayerLeft: wagers.player_left,
    on.WagerPlaced: wagers.wager_placed,
    on.WagerWithdrawn: wagers.wager_gone,
    on.WagerRefused: wagers.wager_gone,
    on.WagerDeclared: wagers.wager_declared,
    on.OralWagerRejected: wagers.oral_gone,
    on.PlayerWarned: wagers.player_warned,
    on.Arranged: wagers.arranged,
    on.SeveralBoxesAllowed: wagers.several_allowed,
    on.LimitAllowed: wagers.limit_allowed,
    on.MarkerPlaced: wagers.marker_placed,
    on.PlayersLimited: wagers.players_limited,
    on.PlayerRestricted: wagers.player_restricted,
    on.WritingAllowed: wagers.writing_allowed,
    on.SeatVacated: wagers.seat_vacated,
    on.LastRoundsAnnounced: wagers.last_rounds_announced,
    on.BurnShown: wagers.burn_shown,
    on.Shuffled: wagers.shuffled,
    **shoe.FOLDS,
    on.BetsCalled: wagers.bets_called,
    on.CardDealt: _card_dealt,
    on.CutCardDrawn: _cut_card_drawn,
    on.CardsShown: _cards_shown,
    on.Insured: _insured,
    on.InsuranceClosed: _insurance_closed,
    on.EvenMoneyAsked: _even_money_asked,
    on.InsuranceReturned: _insurance_returned,
    on.Surrendered: _surrendered,
    on.SurrenderClosed: _surrender_closed,
    on.Rescued: _rescued,
    on.PlayedOn: _played_on,
    on.PhaseBegan: _phase_began,
    on.Drew: _drew,
    on.Stood: _stood,
    on.Doubled: _doubled,
    on.Split: _split,
    on.DirectionAsked: _direction_asked,
    on.CallerPassed: _caller_passed,
    on.HandDirected: _hand_directed,
    on.Rode: folds.rode,
    on.PrizeSelected: folds.prize_selected,
    on.PressVoid: folds.press_void,
    on.Misfired: folds.misfired,
    on.MisfireAnswered: folds.misfire_answered,
    on.BetSuspended: folds.bet_suspended,
    on.BetResumed: folds.bet_resumed,
    **irregular.FOLDS,
    on.CorrectionAsked: corrections.asked,
    on.CorrectionDecided: corrections.decided,
    on.RecordCorrected: corrections.corrected,
    on.Settled: _settled,
    on.DealerHandCleared: _dealer_hand_cleared,
    on.Collected: _collected,
}
