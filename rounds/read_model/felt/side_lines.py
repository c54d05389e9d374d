"""The side bets of a box, one line each: who has how much on it, its result, and what stays in action.

The line is short, since nine boxes with three players each are side by side: the bet's initials and each player with
an amount; if three or more players, and all of the box, have the bet, only the amounts, in the order of the wagers
above. The label for a screen reader has everything in full.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from casino.money import dollars
from casino.translated import gettext as _
from casino.translated import text
from rounds.engine import State
from rounds.engine.values import ANTE, IN_ACTION, Box, Result, Wager
from rounds.read_model.felt.spots import Spot, spots_by_bet
from rounds.read_model.felt.words import result_words
from sidebets.titles import initials


@dataclass(slots=True)
class SideLine:
    """One side bet of a box."""

    short: str
    parts: SafeString
    label: str
    bet: str = ""
    place: str = ""
    """Its place on the cloth: "players", "dealer", or "" without a place of its own."""


def side_lines(state: State, box: Box, results: list[Result]) -> list[SideLine]:
    """The side bets of the box, in the book's order; the ante is shown elsewhere."""
    known = spots_by_bet(state.setup)
    by_bet: dict[tuple[int, str], list[Wager]] = {}
    for wager in box.sides:
        if wager.bet != ANTE:
            by_bet.setdefault((wager.hand, wager.bet), []).append(wager)
    order = list(known)
    lines = []
    for hand, bet in sorted(by_bet, key=lambda key: (key[0], _place(order, key[1]))):
        title, short = _names(known.get(bet), bet)
        if hand:
            title, short = text(_("{bet} on hand {hand}"), bet=title, hand=hand), f"{short}·{hand}"
        parts, labels = [], []
        players = [wager.player for wager in by_bet[hand, bet]]
        above = len(players) > 2 and players == [wager.player for wager in box.wagers]
        for wager in by_bet[hand, bet]:
            css, amount, words = _part(state, wager, results)
            parts.append(_part_html("" if above else wager.player, css, amount))
            labels.append(text(_("player {player} {words}"), player=wager.player, words=words))
        html = mark_safe("".join(parts))  # noqa: S308 — each piece was made by format_html
        lines.append(SideLine(short, html, f"{title}: {', '.join(labels)}", bet))
    return lines


def _place(order: list[str], bet: str) -> int:
    return order.index(bet) if bet in order else len(order)


def _names(spot: Spot | None, bet: str) -> tuple[str, str]:
    if spot is not None:
        return spot.title, spot.short
    title = bet.replace("_", " ").title()
    return title, initials(title)


def results_of(wager: Wager, results: Iterable[Result]) -> tuple[list[Result], list[Result]]:
    """The results of a side wager, and of what stayed in action of it."""
    mine = [result for result in results if (result.player, result.bet) == (wager.player, wager.bet)]
    first = [result for result in mine if result.wager != IN_ACTION and bool(result.hand) == bool(wager.hand)]
    # A hand settled under this number may have moved up since.
    exact = [result for result in first if result.hand == wager.hand]
    return (exact or (first if wager.settled else [])), [
        result for result in mine if result.wager == IN_ACTION
    ]


def _part(state: State, wager: Wager, results: list[Result]) -> tuple[str, str, str]:
    """One player's part of the line: its style, its text, and its words."""
    first, then = results_of(wager, results)
    staked = dollars(wager.effective if state.called and not wager.hand else wager.amount)
    if wager.riding and not then:
        return (
            "riding",
            text(_("{amount:money} in action"), amount=wager.riding),
            text(
                _("{staked} won, {amount:money} stays in action"),
                staked=staked,
                amount=wager.riding,
            ),
        )
    if first:
        every = [*first, *then]
        gain = sum(result.pays - result.takes for result in every)
        if gain > 0:
            return "won", f"+{dollars(gain)}", text(_("{staked}, won {gain:money}"), staked=staked, gain=gain)
        if gain < 0:
            return "lost", dollars(gain), text(_("{staked}, lost {loss:money}"), staked=staked, loss=-gain)
        result = every[-1].result
        word = result_words(result) if result in ("stand_off", "void") else _("even")
        return "even", word, f"{staked}, {word}"
    if wager.prize:
        each = text(
            _("{staked}, prize {prize:money} for each {unit:money}"),
            staked=staked,
            prize=wager.prize,
            unit=100,
        )
        return "prize", f"{staked} × {dollars(wager.prize)}", each
    if state.called and wager.effective < wager.amount and not wager.hand:
        return (
            "treated",
            text(_("{staked} of {amount:money}"), staked=staked, amount=wager.amount),
            text(_("{staked} of {amount:money} in play"), staked=staked, amount=wager.amount),
        )
    if len(wager.parts) > 1:
        parts = "+".join(dollars(part).lstrip("$") for part in wager.parts)
        return "", f"${parts}", text(_("{parts:and:money}"), parts=wager.parts)
    return "", staked, staked


@lru_cache(maxsize=4096)
def _part_html(player: str, css: str, amount: str) -> SafeString:
    return format_html('<span class="part {}">{} <b>{}</b></span>', css, player, amount)
