"""Victoria 2003 (VIC03): what can go wrong, rule 9 and rules 17.2 to 17.4."""

from typing import Final

from casino.rulebooks.irregularities.kind import DISRUPTIONS, SETTING, Kind

KINDS: Final = (
    Kind(
        kind="shoe_failure",
        title="The automatic shoe failed and the round cannot be completed",
        clause="VIC03-9.10",
        procedure="void_round",
        role=SETTING,
        shoe="automatic",
    ),
    Kind(
        kind="cards_at_once",
        title="Two cards or more left the shoe at once, in no order that can be told",
        clause="VIC03-9.11",
        procedure="void_round",
        role=SETTING,
        shoe="automatic",
    ),
    Kind(
        kind="wrong_cards",
        title="The packs do not hold the right cards",
        clause="VIC03-9.12.2",
        also=("VIC03-9.12.1", "VIC03-9.12.3"),
        procedure="void_round",
        role=SETTING,
        may=("note",),
        shuffle="VIC03-9.12.3",
    ),
    Kind(
        kind="void_wager",
        title="A player broke a rule: a wager is declared void",
        clause="VIC03-17.2.1",
        procedure="void_wager",
        role="casino_supervisor",
        needs=("box", "player", "reason"),
        may=("bet",),
    ),
    Kind(
        kind="exclude_player",
        title="A player broke a rule: no further part in the game",
        clause="VIC03-17.2.2",
        procedure="exclude",
        role="casino_supervisor",
        needs=("player", "reason"),
        when="any",
    ),
    Kind(
        kind="outcome_disrupted",
        title="The game was disrupted",
        clause="VIC03-17.3.1",
        also=("VIC03-17.4",),
        procedure="void_round",
        role="casino_supervisor",
        needs=("cause",),
        values=(("cause", DISRUPTIONS),),
    ),
    Kind(
        kind="fraud",
        title="Somebody's fraud affected the outcome",
        clause="VIC03-17.3.2",
        also=("VIC03-17.4",),
        procedure="void_round",
        role="casino_supervisor",
        needs=("by", "note"),
    ),
)
