"""What a book says about play in a tournament, as data; `casino.rulebooks.tournament_play` has it for each book."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TournamentPlay:
    """The clauses of one book on play in a tournament. An empty clause requires nothing."""

    prevail: str
    """Whether the conditions or the rules prevail."""
    conditions_prevail: bool
    conditions: str
    """Play is conducted under the conditions."""
    exclusive: str
    """The table is used only for the tournament."""
    stack: str
    """The chips that a player is given for a session."""
    compulsory: str
    """Whether a wager is compulsory."""
    structure: str
    """How long a session lasts."""
    position: str
    """The position that is allotted to a player."""
    equal: str
    """All players have the same chance."""
    briefing: str = ""
    """The players are briefed before play."""
    director: str = ""
    """The director is present during the whole session."""
