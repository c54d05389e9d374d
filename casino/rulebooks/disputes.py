"""What a book says about disputes: who decides them, what complainants are told, and who reviews a decision."""

from dataclasses import dataclass
from typing import Final

from casino.rulebooks.irregularities.silent import GENERAL
from casino.rulebooks.rules import Rules


@dataclass(frozen=True, slots=True)
class Disputes:
    """The clauses of one book on disputes. An empty clause means that the book has no such step."""

    advised: str = ""
    """Complainants whose dispute is not resolved are told whom they may consult."""
    consults: str = ""
    reviewed: str = ""
    """A decision is reviewed on request."""
    reviewer: str = ""
    ambiguous: str = ""
    """A dispute about an ambiguous rule is decided in the player's favour until the rule is settled."""


DISPUTES: Final = {
    "ACT96": Disputes(
        advised="ACT96-20.5",
        consults="a Government Casino Inspector",
        reviewed="ACT96-20.6",
        reviewer="the Chief Casino Inspector",
    ),
    "ACT03": Disputes(reviewed="ACT03-16.6-B02", reviewer="the ACT Gambling and Racing Commission"),
    "VIC03": Disputes(
        advised="VIC03-17.9",
        consults="the Director of Casino Surveillance or a delegate",
        reviewed="VIC03-17.10",
        reviewer="the Director of Casino Surveillance or a delegate",
    ),
    # Disputes are a matter for the general rules of division 1, which are not among the sources.
    "NZ": Disputes(),
    "UK": Disputes(ambiguous="UK-A01"),
}


def decided_by(rules: Rules) -> tuple[str, str]:
    """The clause under which disputes are decided, and the least role that decides them."""
    clause, role = GENERAL[rules.book]
    return clause, rules.acting(role)
