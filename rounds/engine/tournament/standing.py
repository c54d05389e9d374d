"""What a session of a tournament has come to as its next hand begins."""

from msgspec import Struct

from casino.money import Cents


class Standing(Struct, frozen=True, omit_defaults=True):
    """A session at its table as the next hand begins. Chips are in hundredths of a unit."""

    code: str
    session: str
    stacks: tuple[tuple[str, Cents], ...] = ()
    given: tuple[tuple[str, Cents], ...] = ()
    """What of `TournamentTable.given` is in the stacks."""
    hands: int = 0
    """Hands dealt to their end. A void one does not count."""
    shoes: int = 0
    """Shoes dealt to the cutting card."""
    button: int = 0
    """The box that has the button."""
    out: tuple[tuple[str, int], ...] = ()
    """Players without chips, each with the hand that took the last of them."""
    house: Cents = 0
    """What the house has taken of all stacks; below zero what it has paid."""

    def stack(self, player: str) -> Cents:
        """The chips of a player."""
        return dict(self.stacks).get(player, 0)
