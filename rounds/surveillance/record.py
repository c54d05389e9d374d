"""What the surveillance desk writes: rows whose words only the desk may read, and their entries in its chain.

    with transaction.atomic():
        ledger.lock(DESK)
        note = Note.objects.create(facts=worded(words="…"), …)
        write("desk_note", note, by=by, at=at)

An entry says who did what when, with the digest of what was written (`digest`): anybody who checks the record can
prove that no word was changed, but cannot read one. So the words can be deleted in time
(`rounds.surveillance.retention`) while their digest stays in the chain.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import msgspec
import pgtrigger
from django.db import models
from django.utils import timezone

from casino import ledger
from casino.ledger import DESK, Draft
from casino.ledger.rows import ROWS, rows_of
from casino.ledger.triggers import Executes, kept_rows
from casino.refusals import Refusal
from casino.staff import two_people
from casino.staff.access import admits
from casino.staff.models import Staff
from casino.staff.roles import Role

EYES: Final = (Role.SURVEILLANCE, Role.INSPECTOR)
"""The roles that may read what the desk writes."""
WRITER: Final = Role.SURVEILLANCE
"""The role that may write it."""
SALT: Final = "salt"

_encode = msgspec.json.Encoder(order="sorted").encode


def worded(**facts: Any) -> dict[str, Any]:
    """What was written, with a salt, so that short texts cannot be guessed from their digest."""
    return {SALT: secrets.token_hex(16), **facts}


def digest(facts: Mapping[str, Any] | str | None) -> str:
    """The recorded form of what was written: the SHA-256 (hex) of its JSON with sorted names; "" for deleted
    facts."""
    return hashlib.sha256(_encode(facts)).hexdigest() if facts else ""


class Papers(models.Model):
    """A row of the desk. `facts` is what was written; it is emptied when its time has ended, and otherwise never
    changed."""

    facts = models.JSONField()
    by = models.CharField(max_length=16)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


def triggers_of(*, moving: str = "", filled: str = "", rewritten: bool = False) -> list[pgtrigger.Trigger]:
    """The triggers of such rows. What was written may only be emptied, once, unless it is `rewritten` at each
    step."""
    triggers = kept_rows(
        moving=",".join(filter(None, (moving, "facts"))), filled=",".join(filter(None, (filled, "ended_at")))
    )
    if not rewritten:
        triggers.append(
            Executes(
                name="words_stay",
                function="ledger_refuse",
                level=pgtrigger.Row,
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Condition(
                    "(OLD.facts IS DISTINCT FROM NEW.facts"
                    " AND (OLD.ended_at IS NOT NULL OR NEW.ended_at IS NULL OR NEW.facts <> '{}'))"
                ),
            )
        )
    return triggers


def write(
    kind: str, *rows: models.Model, by: Staff | None, at: datetime, body: Mapping[str, Any] | None = None
) -> None:
    """Add an entry to the desk's chain, with the rows as the step has left them; `by` is None for automatic steps."""
    draft = Draft(kind=kind, body={**(body or {}), ROWS: rows_of(*rows)})
    actor, role = (by.number, by.role) if by is not None else ("", "")
    ledger.append(DESK, [draft], actor=actor, role=role, at=at)


def now() -> datetime:
    """The time now, or that of the desk's last entry if this worker's clock is behind it."""
    return ledger.not_before(DESK, timezone.now())


def reads(person: Staff) -> bool:
    """Whether the person may read what the desk writes."""
    return admits(person, EYES)


def require_writer(by: Staff) -> None:
    """Raises Refusal for a person who may not write at the desk."""
    if not by.has_role_at_least(WRITER):
        raise Refusal("desk.not_surveillance", number=by.number, role=by.get_role_display())


def two(first: Staff, second: Staff, at: datetime) -> None:
    """Raises Refusal unless these are two people who may sign together."""
    if first.number == second.number:
        raise Refusal("signature.alone", number=first.number)
    if refusal := two_people.why_not_together(first.number, second.number, at):
        raise refusal
