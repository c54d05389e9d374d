"""Versions of a licensee's rules that a later one has replaced. At most one is active on any day: all earlier
versions end on the day a new one comes into force, and none of their values carries over (ACT96-P-B02)."""

from typing import Final, NamedTuple

from casino.rulebooks.rule import RuleBookError


class Withdrawn(NamedTuple):
    """A version that no table can choose any more: what it was, the day it ended, the clause that ended it and the
    book that replaced it."""

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
