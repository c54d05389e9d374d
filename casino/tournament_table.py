"""What a table plays a session of a tournament under: who sits where with which chips, how long, how wagers are made.

The tournament's director lays it down for a table (`tables.tournaments`), and every hand of the session is dealt under
it (`rounds.engine.tournament`). Tournament chips are counted in hundredths of a unit, as money is in cents.
"""

from typing import Final, Literal

from msgspec import Struct

from casino.money import Cents

UNIT: Final[Cents] = 100
"""One unit of tournament chips."""

Below = Literal["", "refused", "made_up", "returned"]
"""What becomes of a wager under the minimum: as the book has it, or it is handed back at once, it is made up to the
minimum before the call, or it goes back before the call."""
Above = Literal["", "refused", "reduced", "returned"]
"""What becomes of a wager over the maximum: as the book has it, or it is handed back at once, only the maximum plays,
or all of it goes back before the call."""


class TournamentTable(Struct, frozen=True, omit_defaults=True):
    """A session of a tournament at one table. Chips are in hundredths of a unit."""

    code: str
    """The tournament, such as ``T-1``."""
    session: str
    """The session at this table, such as ``1.2``: in another one the counts and the stacks start again."""
    seats: tuple[tuple[int, str], ...] = ()
    """Who sits at which box, as (box, player)."""
    stacks: tuple[tuple[str, Cents], ...] = ()
    """The chips of each player when the session began."""
    given: tuple[tuple[str, Cents], ...] = ()
    """Chips that the director has given each player since then, or taken: bought back, forfeited."""
    hands: int = 0
    """The session's length in hands; 0 where it is not counted in hands."""
    shoes: int = 0
    """Its length in shoes; 0 where it is not counted in shoes."""
    minutes: int = 0
    """Its length by the clock; 0 where the clock does not end it."""
    last_hands: int = 0
    """How many of its last hands are announced as the last."""
    compulsory: Cents = 0
    """What every player who has so much must wager on every hand; 0 for nothing."""
    order: Literal["open", "announced"] = "open"
    """Wagers are made in any order, or announced in turn from the button."""
    first_box: int = 1
    """The box that has the button on the first hand."""
    secret: int = 0
    """On so many of the last hands the wagers are secret until the call."""
    below: Below = ""
    above: Above = ""
    overrides: tuple[tuple[str, str], ...] = ()
    """Where the conditions differ from the book's rules (`casino.rulebooks.tournament_play`)."""
    tie_for: int = 0
    """The session breaks a tie for so many places; 0 for an ordinary one."""

    def player_at(self, box: int) -> str:
        """Who sits at a box; empty for nobody."""
        return dict(self.seats).get(box, "")

    def box_of(self, player: str) -> int:
        """Where a player sits; 0 for one who is not of this session."""
        return next((box for box, seated in self.seats if seated == player), 0)


def units(chips: Cents) -> str:
    """Tournament chips as people read them: ``1,250``, or ``12.50`` where they are no whole units."""
    return f"{chips // UNIT:,}" if chips % UNIT == 0 else f"{chips / UNIT:,.2f}"
