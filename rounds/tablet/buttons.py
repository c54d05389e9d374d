"""The tablet's controls, made from what is due: the pad of cards, what the dealer can do beside the desk, the way back.

`engine.due` says what the table waits for and `engine.decide` what it would refuse; the controls turn that into
buttons. Each button carries its command as the JSON that `engine.decode_command` reads. The legal decisions look
alike and have a fixed order: nothing here advises a play (VIC03-17.5).

Buttons that move money or cannot be undone have their own place, so that a second tap where the last button was never
hits one. From the top: spoken things (the call, a decision, an offer that closes); what is taken and paid; and at the
bottom, above the undo, ``last``: what ends the round, draws a prize, or leaves the shoe without being a card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_noop

from casino.cards import RANKS, SUIT_NAME, UNKNOWN, show
from casino.rulebooks import Rules
from casino.translated import (
    card_words,
    clear_with_words,
    kept_in_words,
    language,
    message,
    phrase,
    text,
)
from casino.translated import gettext as _
from casino.words import Phrase
from rounds import engine
from rounds.engine import Due, State
from rounds.engine.commands import CutCard, DealCard, Undo
from rounds.engine.events import PhaseBegan
from rounds.read_model import taps
from rounds.read_model.taps import Tap, text_of
from rounds.tablet import decisions, permits, side_bets, wagers
from rounds.tablet.insurance_and_surrender import RescueActs, rescue
from rounds.tablet.settlement import SettlementDesk, settlement

PAD_SUITS = "shcd"
"""The rows of the pad: black, red, green, blue."""
UNDO: Final = text_of(Undo())
CUTTING_CARD: Final = text_of(CutCard())

# --- the pad


@lru_cache(maxsize=8)
def pad_keys(missing: str, language: str | None) -> SafeString:
    """The keys of all cards but those of the missing ranks, named in a language, whether the pad is open or closed: the
    largest piece of the screen. Which of them can be tapped says the pad, and its script marks them so."""
    parts: list[str] = []
    first = True
    for suit in PAD_SUITS:
        parts.append(f'<div class="suit" role="group" aria-label="{escape(_(SUIT_NAME[suit]))}">')
        for rank in RANKS:
            if rank in missing:
                continue
            card = rank + suit
            focus = "0" if first else "-1"
            first = False
            value = text_of(DealCard(card)).replace('"', "&quot;")
            face = show(card)
            parts.append(
                f'<button type="submit" form="play" name="command" value="{value}" class="key {suit}" id="pad-{card}" '
                f'data-card="{card}" tabindex="{focus}" aria-label="{escape(card_words(card))}">'
                f"<b>{face[:-1]}</b><i>{face[-1]}</i></button>"
            )
        parts.append("</div>")
    return mark_safe("".join(parts))  # noqa: S308 — only ranks and suits of our own


clear_with_words(pad_keys.cache_clear)


@dataclass(frozen=True, slots=True)
class Pad:
    """The pad of cards on the desk."""

    kind: ClassVar[str] = "pad"
    keys: SafeString
    enabled: bool
    why: str = ""
    """Why its keys are closed, while a reader reports the cards."""
    only: str = ""
    """The only card that can be due, if it is known because it lies beside the shoe."""


def pad(rules: Rules, due: Due | None) -> Pad:
    """The pad, open while the table waits for a card."""
    enabled = due is not None and (due.action == "card" or must_draw(due))
    held = due.held if enabled and due is not None and due.held != UNKNOWN else ""
    return Pad(pad_keys(rules.missing_ranks.value, language()), enabled, only=held)


def beside_pad(rules: Rules, state: State, due: Due) -> list[Tap]:
    """Buttons for what can leave the shoe instead of a card, while the table waits for a card."""
    beside: list[Tap] = []
    if rules.cutting_card.value and not state.cut_card:
        beside.append(
            Tap(_("Cutting card"), CUTTING_CARD, small=_("came out next"), id="cut-card", money="shoe")
        )
    if state.setup.face_down and due.box:
        down = DealCard(UNKNOWN)
        if engine.questions.refusal_of(rules, state, down) is None:
            beside.append(Tap(_("Face down"), text_of(down), id="face-down", money="shoe"))
    return beside


def closed_pad(rules: Rules, why: str) -> Pad:
    """The pad while a reader reports the cards: visible, and each key says why it is closed."""
    return Pad(pad_keys(rules.missing_ranks.value, language()), enabled=False, why=why)


def must_draw(due: Due | None) -> bool:
    """Whether the hand in turn can only draw (ACT96-14(b), NZ-13.1(d)), so that the card itself records the
    decision."""
    return due is not None and due.action == "decision" and due.legal == ("hit",)


# --- beside the desk


@dataclass(frozen=True, slots=True)
class SimpleActs:
    """One large button, above or at the bottom; or nothing beside the desk."""

    kind: str
    first: Tap | None = None
    last: list[Tap] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class WagerActs:
    """While wagers are placed: the call, what blocks it, each wager, and what a supervisor may allow."""

    kind: ClassVar[str] = "wagers"
    first: Tap
    rows: list[wagers.WagerRow]
    blockers: list[wagers.BlockerRow]
    offered: permits.Offered
    now: list[permits.InForce]
    seats: list[Tap]


@dataclass(frozen=True, slots=True)
class CardActs:
    """While a card is due: what else can leave the shoe, and wagers that may still be taken back."""

    kind: ClassVar[str] = "card"
    last: list[Tap]
    rows: list[wagers.WagerRow]


@dataclass(frozen=True, slots=True)
class DirectionActs:
    """A hand whose player does not act: a supervisor directs it, or the dealer waits for the player."""

    kind: ClassVar[str] = "direction"
    role: str
    ask: Tap
    wait: Tap


Acts = (
    SimpleActs
    | WagerActs
    | CardActs
    | DirectionActs
    | decisions.DecisionActs
    | RescueActs
    | SettlementDesk
    | side_bets.RideDesk
    | side_bets.PrizeDesk
)
MakeActs = Callable[[State, Any, Due], Acts]


def acts_for(state: State, rules: Any, due: Due | None) -> Acts:
    """What the dealer can do beside the desk."""
    if due is None:
        return SimpleActs("none")
    make = _ACTS.get(due.action)
    return make(state, rules, due) if make else SimpleActs(due.action)


def _one_tap(kind: str, words: str, command: engine.Command, name: str) -> MakeActs:
    """Panel of one large button, which shows at once if its command would be refused."""

    def make(state: State, rules: Any, due: Due) -> SimpleActs:
        return SimpleActs(kind, taps.tap(rules, state, _(words), command, css="primary", id=name))

    return make


def _collect_acts(state: State, rules: Any, due: Due) -> SimpleActs:
    tap = taps.tap(
        rules, state, _("Cards collected"), engine.Collect(), css="primary", id="collect", money="collect"
    )
    return SimpleActs("collect", last=[tap])


def _wager_acts(state: State, rules: Any, due: Due) -> WagerActs:
    call = taps.tap(rules, state, _("No more bets"), engine.CallBets(), css="primary", id="call")
    return WagerActs(
        first=call,
        rows=wagers.wager_rows(rules, state),
        blockers=wagers.blockers(rules, state, due),
        offered=permits.offered(rules, state),
        now=permits.now(rules, state),
        seats=permits.seats_back(rules, state),
    )


def _surrender_acts(state: State, rules: Any, due: Due) -> SimpleActs:
    given_up = any(stake.surrendered for box in state.boxes for hand in box.hands for stake in hand.stakes)
    words = _("The others play on") if given_up else _("All play on")
    close = taps.tap(rules, state, words, engine.CloseSurrender(), css="primary", id="close-surrender")
    return SimpleActs("surrender", close)


def _direction_acts(state: State, rules: Any, due: Due) -> DirectionActs:
    role = due.role
    direct = engine.DirectHand(due.box, due.hand, role)
    wait = engine.DirectHand(due.box, due.hand, role, True)
    alone = role == "dealer"
    words = _("Complete the hand by the rule") if alone else _("Ask for the direction")
    return DirectionActs(
        role=taps.role_words(role),
        ask=Tap(words, text_of(direct), css="primary" if alone else "sup", id="direct"),
        wait=Tap(_("Wait for the player"), text_of(wait)),
    )


def _approval_acts(state: State, rules: Any, due: Due) -> SimpleActs:
    """The button that asks again for the open irregularity's signature, after the question was withdrawn."""
    command = engine.Approve(due.role, next(iter(due.legal), ""))
    tap = Tap(_("Ask for the signature"), text_of(command), css="sup", id="sign-1")
    return SimpleActs("approval", tap)


def _shuffle_acts(state: State, rules: Any, due: Due) -> SimpleActs:
    shuffled = engine.Shuffle(due.clause)
    first = taps.tap(rules, state, _("Shuffled, cut, burned"), shuffled, css="primary")
    return SimpleActs("shuffle", first)


def _card_acts(state: State, rules: Any, due: Due) -> CardActs:
    takes_back = wagers.wager_rows(rules, state) if state.called and not state.drawn else []
    return CardActs(last=beside_pad(rules, state, due), rows=takes_back)


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
    "settle": lambda state, rules, due: settlement(state, due),
    "ride": lambda state, rules, due: side_bets.ride(state, due),
    "prize": lambda state, rules, due: side_bets.prize(state, due),
    "collect": _collect_acts,
}
"""The panel beside the desk, by what the table waits for."""


# --- undo

SAYS_ITSELF = frozenset(
    {
        "card",
        "called",
        "caller",
        "drew",
        "left",
        "warned",
        "collected",
        "cut_card",
        "undone",
        "insurance_closed",
    }
)
"""Kinds whose text is a sentence even without the kind in front."""


_WAGERS: Final = (
    engine.events.WagerPlaced,
    engine.events.WagerWithdrawn,
    engine.events.WagerRefused,
    engine.events.WagerDeclared,
)


@kept_in_words
def log_line(event: Any, *, secret: bool = False) -> str:
    """The event as a line of the tablet's log. `secret` wagers are shown without amounts."""
    kind, words, _clause, _amount = engine.describe(event)
    if secret and isinstance(event, _WAGERS):
        words = Phrase.of("event.box_player", box=event.box, player=event.player)
    if kind not in SAYS_ITSELF:
        words = Phrase.of("event.line", kind=kind, what=words)
    return phrase(words).rstrip(": ")  # without names there is no list after the colon


FEW: Final = 3
"""How many uninsured wagers the key of the undo names one by one."""


def _undone_words(event: Any, *, secret: bool) -> str:
    """What an undo of the event takes back: its line of the log, in short where a key has no room for that."""
    if isinstance(event, engine.events.InsuranceClosed) and len(event.without) > FEW:
        return text(_("insurance closed, {count} wagers not insured"), count=len(event.without))
    if isinstance(event, engine.events.IrregularityReported):
        title = phrase(Phrase.of("event.irregularity", title=event.title))
        return text(_("the report: {title}"), title=title)
    return log_line(event, secret=secret)


def last_tap(events: Sequence[Any], *, secret: bool = False) -> tuple[int, str] | None:
    """The last command in force: its number and what it recorded, in words for the key of the undo."""
    standing: dict[int, list[Any]] = {}
    for event in events:
        if isinstance(event, engine.events.Undone):
            standing.pop(event.undone_tap, None)
        else:
            standing.setdefault(event.tap, []).append(event)
    if not standing:
        return None
    number = max(standing)
    of_tap = [event for event in standing[number] if not isinstance(event, PhaseBegan)] or standing[number]
    return number, _undone_words(of_tap[0], secret=secret)


def _at_once_words(wagers: Sequence[engine.events.WagerPlaced], *, secret: bool) -> str:
    if secret:
        return text(_("{count} wagers laid at once"), count=len(wagers))
    amount = sum(wager.amount for wager in wagers)
    return text(_("{count} wagers laid at once, {amount:money}"), count=len(wagers), amount=amount)


@dataclass(frozen=True, slots=True)
class WayBack:
    """What the next undo takes back, or why nothing can be undone."""

    command: str
    what: str
    refused: str
    clause: str


def undo(
    rules: Rules,
    state: State,
    events: Sequence[Any],
    *,
    secret: bool = False,
    at_once: Sequence[engine.events.WagerPlaced] = (),
) -> WayBack:
    """What the next undo takes back, or why nothing can be undone. `at_once`: the wagers that the last tap placed
    together."""
    refusal = engine.questions.refusal_of(rules, state, Undo())
    last = last_tap(events, secret=secret)
    return WayBack(
        command=UNDO,
        what=_at_once_words(at_once, secret=secret) if at_once else last[1] if last else "",
        refused=message(refusal) if refusal else "",
        clause=refusal.clause if refusal else "",
    )
