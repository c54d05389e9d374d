"""Cards and chips as they look."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from casino.cards import PACK, UNKNOWN, Card, show
from casino.money import Cents, dollars
from casino.translated import card_words, language, text
from casino.translated import gettext as _


def _face(card: Card, *, side: bool) -> SafeString:
    rank, suit = ("10" if card[0] == "T" else card[0]), card[1]
    glyph = show(card)[-1]
    return format_html(
        '<span class="card {}{}{}" role="img" aria-label="{}">'
        '<b aria-hidden="true">{}</b><i aria-hidden="true">{}</i></span>',
        suit,
        " side" if side else "",
        " ten" if rank == "10" else "",
        text(_("{card}, sideways"), card=card_words(card)) if side else card_words(card),
        rank,
        glyph,
    )


@lru_cache(maxsize=8)
def _faces(language: str | None, *, side: bool) -> dict[Card, SafeString]:
    """Every card as it is drawn, in a language; turned if it lies on its `side`."""
    back = format_html('<span class="card back" role="img" aria-label="{}"></span>', card_words(UNKNOWN))
    return {card: _face(card, side=side) for card in PACK} | {UNKNOWN: back}


def cards_html(
    cards: tuple[Card, ...], *, last_sideways: bool = False, marked: frozenset[int] = frozenset()
) -> SafeString:
    """The cards in a row, the last one turned when it was drawn to a double; ``marked`` ones (from 0) stand out."""
    upright = _faces(language(), side=False)
    faces = [upright[card] for card in cards]
    if last_sideways and faces:
        faces[-1] = _faces(language(), side=True)[cards[-1]]
    for at in marked:
        faces[at] = SafeString(faces[at].replace('class="card', 'class="card moved', 1))
    return mark_safe("".join(faces))  # noqa: S308 — each piece was made by format_html


def chips_html(chips: tuple[tuple[Cents, int], ...]) -> SafeString:
    """A payment as chips: ``2 × $25  1 × $5``."""
    return format_html_join(
        " ", '<span class="pile"><b>{}</b>×{}</span>', ((count, dollars(value)) for value, count in chips)
    )
