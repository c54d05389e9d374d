"""The felt's vocabulary: how cards and chips are drawn, and what phases, results, totals and places are called."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_noop

from casino.cards import PACK, UNKNOWN, Card, score, show
from casino.money import Cents, dollars
from casino.translated import card_words, clear_with_words, language, text
from casino.translated import gettext as _
from rounds.engine.values import MAIN, Hand

RESULTS = {
    "win": gettext_noop("won"),
    "lose": gettext_noop("lost"),
    "stand_off": gettext_noop("stand off"),
    "void": gettext_noop("void"),
    "surrender": gettext_noop("surrendered"),
}


PHASES = {
    "wagers": gettext_noop("wagers"),
    "initial_deal": gettext_noop("initial deal"),
    "insurance": gettext_noop("insurance"),
    "interim_settlement": gettext_noop("settlement"),
    "surrender": gettext_noop("surrender"),
    "subsequent_deal": gettext_noop("decisions"),
    "dealer_draw": gettext_noop("dealer draws"),
    "final_settlement": gettext_noop("settlement"),
    "collected": gettext_noop("round over"),
    "void": gettext_noop("void"),
}


def phase_words(phase: str) -> str:
    """The name of a phase of a round."""
    return _(PHASES.get(phase, phase))


def result_words(result: str) -> str:
    """The result of a wager, in a word."""
    return _(RESULTS.get(result, result.replace("_", " ")))


def odds_words(odds: str) -> str:
    """Odds as spoken: ``3 to 2`` for ``3:2``; empty if there are no odds."""
    pays, colon, on = odds.partition(":")
    return text(_("{pays} to {on}"), pays=pays, on=on) if colon else odds


def total_words(
    cards: tuple[Card, ...], *, natural: bool = False, points: tuple[int, bool] | None = None
) -> str:
    """The total as announced: ``16``, or ``7/17`` while an ace may still count either way. ``points`` is given if it
    is not the cards' plain count."""
    if not cards or UNKNOWN in cards:
        return ""
    total, soft = points or score(cards)
    if soft and total != 21 and not natural:
        return f"{total - 10}/{total}"
    return str(total)


def bust_words(total: str, *, bust: bool) -> str:
    """The total of a hand, and that it is bust."""
    return text(_("{total} bust"), total=total) if bust else total


def hand_words(hand: Hand, *, natural: bool = False, finished: bool = False) -> str:
    """The total of a player's hand as announced; for a `finished` hand only the final total. On a doubled hand the
    first aces may count one only (VIC03-10.7.2), which the cards alone do not show."""
    if finished and hand.cards and not hand.hidden:
        return str(hand.total)
    return str(hand.total) if hand.aces_low else total_words(hand.cards, natural=natural)


def place_words(bet: str) -> str:
    """Which of several wagers on a hand it is: ``hand 2``. Empty if there is only one."""
    return "" if bet == MAIN else _(bet.replace("_", " "))


def whose(player: str, bet: str) -> str:
    """The player, with the number of the wager if a player has several on the hand: ``A·2``."""
    return player if bet == MAIN else f"{player}·{bet[-1]}"


def hand_name(box: int, hand: int, hands: int) -> str:
    """``Box 3`` or, where it was split, ``Box 3 · hand 2``."""
    return text(_("Box {box} · hand {hand}"), box=box, hand=hand) if hands > 1 and hand else box_name(box)


def box_name(box: int) -> str:
    """``Box 3``."""
    return text(_("Box {box}"), box=box)


def spoken(total: str) -> str:
    """A total for a screen reader: ``7 or 17`` for ``7/17``; “unknown” without a total."""
    low, slash, high = total.partition("/")
    if slash:
        return text(_("{low} or {high}"), low=low, high=high)
    return total or _("total unknown")


# --- cards and chips


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
    """Every card as drawn in a language; turned if it lies on its `side`."""
    back = format_html('<span class="card back" role="img" aria-label="{}"></span>', card_words(UNKNOWN))
    return {card: _face(card, side=side) for card in PACK} | {UNKNOWN: back}


clear_with_words(_faces.cache_clear)


def cards_html(
    cards: tuple[Card, ...], *, last_sideways: bool = False, marked: frozenset[int] = frozenset()
) -> SafeString:
    """The cards in a row; the last is turned if it was drawn to a double, and the ``marked`` ones (from 0) stand
    out."""
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
