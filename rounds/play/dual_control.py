"""Dual control: the dealer at the table and the person who reported an irregularity may not sign it. Nor may anybody
who had a part in the rounds concerned (`casino.staff.two_people`, `rounds.play.participants`), or who set up the
staff record of the person asking. A step that the book gives to a supervisor alone needs no second person; if one is
asked anyway, the same bars apply."""

from __future__ import annotations

from datetime import datetime

from casino.ledger import Entry
from casino.refusals import Refusal
from casino.staff import approvals, two_people
from casino.staff.models import Approval, Staff
from casino.staff.roles import Role
from rounds import engine
from rounds.engine import Command, State
from rounds.play.snapshot import load
from rounds.play.tap import Tap
from tables.models import Table

COMMAND = "command"
"""The kind of approvals that let a command through."""
REPORTS = ("irregularity", "correction")
"""The kinds of entries that open what has to be signed."""


def why_cannot_sign(
    table: Table, state: State | None, by: Staff, *, asked_by: str = "", at: datetime | None = None
) -> Refusal | None:
    """Why this person may not sign what is open at the table, or None; the caller adds the `role` to call instead.
    `state` is that of the table's last round as recorded."""
    reporter = _reporter(table) if state is not None and state.irregular is not None else ""
    if by.number == table.dealer:
        return Refusal("signer.deals", number=by.number, table=table.code)
    if by.number == reporter:
        return Refusal("signer.reported", number=by.number)
    if part := two_people.had_part(table.code, by, concerned(table, state)):
        return part
    others = (reporter, asked_by, table.dealer)
    return next((why for other in others if (why := two_people.why_not_together(by.number, other, at))), None)


def concerned(table: Table, state: State | None) -> set[int]:
    """The rounds that a signature now concerns: the round in progress or with an open report, and any earlier round
    that the report names."""
    if state is None or (state.irregular is None and not table.in_hand):
        return set()
    rounds = {state.round_no}
    if state.irregular is not None:
        values = dict(state.irregular.values)
        if (number := values.get("round", "")).isdigit():
            rounds.add(int(number))
        if (first := values.get("since", "")).isdigit():
            rounds.update(range(int(first), state.round_no))
    return rounds


def _reporter(table: Table) -> str:
    """Who reported what is open: the last report of the round in progress."""
    reports = Entry.objects.filter(
        chain=table.code, round_no=table.round_no, folded=True, kind__in=REPORTS
    ).order_by("-seq")
    return reports.values_list("actor", flat=True).first() or ""


def needs_another_person(tap: Tap, command: Command) -> bool:
    """Whether a command that this person's role could give still waits for another person's signature."""
    return isinstance(command, engine.Approve) and bool(
        why_cannot_sign(tap.table, tap.snapshot.state, tap.by, at=tap.at)
    )


def check_separation_of_duties(tap: Tap, state: State) -> None:
    """Raises Refusal if a person who may not sign tries to refuse."""
    report = state.irregular
    if report is not None and (why := why_cannot_sign(tap.table, tap.snapshot.state, tap.by, at=tap.at)):
        raise why.under(report.clause, role=str(Role(report.wants).label))


def another_person(*, approval: Approval, staff: Staff, **_signal: object) -> None:
    """Raises Refusal if a person who had a part in it tries to sign; hears `approval_checking`."""
    if approval.kind not in (COMMAND, approvals.IRREGULARITY):
        return
    table = Table.objects.filter(code=approval.table_code).first()
    if table is None:
        return
    if why := why_cannot_sign(table, load(table).state, staff, asked_by=approval.asked_by):
        raise why.under(approval.clause, role=str(Role(approval.role_wanted).label))
