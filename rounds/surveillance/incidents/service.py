"""Incidents: opened, added to page by page, reviewed, and closed by two people.

A number is taken under the lock of the desk's chain, in the transaction of its entry: none is used twice, and none is
skipped. A page is never changed; another page withdraws or replaces it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from casino import ledger
from casino.ledger import DESK, Entry
from casino.ledger.rows import ROWS
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.models import Round, RoundFacts
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.desk_settings.cameras import sighting
from rounds.surveillance.incidents.models import Incident, Page
from rounds.surveillance.record import reads, require_writer, two, worded, write

Sort: Final = Page.Sort
Status: Final = Incident.Status
OTHER_READERS: Final = (Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER)
"""Roles that an incident can be opened to, beside surveillance and inspectors."""
NUMBER: Final = re.compile(r"INC-([0-9]{4})-([0-9]{4,9})")
TITLE: Final = 120
WORDS: Final = 2_000
"""The most characters of a piece of the narrative."""
MARK: Final = 60


def visible(person: Staff) -> QuerySet[Incident]:
    """The incidents that a person may read."""
    mine = Q(named__contains=[person.number])
    if reads(person):
        return Incident.objects.filter(mine | Q(named=[]))
    held = [str(role) for role in OTHER_READERS if person.has_role_at_least(role)]
    by_role = Q(named=[], roles__overlap=held) if held else Q(pk=None)
    return Incident.objects.filter(mine | by_role)


def of_number(number: str, person: Staff) -> Incident | None:
    """The incident with a number such as INC-2026-0148; None if the person may not read it, as if it did not
    exist."""
    year_and_no = numbered(number)
    return visible(person).filter(year=year_and_no[0], no=year_and_no[1]).first() if year_and_no else None


def numbered(typed: str) -> tuple[int, int] | None:
    """The year and number in a text such as INC-2026-0148; None for any other text."""
    number = NUMBER.fullmatch(typed.strip().upper())
    return (int(number[1]), int(number[2])) if number else None


# --- opening


def open_incident(
    cover: dict[str, Any],
    *,
    narrative: str = "",
    round_name: tuple[str, int] | None = None,
    seq: int | None = None,
    link: str = "",
    by: Staff,
    at: datetime,
) -> Incident:
    """Open an incident; with a round, its people and players become the first pages. Raises Refusal."""
    require_writer(by)
    _check_cover(cover, at)
    if round_name is not None and not Round.objects.filter(table__code=round_name[0], round_no=round_name[1]):
        raise Refusal("round.unknown", table=round_name[0], round=round_name[1])
    if seq is not None and round_name is not None:
        of_round = Entry.objects.filter(chain=round_name[0], round_no=round_name[1], seq=seq)
        if not of_round.exists():
            raise Refusal("note.no_such_entry", table=round_name[0], seq=seq)
    linked = _linked(link, by).number if link.strip() else ""
    with transaction.atomic():
        ledger.lock(DESK)
        year = timezone.localtime(at).year
        last = Incident.objects.filter(year=year).aggregate(last=Max("no"))["last"] or 0
        incident = Incident.objects.create(year=year, no=last + 1, facts=worded(**cover), by=by.number, at=at)
        pages: list[tuple[str, dict[str, Any]]] = []
        if round_name is not None:
            pages.append((Sort.ROUND, {"table": round_name[0], "round": round_name[1], "seq": seq}))
            pages += [(Sort.PERSON, who) for who in people_of(*round_name)]
        if narrative.strip():
            pages.append((Sort.NARRATIVE, {"words": narrative.strip()[:WORDS]}))
        if linked:
            pages.append((Sort.LINK, {"to": linked, "words": ""}))
        rows = [_page(incident, sort, facts, by=by, at=at) for sort, facts in pages]
        write("desk_incident_opened", incident, *rows, by=by, at=at)
        return incident


def opened_in(entry: Entry) -> Incident:
    """The incident that an entry of the desk's chain opened."""
    (_kind, number, _values), *_pages = msgspec.json.decode(entry.body)[ROWS]
    return Incident.objects.get(pk=number)


def people_of(table: str, round_no: int) -> list[dict[str, Any]]:
    """Who had a part in a round, as the facts of pages about people."""
    facts = RoundFacts.objects.filter(table=table, round_no=round_no).first()
    if facts is None:
        return []
    people = [
        {"who": term.partition(":")[2], "part": part, "words": "", "staff": True}
        for start, part in (("dealt_by:", "dealer"), ("supervisor:", "supervisor"))
        for term in sorted(facts.terms)
        if term.startswith(start)
    ]
    return people + [
        {"who": player, "part": "player", "words": "", "staff": False} for player in sorted(facts.players)
    ]


def _check_cover(cover: dict[str, Any], at: datetime) -> None:
    if not str(cover.get("title", "")).strip():
        raise Refusal("incident.title_missing")
    if cover["type"] not in [" > ".join(levels) for levels in lists.types()]:
        raise Refusal("incident.no_such_type")
    for name in ("occurred", "reported"):
        if cover.get(name) and datetime.fromisoformat(cover[name]) > at:
            raise Refusal("incident.time_to_come")


# --- steps


def change_cover(incident: Incident, cover: dict[str, Any], *, by: Staff, at: datetime) -> None:
    """Change the cover; the record keeps the digest of what it said before."""
    _check_cover(cover, at)
    with transaction.atomic():
        incident = _locked(incident, by)
        incident.facts = worded(**cover)
        incident.save(update_fields=["facts"])
        write("desk_incident_changed", incident, by=by, at=at)


def add(
    incident: Incident, sort: str, facts: dict[str, Any], *, about: int | None = None, by: Staff, at: datetime
) -> Page:
    """Add a page. Raises Refusal for a closed incident, and if the page that it is about does not exist or has
    already ended."""
    with transaction.atomic():
        incident = _locked(incident, by)
        if about is not None:
            _check_about(incident, sort, about)
        page = _page(incident, sort, facts, about=about, by=by, at=at)
        write(f"desk_incident_{sort}", page, by=by, at=at)
        return page


def _check_about(incident: Incident, sort: str, about: int) -> None:
    page = incident.pages.filter(no=about).first()
    if page is None or page.sort in (Sort.WITHDRAWN, Sort.DONE):
        raise Refusal("incident.no_such_page", no=about)
    if incident.pages.filter(about=about, sort__in=(Sort.WITHDRAWN, Sort.NARRATIVE)).exists():
        raise Refusal("incident.page_withdrawn", no=about)
    if sort == Sort.DONE and (
        page.sort != Sort.TASK or incident.pages.filter(about=about, sort=Sort.DONE).exists()
    ):
        raise Refusal("incident.no_open_task", no=about)
    if sort == Sort.NARRATIVE and page.sort != Sort.NARRATIVE:
        raise Refusal("incident.no_such_page", no=about)


def narrative(words: str) -> dict[str, Any]:
    """The facts of a piece of narrative. Raises Refusal for an empty one."""
    if not words.strip():
        raise Refusal("incident.words_missing")
    return {"words": words.strip()[:WORDS]}


def person(who: str, part: str, words: str) -> dict[str, Any]:
    """The facts of a page about a person: staff by number, a player by mark, anybody by description. Raises Refusal
    for an empty one."""
    if not who.strip() and not words.strip():
        raise Refusal("incident.person_missing")
    is_staff = Staff.objects.filter(number=who.strip().upper()).exists()
    return {
        "who": (who.strip().upper() if is_staff else who.strip())[:MARK],
        "part": part.strip()[:MARK],
        "words": words.strip()[:WORDS],
        "staff": is_staff,
    }


def round_page(typed: str) -> dict[str, Any]:
    """The facts of a page about a round, given as BJ-07/214. Raises Refusal for an unknown one."""
    table, _, number = typed.replace(" ", "").upper().partition("/")
    round_no = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    if not Round.objects.filter(table__code=table, round_no=round_no).exists():
        raise Refusal("incident.no_such_round", typed=typed[:MARK])
    return {"table": table, "round": round_no, "seq": None}


def camera_page(camera: str, typed: str, words: str, at: datetime) -> dict[str, Any]:
    """A camera reference. Raises Refusal."""
    seen = sighting(camera, typed, at)
    if "shown" not in seen:
        raise Refusal("camera.time", typed=typed)
    return seen | {"words": words.strip()[:WORDS]}


def task(words: str, who: str, until: datetime | None) -> dict[str, Any]:
    """The facts of a task. Raises Refusal without words, without a known person, and without a time."""
    if not words.strip():
        raise Refusal("incident.words_missing")
    if not Staff.objects.filter(number=who.strip().upper(), is_active=True).exists():
        raise Refusal("incident.no_such_person", number=who[:16])
    if until is None:
        raise Refusal("incident.until_missing")
    return {"words": words.strip()[:WORDS], "who": who.strip().upper(), "until": until.isoformat()}


def link(to: str, words: str, by: Staff) -> dict[str, Any]:
    """The facts of a link to another incident. Raises Refusal for one that the person may not read or that does not
    exist."""
    return {"to": _linked(to, by).number, "words": words.strip()[:WORDS]}


def _linked(to: str, by: Staff) -> Incident:
    other = of_number(to.strip().upper(), by)
    if other is None:
        raise Refusal("incident.no_such_incident", typed=to[:MARK])
    return other


def set_access(
    incident: Incident, roles: Sequence[str], named: Sequence[str], *, by: Staff, at: datetime
) -> None:
    """Set who may read it: by role or, if anybody is named, only those named; the person who sets it is always one of
    them. Raises Refusal for an unknown person, or one who may not enter the desk's pages at all."""
    readers = sorted({number.strip().upper() for number in named if number.strip()})
    if readers:
        readers = sorted({*readers, by.number})
        staff = {row.number: row for row in Staff.objects.filter(number__in=readers, is_active=True)}
        for number in readers:
            row = staff.get(number)
            if row is None or not (reads(row) or row.has_role_at_least(Role.CASINO_SUPERVISOR)):
                raise Refusal("incident.no_such_reader", number=number[:16])
    with transaction.atomic():
        incident = _locked(incident, by)
        incident.roles = [str(role) for role in OTHER_READERS if role in roles]
        incident.named = readers
        incident.save(update_fields=["roles", "named"])
        write("desk_incident_access", incident, by=by, at=at)


def review(incident: Incident, *, by: Staff, at: datetime) -> None:
    """Put it under review. Raises Refusal if it is not open."""
    with transaction.atomic():
        incident = _locked(incident, by)
        if incident.status != Status.OPEN:
            raise Refusal("incident.not_open", number=incident.number)
        incident.status, incident.review_by, incident.review_at = Status.REVIEW, by.number, at
        incident.save(update_fields=["status", "review_by", "review_at"])
        write("desk_incident_review", incident, by=by, at=at)


def close(incident: Incident, *, second: Staff, by: Staff, at: datetime) -> None:
    """Close it: one person asks, and another one, who neither asked nor opened it and may read it, signs. Raises
    Refusal also if it is not under review, and while tasks are open."""
    with transaction.atomic():
        incident = _locked(incident, by)
        if incident.status != Status.REVIEW:
            raise Refusal("incident.not_reviewed", number=incident.number)
        two_sign(incident, by, second, at)
        if left := open_tasks(incident):
            raise Refusal("incident.tasks_open", number=incident.number, count=len(left))
        incident.status, incident.closed_by, incident.closed_with = Status.CLOSED, by.number, second.number
        incident.closed_at = at
        incident.save(update_fields=["status", "closed_by", "closed_with", "closed_at"])
        write("desk_incident_closed", incident, by=by, at=at)


def two_sign(incident: Incident, by: Staff, second: Staff, at: datetime) -> None:
    """Raises Refusal unless `second` may close what `by` asks to close."""
    two(by, second, at)
    if second.number == incident.by:
        raise Refusal("incident.opener_closes", number=second.number)
    if not visible(second).filter(pk=incident.pk).exists():
        raise Refusal("incident.second_reads_not", number=second.number)


def open_tasks(incident: Incident) -> list[Page]:
    """The tasks that are neither done nor withdrawn."""
    ended = set(incident.pages.filter(sort__in=(Sort.DONE, Sort.WITHDRAWN)).values_list("about", flat=True))
    return [page for page in incident.pages.filter(sort=Sort.TASK) if page.no not in ended]


def _locked(incident: Incident, by: Staff) -> Incident:
    """The incident as it is now, with the desk's chain locked. Raises Refusal if it is closed."""
    require_writer(by)
    ledger.lock(DESK)
    current = visible(by).filter(pk=incident.pk).first()
    if current is None:
        raise Refusal("incident.no_such_incident", typed=incident.number)
    if current.status == Status.CLOSED:
        raise Refusal("incident.closed", number=current.number)
    return current


def _page(
    incident: Incident, sort: str, facts: dict[str, Any], *, about: int | None = None, by: Staff, at: datetime
) -> Page:
    last = incident.pages.aggregate(last=Max("no"))["last"] or 0
    return Page.objects.create(
        incident=incident, no=last + 1, sort=sort, about=about, facts=worded(**facts), by=by.number, at=at
    )
