"""The report of a session as CSV and as PDF, with the same sections as its page."""

from __future__ import annotations

import csv
import io
from typing import Any

from fpdf import FPDF
from fpdf.enums import TableBordersLayout, XPos, YPos

from casino.money import decimal, dollars
from tables import charts
from tables.float.report import Amount, Cell, Report, Section, clock

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(report: Report) -> str:
    """Every section under its title; money as decimals. A text that a spreadsheet would take for a formula is kept a
    text."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow([report.heading, "closed" if report.closed else "so far", clock(report.made_at)])
    for section in report.sections:
        rows.writerow([])
        rows.writerow([section.title])
        if any(section.columns):
            rows.writerow(section.columns)
        for row in section.rows:
            rows.writerow([_csv(cell) for cell in row])
    return out.getvalue()


def _csv(cell: Cell) -> str:
    if isinstance(cell, Amount):
        return decimal(cell.cents)
    text = str(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text


def words(cell: Cell) -> str:
    """A cell as people read it."""
    return dollars(cell.cents) if isinstance(cell, Amount) else str(cell)


def numbers(section: Section) -> list[bool]:
    """Which columns are of numbers: they are written to the right."""
    return [
        any(isinstance(row[place], Amount) for row in section.rows)
        or all(isinstance(row[place], int) for row in section.rows)
        for place in range(len(section.columns))
    ]


def as_pdf(report: Report) -> bytes:
    """Pages of A4 with a heading and a number each."""
    pdf = _Pages(report)
    pdf.add_page()
    _charts(pdf, report)
    for section in report.sections:
        _section(pdf, section)
    return bytes(pdf.output())


class _Pages(FPDF):
    def __init__(self, report: Report) -> None:
        super().__init__(format="A4")
        self.report = report
        self.set_title(_latin(report.heading))
        self.set_creation_date(report.made_at)
        self.set_auto_page_break(auto=True, margin=16)
        self.alias_nb_pages()

    def header(self) -> None:
        state = "" if self.report.closed else ", so far"
        self.set_font("helvetica", "B", 13)
        self.cell(0, 8, _latin(f"{self.report.heading}{state}"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(1)

    def footer(self) -> None:
        self.set_y(-12)
        self.set_font("helvetica", "", 8)
        self.cell(0, 6, f"Made {clock(self.report.made_at)}. Page {self.page_no()} of {{nb}}", align="C")


def _section(pdf: FPDF, section: Section) -> None:
    pdf.set_font("helvetica", "B", 11)
    if pdf.will_page_break(24):
        pdf.add_page()
    pdf.cell(0, 8, _latin(section.title), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.set_font("helvetica", "", 8)
    aligns = tuple("RIGHT" if number else "LEFT" for number in numbers(section))
    how: dict[str, Any] = {"text_align": aligns, "borders_layout": TableBordersLayout.HORIZONTAL_LINES}
    if not any(section.columns):
        how["first_row_as_headings"] = False
    with pdf.table(line_height=4.6, col_widths=_widths(section), width=int(pdf.epw), **how) as table:
        if any(section.columns):
            table.row([_latin(name) for name in section.columns])
        for row in section.rows:
            table.row([_latin(words(cell)) for cell in row])
    if section.note:
        pdf.cell(0, 5, _latin(section.note), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(3)


def _widths(section: Section) -> tuple[int, ...]:
    """By the longest of each column, none too narrow and none too wide."""
    return tuple(
        min(40, max(9, len(name), *(len(words(row[place])) for row in section.rows)))
        for place, name in enumerate(section.columns)
    )


def _charts(pdf: FPDF, report: Report) -> None:
    scale = pdf.epw / charts.WIDTH
    drawn = charts.lines(report.points)
    if drawn is not None:
        x, y = pdf.l_margin, pdf.get_y() + 6
        _title(pdf, "Win against theo (dashed), round by round")
        for place, amount in drawn.marks:
            pdf.text(x, y + place * scale + 1, _latin(amount))
        pdf.set_draw_color(150)
        if charts.TOP <= drawn.zero <= charts.HEIGHT - charts.BOTTOM:
            pdf.line(x + charts.LEFT * scale, y + drawn.zero * scale, x + pdf.epw, y + drawn.zero * scale)
        pdf.set_draw_color(0)
        pdf.polyline([(x + a * scale, y + b * scale) for a, b in drawn.win])
        pdf.set_dash_pattern(dash=1.5, gap=1)
        pdf.polyline([(x + a * scale, y + b * scale) for a, b in drawn.theo])
        pdf.set_dash_pattern()
        pdf.set_y(y + charts.HEIGHT * scale)
    drawn_bars = charts.bars(report.pace)
    if drawn_bars is not None:
        x, y = pdf.l_margin, pdf.get_y() + 6
        _title(pdf, "Rounds an hour")
        pdf.set_fill_color(90)
        for left, top, wide, tall, hour, rounds in drawn_bars.bars:
            pdf.rect(x + left * scale, y + top * scale, wide * scale, tall * scale, style="F")
            pdf.text(x + left * scale, y + top * scale - 1, str(rounds))
            pdf.text(x + left * scale, y + (charts.HEIGHT - charts.BOTTOM + 12) * scale, hour)
        pdf.set_y(y + charts.HEIGHT * scale)


def _title(pdf: FPDF, text: str) -> None:
    pdf.set_font("helvetica", "B", 9)
    pdf.cell(0, 6, _latin(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.set_font("helvetica", "", 8)


def _latin(text: str) -> str:
    """What the fonts that every reader of PDF has can write: the typographic minus as a hyphen, others as a mark."""
    return text.replace("−", "-").replace("—", "-").encode("latin-1", "replace").decode("latin-1")
