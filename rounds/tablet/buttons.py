"""The tablet's controls, made from what is due.

`engine.due` says what the table waits for and `engine.decide` what it would refuse; the controls turn that into
buttons. Each button carries its command as the JSON that `engine.decode_command` reads. The legal decisions look
alike and have a fixed order: nothing here advises a play (VIC03-17.5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any, ClassVar, Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_noop

from casino.cards import RANKS, SUIT_NAME, UNKNOWN, show
from casino.money import dollars
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
from rounds.engine.commands import CutCard, DealCard, Settle, Undo
from rounds.engine.events import PhaseBegan
from rounds.engine.values import IN_ACTION, INSURANCE, MAIN, Item, Result
from rounds.read_model.felt.spots import bet_words, spot_of
from rounds.read_model.felt.words import chips_html, hand_name, odds_words, place_words, result_words
from rounds.read_model.taps import Tap, text_of

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
    enabled = due is not None and (due.want == "card" or must_draw(due))
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
    return due is not None and due.want == "decision" and due.legal == ("hit",)


# --- settlement


ACTIONS = {
    "take": (gettext_noop("Take"), gettext_noop("Take {amount:money}")),
    "pay": (gettext_noop("Pay"), gettext_noop("Pay {amount:money}")),
    "return": (gettext_noop("Return"), gettext_noop("Return {amount:money}")),
}
"""For each action, its word, and its text with the amount."""


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """A wager to be settled."""

    ref: str
    action: str
    word: str
    act: str
    amount: str
    where: str
    odds: str
    clause: str
    chips: SafeString


@dataclass(frozen=True, slots=True)
class BigPrize:
    """The prize that the button selected, shown large."""

    amount: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class SettlementDesk:
    """What has to be taken and paid."""

    kind: ClassVar[str] = "settle"
    rows: list[SettlementRow]
    taps: list[Tap]
    prize: BigPrize | None


def settlement(state: State, due: Due) -> SettlementDesk:
    """What to take and pay, in the book's order: one tap for the next, the losers, one bet, or everything."""
    items = due.items
    losers = list(takewhile(lambda item: item.action == "take", items))
    bet = items[0].result.bet if items else ""
    of_bet = list(takewhile(lambda item: item.result.bet == bet, items))
    rows = [_row(state, item) for item in items]
    taps = []
    if items:
        first = items[0]
        taps.append(
            Tap(
                rows[0].act,
                text_of(Settle((first.ref,))),
                small=rows[0].where,
                css="primary",
                key="Enter",
                id="settle-next",
                money="settle",
            )
        )
    if len(losers) > 1:
        taken = sum(item.result.takes for item in losers)
        command = Settle(tuple(item.ref for item in losers))
        taps.append(
            Tap(
                _("Take all losers"),
                text_of(command),
                small=f"{len(losers)} · {dollars(taken)}",
                id="settle-losers",
                money="settle",
            )
        )
    if max(1, len(losers)) < len(of_bet) < len(items) and (spot := spot_of(state.setup, bet)):
        command = Settle(tuple(item.ref for item in of_bet))
        taps.append(
            Tap(
                text(_("All {bet}"), bet=spot.title),
                text_of(command),
                small=_sums(of_bet),
                id="settle-bet",
                money="settle",
            )
        )
    if len(items) > max(1, len(losers)):
        command = Settle(tuple(item.ref for item in items))
        taps.append(
            Tap(_("All of them"), text_of(command), small=_sums(items), id="settle-all", money="settle")
        )
    return SettlementDesk(rows, taps, _prize(state, items))


def _prize(state: State, items: Sequence[Item]) -> BigPrize | None:
    """The prize that the button selected for the next settlement, shown large; None if that is not a prize."""
    result = items[0].result if items else None
    side = state.box(result.box).side_of(result.player, result.bet) if result else None
    if result is None or side is None or not side.prize or not result.pays:
        return None
    return BigPrize(
        amount=dollars(side.prize),
        title=bet_words(state.setup, result.bet),
        words=text(
            _("for each {unit:money} of {stake:money}: {pays:money}"),
            unit=100,
            stake=result.stake,
            pays=result.pays,
        ),
    )


def _sums(items: Sequence[Item]) -> str:
    """The number of settlements, and what they take and pay in all: ``11 · takes $825, pays $525``."""
    takes = sum(item.result.takes for item in items)
    pays = sum(item.result.pays for item in items)
    sums = _("nothing taken or paid")
    if takes and pays:
        sums = text(_("takes {takes:money}, pays {pays:money}"), takes=takes, pays=pays)
    elif takes:
        sums = text(_("takes {amount:money}"), amount=takes)
    elif pays:
        sums = text(_("pays {amount:money}"), amount=pays)
    return f"{len(items)} · {sums}"


def _row(state: State, item: Item) -> SettlementRow:
    result = item.result
    amount = {"take": result.takes, "pay": result.pays}.get(item.action, result.stake)
    hands = len(state.box(result.box).hands)
    place = _bet_of(state, result)
    bet = f" {place}" if place else ""
    word, act = ACTIONS[item.action]
    return SettlementRow(
        ref=item.ref,
        action=item.action,
        word=_(word),
        act=text(act, amount=amount),
        amount=dollars(amount),
        where=f"{hand_name(result.box, result.hand, hands)} · {result.player}{bet}",
        odds=odds_words(result.odds) if result.pays else _why(item),
        clause=result.clause,
        chips=chips_html(result.chips),
    )


def _bet_of(state: State, result: Result) -> str:
    """The bet of a settlement: with the wager that an insurance goes with, or as what stays in action."""
    words = bet_words(state.setup, result.bet)
    if result.bet == INSURANCE and result.wager != MAIN:
        return f"{words} {place_words(result.wager)}"
    return text(_("{bet} in action"), bet=words) if result.wager == IN_ACTION else words


def _why(item: Item) -> str:
    """The result in words, if nothing is paid."""
    result = item.result.result
    return result_words(result) if result in ("stand_off", "void", "surrender") else ""


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


def last_tap(events: Sequence[Any], *, secret: bool = False) -> tuple[int, str] | None:
    """The last command in force: its number and what it recorded, in the log's words."""
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
    return number, log_line(of_tap[0], secret=secret)


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
