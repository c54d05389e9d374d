"""What the dealer can do beside the desk, by what the table waits for.

Buttons that move money or cannot be undone have a place of their own, so that a second tap on the place of the last
button never hits one. From the top: what is said (the call, a decision, an offer that closes); what is taken and paid;
and at the bottom, above the way back, ``last``: what ends the round, draws a prize or leaves the shoe without being a
card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rounds import engine
from rounds.read_model import taps
from rounds.tablet import buttons, decisions, permits, side_bets, wagers
from rounds.tablet.insurance_and_surrender import rescue

Acts = Callable[[engine.State, Any, engine.Due], dict[str, Any]]


def acts_for(state: engine.State, rules: Any, due: engine.Due | None) -> dict[str, Any]:
    """What the dealer can do beside it."""
    if due is None:
        return {"kind": "none"}
    make = _ACTS.get(due.want)
    return make(state, rules, due) if make else {"kind": due.want}


def _one_tap(kind: str, words: str, command: engine.Command, name: str) -> Acts:
    """An act of one large button, which says at once if it would be refused."""

    def make(state: engine.State, rules: Any, due: engine.Due) -> dict[str, Any]:
        return {"kind": kind, "first": taps.tap(rules, state, words, command, css="primary", id=name)}

    return make


def _collect_acts(state: engine.State, rules: Any, due: engine.Due) -> dict[str, Any]:
    tap = taps.tap(
        rules, state, "Cards collected", engine.Collect(), css="primary", id="collect", money="collect"
    )
    return {"kind": "collect", "last": [tap]}


def _wager_acts(state: engine.State, rules: Any, due: engine.Due) -> dict[str, Any]:
    call = taps.tap(rules, state, "No more bets", engine.CallBets(), css="primary", id="call")
    return {
        "kind": "wagers",
        "first": call,
        "rows": wagers.wager_rows(rules, state),
        "blockers": wagers.blockers(rules, state, due),
        "offered": permits.offered(rules, state),
        "now": permits.now(rules, state),
        "seats": permits.seats_back(rules, state),
    }


def _surrender_acts(state: engine.State, rules: Any, due: engine.Due) -> dict[str, Any]:
    given_up = any(stake.surrendered for box in state.boxes for hand in box.hands for stake in hand.stakes)
    words = "The others play on" if given_up else "All play on"
    close = taps.tap(rules, state, words, engine.CloseSurrender(), css="primary", id="close-surrender")
    return {"kind": "surrender", "first": close}


def _direction_acts(state: engine.State, rules: Any, due: engine.Due) -> dict[str, Any]:
    role = due.role
    direct = engine.DirectHand(due.box, due.hand, role)
    wait = engine.DirectHand(due.box, due.hand, role, True)
    alone = role == "dealer"
    words = "Complete the hand by the rule" if alone else "Ask for the direction"
    return {
        "kind": "direction",
        "role": taps.ROLE_WORDS.get(role, role),
        "ask": taps.Tap(words, taps.text_of(direct), css="primary" if alone else "sup", id="direct"),
        "wait": taps.Tap("Wait for the player", taps.text_of(wait)),
    }


def _approval_acts(state: engine.State, rules: Any, due: engine.Due) -> dict[str, Any]:
    """The signature that the open irregularity waits for can be asked for again, after the question was taken back."""
    command = engine.Approve(due.role, next(iter(due.legal), ""))
    tap = taps.Tap("Ask for the signature", taps.text_of(command), css="sup", id="sign-1")
    return {"kind": "approval", "first": tap}


def _shuffle_acts(state: engine.State, rules: Any, due: engine.Due) -> dict[str, Any]:
    shuffled = engine.Shuffle(due.clause)
    first = taps.tap(rules, state, "Shuffled, cut, burned", shuffled, css="primary")
    return {"kind": "shuffle", "first": first}


def _card_acts(state: engine.State, rules: Any, due: engine.Due) -> dict[str, Any]:
    takes_back = wagers.wager_rows(rules, state) if state.called and not state.drawn else []
    return {"kind": "card", "last": buttons.pad(rules, state, due)["extra"], "rows": takes_back}


_ACTS: Final[dict[str, Acts]] = {
    "wagers": _wager_acts,
    "card": _card_acts,
    "shuffle": _shuffle_acts,
    "shoe": lambda state, rules, due: {"kind": "shoe"},
    "insurance": _one_tap("insurance", "Insurance closed", engine.CloseInsurance(), "close"),
    "surrender": _surrender_acts,
    "decision": lambda state, rules, due: decisions.decisions(rules, state, due),
    "rescue": lambda state, rules, due: rescue(rules, state, due),
    "direction": _direction_acts,
    "approval": _approval_acts,
    "settle": lambda state, rules, due: buttons.settlement(state, due),
    "ride": lambda state, rules, due: side_bets.ride(state, due),
    "prize": lambda state, rules, due: side_bets.prize(state, due),
    "collect": _collect_acts,
}
"""The panel beside the desk, by what the table waits for."""
