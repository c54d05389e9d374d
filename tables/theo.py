"""What the house expects to win on each bet in the long run: the edge of every bet at a table.

Theo is a bet's base times its edge. The base is the wager at the call; what doubling and splitting add counts as
handle, and its value is already in the edge.

Side bets are counted from a full shoe (`sidebets.exact`), and so is insurance here. For the main wager the figures
below come from `rounds.simulation.edge`: what basic strategy costs under the version's own rules with all elections
at their first values, with cards from an endless shoe. They are within a few hundredths of a per cent of eight
packs, and players who play otherwise lose more. For other elections the rounds are asked to work out the edge
(`tables.signals.main_edge`), once.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from casino.cards import HARD_VALUE, pack_without
from casino.rulebooks import BOOKS, RuleBookError, Rules
from sidebets import Scale, SideBet
from sidebets.exact import figures
from tables import signals
from tables.models import Table

MAIN_LOWER: Final = "main_lower"
"""The key of main wagers of the lower level, if a table has two levels (NZ-21.5)."""
INSURANCE: Final = "insurance"
ANTE: Final = "ante"

MAIN_EDGES: Final[Mapping[tuple[str, str], float]] = {
    ("ACT96", "blackjack"): 0.006253,
    ("ACT96", "triple_play"): 0.008001,
    ("ACT03", "blackjack"): 0.006253,
    ("VIC03", "blackjack"): 0.002511,
    ("VIC03", "crown_pontoon"): 0.004817,
    ("VIC03", "vegas_blackjack"): 0.001061,
    ("VIC03", "crown_blackjack"): 0.004778,
    ("NZ", "blackjack"): 0.006150,
    ("NZ", "ante_up"): 0.006150,
    ("NZ", "blackjack_plus"): 0.029416,
    ("NZ", "free_bet"): 0.011476,
    ("NZ", "player_select"): 0.006150,
    ("UK", "blackjack"): 0.005501,
}

BESIDE_THE_PLAY: Final = frozenset(
    ("decks", "boxes_most", "seats_most", "cutting_card", "face_down_allowed", "limits_on", "limits_role", "ante",
     "ante_waived_from", "ante_most", "upper_minimum", "unpayable", "unpayable_refusable", "pairs_on_split",
     "free_bonus")
)  # fmt: skip
"""Rules that an election changes without changing the edge of a wager."""


def main_edge(rules: Rules) -> float | None:
    """The house edge of the main wager; None if it is not in the table and nobody can work it out."""
    usual = BOOKS[rules.book].games[rules.game]
    edge = MAIN_EDGES.get((rules.book, rules.game))
    if edge is not None and _played_alike(rules, usual):
        return edge
    return signals.main_edge.first(rules=rules)


def _played_alike(rules: Rules, usual: Rules) -> bool:
    ours, theirs = rules.rules(), usual.rules()
    # Who in the house decides makes no difference to the play either.
    beside = {name for name in ours if name in BESIDE_THE_PLAY or name.endswith("_role")}
    return all(ours[name].value == theirs[name].value for name in ours.keys() - beside)


def side_edge(bet: SideBet, scale: Scale, rules: Rules, decks: int) -> float:
    """The exact house edge of a side bet. Raises RuleBookError for a number of packs with which it is not offered."""
    return float(_side_edge(bet, scale, rules, decks))


@lru_cache(maxsize=512)
def _side_edge(bet: SideBet, scale: Scale, rules: Rules, decks: int) -> Fraction:
    return figures(bet, scale, rules, decks).house_edge


def insurance_edge(rules: Rules, decks: int) -> float:
    """The house edge of insurance: a full shoe without the dealer's ace, and a ten wins."""
    pack = pack_without(rules.missing_ranks.value)
    tens = decks * sum(1 for card in pack if HARD_VALUE[card] == 10)
    odds = rules.insurance_odds.value
    return float(1 - Fraction(tens, decks * len(pack) - 1) * (1 + Fraction(odds.win, odds.stake)))


def key_of(bet: str, scale: str) -> str:
    """The key of a side bet's figures: each scale has its own edge."""
    return f"{bet}:{scale}"


def edges_of(table: Table, bets: Mapping[str, SideBet]) -> dict[str, float]:
    """The edge of every bet at the table, by the key of its figures. Earlier scales of this opening are included."""
    try:
        rules = table.rules
    except RuleBookError:
        return {}
    edges: dict[str, float | None] = {
        "main": main_edge(rules),
        INSURANCE: insurance_edge(rules, table.decks),
    }
    if rules.lower is not None:
        edges[MAIN_LOWER] = main_edge(rules.lower)
    if rules.ante.value:
        edges[ANTE] = 1.0  # a fee, which is not at risk (NZ-1.1-B01)
    for key, scale, _ in table.offers:
        try:
            edges[key_of(key, scale)] = side_edge(bets[key], bets[key].scale(scale), rules, table.decks)
        except RuleBookError:
            continue
    side_edges = {name: edge for name, edge in table.edges.items() if ":" in name}
    return side_edges | {name: edge for name, edge in edges.items() if edge is not None}
