"""The second signature: what is done about something that went wrong is signed by another person than the one who
deals, and than the one who reported it. What a book gives to a supervisor alone needs no second person."""

from __future__ import annotations

from casino.ledger import Entry
from casino.staff import approvals
from casino.staff.models import Approval, Staff
from casino.staff.refusals import ApprovalRefused
from casino.staff.roles import Role
from rounds import engine
from rounds.engine import Command
from tables.models import Table
from tables.refusal import TableRefusal

COMMAND = "command"
"""Kind of the approvals that let a command through."""
REPORTS = ("irregularity", "correction")
"""Kinds of the entries that open what has to be signed."""


def bars(table: Table, by: Staff) -> str:
    """Why this person does not sign what is open at the table; "" where nothing stands against it."""
    if by.number == table.dealer:
        return f"{by.number} deals at {table.code}"
    if by.number == _reporter(table):
        return f"{by.number} reported it"
    return ""


def _reporter(table: Table) -> str:
    """Who reported what is open: the last report of the round in hand."""
    reports = Entry.objects.filter(
        chain=table.code, round_no=table.round_no, folded=True, kind__in=REPORTS
    ).order_by("-seq")
    return reports.values_list("actor", flat=True).first() or ""


def needs_another(table: Table, command: Command, by: Staff) -> bool:
    """Whether a command that this person's role could give waits for another person's signature."""
    return isinstance(command, engine.Approve) and bool(bars(table, by))


def refuse_alone(table: Table, state: engine.State, command: Command, by: Staff) -> None:
    """Raises TableRefusal where who deals or reported would also refuse to sign."""
    one = state.irregular
    if one is None or not isinstance(command, engine.Refuse) or not (why := bars(table, by)):
        return
    raise TableRefusal(
        one.clause,
        f"{why}, and another person signs or refuses to",
        f"Take the report back, or call another {Role(one.wants).label}.",
    )


@approvals.on_checking
def _another_person(approval: Approval, staff: Staff) -> None:
    """Raises ApprovalRefused where who deals or reported would sign."""
    if approval.kind != approvals.IRREGULARITY:
        return
    table = Table.objects.filter(code=approval.table_code).first()
    if table is None or not (why := bars(table, staff)):
        return
    raise ApprovalRefused(
        f"{why} and cannot also sign it.",
        remedy=f"Another {Role(approval.role_wanted).label} or above signs.",
        clause=approval.clause,
    )
