"""Cases that a book does not cover: the supervisor decides under the book's general power, and the screen says so."""

from collections.abc import Container
from dataclasses import replace
from typing import Final

from casino.rulebooks.irregularities.cases import BY_BOOK, CASES, ONLY, kinds_of
from casino.rulebooks.kind import YES_NO, Kind
from casino.rulebooks.rule import OPERATOR

GENERAL: Final = {
    "ACT96": ("ACT96-20.6", OPERATOR),
    "ACT03": ("ACT03-16.6-B01", OPERATOR),
    "VIC03": ("VIC03-17.10", "casino_supervisor"),
    # Disputes are a matter for Division 1, which is not among the sources; section 16 lets the operator void hands.
    "NZ": ("NZ-16.5(a)", OPERATOR),
    "UK": ("UK-A01", "casino_supervisor"),
}
"""The power under which a case is decided that the book does not name, and who has it."""

RULING: Final = "ruling"


_EVERY: Final = (
    Kind(
        kind="dealer_complete",
        title="A card was drawn to the dealer's complete hand",
        clause="",
        procedure="hold_or_discard",
        silent=True,
        choices=("discard", "next_card"),
        when="dealer_complete",
        needs=("seen",),
        may=("card",),
        values=(("seen", YES_NO),),
    ),
    Kind(
        kind="burnt_by_mistake",
        title="A card was burnt by mistake",
        clause="",
        procedure="hold_or_discard",
        silent=True,
        choices=("discard", "next_card"),
        needs=("seen",),
        may=("card",),
        values=(("seen", YES_NO),),
    ),
    Kind(
        kind="misplaced",
        title="A card was put in the wrong place",
        clause="",
        procedure="reconstruct",
        silent=True,
        may=("lies", "extra"),
    ),
    Kind(
        kind="decision_not_carried_out",
        title="A player was not offered a card, or his decision was not carried out",
        clause="",
        procedure="rewind",
        silent=True,
        needs=("hand",),
        may=("decision",),
    ),
    Kind(
        kind="insurance_not_offered",
        title="Insurance was not offered",
        clause="",
        procedure="insurance_or_not",
        silent=True,
        choices=("offer", "leave"),
        choice_named=True,
        when="dealer_one_card",
    ),
    Kind(
        kind="double_in_error",
        title="A double was permitted in error",
        clause="",
        procedure="in_error_or_void",
        silent=True,
        choices=("undo", "void_hand", "let_stand"),
        choice_named=True,
        needs=("hand",),
        may=("card", "player", "amount", "note"),
    ),
    Kind(
        kind="split_in_error",
        title="A split was permitted in error",
        clause="",
        procedure="in_error_or_void",
        silent=True,
        choices=("undo", "void_hand", "let_stand"),
        choice_named=True,
        needs=("hand",),
        may=("card", "player", "extra", "note"),
    ),
    Kind(
        kind="damaged_card",
        title="A damaged card was found",
        clause="",
        procedure="damaged",
        silent=True,
        needs=("card",),
        may=("note",),
    ),
    Kind(
        kind="card_replaced",
        title="A damaged card was replaced by one of the same back",
        clause="",
        procedure="replaced",
        silent=True,
        needs=("card",),
        when="between_rounds",
    ),
    Kind(
        kind="void_wager",
        title="A wager is declared void",
        clause="",
        procedure="void_wager",
        silent=True,
        needs=("box", "player", "reason"),
        may=("bet",),
    ),
    Kind(
        kind="exclude_player",
        title="A player takes no further part in the game",
        clause="",
        procedure="exclude",
        silent=True,
        needs=("player", "reason"),
        when="any",
    ),
)
"""What is done in cases that leave cards or wagers to deal with; clause and role are those of the book's power."""


def kinds(book: str, known: Container[str]) -> tuple[Kind, ...]:
    """The kinds that a book leaves out, beside the `known` ones that it has."""
    clause, role = GENERAL[book]
    speaks_of_placing = any("misplaced" in entry for entry in BY_BOOK[book].get("misplaced_initial", ()))
    return tuple(
        [
            replace(entry, clause=clause, role=role)
            for entry in _EVERY
            if entry.kind not in known and not (entry.kind == "misplaced" and speaks_of_placing)
        ]
    )


def ruling(book: str, known: Container[str], apart: Container[str]) -> Kind:
    """The ruling on a case that no kind of the book deals with; ``apart`` are cases that the table cannot have."""
    clause, role = GENERAL[book]
    cases = tuple(
        [
            case
            for case in CASES
            if not any(kind in known for kind in kinds_of(book, case)[:-1])
            and ONLY.get(case, "") not in apart
        ]
    )
    return Kind(
        kind=RULING,
        title="Something not covered by the rules",
        clause=clause,
        procedure="ruling",
        role=role,
        choice_named=True,
        choices=("play_on", "shuffle_after", "void_hands", "void_round"),
        needs=("case", "reason"),
        may=("hands", "round"),
        values=(("case", (*cases, "other")),),
        when="any",
        silent=True,
    )
