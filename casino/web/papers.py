"""Reports on paper: sections of figures as CSV and PDF, with the same content. A PDF uses the standard fonts if they
have the letters, otherwise the house's own."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace
from fpdf.table import Table

from casino import translated
from casino.money import Cents, decimal
from casino.translated import currency, in_house_currency
from casino.web.printable import BOLD, REGULAR, unprintable

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
_VALUE: Final = re.compile(
    r"(?=[.,:/+eE -]*\d)[\d.,:/+eE -]+%?|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[ ./-]?\d+"
    r"|\d+[ ./-]?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*([ ./-]?\d+)?|true|false",
    re.IGNORECASE,
)
"""What a spreadsheet takes for a number, a date or a time: ``1E5``, ``MAR-1``."""
MARK: Final = "\ufeff"
"""Tells a spreadsheet that the text is UTF-8."""
_MARGIN: Final = 12.0
_FOOT: Final = 16.0
_NEEDED: Final = 32.0
"""A column that needs no more than this (mm) is as wide as its content."""
_SHORT: Final = 30
"""A section with no more rows than this is not broken over two pages."""
PLAIN: Final = "helvetica"
OWN: Final = "dejavu"
PLAIN_MARKS: Final = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "“": '"', "”": '"', "‘": "'", "’": "'", "…": "..."}
)


class Amount(NamedTuple):
    """An amount of money in a cell, in cents."""

    cents: Cents


class Percent(NamedTuple):
    """A percentage in a cell, and how many decimals are written."""

    value: float
    places: int = 2


class Identifier(str):
    """An identifier, such as a table's code, which in a spreadsheet must stay a text whatever it looks like."""


Cell = str | int | Amount | Percent


@dataclass(frozen=True, slots=True)
class Section:
    """A table in the report. ``note`` says how to read it."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    note: str = ""


# --- CSV


def as_csv(head: Sequence[str], sections: Iterable[Section]) -> str:
    """A line about the report, which ends with the currency, then every section under its title, with a byte order
    mark in front. Money is written as decimals, percentages as ``-1.50%``. A text that a spreadsheet would take for
    a formula is kept a text, and so is an identifier that it would take for a value (``="1E5"``)."""
    out = io.StringIO()
    out.write(MARK)
    rows = csv.writer(out)
    amounts = translated.text(_("amounts in {currency}"), currency=currency())
    rows.writerow([_csv(text) for text in (*head, amounts)])
    for section in sections:
        rows.writerow([])
        rows.writerow([_csv(section.title)])
        if any(section.columns):
            rows.writerow(section.columns)
        for row in section.rows:
            rows.writerow([_csv(cell) for cell in row])
    return out.getvalue()


def _csv(cell: Cell) -> str:
    if isinstance(cell, Amount):
        return decimal(cell.cents)
    if isinstance(cell, Percent):
        return f"{cell.value:.{cell.places}f}%"
    if isinstance(cell, Identifier) and _VALUE.fullmatch(cell):
        return f'="{cell}"'
    text = in_house_currency(str(cell))
    return f"'{text}" if text.startswith(_FORMULA) else text


def words(cell: Cell) -> str:
    """A cell as people read it: amounts always have cents, so that a column lines up."""
    if isinstance(cell, Amount):
        return in_house_currency(
            f"{'−' if cell.cents < 0 else ''}${abs(cell.cents) // 100:,}.{abs(cell.cents) % 100:02}"
        )
    if isinstance(cell, Percent):
        return f"{cell.value:.{cell.places}f} %".replace("-", "−")
    return in_house_currency(str(cell))


def numbers(section: Section) -> list[bool]:
    """Which columns are numbers: they are aligned right."""
    return [
        any(isinstance(row[place], Amount | Percent) for row in section.rows)
        or all(isinstance(row[place], int) for row in section.rows)
        for place in range(len(section.columns))
    ]


# --- PDF


class Pages(FPDF):
    """A4 pages, each with the heading, a line about the report, when it was made, and the page number."""

    def __init__(self, heading: str, about: str, origin: str, made_at: datetime) -> None:
        super().__init__(format="A4")
        self.heading, self.about, self.origin = heading, about, origin
        self.set_title(heading)
        self.set_creation_date(made_at)
        self.set_margins(_MARGIN, 10)
        self.set_auto_page_break(auto=True, margin=_FOOT)
        self.c_margin = 0.8
        self.alias_nb_pages()

    def header(self) -> None:
        self.set_font(PLAIN, "B", 13)
        self.cell(0, 7, in_letters(self, self.heading), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_font(PLAIN, "", 8)
        self.cell(0, 5, in_letters(self, self.about), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.ln(1)

    def footer(self) -> None:
        self.set_y(-12)
        self.set_font(PLAIN, "", 8)
        self.cell(0, 6, in_letters(self, self.origin), align="L", new_x=XPos.LMARGIN)
        numbered = translated.text(_("Page {page} of {pages}"), page=self.page_no(), pages="{nb}")
        self.cell(0, 6, in_letters(self, numbered), align="R")


def together(pdf: FPDF, draw: Callable[[], None]) -> None:
    """Draw on one page: the next one, if too little room is left on this one."""
    top = pdf.get_y()
    with pdf.offset_rendering():
        draw()
        broken = pdf.get_y() < top or pdf.get_y() > pdf.h - _FOOT
    if broken:
        pdf.add_page()
    draw()


def whole(pdf: FPDF, section: Section, then: Callable[[], None] = lambda: None) -> None:
    """A section, and what follows it on the same page; a long one takes several pages."""
    if len(section.rows) <= _SHORT:

        def both() -> None:
            _section(pdf, section)
            then()

        together(pdf, both)
        return
    if pdf.will_page_break(30):
        pdf.add_page()
    _section(pdf, section)
    together(pdf, then)


def _section(pdf: FPDF, section: Section) -> None:
    titled(pdf, section.title)
    aligns = tuple("RIGHT" if number else "LEFT" for number in numbers(section))
    how: dict[str, Any] = {"text_align": aligns, "borders_layout": TableBordersLayout.HORIZONTAL_LINES}
    if not any(section.columns):
        how["first_row_as_headings"] = False
    # A table of names and values is only as wide as can be read across.
    width = pdf.epw if len(section.columns) > 2 else pdf.epw * 0.6
    pdf.set_draw_color(150)
    widths = _widths(pdf, section, width)
    with pdf.table(line_height=4.6, col_widths=widths, width=width, align="LEFT", **how) as table:
        if any(section.columns):
            _row(pdf, table, section.columns)
        for row in section.rows:
            _row(pdf, table, [words(cell) for cell in row])
    pdf.set_draw_color(0)
    if section.note:
        pdf.multi_cell(0, 4.4, in_letters(pdf, section.note), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(3)


def _row(pdf: FPDF, table: Table, texts: Sequence[str]) -> None:
    row = table.row()
    for text in texts:
        family = pdf.font_family
        written = in_letters(pdf, text)
        if pdf.font_family != family:
            pdf.set_font(family, pdf.font_style, pdf.font_size_pt)
        row.cell(written, style=_face(pdf, text))


def _widths(pdf: FPDF, section: Section, width: float) -> tuple[float, ...]:
    """In millimetres: a short column has what it needs, so that no number is parted; long texts share what is left."""
    widths = []
    for place, name in enumerate(section.columns):
        pdf.set_font(PLAIN, "B", 8)
        head = pdf.get_string_width(in_letters(pdf, name))
        pdf.set_font(PLAIN, "", 8)
        cells = (pdf.get_string_width(in_letters(pdf, words(row[place]))) for row in section.rows)
        widths.append(max(head, *cells) + 2 * pdf.c_margin + 1)
    spare = width - sum(widths)
    if spare >= 0:
        return tuple(want + spare / len(widths) for want in widths)
    short = [want if want <= _NEEDED else 0.0 for want in widths]
    left = width - sum(short)
    long = sum(want for want in widths if want > _NEEDED)
    return tuple(width_ or left * want / long for width_, want in zip(short, widths, strict=True))


def titled(pdf: FPDF, text: str) -> None:
    pdf.set_font(PLAIN, "B", 11)
    pdf.cell(0, 7, in_letters(pdf, text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.set_font(PLAIN, "", 8)


def signatures(pdf: FPDF, roles: Iterable[str]) -> None:
    """For each role a line with number, signature and time."""
    titled(pdf, _("Signed"))
    for role in roles:
        y = pdf.get_y() + 11
        pdf.text(pdf.l_margin + pdf.c_margin, y, in_letters(pdf, role))
        left = pdf.l_margin + 40.0
        for words_, wide in ((_("number"), 30.0), (_("signature"), 70.0), (_("date and time"), 38.0)):
            pdf.line(left, y, left + wide, y)
            pdf.text(left, y + 3.4, in_letters(pdf, words_))
            left += wide + 4
        pdf.set_y(y + 5)


def in_letters(pdf: FPDF, text: str) -> str:
    """Choose a font for the text and return it as it is written: a standard font, with plain marks for typographic
    ones, if it has all the letters; otherwise the house's own, which has every letter that can be entered."""
    text = in_house_currency(text).replace(" × ", "\xa0×\xa0")  # keep chips together at the end of a line
    family = _family(text)
    if family == OWN:
        _own(pdf)
    if pdf.font_family != family:
        pdf.set_font(family, pdf.font_style, pdf.font_size_pt)
    if family == PLAIN:
        return text.translate(PLAIN_MARKS)
    # Entered before such letters were refused.
    while missing := unprintable(text):
        text = text.replace(missing, "\ufffd")
    return text


def _family(text: str) -> str:
    try:
        text.translate(PLAIN_MARKS).encode("latin-1")
    except UnicodeEncodeError:
        return OWN
    return PLAIN


def _own(pdf: FPDF) -> None:
    """Load the house's own font, only for reports that need it."""
    if OWN not in pdf.fonts:
        pdf.add_font(OWN, "", REGULAR)
        pdf.add_font(OWN, "B", BOLD)


def _face(pdf: FPDF, text: str) -> FontFace | None:
    """The style of a table's cell; None for the font of the table."""
    if _family(text) == PLAIN:
        return None
    _own(pdf)
    return FontFace(family=OWN)
