"""New Zealand (NZ): what can go wrong, section 16 and what its versions add."""

from typing import Final

from casino.rulebooks.irregularities.kind import OPERATOR, SETTING, YES_NO, Kind

KINDS: Final = (
    Kind(
        kind="face_up_in_shoe",
        title="A card lies face up in the shoe",
        clause="NZ-16.1",
        procedure="discard_next",
        needs=("card",),
    ),
    Kind(
        kind="excess_card",
        title="A card was drawn by mistake",
        clause="NZ-16.2",
        seen_clause="NZ-16.4-S1",
        seen_lasts=False,
        also=("NZ-16.4-S3",),
        procedure="hold",
        needs=("seen",),
        may=("card",),
        values=(("seen", YES_NO),),
    ),
    Kind(
        kind="card_refused",
        title="A player turns down the card that was drawn by mistake and shown",
        clause="NZ-16.4-S2",
        also=("NZ-16.4-S3",),
        refusable=False,
        procedure="turn_down",
        needs=("hand",),
        when="subsequent_deal",
    ),
    Kind(
        kind="dealer_complete",
        title="A card was drawn by mistake to the dealer's complete hand",
        clause="NZ-16.3-S1",
        also=("NZ-16.2",),
        procedure="dealer_excess",
        needs=("seen",),
        may=("card",),
        values=(("seen", YES_NO),),
        when="dealer_complete",
    ),
    Kind(
        kind="shoe_empty",
        title="The shoe ran out within the round",
        clause="NZ-16.7-S1",
        also=("NZ-16.7-S2",),
        procedure="shuffle_rack",
        role=SETTING,
        may=("count",),
    ),
    Kind(
        kind="damaged_card",
        title="A damaged card was found",
        clause="NZ-16.8",
        procedure="damaged",
        needs=("card",),
        may=("note",),
    ),
    Kind(
        kind="card_replaced",
        title="A damaged card was replaced by one of the same back",
        clause="NZ-16.8",
        procedure="replaced",
        role=SETTING,
        needs=("card",),
        when="between_rounds",
    ),
    Kind(
        kind="cut_card_missed",
        title="The shuffle that was due after the cutting card was missed",
        clause="NZ-16.9",
        procedure="record",
        shoe="manual",
        shuffle="NZ-16.9",
    ),
    Kind(
        kind="cut_card_not_inserted",
        title="The cutting card was not put in after the shuffle",
        clause="NZ-16.10-S1",
        also=("NZ-16.10-S2",),
        procedure="record",
        shoe="manual",
        shuffle="NZ-16.10-S1",
    ),
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
