"""The exact cost of a side bet: every outcome with its chance from a full shoe, and the house edge."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from casino.money import Odds, decimal
from casino.rulebooks import RuleBookError, Rules
from sidebets import counting
from sidebets.bet import LOSE, Scale, SideBet


@dataclass(frozen=True, slots=True)
class Outcome:
    """One possible outcome of a wager; ``odds`` are None if it loses."""

    name: str
    odds: Odds | None
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Figures:
    """Every outcome of a side bet, winning ones first, and what is assumed about the play."""

    outcomes: tuple[Outcome, ...]
    assumption: str

    @property
    def house_edge(self) -> Fraction:
        """The fraction of a wager that the house keeps in the long run."""
        edge = Fraction()
        for outcome in self.outcomes:
            gain = Fraction(-1) if outcome.odds is None else Fraction(outcome.odds.win, outcome.odds.stake)
            edge -= outcome.chance * gain
        return edge


def packs(bet: SideBet, rules: Rules) -> tuple[int, ...]:
    """The numbers of packs with which a game that offers the bet may be dealt, smallest first."""
    allowed = bet.decks.value
    return tuple([decks for decks in rules.decks.value if not allowed or decks in allowed])


def figures(bet: SideBet, scale: Scale, rules: Rules, decks: int) -> Figures:
    """The exact figures of a bet under the rules of a game, from a full shoe of that many packs.

    Raises RuleBookError for packs with which the bet may not be offered.
    """
    allowed = packs(bet, rules)
    if decks not in allowed:
        raise RuleBookError(
            "side_bet.number_of_packs", bet.decks.clause, bet=bet.title, packs=decks, allowed=list(allowed)
        )
    missing = rules.missing_ranks.value
    if bet.looks_at == "dealer_hand":
        count = counting.of_dealer_hand(
            bet, missing, rules.dealer_stands_hard.value, rules.dealer_stands_soft.value
        )
    else:
        count = counting.of_first_cards(bet, missing)
    chances = counting.chances(count, decks, rules.shoe_cards(1))
    return Figures(
        tuple(_outcomes(bet, scale, decks, chances)), "; ".join(_assumed(bet, scale, rules, decks))
    )


def _outcomes(bet: SideBet, scale: Scale, decks: int, chances: dict[str, Fraction]) -> Iterator[Outcome]:
    lost = chances.get(LOSE, Fraction())
    held = 0 if bet.stake_returned.value else 1  # out of a dollar's prize: the wager is not returned
    if scale.prizes is None:
        for line in scale.lines:
            yield Outcome(line.name, line.odds_for(decks), chances.get(line.name, Fraction()))
    else:
        for prize, entries in scale.prizes.entries:
            odds = Fraction(prize, 100) - held
            yield Outcome(
                f"prize_{decimal(prize).removesuffix('.00')}",
                Odds(odds.numerator, odds.denominator),
                (1 - lost) * Fraction(entries, scale.prizes.total),
            )
    yield Outcome(LOSE, None, lost)


def _assumed(bet: SideBet, scale: Scale, rules: Rules, decks: int) -> Iterator[str]:
    """What the figures assume, in words."""
    yield f"full shoe of {decks} pack{'s' if decks > 1 else ''}, no other card of the round seen"
    if bet.looks_at == "first_three":
        yield "a hand that a third card can still decide always draws one and is not split"
    if bet.looks_at == "dealer_hand":
        hard, soft = rules.dealer_stands_hard.value, rules.dealer_stands_soft.value
        on_soft = f", and draws on soft {hard}" if soft > hard else ""
        yield f"the dealer's hand is always completed: it draws to {hard - 1}{on_soft}"
    if bet.riding is not None:
        yield "what is won is taken down at once and never left in action"
    if bet.bonus is not None:
        yield "no bonus is paid in addition"
    if scale.prizes is not None:
        yield f"each of the {scale.prizes.total:,} entries of the prize table is equally likely at every press"
