"""The audit log: the record, filtered, followed live and exported; and the state of its chains."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from casino.ledger import chainstate, keeping
from casino.ledger.archives.months import Gap
from casino.ledger.chain import CHAIN
from casino.ledger.export import Csv, JsonLines, lines, place_of
from casino.ledger.keeping import Trouble
from casino.ledger.kind_groups import GROUPS, PREFIX
from casino.ledger.models import DESK, HOUSE, ChainHead
from casino.ledger.search import PAGE, Cursor, Search, added_since, archived_within, ends, kinds
from casino.postgres import outages
from casino.postgres.standby import from_standby, read
from casino.staff.access import roles
from casino.staff.models import Staff
from casino.staff.roles import RECORD_READERS
from casino.view_models import context_of
from rounds.read_model.log_rows import Row, kind_words, render_rows
from rounds.surveillance.notes.screen import flags
from rounds.surveillance.record import reads
from rounds.surveillance.when import ends_of
from tables.access import person_of

DESK_KIND = "desk_"
"""The prefix of the kinds of the desk's entries."""
MOST_CHAINS = 500
"""The most chains that a screen may ask for at once."""


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a search of the record."""

    search: Search
    rows: list[Row]
    next: Cursor | None
    took: int
    """Milliseconds."""
    gave_up: bool
    had: str
    """How far each chain was read, as JSON: no entry up to there is missing among the rows."""
    away: tuple[Gap, ...] = ()
    """One gap for each archived month that the search reaches."""
    away_first: bool = False
    """Whether that is shown before the entries: nothing was found, or a time or a round was asked for."""
    page: int = PAGE
    flags: dict[str, str] = field(default_factory=dict)
    """By ``chain-seq``: the notes on an entry that the person may read."""

    @classmethod
    def of(cls, search: Search, before: Cursor | None, person: Staff) -> Results:
        started, gave_up = time.perf_counter(), False
        had = ends()  # read before the rows, so that none up to these is missing among them
        try:
            entries, after = search.page(before)
        except OperationalError as fault:
            if outages.outage(fault) != outages.BUSY:
                raise  # the database is away
            entries, after, gave_up = [], None, True
        took = round((time.perf_counter() - started) * 1000)
        away = tuple(archived_within(search))
        asked_for = bool(search.start or search.end) or search.round_no is not None
        return cls(
            search,
            [Row.of(entry) for entry in entries],
            after,
            took,
            gave_up,
            json.dumps(had),
            away,
            away_first=asked_for or not entries,
            flags=flags(person, entries),
        )


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters of the audit log, and the state of its chains."""

    tables: Sequence[str]
    desk_read: bool
    """Whether the surveillance desk's entries are included."""
    staff: Sequence[str]
    groups: list[tuple[str, str]]
    """Groups of kinds, in the words of a casino."""
    kinds: list[tuple[str, str]]
    chain: chainstate.ChainState
    troubles: list[Trouble]
    """What else stops the record from being kept."""
    zone: str


@roles(*RECORD_READERS)
@require_safe
@from_standby
def audit(request: HttpRequest) -> HttpResponse:
    """The audit log; its own form gets only the entries."""
    search = Search.parse(request.GET, ends_of, desk=_reads_desk(request))
    entries = context_of(Results.of(search, Cursor.parse(request.GET.get("before", "")), person_of(request)))
    if request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request"):
        return render(
            request,
            "surveillance/_more.html" if request.GET.get("before") else "surveillance/_results.html",
            entries,
        )
    with read(None):  # the state of the chains is on the primary
        chainstate.refresh()
        chain, troubles = chainstate.state(), _other_troubles()
    filters = Filters(
        tables=list(
            ChainHead.objects.exclude(chain__in=(HOUSE, DESK))
            .order_by("chain")
            .values_list("chain", flat=True)
        ),
        desk_read=_reads_desk(request),
        staff=list(Staff.objects.order_by("number").values_list("number", flat=True)[:1000]),
        # A kind named in the address may not have occurred yet: it is still shown as chosen.
        groups=[(f"{PREFIX}{code}", group.words) for code, group in GROUPS.items()],
        kinds=[
            (kind, kind_words(kind))
            for kind in sorted({*kinds(), *(search.kinds if len(search.kinds) == 1 else ())})
            if _reads_desk(request) or not kind.startswith(DESK_KIND)
        ],
        chain=chain,
        troubles=troubles,
        zone=timezone.get_current_timezone_name(),
    )
    return render(request, "surveillance/audit.html", entries | context_of(filters))


audit.names_unfit = True  # type: ignore[attr-defined]  # the filter has its own words for it


@roles(*RECORD_READERS)
@require_safe
def tail(request: HttpRequest) -> HttpResponse:
    """The newest entries after those in ``after``, newest first: what a disconnected screen has missed."""
    after = _had(request.GET.get("after", ""))
    if after is None:
        return HttpResponse(_("after: the last entry of each chain on the screen is needed."), status=400)
    return HttpResponse(render_rows(added_since(after)))


def _reads_desk(request: HttpRequest) -> bool:
    return reads(person_of(request))


def _had(text: str) -> dict[str, int] | None:
    """The last entry of each chain that a screen has, as it sends them: a JSON object. None if it is not one."""
    try:
        had = msgspec.json.decode(text, type=dict[str, int])
    except (msgspec.DecodeError, UnicodeError):
        return None
    good = len(had) <= MOST_CHAINS and all(
        CHAIN.fullmatch(name) and 0 <= seq < 2**63 for name, seq in had.items()
    )
    return had if good else None


@roles(*RECORD_READERS)
@require_http_methods(["GET", "HEAD", "POST"])
def chain(request: HttpRequest) -> HttpResponse:
    """The state of the chains; a POST starts verifying the whole record in the background."""
    chainstate.refresh(whole=request.method == "POST")
    context = {"chain": chainstate.state(), "troubles": _other_troubles()}
    return render(request, "surveillance/_chain_inside.html", context)


def _other_troubles() -> list[Trouble]:
    """What has stopped, apart from what the last verification says."""
    return [trouble for trouble in keeping.troubles() if trouble.code not in keeping.SHOWN_BY_OUTCOME]


@roles(*RECORD_READERS)
@require_safe
@from_standby
def export(request: HttpRequest, form: type[Csv | JsonLines] = Csv) -> HttpResponse | StreamingHttpResponse:
    """The filter's entries as a CSV or JSON Lines file. A filter that cannot be read is refused rather than
    widened."""
    search = Search.parse(request.GET, ends_of, desk=_reads_desk(request))
    if search.wrong:
        faults = [f"{name}: {fault}" for name, fault in search.wrong.items()]
        answer = "\n".join((_("Nothing was exported."), *faults, ""))
        return HttpResponse(answer, status=400, content_type="text/plain; charset=utf-8")
    name = f"audit-{search.table or 'all'}-{timezone.now():%Y%m%dT%H%M%SZ}.{form.suffix}"
    until = place_of(request.GET.get("until", "")) or search.entries().first()
    after = place_of(request.GET.get("after", ""))
    content = lines(search, form(), after=after, until=until) if request.method == "GET" else ()
    file = StreamingHttpResponse(content, content_type=form.content_type)
    if until is not None:
        file["Export-Until"] = f"{until.chain}~{until.seq}"
    file["Content-Disposition"] = (
        f'attachment; filename="{"".join(c for c in name if c.isalnum() or c in "-.")}"'
    )
    return file


export.names_unfit = True  # type: ignore[attr-defined]
