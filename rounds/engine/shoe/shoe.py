"""The record of a shoe that one round hands on to the next."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from casino.cards import PACK, UNKNOWN, Card

_AT: Final = {card: at for at, card in enumerate(PACK)}


class Shoe(Struct, frozen=True, omit_defaults=True):
    """A shoe whose preparation and cards are followed. A round without one, as a ``.round`` file plays it, is dealt
    from a shoe that is ready."""

    packs: int
    why: str = "opening"
    """Why it was last prepared: `casino.rulebooks.shoes.kind`."""
    todo: tuple[str, ...] = ()
    """The steps still to be made, in order."""
    gone: str = ""
    """How many of each card of a pack (`PACK`) have left it since the shuffle in rounds that are over, a digit each;
    empty for none."""
    unseen: int = 0
    """How many have left it face down."""
    came: str = ""
    """Where the cutting card came out: on a ``box``, on the ``dealer``'s hand, or ``first`` of a round."""
    came_box: int = 0
    declined: tuple[str, ...] = ()
    """Players who have turned the cut down."""
    cutter: str = ""
    """The player who made the last cut, if one did."""
    at_once: bool = False
    """A shuffle was ordered that does not wait for the end of the round."""
    stack: int = 0
    """How many cards were shuffled, where not all were: those of the rack."""
    status: str = ""
    """Cards that came prepared and have not been dealt from: how (`casino.rulebooks.shoes.kind.Prepared`)."""
    checked_by: str = ""
    """Who checked the new cards first: the second check is another person's."""
    burn_missed: bool = False
    """The burn that was recorded since the shuffle was in fact not made."""
    insisted: bool = False
    arrivals: tuple[str, ...] = ()
    """Players in the order in which they came to the table."""
    last: tuple[tuple[int, str], ...] = ()
    """Who was at which box in the last round, as (box, player)."""
    dealer: str = ""
    """The dealer who deals from it, where a card is burnt when another comes (ACT96-7.2)."""
    cards: str = ""
    """The colour of the set that is in it, where two are used in turn (NZ-3.4)."""
    session: str = ""
    """The opening of the table since which it is there."""

    def gone_of(self, card: Card) -> int:
        """How many of that card had left it before this round."""
        return int(self.gone[_AT[card]]) if self.gone and card in _AT else 0


def with_gone(gone: str, cards: Iterable[Card]) -> str:
    """The digits with these cards added. Nine is the most that is told: it is more than any shoe holds."""
    counts = Counter(card for card in cards if card != UNKNOWN and card in _AT)
    if not counts:
        return gone
    digits = [int(digit) for digit in gone] if gone else [0] * len(PACK)
    for card, count in counts.items():
        digits[_AT[card]] = min(9, digits[_AT[card]] + count)
    return "".join(map(str, digits))
