"""Fills and credits: requested, approved, sent and received on a numbered slip, or voided by two with a reason.

    slip = slips.request("BJ-07", "fill", {2500: 40}, by=dealer, at=now, key="…")
    slips.sign(slip.pk, by=supervisor, at=now)

The house decides who signs which step (`tables.float.policy`). Nobody signs a slip twice, except that the dealer who
asked also takes the chips in or hands them out, and that a supervisor who asks has thereby approved. The same key
again gives the same slip. Chips count on the table once a fill is received, and until a credit is sent.

The order of locks is: the table's row, the book of the series, the table's chain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import models

from casino.refusals import Refusal
from casino.staff import two_people
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.float import chips as counting
from tables.float.balance import balance
from tables.float.models import HOUSE, Session, Signature, Slip, SlipBook
from tables.float.policy import APPROVED, RECEIVED, REQUESTED, policy
from tables.float.record import (
    at_table,
    dealt_lately,
    draft,
    in_session,
    note,
    require_two_signers,
    sent_before,
)
from tables.models import Table
from tables.record import form_request


@dataclass(frozen=True, slots=True)
class RequiredSignature:
    """The next signature that a slip needs."""

    state: str
    role: str


def next_signature(slip: Slip, signed: int) -> RequiredSignature | None:
    """The next signature, after `signed` ones; None if it has all of them or the slip is void."""
    every = [RequiredSignature(state, role) for state, roles in slip.steps for role in roles]
    return every[signed] if slip.is_open and signed < len(every) else None


def request(
    code: str, kind: str, counted: Mapping[int, int], *, by: Staff, at: datetime, key: str = ""
) -> Slip:
    """Make out a slip. Raises Refusal for chips that the table does not have, for a person who may not ask, before a
    float has been counted, and for a credit of more than the float holds."""
    with at_table(code) as table:
        if kind not in Slip.Kind.values:
            raise Refusal("slip.kind")
        chips = counting.at_least_one(table, counted)
        wish = form_request(key, "slip", by, kind=kind, chips=chips)
        if done := sent_before(Slip, table, wish):
            return done
        session = in_session(table)
        steps = policy().steps(kind)
        _may_sign(by, steps[0].roles[0])
        amount = counting.total(chips)
        if kind == Slip.Kind.CREDIT:
            _enough(table, session, amount)
        series = HOUSE if policy().slips_by == "casino" else table.pit.code
        slip = Slip.objects.create(
            series=series, number=_next(series), session=session, table=table, kind=kind, chips=chips,
            amount=amount, steps=[[step.state, list(step.roles)] for step in steps], state=REQUESTED,
            requested_by=by.number, at=at, key=key,
        )  # fmt: skip
        signatures = [_signature(slip, RequiredSignature(REQUESTED, steps[0].roles[0]), by, at)]
        following = next_signature(slip, 1)
        approves = (
            following is not None and following.state == APPROVED and by.has_role_at_least(following.role)
        )
        if following is not None and approves and not dealt_lately(table, by):
            # Somebody who could approve has done so by asking; a person who deals asks as the dealer, and somebody
            # else approves.
            signatures.append(_signature(slip, following, by, at))
            _advance(slip, len(signatures), at)
        detail = Phrase.of(
            "entry.slip_requested",
            slip=_named(slip),
            amount=amount,
            given=chips,
            state=str(slip.state),
            by=by.number,
        )
        entry = draft("slip_requested", detail, [slip, *signatures], amount=amount)
        note(table, [entry], by=by, at=at, request=wish)
        return slip


def sign(slip_id: int, *, by: Staff, at: datetime, after: int | None = None) -> Slip:
    """Sign the next step, which must be the one after `after` signatures if the signer says so. Raises Refusal for a
    person who may not, for a second signature of the same person, for a slip that needs none, and if somebody else
    has signed meanwhile."""
    code = _code(slip_id)
    with at_table(code) as table:
        slip = _locked(slip_id)
        signed = list(slip.signatures.all())
        following = next_signature(slip, len(signed))
        if following is None:
            raise Refusal("slip.done", slip=str(slip))
        if after is not None and after != len(signed):
            raise Refusal(
                "slip.signed_meanwhile", by=signed[-1].by, slip=str(slip), next=str(following.state)
            )
        _may_sign(by, following.role)
        own_business = following.role == Role.DEALER and all(
            step.step == REQUESTED for step in signed if step.by == by.number
        )
        if any(step.by == by.number for step in signed) and not own_business:
            raise Refusal(
                "slip.signed_already", number=by.number, slip=str(slip), role=str(Role(following.role).label)
            )
        if following.role != Role.DEALER and (why := dealt_lately(table, by)):
            raise why.under("", role=str(Role(following.role).label))
        if refusal := next(
            filter(None, (two_people.why_not_together(by.number, other.by, at) for other in signed)), None
        ):
            raise refusal
        if slip.kind == Slip.Kind.CREDIT and following.state == Slip.State.SENT:
            _enough(table, slip.session, slip.amount)
        signature = _signature(slip, following, by, at)
        _advance(slip, len(signed) + 1, at)
        detail = Phrase.of(
            "entry.slip_signed",
            slip=_named(slip),
            amount=slip.amount,
            state=str(following.state),
            by=by.number,
        )
        note(table, [draft("slip_signed", detail, [slip, signature], amount=slip.amount)], by=by, at=at)
        return slip


def void(slip_id: int, reason: str, *, by: Staff, signed_by: Staff, at: datetime) -> Slip:
    """Void a slip that has not been received, by two people and with a reason; its number stays used. A credit's
    chips that were on their way are back on the table."""
    code = _code(slip_id)
    with at_table(code) as table:
        slip = _locked(slip_id)
        if not slip.is_open:
            raise Refusal("slip.received" if slip.state == RECEIVED else "slip.void", slip=str(slip))
        require_two_signers(
            table, by, signed_by, policy().void, at=at,
            part=lambda person: dealt_lately(table, person),
        )  # fmt: skip
        if {by.number, signed_by.number} <= {signature.by for signature in slip.signatures.all()}:
            raise Refusal(
                "slip.voided_by_its_signers", first=by.number, second=signed_by.number, slip=str(slip)
            )
        if not reason.strip():
            raise Refusal("slip.reason_missing")
        slip.state, slip.reason, slip.ended_at = Slip.State.VOID, reason.strip()[:500], at
        slip.save()
        signatures = [
            _signature(slip, RequiredSignature(Slip.State.VOID, role), person, at)
            for role, person in _in_order(policy().void, by, signed_by)
        ]
        detail = Phrase.of(
            "entry.slip_void", slip=_named(slip), reason=slip.reason, signed=(by.number, signed_by.number)
        )
        note(table, [draft("slip_void", detail, [slip, *signatures], amount=slip.amount)], by=by, at=at)
        return slip


def open_slips(table: Table | None = None) -> models.QuerySet[Slip]:
    """The open slips of one table or of all, oldest first."""
    slips = Slip.under_way()
    return slips if table is None else slips.filter(table=table)


def may_sign(slip: Slip, signed: list[Signature], by: Staff) -> bool:
    """Whether this person may give the next signature; for screens, since `sign` checks again."""
    following = next_signature(slip, len(signed))
    if following is None or not by.has_role_at_least(following.role):
        return False
    if following.role != Role.DEALER and dealt_lately(slip.table, by):
        return False
    if any(two_people.why_not_together(by.number, signature.by) for signature in signed):
        return False
    own = [step.step for step in signed if step.by == by.number]
    return not own or (following.role == Role.DEALER and set(own) == {REQUESTED})


def _next(series: str) -> int:
    """The next number of a series, whose book stays locked until the transaction ends."""
    SlipBook.objects.bulk_create([SlipBook(series=series)], ignore_conflicts=True)
    return SlipBook.objects.select_for_update().get(series=series).last + 1


def _advance(slip: Slip, signed: int, at: datetime) -> None:
    """Move the slip to the last step that has all its signatures."""
    for state, roles in slip.steps:
        signed -= len(roles)
        if signed < 0:
            break
        slip.state = state
    if slip.state == RECEIVED:
        slip.ended_at = at
    slip.save()


def _named(slip: Slip) -> Phrase:
    """A slip by its kind and number, as it is printed."""
    return Phrase.of("entry.slip_number", kind=str(slip.kind), number=slip.serial)


def _signature(slip: Slip, for_step: RequiredSignature, by: Staff, at: datetime) -> Signature:
    return Signature.objects.create(slip=slip, step=for_step.state, role=for_step.role, by=by.number, at=at)


def _in_order(roles: tuple[str, str], person: Staff, other: Staff) -> list[tuple[str, Staff]]:
    straight = person.has_role_at_least(roles[0]) and other.has_role_at_least(roles[1])
    return list(zip(roles, (person, other) if straight else (other, person), strict=True))


def _code(slip_id: int) -> str:
    code = Slip.objects.filter(pk=slip_id).values_list("table__code", flat=True).first()
    if code is None:
        raise Refusal("slip.unknown")
    return code


def _locked(slip_id: int) -> Slip:
    return Slip.objects.select_for_update(of=("self",)).select_related("session__opening").get(pk=slip_id)


def _may_sign(by: Staff, role: str) -> None:
    if not by.has_role_at_least(role):
        raise Refusal(
            "staff.role_too_low", number=by.number, role=by.get_role_display(), wanted=str(Role(role).label)
        )


def _enough(table: Table, session: Session, amount: int) -> None:
    holds = balance(session, table).expected
    if amount > holds:
        raise Refusal("slip.credit_exceeds_float", amount=amount, holds=holds, table=table.code)
