"""A payment that is put right, for the screens: what it should have been beside what it was, and separately what
comes back to the house and what goes to players."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.text import capfirst

from casino.money import Cents, dollars
from casino.translated import gettext as _
from casino.translated import phrase, recorded, text
from casino.words import Phrase
from rounds.engine import State
from rounds.engine.events import PaymentCorrected
from rounds.engine.questions import WHY_OPEN
from rounds.engine.values import Share, float_of


@dataclass(frozen=True, slots=True)
class Move:
    """Chips that come back from a player, or go to one."""

    css: str
    """``in`` or ``out``, from the house's point of view."""
    words: str
    amount: str
    chips: str
    open: str = ""
    """How much of it stays open, and why."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One payment."""

    due: str
    was: str
    moves: list[Move]


def sheet_of(state: State, event: PaymentCorrected) -> Sheet:
    """The payment as shown; chips are those of the float of ``state``."""
    right = event.put_right
    shares = sorted(right.shares, key=lambda share: bool(share.pay))
    moves = [_move(state, share, right.why) for share in shares if share.recover or share.pay]
    return Sheet(capfirst(recorded(event.said)), capfirst(recorded(event.was)), moves)


def _move(state: State, share: Share, why: str) -> Move:
    now = share.recover + share.pay - share.open
    because = f": {phrase(Phrase.of(WHY_OPEN[why]))}" if why else ""
    if share.recover:
        open_ = (
            text(_("{open:money} is not recovered{because}"), open=share.open, because=because)
            if share.open
            else ""
        )
        return Move(
            "in",
            text(_("To recover from {player}"), player=share.player),
            dollars(now),
            _chips(state, now),
            open_,
        )
    open_ = (
        text(_("{open:money} is not paid{because}"), open=share.open, because=because) if share.open else ""
    )
    return Move(
        "out", text(_("To pay to {player}"), player=share.player), dollars(now), _chips(state, now), open_
    )


def _chips(state: State, cents: Cents) -> str:
    piles = float_of(state.setup.chips).break_down(cents) or ()
    return ", ".join(f"{count} × {dollars(value)}" for value, count in piles)
