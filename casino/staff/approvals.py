"""Approval by a second person: requested at the table, given there by PIN or from the dashboard.

    matter = approvals.Matter("void_hand", "…", "game_supervisor", clause="VIC03-9.7", command=encoded)
    approval = approvals.ask("BJ-07", matter, asked_by=dealer)
    approvals.decide(approval, supervisor, True, "seen on camera")

The approver is never the person who asked, nor bound to them by a recent set-up (`casino.staff.two_people`); they
hold the role that the clause requires or a higher one (VIC03-1.2), and decide once. A room with further reasons why
somebody may not decide connects to `signals.approval_checking`. Asking and deciding are entries of the table's chain,
written in the same transaction. What an approved command then does is up to the caller, which connects to
`signals.approval_decided` or reads the returned approval.

The order of locks is the same everywhere: table row, approval, table's chain, house chain. A caller that will change
the table connects to `signals.approval_deciding` to lock its row first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from casino import ledger
from casino.house_time import seconds
from casino.ledger.canonical import body_text
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff import pin as pins
from casino.staff import places, signals, two_people
from casino.staff.devices import Place
from casino.staff.models import Approval, Staff
from casino.staff.roles import Role
from casino.words import Phrase

State = Approval.State
IRREGULARITY = "irregularity"
"""The kind of approvals in which somebody signs what is done about an irregularity."""
LONGEST_CHOICE = 40
LONGEST_REASON = 200
"""Characters of a reason that are recorded."""
LADDER_CLAUSE = "VIC03-1.2"


def reason_given(typed: str, of_key: str) -> str:
    """The reason for an answer, as it is recorded: the one that was typed goes before that of the key."""
    return (typed or of_key.strip())[:LONGEST_REASON]


def by_pin(number: str, pin: str, where: Place | str, code: str = "", *, at: datetime | None = None) -> Staff:
    """The second person, who gives number and PIN at the screen of table `code`; the session there stays the first
    person's.

    Counts toward lock-out and rate limit like a sign-in. Raises SignInRefused; OutOfPlace for somebody who does not
    act at the table; Refusal if somebody else set the PIN; RuntimeError inside a transaction of the caller's, which
    could undo the counting of tries.
    """
    person = pins.check(number, pin, where, purpose="approve", at=at)
    two_people.require_own_pin(person)
    if code and (why := places.refusal_to_sign(person, code)):
        raise why
    return person


@dataclass(frozen=True, slots=True)
class Matter:
    """What a second person is asked to sign for."""

    kind: str
    text: str
    """The question, as the second person reads it."""
    role: str
    """The least role of the person who signs."""
    clause: str = ""
    round_no: int | None = None
    command: bytes | str = ""
    """What is played once it is approved, as JSON."""
    version: int | None = None
    """The table's version when it was asked."""


def ask(
    table_code: str,
    matter: Matter,
    *,
    asked_by: Staff,
    at: datetime | None = None,
    key: str = "",
    request: str = "",
) -> Approval:
    """Ask a second person to approve. `key` is the key of the asking command and `request` its digest
    (`casino.ledger.requests`).

    Raises Refusal if the person who asks may not work at a table, ValueError for an unknown role or a command that
    is not JSON.
    """
    if not asked_by.has_role_at_least(Role.DEALER):
        raise Refusal(
            "approval.role_cannot_ask",
            LADDER_CLAUSE,
            number=asked_by.number,
            role=asked_by.get_role_display(),
        )
    at = at or timezone.now()
    with transaction.atomic():
        approval = Approval.objects.create(
            table_code=table_code,
            round_no=matter.round_no,
            kind=matter.kind,
            text=matter.text,
            clause=matter.clause,
            role_wanted=Role(matter.role),
            command=body_text(matter.command) if matter.command else "",
            version=matter.version,
            asked_by=asked_by.number,
            asked_role=asked_by.role,
            asked_at=at,
        )
        detail = Phrase.of("entry.asked", what=matter.text, role=str(Role(matter.role).label))
        _record(approval, "approval_asked", detail, asked_by, at, key, request)
    return approval


def decide(
    approval: Approval,
    staff: Staff,
    approve: bool,
    reason: str = "",
    *,
    choice: str = "",
    at: datetime | None = None,
) -> Approval:
    """Approve or refuse; returns the approval as it is now. `choice` is the approver's choice, if the command leaves
    them one.

    Raises Refusal if `staff` asked for it or is barred by a hook, has too low a role, gives no reason for a refusal,
    or if it is no longer waiting: if two people decide at once, the second is told what the first decided. The same
    decision by the same person again changes nothing.
    """
    state = State.APPROVED if approve else State.REFUSED
    return _settle(approval, state, staff, reason.strip(), at or timezone.now(), choice)


def acknowledge(approval: Approval, staff: Staff, *, at: datetime | None = None) -> Approval:
    """Record in the table's chain that somebody has seen it and is taking care of it; it goes on waiting. Raises
    Refusal if it is no longer waiting, somebody else saw it before, or `staff` is no supervisor."""
    at = at or timezone.now()
    with transaction.atomic():
        signals.approval_deciding.send(None, table_code=approval.table_code)
        current = Approval.objects.select_for_update().get(pk=approval.pk)
        if why := places.refusal_to_sign(staff, current.table_code):
            raise why
        if not staff.has_role_at_least(Role.GAME_SUPERVISOR):
            raise Refusal(
                "approval.role_cannot_attend",
                LADDER_CLAUSE,
                number=staff.number,
                role=staff.get_role_display(),
            )
        if not current.is_waiting or current.seen_by:
            if current.seen_by == staff.number:
                return current  # sent again: the first answer was lost
            if current.seen_by:
                raise Refusal("approval.attended", current.clause, by=current.seen_by)
            raise _over(current)
        at = ledger.not_before(current.table_code, at)
        current.seen_by, current.seen_at = staff.number, at
        current.save(update_fields=["seen_by", "seen_at"])
        detail = Phrase.of("entry.attended", what=current.text, number=staff.number)
        _record(current, "approval_seen", detail, staff, at)
        signals.approval_decided.send(None, approval=current)
    return current


def withdraw(approval: Approval, staff: Staff, reason: str = "", *, at: datetime | None = None) -> Approval:
    """Withdraw the question, as a dealer (not necessarily the one who asked) or a supervisor."""
    return _settle(approval, State.WITHDRAWN, staff, reason.strip(), at or timezone.now())


def expire(
    table_code: str,
    reason: str,
    *,
    kind: str = "",
    ends: Callable[[Approval], bool] = lambda approval: True,
    at: datetime | None = None,
) -> list[Approval]:
    """End the waiting approvals of a table that has moved on without them: those of that kind for which `ends` is
    true. Returns those that ended."""
    at = at or timezone.now()
    with transaction.atomic():
        signals.approval_deciding.send(None, table_code=table_code)
        waiting = waiting_for(table_code).select_for_update()
        waiting = waiting.filter(kind=kind) if kind else waiting
        return [_finish(approval, State.EXPIRED, None, reason, at) for approval in waiting if ends(approval)]


def waiting_for(table_code: str | None = None) -> QuerySet[Approval]:
    """The waiting approvals, oldest first: of one table, or of all tables for the dashboard."""
    waiting = Approval.objects.filter(state=State.WAITING).order_by("asked_at", "id")
    return waiting if table_code is None else waiting.filter(table_code=table_code)


def _settle(
    approval: Approval, state: str, staff: Staff, reason: str, at: datetime, choice: str = ""
) -> Approval:
    with transaction.atomic():
        signals.approval_deciding.send(None, table_code=approval.table_code)
        current = Approval.objects.select_for_update().get(pk=approval.pk)
        # The current row: the role may have been taken away since this person was looked up.
        staff = Staff.objects.get(pk=staff.pk)
        given = (current.state, current.decided_by, current.reason, current.choice)
        if state != State.WITHDRAWN and given == (state, staff.number, reason, choice):
            return current
        _check(current, state, staff, reason)
        current.choice = choice
        return _finish(current, state, staff, reason, ledger.not_before(current.table_code, at))


def _over(approval: Approval) -> Refusal:
    """The refusal to decide an approval that is no longer waiting: what became of it, by whom and when."""
    assert approval.decided_at is not None
    by, at = approval.decided_by, seconds(approval.decided_at)
    return Refusal(f"approval.{approval.state}", approval.clause, by=by, at=at)


def _check(approval: Approval, state: str, staff: Staff, reason: str) -> None:
    if not approval.is_waiting:
        raise _over(approval)
    if state == State.WITHDRAWN:
        if not staff.has_role_at_least(Role.DEALER):
            raise Refusal(
                "approval.role_cannot_withdraw",
                LADDER_CLAUSE,
                number=staff.number,
                role=staff.get_role_display(),
            )
        return
    required_role = Role(approval.role_wanted)
    if staff.number == approval.asked_by:
        raise Refusal(
            "approval.own_request", approval.clause, number=staff.number, role=str(required_role.label)
        )
    if not staff.has_role_at_least(required_role):
        raise Refusal(
            "approval.role_too_low",
            approval.clause or LADDER_CLAUSE,
            wanted=str(required_role.label),
            number=staff.number,
            role=staff.get_role_display(),
        )
    if why := places.refusal_to_sign(staff, approval.table_code):
        raise why
    if refusal := two_people.why_not_together(staff.number, approval.asked_by):
        raise refusal.under(approval.clause)
    signals.approval_checking.send(None, approval=approval, staff=staff)
    if state == State.REFUSED and not reason:
        raise Refusal("approval.reason_missing", approval.clause)


KINDS = {
    State.APPROVED: "approved",
    State.REFUSED: "approval_refused",
    State.WITHDRAWN: "approval_withdrawn",
    State.EXPIRED: "approval_expired",
}
"""The kind of the entry that ends an approval, by the approval's final state."""


def _finish(approval: Approval, state: str, staff: Staff | None, reason: str, at: datetime) -> Approval:
    approval.state = state
    approval.decided_by = staff.number if staff else ""
    approval.decided_role = staff.role if staff else ""
    approval.decided_at = at
    approval.reason = reason
    approval.save(update_fields=["state", "decided_by", "decided_role", "decided_at", "reason", "choice"])
    ended = {"what": approval.text, "state": str(approval.state)}
    detail = (
        Phrase.of("entry.answered_because", **ended, reason=reason)
        if reason
        else Phrase.of("entry.answered", **ended)
    )
    _record(approval, KINDS[State(state)], detail, staff, at)
    signals.approval_decided.send(None, approval=approval)
    return approval


def _record(
    approval: Approval,
    kind: str,
    detail: Phrase,
    staff: Staff | None,
    at: datetime,
    key: str = "",
    request: str = "",
) -> None:
    decides = staff is not None and approval.state in (State.APPROVED, State.REFUSED)
    entry = ledger.Draft(
        kind=kind,
        detail=detail,
        clause=approval.clause,
        round_no=approval.round_no,
        key=key,
        request=request,
        acting_as=staff.acting_as(approval.role_wanted) if staff and decides else "",
        body={
            "approval": approval.pk,
            "kind": approval.kind,
            "role_wanted": str(approval.role_wanted),
            "asked_by": approval.asked_by,
            "command": approval.command,
            "version": approval.version,
            "reason": approval.reason,
            ROWS: rows_of(approval),
        }
        | ({"choice": approval.choice} if approval.choice else {}),
    )
    who, role = (staff.number, staff.role) if staff else ("", "")
    ledger.append(approval.table_code, [entry], actor=who, role=role, at=at)
