"""Two felts side by side, with the differences marked on both."""

from __future__ import annotations

from dataclasses import replace

from django.utils.safestring import SafeString

from casino.cards import Card
from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import text
from rounds import engine
from rounds.engine import State
from rounds.engine.values import Box, Hand
from rounds.read_model.felt.boxes import BoxView
from rounds.read_model.felt.felt import FeltView, felt_view
from rounds.read_model.felt.words import cards_html


def two_felts(
    rules: Rules, before: State, after: State, name: str = "felt", captions: tuple[str, str] = ("", "")
) -> list[FeltView]:
    """The layout before and after, each for ``read_model/_felt.html``; the second marks what is then due.
    ``captions`` are their captions."""
    due = None if after.phase in ("collected", "void") else engine.due(rules, after)
    is_, must = felt_view(before, rules, None, f"{name}-is"), felt_view(after, rules, due, f"{name}-must")
    felts = [_compared(is_, captions[0], before, after), _compared(must, captions[1], after, before)]
    # If the round ends here, nothing remains on the layout: one felt is enough.
    return felts[:1] if after.phase == "void" else felts


def only_what_changes(felts: list[FeltView]) -> list[FeltView]:
    """The felts with only the boxes that differ or where something is due, so that they are large enough to read; all
    boxes if none differs."""
    boxes_shown = {
        box.number for felt in felts for box in felt.boxes if {"differs", "here"} & set(box.css.split())
    }
    if not boxes_shown:
        return felts
    return [_with_boxes(felt, [box for box in felt.boxes if box.number in boxes_shown]) for felt in felts]


def _with_boxes(felt: FeltView, boxes: list[BoxView]) -> FeltView:
    for box in boxes:
        box.arc = 0
    return replace(felt, boxes=boxes, count=len(boxes))


def _compared(felt: FeltView, caption: str, state: State, beside: State) -> FeltView:
    """The felt of a state with its caption and its differences from ``beside`` marked."""
    _mark(felt.boxes, state, beside)
    dealer = felt.dealer
    if dealer is not None and state.dealer != beside.dealer:
        cards = _cards(state.dealer, beside.dealer)
        dealer = replace(
            dealer, differs=True, label=text(_("{label}; differs"), label=dealer.label), cards=cards
        )
    return replace(felt, caption=caption, dealer=dealer)


def _mark(views: list[BoxView], state: State, beside: State) -> None:
    """Mark cards that the same hand of the other layout does not have, and boxes whose cards or money differ."""
    for view, box, other in zip(views, state.boxes, beside.boxes, strict=False):
        if _lies(box) == _lies(other):
            continue
        view.css += " differs"
        view.label = text(_("{label}; differs"), label=view.label)
        for at, hand in enumerate(view.hands):
            mine = box.hands[at]
            theirs = other.hands[at].cards if at < len(other.hands) else ()
            hand.cards = _cards(mine.cards, theirs, mine)


def _lies(box: Box) -> list[object]:
    staked = [stake.money for hand in box.hands for stake in hand.stakes]
    return [[hand.cards for hand in box.hands], staked, box.insurance, box.sides]


def _cards(cards: tuple[Card, ...], others: tuple[Card, ...], hand: Hand | None = None) -> SafeString:
    left = list(others)
    marked = []
    for at, card in enumerate(cards):
        if card in left:
            left.remove(card)
        else:
            marked.append(at)
    sideways = hand is not None and hand.doubled and len(cards) > 2
    return cards_html(cards, last_sideways=sideways, marked=frozenset(marked))
