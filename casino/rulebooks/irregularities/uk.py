"""United Kingdom house (UK): the book covers nothing beyond its first paragraph; the supervisor decides, and what is
ambiguous goes the player's way."""

from typing import Final

from casino.rulebooks.kind import YES_NO, Kind

KINDS: Final = (
    Kind(
        kind="face_up_in_shoe",
        title="A card lies face up in the shoe",
        clause="UK-A01",
        procedure="discard_or_hold",
        role="casino_supervisor",
        choices=("discard", "next_card"),
        needs=("card",),
        silent=True,
    ),
    Kind(
        kind="excess_card",
        title="A card was drawn by mistake",
        clause="UK-A01",
        procedure="hold_or_discard",
        role="casino_supervisor",
        choices=("next_card", "discard"),
        needs=("seen",),
        may=("card",),
        values=(("seen", YES_NO),),
        silent=True,
    ),
    Kind(
        kind="shoe_empty",
        title="The shoe ran out within the round",
        clause="UK-A01",
        procedure="shuffle_rack",
        role="casino_supervisor",
        may=("count",),
        silent=True,
    ),
    Kind(
        kind="void_wager",
        title="A wager is declared void",
        clause="UK-A01",
        procedure="void_wager",
        role="casino_supervisor",
        needs=("box", "player", "reason"),
        may=("bet",),
        silent=True,
    ),
    Kind(
        kind="void_hands",
        title="Hands are declared void",
        clause="UK-A01",
        procedure="void_hands",
        role="casino_supervisor",
        needs=("hands", "reason"),
        silent=True,
    ),
    Kind(
        kind="void_round",
        title="The round is declared void",
        clause="UK-A01",
        procedure="void_round",
        role="casino_supervisor",
        needs=("reason",),
        silent=True,
    ),
    Kind(
        kind="exclude_player",
        title="A player takes no further part in the game",
        clause="UK-A01",
        procedure="exclude",
        role="casino_supervisor",
        needs=("player", "reason"),
        when="any",
        silent=True,
    ),
)
