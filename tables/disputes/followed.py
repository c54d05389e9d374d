"""What followed from disputes: the corrections that were recorded of their rounds since, and what is still to be
paid."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from casino.ledger import Entry
from tables.disputes.models import Dispute

CORRECTS = ("payment_corrected", "corrected")
"""Kinds of the entries of a round by which its result or its money was put right."""


class _Named(msgspec.Struct):
    dispute: int = 0


class _Body(msgspec.Struct):
    correction: _Named = msgspec.field(default_factory=_Named)


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
    try:
        return msgspec.json.decode(entry.body, type=_Body).correction.dispute
    except msgspec.MsgspecError:
        return 0


def unpaid(disputes: Iterable[Dispute]) -> list[Dispute]:
    """Disputes whose decision pays the player something, while no correction has followed."""
    owed = [dispute for dispute in disputes if dispute.ends and dispute.to_pay]
    after = corrections(owed)
    return [dispute for dispute in owed if not after[dispute.pk]]
