"""What a float asks of the rounds that were dealt at its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from casino.money import Cents


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round that is over: when it began, who dealt it, and by bet [handle, win, base, squares of what lies on each
    box], in cents."""

    round_no: int
    at: datetime
    ended: datetime | None
    dealer: str
    handle: Cents
    win: Cents
    bets: Mapping[str, list[int]]
