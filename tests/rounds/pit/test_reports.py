"""What the figures of the house and the report of a session say, worked out by hand."""

import csv
import io
import re
import unicodedata
import zlib
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from casino.house_time import written_day
from casino.ledger.verify import verify
from casino.rulebooks import BOOKS, rules_for
from casino.staff.roles import Role
from casino.web import papers
from casino.web.door import cleaned
from casino.web.papers import MARK, Amount, Identifier, Percent, Section
from casino.web.printable import unprintable
from rounds import engine
from rounds.models import Round
from rounds.pit import charts
from rounds.pit.reports import documents
from rounds.pit.reports.documents import as_csv, as_pdf
from rounds.pit.reports.figures import FigureQuery, rows, total
from rounds.pit.reports.report import Report, report
from sidebets import exact, side_bets
from tables import theo
from tables.float import cash, days, slips
from tables.float.balance import balance
from tables.float.days import day_before, first_day
from tables.float.tallies import Sums
from tables.float.theo_variance import MAIN_VARIANCES, NONE, variance_of
from tables.models import Session, Table, Tally
from tables.opening import closing
from tests import floor
from tests.floor import AT
from tests.own_words import house_says
from tests.refusing import refused_as

CODE = "BJ-07"


def rounds(*cards: str, dealer: str = "") -> None:
    """Rounds of 50 on box 1, and the player stands."""
    by = floor.person(Role.DEALER, dealer)
    for words in cards:
        first, last = words.split("|")
        for command in (
            engine.PlaceWager(1, "A", 5000), engine.CallBets(), *floor.cards(first), engine.Decide(1, "stand"),
            *floor.cards(last), engine.Settle(), engine.Collect(),
        ):  # fmt: skip
            assert floor.tap(CODE, command, by).ok


def close(chips: dict[int, int], note: str = "") -> Session:
    floor.begin_closing(CODE)
    closing.count_float(CODE, chips, by=floor.dealer(), signed_by=floor.casino_supervisor(), at=AT, note=note)
    closing.count_cards(CODE, 416, by=floor.dealer(), at=AT)
    return Session.objects.get(table__code=CODE)


def today() -> date:
    """The gaming day of the rounds, which are dealt by the real clock."""
    opened = Round.objects.order_by("id").first()
    assert opened is not None
    return days.gaming_day(opened.opened_at)


def shift(*, lost: str = "Ts 9d 7c|Td", won: str = "Ts 7d 9c|Td") -> Session:
    """Two rounds that the house wins and one that it loses, a buy-in of 100, a fill of 1,000; 5 short at the end."""
    floor.open_table()
    boss = floor.casino_supervisor()
    rounds(lost, won)
    rounds(lost, dealer="D-131")
    cash.change_box(CODE, old="", new="D1", by=floor.dealer(), signed_by=boss, at=AT)
    cash.buy_in(CODE, 10000, {2500: 4}, by=floor.dealer(), at=AT, player="A")
    slip = slips.request(CODE, "fill", {2500: 40}, by=floor.dealer(), at=AT)
    for person in (floor.person(Role.GAME_SUPERVISOR), boss, floor.dealer()):
        slips.sign(slip.pk, by=person, at=AT)
    # 63,250 to begin with, 1,000 filled, 100 sold, 50 won: 64,200; one of 5 is missing.
    return close({250: 100, 500: 99, 2500: 138, 10000: 100, 50000: 100}, "=one fell behind the table")


@pytest.mark.django_db
def test_counts_and_rounds_are_side_by_side_in_the_figures() -> None:
    session = shift()
    assert (session.win, session.counted_win, session.drop) == (5000, 4500, 10000)
    (row,) = rows(FigureQuery(day=today()))
    # Tallies are by gaming day: the buy-in is of the clock that the test names, the rounds of the real one.
    assert (row.name, row.sums.rounds, row.sums.handle, row.sums.win) == (CODE, 3, 15000, 5000)
    # The edge of the Victorian game is 0.2511 in a hundred: of 150 it is 38 cents.
    assert row.theo == round(15000 * 0.002511) == 38
    assert row.hold == pytest.approx(100 / 3)
    assert not row.outside  # three rounds say nothing of a hold
    assert verify().ok


@pytest.mark.django_db
def test_figures_by_dealer_and_shift_and_what_is_filtered() -> None:
    shift()
    by_dealer = {row.name: row.sums.win for row in rows(FigureQuery(day=today(), by="dealer"))}
    # D-114 won one and lost one, D-131 won one.
    assert {name: win for name, win in by_dealer.items() if name} == {"D-114": 0, "D-131": 5000}
    assert [row.sums.rounds for row in rows(FigureQuery(day=today(), dealer="D-131"))] == [1]
    (game,) = rows(FigureQuery(day=today(), by="game"))
    assert game.name == "VIC03 Blackjack"
    assert rows(FigureQuery(day=today(), pit="P2")) == []
    assert rows(FigureQuery(day=today(), game="UK/blackjack")) == []
    assert rows(FigureQuery(day=date(2020, 1, 1))) == []
    for period in ("month", "year"):
        assert total(rows(FigureQuery(day=today(), period=period))).sums.rounds == 3
    named = {row.name for row in rows(FigureQuery(day=today(), by="shift"))}
    assert named <= {"day", "swing", "night"}


@pytest.mark.django_db
def test_a_running_session_is_in_the_figures_and_the_same_when_it_has_closed() -> None:
    floor.open_table()
    rounds("Ts 9d 7c|Td")
    assert not Tally.objects.exists()
    (before,) = rows(FigureQuery(day=today()))
    session = close({250: 100, 500: 100, 2500: 102, 10000: 100, 50000: 100})
    (after,) = rows(FigureQuery(day=today()))
    assert (before.sums.win, before.sums.theo, before.margin) == (
        after.sums.win,
        after.sums.theo,
        after.margin,
    )
    assert (after.counted, after.recorded, after.difference) == (5000, 5000, 0)
    assert session.tallies.count() == 1


@pytest.mark.django_db
def test_a_win_outside_the_interval_of_theo_is_flagged_once_there_are_rounds_enough(settings: Any) -> None:
    floor.open_table()
    # Fifty each time: one round strays by about 57, so six won in a row are outside twice that times the root of six.
    rounds(*["Ts 9d 7c|Td"] * 3)
    (row,) = rows(FigureQuery(day=today()))
    assert not row.outside
    rounds(*["Ts 9d 7c|Td"] * 5)
    (row,) = rows(FigureQuery(day=today()))
    assert row.margin == pytest.approx(
        1.96 * 5000 * (8 * variance_of("VIC03", "blackjack", 8, "main").variance) ** 0.5, abs=1
    )
    assert row.sums.win == 40000
    assert not row.outside  # eight rounds are too few
    settings.FLOAT_POLICY = {"flag_rounds": 8}
    assert row.outside
    settings.FLOAT_POLICY = {"flag_rounds": 9}
    assert not row.outside


def test_the_spread_of_bets_and_of_wagers_that_meet_one_dealers_hand() -> None:
    # Insurance from 8 packs that an ace has left: 128 tens in 415 cards win 2, the others lose 1.
    chance = 128 / 415
    insurance = variance_of("VIC03", "blackjack", 8, "insurance")
    assert insurance.variance == pytest.approx(1 + 3 * chance - (3 * chance - 1) ** 2)
    # Two wagers of 100 and 50 in a round.
    main = variance_of("VIC03", "blackjack", 8, "main")
    assert main.of_round(15000, 125_000_000) == pytest.approx(
        main.variance * 125_000_000 + main.covariance * 100_000_000
    )
    assert 1.2 < main.variance < 1.5
    # Everybody's Buster depends on one hand, everybody's pair on his own cards.
    buster = variance_of("NZ", "blackjack", 8, "buster:A")
    assert buster.covariance == buster.variance > 0
    assert variance_of("NZ", "blackjack", 8, "perfect_pairs:1").covariance == 0
    assert variance_of("NZ", "ante_up", 8, "ante").variance == 0
    assert variance_of("NZ", "blackjack", 8, "no_such_bet:1").variance == 0


def test_every_bet_of_every_game_has_its_edge_and_its_spread() -> None:
    games = [(book.key, game) for book in BOOKS.values() for game in book.games]
    assert set(MAIN_VARIANCES) == set(games)
    counted = 0
    for book, game in games:
        rules = BOOKS[book].games[game]
        assert variance_of(book, game, rules.decks.value[-1], "insurance").variance > 1
        assert 0.6 < variance_of(book, game, rules.decks.value[-1], "main").variance < 1.5
        for key, bet in side_bets(book, game).items():
            packs_ = exact.packs(bet, rules)
            for scale in bet.scales:
                name = theo.key_of(key, scale.name)
                edge = theo.side_edge(bet, scale, rules, packs_[-1])
                assert -0.05 < edge < 0.6, (book, game, name, edge)
                assert variance_of(book, game, packs_[-1], name) != NONE, (book, game, name)
                counted += 1
    assert counted > 40


def test_a_version_that_is_elected_has_an_edge_of_its_own() -> None:
    style_a = rules_for(
        "NZ", "blackjack", (("style_a", "yes"), ("blackjack_pays", "6:5"), ("double_on", "9-11"))
    )
    select = rules_for("NZ", "player_select", (("upper_min", "100"), ("lower_blackjack_pays", "6:5")))
    plain = theo.main_edge(rules_for("NZ"))
    assert select.lower is not None
    for dearer in (style_a, select.lower):
        assert (theo.main_edge(dearer) or 0) > (plain or 1)
    assert theo.main_edge(select) == plain
    ante_up = rules_for("NZ", "ante_up", (("ante", "1"),))
    assert theo.main_edge(ante_up) == plain
    # The lower level strays less: 6 to 5 instead of 3 to 2.
    assert (
        variance_of("NZ", "player_select", 8, "main_lower").variance
        < variance_of("NZ", "player_select", 8, "main").variance
    )


def test_gaming_days_and_shifts_go_by_the_house(settings) -> None:
    early = datetime(2026, 11, 28, 5, 59, tzinfo=UTC)
    later = datetime(2026, 11, 28, 6, 0, tzinfo=UTC)
    assert (days.gaming_day(early), days.gaming_day(later)) == (date(2026, 11, 27), date(2026, 11, 28))
    assert (days.shift_of(early), days.shift_of(later)) == ("night", "day")
    assert days.first_day("month", date(2026, 11, 28)) == date(2026, 11, 1)
    assert days.first_day("year", date(2026, 11, 28)) == date(2026, 1, 1)
    settings.FLOAT_POLICY = {"gaming_day": "00:00", "shifts": [{"name": "all", "starts": "00:00"}]}
    assert (days.gaming_day(early), days.shift_of(early)) == (date(2026, 11, 28), "all")


@pytest.mark.django_db
def test_the_report_says_the_same_as_page_pdf_and_csv() -> None:
    session = shift()
    figures = report(session, AT)
    sections = {section.title: section for section in figures.sections}
    assert list(sections) == [
        "Session", "Float", "Win", "Counts", "Fills and credits", "Buy-ins and colour-ups", "Drop boxes", "Bet by bet",
        "By shift and dealer", "Alerts",
    ]  # fmt: skip
    assert {row[0]: row[-1] for row in sections["Float"].rows}["Variance"] == (-500,)
    assert figures.points[-1][0] == 5000
    lines = list(csv.reader(io.StringIO(as_csv(figures))))
    assert ["Expected float", "64200.00"] in lines
    assert ["Counts minus rounds", "-5.00"] in lines
    # A note that a spreadsheet would run is kept a text.
    assert any("'=one fell behind the table" in line for line in lines)
    pdf = as_pdf(figures)
    assert pdf.startswith(b"%PDF-")
    assert len(pdf) > 3000
    client = Client()
    client.post("/sign-in/", {"number": "S-07", "pin": floor.PIN})
    page = client.get(f"/float/session/{session.pk}/").content.decode()
    assert "polyline" in page
    assert "$64,200" in page
    answer = client.get(f"/float/session/{session.pk}.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    answer = client.get(f"/float/session/{session.pk}.csv")
    assert "BJ-07-session-1.csv" in answer["Content-Disposition"]
    listed = client.get("/float/sessions/?table=BJ-07").content.decode()
    assert "BJ-07 session 1" in listed
    figures = client.get("/float/figures/?period=year&by=dealer&pit=P1&day=nonsense").content.decode()
    assert "D-131" in figures


@pytest.mark.django_db
def test_tallies_that_were_changed_behind_the_record_are_found() -> None:
    session = shift()
    with floor.behind_the_database():
        Session.objects.filter(pk=session.pk).update(win=5001)
    words = [fault.message for fault in verify().faults]
    assert "session 1: win is 5001, its tallies give 5000" in words


def test_charts_keep_inside_their_frame() -> None:
    drawn = charts.lines([(cents, 10 * cents // 100) for cents in range(-5000, 5000, 7)])
    assert drawn is not None
    assert len(drawn.win) <= charts.MOST_POINTS + 2
    assert all(0 <= x <= charts.WIDTH and 0 <= y <= charts.HEIGHT for x, y in (*drawn.win, *drawn.theo))
    assert charts.lines([(1, 1)]) is None
    bars = charts.bars([("20", 61), ("21", 0), ("22", 30)])
    assert bars is not None
    assert [bar[5] for bar in bars.bars] == [61, 0, 30]
    assert charts.bars([]) is None


@pytest.mark.parametrize(
    ("period", "day", "first", "earlier"),
    [
        ("day", date(2026, 3, 1), date(2026, 3, 1), date(2026, 2, 28)),
        ("week", date(2026, 11, 29), date(2026, 11, 23), date(2026, 11, 22)),  # a Sunday
        ("month", date(2026, 3, 31), date(2026, 3, 1), date(2026, 2, 28)),
        ("month", date(2026, 1, 5), date(2026, 1, 1), date(2025, 12, 5)),
        ("year", date(2028, 2, 29), date(2028, 1, 1), date(2027, 2, 28)),
    ],
)
def test_a_period_begins_and_the_one_before_ends_after_as_many_days(
    period: str, day: date, first: date, earlier: date
) -> None:
    assert (first_day(period, day), day_before(period, day)) == (first, earlier)


@pytest.mark.django_db
def test_figures_are_beside_the_period_before_and_go_into_a_spreadsheet_as_they_are_meant() -> None:
    shift()
    client = Client()
    floor.person(Role.SURVEILLANCE, "V-3")
    client.post("/sign-in/", {"number": "V-3", "pin": floor.PIN})
    tomorrow = written_day(today() + timedelta(days=1))
    ask = {"by": "pit", "period": "day", "against": "before", "day": tomorrow}
    assert "Only in the period before: P1." in client.get("/float/figures/", ask).content.decode()
    ask = {"by": "pit", "period": "month", "day": written_day(today())}
    answer = client.get("/float/figures.csv", ask).content.decode()
    lines = list(csv.reader(io.StringIO(answer.removeprefix(MARK))))
    row = next(line for line in lines if line[:1] == ["P1"])
    assert row[1:5] == ["3", "100.00", "150.00", "50.00"]
    table = Section(
        "", ("Table", "Win"), [(Identifier(name), Amount(-5000)) for name in ("MAR-1", "1E5", "BJ-07", "007")]
    )
    written = list(csv.reader(io.StringIO(papers.as_csv(["x"], [table]))))[-4:]
    assert written == [
        ['="MAR-1"', "-50.00"],
        ['="1E5"', "-50.00"],
        ["BJ-07", "-50.00"],
        ['="007"', "-50.00"],
    ]


@pytest.mark.django_db
def test_sums_of_nothing_are_nothing() -> None:
    assert rows(FigureQuery(day=date(2026, 11, 28))) == []
    whole = total([])
    assert (whole.hold, whole.base, whole.outside, whole.of_drop) == (None, None, False, None)
    assert Sums().rounds == 0
    assert not Table.objects.exists()


def texts(pdf: bytes) -> list[str]:
    """What the pages of a PDF say, string by string."""
    streams = [
        zlib.decompress(stream) for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    ]
    drawn = re.findall(rb"\(((?:[^()\\]|\\.)*)\) Tj", b"\n".join(streams))
    return [re.sub(rb"\\(.)", rb"\1", stream).decode("latin-1") for stream in drawn]


@pytest.mark.django_db
def test_every_figure_of_the_report_is_the_same_on_page_pdf_and_csv() -> None:
    session = shift()
    figures = report(session, AT, "S-07")
    pdf, lines = as_pdf(figures), list(csv.reader(io.StringIO(as_csv(figures).removeprefix(MARK))))
    printed = Counter(texts(pdf))
    client = Client()
    client.post("/sign-in/", {"number": "S-07", "pin": floor.PIN})
    page = client.get(f"/float/session/{session.pk}/").content.decode()
    shown = Counter(re.findall(r"<span class=\"nb\">([^<]*)</span>", page))
    money = Counter[str]()
    for section in figures.sections:
        for row in section.rows:
            cells = [papers.words(cell) for cell in row if isinstance(cell, Amount | Percent)]
            money.update(cells)
            plain = [
                text.replace("$", "").replace(",", "").replace("−", "-").replace(" %", "%") for text in cells
            ]
            assert any(set(plain) <= set(line) for line in lines), (section.title, plain)
    assert len(money) > 15
    assert money <= shown
    assert Counter({text.replace("−", "-"): number for text, number in money.items()}) - printed == Counter()
    # Nothing but the bars is filled: text is black on white.
    drawn = b"".join(
        zlib.decompress(stream) for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    )
    assert len(re.findall(rb" re (?:f|B)\b", drawn)) == len(figures.pace)
    assert {"dealer", "game supervisor", "casino supervisor", "signature", "Page 1 of "} <= set(printed)
    assert f"Made {documents.clock(AT)} by S-07" in printed


def test_texts_that_a_spreadsheet_would_run_and_parts_in_a_hundred_below_zero() -> None:
    section = Section(
        "A", ("B", "C"), [(text, Percent(-11.994)) for text in ("=1+1", "@x", "-1", "+1", "\t=1")]
    )
    empty = Report(
        session=Session(), heading="BJ-07 session 1", about="", closed=True, made_at=AT, made_by="", signed=(),
        sections=(section,), lead=0, points=(), pace=(),
    )  # fmt: skip
    text = as_csv(empty)
    assert text.encode().startswith(b"\xef\xbb\xbfBJ-07 session 1,closed,")
    rows_ = list(csv.reader(io.StringIO(text)))[4:]
    assert rows_ == [[f"'{formula}", "-11.99%"] for formula in ("=1+1", "@x", "-1", "+1", "\t=1")]
    assert papers.words(Percent(-11.994)) == "−11.99 %"
    assert papers.words(Amount(-123450)) == "−$1,234.50"


@pytest.mark.django_db
def test_paper_is_in_the_words_and_the_currency_of_the_house(tmp_path: Path) -> None:
    session = shift()
    own = {
        "amounts in {currency}": "Beträge in {currency}",
        "Expected float": "Soll",
        "Variance": "Abweichung",
        "Page {page} of {pages}": "Seite {page} von {pages}",
    }
    with house_says(tmp_path, own):
        figures = report(session, AT)
        page = PdfReader(io.BytesIO(as_pdf(figures))).pages[0].extract_text()
        text = as_csv(figures)
    for paper in (page, text):
        assert "Soll" in paper
        assert "Abweichung" in paper
        assert "$" not in paper
    assert "£64,200.00" in page
    assert "Seite 1 von " in page
    assert next(csv.reader(io.StringIO(text)))[-1] == "Beträge in £"
    assert "× £" in text


LETTERS = [
    "Māori “note” …", "Ōtautahi − 5", "Nguyễn Đặng", "Łukasz", "€5 over", "Ā", "A", "Ελλάδα", "Москва", "ملاحظة",
    "İstanbul ı",
]  # fmt: skip


def test_what_is_entered_is_printed() -> None:
    """Each text in a document of its own, so that none borrows the letters of another: as heading of the page, under
    it, as heading of a column, in the table and below it."""
    for text in LETTERS:
        assert not unprintable(text)
        section = Section("S", (text, "B"), [(text, "b")], note=text)
        figures = Report(
            session=Session(), heading=text, about=text, closed=True, made_at=AT, made_by="", signed=(),
            sections=(section,), lead=0, points=(), pace=(),
        )  # fmt: skip
        page = PdfReader(io.BytesIO(as_pdf(figures))).pages[0].extract_text()
        plain = text.translate(papers.PLAIN_MARKS)
        text_read = unicodedata.normalize("NFC", page)
        # A line that is written from the right may be read out in either order.
        texts = {text, plain, text[::-1]}
        assert any(text_read.count(word) >= 5 for word in texts), (text, page)


def test_what_cannot_be_printed_is_refused_where_it_is_typed() -> None:
    for text in ("漢", "A 王", "한", "カ", "🧨"):
        with refused_as("text.unprintable"):
            cleaned(text)
    for text in LETTERS:
        assert cleaned(text) == text


@pytest.mark.django_db
def test_a_payment_put_right_is_in_the_report_and_in_the_float() -> None:
    floor.open_table()
    rounds("Ts 7d 9c|Td")  # A has 19 against 17 and is due 50
    (session,) = Session.objects.filter(table__code=CODE)
    before = balance(session, Table.objects.get(code=CODE))
    wrong = engine.CorrectPayment(1, "A", paid=7500, unrecovered=1000, why="left")
    assert floor.tap(CODE, wrong).ok
    assert floor.tap(CODE, engine.Approve("casino_supervisor"), floor.casino_supervisor()).ok
    printed = report(session, AT)
    (section,) = [part for part in printed.sections if part.title == "Payments put right"]
    (row,) = section.rows
    assert row[1] == "1"
    assert "$10 not recovered from player A: the player has left" in str(row[2])
    # Ten more than the 50 that were due lie with A: the float has as much less.
    after = balance(session, Table.objects.get(code=CODE))
    assert (before.win, after.win) == (-5000, -6000)
    assert after.expected == before.expected - 1000
