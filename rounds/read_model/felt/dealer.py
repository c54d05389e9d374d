"""The dealer's place on the felt."""

from __future__ import annotations

from typing import Any

from casino.cards import Card, is_natural, say
from casino.rulebooks import Rules
from rounds.engine import Due, State
from rounds.engine.questions import dealer_points
from rounds.read_model.felt.faces import cards_html
from rounds.read_model.felt.words import total_words


def dealer_view(rules: Rules, state: State, due: Due | None) -> dict[str, Any]:
    """The dealer's hand in play, and beside it those that are settled where there are several (ACT96-22.13)."""
    cards = state.dealer
    natural = is_natural(cards)
    mark = _dealer_mark(rules, cards)
    many = rules.dealer_hands.value > 1
    name = f"Dealer · hand {min(len(state.dealers) + 1, rules.dealer_hands.value)}" if many else "Dealer"
    return {
        "name": name,
        "cards": cards_html(cards),
        "total": total_words(cards, natural=natural, points=dealer_points(rules, cards)),
        "mark": mark,
        "here": due is not None and due.want == "card" and due.box == 0,
        "settled": [
            {
                "number": number,
                "cards": cards_html(hand),
                "total": total_words(hand, natural=is_natural(hand), points=dealer_points(rules, hand)),
                "mark": _dealer_mark(rules, hand),
            }
            for number, hand in enumerate(state.dealers, start=1)
        ],
        "label": f"{name}: "
        + (", ".join(say(card) for card in cards) + f"; {_total_said(rules, cards)}" if cards else "no card")
        + (f", {mark}" if mark else ""),
    }


def _dealer_mark(rules: Rules, cards: tuple[Card, ...]) -> str:
    total, _ = dealer_points(rules, cards)
    if is_natural(cards):
        return rules.natural
    if total > 21:
        return "stand off" if total == rules.dealer_stands_off_on.value else "bust"
    return ""


def _total_said(rules: Rules, cards: tuple[Card, ...]) -> str:
    words = total_words(cards, points=dealer_points(rules, cards))
    return words.replace("/", " or ") if words else "total unknown"
