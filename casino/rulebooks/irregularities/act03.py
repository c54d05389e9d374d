"""Canberra 2003 (ACT03): what can go wrong, rule 14, rules 16.1 to 16.5 and 19.3."""

from typing import Final

from casino.rulebooks.irregularities.kind import OPERATOR, Kind

KINDS: Final = (
    Kind(
        kind="void_wager",
        title="A player broke a rule: a wager is declared void",
        clause="ACT03-16.3(a)",
        also=("ACT03-A-B22",),
        procedure="void_wager",
        role=OPERATOR,
        needs=("box", "player", "reason"),
        may=("bet",),
    ),
    Kind(
        kind="exclude_player",
        title="A player broke a rule: no further part in the game",
        clause="ACT03-16.3(b)",
        procedure="exclude",
        role=OPERATOR,
        needs=("player", "reason"),
        when="any",
    ),
    Kind(
        kind="outcome_disrupted",
        title="The game was disrupted",
        clause="ACT03-16.1",
        also=("ACT03-16.5", "ACT03-A-B22"),
        procedure="void_round",
        role=OPERATOR,
        choices=("refund", "no_refund"),
        needs=("cause",),
        may=("not_to",),
        values=(("cause", ("civil_commotion", "fire", "riot", "brawl", "robbery", "like_event")),),
    ),
    Kind(
        kind="round_invalid",
        title="The round cannot sensibly go on, or fraud affected it",
        clause="ACT03-16.4",
        also=("ACT03-16.5", "ACT03-A-B22"),
        procedure="void_round",
        role=OPERATOR,
        choices=("refund", "no_refund"),
        needs=("cause",),
        may=("by", "not_to"),
        values=(("cause", ("impractical", "fraud")),),
    ),
)
