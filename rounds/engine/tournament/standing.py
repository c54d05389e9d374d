"""The score of a tournament session as its next hand begins."""

from msgspec import Struct

from casino.money import Cents


class Standing(Struct, frozen=True, omit_defaults=True):
    """A session at its table as the next hand begins. Chips are in hundredths of a unit."""

    code: str
    session: str
    stacks: tuple[tuple[str, Cents], ...] = ()
    given: tuple[tuple[str, Cents], ...] = ()
    """The part of `TournamentTable.given` that is already in the stacks."""
    hands: int = 0
    """Hands dealt to their end. A void hand does not count."""
    shoes: int = 0
    """Shoes dealt to the cutting card."""
    button: int = 0
    """The box that has the button."""
    out: tuple[tuple[str, int], ...] = ()
    """Players without chips, each with the hand that took the last of them."""
    house: Cents = 0
    """What the house has won from all stacks; negative if it has lost."""

    def stack(self, player: str) -> Cents:
        """The chips of a player."""
        return dict(self.stacks).get(player, 0)
