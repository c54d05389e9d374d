"""The screens of an incident and of the list of incidents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from casino.money import dollars
from casino.staff.models import Staff
from rounds.models import RoundFacts
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.find.screen import RoundShown, rows_of
from rounds.surveillance.find.search import FindSearch
from rounds.surveillance.holds import Hold, RetentionKind
from rounds.surveillance.incidents import files
from rounds.surveillance.incidents.models import Incident, Page
from rounds.surveillance.incidents.service import Sort, numbered, of_number, open_tasks, visible
from rounds.surveillance.notes.screen import Seen
from rounds.surveillance.record import WRITER
from rounds.surveillance.when import span_of
from tables.disputes.models import Dispute

PAGE = 50


def _local(iso: str) -> datetime | None:
    return timezone.localtime(datetime.fromisoformat(iso)) if iso else None


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the narrative."""

    page: Page
    no: int
    """Its number among the pieces."""
    words: str
    instead_of: int | None
    """The number of the piece that it replaces."""
    replaced_by: int | None
    withdrawn: Page | None
    why: str

    @property
    def gone(self) -> bool:
        return self.replaced_by is not None or self.withdrawn is not None


@dataclass(frozen=True, slots=True)
class PageLine:
    """A page of another sort, in one line; `why` if it is withdrawn."""

    page: Page
    withdrawn: Page | None = None
    why: str = ""
    seen: Seen | None = None
    at: datetime | None = None
    """When a task is to be done by."""
    done: Page | None = None
    late: bool = False
    as_recorded: bool = True
    size: str = ""
    held: bool = False

    @property
    def facts(self) -> dict[str, object]:
        facts: dict[str, object] = self.page.facts
        return facts


@dataclass(frozen=True, slots=True)
class IncidentScreen:
    """An incident as shown on its page."""

    incident: Incident
    title: str
    type: list[str]
    place: str
    table: str
    occurred: datetime | None
    reported: datetime | None
    loss: str
    saving: str
    recovered: str
    pieces: list[Piece]
    people: list[PageLine]
    cameras: list[PageLine]
    attached: list[PageLine]
    tasks: list[PageLine]
    links: list[PageLine]
    rounds: list[PageLine]
    felts: list[RoundShown]
    """The rounds, each with a small felt."""
    disputes: list[Dispute]
    open_tasks: int
    held: Hold | None
    kept_days: int
    kept_until: datetime | None
    writes: bool
    """Whether the person may add to it."""
    known_cameras: list[str] = field(default_factory=list)
    largest: int = 0
    """The most megabytes of an attachment."""

    @property
    def closed(self) -> bool:
        return self.incident.status == Incident.Status.CLOSED


def screen_of(incident: Incident, person: Staff) -> IncidentScreen:
    """The whole screen of an incident."""
    pages = list(incident.pages.all())
    facts = incident.facts
    withdrawn = {page.about: page for page in pages if page.sort == Sort.WITHDRAWN}
    done = {page.about: page for page in pages if page.sort == Sort.DONE}
    held_files = set(
        Hold.objects.filter(kind=RetentionKind.FILE, lifted_at=None).values_list("subject", flat=True)
    )
    now = timezone.now()

    def lines(sort: str) -> list[PageLine]:
        return [
            PageLine(
                page,
                withdrawn.get(page.no),
                withdrawn[page.no].facts.get("words", "") if page.no in withdrawn else "",
                Seen.of(page.facts) if sort == Sort.CAMERA else None,
                (until := _local(str(page.facts.get("until", "")))),
                done.get(page.no),
                until is not None and until < now and page.no not in done,
                sort != Sort.FILE or (bool(page.facts) and files.as_recorded(page.facts["sha256"])),
                _size(page.facts.get("size", 0)) if sort == Sort.FILE else "",
                str(page.pk) in held_files,
            )
            for page in pages
            if page.sort == sort
        ]

    rounds = [line for line in lines(Sort.ROUND) if line.withdrawn is None and line.facts]
    names = [(str(line.facts["table"]), int(str(line.facts["round"]))) for line in rounds]
    kept = lists.days("incident")
    hold = Hold.objects.filter(kind=RetentionKind.INCIDENT, subject=str(incident.pk), lifted_at=None).first()
    return IncidentScreen(
        incident=incident,
        title=facts.get("title", ""),
        type=[level for level in facts.get("type", "").split(" > ") if level],
        place=facts.get("place", ""),
        table=facts.get("table", ""),
        occurred=_local(facts.get("occurred", "")),
        reported=_local(facts.get("reported", "")),
        loss=dollars(facts.get("loss", 0)),
        saving=dollars(facts.get("saving", 0)),
        recovered=dollars(facts.get("recovered", 0)),
        pieces=_pieces(pages, withdrawn),
        people=lines(Sort.PERSON),
        cameras=lines(Sort.CAMERA),
        attached=lines(Sort.FILE),
        tasks=lines(Sort.TASK),
        links=[line for line in lines(Sort.LINK) if _may_see(line, person)],
        rounds=rounds,
        felts=felts_of(names),
        disputes=_disputes(names),
        open_tasks=len(open_tasks(incident)),
        held=hold,
        kept_days=kept,
        kept_until=incident.closed_at + timedelta(days=kept) if incident.closed_at else None,
        writes=person.role == WRITER and incident.status != Incident.Status.CLOSED,
        known_cameras=sorted(lists.cameras()),
        largest=lists.largest() // 2**20,
    )


def _may_see(line: PageLine, person: Staff) -> bool:
    """Whether the person may see a line: not a link to an incident that they may not read."""
    to = str(line.facts.get("to", ""))
    return not to.startswith("INC-") or of_number(to, person) is not None


def _pieces(pages: Sequence[Page], withdrawn: Mapping[int | None, Page]) -> list[Piece]:
    narrative = [page for page in pages if page.sort == Sort.NARRATIVE]
    number = {page.no: no for no, page in enumerate(narrative, start=1)}
    replaced = {page.about: number[page.no] for page in narrative if page.about is not None}
    return [
        Piece(
            page,
            number[page.no],
            page.facts.get("words", ""),
            number.get(page.about) if page.about is not None else None,
            replaced.get(page.no),
            withdrawn.get(page.no),
            withdrawn[page.no].facts.get("words", "") if page.no in withdrawn else "",
        )
        for page in narrative
    ]


def felts_of(names: Sequence[tuple[str, int]]) -> list[RoundShown]:
    """Rounds with a small felt, in this order, as far as they are indexed for searching."""
    condition = Q()
    for table, round_no in names:
        condition |= Q(table=table, round_no=round_no)
    if not condition:
        return []
    facts = {(row.table, row.round_no): row for row in RoundFacts.objects.filter(condition)}
    search = FindSearch.parse({}, (), timezone.now())
    return rows_of(search, [facts[name] for name in dict.fromkeys(names) if name in facts])


def _disputes(names: Sequence[tuple[str, int]]) -> list[Dispute]:
    condition = Q()
    for table, round_no in names:
        condition |= Q(table__code=table, round_no=round_no)
    return (
        list(Dispute.objects.filter(condition).select_related("table").order_by("raised_at"))
        if condition
        else []
    )


def _size(size: int) -> str:
    return f"{size / 2**20:.1f} MB" if size >= 2**20 else f"{max(1, size // 1024)} kB"


# --- the list


@dataclass(frozen=True, slots=True)
class Row:
    """An incident in the list."""

    incident: Incident
    title: str
    type: str
    place: str
    at: datetime
    loss: str
    tasks: int
    """How many tasks are open."""
    held: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of incidents, newest first."""

    rows: list[Row]
    next: int | None
    given: dict[str, str]
    wrong: dict[str, str]
    types: list[tuple[str, str]]
    statuses: list[tuple[str, str]]
    query: str
    """The filter as a query string, without the place in the list."""


NAMES = ("q", "status", "type", "table", "person", "when")


def listed(person: Staff, given: Mapping[str, str]) -> Listed:
    """The incidents that a filter finds, among those that the person may read."""
    typed = {name: given.get(name, "").strip()[:80] for name in NAMES}
    wrong: dict[str, str] = {}
    query = visible(person)
    if typed["status"] in Incident.Status.values:
        query = query.filter(status=typed["status"])
    if typed["type"]:
        query = query.filter(Q(facts__type=typed["type"]) | Q(facts__type__startswith=f"{typed['type']} > "))
    if typed["table"]:
        code = typed["table"].upper()
        query = query.filter(Q(facts__table=code) | _has(Q(sort=Sort.ROUND, facts__table=code)))
    if typed["person"]:
        who = typed["person"]
        query = query.filter(
            _has(Q(sort=Sort.PERSON) & (Q(facts__who__iexact=who) | Q(facts__words__icontains=who)))
        )
    if typed["when"]:
        span = span_of(typed["when"], timezone.now())
        if span is None:
            wrong["when"] = typed["when"]
        else:
            query = query.filter(at__range=span)
    if typed["q"]:
        q = typed["q"]
        words = Q(facts__title__icontains=q) | Q(facts__place__icontains=q)
        if number := numbered(q):
            words |= Q(year=number[0], no=number[1])
        query = query.filter(words | _has(Q(facts__words__icontains=q)))
    before = given.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 19:
        query = query.filter(pk__lt=int(before))
    rows_read = list(query[: PAGE + 1])
    more = rows_read[PAGE - 1].pk if len(rows_read) > PAGE else None
    held = set(
        Hold.objects.filter(kind=RetentionKind.INCIDENT, lifted_at=None).values_list("subject", flat=True)
    )
    tasks = _tasks_of([incident.pk for incident in rows_read[:PAGE]])
    return Listed(
        rows=[
            Row(
                incident,
                incident.facts.get("title", ""),
                incident.facts.get("type", "").replace(" > ", " › "),
                incident.facts.get("table", "") or incident.facts.get("place", ""),
                _local(incident.facts.get("occurred", "")) or timezone.localtime(incident.at),
                dollars(incident.facts["loss"]) if incident.facts.get("loss") else "",
                tasks[incident.pk],
                str(incident.pk) in held,
            )
            for incident in rows_read[:PAGE]
        ],
        next=more,
        given=typed,
        wrong=wrong,
        types=type_filters(),
        statuses=[(str(value), str(label)) for value, label in Incident.Status.choices],
        query=urlencode({name: value for name, value in typed.items() if value}),
    )


def _tasks_of(incidents: Sequence[int]) -> Counter[int]:
    """How many tasks are open, by incident."""
    pages = Page.objects.filter(incident__in=incidents, sort__in=(Sort.TASK, Sort.DONE, Sort.WITHDRAWN))
    ended = {(page.incident_id, page.about) for page in pages if page.sort != Sort.TASK}
    return Counter(
        page.incident_id
        for page in pages
        if page.sort == Sort.TASK and (page.incident_id, page.no) not in ended
    )


def _has(condition: Q) -> Exists:
    return Exists(Page.objects.filter(condition, incident=OuterRef("pk")))


def type_filters() -> list[tuple[str, str]]:
    """The types to filter by: each level in use, with those above it."""
    prefixes: dict[str, None] = {}
    for levels in lists.types():
        for count in range(1, len(levels) + 1):
            prefixes[" > ".join(levels[:count])] = None
    return [(prefix, prefix.replace(" > ", " › ")) for prefix in prefixes]
