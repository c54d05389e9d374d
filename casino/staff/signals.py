"""What the staff room announces to the tables and the rounds, and asks them; it may not import them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.dispatch import Signal

from casino.answering_signals import Question

if TYPE_CHECKING:
    from casino.staff.models import Staff


@dataclass(frozen=True, slots=True)
class Place:
    """A table's place: the code of its pit, and the number of its dealer."""

    pit: str
    dealer: str


dealer_changed = Signal()
"""Who deals at a table changed: `table_code` (str), `old` (Staff | None), `new` (Staff | None), `at`.

Sent inside the transaction and before its ledger entries, so that the receiver can lock the table's row first (lock
order: table row, approval, chain). A receiver's exception undoes the change. A receiver returns what the entry is to
say about the rows that it changed (`casino.ledger.rows`).
"""


approval_deciding = Signal()
"""An approval at table `table_code` is about to be decided: sent first in the transaction, so that the receiver can
lock the table's row."""

approval_checking = Signal()
"""`staff` (Staff) is about to approve or refuse `approval`. A receiver raises Refusal if that person may not, although
the role is sufficient."""

approval_decided = Signal()
"""A step of `approval` after asking, sent last in its transaction: `approval.state` says which (approved, refused,
withdrawn, expired, or still waiting once somebody has seen it). A receiver's exception undoes the step, so that an
approval is never spent on a command that the table refuses."""

staff_changed = Signal()
"""The list of staff changes that wait to be acknowledged has changed. Sent after the transaction has committed."""

table_codes: Question[Iterable[str]] = Question()
"""The codes of the tables that a tablet can be assigned to."""

pits: Question[Iterable[tuple[str, str]]] = Question()
"""Code and name of every pit."""

dealer_of = Question[str]()
"""The number of the dealer at table `code`, "" if nobody deals; None for an unknown table."""

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Asked:
    """A dealer's request, made at another tablet, to take a table over."""

    at: datetime
    answer: str
    """The current dealer's answer: `YES`, `NO`, or "" before it comes."""


take_over_asked = Signal()
"""A dealer asks, at another tablet, to take table `code` over: `newcomer` (Staff), `at`. Sent in a transaction."""

take_over = Question[Asked]()
"""Since when dealer `number` has been asking for table `code`, and the answer; None if they have not asked."""

dealer_beside = Question[str]()
"""The dealer of a table as a column of an SQL statement: `field` is the column with the table's code."""

place_of: Question[Place] = Question()
"""The pit and dealer of table `code`; None for an unknown table."""

every_place: Question[Mapping[str, Place]] = Question()
"""The same of every table, by its code."""

deals_at = Question[str]()
"""The table at which `number` deals; "" if at none."""

part_in_rounds: Question[dict[str, int]] = Question()
"""Who had a part in `rounds` (numbers) of table `code`, as {number: round}."""

part_since: Question[set[str]] = Question()
"""The numbers of everybody who had a part in any round of table `code` since `moment`."""


def tell_dealer(table_code: str, old: Staff | None, new: Staff | None, at: datetime) -> list[Any]:
    """Send `dealer_changed`; returns what its entry says about the rows that changed with it."""
    answers = dealer_changed.send(None, table_code=table_code, old=old, new=new, at=at)
    return [answer for _, rows in answers for answer in rows or ()]
