"""What followed from disputes: later corrections of their rounds, and what still has to be paid to the player or
taken back."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from casino.ledger import Entry
from casino.money import Cents
from tables.disputes.models import Dispute

CORRECTS = ("payment_corrected", "corrected")
"""The kinds of a round's entries that correct its result or its money."""


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
    """The later corrections of each dispute's round, by the dispute's id, in order; those that pay what another
    dispute decided are left out."""
    following: dict[int, list[Entry]] = {}
    for dispute in disputes:
        if dispute.round_no is None:
            following[dispute.pk] = []
            continue
        # By the place in the chain, which gives the true order whatever the clocks said.
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
    """The dispute that a correction names; 0 if it names none."""
    return _read(entry).correction.dispute


def _read(entry: Entry) -> _Body:
    try:
        return msgspec.json.decode(entry.body, type=_Body)
    except msgspec.MsgspecError:
        return _Body()


def paid_by_corrections(dispute: Dispute, after: Iterable[Entry]) -> Cents:
    """What the corrections that name the dispute paid its player, in cents; negative if they took money. Amounts
    left open because the player has gone count too, since the correction says so."""
    payments = [_read(entry).put_right for entry in after if named_in(entry) == dispute.pk]
    return sum(
        share.due - share.was
        for payment in payments
        for share in payment.shares
        if share.player == payment.player
    )


def owed(dispute: Dispute, after: Iterable[Entry]) -> Cents:
    """What the player is still owed by the last decision, in cents; negative for what must be taken back because a
    review changed a payment already made. `after` are the corrections that followed the dispute.

    The correction of a card or a decision names no dispute: whatever it came to put the round right, unless a review
    has changed the decision since.
    """
    if not dispute.ends or dispute.state == Dispute.State.SETTLED:
        return 0
    after = list(after)
    if any(not named_in(entry) for entry in _since_ruling(dispute, after)):
        return 0
    if not dispute.to_pay and not dispute.changed:
        return 0  # a decision in words alone: its amount is known when it is paid
    return dispute.to_pay - paid_by_corrections(dispute, after)


def is_put_right(dispute: Dispute, after: Iterable[Entry]) -> bool:
    """Whether the last decision has been carried out: a correction has followed, and no money is left to change
    hands; or a review took away a payment that had not been made."""
    after = list(after)
    if owed(dispute, after):
        return False
    taken_away = bool(dispute.changed and dispute.awarded and not dispute.to_pay)
    return taken_away or bool(_since_ruling(dispute, after)) or bool(paid_by_corrections(dispute, after))


def _since_ruling(dispute: Dispute, after: list[Entry]) -> list[Entry]:
    """The corrections since a review changed the decision; all of them if no review did."""
    if not dispute.changed or not after:
        return after
    reviewed = Entry.objects.filter(
        chain=dispute.table.code, kind="dispute_reviewed", body__contains=f'"dispute":{dispute.pk},'
    )
    seq = reviewed.order_by("-seq").values_list("seq", flat=True).first() or 0
    return [entry for entry in after if entry.seq > seq]


def outstanding(disputes: Iterable[Dispute]) -> list[tuple[Dispute, Cents]]:
    """Disputes that still require a payment, with what the player is owed, in cents; negative for what must be taken
    back."""
    ended = [
        dispute
        for dispute in disputes
        if dispute.ends and dispute.round_no is not None and (dispute.to_pay or dispute.changed)
    ]
    after = corrections(ended)
    sums = [(dispute, owed(dispute, after[dispute.pk])) for dispute in ended]
    return [(dispute, cents) for dispute, cents in sums if cents]
