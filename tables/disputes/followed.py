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
    found: dict[int, list[Entry]] = {}
    for one in disputes:
        if one.round_no is None:
            found[one.pk] = []
            continue
        # By the place in the chain, which gives the true order whatever a clock said.
        raised = Entry.objects.filter(
            chain=one.table.code, kind="dispute_raised", body__contains=f'"dispute":{one.pk},'
        )
        since = raised.values_list("seq", flat=True).first() or 0
        entries = Entry.objects.filter(
            chain=one.table.code, round_no=one.round_no, kind__in=CORRECTS, seq__gt=since
        )
        found[one.pk] = list(entries.order_by("seq"))
    return found


def unpaid(disputes: Iterable[Dispute]) -> list[Dispute]:
    """Disputes whose decision pays the player something, while no correction has followed."""
    owed = [one for one in disputes if one.ends and one.to_pay]
    after = corrections(owed)
    return [one for one in owed if not after[one.pk]]
