"""The settlement on the tablet's desk: each wager that is to be taken or paid, in the book's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar

from django.utils.safestring import SafeString
from django.utils.translation import gettext_noop

from casino.money import dollars
from casino.translated import gettext as _
from casino.translated import text
from rounds.engine import Due, State
from rounds.engine.commands import Settle
from rounds.engine.values import IN_ACTION, INSURANCE, MAIN, Item, Result
from rounds.read_model.felt.spots import bet_words, spot_of
from rounds.read_model.felt.words import chips_html, hand_name, odds_words, place_words, result_words
from rounds.read_model.taps import Tap, text_of

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
