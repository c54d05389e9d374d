"""How alike two cards of one rank are: the test of every bet on pairs."""

from casino.cards import Card

RED = frozenset("hd")


def likeness(first: Card, second: Card) -> str:
    """``perfect`` (one suit), ``coloured`` (one colour), ``mixed``, or "" for two ranks.

    Rank counts, not points: a king and a queen may be split but are not a pair.
    """
    if first[0] != second[0]:
        return ""
    if first[1] == second[1]:
        return "perfect"
    return "coloured" if (first[1] in RED) == (second[1] in RED) else "mixed"
