"""The values that make up a round and what it waits for: immutable, with money in cents.

The round: `State` with its `Box`, `Hand`, `Stake` and `Wager`, and each `Result`. What it starts from: `Setup` with
its `Sign` and `SideBetConfig`, and the `Carry` of the round before. What the table waits for: `Due`.
"""

from rounds.engine.edition import (
    Edition,
    EditionError,
    LaterEdition,
    edition_from,
    edition_of,
    name_of,
    name_of_edition,
)
from rounds.engine.layout.box import Box, caller_of, with_hand
from rounds.engine.layout.hand import Hand, Stake
from rounds.engine.layout.wager import OralWager, Wager, count_of
from rounds.engine.machine import Earlier
from rounds.engine.settlement.put_right import PutRight, Settlement, Share, settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.setup import (
    ANTE,
    IN_ACTION,
    INSURANCE,
    MAIN,
    SUPER_BONUS,
    Carry,
    Restriction,
    SideBetConfig,
    Sign,
    every_side_bet_of,
    float_of,
    side_bets_of,
)
from rounds.engine.shoe.steps import ShoeDue
from rounds.engine.sides.offered import ActiveSideBet
from rounds.engine.state import OVER, with_box
from rounds.engine.tournament.standing import Standing
from rounds.engine.waiting import Blocker, Item, PlayerOption

__all__ = [
    "ANTE",
    "ActiveSideBet",
    "Blocker",
    "Box",
    "Carry",
    "Earlier",
    "Edition",
    "EditionError",
    "Hand",
    "INSURANCE",
    "IN_ACTION",
    "Item",
    "LaterEdition",
    "MAIN",
    "OVER",
    "OralWager",
    "PlayerOption",
    "PutRight",
    "Restriction",
    "Result",
    "SUPER_BONUS",
    "Settlement",
    "Share",
    "ShoeDue",
    "SideBetConfig",
    "Sign",
    "Stake",
    "Standing",
    "Wager",
    "caller_of",
    "count_of",
    "edition_from",
    "edition_of",
    "every_side_bet_of",
    "float_of",
    "name_of",
    "name_of_edition",
    "settlement_of",
    "side_bets_of",
    "with_box",
    "with_hand",
]
