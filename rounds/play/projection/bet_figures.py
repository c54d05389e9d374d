"""A round's figures bet by bet: what was staked, what the house won, and the base of the house edge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from casino.money import Cents
from rounds import engine
from rounds.engine import State
from rounds.engine.questions import beyond_due, rules_for_wager
from rounds.engine.values import (
    ANTE,
    INSURANCE,
    MAIN,
    SUPER_BONUS,
    Edition,
    Settlement,
    SideBetConfig,
    side_bets_of,
)
from tables.theo import MAIN_LOWER, key_of


class BetFigures(NamedTuple):
    """The figures of one bet, in cents. ``base`` is what was wagered at the call: doubling and splitting add only to
    the handle, since their value is part of the edge on the original wager."""

    handle: Cents = 0
    win: Cents = 0
    base: Cents = 0

    def plus(self, other: BetFigures) -> BetFigures:
        """The sum of both."""
        return BetFigures(self.handle + other.handle, self.win + other.win, self.base + other.base)

    def minus(self, other: BetFigures) -> BetFigures:
        """The difference from the other."""
        return BetFigures(self.handle - other.handle, self.win - other.win, self.base - other.base)


NOTHING: Final = BetFigures()
Pairs = tuple[tuple[str, str], ...]


def beyond_of(state: State) -> Mapping[tuple[Settlement, str], Cents]:
    """`beyond_due`, skipped when no payment was put right."""
    return beyond_due(state) if state.payments else {}


def by_bet(state: State) -> Mapping[str, BetFigures]:
    """The figures of every bet of the round so far, by the names of `tables.theo`.

    Their sum is the handle and the win of the round (`rounds.play.projection.rows`). A tournament round has none.
    """
    if state.setup.tournament is not None:
        return {}
    figures: dict[str, BetFigures] = defaultdict(BetFigures)

    def add(name: str, handle: Cents = 0, win: Cents = 0, base: Cents = 0) -> None:
        figures[name] = figures[name].plus(BetFigures(handle, win, base))

    setup = state.setup
    rules, names = setup.rules, names_of(setup)

    def main_of(box: engine.values.Box, player: str) -> str:
        return MAIN if rules_for_wager(rules, box, player) is rules else MAIN_LOWER

    for box in state.boxes if state.called else ():
        for wager in box.wagers:
            add(main_of(box, wager.player), base=wager.effective)
        for hand in box.hands:
            for stake in hand.stakes:
                add(main_of(box, stake.player), handle=stake.money)
        for side in box.sides:
            base = side.amount if side.bet == ANTE else side.effective
            add(names.get(side.bet, side.bet), handle=side.effective, base=base)
        for insurance in box.insurance:
            add(INSURANCE, handle=insurance.amount, base=insurance.amount)
    won = [(result.box, result.player, result.bet, result.takes - result.pays) for result in state.results]
    won += [(place.box, place.player, place.bet, -cents) for (place, _), cents in beyond_of(state).items()]
    for box_no, player, bet, cents in won:
        if bet in (MAIN, SUPER_BONUS) or bet in rules.wagers_on_hand.value:
            add(main_of(state.box(box_no), player), win=cents)
        else:
            add(names.get(bet, bet), win=cents)
    return figures


def recorded(state: State, figures: Mapping[str, BetFigures]) -> dict[str, list[int]]:
    """What a round's row stores for every bet: handle, win, base, and the sum of the squared stakes per box, from
    which the variance of the win is worked out (`tables.float.theo_variance`): wagers on one box win and lose
    together."""
    rules, names = state.setup.rules, names_of(state.setup)
    laid: dict[tuple[str, int], int] = defaultdict(int)
    for box in state.boxes if state.called else ():
        for wager in box.wagers:
            name = MAIN if rules_for_wager(rules, box, wager.player) is rules else MAIN_LOWER
            laid[name, box.number] += wager.effective
        for side in box.sides:
            laid[names.get(side.bet, side.bet), box.number] += side.effective
        for insurance in box.insurance:
            laid[INSURANCE, box.number] += insurance.amount
    squares: dict[str, int] = defaultdict(int)
    for (name, _), amount in laid.items():
        squares[name] += amount**2
    return {name: [*insurance, squares[name]] for name, insurance in figures.items()}


def names_of(setup: engine.Setup) -> Mapping[str, str]:
    """The name for the figures of each side bet on offer, by its key. It includes the scale; a bonus counts with its
    bet."""
    return _names(*_named_by(setup))


def _named_by(
    setup: engine.Setup,
) -> tuple[str, str, Pairs, tuple[SideBetConfig, ...], Edition | None]:
    return setup.book, setup.game, setup.readings, setup.offers, setup.edition


@lru_cache(maxsize=256)
def _names(
    book: str, game: str, readings: Pairs, offers: tuple[SideBetConfig, ...], edition: Edition | None
) -> dict[str, str]:
    known = side_bets_of(engine.Setup(book, game, readings=readings, edition=edition))
    names: dict[str, str] = {}
    for offer in offers:
        bet = known.get(offer.bet)
        if bet is not None:
            names[offer.bet] = key_of(offer.bet, bet.scale(offer.scale).name)
            if bet.bonus is not None:
                names[bet.bonus.key] = names[offer.bet]
    return names
