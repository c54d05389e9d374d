"""The dealer's place on the felt."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from casino.cards import Card, is_natural
from casino.rulebooks import Rules
from casino.translated import card_words, text
from casino.translated import gettext as _
from rounds.engine import Due, State
from rounds.engine.questions import dealer_draws, dealer_points
from rounds.read_model.felt.faces import cards_html
from rounds.read_model.felt.words import spoken, total_words


@dataclass(frozen=True, slots=True)
class SettledHand:
    """A hand of the dealer that is settled."""

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
    """Whether the table waits for a card of the dealer."""
    label: str
    """The whole of it, for a screen reader."""
    differs: bool = False
    """Whether the cards are others on the felt beside this one."""


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
        here=due is not None and due.want == "card" and due.box == 0,
        label=f"{name}: {lies}" + (f", {mark}" if mark else ""),
    )


def _final(rules: Rules, state: State) -> str:
    """The dealer's total once no further card comes; empty before."""
    drawn = state.phase in ("dealer_draw", "final_settlement") and len(state.dealer) > 1
    if not drawn or dealer_draws(rules, state):
        return ""
    return total_words(state.dealer, natural=True, points=dealer_points(rules, state.dealer))


def settled_hands(rules: Rules, state: State) -> list[SettledHand]:
    """The dealer's hands that are settled, where there are several (ACT96-22.13)."""
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
