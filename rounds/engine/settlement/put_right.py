"""Wrong payments, and how they were put right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from casino.money import Cents
from rounds.engine.settlement.result import Result
from rounds.engine.setup import MAIN


class Share(Struct, frozen=True, omit_defaults=True):
    """What a wrong payment means for one player, in cents beside the stake; negative for a loss."""

    player: str
    was: Cents
    """What the player had."""
    due: Cents
    """What the player should have."""
    open: Cents = 0
    """The part of the difference that is not recovered from the player, or not paid to the player."""
    beyond: Cents = 0
    """What the player ends up with beyond the recorded settlement; negative for less."""

    @property
    def recover(self) -> Cents:
        """What the player has to give back in cents, even if they do not."""
        return max(self.was - self.due, 0)

    @property
    def pay(self) -> Cents:
        """What the player is still owed in cents, even if they have left."""
        return max(self.due - self.was, 0)


class PutRight(Struct, frozen=True, omit_defaults=True):
    """One wrong payment: the settlement that it belongs to, what was really paid and taken, and what each player
    concerned gives back or receives. The settlement itself stays in the record as it was due."""

    box: int
    hand: int
    player: str
    bet: str
    paid: Cents
    """What the house really added to the stake, in cents."""
    took: Cents
    """What the house really took of the stake, in cents."""
    shares: tuple[Share, ...]
    wager: str = MAIN
    to: str = ""
    """The player who was paid, if that was not the player of the wager."""
    why: str = ""
    """Why part of it stays open: the player has ``left`` or ``refuses``, or ``other``."""
    dispute: int = 0
    """The dispute whose decision changed what is due; 0 if none did."""


class Settlement(NamedTuple):
    """What identifies a settlement within its round."""

    box: int
    hand: int
    player: str
    bet: str
    wager: str = MAIN


def settlement_of(of: Result | PutRight) -> Settlement:
    """The settlement of a result, or the one that a payment put right belongs to."""
    return Settlement(of.box, of.hand, of.player, of.bet, of.wager)


def following(
    payments: Sequence[PutRight],
    before: Iterable[Result],
    after: Iterable[Result],
    *,
    elsewhere: bool = False,
) -> tuple[PutRight, ...]:
    """The payments put right after the settlements changed from ``before`` to ``after``: corrected, void, or undone.

    What a player has is compared with what is now due. So a sum that was not recovered stays open only as far as the
    player still has too much, and one that was not paid only as far as the player still has too little; what a
    decision on a dispute awarded is due whatever the settlement has become. Nothing is due for a settlement that no
    longer exists, not even by a decision, until it is made again; with ``elsewhere`` it may be on another box or
    another player's, and what is open stays as it is.
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


def beyond_change(before: Sequence[PutRight], after: Sequence[PutRight]) -> Mapping[Settlement, Cents]:
    """What players get beyond the change of a settlement, in cents by settlement, because they did not have what the
    settlement said; negative for what they already have. Zeros are left out."""
    was, now = _beyond(before), _beyond(after)
    return {at: now[at] - was[at] for at in now if now[at] != was[at]}


def _nets(results: Iterable[Result]) -> dict[Settlement, Cents]:
    """What each settlement came to for its player, in cents beside the stake; the last of two for the same bet."""
    return {settlement_of(result): result.pays - result.takes for result in results}


def _beyond(payments: Iterable[PutRight]) -> dict[Settlement, Cents]:
    return {
        settlement_of(payment): share.beyond
        for payment in payments
        for share in payment.shares
        if share.player == payment.player
    }


def _measured(share: Share, was: Cents, now: Cents | None) -> Share:
    """A share after the settlement changed from ``was`` to ``now`` cents; ``now`` is None if it no longer exists."""
    side = 1 if share.recover else -1
    by_decision = share.beyond != side * share.open
    if not share.open and not by_decision:
        return share
    holds = was + share.beyond
    due = 0 if now is None else share.due if by_decision else now
    open_ = min(share.open, max(side * (holds - due), 0))
    final = due + side * open_
    return Share(share.player, final, due, open_, final - (now or 0))
