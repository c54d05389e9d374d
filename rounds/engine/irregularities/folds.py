"""Folds of irregularities into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from rounds.engine.after_round import after_round
from rounds.engine.events import FormerRoundVoid, Reconstructed
from rounds.engine.irregularities import events as on
from rounds.engine.layout.box import Box, with_hand
from rounds.engine.layout.wager import Wager
from rounds.engine.redeal.call import Evolve, at_call, before_collecting, dealt, in_place_of
from rounds.engine.settlement.put_right import following
from rounds.engine.settlement.result import Result
from rounds.engine.setup import IN_ACTION, INSURANCE, CardInError
from rounds.engine.shoe import folds as shoe
from rounds.engine.sides.offered import offer_of
from rounds.engine.state import OVER, LateCard, OpenIrregularity, State, with_box


def reported(state: State, event: on.IrregularityReported) -> State:
    """The irregularity stays open if somebody has to sign."""
    state = replace(state, irregularities=event.no)
    if not event.wants:
        return state
    return replace(
        state,
        irregular=OpenIrregularity(
            event.no,
            event.kind,
            event.title,
            event.values,
            event.clause,
            event.wants,
            event.choices,
            event.plan,
        ),
    )


def decided(state: State, event: on.IrregularityDecided) -> State:
    return replace(state, irregular=None)


def voided(state: State, event: on.Voided) -> State:
    """The void result replaces the wager's earlier result; the record keeps both."""
    result = event.result
    offered = offer_of(state.setup, result.bet)
    spot = spot_of(result)
    # What stayed in action of a side wager is void with it; if it alone is void, what was paid before is kept.
    kept = tuple(
        other
        for other in state.results
        if other.result == "void"
        or spot_of(other) != spot
        or (other.wager != result.wager and not (offered and result.wager == "main"))
    )
    box = state.box(result.box)
    if result.bet == INSURANCE:
        gone = result.player, result.wager
        box = replace(
            box,
            insurance=tuple(insured for insured in box.insurance if (insured.player, insured.wager) != gone),
        )
    elif any((side.player, side.bet, side.hand) == spot[1:] for side in box.sides):
        box = replace(box, sides=tuple(_void_side(side, result, spot) for side in box.sides))
    elif 0 < result.hand <= len(box.hands):
        hand = box.hands[result.hand - 1]
        stakes = tuple(
            stake for stake in hand.stakes if (stake.player, stake.bet) != (result.player, result.bet)
        )
        box = with_hand(box, result.hand, replace(hand, stakes=stakes))
        box = _passed_on(_out_of_play(box, result), result.player)
    results = (*kept, result)
    return replace(
        state,
        boxes=with_box(state, box),
        results=results,
        payments=following(state.payments, state.results, results),
        moved=state.moved + 1,
        direction=None,
    )


def _void_side(side: Wager, result: Result, spot: tuple[int, str, str, int]) -> Wager:
    if (side.player, side.bet, side.hand) != spot[1:]:
        return side
    if result.wager == IN_ACTION:
        return replace(side, riding=0)
    return replace(side, settled=True, riding=0, misfire=0, effective=0, treated=result.clause)


def _out_of_play(box: Box, result: Result) -> Box:
    """The box with nothing of the wager in play, once it has no stake on any hand."""
    named = result.player, result.bet
    if any((stake.player, stake.bet) == named for hand in box.hands for stake in hand.stakes):
        return box
    wagers = tuple(
        replace(wager, effective=0, treated=result.clause) if (wager.player, wager.bet) == named else wager
        for wager in box.wagers
    )
    return replace(box, wagers=wagers)


def spot_of(result: Result) -> tuple[int, str, str, int]:
    """The place of a result's wager: box, player, bet and hand."""
    return result.box, result.player, result.bet, result.hand


def _passed_on(box: Box, player: str) -> Box:
    """The box with its decisions passed to the next player nearest the dealer, if the caller has nothing left on
    it."""
    live = [stake.player for hand in box.hands for stake in hand.stakes if not stake.settled]
    if box.caller != player or player in live or not live:
        return box
    return replace(box, caller=next(player for player in box.players if player in live))


def hand_voided(state: State, event: on.HandVoided) -> State:
    box = state.box(event.box)
    hand = box.hands[event.hand - 1]
    empty = replace(hand, cards=(), void=True, drawing="", rescue=False)
    return replace(
        state,
        boxes=with_box(state, with_hand(box, event.hand, empty)),
        discarded=(*state.discarded, *hand.cards),
        direction=None,
    )


def round_voided(state: State, event: on.RoundVoided) -> State:
    carry = state.carry if state.picked_up or state.phase in OVER else after_round(state)
    if event.shuffle:
        carry = replace(carry, shuffle_due=event.shuffle)
    return replace(state, phase="void", carry=carry, irregular=None)


def player_excluded(state: State, event: on.PlayerExcluded) -> State:
    others = tuple(pair for pair in state.carry.excluded if pair[0] != event.player)
    return replace(state, carry=replace(state.carry, excluded=(*others, (event.player, event.clause))))


def card_discarded(state: State, event: on.CardDiscarded) -> State:
    return replace(state, drawn=(*state.drawn, event.card), discarded=(*state.discarded, event.card))


def card_held(state: State, event: on.CardHeld) -> State:
    return replace(state, held=(*state.held, CardInError(event.card, event.clause, event.lasts)))


def card_turned_down(state: State, event: on.CardTurnedDown) -> State:
    box = state.box(event.box)
    hand = replace(box.hands[event.hand - 1], stood=True, drawing="", turned_down=event.clause)
    return replace(state, boxes=with_box(state, with_hand(box, event.hand, hand)), acted=True, direction=None)


def cards_reshuffled(state: State, event: on.CardsReshuffled) -> State:
    carry = replace(state.carry, shuffle_due=event.shuffle)
    state = replace(
        state,
        carry=carry,
        cut_card=False,
        reshuffled=len(state.drawn) if event.what == "rack" else state.reshuffled,
    )
    return shoe.rack_shuffled(state, event.count) if event.what == "rack" else shoe.rest_due(state)


def shuffle_due(state: State, event: on.ShuffleDue) -> State:
    return replace(state, carry=replace(state.carry, shuffle_due=event.clause))


def burn_missed(state: State, event: on.BurnMissed) -> State:
    was = state.carry.shoe
    assert was is not None, "a burn is recorded of a shoe that is followed"
    carry = replace(
        state.carry,
        shoe=replace(was, unseen=was.unseen - 1, burn_missed=True),
        shoe_drawn=max(0, state.carry.shoe_drawn - 1),
        burn="",
    )
    return replace(state, carry=carry)


def card_damaged(state: State, event: on.CardDamaged) -> State:
    damaged = list(state.carry.damaged)
    if event.replaced:
        damaged = [pair for pair in damaged if pair[0] != event.card]
    else:
        damaged.append((event.card, event.clause))
    return replace(state, carry=replace(state.carry, damaged=tuple(damaged)))


def card_late(state: State, event: on.CardLate) -> State:
    box = state.box(event.box)
    return replace(state, boxes=with_box(state, with_hand(box, 1, replace(box.hands[0], late=True))))


def dealer_without_card(state: State, event: on.DealerWithoutCard) -> State:
    # Everything that depends on the dealer's card before the further deal is over, as there was none
    # (VIC03-7.3.2(a)).
    return replace(state, dealer_missing=True, insurance_closed=True, surrender_closed=True)


def dealer_card_due(state: State, event: on.DealerCardDue) -> State:
    return replace(state, dealer_due=LateCard(event.box, event.hand, event.behind, event.now, event.clause))


def only_draw_or_stand(state: State, event: on.OnlyDrawOrStand) -> State:
    box = state.box(event.box)
    hand = replace(box.hands[event.hand - 1], plain=event.clause)
    return replace(state, boxes=with_box(state, with_hand(box, event.hand, hand)))


def insurance_reopened(state: State, event: on.InsuranceReopened) -> State:
    return replace(state, insurance_closed=False, insurance_again=True, phase="insurance")


def reconstructed(state: State, event: Reconstructed, evolve: Evolve) -> State:
    """The round dealt again from the call as the book requires."""
    now = dealt(at_call(state), event.events, evolve)
    return in_place_of(state, now, before_collecting(state), chips_moved=True)


def recorded(state: State, event: FormerRoundVoid | on.WinningsHeld) -> State:
    """Events about other rounds change nothing in this one, except that an undo cannot go back past the chips that
    were moved for an earlier round."""
    return replace(state, moved=state.moved + isinstance(event, FormerRoundVoid))


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.IrregularityReported: reported,
    on.IrregularityDecided: decided,
    on.Voided: voided,
    on.HandVoided: hand_voided,
    on.RoundVoided: round_voided,
    on.CardLate: card_late,
    on.DealerWithoutCard: dealer_without_card,
    on.DealerCardDue: dealer_card_due,
    on.OnlyDrawOrStand: only_draw_or_stand,
    on.InsuranceReopened: insurance_reopened,
    on.CardDiscarded: card_discarded,
    on.CardHeld: card_held,
    on.CardTurnedDown: card_turned_down,
    on.CardsReshuffled: cards_reshuffled,
    on.ShuffleDue: shuffle_due,
    on.BurnMissed: burn_missed,
    on.CardDamaged: card_damaged,
    on.PlayerExcluded: player_excluded,
    FormerRoundVoid: recorded,
    on.WinningsHeld: recorded,
}
REDEALING: Final[dict[type, Callable[[State, Any, Evolve], State]]] = {Reconstructed: reconstructed}
