"""What followed from disputes: the corrections that were recorded of their rounds since, and what is still to be
paid."""

from __future__ import annotations

from collections.abc import Iterable

from casino.ledger import Entry
from tables.disputes.models import Dispute

CORRECTS = ("payment_corrected", "corrected")
"""Kinds of the entries of a round by which its result or its money was put right."""


def corrections(disputes: Iterable[Dispute]) -> dict[int, list[Entry]]:
    """The corrections that followed each dispute, by its id: those of its round since it was recorded, in order."""
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
        following[dispute.pk] = list(entries.order_by("seq"))
    return following


def unpaid(disputes: Iterable[Dispute]) -> list[Dispute]:
    """Disputes whose decision pays the player something, while no correction has followed."""
    owed = [dispute for dispute in disputes if dispute.ends and dispute.to_pay]
    after = corrections(owed)
    return [dispute for dispute in owed if not after[dispute.pk]]
