"""Counting the float: at the opening, in mid-shift and at the close, by denomination, signed by two.

A difference from the last closing raises an alert at once; a variance needs a note. Both stay open until a
supervisor has answered them. Times are passed in: nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Max

from casino.ledger import Draft, Request
from casino.money import Cents
from casino.refusals import Refusal
from casino.staff import two_people
from casino.staff.models import Staff
from casino.words import Phrase
from tables.float import chips as counting
from tables.float import sessions
from tables.float.balance import balance
from tables.float.models import Alert, Count, Session
from tables.float.policy import policy
from tables.float.record import at_table, draft, in_session, note, require_two_signers, running, sent_before
from tables.models import Table
from tables.record import form_request, in_place, keyed, require, write

Kind = Count.Kind
_NOTE: Final = 500
"""The most characters of a note."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The chips of a table as two people counted them."""

    kind: str
    chips: counting.Chips
    by: Staff
    signed_by: Staff
    at: datetime
    note: str = ""
    key: str = ""

    @property
    def total(self) -> Cents:
        return counting.total(self.chips)

    @property
    def request(self) -> Request:
        """What the form says, by which the same one sent again is recognised."""
        return form_request(
            self.key,
            f"{self.kind}_count",
            self.by,
            chips=self.chips,
            note=self.note,
            signed_by=self.signed_by.number,
        )


def last_closing(table: Table) -> Count | None:
    """The closing count of the last session, if there is one."""
    last = Session.objects.filter(table=table, closing__isnull=False).select_related("closing")
    session = last.order_by("-number").first()
    return session.closing if session is not None else None


def count_opening(
    code: str, counted: Mapping[int, int], *, by: Staff, signed_by: Staff, at: datetime, key: str = ""
) -> Count:
    """Record the opening float of a closed table, and begin its session. Another count before the opening replaces
    it.

    Raises Refusal for chips that the table does not have, for two people who may not sign, at a table that is not
    closed, and if chips were moved since the previous count.
    """
    with at_table(code) as table:
        chips = counting.at_least_one(table, counted)
        request = Counted(Kind.OPENING, chips, by, signed_by, at, key=key).request
        if done := sent_before(Count, table, request):
            return done
        require_two_signers(table, by, signed_by, policy().counted, at=at)
        if table.state != Table.State.CLOSED:
            raise Refusal("float.opening_counted", table=code)
        session = running(table)
        if session is not None and (session.slips.exists() or session.exchanges.exists()):
            raise Refusal("float.chips_moved")
        last = last_closing(table)
        count = Count.objects.create(
            table=table, kind=Kind.OPENING, chips=chips, total=counting.total(chips),
            expected=last.total if last else None, counted_by=by.number, signed_by=signed_by.number, at=at, key=key,
        )  # fmt: skip
        session = session or Session(
            table=table,
            number=(Session.objects.filter(table=table).aggregate(n=Max("number"))["n"] or 0) + 1,
        )
        session.pit, session.book, session.game = table.pit.code, table.book, table.game
        session.decks, session.opening = table.decks, count
        session.save()
        detail = Phrase.of(
            "entry.opening_float", amount=count.total, given=chips, signed=(by.number, signed_by.number)
        )
        entries = [draft("float_counted", detail, [count, session], amount=count.total)]
        if last is not None and (changed := counting.difference(chips, last.chips)):
            less = count.total - last.total
            why = Phrase.of("cause.float_changed", table=code, changes=_changed(changed))
            entries.append(raise_alert(table, Alert.Kind.OPENING, why, less, at))
        again = table.checks.pop(sessions.RECOUNT, None)
        write(table, entries, by=by, at=at, changes=["checks"] if again else [], request=request)
        return count


def count_now(
    code: str,
    counted: Mapping[int, int],
    *,
    by: Staff,
    signed_by: Staff,
    at: datetime,
    note_text: str = "",
    key: str = "",
) -> Count:
    """Record a count while the table is open, between two rounds. Raises Refusal as the closing count does."""
    with at_table(code) as table:
        chips = counting.chips_of(table, counted)
        now = Counted(Kind.MID, chips, by, signed_by, at, note_text.strip()[:_NOTE], key)
        if done := sent_before(Count, table, now.request):
            return done
        session = in_session(table)
        if session.opened_at is None:
            raise Refusal("float.table_closed", table=code)
        count, entries = _count(table, session, now)
        note(table, entries, by=by, at=at, request=now.request)
        return count


def closing_count(
    table: Table,
    counted: Mapping[int, int],
    *,
    by: Staff,
    signed_by: Staff,
    at: datetime,
    note_text: str = "",
    key: str = "",
) -> tuple[Count, list[Draft]]:
    """The closing count at a table that is closing and whose row is locked, with its entries for the caller to
    write; no entries if the key was used before.

    Raises Refusal while a round is in hand or a slip is open, for two people who may not sign, and for a variance
    without a note.
    """
    chips = counting.chips_of(table, counted)
    last = Counted(Kind.CLOSING, chips, by, signed_by, at, note_text.strip()[:_NOTE], key)
    if done := sent_before(Count, table, last.request):
        return done, []
    session = running(table)
    if session is None or session.opened_at is None:
        raise Refusal("float.never_counted", table=table.code)
    if table.state != Table.State.CLOSING:
        raise Refusal("float.not_closed", table=table.code)
    for slip in session.slips.all():
        if slip.is_open:
            raise Refusal("slip.under_way", slip=str(slip), state=str(slip.state))
    count, entries = _count(table, session, last)
    session.closing = count
    session.save(update_fields=["closing"])
    entries[0] = _entry(count, [count, session])
    return count, keyed(entries, last.request)


def _count(table: Table, session: Session, counted: Counted) -> tuple[Count, list[Draft]]:
    last = Count.objects.filter(table=table).order_by("-at", "-pk").first()

    def dealt(person: Staff) -> Refusal | None:
        """The refusal if the person dealt since the chips were last counted, so that somebody else must vouch for
        them; otherwise None."""
        if last is None or not two_people.dealt_since(table.code, person, last.at):
            return None
        return Refusal("signer.dealt_since_count", number=person.number, table=table.code)

    by, signed_by, at = counted.by, counted.signed_by, counted.at
    require_two_signers(table, by, signed_by, policy().counted, at=at, part=dealt)
    if table.in_hand:
        raise Refusal("float.round_open", table=table.code)
    stands = balance(session, table)
    variance = counted.total - stands.expected
    if variance and not counted.note:
        raise Refusal(
            "float.short" if variance < 0 else "float.over",
            counted=counted.total,
            expected=stands.expected,
            differs=abs(variance),
        )
    count = Count.objects.create(
        table=table, kind=counted.kind, chips=counted.chips, total=counted.total, expected=stands.expected,
        win=stands.win, note=counted.note, counted_by=by.number, signed_by=signed_by.number, at=at, key=counted.key,
    )  # fmt: skip
    entries = [_entry(count, [count])]
    if variance:
        why = Phrase.of(
            "cause.count",
            table=table.code,
            kind=str(Kind(counted.kind).label),
            variance=variance_phrase(variance),
            note=count.note,
        )
        entries.append(raise_alert(table, Alert.Kind.VARIANCE, why, variance, at))
    return count, entries


def _entry(count: Count, rows: list[Count | Session]) -> Draft:
    counted: dict[str, Any] = {
        "kind": str(count.get_kind_display()),
        "amount": count.total,
        "given": count.chips,
        "signed": (count.counted_by, count.signed_by),
    }
    if count.variance:
        differs = {"variance": variance_phrase(count.variance), "note": count.note}
        detail = Phrase.of("entry.counted_differs", **counted, **differs)
    else:
        detail = Phrase.of("entry.counted", **counted)
    return draft("float_counted", detail, rows, amount=count.total)


def variance_phrase(cents: Cents) -> Phrase:
    """A variance (cents) as a phrase."""
    if not cents:
        return Phrase.of("variance.none")
    return Phrase.of("variance.over" if cents > 0 else "variance.short", amount=abs(cents))


def _changed(changed: counting.Chips) -> list[Phrase]:
    return [
        Phrase.of("cause.chips_more" if number > 0 else "cause.chips_fewer", number=abs(number), chip=chip)
        for chip, number in changed
    ]


# --- alerts


def raise_alert(table: Table, kind: str, why: Phrase, amount: Cents, at: datetime) -> Draft:
    """Raise an alert at a table whose row is locked; returns its entry for the caller to write. `amount` is in
    cents."""
    alert = Alert.objects.create(
        table=table, kind=kind, text=why.english, phrase=why, amount=amount, raised_at=at
    )
    return draft("float_alert", why, [alert], amount=amount)


def answer_alert(alert_id: int, note_text: str, *, by: Staff, at: datetime) -> Alert:
    """Answer an alert with a note, which closes it.

    Raises Refusal without a note, for too low a role, and for an alert that does not exist or has another answer.
    """
    alert = Alert.objects.select_related("table").filter(pk=alert_id).first()
    if alert is None:
        raise Refusal("float_alert.unknown")
    with at_table(alert.table.code) as table:
        alert = Alert.objects.select_for_update().get(pk=alert_id)
        in_place(by, table.code)
        acting = require(by, policy().acknowledges, "")
        if alert.answered_at is not None:
            if (alert.answered_by, alert.note) == (by.number, note_text.strip()[:_NOTE]):
                return alert  # sent again: the first answer was lost
            raise Refusal("float_alert.answered", by=alert.answered_by)
        if not note_text.strip():
            raise Refusal("float_alert.note_missing")
        alert.answered_by, alert.answered_at, alert.note = by.number, at, note_text.strip()[:_NOTE]
        alert.save()
        detail = Phrase.of("entry.alert_answered", why=alert.phrase or alert.text, note=alert.note)
        entry = draft("float_alert_answered", detail, [alert], amount=alert.amount)
        note(table, [replace(entry, acting_as=acting)], by=by, at=at)
        return alert
