"""The equipment of side bets at a table: whether it is there, of an approved type, and working.

A bet is not offered without it. If its equipment fails or loses its approval, a bet is not offered from the next
round on until that is put right; the game goes on without it (NZ-3.5, NZ-16.12, VIC03-11.3.2, VIC03-11.7.3(a)). A
device that serves several tables fails at all of them. The current time is passed in as `at`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction

from casino import ledger
from casino.ledger import Draft
from casino.ledger.rows import ROWS, deleted_row, rows_of
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from sidebets import SideBet
from sidebets.table import Equipment
from tables.models import Device, Fitting, Table
from tables.offers import bet_of, known, refresh
from tables.record import locked, require, write
from tables.signals import equipment_reported
from tables.signs import signs

SEEN_BY: Final = Role.GAME_SUPERVISOR
"""Who records the equipment at a table; the books name no role."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a side bet's equipment at a table, as somebody describes it."""

    item: str
    device: str = ""
    """The number of a device that may serve several tables."""
    approval: str = ""
    """The reference of the approval of its type."""
    approved_on: date | None = None
    certificate: str = ""
    """The reference of the certificate of its properties."""


def fit(code: str, key: str, piece: Piece, *, by: Staff, at: datetime) -> Fitting:
    """Record a piece of the bet's equipment at the table.

    Raises Refusal if an approval or certificate that the book requires is missing, and for a device that already
    serves as many tables as it may.
    """
    with _held(piece.device, by, at) as shared, locked(code) as table:
        bet = bet_of(table, key)
        requirement = _requirement(bet, piece.item)
        acting = require(by, SEEN_BY, requirement.clause)
        if fault := piece_fault(requirement, code, piece, at.date()):
            raise fault
        if requirement.serves and shared is not None:
            _may_serve(table, bet, requirement, shared)
        fitting = Fitting.objects.filter(table=table, bet=key, item=piece.item).first()
        fitting = fitting or Fitting(table=table, bet=key, item=piece.item)
        fitting.device = shared if requirement.serves else None
        fitting.approval, fitting.approved_on = piece.approval, piece.approved_on
        fitting.certificate = piece.certificate
        fitting.working, fitting.seen_by, fitting.seen_at = True, by.number, at
        fitting.full_clean(exclude=["table", "device"])
        fitting.save()
        device_code = shared.code if shared is not None and requirement.serves else ""
        body = {
            "bet": key, "item": piece.item, "device": device_code, "approval": piece.approval,
            "approved_on": piece.approved_on.isoformat() if piece.approved_on else None,
            "certificate": piece.certificate,
            "attests": [{"words": words, "clause": clause} for words, clause in requirement.certified],
            ROWS: rows_of(fitting),
        }  # fmt: skip
        detail = Phrase.of("entry.piece_there", bet=bet.title, item=_piece(piece.item, device_code))
        _write(table, "equipment_recorded", detail, requirement.clause, body, acting, by, at)
        return fitting


def piece_fault(requirement: Equipment, code: str, piece: Piece, today: date) -> Refusal | None:
    """Why a piece of equipment cannot be recorded at a table as it is described; None if it can."""
    if requirement.approved and not (piece.approval and piece.approved_on):
        return Refusal("equipment.not_approved", requirement.approved, item=requirement.item)
    if piece.approved_on is not None and piece.approved_on > today:
        clause = requirement.approved or requirement.clause
        return Refusal("equipment.approved_later", clause, date=str(piece.approved_on))
    if requirement.certified and not piece.certificate:
        words, clause = requirement.certified[0]
        return Refusal("equipment.no_certificate", clause, what=words)
    if requirement.serves and not piece.device:
        return Refusal("equipment.no_number", requirement.clause, item=requirement.item, table=code)
    return None


def take_away(code: str, key: str, item: str, *, by: Staff, at: datetime) -> None:
    """Record that the piece is gone, or its type no longer approved: the bet is not offered from the next round on."""
    with locked(code) as table:
        bet = bet_of(table, key)
        requirement = _requirement(bet, item)
        acting = require(by, SEEN_BY, requirement.clause)
        fitted = _fitted(table, bet, requirement)
        failures = deleted_row(fitted)
        fitted.delete()
        clause = requirement.approved or requirement.clause
        detail = Phrase.of("entry.piece_gone", bet=bet.title, item=item)
        body = {"bet": key, "item": item, ROWS: [failures]}
        _write(table, "equipment_gone", detail, clause, body, acting, by, at)


def fail(code: str, key: str, item: str, *, by: Staff, at: datetime) -> list[str]:
    """Record that the piece has failed; returns the tables at which the bet is not offered from the next round on:
    all that the device serves."""
    return _working(code, key, item, works=False, by=by, at=at)


def repair(code: str, key: str, item: str, *, by: Staff, at: datetime) -> list[str]:
    """Record that the piece works again; returns the tables at which the bet is offered again."""
    return _working(code, key, item, works=True, by=by, at=at)


def shared_and_working(code: str, key: str, called: str) -> str:
    """The name of the bet's equipment at the table whose label was `called`, if it serves other tables too and has
    not been reported; otherwise ""."""
    fittings = Fitting.objects.filter(
        table__code=code, bet=key, item__iexact=called, device__working=True
    ).first()
    return fittings.item if fittings is not None else ""


def _working(code: str, key: str, item: str, *, works: bool, by: Staff, at: datetime) -> list[str]:
    fitting = Fitting.objects.filter(table__code=code, bet=key, item=item).select_related("device").first()
    device = fitting.device if fitting is not None else None
    with _held(device.code if device else "", by, at) as shared:
        codes = [code]
        if shared is not None:
            codes = sorted(Fitting.objects.filter(device=shared).values_list("table__code", flat=True))
            shared.working = works
            shared.save(update_fields=["working"])
        for table_code in codes:
            with locked(table_code) as table:
                bet = bet_of(table, key)
                requirement = _requirement(bet, item)
                acting = require(by, SEEN_BY, _stops(bet))
                fitted = _fitted(table, bet, requirement)
                fitted.working = works
                fitted.save(update_fields=["working"])
                device_code = shared.code if shared is not None else ""
                detail = Phrase.of(
                    "entry.piece_repaired" if works else "entry.piece_failed",
                    bet=bet.title,
                    item=_piece(item, device_code),
                )
                _write(
                    table,
                    "equipment_repaired" if works else "equipment_failed",
                    detail,
                    _stops(bet),
                    {
                        "bet": key,
                        "item": item,
                        "device": device_code,
                        "reported_at": code,
                        ROWS: rows_of(fitted),
                    },
                    acting,
                    by,
                    at,
                )
                equipment_reported.send(None, code=table_code, bet=key, item=item, works=works, by=by, at=at)
        return codes


def _piece(item: str, device_code: str) -> Phrase | str:
    """The piece, with its device's number if it serves several tables."""
    return Phrase.of("entry.piece", item=item, device=device_code) if device_code else item


def _stops(bet: SideBet) -> str:
    return bet.failure_suspends or bet.clause


@contextmanager
def _held(device: str, by: Staff, at: datetime) -> Iterator[Device | None]:
    """The shared device with that code, created if it is new, and locked before the row of any table. A new device,
    or a change in whether it works, is an entry of the house's chain, after those of the tables."""
    with transaction.atomic():
        if not device:
            yield None
            return
        device_row = Device(code=device)
        try:
            device_row.full_clean(validate_unique=False, validate_constraints=False)
        except ValidationError as wrong:
            raise Refusal("equipment.number") from wrong
        before = Device.objects.filter(code=device).first()
        if before is None:
            Device.objects.bulk_create([device_row], ignore_conflicts=True)
        shared = Device.objects.select_for_update().get(code=device)
        worked = shared.working
        yield shared
        if before is None or shared.working != worked:
            detail = Phrase.of(
                "entry.device_works" if shared.working else "entry.device_failed", device=shared.code
            )
            entry = Draft(kind="device_reported", detail=detail, body={ROWS: rows_of(shared)})
            ledger.append(ledger.HOUSE, [entry], actor=by.number, role=by.role, at=at)


def _requirement(bet: SideBet, item: str) -> Equipment:
    item_found = next((item_wanted for item_wanted in bet.equipment if item_wanted.item == item), None)
    if item_found is None:
        raise Refusal(
            "equipment.not_needed",
            bet.clause,
            bet=bet.title,
            item=item,
            needed=[item_wanted.item for item_wanted in bet.equipment] or ["–"],
        )
    return item_found


def _fitted(table: Table, bet: SideBet, requirement: Equipment) -> Fitting:
    fitting = Fitting.objects.filter(table=table, bet=bet.key, item=requirement.item).first()
    if fitting is None:
        raise Refusal("equipment.not_recorded", requirement.clause, item=requirement.item, table=table.code)
    return fitting


def _may_serve(table: Table, bet: SideBet, requirement: Equipment, device: Device) -> None:
    """Raises Refusal for one table too many, and for a device that is something else elsewhere."""
    served = Fitting.objects.filter(device=device).exclude(table=table)
    if served.exclude(item=requirement.item).exists():
        raise Refusal("equipment.other_kind", device=device.code)
    codes = sorted(set(served.values_list("table__code", flat=True)))
    if len(codes) >= requirement.serves:
        raise Refusal(
            "equipment.serves_too_many",
            requirement.clause,
            device=device.code,
            tables=codes,
            most=requirement.serves,
            item=requirement.item,
        )


def _write(
    table: Table,
    kind: str,
    detail: Phrase,
    clause: str,
    body: Mapping[str, object],
    acting: str,
    by: Staff,
    at: datetime,
) -> None:
    changes = refresh(table) if body["bet"] in known(table) else []
    table.live = {**table.live, "limits": signs.limits_of(table)}
    entry = Draft(kind=kind, detail=detail, clause=clause, body=dict(body), acting_as=acting)
    write(table, [entry], by=by, at=at, changes=["live", *changes])
