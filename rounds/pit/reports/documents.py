"""The report of a session as CSV and PDF, with the same sections as its page."""

from __future__ import annotations

from django.utils.translation import gettext as _
from fpdf import FPDF

from casino.translated import text
from casino.web import papers
from casino.web.papers import Pages, in_letters, signatures, titled, together, whole
from rounds.pit import charts
from rounds.pit.reports.report import Report, clock


def as_csv(report: Report) -> str:
    """The report as CSV: every section under its title."""
    state = _("closed") if report.closed else _("so far")
    return papers.as_csv((report.heading, state, clock(report.made_at), report.made_by), report.sections)


def byline(report: Report) -> str:
    """When the report was made, and for whom."""
    return text(
        _("Made {at} by {by}") if report.made_by else _("Made {at}"),
        at=clock(report.made_at),
        by=report.made_by,
    )


def as_pdf(report: Report) -> bytes:
    """The report as A4 pages, each with heading and number, and at the end the lines for signatures."""
    heading = report.heading if report.closed else text(_("{heading}, so far"), heading=report.heading)
    pdf = Pages(heading, report.about, byline(report), report.made_at)
    pdf.add_page()
    first, rest = report.sections[: report.lead], report.sections[report.lead :]
    for section in first:
        whole(pdf, section)
    together(pdf, lambda: _lines(pdf, report))
    together(pdf, lambda: _bars(pdf, report))
    for section in rest[:-1]:
        whole(pdf, section)
    # The signatures are never alone on a page.
    whole(pdf, rest[-1], lambda: signatures(pdf, report.signed))
    return bytes(pdf.output())


# --- charts


def _lines(pdf: FPDF, report: Report) -> None:
    drawn = charts.lines(report.points)
    if drawn is None:
        return
    scale, x, y = _chart(pdf, _("Win against theo (dashed), round by round"))
    for place, amount in drawn.marks:
        pdf.text(x, y + place * scale + 1, in_letters(pdf, amount))
    pdf.set_draw_color(150)
    if charts.TOP <= drawn.zero <= charts.HEIGHT - charts.BOTTOM:
        pdf.line(
            x + charts.LEFT * scale, y + drawn.zero * scale, x + charts.WIDTH * scale, y + drawn.zero * scale
        )
    pdf.set_draw_color(0)
    pdf.polyline([(x + a * scale, y + b * scale) for a, b in drawn.win])
    pdf.set_dash_pattern(dash=1.5, gap=1)
    pdf.polyline([(x + a * scale, y + b * scale) for a, b in drawn.theo])
    pdf.set_dash_pattern()
    foot = y + charts.SIZES["foot"] * scale
    pdf.text(x + charts.LEFT * scale, foot, drawn.first)
    pdf.text(x + charts.WIDTH * scale - pdf.get_string_width(drawn.last), foot, drawn.last)
    pdf.set_y(y + charts.HEIGHT * scale + 3)


def _bars(pdf: FPDF, report: Report) -> None:
    drawn = charts.bars(report.pace)
    if drawn is None:
        return
    scale, x, y = _chart(pdf, _("Rounds begun in each hour"))
    with pdf.local_context(fill_color=110):  # otherwise the following tables would be filled with it
        for left, top, wide, tall, hour, rounds in drawn.bars:
            pdf.rect(x + left * scale, y + top * scale, wide * scale, tall * scale, style="F")
            pdf.text(x + left * scale, y + top * scale - 1, str(rounds))
            pdf.text(x + left * scale, y + charts.SIZES["foot"] * scale, hour)
    pdf.set_y(y + charts.HEIGHT * scale + 3)


def _chart(pdf: FPDF, title: str) -> tuple[float, float, float]:
    """Draws the title of a chart; returns millimetres per unit, and where it begins."""
    titled(pdf, title)
    return pdf.epw * 0.7 / charts.WIDTH, pdf.l_margin + pdf.c_margin, pdf.get_y()
