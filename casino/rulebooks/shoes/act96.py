"""Canberra 1996: rules 3.3, 3.4, 6 and 7.2."""

from typing import Final

from casino.rulebooks.rule import OPERATOR
from casino.rulebooks.shoes.kind import NEW, Change, Cutter, ShoeRules, Step

SHOE: Final = ShoeRules(
    steps=(
        Step("check", "ACT96-3.3-S2", "Check the new cards one by one", "New cards checked", at=(NEW,)),
        Step("shuffle", "ACT96-6.1-S1", "Shuffle the cards face down on the table", "Shuffled"),
        Step(
            "cut",
            "ACT96-6.1-S2",
            "Offer the cut, backs turned away from you: at least one pack from either end",
            "Cut",
        ),
        Step("move", "ACT96-6.2-S2", "Put the cards in front of the cutting card at the back", "To the back"),
        Step("place", "ACT96-6.2-S3", "Place the cutting card, at most half way from the back", "Placed"),
        Step("burn", "ACT96-7.2", "Burn the first card face down, unseen", "Burnt"),
    ),
    cutters=(
        Cutter("start", "arrived", "ACT96-6.1(a)"),
        Cutter("box", "that_box", "ACT96-6.1(b)"),
        Cutter("dealer", "rightmost", "ACT96-6.1(c)"),
        Cutter("first", "that_box", "ACT96-6.1(b)"),
        Cutter("other", "arrived", "ACT96-6.1(a)"),
    ),
    cut_refused="ACT96-6.1(d)-S1",
    cut_by=(("casino_supervisor", "ACT96-6.1(d)-S2"),),
    cut_from_ends=(1, "ACT96-6.2-S1"),
    depth_most="ACT96-6.2-S3",
    burn_at_change="ACT96-7.2",
    changes=(
        Change(
            "unfit",
            "some",
            "ACT96-3.3-S1",
            "cards unfit for use are changed",
            "casino_supervisor",
            reason=True,
        ),
        Change(
            "unfit",
            "all",
            "ACT96-3.3-S1",
            "all cards are changed as unfit for use",
            "casino_supervisor",
            reason=True,
        ),
        Change(
            "checking",
            "all",
            "ACT96-3.4",
            "the cards are taken away for checking and replaced",
            OPERATOR,
            when="ended",
        ),
    ),
)
