"""Cards and chips as they look."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from casino.cards import PACK, UNKNOWN, Card, say, show
from casino.money import Cents, dollars


def _face(card: Card, *, side: bool) -> SafeString:
    rank, suit = ("10" if card[0] == "T" else card[0]), card[1]
    glyph = show(card)[-1]
    return format_html(
        '<span class="card {}{}{}" role="img" aria-label="{}">'
        '<b aria-hidden="true">{}</b><i aria-hidden="true">{}</i></span>',
        suit,
        " side" if side else "",
        " ten" if rank == "10" else "",
        say(card) + (", sideways" if side else ""),
        rank,
        glyph,
    )


_BACK = mark_safe('<span class="card back" role="img" aria-label="a card face down"></span>')

_UPRIGHT = {card: _face(card, side=False) for card in PACK} | {UNKNOWN: _BACK}

_SIDEWAYS = {card: _face(card, side=True) for card in PACK} | {UNKNOWN: _BACK}


def cards_html(
    cards: tuple[Card, ...], *, last_sideways: bool = False, marked: frozenset[int] = frozenset()
) -> SafeString:
    """The cards in a row, the last one turned when it was drawn to a double; ``marked`` ones (from 0) stand out."""
    faces = [_UPRIGHT[card] for card in cards]
    if last_sideways and faces:
        faces[-1] = _SIDEWAYS[cards[-1]]
    for at in marked:
        faces[at] = SafeString(faces[at].replace('class="card', 'class="card moved', 1))
    return mark_safe("".join(faces))  # noqa: S308 — each piece was made by format_html


def chips_html(chips: tuple[tuple[Cents, int], ...]) -> SafeString:
    """A payment as chips: ``2 × $25  1 × $5``."""
    return format_html_join(
        " ", '<span class="pile"><b>{}</b>×{}</span>', ((count, dollars(value)) for value, count in chips)
    )
