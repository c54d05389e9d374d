"""The daily log: begun, written, signed off by the person leaving, taken over by the person coming. Two people, two
PINs.

Until it is signed off, a log shows what the record has of its shift, and what people wrote. At sign-off every line
gets its number and stays as it is; lines written later have no number and are shown below.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max

from casino import ledger
from casino.ledger import DESK
from casino.refusals import Refusal
from casino.staff.models import Staff
from rounds.surveillance.daily_log import sources
from rounds.surveillance.daily_log.models import DailyLog, LogLine
from rounds.surveillance.record import require_writer, two, worded, write

WORDS: Final = 1_000


def running() -> DailyLog | None:
    """The log that nobody has taken over yet; None before the first log."""
    return DailyLog.objects.filter(taken_at=None).order_by("-no").first()


def begin(*, by: Staff, at: datetime) -> DailyLog:
    """Begin the first log of the house. Raises Refusal if there already is a log."""
    require_writer(by)
    with transaction.atomic():
        ledger.lock(DESK)
        if DailyLog.objects.exists():
            raise Refusal("log.running")
        log = _new(by, at)
        write("desk_log_begun", log, by=by, at=at)
        return log


def add(log: DailyLog, words: str, happened: str, *, by: Staff, at: datetime) -> LogLine:
    """Write a line; `happened` is its time in ISO form, or "" for now. Raises Refusal for an empty line, and for a
    time in the future."""
    require_writer(by)
    if not words.strip():
        raise Refusal("log.words_missing")
    if happened and datetime.fromisoformat(happened) > at:
        raise Refusal("log.time_to_come")
    with transaction.atomic():
        ledger.lock(DESK)
        line = LogLine.objects.create(
            log=log,
            facts=worded(words=words.strip()[:WORDS], at=happened or at.isoformat()),
            by=by.number,
            at=at,
        )
        write("desk_log_line", line, by=by, at=at)
        return line


def sign_off(log: DailyLog, *, by: Staff, at: datetime) -> None:
    """The person who has the desk signs the log, which stays as it is from now on. Raises Refusal for anybody
    else."""
    require_writer(by)
    with transaction.atomic():
        ledger.lock(DESK)
        log = DailyLog.objects.get(pk=log.pk)
        if log.signed_at is not None:
            raise Refusal("log.signed", by=log.signed_by)
        if log.by != by.number:
            raise Refusal("log.not_on_desk", number=log.by)
        rows = _numbered(log, by, at)
        log.signed_by, log.signed_at = by.number, at
        log.save()
        write("desk_log_signed", log, *rows, by=by, at=at)


def take_over(log: DailyLog, *, by: Staff, at: datetime) -> DailyLog:
    """The person coming takes over the log and the desk; the next log begins. Raises Refusal before the sign-off, and
    for the person who signed it off."""
    require_writer(by)
    with transaction.atomic():
        ledger.lock(DESK)
        log = DailyLog.objects.get(pk=log.pk)
        if log.signed_at is None:
            raise Refusal("log.not_signed", number=log.by)
        if log.taken_at is not None:
            raise Refusal("log.taken", by=log.taken_by)
        two(Staff.objects.get(number=log.signed_by), by, at)
        log.taken_by, log.taken_at = by.number, at
        log.save()
        following = _new(by, at)
        write("desk_log_taken", log, following, by=by, at=at)
        return following


def _new(by: Staff, at: datetime) -> DailyLog:
    last = DailyLog.objects.aggregate(last=Max("no"))["last"] or 0
    return DailyLog.objects.create(no=last + 1, facts=worded(), by=by.number, at=at)


def _numbered(log: DailyLog, by: Staff, at: datetime) -> list[LogLine]:
    """Every line of the log, in order of time, with its number."""
    lines = list(log.lines.filter(source=LogLine.Source.PERSON))
    lines += [
        LogLine(
            log=log,
            source=LogLine.Source.RECORD,
            facts=worded(
                words=line.words,
                at=line.at.isoformat(),
                address=line.address,
                to=line.to,
                tone=line.tone,
                kind=line.kind,
            ),
            by=by.number,
            at=at,
        )
        for line in sources.lines_of(by, log.at, at)
    ]
    lines.sort(key=lambda line: datetime.fromisoformat(line.facts["at"]))
    for no, line in enumerate(lines, start=1):
        line.no = no
        line.save()
    return lines
