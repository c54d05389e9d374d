"""Sevens among the first cards of a box: the test of every bet on sevens."""

from typing import Final

from sidebets.bet import OPEN, Seen

ONE: Final = "one_seven"
TWO: Final = "two_sevens"
TWO_SUITED: Final = "two_sevens_suited"
THREE: Final = "three_sevens"
THREE_SUITED: Final = "three_sevens_suited"
NONE: Final = "no_seven"


def sevens(seen: Seen) -> str:
    """How many sevens the cards begin with, up to three, and whether those are of one suit (ACT03-A-B21,
    ACT03-A-B14).

    It is decided by the first card that is not a seven. Two sevens stay open until a third card comes, or none can
    come any more: figures that are counted from three cards assume that the player always draws.
    """
    count = 0
    for card in seen.cards[:3]:
        if card[0] != "7":
            break
        count += 1
    if count == len(seen.cards) and count < 3 and not (seen.closed and count == 2):
        return OPEN
    suited = len({card[1] for card in seen.cards[:count]}) == 1
    return (NONE, ONE, TWO_SUITED if suited else TWO, THREE_SUITED if suited else THREE)[count]
