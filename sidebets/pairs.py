"""Two cards of one rank: how alike they are. The test of every bet on pairs."""

from casino.cards import Card

RED = frozenset("hd")


def likeness(first: Card, second: Card) -> str:
    """``perfect`` (one suit), ``coloured`` (one colour), ``mixed``, or nothing for two ranks.

    Rank decides, not points: a king and a queen are no pair though they may be split.
    """
    if first[0] != second[0]:
        return ""
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if (first[1] in RED) == (second[1] in RED) else "mixed"
