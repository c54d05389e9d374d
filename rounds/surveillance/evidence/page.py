"""The report as one HTML file: it opens offline, and needs neither a script nor another file."""

from __future__ import annotations

from django.template.loader import render_to_string

from rounds.surveillance.evidence.report import Report


def as_html(report: Report) -> str:
    """The whole file."""
    return render_to_string("surveillance/evidence/report.html", {"report": report})
