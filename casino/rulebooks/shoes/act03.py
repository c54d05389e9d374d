"""Canberra 2003: rules 2.3, 2.4, 5 and 19.2."""

from dataclasses import replace
from typing import Final

from casino.rulebooks.rule import OPERATOR
from casino.rulebooks.shoes.kind import ADDED, AGAIN, NEW, OPENING, Change, Cutter, ShoeRules, Step

SHUFFLES: Final = ("riffle_strip_riffle", "wash_riffle_strip_riffle", "four_riffles")
"""The shuffles of the approved procedures, the usual one first (ACT03-2.3(b))."""

_CHECKS: Final = (
    Step("check", "ACT03-2.4-B03", "Check every replacement card", "Cards checked", at=(NEW, ADDED)),
    Step(
        "second_check",
        "ACT03-2.4-B03",
        "A casino supervisor checks every replacement card",
        "Checked by the supervisor",
        role="casino_supervisor",
        at=(NEW, ADDED),
    ),
)
_CHANGES: Final = (
    Change(
        "damaged",
        "some",
        "ACT03-2.4-B01",
        "a marked or damaged card is exchanged",
        OPERATOR,
        when="any",
        reason=True,
    ),
    Change("operator", "all", "ACT03-2.4-B02", "all cards are exchanged", OPERATOR),
)

SHOE: Final = ShoeRules(
    steps=(
        *_CHECKS,
        Step("shuffle", "ACT03-5.1", "Shuffle the cards by the approved shuffle", "Shuffled"),
        Step("cut", "ACT03-5.2(d)", "Offer the cut: at least one pack from either end", "Cut"),
        Step(
            "move", "ACT03-5.4-B02", "Put the cards in front of the cutting card at the back", "To the back"
        ),
        Step(
            "place",
            "ACT03-5.4-B03",
            "Place the cutting card, one pack from the back to half way",
            "Placed",
        ),
        Step("burn", "ACT03-5.7", "Burn one card", "Burnt", at=(OPENING, NEW, AGAIN)),
    ),
    cutters=(
        Cutter("start", "arrived", "ACT03-5.2(a)"),
        Cutter("box", "that_box", "ACT03-5.2(b)"),
        Cutter("dealer", "rightmost", "ACT03-5.2(c)"),
        Cutter("first", "nobody", "ACT03-5.2(d)"),
        Cutter("other", "nobody", "ACT03-5.2(d)"),
    ),
    cut_refused="ACT03-5.2(d)",
    cut_by=(("casino_supervisor", "ACT03-5.3"),),
    cut_from_ends=(1, "ACT03-5.4-B01"),
    depth_least=(1, "ACT03-5.4-B03"),
    depth_most="ACT03-5.4-B03",
    depth_give=(1, "ACT03-5.4-B03"),
    changes=_CHANGES,
    new_cards_after=frozenset({"ACT03-19.3(b)-B01"}),
    approved_shuffle=(SHUFFLES[0], "ACT03-2.3(b)"),
)

AUTOMATIC: Final = replace(
    SHOE,
    # In place of rule 5 (ACT03-19.1-B01): no cut, no cutting card, no burn, and no shuffle between rounds.
    steps=(
        *_CHECKS,
        Step("shuffle", "ACT03-19.2", "Shuffle the cards", "Shuffled"),
        Step("load", "ACT03-19.2", "Put the cards into the shuffling shoe", "Loaded"),
    ),
    # A shoe that fails during a round: cut by the first two sentences of rule 5.4, no cutting card, no burn
    # (19.3(a)).
    spare=(
        Step(
            "remove", "ACT03-19.3(a)(i)", "Take the cards that are left out of the shoe", "Taken out", at=()
        ),
        Step("mix", "ACT03-19.3(a)(i)", "Shuffle these cards", "Shuffled", at=()),
        Step("cut", "ACT03-19.3(a)(ii)", "Offer the cut: at least one pack from either end", "Cut", at=()),
        Step(
            "another_shoe",
            "ACT03-19.3(b)-B01",
            "Bring another shoe; one that does not shuffle is entered in the table's set-up (ACT03-19.3(b)-B02)",
            "Another shoe is there",
            at=(),
        ),
    ),
    cutters=(*SHOE.cutters, Cutter("fault", "rightmost", "ACT03-19.3(a)(ii)")),
    another_after="ACT03-19.3(b)-B01",
    burn_at_change="",
)
