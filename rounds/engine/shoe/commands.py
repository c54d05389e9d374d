"""What is said of the shoe: a step made, a cut offered and taken, a shuffle ordered, cards changed."""

from casino.cards import Card
from rounds.engine.base import CommandBase as Base


class ShoeStep(Base, frozen=True, tag="shoe_step"):
    """Steps of the shoe that have been made, in that order, as the table waits for them. ``depth``: how many cards lie
    behind the cutting card, where they were counted or measured; -1 where not."""

    steps: tuple[str, ...]
    depth: int = -1
    role: str = "dealer"
    person: str = ""
    """Who gives the command; filled in on the way."""


class CutCards(Base, frozen=True, tag="cut_cards"):
    """The stack was cut: by a player, or by whom the book names when none does. ``position``: how many cards lay in
    front of the cutting card, where they were measured; -1 where not."""

    player: str = ""
    by: str = ""
    """Where no player cut: a role, a ``standing`` player, an ``employee``."""
    name: str = ""
    """The employee or standing player, by number or mark."""
    position: int = -1
    role: str = "dealer"
    person: str = ""


class DeclineCut(Base, frozen=True, tag="decline_cut"):
    """A player to whom the cut was offered does not want to."""

    player: str


class OrderShuffle(Base, frozen=True, tag="order_shuffle"):
    """A shuffle is ordered, or a card was exposed on its way into the shoe."""

    cause: str
    reason: str = ""
    role: str = "dealer"
    person: str = ""


class ChangeCards(Base, frozen=True, tag="change_cards"):
    """Cards are replaced: those named, or all of them."""

    cause: str
    cards: tuple[Card, ...] = ()
    reason: str = ""
    role: str = "dealer"
    person: str = ""


class BringCards(Base, frozen=True, tag="bring_cards"):
    """The cards on the table were prepared elsewhere, with what is on record of them."""

    status: str
    done_by: str = ""
    area: str = ""
    """The designated area in which they were secured."""
    released: str = ""
    """When and by whom they were let out of it."""
    seal: str = ""
    approval: str = ""
    role: str = "dealer"
    person: str = ""


class AskCards(Base, frozen=True, tag="ask_cards"):
    """A player asks to look at cards that were shuffled elsewhere (``look``), or insists that they are checked,
    shuffled and cut (``insist``)."""

    player: str
    what: str


class AnnounceLastRounds(Base, frozen=True, tag="announce_last_rounds"):
    """A role announces the last rounds before the table closes (ACT03-5.6)."""

    role: str


class ShowBurn(Base, frozen=True, tag="show_burn"):
    """A player asks to see the card that was burnt after the shuffle (NZ-8.1); ``card`` if the dealer enters it."""

    player: str = ""
    card: Card = ""


class Shuffle(Base, frozen=True, tag="shuffle"):
    """The cards have been shuffled: a new shoe begins."""

    cause: str = ""
