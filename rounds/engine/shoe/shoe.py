"""The state of a shoe that one round passes on to the next."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from casino.cards import PACK, UNKNOWN, Card

_AT: Final = {card: at for at, card in enumerate(PACK)}


class Shoe(Struct, frozen=True, omit_defaults=True):
    """A shoe whose preparation and cards are tracked. A round without one, as in a ``.round`` file, is dealt from a
    shoe that is ready."""

    packs: int
    why: str = "opening"
    """Why it was last prepared (`casino.rulebooks.shoes.kind`)."""
    todo: tuple[str, ...] = ()
    """The steps still to be done, in order."""
    gone: str = ""
    """How many of each card of a pack (`PACK`) left it in earlier rounds since the shuffle, one digit per card; empty
    if none did."""
    unseen: int = 0
    """How many cards left it face down."""
    came: str = ""
    """Where the cutting card came out: on a ``box``, on the ``dealer``'s hand, or ``first`` of a round."""
    came_box: int = 0
    declined: tuple[str, ...] = ()
    """Players who have declined the cut."""
    cutter: str = ""
    """The player who made the last cut, if a player did."""
    at_once: bool = False
    """Whether a shuffle was ordered that does not wait for the end of the round."""
    stack: int = 0
    """How many cards were shuffled, if only those of the rack."""
    status: str = ""
    """How the cards were prepared elsewhere, if they were and have not been dealt from
    (`casino.rulebooks.shoes.kind`)."""
    checked_by: str = ""
    """Who made the first check of new cards; the second is made by somebody else."""
    burn_missed: bool = False
    """Whether the burn recorded since the shuffle was not really made."""
    insisted: bool = False
    arrivals: tuple[str, ...] = ()
    """Players in the order in which they came to the table."""
    last: tuple[tuple[int, str], ...] = ()
    """Who was at which box in the last round, as (box, player)."""
    dealer: str = ""
    """The dealer who deals from it, where a card is burnt at a change of dealer (ACT96-7.2)."""
    cards: str = ""
    """The colour of the set in it, where two sets are used in turn (NZ-3.4)."""
    session: str = ""
    """The opening of the table since which the shoe has been in use."""

    def gone_of(self, card: Card) -> int:
        """How many of that card left it before this round."""
        return int(self.gone[_AT[card]]) if self.gone and card in _AT else 0


def with_gone(gone: str, cards: Iterable[Card]) -> str:
    """The digits with these cards added. Counts stop at nine, which is more than any shoe holds of one card."""
    counts = Counter(card for card in cards if card != UNKNOWN and card in _AT)
    if not counts:
        return gone
    digits = [int(digit) for digit in gone] if gone else [0] * len(PACK)
    for card, count in counts.items():
        digits[_AT[card]] = min(9, digits[_AT[card]] + count)
    return "".join(map(str, digits))
