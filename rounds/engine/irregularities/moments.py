"""The moments of a round at which an irregularity may be reported, by the names used in the books' data."""

from collections.abc import Callable
from typing import Final

from casino.rulebooks import Rules
from rounds.engine.cards.dealing import dealer_draws
from rounds.engine.hands import hand_in_turn
from rounds.engine.layout.hand import dealer_points
from rounds.engine.settlement.result import Result
from rounds.engine.sides.offered import offer_of
from rounds.engine.state import State

Moment = Callable[[Rules, State], bool]


def settled(state: State) -> tuple[Result, ...]:
    """The settlements made so far, without paid prizes of the button (VIC03-9.4)."""
    return tuple([result for result in state.results if not (result.pays and _prize(state, result))])


def _prize(state: State, result: Result) -> bool:
    offer = offer_of(state.setup, result.bet)
    return offer is not None and offer.bet.button is not None


def _dealer_done(rules: Rules, state: State) -> bool:
    """Whether the dealer's hand is complete by the house's reading (`OpenPoints.dealer_complete_when`)."""
    if rules.dealer_complete_when.value == "no_card_due":
        return True
    total, soft = dealer_points(rules, state.dealer)
    stands = rules.dealer_stands_soft if soft else rules.dealer_stands_hard
    return len(state.dealer) > 1 and total >= stands.value


def _dealer_due(rules: Rules, state: State) -> bool:
    """Whether the players' hands are done and the next card is the dealer's by the rules (ACT03-12.1-B01)."""
    done = state.phase == "subsequent_deal" and hand_in_turn(rules, state) is None
    return state.phase == "dealer_draw" or (done and dealer_draws(rules, state))


def _has_17_to_21(rules: Rules, state: State) -> bool:
    """Whether the dealer stands on an unbroken total, the only case that ACT96-18(c) covers: the dealer may also stop
    below it, where a card would decide nothing."""
    total, soft = dealer_points(rules, state.dealer)
    stands = rules.dealer_stands_soft if soft else rules.dealer_stands_hard
    return len(state.dealer) > 1 and stands.value <= total <= 21


_BEFORE_DEALER: Final = ("initial_deal", "insurance", "interim_settlement", "surrender", "subsequent_deal")
REPORT_MOMENTS: Final[dict[str, tuple[str, Moment]]] = {
    "any": ("moment.any", lambda rules, state: True),
    "between_rounds": ("moment.between_rounds", lambda rules, state: not state.called),
    "subsequent_deal": ("moment.subsequent_deal", lambda rules, state: state.phase == "subsequent_deal"),
    # A card left out in the initial deal makes the record wait for it, or take a card of the further deal for one of
    # the initial deal: dealing the round again shows whether it did.
    "all_dealt": (
        "moment.all_dealt",
        lambda rules, state: state.called and bool(state.drawn) and state.phase in _BEFORE_DEALER,
    ),
    "unsettled": (
        "moment.unsettled",
        lambda rules, state: state.called and (rules.settled_bars.value == "hand" or not settled(state)),
    ),
    "dealer_one_card": (
        "moment.dealer_one_card",
        lambda rules, state: state.called and len(state.dealer) == 1,
    ),
    "before_dealers_second": (
        "moment.before_dealers_second",
        lambda rules, state: state.called and len(state.dealer) < 2,
    ),
    "dealer_has_first": (
        "moment.dealer_has_first",
        lambda rules, state: state.called and bool(state.dealer) and not _dealer_due(rules, state),
    ),
    "dealer_17_to_21": (
        "moment.dealer_17_to_21",
        lambda rules, state: state.phase == "final_settlement" and _has_17_to_21(rules, state),
    ),
    "dealer_complete": (
        "moment.dealer_complete",
        lambda rules, state: state.phase == "final_settlement" and _dealer_done(rules, state),
    ),
    "next_round_begun": ("moment.next_round_begun", lambda rules, state: bool(state.drawn)),
    "round": ("moment.round", lambda rules, state: state.called),
}
"""By moment, the code of its words and the function that tests for it."""
