"""Victoria 2003: rule 4."""

from dataclasses import replace
from typing import Final

from casino.rulebooks.shoes.kind import (
    AGAIN,
    NEW,
    OPENING,
    Change,
    Cutter,
    Ordered,
    Prepared,
    ShoeRules,
    Step,
)

_BURN_AT: Final = (OPENING, NEW, AGAIN)
"""The shuffle that completes a round is made under 4.1 and 4.2 alone (VIC03-9.9)."""

SHOE: Final = ShoeRules(
    steps=(
        Step("check", "VIC03-3.2.5", "Check the new cards", "New cards checked", at=(NEW,)),
        Step("shuffle", "VIC03-4.1.1(a)", "Shuffle the cards into random order", "Shuffled"),
        Step(
            "cut",
            "VIC03-4.2.1",
            "Offer the stack to be cut, backs turned away from you: at least one pack from either end",
            "Cut",
        ),
        Step(
            "move", "VIC03-4.2.4(a)", "Put the cards in front of the cutting card at the back", "To the back"
        ),
        Step("place", "VIC03-4.2.4(b)", "Place the cutting card, at most half way from the back", "Placed"),
        Step("load", "VIC03-4.2.4(c)", "Load the shoe", "Loaded"),
        Step("burn", "VIC03-4.3.1", "Burn the first card face down", "Burnt", at=_BURN_AT),
    ),
    cutters=(
        Cutter("start", "arrived", "VIC03-4.2.1(a)"),
        Cutter("box", "that_box", "VIC03-4.2.1(b)"),
        Cutter("dealer", "rightmost", "VIC03-4.2.1(c)"),
        Cutter("new", "rightmost", "VIC03-4.2.1(d)"),
        Cutter("other", "rightmost", "VIC03-4.2.1"),
    ),
    cut_refused="VIC03-4.2.2",
    cut_by=(("game_supervisor", "VIC03-4.2.2"),),
    cut_from_ends=(1, "VIC03-4.2.3"),
    depth_most="VIC03-4.2.4(b)",
    orders=(
        Ordered(
            "abnormal",
            "VIC03-4.1.1(d)",
            "the cards come out in an abnormal sequence",
            "casino_supervisor",
            reason=True,
            when="at_once",
        ),
        Ordered(
            "warranted",
            "VIC03-4.1.1(e)",
            "a shuffle is warranted",
            "casino_supervisor",
            reason=True,
        ),
    ),
    changes=(
        Change(
            "checking",
            "all",
            "VIC03-4.4.1",
            "the cards are taken away, checked and replaced",
            "game_supervisor",
            when="ended",
            reason=True,
        ),
        Change(
            "unfit",
            "all",
            "VIC03-4.4.2",
            "all cards are replaced as unfit",
            "casino_supervisor",
            reason=True,
        ),
        Change(
            "unfit",
            "some",
            "VIC03-4.4.2",
            "unfit cards are replaced",
            "casino_supervisor",
            reason=True,
        ),
    ),
    prepared=(
        Prepared(
            "pre_shuffled",
            "VIC03-4.1.2",
            "shuffled in advance and secured until now",
            ("shuffle",),
            ("done_by", "area", "released"),
        ),
    ),
    new_cards_after=frozenset({"VIC03-9.12.3", "VIC03-4.4.3"}),
)

AUTOMATIC: Final = replace(
    SHOE,
    # Shuffled continuously: no shuffle, cut or burn between rounds (VIC03-4.1.1(f), 4.3.1).
    steps=(
        SHOE.steps[0],
        # What a casino supervisor may order remains (VIC03-4.1.1(d), (e)).
        Step("shuffle", "VIC03-4.1.1(d)", "Take the cards out and shuffle them", "Shuffled", at=(AGAIN,)),
        Step("load", "VIC03-4.1.1(f)", "Load the cards into the shuffling shoe", "Loaded"),
    ),
    prepared=(),
)
