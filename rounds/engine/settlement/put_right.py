"""A payment that was made wrongly, and how it was put right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from casino.money import Cents
from rounds.engine.settlement.result import Result
from rounds.engine.setup import MAIN


class Share(Struct, frozen=True, omit_defaults=True):
    """What a wrong payment means for one player, in cents beside his stake: below zero he lost that."""

    player: str
    was: Cents
    """What he had."""
    due: Cents
    """What he is to have."""
    open: Cents = 0
    """The part of the difference that is not recovered from him, or not paid to him."""
    beyond: Cents = 0
    """What he has in the end beyond the settlement as it is recorded; below zero, what he has less."""

    @property
    def recover(self) -> Cents:
        """What he has to give back, even if he does not."""
        return max(self.was - self.due, 0)

    @property
    def pay(self) -> Cents:
        """What he still has to get, even if he has left."""
        return max(self.due - self.was, 0)


class PutRight(Struct, frozen=True, omit_defaults=True):
    """One payment that was made wrongly: the settlement that it belongs to, what was paid and taken there in fact,
    and what each player concerned gives back or gets. The settlement itself stays in the record as it was due."""

    box: int
    hand: int
    player: str
    bet: str
    paid: Cents
    """What the house added to the stake, in fact."""
    took: Cents
    """What it took of the stake, in fact."""
    shares: tuple[Share, ...]
    wager: str = MAIN
    to: str = ""
    """The player who was paid, if that was not the player of the wager."""
    why: str = ""
    """Why part of it stays open: the player has ``left``, ``refuses``, or ``other``."""
    dispute: int = 0
    """The dispute whose decision changed what is due; 0 where none did."""


class Settlement(NamedTuple):
    """What one settlement is of."""

    box: int
    hand: int
    player: str
    bet: str
    wager: str = MAIN


def settlement_of(of: Result | PutRight) -> Settlement:
    """The settlement that a result is of, or that a payment put right belongs to."""
    return Settlement(of.box, of.hand, of.player, of.bet, of.wager)


def following(
    payments: Sequence[PutRight],
    before: Iterable[Result],
    after: Iterable[Result],
    *,
    elsewhere: bool = False,
) -> tuple[PutRight, ...]:
    """The payments put right once the settlements changed from ``before`` to ``after``: corrected, void, or undone.

    What a player holds is measured against what is due to him now. So a sum that was not recovered stays open only
    as far as he still has too much, one that was not paid as far as he still has too little; what a decision on a
    dispute gave him is due whatever the settlement has become. A settlement that is gone leaves nothing due, by no
    decision either, until it is made again; with ``elsewhere`` it may lie on another box or with another player, and
    what is open stays as it is.
    """
    was, now = _nets(before), _nets(after)
    corrected: list[PutRight] = []
    seen: set[tuple[Settlement, str]] = set()
    for payment in reversed(payments):
        at = settlement_of(payment)
        shares = []
        for share in payment.shares:
            last = (at, share.player) not in seen
            seen.add((at, share.player))
            changes = share.player == payment.player and was.get(at) != now.get(at)
            if last and changes and not (elsewhere and at not in now):
                share = _measured(share, was.get(at, 0), now.get(at))
            shares.append(share)
        corrected.append(replace(payment, shares=tuple(shares)))
    return tuple(reversed(corrected))


def moves_less(before: Sequence[PutRight], after: Sequence[PutRight]) -> Mapping[Settlement, Cents]:
    """What players get beyond the change of a settlement, in cents, by settlement, where what they hold was not what
    it had; below zero what they get less, since they have it already. Only what is not zero."""
    was, now = _beyond(before), _beyond(after)
    return {at: now[at] - was[at] for at in now if now[at] != was[at]}


def _nets(results: Iterable[Result]) -> dict[Settlement, Cents]:
    """What each settlement came to for its player, beside his stake; of two for the same bet the last."""
    return {settlement_of(result): result.pays - result.takes for result in results}


def _beyond(payments: Iterable[PutRight]) -> dict[Settlement, Cents]:
    return {
        settlement_of(payment): share.beyond
        for payment in payments
        for share in payment.shares
        if share.player == payment.player
    }


def _measured(share: Share, was: Cents, now: Cents | None) -> Share:
    """A share once the settlement came from ``was`` to ``now``, None where it is gone."""
    side = 1 if share.recover else -1
    by_decision = share.beyond != side * share.open
    if not share.open and not by_decision:
        return share
    holds = was + share.beyond
    due = 0 if now is None else share.due if by_decision else now
    open_ = min(share.open, max(side * (holds - due), 0))
    final = due + side * open_
    return Share(share.player, final, due, open_, final - (now or 0))
