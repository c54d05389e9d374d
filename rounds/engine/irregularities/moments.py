"""The moments of a round at which an irregularity may be reported, by the names that the books' data use."""

from collections.abc import Callable
from typing import Final

from casino.rulebooks import Rules
from rounds.engine.state import State

Moment = Callable[[Rules, State], bool]

MOMENTS: Final[dict[str, tuple[str, Moment]]] = {
    "any": ("any moment", lambda rules, state: True),
    "between_rounds": ("the time before the call", lambda rules, state: not state.called),
    "subsequent_deal": ("the further deal", lambda rules, state: state.phase == "subsequent_deal"),
    "unsettled": (
        "the time before anything is settled",
        lambda rules, state: state.called and not state.results,
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
        lambda rules, state: state.phase == "final_settlement",
    ),
    "next_round_begun": ("the time from the first card of a round", lambda rules, state: bool(state.drawn)),
    "round": ("the time from the call to the end of the round", lambda rules, state: state.called),
}
"""Each with what it is in words."""
