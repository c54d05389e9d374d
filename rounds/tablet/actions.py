"""What the dealer can do beside the desk, by what the table waits for.

Buttons that move money or cannot be undone have their own place, so that a second tap where the last button was never
hits one. From the top: spoken things (the call, a decision, an offer that closes); what is taken and paid; and at the
bottom, above the undo, ``last``: what ends the round, draws a prize, or leaves the shoe without being a card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from django.utils.translation import gettext_noop

from casino.translated import gettext as _
from rounds import engine
from rounds.read_model import taps
from rounds.tablet import buttons, decisions, permits, side_bets, wagers
from rounds.tablet.insurance_and_surrender import RescueActs, rescue


@dataclass(frozen=True, slots=True)
class SimpleActs:
    """One large button, above or at the bottom; or nothing beside the desk."""

    kind: str
    first: taps.Tap | None = None
    last: list[taps.Tap] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class WagerActs:
    """While wagers are placed: the call, what blocks it, each wager, and what a supervisor may allow."""

    kind: ClassVar[str] = "wagers"
    first: taps.Tap
    rows: list[wagers.WagerRow]
    blockers: list[wagers.BlockerRow]
    offered: permits.Offered
    now: list[permits.InForce]
    seats: list[taps.Tap]


@dataclass(frozen=True, slots=True)
class CardActs:
    """While a card is due: what else can leave the shoe, and wagers that may still be taken back."""

    kind: ClassVar[str] = "card"
    last: list[taps.Tap]
    rows: list[wagers.WagerRow]


@dataclass(frozen=True, slots=True)
class DirectionActs:
    """A hand whose player does not act: a supervisor directs it, or the dealer waits for the player."""

    kind: ClassVar[str] = "direction"
    role: str
    ask: taps.Tap
    wait: taps.Tap


Acts = (
    SimpleActs
    | WagerActs
    | CardActs
    | DirectionActs
    | decisions.DecisionActs
    | RescueActs
    | buttons.SettlementDesk
    | side_bets.RideDesk
    | side_bets.PrizeDesk
)
MakeActs = Callable[[engine.State, Any, engine.Due], Acts]


def acts_for(state: engine.State, rules: Any, due: engine.Due | None) -> Acts:
    """What the dealer can do beside the desk."""
    if due is None:
        return SimpleActs("none")
    make = _ACTS.get(due.want)
    return make(state, rules, due) if make else SimpleActs(due.want)


def _one_tap(kind: str, words: str, command: engine.Command, name: str) -> MakeActs:
    """Panel of one large button, which shows at once if its command would be refused."""

    def make(state: engine.State, rules: Any, due: engine.Due) -> SimpleActs:
        return SimpleActs(kind, taps.tap(rules, state, _(words), command, css="primary", id=name))

    return make


def _collect_acts(state: engine.State, rules: Any, due: engine.Due) -> SimpleActs:
    tap = taps.tap(
        rules, state, _("Cards collected"), engine.Collect(), css="primary", id="collect", money="collect"
    )
    return SimpleActs("collect", last=[tap])


def _wager_acts(state: engine.State, rules: Any, due: engine.Due) -> WagerActs:
    call = taps.tap(rules, state, _("No more bets"), engine.CallBets(), css="primary", id="call")
    return WagerActs(
        first=call,
        rows=wagers.wager_rows(rules, state),
        blockers=wagers.blockers(rules, state, due),
        offered=permits.offered(rules, state),
        now=permits.now(rules, state),
        seats=permits.seats_back(rules, state),
    )


def _surrender_acts(state: engine.State, rules: Any, due: engine.Due) -> SimpleActs:
    given_up = any(stake.surrendered for box in state.boxes for hand in box.hands for stake in hand.stakes)
    words = _("The others play on") if given_up else _("All play on")
    close = taps.tap(rules, state, words, engine.CloseSurrender(), css="primary", id="close-surrender")
    return SimpleActs("surrender", close)


def _direction_acts(state: engine.State, rules: Any, due: engine.Due) -> DirectionActs:
    role = due.role
    direct = engine.DirectHand(due.box, due.hand, role)
    wait = engine.DirectHand(due.box, due.hand, role, True)
    alone = role == "dealer"
    words = _("Complete the hand by the rule") if alone else _("Ask for the direction")
    return DirectionActs(
        role=taps.role_words(role),
        ask=taps.Tap(words, taps.text_of(direct), css="primary" if alone else "sup", id="direct"),
        wait=taps.Tap(_("Wait for the player"), taps.text_of(wait)),
    )


def _approval_acts(state: engine.State, rules: Any, due: engine.Due) -> SimpleActs:
    """The button that asks again for the open irregularity's signature, after the question was withdrawn."""
    command = engine.Approve(due.role, next(iter(due.legal), ""))
    tap = taps.Tap(_("Ask for the signature"), taps.text_of(command), css="sup", id="sign-1")
    return SimpleActs("approval", tap)


def _shuffle_acts(state: engine.State, rules: Any, due: engine.Due) -> SimpleActs:
    shuffled = engine.Shuffle(due.clause)
    first = taps.tap(rules, state, _("Shuffled, cut, burned"), shuffled, css="primary")
    return SimpleActs("shuffle", first)


def _card_acts(state: engine.State, rules: Any, due: engine.Due) -> CardActs:
    takes_back = wagers.wager_rows(rules, state) if state.called and not state.drawn else []
    return CardActs(last=buttons.beside_pad(rules, state, due), rows=takes_back)


_ACTS: Final[dict[str, MakeActs]] = {
    "wagers": _wager_acts,
    "card": _card_acts,
    "shuffle": _shuffle_acts,
    "shoe": lambda state, rules, due: SimpleActs("shoe"),
    "insurance": _one_tap("insurance", gettext_noop("Insurance closed"), engine.CloseInsurance(), "close"),
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
