"""Applies what a notice announced when its time has come: a higher minimum, or the closing of the table.

Nobody has to tap. With a round in hand the change waits for its end and is made in the same transaction; otherwise
the first screen that looks at the table after the time applies it, or the dealer's next command. The record names
whoever put the notice up.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from casino.ledger import Draft
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.words import Phrase
from tables.book import house_at
from tables.models import Closure, Pit, SignChange, Table
from tables.opening import closing, closing_notices
from tables.record import locked, write
from tables.signs import notices, signs

log = logging.getLogger(__name__)


def apply_due_changes(code: str, at: datetime) -> bool:
    """Apply the changes that are due at a table; returns whether there were any. A refusal is logged, not raised."""
    try:
        with locked(code) as table:
            return apply_to_locked(table, at)
    except Refusal:
        log.warning("Due changes at %s could not be applied.", code, exc_info=True)
        return False


def due_now(pit: Pit | None) -> None:
    """Apply the changes that are due at the tables of a pit (None: of all), for a screen that looks at them."""
    at = timezone.now()
    shown = Q(sign_changes__state=SignChange.State.SHOWN, sign_changes__change_at__lte=at)
    shown |= Q(closures__state=Closure.State.SHOWN, closures__close_at__lte=at)
    tables = Table.objects.filter(shown) if pit is None else Table.objects.filter(shown, pit=pit)
    for table in tables.distinct():
        if notices.due(table, at):
            apply_due_changes(table.code, at)


def apply_to_locked(table: Table, at: datetime) -> bool:
    """The same for a table whose row is locked."""
    changes = notices.due(table, at)
    for change in changes:
        if change["what"] == notices.LIMITS:
            notice = SignChange.objects.filter(pk=change["id"], state=SignChange.State.SHOWN).first()
            if notice is not None:
                _limits(table, notice, at)
        else:
            closing = Closure.objects.filter(pk=change["id"], state=Closure.State.SHOWN).first()
            if closing is not None:
                _closing(table, closing, at)
    return bool(changes)


def _limits(table: Table, notice: SignChange, at: datetime) -> None:
    by = Staff.objects.get(number=notice.put_up_by)
    house_rules = signs.house(table)
    try:
        signs.apply_notice(table, house_rules, notice, by=by, at=at)
    except Refusal as refusal:
        # Such as an ante that no longer fits: the sign stays as it is, and that is recorded.
        signs.cancel_notice(table, house_rules, notice, refusal, by=by, at=at)


def _closing(table: Table, notice: Closure, at: datetime) -> None:
    by = Staff.objects.get(number=notice.put_up_by)
    if table.state == Table.State.OPEN:
        closing.close_now(table, house_at(table), by=by, at=at)
        return
    # The table was closed in another way before that time: nothing is left to do.
    closing_notices.end(notice, Closure.State.TAKEN_DOWN, by, at)
    detail = Phrase.of("entry.closing_notice_done", table=table.code, state=str(table.state))
    entry = Draft(kind="closing_notice_down", detail=detail, body=closing_notices.recorded(notice))
    write(table, [entry], by=by, at=at, changes=notices.show(table))
