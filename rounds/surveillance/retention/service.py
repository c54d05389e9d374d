"""Legal holds, and the end of what the house has kept for its time.

What ends is named first (`name_ending`), so that a hold can still stop it, and carried out after `NOTICE` by two
people (`carry_out`). The words and files are deleted; their digests stay in the desk's chain. For rounds it is the
month's file that ends, which is outside the database: `spent_months` destroys it, and its SHA-256 stays in the chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import msgspec
from django.db import models, transaction
from django.db.models import Q, QuerySet

from casino import ledger
from casino.ledger import DESK, Entry
from casino.ledger.archives.months import gaps
from casino.ledger.models import ArchivedMonth
from casino.refusals import Refusal
from casino.staff.access import admits
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.models import Round
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.holds import Hold, RetentionKind
from rounds.surveillance.incidents import files
from rounds.surveillance.incidents.models import Incident, Page
from rounds.surveillance.incidents.service import of_number, visible
from rounds.surveillance.notes.models import Note
from rounds.surveillance.record import WRITER, digest, reads, require_writer, two, worded, write
from rounds.surveillance.retention.models import Ending

NOTICE: Final = timedelta(days=7)
"""How long something must be named before it can end."""
SIGNERS: Final = (WRITER, Role.OPERATIONS_MANAGER)
"""The roles that may name and sign; one of the two signers is an operations manager."""
WORDS: Final = 500
MOST: Final = 1_000
"""The most things of a kind in one ending."""
Subjects = dict[str, list[str]]


# --- holds


def place(kind: str, subject: str, why: str, *, by: Staff, at: datetime) -> Hold:
    """Put a legal hold on something. Raises Refusal for something unknown or already held, and without a reason."""
    require_writer(by)
    key = key_of(kind, subject, by)
    if _has_ended(kind, key):
        raise Refusal("hold.ended", typed=subject[:40])
    if not why.strip():
        raise Refusal("hold.why_missing")
    with transaction.atomic():
        ledger.lock(DESK)
        if Hold.objects.filter(kind=kind, subject=key, lifted_at=None).exists():
            raise Refusal("hold.held")
        hold = Hold.objects.create(
            kind=kind, subject=key, facts=worded(why=why.strip()[:WORDS]), by=by.number, at=at
        )
        write("desk_hold", hold, by=by, at=at)
        return hold


def lift(hold_id: int, *, second: Staff, by: Staff, at: datetime) -> Hold:
    """Lift a hold, signed by two people. Raises Refusal."""
    require_writer(by)
    if not admits(second, SIGNERS):
        raise Refusal("hold.second", number=second.number, role=second.get_role_display())
    two(by, second, at)
    with transaction.atomic():
        ledger.lock(DESK)
        hold = Hold.objects.filter(pk=hold_id).first()
        if hold is None or hold.lifted_at is not None:
            raise Refusal("hold.unknown")
        hold.lifted_by, hold.lifted_with, hold.lifted_at = by.number, second.number, at
        hold.save()
        write("desk_hold_lifted", hold, by=by, at=at)
        return hold


def key_of(kind: str, subject: str, by: Staff) -> str:
    """The key of a hold's subject: a round given as BJ-07/214, a note by its number, an incident as INC-2026-0148, an
    attachment as INC-2026-0148/7. Raises Refusal for an unknown one."""
    typed = subject.strip().upper().replace(" ", "")
    first, _, second = typed.partition("/")
    number = int(second) if second.isascii() and second.isdigit() and len(second) < 10 else 0
    match kind:
        case RetentionKind.ROUND if Round.objects.filter(table__code=first, round_no=number).exists():
            return f"{first}/{number}"
        case RetentionKind.NOTE if (
            first.isascii() and first.isdigit() and Note.objects.filter(pk=int(first[:18])).exists()
        ):
            return str(int(first))
        case RetentionKind.INCIDENT if (incident := of_number(typed, by)) is not None:
            return str(incident.pk)
        case RetentionKind.FILE if (incident := of_number(first, by)) is not None:
            page = incident.pages.filter(no=number, sort=Page.Sort.FILE).first()
            if page is not None:
                return str(page.pk)
    raise Refusal("hold.no_such_thing", typed=subject[:40])


def _has_ended(kind: str, key: str) -> bool:
    """Whether something's time is over and its words or file are gone, so that nothing is left to hold."""
    if kind == RetentionKind.ROUND:
        table, _, number = key.partition("/")
        ended, of_table = ended_months(), gaps().get(table, ())
        return any(str(gap.month) in ended and gap.has_round(int(number)) for gap in of_table)
    rows: dict[str, type[Note | Incident | Page]] = {
        RetentionKind.NOTE: Note,
        RetentionKind.INCIDENT: Incident,
        RetentionKind.FILE: Page,
    }
    return rows[kind]._default_manager.filter(pk=int(key)).exclude(ended_at=None).exists()


def held(kind: str) -> set[str]:
    """The keys of everything held of a kind."""
    return set(Hold.objects.filter(kind=kind, lifted_at=None).values_list("subject", flat=True))


# --- what is due


def due(now: datetime) -> Subjects:
    """What has been kept for its time and is not held, by kind."""
    return {
        RetentionKind.ROUND: list(_months(now)),
        RetentionKind.NOTE: _keys(_notes(now)),
        RetentionKind.INCIDENT: _keys(_incidents(now)),
        RetentionKind.FILE: _keys(_files(now)),
    }


def _keys(rows: QuerySet[Any]) -> list[str]:
    return [str(key) for key in rows.order_by("pk").values_list("pk", flat=True)[:MOST]]


def _past(kind: str, now: datetime) -> datetime:
    return now - timedelta(days=lists.days(kind))


def _notes(now: datetime) -> QuerySet[Note]:
    rows = Note.objects.filter(ended_at=None, at__lt=_past("note", now)).exclude(
        pk__in=_ints(held(RetentionKind.NOTE))
    )
    for subject in held(RetentionKind.ROUND):
        table, _, number = subject.partition("/")
        rows = rows.exclude(table=table, round_no=int(number))
    return rows


def _incidents(now: datetime) -> QuerySet[Incident]:
    rows = Incident.objects.filter(ended_at=None, closed_at__lt=_past("incident", now))
    rows = rows.exclude(pk__in=_ints(held(RetentionKind.INCIDENT)))
    rows = rows.exclude(pages__pk__in=_ints(held(RetentionKind.FILE)))
    for subject in held(RetentionKind.ROUND):
        table, _, number = subject.partition("/")
        of_round = Page.objects.filter(
            sort=Page.Sort.ROUND, facts__table=table, facts__round=int(number)
        ).values("incident")
        rows = rows.exclude(pk__in=of_round)
    return rows


def _files(now: datetime) -> QuerySet[Page]:
    rows = Page.objects.filter(
        sort=Page.Sort.FILE,
        ended_at=None,
        at__lt=_past("file", now),
        incident__status=Incident.Status.CLOSED,
        incident__ended_at=None,
    )
    return rows.exclude(
        Q(pk__in=_ints(held(RetentionKind.FILE))) | Q(incident__in=_ints(held(RetentionKind.INCIDENT)))
    )


def _ints(keys: Iterable[str]) -> list[int]:
    return [int(key) for key in keys]


def _months(now: datetime) -> Iterator[str]:
    """Archived months that are past their days and have no held round."""
    ended = ended_months()
    rounds = [subject.partition("/") for subject in held(RetentionKind.ROUND)]
    by_month = {str(gap.month): gap.month.after for of_chain in gaps().values() for gap in of_chain}
    for month in ArchivedMonth.objects.filter(away=True).order_by("month").values_list("month", flat=True):
        if month in ended or month not in by_month or by_month[month] >= _past("round", now):
            continue
        away = [
            (chain, gap) for chain, of_chain in gaps().items() for gap in of_chain if str(gap.month) == month
        ]
        if not any(
            chain == table and gap.has_round(int(number))
            for table, _, number in rounds
            for chain, gap in away
        ):
            yield month


# --- endings


def ended_months() -> dict[str, list[str]]:
    """Months whose end was signed for, with the signers. A month that was named but is held by then has not ended."""
    bodies = (
        Entry.objects.filter(chain=DESK, kind="desk_ended").order_by("seq").values_list("body", flat=True)
    )
    ended = [msgspec.json.decode(body) for body in bodies]
    return {month: body["signed"] for body in ended for month in body["months"]}


def name_ending(*, by: Staff, at: datetime) -> Ending:
    """Name what is due, so that it can end after `NOTICE`. Raises Refusal if nothing is due, and while another ending
    waits."""
    _require_signer(by)
    with transaction.atomic():
        ledger.lock(DESK)
        if Ending.objects.filter(signed_at=None, dropped_at=None).exists():
            raise Refusal("ending.waits")
        subjects = {str(kind): keys for kind, keys in due(at).items() if keys}
        if not subjects:
            raise Refusal("ending.nothing")
        ending = Ending.objects.create(facts=worded(**subjects), not_before=at + NOTICE, by=by.number, at=at)
        write("desk_ending_named", ending, by=by, at=at)
        return ending


def drop(ending_id: int, *, by: Staff, at: datetime) -> Ending:
    """Drop an ending: what was named stays."""
    _require_signer(by)
    with transaction.atomic():
        ledger.lock(DESK)
        ending = _waiting(ending_id)
        ending.dropped_by, ending.dropped_at = by.number, at
        ending.save()
        write("desk_ending_dropped", ending, by=by, at=at)
        return ending


@dataclass(frozen=True, slots=True)
class Ended:
    """What an ending has deleted."""

    rows: list[models.Model]
    digests: dict[str, str]
    files: list[str]
    months: list[str]


def carry_out(ending_id: int, *, second: Staff, by: Staff, at: datetime) -> Ending:
    """End what was named and is still due, signed by two people, one of them an operations manager. Raises
    Refusal."""
    _require_signer(by)
    _require_signer(second)
    two(by, second, at)
    if Role.OPERATIONS_MANAGER not in (by.role, second.role):
        raise Refusal("ending.no_manager")
    with transaction.atomic():
        ledger.lock(DESK)
        ending = _waiting(ending_id)
        if at < ending.not_before:
            raise Refusal("ending.too_early", day=f"{ending.not_before:%Y-%m-%d}")
        ended = _end(ending, at)
        ending.signed_by, ending.signed_at = second.number, at
        ending.save()
        body = {"digests": ended.digests, "months": ended.months, "signed": [by.number, second.number]}
        write("desk_ended", ending, *ended.rows, by=by, at=at, body=body)
        for sha256 in ended.files:
            transaction.on_commit(partial(files.remove, sha256))
        return ending


def _end(ending: Ending, at: datetime) -> Ended:
    still = {str(kind): set(keys) for kind, keys in due(at).items()}
    keys = {
        kind: [key for key in ending.facts.get(kind, []) if key in still.get(kind, ())]
        for kind in RetentionKind.values
    }
    ended = Ended([], {}, [], keys[RetentionKind.ROUND])
    notes = list(Note.objects.filter(pk__in=_ints(keys[RetentionKind.NOTE])))
    incidents = list(Incident.objects.filter(pk__in=_ints(keys[RetentionKind.INCIDENT])))
    pages = list(
        Page.objects.filter(
            Q(pk__in=_ints(keys[RetentionKind.FILE]))
            | Q(incident__in=[incident.pk for incident in incidents]),
            ended_at=None,
        )
    )
    for name, rows in (("note", notes), ("incident", incidents), ("page", pages)):
        for row in rows:
            ended.digests[f"{name} {row.pk}"] = digest(row.facts)
            if isinstance(row, Page) and row.sort == Page.Sort.FILE:
                ended.files.append(row.facts["sha256"])
                ended.digests[f"{RetentionKind.FILE} {row.pk}"] = row.facts["sha256"]
            row.facts, row.ended_at = {}, at
            if isinstance(row, Note) and row.withdrawal:
                row.withdrawal = {}
            row.save()
            ended.rows.append(row)
    return ended


def _waiting(ending_id: int) -> Ending:
    ending = Ending.objects.filter(pk=ending_id, signed_at=None, dropped_at=None).first()
    if ending is None:
        raise Refusal("ending.unknown")
    return ending


def _require_signer(by: Staff) -> None:
    if not admits(by, SIGNERS):
        raise Refusal("ending.signer", number=by.number, role=by.get_role_display())


# --- for screens


def subject_words(hold: Hold, person: Staff) -> str:
    """The subject of a hold, as people write it; "" if the person may not read it."""
    if hold.kind == RetentionKind.ROUND:
        return hold.subject
    if hold.kind == RetentionKind.NOTE:
        return hold.subject if reads(person) else ""
    pages = (
        Page.objects.filter(pk=int(hold.subject)) if hold.kind == RetentionKind.FILE else Page.objects.none()
    )
    page = pages.first()
    pk = page.incident_id if page is not None else int(hold.subject)
    incident = visible(person).filter(pk=pk).first()
    if incident is None:
        return ""
    return incident.number if page is None else f"{incident.number}/{page.no}"
