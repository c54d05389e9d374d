"""The side bets that a table offers, each with the pay scale in operation, and what may not be offered."""

from dataclasses import dataclass
from functools import lru_cache

from casino.money import LARGEST, Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.edition import Edition
from rounds.engine.events import Event
from rounds.engine.setup import Setup, SideBetConfig, every_side_bet_of, side_bets_of
from rounds.engine.sides.commands import (
    AnswerMisfire,
    EquipmentFailed,
    EquipmentRepaired,
    Misfire,
    Prize,
    Ride,
    VoidPress,
)
from rounds.engine.state import State
from sidebets import Scale, SideBet, side_bets
from sidebets.offering import fault, with_its_fellows

Pairs = tuple[tuple[str, str], ...]
Sums = tuple[tuple[str, Cents, str], ...]


@dataclass(frozen=True, slots=True)
class ActiveSideBet:
    """A side bet of the table, with the scale in operation."""

    bet: SideBet
    scale: Scale
    most_paid: Cents = 0
    """The most paid on one wager, in cents; 0 for no limit (NZ-15F.12-S1)."""
    bonus: Sums = ()
    """What the table has elected to pay in addition, as (line, cents, clause) (NZ-15H.9-S1)."""


def on_offer(setup: Setup) -> dict[str, ActiveSideBet]:
    """The side bets of a table whose set-up has been checked, by key, in the book's order."""
    return _on_offer(setup.book, setup.game, setup.readings, setup.elections, setup.offers, setup.edition)


@lru_cache(maxsize=64)
def _on_offer(
    book: str,
    game: str,
    readings: Pairs,
    elections: Pairs,
    offers: tuple[SideBetConfig, ...],
    edition: Edition | None,
) -> dict[str, ActiveSideBet]:
    bets = edition.side_bets if edition is not None else side_bets(book, game, readings)
    named = {offer.bet: offer for offer in offers}
    active = {}
    for key in with_its_fellows(bets, list(named)):
        bet, config = bets[key], named.get(key, SideBetConfig(key))
        bonus: Sums = ()
        if bet.bonus is not None:
            bonus = dict(bet.bonus.scales).get(dict(elections).get(bet.bonus.election, ""), ())
        active[key] = ActiveSideBet(bet, bet.scale(config.scale), config.most_paid, bonus)
    return active


def offer_of(setup: Setup, bet: str) -> ActiveSideBet | None:
    """The side bet with that key; None for a wager on a hand, or a bet that the table does not offer."""
    return on_offer(setup).get(bet) if setup.offers else None


def check(rules: Rules, setup: Setup) -> None:
    """Raises Refusal for a side bet that the book does not allow at such a table, RuleBookError for an unknown
    reading."""
    every = every_side_bet_of(setup)
    offers = [(offer.bet, offer.scale) for offer in setup.offers]
    refusal = fault(side_bets_of(setup), every, setup.game, setup.decks, offers)
    if refusal is not None:
        raise refusal
    keys = [key for key, _ in offers]
    for offer in setup.offers:
        bet = every[offer.bet]
        if keys.count(offer.bet) > 1:
            raise Refusal("side_bet.offered_twice", bet.clause, bet=bet.title)
        if offer.most_paid and not bet.most_paid[0]:
            raise Refusal("side_bet.no_payout_limit", bet.clause, bet=bet.title)
        if not 0 <= offer.most_paid <= LARGEST:
            raise Refusal(
                "side_bet.wrong_payout_limit", bet.most_paid[0] or bet.clause, amount=offer.most_paid
            )
    for bet in every.values():
        elected = bet.bonus and dict(setup.elections).get(bet.bonus.election, "none") != "none"
        if bet.bonus and elected and bet.key not in keys:
            raise Refusal("side_bet.bonus_without_bet", bet.bonus.clause, bonus=bet.bonus.key, bet=bet.title)


def no_such_bet(rules: Rules, setup: Setup, key: str) -> Refusal:
    """The refusal of a wager on a bet that the table does not offer."""
    bet = every_side_bet_of(setup).get(key)
    return Refusal(
        "side_bet.not_offered",
        bet.clause if bet else rules.wagers_on_hand.clause,
        also=(rules.steps.wager, *rules.wagers_on_hand.clauses),
        bet=key,
    )


OnSide = Ride | Prize | VoidPress | Misfire | AnswerMisfire | EquipmentFailed | EquipmentRepaired


def not_offered(rules: Rules, state: State, command: OnSide) -> list[Event]:
    """Raises Refusal: the layout has no such bet."""
    raise Refusal("side_bet.not_offered", rules.steps.wager, bet=command.bet)
