"""How the players of a simulation decide. Each strategy gives a command for what is due."""

from collections.abc import Callable
from typing import Final, Literal

from casino.cards import HARD_VALUE
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.hands import free_double, free_split
from rounds.simulation.chances import WHOLE, Chances, Risk, held

Decision = Literal["hit", "stand", "double", "split"]
WORDS: Final[tuple[Decision, ...]] = ("stand", "hit", "double", "split")
Strategy = Callable[[engine.State, engine.Due], engine.Command]


def _hand(state: engine.State, due: engine.Due) -> engine.Hand:
    return state.box(due.box).hands[due.hand - 1]


class Plain:
    """A strategy of drawing and standing alone: it never doubles, splits, insures, surrenders or rescues."""

    def __init__(self, stands_hard: int, stands_soft: int) -> None:
        self.stands_hard = stands_hard
        self.stands_soft = stands_soft

    def decide(self, state: engine.State, due: engine.Due) -> engine.Command:
        """The command for what is due; below the total at which the book makes players draw, a card."""
        if due.want == "insurance":
            return engine.CloseInsurance()
        if due.want == "surrender":
            return engine.CloseSurrender()
        total, soft = _hand(state, due).points
        stands = total >= (self.stands_soft if soft else self.stands_hard)
        return engine.Decide(due.box, "stand" if stands and "stand" in due.legal else "hit", due.hand)


class Basic:
    """The decision that is worth most under the game's own rules, insurance and even money never."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._against: dict[int, Chances] = {}
        self._known: dict[tuple[object, ...], Decision] = {}

    def chances(self, state: engine.State) -> Chances:
        """The chances against the dealer's first card."""
        first = HARD_VALUE[state.dealer[0]]
        if first not in self._against:
            self._against[first] = Chances(self.rules, first)
        return self._against[first]

    def decide(self, state: engine.State, due: engine.Due) -> engine.Command:
        """The command for what is due."""
        if due.want == "insurance":
            return engine.CloseInsurance()
        if due.want == "surrender":
            return self._surrender(state, due)
        if due.want == "rescue":
            return self._rescue(state, due)
        hand = _hand(state, due)
        values = tuple([HARD_VALUE[card] for card in hand.cards])
        special = hand.cards if self.rules.special_21.value and len(hand.cards) == 2 else ()
        key = (
            HARD_VALUE[state.dealer[0]],
            values,
            special,
            hand.stakes[0].first,
            hand.stakes[0].free_base,
            due.legal,
        )
        decision = self._known.get(key)
        if decision is None:
            worths = self.worths(self.chances(state), hand)
            decision = max((word for word in WORDS if word in due.legal), key=lambda word: worths[word])
            self._known[key] = decision
        free = (decision == "double" and free_double(self.rules, hand)) or (
            decision == "split" and free_split(self.rules, hand)
        )
        return engine.Decide(due.box, decision, due.hand, free=(due.player,) if free else ())

    def worths(self, chances: Chances, hand: engine.Hand) -> dict[Decision, float]:
        """The worth of every decision on a hand, whether or not the moment allows it."""
        risk = risk_of(self.rules, hand)
        seen = held(hand.cards)
        worths: dict[Decision, float] = {
            "hit": chances.hit(seen, risk),
            "stand": chances.stand(seen, risk),
            "double": chances.double(seen, risk, free=free_double(self.rules, hand)),
        }
        if len(hand.cards) == 2:
            first, second = hand.cards
            worths["hit"] += chances.third_card(first, second)
            if HARD_VALUE[first] == HARD_VALUE[second]:
                worths["split"] = chances.split(HARD_VALUE[first], free=free_split(self.rules, hand))
        return worths

    def _surrender(self, state: engine.State, due: engine.Due) -> engine.Command:
        chances = self.chances(state)
        for offer in due.offers:
            if offer.kind == "surrender":
                hand = state.box(offer.box).hands[0]
                if chances.surrender() > self._played(chances, hand):
                    return engine.Surrender(offer.box, (offer.player,))
        return engine.CloseSurrender()

    def _played(self, chances: Chances, hand: engine.Hand) -> float:
        """The worth of the first two cards of a box, played as best they can be."""
        worths = self.worths(chances, hand)
        open_: list[Decision] = ["hit", "stand"]
        if chances.may_double(held(hand.cards), WHOLE):
            open_.append("double")
        if "split" in worths and self.rules.split_on.value != "none":
            open_.append("split")
        return max(worths[word] for word in open_)

    def _rescue(self, state: engine.State, due: engine.Due) -> engine.Command:
        hand = _hand(state, due)
        risk = risk_of(self.rules, hand)
        if self.chances(state).doubled(hand.total, risk) < -risk.loses:
            return engine.Rescue(due.box, due.player, due.hand)
        return engine.PlayOn(due.box, due.hand)


def risk_of(rules: Rules, hand: engine.Hand) -> Risk:
    """What a hand costs that does not win, by the first stake on it."""
    stake = hand.stakes[0]
    loses = 0.0 if stake.free_base else 1.0
    shielded = not stake.first and rules.split_loss.value != "all"
    return Risk(loses, 0.0 if shielded else loses, hand.split)


def _mimic(rules: Rules) -> Strategy:
    """Draws and stands as the dealer does."""
    return Plain(rules.dealer_stands_hard.value, rules.dealer_stands_soft.value).decide


def _never_bust(rules: Rules) -> Strategy:
    """Stands on a hard 12, so that it never breaks; with a soft hand it goes on to 18."""
    return Plain(12, 18).decide


def _basic(rules: Rules) -> Strategy:
    return Basic(rules).decide


STRATEGIES: Final[dict[str, Callable[[Rules], Strategy]]] = {
    "mimic": _mimic,
    "never_bust": _never_bust,
    "basic": _basic,
}
"""The strategies by name, made for the rules of a game."""
