"""The figures of a finished round, as the float counts them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from casino.money import Cents


@dataclass(frozen=True, slots=True)
class RoundFigures:
    """A round that is over: when it began, who dealt it, and by bet [handle, win, base, sum of the squares of what
    lay on each box], in cents."""

    round_no: int
    at: datetime
    ended: datetime | None
    dealer: str
    handle: Cents
    win: Cents
    bets: Mapping[str, list[int]]
