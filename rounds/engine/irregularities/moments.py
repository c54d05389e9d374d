"""The moments of a round at which an irregularity may be reported, by the names that the books' data use."""

from collections.abc import Callable
from typing import Final

from casino.rulebooks import Rules
from rounds.engine.hands import dealer_points
from rounds.engine.sides.offered import offer_of
from rounds.engine.state import Result, State

Moment = Callable[[Rules, State], bool]


def settled(state: State) -> tuple[Result, ...]:
    """What has been settled, but for prizes of the button that were paid (VIC03-9.4)."""
    return tuple([one for one in state.results if not (one.pays and _prize(state, one))])


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


MOMENTS: Final[dict[str, tuple[str, Moment]]] = {
    "any": ("any moment", lambda rules, state: True),
    "between_rounds": ("the time before the call", lambda rules, state: not state.called),
    "subsequent_deal": ("the further deal", lambda rules, state: state.phase == "subsequent_deal"),
    "unsettled": (
        "the time before anything is settled",
        lambda rules, state: state.called and (rules.settled_bars.value == "hand" or not settled(state)),
    ),
    "dealer_one_card": (
        "the time before the dealer's second card",
        lambda rules, state: state.called and len(state.dealer) == 1,
    ),
    "before_dealers_second": (
        "the time before the dealer draws",
        lambda rules, state: state.called and len(state.dealer) < 2,
    ),
    "dealer_has_first": (
        "the time once the dealer has a card",
        lambda rules, state: state.called and bool(state.dealer),
    ),
    "dealer_complete": (
        "the time once the dealer's hand is complete",
        lambda rules, state: state.phase == "final_settlement" and _dealer_done(rules, state),
    ),
    "next_round_begun": ("the time from the first card of a round", lambda rules, state: bool(state.drawn)),
    "round": ("the time from the call to the end of the round", lambda rules, state: state.called),
}
"""Each with what it is in words."""
