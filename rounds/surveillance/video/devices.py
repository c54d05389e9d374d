"""Which recorder may read which tables: each has a token, shown once, stored as a hash, and revocable at any time."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from casino import ledger
from casino.ledger import HOUSE, Draft
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.staff.tablets import hash_of
from casino.words import Phrase
from rounds.models import FeedDevice
from tables.models import Table

ISSUES: Final = Role.SURVEILLANCE
"""The role that issues tokens to recorders. No clause requires it: it is the house's own control."""
MOST_TABLES: Final = 100
LONGEST_LABEL: Final = 60

_PARTED: Final = re.compile(r"[\s,;]+")


def of_token(token: str) -> FeedDevice | None:
    """The device that has this token and may still read."""
    if not token or "\0" in token:
        return None
    return FeedDevice.objects.filter(token_hash=hash_of(token), revoked_at=None).first()


def tables_of(typed: str) -> list[str]:
    """The table codes in a text, each once. Raises Refusal for an unknown one."""
    codes = list(dict.fromkeys(code.upper() for code in _PARTED.split(typed) if code))
    if not codes or len(codes) > MOST_TABLES:
        raise Refusal("video.no_tables")
    known = set(Table.objects.filter(code__in=codes).values_list("code", flat=True))
    if missing := [code for code in codes if code not in known]:
        raise Refusal("table.unknown", table=missing[0][:16])
    return codes


def issue(label: str, tables: Sequence[str], *, by: Staff, at: datetime) -> tuple[FeedDevice, str]:
    """Let a recorder read these tables. Returns it with its token, which is not stored and cannot be shown again.
    Raises Refusal."""
    _require(by)
    label = label.strip()
    if not label or len(label) > LONGEST_LABEL or not label.isprintable():
        raise Refusal("video.label", longest=LONGEST_LABEL)
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        ledger.lock(HOUSE)
        if there := FeedDevice.objects.filter(label=label, revoked_at=None).first():
            raise Refusal("video.already", label=label, device=there.number)
        device = FeedDevice.objects.create(
            label=label, tables=list(tables), token_hash=hash_of(token), issued_by=by.number, issued_at=at
        )
        detail = Phrase.of("entry.recorder_reads", device=device.number, label=label, tables=list(tables))
        _write("video_device_added", detail, device, by, at)
    return device, token


def revoke(number: int, *, by: Staff, at: datetime) -> FeedDevice:
    """Revoke a recorder's token; does nothing if that is already done. Raises Refusal."""
    _require(by)
    with transaction.atomic():
        ledger.lock(HOUSE)
        device = FeedDevice.objects.select_for_update().filter(pk=number).first()
        if device is None:
            raise Refusal("video.unknown")
        if device.revoked_at is None:
            device.revoked_by, device.revoked_at = by.number, at
            device.save()
            detail = Phrase.of("entry.recorder_revoked", device=device.number, label=device.label)
            _write("video_device_revoked", detail, device, by, at)
    return device


def _require(by: Staff) -> None:
    if not by.has_role_at_least(ISSUES):
        raise Refusal("video.not_surveillance", number=by.number)


def _write(kind: str, detail: Phrase, device: FeedDevice, by: Staff, at: datetime) -> None:
    draft = Draft(kind=kind, detail=detail, body={"device": device.number, ROWS: rows_of(device)})
    ledger.append(HOUSE, [draft], actor=by.number, role=by.role, at=at)
