"""The report as one HTML file, which opens offline and needs no script or other file."""

from __future__ import annotations

from django.template.loader import render_to_string

from rounds.surveillance.evidence.report import Report


def as_html(report: Report) -> str:
    """The report as the text of an HTML file."""
    return render_to_string("surveillance/evidence/report.html", {"report": report})
