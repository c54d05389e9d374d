"""What pages show of a dispute that a step depends on (`tables.forms.showed`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tables.disputes import followed
from tables.forms.showed import Fact, Fields, Needed
from tables.models import Table


def _dispute(table: Table, number: str) -> list[Any]:
    dispute = table.disputes.filter(pk=number).first() if number.isascii() and number.isdigit() else None
    return (
        [dispute.state, dispute.advised_at, dispute.ambiguous, dispute.decision, dispute.review]
        if dispute is not None
        else []
    )


def _dispute_paid(table: Table, number: str) -> list[int]:
    """The numbers of the corrections that put the dispute right."""
    if not (number.isascii() and number.isdigit()):
        return []
    disputes = list(table.disputes.select_related("table").filter(pk=number))
    after = followed.corrections(disputes)
    return [entry.seq for dispute in disputes for entry in after[dispute.pk]]


FACTS: Final[Mapping[str, Fact]] = {
    "dispute": Fact(
        "changed.dispute",
        (
            "dispute_advised",
            "dispute_ambiguous",
            "dispute_settled",
            "dispute_decided",
            "dispute_review_asked",
            "dispute_reviewed",
        ),
        _dispute,
    ),
    "dispute_paid": Fact("changed.dispute_paid", ("dispute_put_right", "corrected"), _dispute_paid),
}


def _of_dispute(fields: Fields) -> tuple[str, ...]:
    return (f"dispute:{fields.get('dispute', '')}",)


NEEDED: Final[Mapping[str, Needed]] = {
    "raise": lambda f: (),
    "mark": _of_dispute,
    "advise": _of_dispute,
    "settle": _of_dispute,
    "decide": _of_dispute,
    "ask_review": _of_dispute,
    "reviewed": _of_dispute,
}
