"""Canberra 1996 (ACT96): what can go wrong, rule 18 and rules 20.2 to 20.4."""

from typing import Final

from casino.rulebooks.irregularities.kind import DISRUPTIONS, OPERATOR, YES_NO, Kind

KINDS: Final = (
    Kind(
        kind="void_wager",
        title="A player broke a rule: a wager is declared void",
        clause="ACT96-20.2(a)",
        procedure="void_wager",
        role=OPERATOR,
        needs=("box", "player", "reason"),
        may=("bet",),
    ),
    Kind(
        kind="exclude_player",
        title="A player broke a rule: no further part in the game",
        clause="ACT96-20.2(b)",
        procedure="exclude",
        role=OPERATOR,
        needs=("player", "reason"),
        when="any",
    ),
    Kind(
        kind="outcome_disrupted",
        title="The game was disrupted, and that affects its outcome",
        clause="ACT96-20.3(a)",
        also=("ACT96-20.4",),
        procedure="void_round",
        role=OPERATOR,
        needs=("cause", "affects"),
        values=(("cause", DISRUPTIONS), ("affects", YES_NO)),
    ),
    Kind(
        kind="fraud",
        title="Fraud affects the outcome of the game",
        clause="ACT96-20.3(b)",
        also=("ACT96-20.4",),
        procedure="void_round",
        role=OPERATOR,
        needs=("by", "affects"),
        may=("note",),
        values=(("affects", YES_NO),),
    ),
)
