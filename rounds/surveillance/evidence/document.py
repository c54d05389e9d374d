"""The report as a PDF of A4 pages with embedded fonts, from the same values as the HTML file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.enums import MethodReturnValue, TableBordersLayout, WrapMode, XPos, YPos
from fpdf.fonts import FontFace

from casino.translated import in_house_currency
from casino.web.printable import BOLD, REGULAR, unprintable
from rounds.surveillance.evidence.drawn import DIFFERS, NEW, Drawing, Face, Lying
from rounds.surveillance.evidence.report import EntryLine, Remark, Report, RoundReport, Signature

FONT: Final = "dejavu"
Colour = tuple[int, int, int]
INK: Final[Colour] = (20, 24, 27)
MINOR: Final[Colour] = (70, 82, 90)
RULE: Final[Colour] = (195, 204, 209)
WRONG: Final[Colour] = (200, 16, 46)
GREEN: Final[Colour] = (10, 107, 53)
CLOTH: Final[Colour] = (225, 240, 232)
CLOTH_EDGE: Final[Colour] = (44, 103, 83)
SUITS: Final[dict[str, Colour]] = {"s": INK, "h": WRONG, "d": (11, 98, 196), "c": (10, 122, 59)}
CARD: Final = (5.4, 8.2)
"""Width and height of a card, in mm."""
FELT_HEIGHT: Final = 50.0
HAND_COLUMNS: Final = (15.0, 48.0, 22.0, 40.0, 39.0, 20.0)
"""The widths of the table of hands, in mm: box, cards, player, wager, result, net."""
GAP: Final = 4.0
FOOT: Final = 16.0
CHECK: Final = "check_evidence.py PACK.zip --key KEY"


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the contents."""

    title: str
    page: int
    whole: bool
    """Whether it is a round, or the last part; else it is a section of a round."""


def as_pdf(report: Report) -> bytes:
    """The report as the bytes of a PDF file."""
    parts: list[Part] = []
    # The contents need the pages of all that comes after them: drawn until they are right, which is soon.
    while (pdf := _drawn(report, parts)).parts != parts:
        parts = pdf.parts
    return bytes(pdf.output())


def _drawn(report: Report, contents: list[Part]) -> _Pages:
    """The pages, with these contents."""
    pdf, several = _Pages(report), len(report.rounds) > 1
    if several:
        pdf.add_page()
        pdf.words(f"{_('Evidence report')} {report.pack.number}", 17, "B", after=2)
        _reason(pdf)
        _contents(pdf, contents)
    for shown in report.rounds:
        pdf.add_page()
        pdf.part(shown.name, whole=True)
        pdf.words(f"{shown.name}: {_('what was dealt and paid')}", 17, "B", after=2)
        _facts(pdf, shown.facts)
        if not several:
            _reason(pdf)
        _short(pdf, shown)
        pdf.section(_("Hands and payments"))
        _hands(pdf, shown)
        if not several:
            _contents(pdf, contents)
        _round(pdf, shown)
    pdf.add_page()
    pdf.part(_("How anybody can check this"), whole=True)
    _proof(pdf)
    return pdf


def _reason(pdf: _Pages) -> None:
    pack = pdf.report.pack
    pdf.words(f"{_('Made')} {pdf.report.made}, {pack.made_by}: {pack.reason}")


def _contents(pdf: _Pages, parts: Sequence[Part]) -> None:
    """What is on which page. A round that is the only one needs no line of its own."""
    several = len(pdf.report.rounds) > 1
    shown = [part for part in parts if not part.whole or several or part is parts[-1]]
    pdf.heading(_("In this report"))
    for part in shown:
        indent = 6 if several and not part.whole else 0
        link = pdf.add_link(page=part.page)
        pdf.set_font(FONT, "B" if several and part.whole else "", 9.5)
        pdf.set_x(pdf.l_margin + indent)
        pdf.cell(pdf.epw - indent - 12, 5.2, in_print(part.title), link=link)
        pdf.cell(12, 5.2, str(part.page), align="R", link=link, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(2)


class _Pages(FPDF):
    def __init__(self, report: Report) -> None:
        super().__init__(format="A4")
        self.report = report
        self.parts: list[Part] = []
        """What has been drawn, for the contents."""
        self.add_font(FONT, "", REGULAR)
        self.add_font(FONT, "B", BOLD)
        self.set_title(in_print(f"{report.pack.number}: {report.title}"))
        self.set_margins(13, 11)
        self.set_auto_page_break(auto=True, margin=FOOT)
        self.alias_nb_pages()

    def header(self) -> None:
        self.set_text_color(*MINOR)
        self.set_font(FONT, "", 9)
        self.cell(0, 5, f"{_('Evidence report')} · {self.report.pack.number}", new_x=XPos.LMARGIN)
        self.cell(0, 5, in_print(self.report.pack.origin), align="R", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self._rule()
        self.ln(3)
        self.set_text_color(*INK)

    def footer(self) -> None:
        self.set_y(-13)
        self._rule()
        self.set_text_color(*MINOR)
        self.set_font(FONT, "", 8.5)
        line = f"{self.report.pack.number} · {self.report.made} · {self.report.pack.made_by}"
        self.cell(0, 6, in_print(line), new_x=XPos.LMARGIN)
        self.set_font(FONT, "B", 8.5)
        self.cell(0, 6, f"{self.page_no()} / {{nb}}", align="R")
        self.set_text_color(*INK)

    def _rule(self) -> None:
        self.set_draw_color(154, 166, 173)
        self.line(self.l_margin, self.get_y(), self.w - self.r_margin, self.get_y())

    def words(
        self, text: str, size: float = 9.5, style: str = "", colour: Colour = INK, after: float = 1.5
    ) -> None:
        self.set_font(FONT, style, size)
        self.set_text_color(*colour)
        self.multi_cell(0, size * 0.5, in_print(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_text_color(*INK)
        self.ln(after)

    def heading(self, text: str, size: float = 12.5, needs: float = 24) -> None:
        if self.will_page_break(needs):
            self.add_page()
        self.ln(2)
        self.words(text, size, "B", after=1)

    def part(self, title: str, *, whole: bool = False) -> None:
        """Note for the contents that a part begins here."""
        self.parts.append(Part(title, self.page_no(), whole))

    def section(self, text: str, needs: float = 24) -> None:
        """The heading of a section, which the contents name."""
        self.heading(text, needs=needs)
        self.part(text)

    def rows(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: Sequence[float],
        red: Collection[int] = (),
        bold: Collection[int] = (),
        **how: Any,
    ) -> None:
        self.set_font(FONT, "", 8.5)
        self.set_draw_color(*RULE)
        self.set_fill_color(255)  # otherwise a table is filled with the colour used last
        how.setdefault("text_align", "LEFT")
        with self.table(
            line_height=4.4, col_widths=tuple(widths), align="LEFT", borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            first_row_as_headings=bool(heads), repeat_headings=1 if heads else 0, padding=(0.5, 1, 0.5, 0), **how,
        ) as table:  # fmt: skip
            if heads:
                table.row([in_print(head) for head in heads])
            for number, row in enumerate(rows):
                wrong = FontFace(color=WRONG, emphasis="BOLD") if number in red else None
                line = table.row(style=wrong)
                for column, cell in enumerate(row):
                    line.cell(in_print(cell), style=FontFace(emphasis="BOLD") if column in bold else None)
        self.ln(2)

    def boxed(self, text: str, size: float = 8.5) -> None:
        """A framed text exactly as recorded, such as a digest."""
        self.set_font(FONT, "", size)
        self.set_fill_color(243, 245, 246)
        self.set_draw_color(*RULE)
        self.multi_cell(
            0, size * 0.5, printable(text), border=1, fill=True, align="L", padding=2,
            new_x=XPos.LMARGIN, new_y=YPos.NEXT, wrapmode=WrapMode.CHAR,
        )  # fmt: skip
        self.ln(2)


def in_print(text: str) -> str:
    """The text for reading, in the house's currency."""
    return printable(in_house_currency(text))


def printable(text: str) -> str:
    """The text with a mark in place of each character that the font lacks."""
    text = "".join(mark if mark.isprintable() or mark == "\n" else "\ufffd" for mark in text)
    while missing := unprintable(text.replace("\n", "")):
        text = text.replace(missing, "\ufffd")
    return text


# --- a round


def _round(pdf: _Pages, shown: RoundReport) -> None:
    """What comes after its first page."""
    if shown.cases:
        pdf.section(_("What went wrong, and how it was put right"))
        for case in shown.cases:
            pdf.heading(f"{case.title}  ({case.clause})" if case.clause else case.title, 10.5)
            pdf.rows((), case.facts, (42, 142))
            for number, task in enumerate(case.tasks, 1):
                pdf.words(f"{number}. {task}", after=0.5)
            _felts(pdf, case.felts)
    if shown.felts:
        pdf.section(_("The felt, step by step"), needs=FELT_HEIGHT + 26)
        pdf.words(_("Under each hand its box and total. A card with a thick outline has just come."))
        _felts(pdf, shown.felts)
    if shown.cards:
        pdf.heading(_("The cards as they were recorded out of the shoe, each with its box"), 10.5)
        pdf.words(shown.cards)
    pdf.section(_("The entries of the round, as recorded"), needs=40)
    _lines(pdf, shown.lines)
    pdf.words(
        _("No entry is ever changed or removed: what was undone or put right is a separate entry."),
        8.5,
        "",
        MINOR,
    )
    _signatures(pdf, shown)
    if shown.disputes:
        pdf.section(_("Disputes"))
        _lines(pdf, shown.disputes)
    if shown.notes:
        pdf.section(_("Notes and cameras"))
        _notes(pdf, shown.notes)
    if shown.edition:
        pdf.heading(_("The rules that it was dealt under"), 10.5)
        pdf.boxed(f"{_('The house’s approved rules, every value of them, SHA-256:')}\n{shown.edition}")


def _facts(pdf: _Pages, facts: Sequence[tuple[str, str]]) -> None:
    pairs = [(*left, *right) for left, right in zip_longest(facts[::2], facts[1::2], fillvalue=("", ""))]
    pdf.rows((), pairs, (24, 68, 22, 70), bold=(1, 3))


def _short(pdf: _Pages, shown: RoundReport) -> None:
    text = f"{shown.headline}."
    text += "".join(f" {case.title} ({case.clause})." for case in shown.cases)
    wrong = bool(shown.cases)
    top = pdf.get_y()
    pdf.set_fill_color(*((253, 243, 243) if wrong else (240, 247, 243)))
    pdf.set_font(FONT, "", 9.5)
    pdf.multi_cell(
        0, 4.8, in_print(f"{_('In short.')} {text}"), fill=True, padding=(2, 3, 2, 4), align="L",
        new_x=XPos.LMARGIN, new_y=YPos.NEXT,
    )  # fmt: skip
    pdf.set_fill_color(*(WRONG if wrong else GREEN))
    pdf.rect(pdf.l_margin, top, 1, pdf.get_y() - top, style="F")
    pdf.ln(1)


def _hands(pdf: _Pages, shown: RoundReport) -> None:
    """Each box with its hands and one line per player; the dealer's hand last."""
    _hand_heads(pdf)
    for box in shown.boxes:
        lines = [(line.player, line.wager, "\n".join(line.results), line.money) for line in box.lines]
        _box(pdf, str(box.number), box.hands, lines)
    _box(pdf, _("Dealer"), [shown.dealer], [])
    left, top, width = pdf.l_margin, pdf.get_y(), HAND_COLUMNS[-1]
    _cell(pdf, _("The house"), left, top, 40, style="B")
    _cell(pdf, shown.house, left + sum(HAND_COLUMNS) - width, top, width, style="B", align="R")
    pdf.set_xy(left, top + 6)
    pdf.ln(2)


def _hand_heads(pdf: _Pages) -> None:
    heads = (_("Box"), _("Cards, total"), _("Player"), _("Wager"), _("Result"), _("Net"))
    pdf.set_font(FONT, "B", 8.5)
    for head, width in zip(heads, HAND_COLUMNS, strict=True):
        pdf.cell(width, 5.4, in_print(head), align="R" if head == heads[-1] else "L")
    pdf.ln(5.4)


def _box(pdf: _Pages, name: str, hands: Sequence[Lying], lines: Sequence[tuple[str, str, str, str]]) -> None:
    heights = [
        max(_height(pdf, cell, width) for cell, width in zip(line, HAND_COLUMNS[2:], strict=True))
        for line in lines
    ]
    laid = (CARD[1] + 1.4) * len(hands) + 1.4
    whole = max(sum(heights), laid)
    if pdf.will_page_break(whole):
        pdf.add_page()
        _hand_heads(pdf)
    left, top = pdf.l_margin, pdf.get_y()
    pdf.set_draw_color(*RULE)
    pdf.line(left, top, left + sum(HAND_COLUMNS), top)
    _cell(pdf, name, left, top, HAND_COLUMNS[0], style="B")
    room = HAND_COLUMNS[1] - 16
    for number, hand in enumerate(hands):
        y = top + 1.4 + number * (CARD[1] + 1.4)
        step = min(CARD[0] - 0.4, (room - CARD[0]) / max(1, len(hand.cards) - 1))
        _hand(pdf, hand, left + HAND_COLUMNS[0], y, step)
        at = left + HAND_COLUMNS[0] + (_width(hand, step) + 1.5 if hand.cards else 0)
        pdf.set_text_color(*INK)
        pdf.set_font(FONT, "B", 8.5)
        pdf.text(at, y + CARD[1] / 2 + 1.2, in_print(hand.total))
    y = top
    for number, (line, height) in enumerate(zip(lines, heights, strict=True)):
        x = left + HAND_COLUMNS[0] + HAND_COLUMNS[1]
        if number:
            pdf.set_draw_color(*RULE)
            pdf.line(x, y, left + sum(HAND_COLUMNS), y)
        for cell, width in zip(line, HAND_COLUMNS[2:], strict=True):
            net = width == HAND_COLUMNS[-1]
            _cell(pdf, cell, x, y, width, style="B" if net else "", align="R" if net else "L")
            x += width
        y += height
    pdf.set_draw_color(*RULE)
    pdf.line(left, top + whole, left + sum(HAND_COLUMNS), top + whole)
    pdf.set_xy(left, top + whole)


def _cell(
    pdf: _Pages, text: str, x: float, y: float, width: float, *, style: str = "", align: str = "L"
) -> None:
    pdf.set_font(FONT, style, 8.5)
    pdf.set_text_color(*INK)
    pdf.set_xy(x, y + 0.5)
    pdf.multi_cell(width - (0 if align == "R" else 1), 4.4, in_print(text), align=align, padding=0)


def _height(pdf: _Pages, text: str, width: float) -> float:
    """The height of the text in a cell of that width, in mm."""
    pdf.set_font(FONT, "B", 8.5)
    lines: Any = pdf.multi_cell(width - 1, 4.4, in_print(text), dry_run=True, output=MethodReturnValue.LINES)
    return 4.4 * max(1, len(lines)) + 1


def _lines(pdf: _Pages, lines: Sequence[EntryLine]) -> None:
    heads = (_("Entry"), _("House time"), _("Who"), _("Event"), _("What"), _("Clause"))
    rows = [(str(line.seq), line.time, line.who, line.kind, line.what, line.clause) for line in lines]
    red = {number for number, line in enumerate(lines) if line.tone == "bad"}
    pdf.rows(heads, rows, (13, 24, 16, 32, 72, 27), red)


def _signatures(pdf: _Pages, shown: RoundReport) -> None:
    """Two cards in a row: who signed, in which role, when, what."""
    pdf.section(_("Decisions and signatures"), needs=34)
    pack = pdf.report.pack
    reason = f"{_('Made this evidence pack:')} {pack.reason}"
    cards = [
        *shown.signatures,
        Signature(pack.made_by, "", pdf.report.made, _("signed with the house’s key"), reason, ""),
    ]
    wide = (pdf.epw - GAP) / 2
    for left, right in zip_longest(cards[::2], cards[1::2]):
        pair = [card for card in (left, right) if card is not None]
        high = max(_signed(pdf, card, 0, wide, dry=True) for card in pair)
        if pdf.will_page_break(high + 3):
            pdf.add_page()
        top = pdf.get_y()
        for number, card in enumerate(pair):
            x = pdf.l_margin + number * (wide + GAP)
            pdf.set_draw_color(*RULE)
            pdf.rect(x, top, wide, high, round_corners=True, corner_radius=1.5)
            pdf.set_y(top)
            _signed(pdf, card, x, wide)
        pdf.set_xy(pdf.l_margin, top + high + 3)


def _signed(pdf: _Pages, card: Signature, x: float, wide: float, *, dry: bool = False) -> float:
    """Write what somebody signed into a card that begins here; returns how high the card is, in mm."""
    role = f", {card.role}" if card.role else ""
    clause = f" ({card.clause})" if card.clause else ""
    parts = (
        (f"{card.who}{role}", "B", INK), (card.time, "", MINOR), (f"{card.what}{clause}", "", INK),
        (f"✓ {card.kind}", "B", GREEN),
    )  # fmt: skip
    high = 2.0
    for words, style, colour in parts:
        pdf.set_font(FONT, style, 8.5)
        lines: Any = pdf.multi_cell(
            wide - 5, 4.4, in_print(words), dry_run=True, output=MethodReturnValue.LINES
        )
        if not dry:
            pdf.set_text_color(*colour)
            pdf.set_x(x + 2.5)
            top = pdf.get_y()
            pdf.set_y(top + (2 if words == parts[0][0] else 0))
            pdf.set_x(x + 2.5)
            pdf.multi_cell(wide - 5, 4.4, in_print(words), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        high += 4.4 * max(1, len(lines))
    pdf.set_text_color(*INK)
    return high + 2


def _notes(pdf: _Pages, notes: Sequence[Remark]) -> None:
    """Each note, beside which entry; and of those that name a camera, its time and the house's."""
    rows = [
        (
            note.time,
            note.who,
            str(note.seq or ""),
            "\n".join(filter(None, [note.words, note.withdrawn])),
        )
        for note in notes
    ]
    pdf.rows((_("Written"), _("By"), _("Entry"), _("Note")), rows, (38, 20, 18, 108))
    seen = [(note.seen, note.words) for note in notes if note.seen is not None]
    if seen:
        heads = (_("Camera"), _("Its time"), _("Its clock"), _("House time"), _("Shows"))
        cameras = [(camera.camera, camera.shown, camera.off, camera.house, words) for camera, words in seen]
        pdf.rows(heads, cameras, (24, 26, 24, 26, 84))


# --- the felt


def _felts(pdf: _Pages, felts: Sequence[Drawing]) -> None:
    """Two felts side by side; a single one if its hands need the whole width."""
    half = (pdf.epw - GAP) / 2
    left = list(felts)
    while left:
        if pdf.will_page_break(FELT_HEIGHT + 10):
            pdf.add_page()
        top, felt = pdf.get_y(), left.pop(0)
        _felt(pdf, felt, pdf.l_margin, top, pdf.epw if felt.crowded else half)
        if not felt.crowded and left and not left[0].crowded:
            _felt(pdf, left.pop(0), pdf.l_margin + half + GAP, top, half)
        pdf.set_xy(pdf.l_margin, top + FELT_HEIGHT + 9)


def _felt(pdf: _Pages, felt: Drawing, left: float, top: float, wide: float) -> None:
    edge = WRONG if felt.tone == "bad" else CLOTH_EDGE
    pdf.set_font(FONT, "B" if felt.tone == "bad" else "", 8.5)
    pdf.set_text_color(*(WRONG if felt.tone == "bad" else INK))
    caption = f"{felt.no}  {felt.caption}" if felt.no else felt.caption
    room = wide - 20
    caption = in_print(caption)
    while pdf.get_string_width(caption) > room:
        caption = caption[:-2] + "…"
    pdf.text(left, top + 3.4, caption)
    pdf.set_font(FONT, "", 8.5)
    pdf.set_text_color(*MINOR)
    pdf.text(left + wide - pdf.get_string_width(felt.time), top + 3.4, felt.time)
    top += 5
    pdf.set_fill_color(*CLOTH)
    pdf.set_draw_color(*edge)
    pdf.set_line_width(0.4)
    pdf.rect(left, top, wide, FELT_HEIGHT, style="DF", round_corners=True, corner_radius=2.5)
    pdf.set_line_width(0.2)
    step = 3.2 if felt.crowded else CARD[0] - 0.4
    for place in felt.boxes:
        x, y = left + place.left / 100 * wide, top + place.top / 100 * FELT_HEIGHT
        total = " | ".join(hand.total for hand in place.hands)
        widths = [_width(hand, step) for hand in place.hands]
        whole = sum(widths) + 1 * (len(widths) - 1)
        x = min(max(x, left + whole / 2 + 1), left + wide - whole / 2 - 1)
        at = x - whole / 2
        for hand, width in zip(place.hands, widths, strict=True):
            _hand(pdf, hand, at, y, step)
            at += width + 1
        _centred(pdf, f"{place.number} ·", total, x, y + CARD[1] + 4, left, wide)
    if felt.dealer.cards:
        x, y = left + wide / 2, top + FELT_HEIGHT * 0.66
        step = CARD[0] - 0.4
        _hand(pdf, felt.dealer, x - _width(felt.dealer, step) / 2, y, step)
        _centred(pdf, _("dealer"), felt.dealer.total, x, y + CARD[1] + 4, left, wide)
    pdf.set_text_color(*INK)


def _width(hand: Lying, step: float) -> float:
    return CARD[0] + step * (len(hand.cards) - 1)


def _hand(pdf: _Pages, hand: Lying, x: float, y: float, step: float) -> None:
    for number, face in enumerate(hand.cards):
        _card(pdf, face, x + number * step, y)


def _card(pdf: _Pages, face: Face, x: float, y: float) -> None:
    edge: Colour = {NEW: INK, DIFFERS: WRONG}.get(face.mark, (141, 151, 157))
    pdf.set_draw_color(*edge)
    pdf.set_line_width(0.6 if face.mark else 0.2)
    pdf.set_fill_color(*((255, 255, 255) if face.suit else (111, 138, 164)))
    pdf.rect(x, y, *CARD, style="DF", round_corners=True, corner_radius=0.9)
    pdf.set_line_width(0.2)
    if face.suit:
        pdf.set_text_color(*SUITS[face.suit])
        pdf.set_font(FONT, "B", 7.5 if face.rank == "10" else 8.5)
        pdf.text(x + 0.5, y + 3.4, face.rank)
        pdf.set_font(FONT, "", 8.5)
        pdf.text(x + 0.6, y + 6.9, face.glyph)


def _centred(pdf: _Pages, name: str, total: str, x: float, y: float, left: float, wide: float) -> None:
    """A name and a total, centred under a hand."""
    pdf.set_font(FONT, "", 8.5)
    name_width = pdf.get_string_width(f"{name} ")
    pdf.set_font(FONT, "B", 9)
    at = x - (name_width + pdf.get_string_width(total)) / 2
    at = min(max(at, left + 1), left + wide - 1 - name_width - pdf.get_string_width(total))
    pdf.set_text_color(*INK)
    pdf.text(at + name_width, y, total)
    pdf.set_font(FONT, "", 8.5)
    pdf.set_text_color(*MINOR)
    pdf.text(at, y, name)


# --- how to check it


def _proof(pdf: _Pages) -> None:
    report = pdf.report
    pdf.words(_("How anybody can check this"), 15, "B", after=2)
    pdf.words(
        _(
            "Every entry is chained to the one before it. Change, leave out or add one, and every later hash and the "
            "seal are wrong."
        )
    )
    steps = (
        _(
            "Get the house’s key from the regulator or from the house, not from this evidence pack, and compare it "
            "with the one below."
        ),
        " ".join(
            (
                _("Run:"),
                f"{CHECK}.",
                _(
                    "It says that everything is right, or names the first thing that is not: file, chain, entry."
                ),
            )
        ),
        _(
            "Or by hand, with any SHA-256: the digest is that of the entry’s text; the hash that of the hash before it "
            "followed by the digest, 32 bytes each."
        ),
    )
    for number, step in enumerate(steps, 1):
        pdf.words(f"{number}. {step}")
    pdf.heading(_("The key"), 10.5)
    pdf.boxed(report.key)
    worked = report.worked
    pdf.heading(f"{_('One entry worked through:')} {worked.name}, {worked.kind}", 10.5)
    pdf.boxed(worked.content)
    digests = ((_("digest"), worked.digest), (_("hash before"), worked.before), (_("hash"), worked.hash))
    pdf.boxed("\n".join(f"{name}\n  {value}" for name, value in digests))
    pdf.heading(_("First and last"), 10.5)
    for chain in report.chains:
        span = f"{chain.name}: {chain.first} – {chain.last} ({chain.disclosed})"
        pdf.boxed(f"{span}\n{_('before')}\n  {chain.before}\n{_('last')}\n  {chain.end}")
    for file, note in report.seals:
        pdf.heading(f"{_('The seal:')} {file}", 10.5)
        pdf.boxed(note)
