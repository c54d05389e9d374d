"""Commands about the shoe: steps done, the cut, ordered shuffles, cards changed."""

from casino.cards import Card
from rounds.engine.base import CommandBase as Base


class ShoeStep(Base, frozen=True, tag="shoe_step"):
    """Steps of the shoe done, in the order in which the table waits for them. ``depth`` is how many cards are behind
    the cutting card if they were counted or measured, otherwise -1."""

    steps: tuple[str, ...]
    depth: int = -1
    role: str = "dealer"
    person: str = ""
    """The staff number of whoever gives the command; filled in by the caller."""


class CutCards(Base, frozen=True, tag="cut_cards"):
    """The stack was cut by a player, or by whoever the book names if no player does. ``position`` is how many cards
    were in front of the cutting card if they were measured, otherwise -1."""

    player: str = ""
    by: str = ""
    """If no player cut: a role, a ``standing`` player, or an ``employee``."""
    name: str = ""
    """The employee's number or the standing player's mark."""
    position: int = -1
    role: str = "dealer"
    person: str = ""


class DeclineCut(Base, frozen=True, tag="decline_cut"):
    """A player who was offered the cut declines it."""

    player: str


class OrderShuffle(Base, frozen=True, tag="order_shuffle"):
    """A shuffle is ordered, or a card was exposed on its way into the shoe."""

    cause: str
    reason: str = ""
    role: str = "dealer"
    person: str = ""


class ChangeCards(Base, frozen=True, tag="change_cards"):
    """Cards are replaced: the named ones, or all if none is named."""

    cause: str
    cards: tuple[Card, ...] = ()
    reason: str = ""
    role: str = "dealer"
    person: str = ""


class BringCards(Base, frozen=True, tag="bring_cards"):
    """The cards on the table were prepared elsewhere; the fields are what is recorded about that."""

    status: str
    done_by: str = ""
    area: str = ""
    """The designated area in which they were secured."""
    released: str = ""
    """When and by whom they were released from that area."""
    seal: str = ""
    approval: str = ""
    role: str = "dealer"
    person: str = ""


class AskCards(Base, frozen=True, tag="ask_cards"):
    """A player asks to look at cards shuffled elsewhere (``look``), or insists on having them checked, shuffled and
    cut (``insist``)."""

    player: str
    what: str


class AnnounceLastRounds(Base, frozen=True, tag="announce_last_rounds"):
    """A role announces the last rounds before the table closes (ACT03-5.6)."""

    role: str


class ShowBurn(Base, frozen=True, tag="show_burn"):
    """A player asks to see the card burnt after the shuffle (NZ-8.1); ``card`` if the dealer enters it."""

    player: str = ""
    card: Card = ""


class Shuffle(Base, frozen=True, tag="shuffle"):
    """The cards have been shuffled: a new shoe begins."""

    cause: str = ""
