"""United Kingdom house (UK): the book is silent but for its first paragraph; the supervisor decides, and what is
ambiguous goes the player's way."""

from typing import Final

from casino.rulebooks.irregularities.kind import Kind

KINDS: Final = (
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
