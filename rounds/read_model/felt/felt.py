"""The whole felt: the boxes, the dealer's place, and what is written at the table.

The lines of the cloth, the notices in force and the limits on the sign come from the very values that settle wagers
(`casino.rulebooks.layout`) and limit them, so that what players read and what they are paid cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from django.utils.safestring import SafeString

from casino.cards import Card, is_natural
from casino.money import Cents, dollars
from casino.rulebooks import Rules
from casino.rulebooks.layout import Inscription, inscriptions, notices
from casino.translated import card_words, kept_in_words, text
from casino.translated import gettext as _
from rounds.engine import Due, Setup, State
from rounds.engine.questions import dealer_draws, dealer_points
from rounds.engine.values import Sign
from rounds.read_model.felt.boxes import BoxView, box_view, empty_box
from rounds.read_model.felt.spots import Spot, spots
from rounds.read_model.felt.tournament import conditions_of, seats_of, wagers_hidden
from rounds.read_model.felt.words import cards_html, spoken, total_words


@dataclass(frozen=True, slots=True)
class Inscriptions:
    """The writing at one table."""

    cloth: tuple[Inscription, ...]
    notices: tuple[Inscription, ...]


def inscriptions_of(rules: Rules) -> Inscriptions:
    """The inscriptions of the cloth (VIC03-2.2.2) and the required notices. A notice that only repeats a line of the
    cloth is left out."""
    # Cached by the identity of the rules, which stay alive in the cache: comparing rules is slow.
    kept = _of_rules.get(id(rules))
    if kept is not None and kept[0] is rules:
        return kept[1]
    cloth = inscriptions(rules)
    texts = {line.text for line in cloth}
    written = Inscriptions(cloth, tuple([line for line in notices(rules) if line.text not in texts]))
    if len(_of_rules) >= MOST_RULES:
        _of_rules.clear()
    _of_rules[id(rules)] = (rules, written)
    return written


FEW: Final = 3
"""Up to this many side bets the felt says what each pays; for more, the tablet's menu and the rules say it."""
MOST_RULES: Final = 64
_of_rules: dict[int, tuple[Rules, Inscriptions]] = {}


def limit_words(rules: Rules, setup: Setup) -> str:
    """The limits as on the sign; two minima if the table has two levels of wagers (NZ-21.2)."""
    upper = rules.upper_minimum.value if rules.lower is not None else 0
    limits_on = "wager" if len(rules.wagers_on_hand.value) > 1 else rules.limits_on.value
    return _limit_words(setup.main_sign, upper, limits_on)


@kept_in_words
def _limit_words(sign: Sign, upper: Cents, limits_on: str) -> str:
    least = dollars(sign.minimum)
    if upper:
        least += f" · ▲ {dollars(upper)}"
    words = f"{least} – {dollars(sign.maximum)}"
    if sign.multiple:
        words += " · " + text(_("in {multiple:money}s"), multiple=sign.multiple)
    if limits_on == "wager":
        return text(_("{limits} a wager"), limits=words)
    if limits_on == "box":
        return text(_("{limits} a box"), limits=words)
    return text(_("{limits} a player"), limits=words)


def ante_words(rules: Rules) -> str:
    """The ante as on the sign, and the wager from which it is waived (NZ-18.3, NZ-18.4); empty without an ante."""
    if not rules.ante.value:
        return ""
    waived = rules.ante_waived_from.value
    if not waived:
        return text(_("Ante {ante:money}"), ante=rules.ante.value)
    return text(_("Ante {ante:money} under {waived:money}"), ante=rules.ante.value, waived=waived)


@dataclass(frozen=True, slots=True)
class SettledHand:
    """A settled hand of the dealer's."""

    number: int
    cards: SafeString
    total: str
    mark: str


@dataclass(frozen=True, slots=True)
class DealerView:
    """The dealer's place, in plain values."""

    name: str
    cards: SafeString
    total: str
    mark: str
    here: bool
    """Whether the table waits for a card for the dealer."""
    label: str
    """All of it in words, for a screen reader."""
    differs: bool = False
    """Whether the cards differ from those on the felt beside this one."""


def dealer_view(rules: Rules, state: State, due: Due | None) -> DealerView:
    """The dealer's hand in play."""
    cards = state.dealer
    natural = is_natural(cards)
    mark = _dealer_mark(rules, cards)
    many = rules.dealer_hands.value > 1
    number = min(len(state.dealers) + 1, rules.dealer_hands.value)
    name = text(_("Dealer · hand {number}"), number=number) if many else _("Dealer")
    total = total_words(cards, points=dealer_points(rules, cards))
    lies = ", ".join(card_words(card) for card in cards) + f"; {spoken(total)}" if cards else _("no card")
    return DealerView(
        name=name,
        cards=cards_html(cards),
        total=_final(rules, state) or total_words(cards, natural=natural, points=dealer_points(rules, cards)),
        mark=mark,
        here=due is not None and due.action == "card" and due.box == 0,
        label=f"{name}: {lies}" + (f", {mark}" if mark else ""),
    )


def _final(rules: Rules, state: State) -> str:
    """The dealer's total once no further card comes; empty before that."""
    drawn = state.phase in ("dealer_draw", "final_settlement") and len(state.dealer) > 1
    if not drawn or dealer_draws(rules, state):
        return ""
    return total_words(state.dealer, natural=True, points=dealer_points(rules, state.dealer))


def settled_hands(rules: Rules, state: State) -> list[SettledHand]:
    """The dealer's settled hands, if the dealer plays several (ACT96-22.13)."""
    return [
        SettledHand(
            number=number,
            cards=cards_html(hand),
            total=total_words(hand, natural=True, points=dealer_points(rules, hand)),
            mark=_dealer_mark(rules, hand),
        )
        for number, hand in enumerate(state.dealers, start=1)
    ]


def _dealer_mark(rules: Rules, cards: tuple[Card, ...]) -> str:
    total, _soft = dealer_points(rules, cards)
    if is_natural(cards):
        return rules.natural
    if total > 21:
        return _("stand off") if total == rules.dealer_stands_off_on.value else _("bust")
    return ""


@dataclass(frozen=True, slots=True)
class FeltView:
    """What ``read_model/_felt.html`` shows, in plain values."""

    name: str
    prefix: str
    """The prefix of the ids of its parts."""
    boxes: list[BoxView]
    count: int
    """The number of boxes on the layout."""
    dealer: DealerView | None
    """None once the cards are collected."""
    over: bool
    round_no: int
    inscriptions: Inscriptions
    spots: list[tuple[str, str]]
    conditions: list[str] = field(default_factory=list)
    """For a tournament: the conditions that the dealer goes by, each with its clause."""
    settled: list[SettledHand] = field(default_factory=list)
    """The dealer's settled hands, if the dealer plays several."""
    held: SafeString | None = None
    """Cards that left the shoe too early: they lie beside it and are dealt next."""
    laid: bool = False
    """Whether the boxes are placed as on the table's own layout (`rounds.read_model.felt.cloth`)."""
    caption: str = ""
    """The felt's caption where two are side by side."""


def felt_view(state: State, rules: Rules, due: Due | None = None, name: str = "felt") -> FeltView:
    """The felt as it is.

    ``due`` marks the place that the table waits for; a replay passes the due of its step, or None. A second felt on a
    page needs another ``name``.
    """
    count = state.setup.boxes
    over = state.phase in ("collected", "void")
    tournament = state.setup.tournament is not None
    seats = seats_of(state) if tournament else {}
    boxes = [
        box_view(state, box, rules, due, count, over, seats.get(box.number)) for box in state.boxes[:count]
    ]
    if tournament and wagers_hidden(state):
        for box in boxes:
            box.keep_secret()
    # A state into which nothing has been folded has no boxes, but the layout has them.
    boxes += [empty_box(number, count) for number in range(len(boxes) + 1, count + 1)]
    return FeltView(
        name=name,
        prefix="" if name == "felt" else f"{name}-",
        boxes=boxes,
        count=count,
        dealer=None if over else dealer_view(rules, state, due),
        over=over,
        round_no=state.round_no,
        inscriptions=inscriptions_of(rules),
        spots=_on_layout(state) if state.setup.offers else [],
        conditions=conditions_of(state) if tournament else [],
        settled=[] if over else settled_hands(rules, state),
        held=cards_html(tuple([held.card for held in state.held])) if state.held else None,
    )


def _on_layout(state: State) -> list[tuple[str, str]]:
    """For each side bet, its short name and its inscription: what it pays and takes, or that it is not offered while
    its equipment has failed (NZ-16.12-S2, VIC03-11.7.3(a))."""
    offered, off = spots(state.setup), state.carry.suspended
    few = len(offered) <= FEW

    def says(spot: Spot) -> str:
        if spot.bet in off:
            return text(_("{bet} is not offered"), bet=spot.title)
        return spot.inscription if few else spot.named

    return [(spot.short, says(spot)) for spot in offered]
