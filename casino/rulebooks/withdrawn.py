"""Versions of a licensee's rules that a later one has withdrawn. At most one is active on any day: on the day that a
version comes into force all earlier ones end, and no value of theirs is taken over into it (ACT96-P-B02)."""

from typing import Final, NamedTuple

from casino.rulebooks.rule import RuleBookError


class Withdrawn(NamedTuple):
    """A version that can be chosen for no table any more: what it was, the day it ended, the clause that ended it
    and the book that came in its place."""

    title: str
    ended: str
    clause: str
    instead: str

    def refusal(self) -> RuleBookError:
        """Why it cannot be chosen."""
        return RuleBookError(
            "rule_book.withdrawn", self.clause, title=self.title, ended=self.ended, instead=self.instead
        )


WITHDRAWN: Final = {
    "ACT95": Withdrawn("the Canberra rules before those of 1996", "1996-01-23", "ACT96-P-B02", "ACT96"),
    "ACT99": Withdrawn(
        "the Canberra rules of Gazette S49 of 27 August 1999", "2003-05-30", "ACT03-P-B02", "ACT03"
    ),
}
