"""The final report of a tournament as page, PDF and CSV."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.staff.access import roles
from casino.translated import term
from casino.web import papers
from casino.web.papers import Section
from tables.access import person_of
from tables.tournaments.report import SIGNED, Report, report_of
from tables.tournaments.views import WATCHERS, tournament_or_404


def _report(request: HttpRequest, tournament_code: str) -> Report:
    return report_of(tournament_or_404(tournament_code), timezone.now(), person_of(request).number)


@dataclass(frozen=True, slots=True)
class SectionShown:
    """A section of the page: its rows in words, and which columns are numbers."""

    title: str
    columns: list[tuple[str, bool]]
    rows: list[list[tuple[str, bool]]]
    note: str

    @classmethod
    def of(cls, section: Section) -> SectionShown:
        aligned = papers.numbers(section)
        return cls(
            section.title,
            list(zip(section.columns, aligned, strict=True)) if any(section.columns) else [],
            [
                [(papers.words(cell), number) for cell, number in zip(row, aligned, strict=True)]
                for row in section.rows
            ],
            section.note,
        )


@require_safe
@roles(*WATCHERS)
def page(request: HttpRequest, tournament_code: str) -> HttpResponse:
    """The report on a page."""
    report = _report(request, tournament_code)
    sections = [SectionShown.of(section) for section in report.sections]
    context = {"report": report, "sections": sections, "person": person_of(request)}
    return render(request, "tables/tournaments/report.html", context)


@require_safe
@roles(*WATCHERS)
def pdf(request: HttpRequest, tournament_code: str) -> HttpResponse:
    """The report on A4, with lines for signatures."""
    report = _report(request, tournament_code)
    pages = papers.Pages(report.heading, report.about, report.made, report.made_at)
    pages.add_page()
    for section in report.sections[:-1]:
        papers.whole(pages, section)
    papers.whole(
        pages, report.sections[-1], lambda: papers.signatures(pages, [term(role.label) for role in SIGNED])
    )
    return _file(bytes(pages.output()), "application/pdf", report, "pdf")


@require_safe
@roles(*WATCHERS)
def csv(request: HttpRequest, tournament_code: str) -> HttpResponse:
    """The report for a spreadsheet."""
    report = _report(request, tournament_code)
    text = papers.as_csv((report.heading, report.about, report.made), report.sections)
    return _file(text.encode(), "text/csv; charset=utf-8", report, "csv")


def _file(content: bytes, kind: str, report: Report, ending: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{report.tournament.code}.{ending}"'
    return answer
