"""How the players of a simulation decide. Each strategy returns a command for what the table waits for."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

from casino.cards import HARD_VALUE
from casino.rulebooks import Rules
from rounds import engine
from rounds.simulation.chances import (
    WHOLE,
    WHOLE_OF_SPLIT,
    Chances,
    Decision,
    HandTotal,
    Risk,
    hand_total,
    third_card,
)

WORDS: Final[tuple[Decision, ...]] = ("stand", "hit", "double", "split")
Waiting = engine.Waiting | engine.Due
"""What the table waits for; a strategy needs no words for it."""
Strategy = Callable[[engine.State, Waiting], engine.Command]


def _hand(state: engine.State, waiting: Waiting) -> engine.values.Hand:
    return state.box(waiting.box).hands[waiting.hand - 1]


class Plain:
    """A strategy that only draws and stands: it never doubles, splits, insures, surrenders or rescues."""

    def __init__(self, stands_hard: int, stands_soft: int) -> None:
        self.stands_hard = stands_hard
        self.stands_soft = stands_soft

    def decide(self, state: engine.State, waiting: Waiting) -> engine.Command:
        """The command for what is due: a card, below the total at which the book makes players draw."""
        if waiting.action == "insurance":
            return engine.CloseInsurance()
        if waiting.action == "surrender":
            return engine.CloseSurrender()
        total, soft = _hand(state, waiting).points
        stands = total >= (self.stands_soft if soft else self.stands_hard)
        return engine.Decide(
            waiting.box, "stand" if stands and "stand" in waiting.legal else "hit", waiting.hand
        )


class Basic:
    """The decision with the highest value under the game's own rules; never insurance or even money."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.chances = lru_cache(None)(partial(Chances, rules))
        self.third_card = lru_cache(None)(partial(third_card, rules))
        self.worths = lru_cache(None)(self._worths)
        self.choice = lru_cache(None)(self._choice)
        self.surrenders = lru_cache(None)(self._surrenders)

    def decide(self, state: engine.State, waiting: Waiting) -> engine.Command:
        """The command for what the table waits for."""
        if waiting.action == "insurance":
            return engine.CloseInsurance()
        first = HARD_VALUE[state.dealer[0]]
        if waiting.action == "surrender":
            return self._surrender(state, waiting, first)
        hand = _hand(state, waiting)
        if waiting.action == "rescue":
            return self._rescue(hand, waiting, first)
        seen = self._seen(hand)
        decision, free = self.choice(first, *seen, risk_of(self.rules, hand), waiting.legal)
        return engine.Decide(waiting.box, decision, waiting.hand, free=(waiting.player,) if free else ())

    def _choice(
        self, first: int, values: tuple[int, ...], extra: float, risk: Risk, legal: tuple[str, ...]
    ) -> tuple[Decision, bool]:
        """The best of the open decisions, and whether the house's lammer pays for it."""
        worths = self.worths(first, hand_total(values), pair_of(values), extra, risk)
        decision = max((word for word in WORDS if word in legal), key=worths.__getitem__)
        chances = self.chances(first)
        if decision == "double":
            return decision, chances.may_double_free(hand_total(values), risk)
        return decision, decision == "split" and chances.may_split_free(values[0], risk)

    def _seen(self, hand: engine.values.Hand) -> tuple[tuple[int, ...], float]:
        """The values of a hand's cards, and what the third card of a special hand would add to it."""
        extra = self.third_card(*hand.cards) if len(hand.cards) == 2 and self.rules.special_21.value else 0.0
        return tuple(map(HARD_VALUE.__getitem__, hand.cards)), extra

    def _worths(
        self, first: int, hand: HandTotal, pair: int, extra: float, risk: Risk
    ) -> dict[Decision, float]:
        """The value of every decision on a hand, whether or not it is open now."""
        chances = self.chances(first)
        free = chances.may_double_free(hand, risk)
        worths: dict[Decision, float] = {
            "stand": chances.stand(hand, risk),
            "hit": chances.hit(hand, risk) + extra,
            "double": chances.double(hand, risk, free=free),
        }
        if pair:
            worths["split"] = chances.split(pair, free=chances.may_split_free(pair, risk))
        return worths

    def _surrender(self, state: engine.State, waiting: Waiting, first: int) -> engine.Command:
        for offer in waiting.offers:
            if offer.kind == "surrender" and self.surrenders(
                first, *self._seen(state.box(offer.box).hands[0])
            ):
                return engine.Surrender(offer.box, (offer.player,))
        return engine.CloseSurrender()

    def _surrenders(self, first: int, values: tuple[int, ...], extra: float) -> bool:
        """Whether surrender is better than playing the first two cards as well as possible."""
        chances = self.chances(first)
        worths = self.worths(first, hand_total(values), pair_of(values), extra, WHOLE)
        open_ = [*chances.decisions(hand_total(values), WHOLE)]
        if "split" in worths and self.rules.may_split(values[0]):
            open_.append("split")
        return chances.surrender() > max(worths[word] for word in open_)

    def _rescue(self, hand: engine.values.Hand, waiting: Waiting, first: int) -> engine.Command:
        risk = risk_of(self.rules, hand)
        if self.chances(first).doubled(hand.total, risk) < -risk.loses:
            return engine.Rescue(waiting.box, waiting.player, waiting.hand)
        return engine.PlayOn(waiting.box, waiting.hand)


def pair_of(values: tuple[int, ...]) -> int:
    """The value of both cards of a pair; 0 for any other hand."""
    return values[0] if len(values) == 2 and values[0] == values[1] else 0


def risk_of(rules: Rules, hand: engine.values.Hand) -> Risk:
    """What a losing hand costs, by the first stake on it."""
    stake = hand.stakes[0]
    if stake.first and not stake.free_base:
        return WHOLE_OF_SPLIT if hand.split else WHOLE
    loses = 0.0 if stake.free_base else 1.0
    shielded = not stake.first and rules.split_loss.value != "all"
    return Risk(loses, 0.0 if shielded else loses, hand.split)


class NeverBust(Basic):
    """Basic strategy without cards that might break a hand: it stands on a hard 12."""

    def decide(self, state: engine.State, waiting: Waiting) -> engine.Command:
        """The command for what the table waits for."""
        command = super().decide(state, waiting)
        if isinstance(command, engine.Decide) and command.decision in ("hit", "double"):
            total, soft = _hand(state, waiting).points
            if total >= 12 and not soft:
                return engine.Decide(waiting.box, "stand", waiting.hand)
        return command


def _mimic(rules: Rules) -> Strategy:
    """Draws and stands as the dealer does."""
    return Plain(rules.dealer_stands_hard.value, rules.dealer_stands_soft.value).decide


def _never_bust(rules: Rules) -> Strategy:
    return NeverBust(rules).decide


def _basic(rules: Rules) -> Strategy:
    return Basic(rules).decide


STRATEGIES: Final[dict[str, Callable[[Rules], Strategy]]] = {
    "mimic": _mimic,
    "never_bust": _never_bust,
    "basic": _basic,
}
"""The strategies by name, created for the rules of a game."""
