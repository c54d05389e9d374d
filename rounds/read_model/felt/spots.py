"""The spots of a layout: the name of each bet, full and short, what it pays and takes, and what one tap on it wagers.
It comes from the very data that settle the bet, so that what is read and what is paid cannot disagree."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from casino.money import Cents, dollars
from casino.translated import gettext as _
from casino.translated import language, text
from rounds.engine import Setup
from rounds.engine.questions import on_offer
from rounds.engine.values import ANTE, INSURANCE, MAIN, SUPER_BONUS, ActiveSideBet, Sign
from sidebets import SideBet
from sidebets.titles import initials

NAMES: Final = {
    MAIN: "",
    ANTE: gettext_noop("ante"),
    INSURANCE: gettext_noop("insurance"),
    SUPER_BONUS: gettext_noop("Super Bonus"),
}
"""The names of the game's own bets; the main wager needs none."""


class Spot(NamedTuple):
    """The spot of one side bet."""

    bet: str
    title: str
    short: str
    """The title's initials, its numbers whole: ``PP``, ``M21``."""
    usual: Cents
    """What one tap wagers if no amount is entered, in cents: the sign's minimum; 0 without a sign of its own."""
    anywhere: bool
    """Whether players of other boxes may wager on it."""
    limits: str
    """The limits on its sign, ``$5 – $100``; empty without a sign of its own (ACT03-18.9)."""
    pays: str
    """The scale in operation in short, the best line first (NZ-15B.8-S1, NZ-15C.9, NZ-15F.11)."""
    table: tuple[tuple[str, str], ...]
    """The scale line by line, with whatever caps or raises it (NZ-15F.12-S2, NZ-15G.9, NZ-15H.9-S2)."""
    scale: str
    """The name of the scale, if there are several."""
    rules: SideBet
    offer: ActiveSideBet

    @property
    def inscription(self) -> str:
        """Its inscription on the layout: ``Perfect Pairs pays 25 · 12 · 6 to 1, $5 – $100``."""
        named = self.title.replace(" ", "") != self.short
        pays = (
            text(_("{bet} pays {pays}"), bet=self.title, pays=self.pays)
            if named
            else text(_("pays {pays}"), pays=self.pays)
        )
        return f"{pays}, {self._limits_together}" if self.limits else pays

    @property
    def named(self) -> str:
        """Its inscription where many bets are offered: ``Perfect Pairs, $5 – $100``."""
        return f"{self.title}, {self._limits_together}" if self.limits else self.title

    @property
    def _limits_together(self) -> str:
        """The limits with spaces at which no line breaks."""
        return self.limits.replace(" ", "\N{NO-BREAK SPACE}")

    @property
    def usual_words(self) -> str:
        """``+$5``; empty if an amount must be entered."""
        return f"+{dollars(self.usual)}" if self.usual else ""


def spots(setup: Setup) -> tuple[Spot, ...]:
    """The spots of the side bets that the table offers, in the book's order."""
    return tuple(spots_by_bet(setup).values())


def spots_by_bet(setup: Setup) -> dict[str, Spot]:
    """The spots, by the keys of their bets."""
    if not setup.offers:
        return {}
    # A set-up with what the offers depend on and nothing else: many tables have it, and many rounds.
    alike = Setup(
        setup.book,
        setup.game,
        decks=setup.decks,
        elections=setup.elections,
        readings=setup.readings,
        offers=setup.offers,
        signs=setup.signs,
        edition=setup.edition,
    )
    return _spots(alike, language())


@lru_cache(maxsize=64)
def _spots(setup: Setup, language: str | None) -> dict[str, Spot]:
    # Cached by the set-up, since comparing bets is slow.
    shown = {sign.bet: sign for sign in setup.signs}
    return {key: _spot(offer, shown.get(key), setup.decks) for key, offer in on_offer(setup).items()}


def _spot(offer: ActiveSideBet, sign: Sign | None, decks: int) -> Spot:
    bet = offer.bet
    limits = f"{dollars(sign.minimum)} – {dollars(sign.maximum)}" if sign else ""
    if bet.exactly.value:
        limits = dollars(bet.exactly.value)
    elif sign and sign.minimum == sign.maximum:
        limits = dollars(sign.minimum)
    return Spot(
        bet=bet.key,
        title=bet.title,
        short=initials(bet.title),
        usual=bet.exactly.value or (sign.minimum if sign else 0),
        anywhere=bet.place.value == "any_box",
        limits=limits,
        pays=_pays(offer, decks),
        table=_table(offer, decks),
        scale=offer.scale.name if len(bet.scales) > 1 else "",
        rules=bet,
        offer=offer,
    )


def _pays(offer: ActiveSideBet, decks: int) -> str:
    prizes = offer.scale.prizes
    if prizes is not None:
        most = max(prize for prize, _ in prizes.entries)
        return text(
            _("{least:money} to {most:money} for each {unit:money}"),
            least=prizes.least,
            most=most,
            unit=100,
        )
    odds = [line.odds_for(decks) for line in offer.scale.lines]
    ends = {paid.stake for paid in odds}
    if len(ends) == 1:  # all odds are to 1
        pays = " · ".join(dict.fromkeys(str(paid.win) for paid in odds))
        return text(_("{pays} to {on}"), pays=pays, on=ends.pop())
    return " · ".join(text(_("{pays} to {on}"), pays=paid.win, on=paid.stake) for paid in odds)


def _table(offer: ActiveSideBet, decks: int) -> tuple[tuple[str, str], ...]:
    scale = offer.scale
    lines = [(_(line.name.replace("_", " ")), line.odds_for(decks).words) for line in scale.lines]
    if scale.prizes is not None:
        total = scale.prizes.total
        lines = [
            (dollars(prize), text(_("{count:,} of {total:,}"), count=count, total=total))
            for prize, count in scale.prizes.entries
        ]
    lines += [
        (text(_("and with a Blackjack, {line:name}"), line=line), dollars(sum_))
        for line, sum_, _clause in offer.bonus
    ]
    if offer.most_paid:
        lines.append((_("the most paid on a wager"), dollars(offer.most_paid)))
    return tuple(lines)


def spot_of(setup: Setup, bet: str) -> Spot | None:
    """The spot of that bet; None if the table does not offer it."""
    return spots_by_bet(setup).get(bet)


def bet_words(setup: Setup, bet: str) -> str:
    """A bet as people say it: ``Perfect Pairs``, ``hand 2``; empty for the only wager on the hand."""
    if bet in NAMES:
        return _(NAMES[bet]) if NAMES[bet] else ""
    spot = spot_of(setup, bet)
    return spot.title if spot else _(bet.replace("_", " "))
