"""How the players of a simulation decide. Each strategy gives a command for what is due."""

from collections.abc import Callable

from casino.cards import HARD_VALUE
from casino.rulebooks import Rules
from rounds import engine
from rounds.engine.hands import free_double, free_split
from rounds.simulation.chances import Chances, Held

Strategy = Callable[[engine.State, engine.Due], engine.Command]


def strategy(name: str, rules: Rules) -> Strategy:
    """The strategy of that name for a game. Raises KeyError for an unknown one."""
    return {"mimic": _mimic, "never_bust": _never_bust, "basic": Basic(rules).decide}[name]


NAMES = ("mimic", "never_bust", "basic")


def _hand(state: engine.State, due: engine.Due) -> engine.Hand:
    return state.box(due.box).hands[due.hand - 1]


def _choose(due: engine.Due, *wanted: str) -> engine.Command:
    """The first of the wanted decisions that is open."""
    for decision in (*wanted, "stand", "hit"):
        if decision in due.legal:
            return engine.Decide(due.box, decision, due.hand)
    raise AssertionError(f"no decision is open: {due.legal}")


def _aside(due: engine.Due) -> engine.Command | None:
    """What no plain strategy takes: insurance, surrender, rescue."""
    if due.want == "insurance":
        return engine.CloseInsurance()
    if due.want == "surrender":
        return engine.CloseSurrender()
    if due.want == "rescue":
        return engine.PlayOn(due.box, due.hand)
    return None


def _mimic(state: engine.State, due: engine.Due) -> engine.Command:
    """Draws to 17 as the dealer does; never doubles, splits, insures or surrenders."""
    aside = _aside(due)
    if aside is not None:
        return aside
    return _choose(due, "hit" if _hand(state, due).total < 17 else "stand")


def _never_bust(state: engine.State, due: engine.Due) -> engine.Command:
    """Stands on a hard 12 or more, so that it never breaks; draws a soft 17 or less."""
    aside = _aside(due)
    if aside is not None:
        return aside
    hand = _hand(state, due)
    stays = hand.total >= 18 if hand.soft else hand.total >= 12
    return _choose(due, "stand" if stays else "hit")


class Basic:
    """The decision with the best worth, from the game's own rules (rounds.simulation.chances)."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._chances: dict[int, Chances] = {}
        self._known: dict[tuple[object, ...], tuple[str, bool]] = {}

    def against(self, state: engine.State) -> Chances:
        """The chances against the dealer's first card."""
        upcard = HARD_VALUE[state.dealer[0]]
        if upcard not in self._chances:
            self._chances[upcard] = Chances(self.rules, upcard)
        return self._chances[upcard]

    def decide(self, state: engine.State, due: engine.Due) -> engine.Command:
        """The command for what is due, as basic strategy has it."""
        if due.want == "insurance":
            return engine.CloseInsurance()
        if due.want == "surrender":
            return self._surrender(state, due)
        if due.want == "rescue":
            return self._rescue(state, due)
        hand = _hand(state, due)
        held = _held(hand)
        pair = hand.cards[0][0] == hand.cards[1][0] or HARD_VALUE[hand.cards[0]] == HARD_VALUE[hand.cards[1]]
        key = (held, pair, hand.split, state.dealer[0][0], due.legal)
        if key not in self._known:
            self._known[key] = self._best(self.against(state), hand, held, due.legal)
        decision, free = self._known[key]
        player = (due.player,) if free else ()
        return engine.Decide(due.box, decision, due.hand, free=player)  # type: ignore[arg-type]

    def _best(
        self, chances: Chances, hand: engine.Hand, held: Held, legal: tuple[str, ...]
    ) -> tuple[str, bool]:
        worths: list[tuple[float, str, bool]] = []
        if "stand" in legal:
            worths.append((chances.stand(held), "stand", False))
        if "hit" in legal:
            worths.append((chances.hit(held, 1.0), "hit", False))
        if "double" in legal:
            free = free_double(self.rules, hand)
            worths.append((chances.double(held, free=free), "double", free))
        if "split" in legal:
            free = free_split(self.rules, hand)
            worths.append((chances.split(HARD_VALUE[hand.cards[0]], free), "split", free))
        _, decision, free = max(worths)
        return decision, free

    def _surrender(self, state: engine.State, due: engine.Due) -> engine.Command:
        chances = self.against(state)
        for offer in due.offers:
            if offer.kind == "surrender" and chances.surrender() > self.worth(state, offer.box):
                return engine.Surrender(offer.box, (offer.player,))
        return engine.CloseSurrender()

    def worth(self, state: engine.State, box: int) -> float:
        """The worth of the first two cards of a box, played as best they can be."""
        chances = self.against(state)
        hand = state.box(box).hands[0]
        held = _held(hand)
        worths = [chances.stand(held), chances.hit(held, 1.0)]
        if chances.may_double(held):
            worths.append(chances.double(held, free=free_double(self.rules, hand)))
        first, second = hand.cards
        if HARD_VALUE[first] == HARD_VALUE[second] and self.rules.split_on.value != "none":
            worths.append(chances.split(HARD_VALUE[first], free_split(self.rules, hand)))
        return max(worths)

    def _rescue(self, state: engine.State, due: engine.Due) -> engine.Command:
        chances = self.against(state)
        total = _hand(state, due).total
        if due.offers and chances.against(total, 1.0, wins=2.0, loses=2.0) < -1.0:
            return engine.Rescue(due.box, due.offers[0].player, due.hand)
        return engine.PlayOn(due.box, due.hand)


def _held(hand: engine.Hand) -> Held:
    hard = sum(HARD_VALUE[card] for card in hand.cards)
    first_aces = sum(card[0] == "A" for card in hand.cards[:2])
    return Held(hard, any(card[0] == "A" for card in hand.cards), min(len(hand.cards), 8), first_aces)
