"""The terms of a tournament session at a table: who sits where with how many chips, how long it lasts, how wagers
are made.

The tournament's director sets them for a table (`tables.tournaments`), and every hand of the session is dealt under
them (`rounds.engine.tournament`). Tournament chips are counted in hundredths of a unit, as money is in cents.
"""

from typing import Final, Literal

from msgspec import Struct

from casino.money import Cents

UNIT: Final[Cents] = 100
"""One unit of tournament chips."""

Below = Literal["", "refused", "made_up", "returned"]
"""What becomes of a wager under the minimum: as the book says, handed back at once, made up to the minimum before
the call, or handed back before the call."""
Above = Literal["", "refused", "reduced", "returned"]
"""What becomes of a wager over the maximum: as the book says, handed back at once, cut to the maximum, or all of it
handed back before the call."""


class TournamentTable(Struct, frozen=True, omit_defaults=True):
    """A session of a tournament at one table. Chips are in hundredths of a unit."""

    code: str
    """The tournament, such as ``T-1``."""
    session: str
    """The session at this table, such as ``1.2``: hand counts and stacks start again in every session."""
    seats: tuple[tuple[int, str], ...] = ()
    """Who sits at which box, as (box, player)."""
    stacks: tuple[tuple[str, Cents], ...] = ()
    """The chips of each player when the session began."""
    given: tuple[tuple[str, Cents], ...] = ()
    """The chips that the director has since given each player, or taken: bought back, forfeited."""
    hands: int = 0
    """The session's length in hands; 0 if it is not limited by hands."""
    shoes: int = 0
    """The session's length in shoes; 0 if it is not limited by shoes."""
    minutes: int = 0
    """The session's length in minutes; 0 if it is not limited by time."""
    last_hands: int = 0
    """How many of its last hands are announced as the last."""
    compulsory: Cents = 0
    """What every player who has enough chips must wager on every hand; 0 for nothing."""
    order: Literal["open", "announced"] = "open"
    """Wagers are made in any order, or announced in turn from the button."""
    first_box: int = 1
    """The box that has the button on the first hand."""
    secret: int = 0
    """How many of the last hands have wagers that are secret until the call."""
    below: Below = ""
    above: Above = ""
    overrides: tuple[tuple[str, str], ...] = ()
    """Where the conditions differ from the book's rules (`casino.rulebooks.tournament_play`)."""
    tie_for: int = 0
    """How many places the session breaks a tie for; 0 for an ordinary session."""

    def player_at(self, box: int) -> str:
        """Who sits at a box; "" if nobody does."""
        return dict(self.seats).get(box, "")

    def box_of(self, player: str) -> int:
        """Where a player sits; 0 for somebody who is not in this session."""
        return next((box for box, seated in self.seats if seated == player), 0)


def units(chips: Cents) -> str:
    """Tournament chips as people read them: ``1,250``, or ``12.50`` for a fraction of a unit."""
    return f"{chips // UNIT:,}" if chips % UNIT == 0 else f"{chips / UNIT:,.2f}"
