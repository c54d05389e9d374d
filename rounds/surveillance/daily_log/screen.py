"""The screen of a daily log."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from casino.staff.models import Staff
from rounds.models import RoundFacts
from rounds.surveillance.daily_log import sources
from rounds.surveillance.daily_log.models import DailyLog, LogLine
from rounds.surveillance.incidents.models import Incident, Page
from rounds.surveillance.incidents.service import of_number, open_tasks, visible
from rounds.surveillance.record import WRITER
from tables.models import Dispute


@dataclass(frozen=True, slots=True)
class LineShown:
    """One line."""

    no: int | None
    at: datetime
    by: str
    """Who wrote it; "" for a line from the record."""
    words: str
    address: str = ""
    to: str = ""
    tone: str = ""
    later: bool = False
    """Whether it was written after the sign-off."""


@dataclass(frozen=True, slots=True)
class TaskShown:
    """An open task, which passes to the person taking over."""

    page: Page
    incident: Incident
    until: datetime
    late: bool


@dataclass(frozen=True, slots=True)
class LogScreen:
    """A daily log."""

    log: DailyLog
    begins: datetime
    ends: datetime | None
    lines: list[LineShown]
    counts: list[tuple[str, int]]
    """The counts by kind: rounds, irregularities, disputes …"""
    tasks: list[TaskShown]
    waiting: list[Dispute]
    before: int | None
    after: int | None
    written_only: bool
    writes: bool


def screen_of(log: DailyLog, person: Staff, *, written_only: bool = False) -> LogScreen:
    """The log with its lines; until it is signed off, with those from the record up to now."""
    end = log.signed_at or timezone.now()
    rows = list(log.lines.all())
    kinds: Counter[str]
    if log.signed_at is None:
        recorded = sources.lines_of(person, log.at, end)
        kinds = Counter(line.kind for line in recorded if line.kind)
        lines = [
            LineShown(None, timezone.localtime(line.at), "", line.words, line.address, line.to, line.tone)
            for line in recorded
        ] + [_written(row) for row in rows]
        lines.sort(key=lambda line: line.at)
        lines = [
            LineShown(no, line.at, line.by, line.words, line.address, line.to, line.tone)
            for no, line in enumerate(lines, start=1)
        ]
    else:
        kinds = Counter(str(row.facts["kind"]) for row in rows if row.facts.get("kind"))
        numbered = sorted((row for row in rows if row.no), key=lambda row: row.no or 0)
        lines = [_hidden(_written(row), person) for row in numbered]
        lines += [_written(row, later=True) for row in rows if not row.no]
    if written_only:
        lines = [line for line in lines if line.by]
    return LogScreen(
        log=log,
        begins=timezone.localtime(log.at),
        ends=timezone.localtime(log.signed_at) if log.signed_at else None,
        lines=lines,
        counts=_counts(log.at, end, kinds),
        tasks=tasks_of(person),
        waiting=disputes_waiting(),
        before=_other(log.no - 1),
        after=_other(log.no + 1),
        written_only=written_only,
        writes=person.role == WRITER,
    )


def _written(row: LogLine, *, later: bool = False) -> LineShown:
    facts = row.facts
    return LineShown(
        row.no,
        timezone.localtime(datetime.fromisoformat(facts["at"]) if facts else row.at),
        row.by if row.source == LogLine.Source.PERSON else "",
        facts.get("words", ""),
        facts.get("address", ""),
        facts.get("to", ""),
        facts.get("tone", ""),
        later,
    )


def _hidden(line: LineShown, person: Staff) -> LineShown:
    """The line as it was signed; without its words if it is about an incident that the person may not read now."""
    if not line.to.startswith("INC-") or of_number(line.to, person) is not None:
        return line
    return replace(line, words=_("An incident that only named people may read."), address="", to="")


def _counts(start: datetime, end: datetime, kinds: Counter[str]) -> list[tuple[str, int]]:
    rounds = RoundFacts.objects.filter(at__gte=start, at__lt=end).count()
    names = ("irregularity", "void", "dispute", "incident", "note", "alert", "pack")
    return [("round", rounds), *((name, kinds[name]) for name in names)]


def disputes_waiting() -> list[Dispute]:
    """The disputes that wait for an answer, oldest first."""
    waiting = Dispute.objects.filter(state__in=(Dispute.State.OPEN, Dispute.State.REVIEW))
    return list(waiting.select_related("table").order_by("raised_at")[:20])


def tasks_of(person: Staff) -> list[TaskShown]:
    """The open tasks of the incidents that a person may read, by their time."""
    now = timezone.now()
    tasks = [
        TaskShown(page, incident, timezone.localtime(until), until < now)
        for incident in visible(person).exclude(status=Incident.Status.CLOSED)[:200]
        for page in open_tasks(incident)
        for until in [datetime.fromisoformat(page.facts["until"])]
    ]
    return sorted(tasks, key=lambda task: task.until)


def _other(no: int) -> int | None:
    return no if DailyLog.objects.filter(no=no).exists() else None
