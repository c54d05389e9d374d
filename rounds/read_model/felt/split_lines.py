"""The wagers of a split box by hand: one column per hand in the order of play, one line per player."""

from __future__ import annotations

from casino.money import Cents
from rounds.engine.values import MAIN, Box, Result, Stake, Wager

ROOM = {2: 11, 3: 10, 4: 10}
"""How many characters fit a mark and so many columns, on a layout of up to seven boxes."""
NARROW = {2: 9, 3: 8, 4: 8}
"""The same for more boxes; what does not fit is shown as a sum."""
USUAL = 7
NOT_ON_IT = "–"
LAMMER = "L"


def columns(box: Box, results: list[Result], boxes: int) -> dict[tuple[str, str], list[str]]:
    """What each wager of a split box, by player and bet, has on each hand, or its result there. Empty for a box with
    too many wagers, or with amounts too long for the columns on a layout of ``boxes``. A wager that is settled on
    every hand is left out: its single result says more."""
    count = len(box.hands)
    if count not in ROOM:
        return {}
    by_hand = {}
    for wager in box.wagers:
        stakes = [hand.stake_of(wager.player, wager.bet) for hand in box.hands]
        if all(stake is None or stake.settled for stake in stakes):
            continue
        by_hand[wager.player, wager.bet] = [
            _cell(number, stake, wager, results) for number, stake in enumerate(stakes, start=1)
        ]
    marks = max([len(player) + 2 * (bet != MAIN) for player, bet in by_hand], default=1)
    widest = max([len(cell) for cells in by_hand.values() for cell in cells], default=0)
    room = (NARROW if boxes > USUAL else ROOM)[count]
    return by_hand if marks + count * widest <= room else {}


def _cell(number: int, stake: Stake | None, wager: Wager, results: list[Result]) -> str:
    if stake is None:
        return NOT_ON_IT
    if stake.settled:
        own = [
            result
            for result in results
            if (result.hand, result.player, result.bet) == (number, wager.player, wager.bet)
        ]
        gain = sum(result.pays - result.takes for result in own)
        return f"{'+' if gain > 0 else '−'}{figures(abs(gain))}" if gain else "="
    lammers = LAMMER * (stake.free_base + bool(stake.free_added))
    return (figures(stake.money) if stake.money else "") + lammers


def figures(cents: Cents) -> str:
    """An amount in as few characters as possible: ``50``, ``12.50``, ``2000``."""
    return f"{cents / 100:.2f}".removesuffix(".00")
