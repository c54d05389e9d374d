"""New Zealand: rules 3.4, 6.2 to 6.6, section 7 and 8.1, with what the operator elects of them."""

from dataclasses import replace
from typing import Final

from casino.rulebooks.rule import OPERATOR
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

_FRESH: Final = (OPENING, NEW)
_BURN_AT: Final = (OPENING, NEW, AGAIN)
"""The rack shuffled to complete a round is put in the shoe under section 7, without 8.1 (NZ-16.7-S1)."""

CHECKS: Final = (
    Step("check", "NZ-6.1", "Sort and check the new cards", "New cards checked", at=(NEW,)),
    Step(
        "second_check",
        "NZ-6.1",
        "A game supervisor checks the new cards, independently",
        "Checked by the supervisor",
        role="game_supervisor",
        at=(NEW,),
    ),
)
SPREAD: Final = (
    Step(
        "spread",
        "NZ-6.2",
        "Spread the cards face up, pack by pack, by suit and in sequence",
        "Spread face up",
        at=_FRESH,
    ),
    Step("seen", "NZ-6.3", "Let the first players look; then turn the cards face down", "Seen", at=_FRESH),
)
SHUFFLE: Final = Step("shuffle", "NZ-7.1(a)", "Shuffle the cards into random order", "Shuffled")
CUT: Final = Step(
    "cut",
    "NZ-7.2-S2",
    "Offer the stack for the cut, backs turned away from you: at least one pack from either end",
    "Cut",
)
MOVE: Final = Step("move", "NZ-7.6", "Put the cards in front of the cutting card at the back", "To the back")
PLACE: Final = Step("place", "NZ-7.6(e)", "Place the cutting card, at most half way from the back", "Placed")
SECOND_CARD: Final = Step(
    "second_card", "NZ-7.6(e)", "Put the second cutting card at the very back", "Second at the back"
)
LOAD: Final = Step("load", "NZ-7.6(e)", "Put the stack into the shoe", "Loaded")
BURN: Final = Step("burn", "NZ-8.1-S1", "Draw the first card and discard it face down", "Burnt", at=_BURN_AT)

SHOE: Final = ShoeRules(
    steps=(*CHECKS, *SPREAD, SHUFFLE, CUT, MOVE, PLACE, LOAD, BURN),
    spare=(
        Step("look", "NZ-7.1A(a)", "Let the player look at the cards", "Looked at"),
        Step("by_hand", "NZ-6.4-S1", "Shuffle the cards before they are loaded", "Shuffled"),
        *(CUT, MOVE),
    ),
    cutters=(
        Cutter("start", "arrived", "NZ-7.3(a)"),
        Cutter("box", "that_box", "NZ-7.3(b)"),
        Cutter("dealer", "rightmost", "NZ-7.3(c)"),
        Cutter("new", "leftmost", "NZ-7.3(d)"),
        Cutter("first", "that_box", "NZ-7.3"),
        Cutter("other", "leftmost", "NZ-7.3"),
    ),
    cut_refused="NZ-7.4-S1",
    cut_by=(("standing", "NZ-7.4-S2"), ("employee", "NZ-7.4-S2")),
    seated_first=True,
    nobody_seated="NZ-7.4-S3",
    nobody_stands="NZ-7.4-S4",
    sets=("red", "blue"),
    cut_from_ends=(1, "NZ-7.5"),
    depth_most="NZ-7.6(e)",
    orders=(
        Ordered("directed", "NZ-7.1(d)", "a shuffle is directed", "casino_supervisor"),
        Ordered(
            "suspicion",
            "NZ-7.1(e)",
            "the shuffle may not have been random",
            "game_supervisor",
            reason=True,
        ),
        Ordered(
            "exposed", "NZ-7.1(f)", "a card was exposed before the cards went into the shoe", when="unloaded"
        ),
    ),
    changes=(
        Change(
            "operator",
            "all",
            "NZ-7.7",
            "the cards in play are replaced",
            OPERATOR,
        ),
    ),
    prepared=(
        Prepared(
            "pre_checked",
            "NZ-6.5-S1",
            "checked in advance and secured until now",
            ("check", "second_check", "spread", "seen"),
            ("done_by", "area", "released"),
        ),
        Prepared(
            "pre_shuffled",
            "NZ-6.5-S1",
            "shuffled in advance and secured until now",
            ("check", "second_check", "spread", "seen", "shuffle"),
            ("done_by", "area", "released"),
        ),
        Prepared(
            "sealed",
            "NZ-6.6",
            "checked, shuffled and sealed by the maker",
            ("check", "second_check", "spread", "seen", "shuffle", "cut", "move"),
            ("seal", "approval"),
        ),
    ),
    look="NZ-7.1A(a)",
    insist="NZ-7.1A(b)",
)


# --- what the operator elects


def without_cut(shoe: ShoeRules) -> ShoeRules:
    """The operator has no cut made (NZ-7.2-S1): nothing is moved, and the cutting card is still placed (NZ-7.6)."""
    return shoe.without("cut", "move")


def two_cutting_cards(shoe: ShoeRules) -> ShoeRules:
    """A second cutting card lies at the very back (NZ-7.6(e))."""
    steps: list[Step] = []
    for step in shoe.steps:
        steps += [step, SECOND_CARD] if step.name == "place" else [step]
    return replace(shoe, steps=tuple(steps))


def continuous(shoe: ShoeRules) -> ShoeRules:
    """A Continuous Shuffler: the cards go in at the opening and stay (NZ-6.4-S1, 7.6(a)); no cutting card, no burn.

    What the operator elects to do with them before that is added by the other two elections. A shuffle that is
    directed (NZ-7.1(d), (e)), cards that come prepared (NZ-6.5) and a player who insists (NZ-7.1A) work as at any
    other table.
    """
    load = Step(
        "load", "NZ-7.6(a)", "Put the stack into the Continuous Shuffler", "Loaded", at=(*_FRESH, AGAIN)
    )
    out = Step("shuffle", "NZ-7.1(d)", "Take the cards out and shuffle them", "Shuffled", at=(AGAIN,))
    orders = tuple(order for order in shoe.orders if order.when != "unloaded")
    return replace(shoe, steps=(*CHECKS, out, load), spare=(*shoe.spare, *SPREAD), orders=orders)


def batch(shoe: ShoeRules) -> ShoeRules:
    """A shuffler with two sets, which shuffles one while the other is dealt (NZ-3.4): its shuffle is the one that
    7.1(a) requires, and no player need have seen the cards (NZ-6.4-S1)."""
    machine = Step(
        "machine", "NZ-6.4-S1", "Load both sets of cards into the shuffler", "Both sets in", at=_FRESH
    )
    given = SHUFFLE._replace(
        clause="NZ-3.4",
        words="Take the shuffled set out of the machine; the other goes in",
        done="Set taken out",
    )
    steps = [given if step.name == "shuffle" else step for step in shoe.without("spread", "seen").steps]
    at = next(number for number, step in enumerate(steps) if step.name == "shuffle")
    return replace(shoe, steps=(*steps[:at], machine, *steps[at:]), two_sets="NZ-3.4")


def shuffled_before_loading(shoe: ShoeRules) -> ShoeRules:
    """The operator has the cards shuffled before they go into the shuffler (NZ-6.4-S2)."""
    hand = Step("by_hand", "NZ-6.4-S2", "Shuffle the cards before they are loaded", "Shuffled", at=_FRESH)
    return _before_loading(shoe, hand)


def cut_before_loading(shoe: ShoeRules) -> ShoeRules:
    """The operator has them cut before that (NZ-6.4-S2, NZ-7.2-S1); with a Continuous Shuffler the cutting card then
    goes to one side of the table (NZ-7.6(a)), and a stack in the machine is not cut again."""
    aside = Step(
        "aside", "NZ-7.6(a)", "Lay the cutting card to one side of the table", "Laid aside", at=_FRESH
    )
    first = tuple(step._replace(at=_FRESH) for step in (CUT, MOVE))
    return _before_loading(shoe, *first, *(() if shoe.two_sets else (aside,)))


def _before_loading(shoe: ShoeRules, *more: Step) -> ShoeRules:
    at = next((n for n, step in enumerate(shoe.steps) if step.name in ("machine", "load")), len(shoe.steps))
    return replace(shoe, steps=(*shoe.steps[:at], *more, *shoe.steps[at:]))
