"""What a game costs a player of basic strategy, worked out from its rules: the house edge of the main wager.

Cards come as from an endless shoe of the game's packs (`rounds.simulation.chances`): the figure is exact for that,
and some hundredths of a per cent above the figure for eight packs. It is per unit of original wager: what doubling
and splitting win and lose is included, but the money they add is not part of the base.
"""

from functools import lru_cache

from casino.cards import HARD_VALUE, Card, pack_without
from casino.rulebooks import Rules
from rounds.simulation.chances import NATURAL, WHOLE, Chances, hand_total, third_card


def edge_of(rules: Rules, **_: object) -> float:
    """Receiver of `tables.signals.main_edge`."""
    return edge(rules)


@lru_cache(maxsize=64)
def edge(rules: Rules) -> float:
    """The house edge as a fraction of the original wager. Insurance and prizes of fixed sums (VIC03-10.11) are not
    included."""
    pack = pack_without(rules.missing_ranks.value)
    part = 1 / len(pack)
    won = 0.0
    for first in range(1, 11):
        alike = [card for card in pack if HARD_VALUE[card] == first]
        if alike:
            surrenders = any(card[0] in rules.surrender_against.value for card in alike)
            won += len(alike) * part * _against(rules, Chances(rules, first), pack, surrenders=surrenders)
    return -won


def _against(rules: Rules, chances: Chances, pack: tuple[Card, ...], *, surrenders: bool) -> float:
    """A wager's average win against the dealer's first card, in units of the wager."""

    @lru_cache(None)
    def worth(low: int, high: int, extra: float) -> float:
        hand = hand_total((low, high))
        if hand.total == 21:
            sure = 1.0 if rules.paid_at_21.value else 1 - chances.dealer.get(NATURAL, 0.0)
            return sure * rules.blackjack_odds.value.win / rules.blackjack_odds.value.stake
        worths = dict(chances.decisions(hand, WHOLE))
        if "hit" in worths:
            worths["hit"] += extra
        if low == high and _may_split(rules, low):
            worths["split"] = chances.split(low, free=chances.may_split_free(low, WHOLE))
        best = max(worths.values())
        return max(best, chances.surrender()) if surrenders else best

    special = rules.special_21.value
    won = 0.0
    for card in pack:
        for two in pack:
            low, high = sorted((HARD_VALUE[card], HARD_VALUE[two]))
            won += worth(low, high, third_card(rules, card, two) if special else 0.0)
    return won / len(pack) ** 2


def _may_split(rules: Rules, value: int) -> bool:
    return rules.may_split(value)
