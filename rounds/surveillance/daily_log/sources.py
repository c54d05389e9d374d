"""What the record adds to a daily log: whatever happened within a shift, in one line each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from casino.ledger import HOUSE, Entry
from casino.staff.models import Staff
from casino.translated import phrase, term, text
from rounds.models import RoundFacts
from rounds.read_model.log_rows import detail_of
from rounds.surveillance.evidence.making import KIND as PACK
from rounds.surveillance.incidents.models import Incident
from rounds.surveillance.notes.models import Note
from tables.models import Dispute, PitAlert

MOST: Final = 300
"""The most lines from one source in one shift."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A line from the record."""

    at: datetime
    words: str
    address: str = ""
    """The address of the page that shows it."""
    to: str = ""
    """The name of that page."""
    tone: str = ""
    """``bad`` for an irregularity, ``now`` for what waits."""
    kind: str = ""
    """The kind that it counts as."""


def lines_of(person: Staff, start: datetime, end: datetime) -> list[Recorded]:
    """Every line from the record within a shift, in order of time."""
    sources = (_alerts, _irregularities, _disputes, _incidents, _notes, _packs)
    lines = [line for source in sources for line in source(person, start, end)]
    return sorted(lines, key=lambda line: line.at)


def _irregularities(person: Staff, start: datetime, end: datetime) -> Iterator[Recorded]:
    facts = RoundFacts.objects.filter(irregular=True, at__gte=start, at__lt=end).order_by("at")[:MOST]
    for row in facts:
        void = "void" in row.terms
        details = Entry.objects.filter(chain=row.table, round_no=row.round_no, kind="irregularity")
        report = details.order_by("seq").first()
        words = (
            text(_("Round void at {table}"), table=row.table)
            if void
            else text(_("Irregularity at {table}"), table=row.table)
        )
        yield Recorded(
            row.at,
            f"{words}: {detail_of(report)}" if report is not None and report.detail else words,
            reverse("replay", args=(row.table, row.round_no)),
            f"{row.table} / {row.round_no}",
            "bad",
            "void" if void else "irregularity",
        )


def _disputes(person: Staff, start: datetime, end: datetime) -> Iterator[Recorded]:
    rows = Dispute.objects.select_related("table").filter(raised_at__gte=start, raised_at__lt=end)
    for row in rows.order_by("raised_at")[:MOST]:
        yield Recorded(
            row.raised_at,
            text(
                _("Dispute of {player} at {table}: {question} ({state})"),
                player=row.player,
                table=row.table.code,
                question=term(row.question),
                state=term(row.get_state_display()),
            ),
            f"{reverse('disputes', args=(row.table.code,))}#dispute-{row.pk}",
            row.table.code,
            "" if row.ends else "now",
            "dispute",
        )


def _incidents(person: Staff, start: datetime, end: datetime) -> Iterator[Recorded]:
    """The incidents of the shift. Those that only named people may read are in no log."""
    shared = Incident.objects.filter(named=[])
    for row in shared.filter(at__gte=start, at__lt=end).order_by("at")[:MOST]:
        yield Recorded(
            row.at,
            text(
                _("{by} opened {number}: {title}"),
                by=row.by,
                number=row.number,
                title=row.facts.get("title", ""),
            ),
            reverse("desk_incident", args=(row.number,)),
            row.number,
            kind="incident",
        )
    for row in shared.filter(closed_at__gte=start, closed_at__lt=end).order_by("closed_at")[:MOST]:
        assert row.closed_at is not None
        yield Recorded(
            row.closed_at,
            text(
                _("{by} closed {number}, signed by {second}"),
                by=row.closed_by,
                number=row.number,
                second=row.closed_with,
            ),
            reverse("desk_incident", args=(row.number,)),
            row.number,
        )
    for row in shared.filter(review_at__gte=start, review_at__lt=end).order_by("review_at")[:MOST]:
        assert row.review_at is not None
        yield Recorded(
            row.review_at,
            text(_("{by} put {number} under review"), by=row.review_by, number=row.number),
            reverse("desk_incident", args=(row.number,)),
            row.number,
        )


def _notes(person: Staff, start: datetime, end: datetime) -> Iterator[Recorded]:
    for row in Note.objects.filter(at__gte=start, at__lt=end, ended_at=None).order_by("at")[:MOST]:
        yield Recorded(
            row.at,
            text(
                _("Note of {by}: {words}"),
                by=row.by,
                words=row.facts.get("words") or row.facts.get("tag", ""),
            ),
            f"{reverse('replay', args=(row.table, row.round_no))}{f'?seq={row.seq}' if row.seq else ''}",
            f"{row.table} / {row.round_no}",
            kind="note",
        )


def _packs(person: Staff, start: datetime, end: datetime) -> Iterator[Recorded]:
    for entry in Entry.objects.filter(chain=HOUSE, kind=PACK, at__gte=start, at__lt=end).order_by("seq")[
        :MOST
    ]:
        yield Recorded(entry.at, text(_("Evidence pack {detail:phrase}"), detail=entry.words), kind="pack")


def _alerts(person: Staff, start: datetime, end: datetime) -> Iterator[Recorded]:
    seen = PitAlert.objects.select_related("table").filter(seen_at__gte=start, seen_at__lt=end)
    for row in seen.order_by("seen_at")[:MOST]:
        assert row.seen_at is not None
        yield Recorded(
            row.seen_at,
            text(
                _("Alert of {table} acknowledged by {by}: {what}"),
                table=row.table.code,
                by=row.seen_by,
                what=phrase(row.phrase or row.words),
            ),
            kind="alert",
        )
