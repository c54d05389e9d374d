"""What followed from disputes: the corrections that were recorded of their rounds since, and what is still to be
paid to the player or taken back."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from casino.ledger import Entry
from casino.money import Cents
from tables.disputes.models import Dispute

CORRECTS = ("payment_corrected", "corrected")
"""Kinds of the entries of a round by which its result or its money was put right."""


class _Named(msgspec.Struct):
    dispute: int = 0


class _Share(msgspec.Struct):
    was: Cents
    due: Cents
    player: str = ""


class _PutRight(msgspec.Struct):
    player: str = ""
    shares: tuple[_Share, ...] = ()


class _Body(msgspec.Struct):
    correction: _Named = msgspec.field(default_factory=_Named)
    put_right: _PutRight = msgspec.field(default_factory=_PutRight)


def corrections(disputes: Iterable[Dispute]) -> dict[int, list[Entry]]:
    """The corrections that followed each dispute, by its id, in order: those of its round since it was recorded,
    without those that another dispute was decided to pay."""
    following: dict[int, list[Entry]] = {}
    for dispute in disputes:
        if dispute.round_no is None:
            following[dispute.pk] = []
            continue
        # By the place in the chain, which gives the true order whatever a clock said.
        raised = Entry.objects.filter(
            chain=dispute.table.code, kind="dispute_raised", body__contains=f'"dispute":{dispute.pk},'
        )
        since = raised.values_list("seq", flat=True).first() or 0
        entries = Entry.objects.filter(
            chain=dispute.table.code, round_no=dispute.round_no, kind__in=CORRECTS, seq__gt=since
        )
        following[dispute.pk] = [
            entry for entry in entries.order_by("seq") if named_in(entry) in (0, dispute.pk)
        ]
    return following


def named_in(entry: Entry) -> int:
    """The dispute that a correction names; 0 for one that names none."""
    return _read(entry).correction.dispute


def _read(entry: Entry) -> _Body:
    try:
        return msgspec.json.decode(entry.body, type=_Body)
    except msgspec.MsgspecError:
        return _Body()


def moved(dispute: Dispute, after: Iterable[Entry]) -> Cents:
    """What the corrections that name the dispute gave its player, in cents; below zero what they took. What stays open
    because the player has left counts, since the correction says so."""
    payments = [_read(entry).put_right for entry in after if named_in(entry) == dispute.pk]
    return sum(
        share.due - share.was
        for payment in payments
        for share in payment.shares
        if share.player == payment.player
    )


def owed(dispute: Dispute, after: Iterable[Entry]) -> Cents:
    """What the player is still to be paid by what was decided last, in cents; below zero what is to be taken back from
    him, because a review changed what was paid already. `after`: the corrections that followed the dispute.

    A card or a decision that was corrected names no dispute: it put the round right by whatever it came to, unless a
    review changed the decision since.
    """
    if not dispute.ends or dispute.state == Dispute.State.SETTLED:
        return 0
    after = list(after)
    if any(not named_in(entry) for entry in _since_ruling(dispute, after)):
        return 0
    if not dispute.to_pay and not dispute.changed:
        return 0  # a decision in words alone: what it comes to is said where it is paid
    return dispute.to_pay - moved(dispute, after)


def is_put_right(dispute: Dispute, after: Iterable[Entry]) -> bool:
    """Whether the round is as it was decided last: a correction has followed, and no money is left to change hands.
    So it is where a review takes away a payment that was not made."""
    after = list(after)
    if owed(dispute, after):
        return False
    taken_away = bool(dispute.changed and dispute.awarded and not dispute.to_pay)
    return taken_away or bool(_since_ruling(dispute, after)) or bool(moved(dispute, after))


def _since_ruling(dispute: Dispute, after: list[Entry]) -> list[Entry]:
    """The corrections since a review changed the decision; all of them where none did."""
    if not dispute.changed or not after:
        return after
    reviewed = Entry.objects.filter(
        chain=dispute.table.code, kind="dispute_reviewed", body__contains=f'"dispute":{dispute.pk},'
    )
    seq = reviewed.order_by("-seq").values_list("seq", flat=True).first() or 0
    return [entry for entry in after if entry.seq > seq]


def outstanding(disputes: Iterable[Dispute]) -> list[tuple[Dispute, Cents]]:
    """Disputes by which money is still to change hands, with what the player is to be paid, in cents; below zero what
    is to be taken back from him."""
    ended = [
        dispute
        for dispute in disputes
        if dispute.ends and dispute.round_no is not None and (dispute.to_pay or dispute.changed)
    ]
    after = corrections(ended)
    sums = [(dispute, owed(dispute, after[dispute.pk])) for dispute in ended]
    return [(dispute, cents) for dispute, cents in sums if cents]
