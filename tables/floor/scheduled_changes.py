"""What a notice announced comes about by itself when its time has come: a higher minimum, the closing of the table.

Nobody has to tap. With a round in hand it waits for the end of that round, which ends it in the same transaction;
with none, the first screen that looks at the table once the time has come sees to it, or else the next command of
the dealer. The record names who put the notice up.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from casino.ledger import Draft
from casino.refusals import Refusal
from casino.staff.models import Staff
from tables.floor import closing_notices
from tables.models import Closure, Pit, SignChange, Table
from tables.opening import closing
from tables.opening.house import house_at
from tables.record import locked, write
from tables.signs import notices, signs

log = logging.getLogger(__name__)


def see_to(code: str, at: datetime) -> bool:
    """Bring about what is due at a table. True when something was. Never raises for what the table refuses."""
    try:
        with locked(code) as table:
            return bring_about(table, at)
    except Refusal:
        log.warning("What is due at %s could not be brought about.", code, exc_info=True)
        return False


def due_now(pit: Pit | None) -> None:
    """Bring about what is due at the tables of a pit (None: of all), for a screen that looks at them."""
    at = timezone.now()
    shown = Q(sign_changes__state=SignChange.State.SHOWN, sign_changes__change_at__lte=at)
    shown |= Q(closures__state=Closure.State.SHOWN, closures__close_at__lte=at)
    tables = Table.objects.filter(shown) if pit is None else Table.objects.filter(shown, pit=pit)
    for table in tables.distinct():
        if notices.due(table, at):
            see_to(table.code, at)


def bring_about(table: Table, at: datetime) -> bool:
    """The same of a table whose row is locked."""
    due = notices.due(table, at)
    for one in due:
        if one["what"] == notices.LIMITS:
            notice = SignChange.objects.filter(pk=one["id"], state=SignChange.State.SHOWN).first()
            if notice is not None:
                _limits(table, notice, at)
        else:
            closing = Closure.objects.filter(pk=one["id"], state=Closure.State.SHOWN).first()
            if closing is not None:
                _closing(table, closing, at)
    return bool(due)


def _limits(table: Table, notice: SignChange, at: datetime) -> None:
    by = Staff.objects.get(number=notice.put_up_by)
    asked = signs.house(table)
    try:
        signs.come_into_force(table, asked, notice, by=by, at=at)
    except Refusal as refusal:
        # Such as an ante that no longer goes with it: the sign stays as it is, and that is recorded.
        signs.lapse(table, asked, notice, str(refusal), by=by, at=at)


def _closing(table: Table, notice: Closure, at: datetime) -> None:
    by = Staff.objects.get(number=notice.put_up_by)
    if table.state == Table.State.OPEN:
        closing.close_now(table, house_at(table), by=by, at=at)
        return
    # The table was closed on another way before its time: the notice has nothing left to say.
    closing_notices.end(notice, Closure.State.TAKEN_DOWN, by, at)
    words = f"notice down: {table.code} is {table.state}"
    entry = Draft(kind="closing_notice_down", detail=words, body=closing_notices.told(notice))
    write(table, [entry], by=by, at=at, changes=notices.show(table))
