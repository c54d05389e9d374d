"""New Zealand (NZ): what can go wrong, section 16 and what its versions add."""

from typing import Final

from casino.rulebooks.irregularities.kind import OPERATOR, SETTING, Kind

KINDS: Final = (
    Kind(
        kind="cannot_rebuild",
        title="Cards were dealt or placed wrongly, and the round cannot be rebuilt: hands are void",
        clause="NZ-16.5(a)",
        also=("NZ-16.5(b)", "NZ-16.5-S3", "NZ-16.5-S4", "NZ-16.5-S5", "NZ-9.6", "NZ-15.7(a)"),
        procedure="void_hands",
        role=OPERATOR,
        needs=("hands", "reason"),
    ),
    Kind(
        kind="shuffler_failure",
        title="The continuous shuffler failed during the round",
        clause="NZ-16.13-S1",
        also=("NZ-16.13-S2", "NZ-9.6", "NZ-15.7(a)"),
        procedure="void_round_or_hands",
        role=OPERATOR,
        choices=("round_void", "hands_void"),
        needs=("reason",),
        may=("hands",),
        shoe="automatic",
    ),
)

ANTE_UP: Final = (
    Kind(
        kind="no_ante",
        title="Cards were dealt to a wager without an ante",
        clause="NZ-18.7",
        also=("NZ-15.7(b)",),
        procedure="void_without_ante",
        role=SETTING,
        needs=("box",),
        may=("player",),
    ),
)

PLAYER_SELECT: Final[tuple[Kind, ...]] = ()
