"""The audit log: what a filter finds, page by page; the export; the chain state."""

import csv
import hashlib
import io
import json
import threading
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from casino.ledger import ChainHead, Draft, Entry, append, chainstate
from casino.ledger.export import BROKE_OFF, harmless, lines
from casino.ledger.search import PAGE, Cursor, Search
from casino.staff.roles import Role
from rounds.read_model.log_rows import render_rows
from rounds.surveillance.when import ends_of
from tests import floor

AT = datetime(2026, 11, 27, 21, 0, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def put(chain: str = "BJ-07", *, after: float = 0, actor: str = "D-114", **fields: Any) -> Entry:
    with transaction.atomic():
        entries = append(
            chain, [Draft(**({"kind": "card"} | fields))], actor=actor, at=AT + timedelta(seconds=after)
        )
    return entries[0]


def matching(**given: str) -> list[Entry]:
    return list(Search.parse(given).entries())


def reader(role: str = Role.SURVEILLANCE) -> Client:
    client = Client()
    who = floor.person(role).number
    answer = client.post("/sign-in/", {"number": who, "pin": floor.PIN, "take_over": who})
    assert answer.status_code == 302
    return client


# --- the filter


@pytest.mark.parametrize(
    ("typed", "clauses"),
    [
        ("VIC03-7.5", ["VIC03-7.5", "VIC03-7.5.4", "VIC03-7.5.4(a)", "VIC03-7.5(b)"]),
        ("vic03-7.5.4", ["VIC03-7.5.4", "VIC03-7.5.4(a)"]),
        ("VIC03-7.5.4(a)", ["VIC03-7.5.4(a)"]),
        ("VIC03-1", ["VIC03-1.2"]),
        ("VIC03-6.1", ["VIC03-6.1-FN2-66(2)"]),
        ("VIC03", ["VIC03-1.2", "VIC03-17.5", "VIC03-6.1-FN2-66(2)", "VIC03-7.5", "VIC03-7.5(b)", "VIC03-7.5.4",
                   "VIC03-7.5.4(a)", "VIC03-7.51"]),
        ("7.5.4", ["NZ-7.5.4", "VIC03-7.5.4", "VIC03-7.5.4(a)"]),
        ("VIC03-7.6", []),
        ("%", []),
    ],
)  # fmt: skip
def test_a_clause_finds_itself_and_the_clauses_under_it(typed: str, clauses: list[str]) -> None:
    for number, clause in enumerate(
        ["VIC03-7.5", "VIC03-7.5.4", "VIC03-7.5.4(a)", "VIC03-7.5(b)", "VIC03-7.51", "VIC03-17.5", "VIC03-1.2",
         "VIC03-6.1-FN2-66(2)", "NZ-7.5.4", ""]
    ):  # fmt: skip
        put(after=number, clause=clause)
    assert sorted(entry.clause for entry in matching(clause=typed)) == sorted(clauses)


def test_each_field_narrows_and_all_of_them_together() -> None:
    entry = put(
        "BJ-07", after=60, actor="S-07", kind="paid", round_no=214, amount=100_001, clause="VIC03-8.1"
    )
    put("BJ-08", after=60, actor="S-07", kind="paid", round_no=214, amount=100_001, clause="VIC03-8.1")
    put("BJ-07", after=61, actor="D-114", kind="paid", round_no=215, amount=100_000, clause="VIC03-8.1")
    put("BJ-07", after=300, actor="D-114", kind="card", round_no=215)
    assert len(matching(table="bj-07")) == 3
    assert len(matching(who="s-07")) == 2
    assert len(matching(event="paid")) == 3
    assert len(matching(round="214")) == 2
    assert len(matching(over="1,000")) == 2
    assert len(matching(over="$1000.01")) == 0
    assert len(matching(**{"from": "2026-11-27 21:01", "to": "2026-11-27 21:01"})) == 3
    assert len(matching(**{"from": "2026-11-28"})) == 0
    assert len(matching(to="2026-11-27")) == 4
    every = {"from": "2026-11-27 21:01", "to": "2026-11-27T21:01:00", "table": "BJ-07", "round": "#214",
             "who": "S-07", "event": "paid", "clause": "VIC03-8", "over": "1000"}  # fmt: skip
    assert matching(**every) == [entry]


@pytest.mark.parametrize(
    ("field", "text"),
    [("from", "yesterweek"), ("from", "2026-13-01"), ("event", "group:none"), ("to", "25:00"), ("round", "two"),
     ("round", "-1"), ("round", "99999999999"), ("over", "lots"), ("over", "-5"), ("over", "1e9")],
)  # fmt: skip
def test_what_cannot_be_read_is_named_and_left_out_and_stays_typed(field: str, text: str) -> None:
    put()
    client = reader()
    page = client.get("/audit/", {field: text, "table": "BJ-07"}).content.decode()
    assert "Not understood and left out" in page
    assert f"<b>{field}</b>" in page
    assert f'value="{text}"' in page or field == "event"
    assert (
        page.count("<tr id=")
        == client.get("/audit/", {"table": "BJ-07"}).content.decode().count("<tr id=")
        > 0
    )
    assert client.get("/audit/export.csv", {field: text, "table": "BJ-07"}).status_code == 400


def test_times_are_read_as_people_type_them() -> None:
    """From 21:00 to 21:30 of that day by the house's clock, which goes by UTC here."""
    search = Search.parse({"from": "28 Nov 2026 21:00", "to": "28 Nov 2026 21:30"}, ends_of)
    assert not search.wrong
    assert (search.start, search.end) == (
        datetime(2026, 11, 28, 21, 0, tzinfo=UTC),
        datetime(2026, 11, 28, 21, 30, 59, 999_999, tzinfo=UTC),
    )


def test_events_are_asked_for_in_the_words_of_a_casino() -> None:
    with transaction.atomic():
        append("BJ-07", [Draft(kind=kind) for kind in ("doubled", "split", "paid", "took", "card")], at=AT)
    shown = Search.parse({"event": "group:payments", "table": "BJ-07"}).page()[0]
    assert {entry.kind for entry in shown} == {"paid", "took"}
    assert [entry.kind for entry in Search.parse({"event": "split"}).page()[0]] == ["split"]
    page = reader().get("/audit/", {"event": "group:doubles"}).content.decode()
    assert 'data-event="doubled gave_back played_on"' in page
    assert '<option value="group:payments"' in page


def test_an_end_before_the_start_is_said() -> None:
    assert Search.parse({"from": "2026-11-28", "to": "2026-11-27"}).wrong == {"to": "This is before “from”."}


# --- pages


def test_pages_show_every_entry_once_also_where_many_share_a_moment() -> None:
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card", tap=n) for n in range(PAGE + 30)], at=AT)
        append("BJ-08", [Draft(kind="card", tap=n) for n in range(PAGE)], at=AT + timedelta(seconds=1))
    search, seen, cursor, pages = Search.parse({}), [], None, 0
    while True:
        rows, cursor = search.page(cursor)
        seen += [row.pk for row in rows]
        pages += 1
        if cursor is None:
            break
        cursor = Cursor.parse(str(cursor))
    assert pages == 3
    assert seen == list(Entry.objects.order_by("-at", "-chain", "-seq").values_list("pk", flat=True))


def test_an_entry_that_comes_between_two_pages_moves_nothing() -> None:
    for number in range(PAGE + 5):
        put(after=number)
    _, cursor = Search.parse({}).page()
    put(after=PAGE + 50)
    rows, last = Search.parse({}).page(cursor)
    assert [row.seq for row in rows] == [5, 4, 3, 2, 1]
    assert last is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "~",
        "2026~BJ-07~1",
        "x~BJ-07~1",
        "2026-11-27T21:00:00+00:00~",
        "2026-11-27T21:00:00~BJ-07~5",
        "2026-11-27T21:00:00+00:00~5",
        "2026-11-27T21:00:00+00:00~~5",
        "2026-11-27T21:00:00+00:00~BJ'07~5",
    ],
)
def test_a_broken_cursor_is_the_first_page(text: str) -> None:
    assert Cursor.parse(text) is None


def test_a_wide_filter_uses_an_index_and_not_the_whole_record() -> None:
    """At this size the planner would rather read all: told not to, it must have an index for each way in."""
    put(amount=5)
    searches = [
        {"table": "BJ-07"}, {"who": "D-114"}, {"event": "card"}, {"clause": "VIC03-7.5"}, {"over": "1"},
        {"from": "2026-11-27"}, {"table": "BJ-07", "round": "3"}, {"round": "3"}, {},
    ]  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    for given in searches:
        assert "Seq Scan" not in Search.parse(given).entries()[:PAGE].explain(), given


# --- rows


def test_a_row_is_text_whatever_was_typed() -> None:
    html = render_rows([put(detail="<script>alert(1)</script>", kind="refused", clause="VIC03-7.5.4(a)")])
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "⊘" in html  # the mark beside the colour


def test_the_tail_gives_what_is_newer() -> None:
    first, second, third = (put(after=number) for number in range(3))
    page = reader().get("/audit/tail", {"after": '{"BJ-07":1}'}).content.decode()
    assert [first.seq, second.seq, third.seq] == [1, 2, 3]
    assert [f'id="e-BJ-07-{seq}"' in page for seq in (1, 2, 3)] == [False, True, True]
    assert reader().get("/audit/tail", {"after": "{}"}).content.strip() == b""


def test_the_tail_is_of_the_chains_that_are_asked_for() -> None:
    put(), put("BJ-08"), put("BJ-09")
    page = reader().get("/audit/tail", {"after": '{"BJ-08":0,"BJ-09":1}'}).content.decode()
    assert ['id="e-BJ-07-1"' in page, 'id="e-BJ-08-1"' in page, 'id="e-BJ-09-1"' in page] == [
        False,
        True,
        False,
    ]


@pytest.mark.parametrize("after", ["", "x", "5", "[1]", '{"BJ-07":-1}', '{"BJ-07":"1"}', '{"BJ\u0000":1}'])
def test_a_tail_after_nothing_that_a_screen_has_is_refused(after: str) -> None:
    assert reader().get("/audit/tail", {"after": after}).status_code == 400


def test_the_older_entries_come_as_rows_to_add() -> None:
    for number in range(PAGE + 1):
        put(after=number)
    client = reader()
    _, cursor = Search.parse({"table": "BJ-07"}).page()
    page = client.get("/audit/", {"table": "BJ-07", "before": str(cursor)}, headers={"HX-Request": "true"})
    text = page.content.decode()
    assert text.count("<tr ") == 1
    assert '<hx-partial hx-target="#rows" hx-swap="beforeend">' in text
    assert "oldest entry" in text


# --- export


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", "＝1", "\u00a0=1"])
def test_a_formula_is_made_harmless(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["'", "'=1+1", "''"])
def test_an_apostrophe_of_its_own_is_not_taken_for_the_one_that_is_put_before(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "box 3 10♠ → 18", "−5", "VIC03-7.5", "a=b"])
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert harmless(text) == text


def content_of(row: dict[str, str]) -> str:
    """The content of an entry as a reader of the CSV file works it out: see docs/operations.md."""

    def text(name: str) -> str:
        return row[name].removeprefix("'")

    def number(name: str) -> int | None:
        return int(row[name]) if row[name] else None

    amount = round(Decimal(row["amount"]) * 100) if row["amount"] else None
    form = [
        int(row["form"]), text("table"), int(row["seq"]), row["time (UTC)"], text("who"), text("role"),
        text("acting as"), text("event"), number("round"), row["folded"] == "true", text("key"), int(row["tap"]),
        text("body"), text("detail"), text("clause"), amount,
    ]  # fmt: skip
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.django_db(transaction=True)
def test_the_export_streams_the_filter_oldest_first() -> None:
    put(after=1, detail="=cmd|' /C calc'!A0", amount=-250, round_no=3, clause="VIC03-8.1")
    put(after=2, detail='said "hit", then', kind="stood")
    put("BJ-08", after=3)
    client = reader()
    answer: Any = client.get("/audit/export.csv", {"table": "BJ-07"})
    assert answer.status_code == 200
    assert not answer.is_async  # it is made in the thread of its request
    assert 'filename="audit-BJ-07-' in answer["Content-Disposition"]
    text = b"".join(answer).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["seq"] for row in rows] == ["1", "2"]
    assert rows[0]["detail"] == "'=cmd|' /C calc'!A0"
    assert rows[0]["amount"] == "-2.50"
    assert rows[0]["time (UTC)"] == "2026-11-27T21:00:01.000000Z"
    assert rows[1]["detail"] == 'said "hit", then'
    before = bytes(32)
    for row in rows:  # the digest of each can be worked out from the file alone
        assert hashlib.sha256(content_of(row).encode()).hexdigest() == row["digest"]
        before = hashlib.sha256(before + bytes.fromhex(row["digest"])).digest()
        assert before.hex() == row["hash"]


@pytest.mark.django_db(transaction=True)
def test_the_json_lines_hold_the_content_as_it_is_hashed() -> None:
    put(after=1, detail="=cmd “quoted”\n", amount=-250, round_no=3, key="k-1", clause="VIC03-8.1")
    put(after=2, kind="stood")
    client = reader()
    answer: Any = client.get("/audit/export.jsonl", {"table": "BJ-07"})
    assert answer["Content-Type"].startswith("application/jsonl")
    rows = [json.loads(line) for line in b"".join(answer).decode().splitlines()]
    assert [(row["chain"], row["seq"]) for row in rows] == [("BJ-07", 1), ("BJ-07", 2)]
    before = bytes(32)
    for row in rows:
        before = hashlib.sha256(before + hashlib.sha256(row["content"].encode()).digest()).digest()
        assert before.hex() == row["hash"]
    assert json.loads(rows[0]["content"])[-4:] == ["{}", "=cmd “quoted”\n", "VIC03-8.1", -250]


@pytest.mark.django_db(transaction=True)
def test_each_field_of_the_filter_exports_what_the_page_finds() -> None:
    """Also the round without a table, for which the search asks the record which tables there are."""
    put(after=1, kind="paid", amount=5000, round_no=3, clause="VIC03-8.1")
    put("BJ-08", after=60, actor="D-102")
    fields = {
        "from": "2026-11-27 20:59", "to": "2026-11-27 21:00", "table": "BJ-07", "round": "3", "who": "D-114",
        "event": "paid", "clause": "VIC03-8", "over": "49.99",
    }  # fmt: skip
    for name, text in fields.items():
        pieces = list(lines(Search.parse({name: text})))
        rows = list(csv.DictReader(io.StringIO("".join(pieces).removeprefix("\ufeff"), newline="")))
        # From 20:59 on both entries are found, by every other field the first alone.
        expected = ["BJ-07", "BJ-08"] if name == "from" else ["BJ-07"]
        assert [row["table"] for row in rows] == expected, name


def test_an_export_of_a_filter_that_cannot_be_read_is_refused() -> None:
    put()
    answer = reader().get("/audit/export.csv", {"over": "lots"})
    assert answer.status_code == 400
    assert b"Nothing was exported" in answer.content


@pytest.mark.django_db(transaction=True)
def test_an_export_that_fails_on_its_way_ends_and_says_so() -> None:
    pieces = list(lines(Search(who="a\0b")))  # which PostgreSQL takes in no text
    assert pieces[0].startswith("\ufefftime (UTC),table")
    assert pieces[-1] == f"{BROKE_OFF}\r\n"


@pytest.mark.parametrize("name", ["from", "to", "table", "round", "who", "event", "clause", "over"])
@pytest.mark.parametrize("text", ["\0", "D-1\0", "a\x1bb", "\u202eD-114"])
def test_a_filter_of_no_printable_text_is_refused_in_words(name: str, text: str) -> None:
    put()
    client = reader()
    page = client.get("/audit/", {name: text})
    assert (page.status_code, "Not understood and left out" in page.text) == (200, True)
    answer = client.get("/audit/export.csv", {name: text})
    assert (answer.status_code, name in answer.text) == (400, True)


@pytest.mark.parametrize("digits", [20, 5000])
def test_a_number_of_many_digits_does_not_fail(digits: int) -> None:
    client = reader()
    assert client.get("/audit/tail", {"after": "9" * digits}).status_code == 400
    assert (
        client.get("/audit/", {"before": f"2026-11-28T00:00:00+00:00~BJ-07~{'9' * digits}"}).status_code
        == 200
    )
    assert client.get("/audit/", {"round": "9" * digits, "over": "9" * digits}).status_code == 200


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "0001-01-01"])
def test_the_ends_of_the_calendar_do_not_fail(moment: str) -> None:
    client = reader()
    for name in ("from", "to"):
        assert client.get("/audit/", {name: moment}).status_code == 200


# --- the chain state


@pytest.fixture
def verdict(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[Any]:
    """Verify in this thread instead of in a process of its own; returns the times that it was asked from."""
    from casino.ledger.verify import verify

    asked: list[Any] = []

    def verify_here(since: datetime | None) -> dict[str, Any]:
        asked.append(since)
        return verify(None, since).as_dict()

    class AtOnce:
        def __init__(self, *, target: Any, args: tuple[Any, ...], **_: Any) -> None:
            self.run = lambda: chainstate._run(*args)

        def start(self) -> None:
            self.run()

    for thread in threading.enumerate():
        if thread.name == "verify ledger":  # which another test started by looking at the audit log
            thread.join()
    settings.LEDGER_VERIFY_HOURS = 24
    monkeypatch.setattr(chainstate, "_verify", verify_here)
    monkeypatch.setattr(chainstate.threading, "Thread", AtOnce)
    return asked


def test_the_chip_says_up_to_which_entry_the_record_was_verified(verdict: list[Any]) -> None:
    put()
    put("BJ-08")
    client = reader()
    page = client.get("/audit/").content.decode()
    entries = sum(ChainHead.objects.values_list("seq", flat=True))
    assert f"✓ verified to entry {entries} at " in page
    state = chainstate.state()
    assert state.outcome is not None
    assert state.outcome.to["BJ-07"] == 1
    assert verdict == [None]  # once, from the first entry on
    put(after=5)
    assert chainstate.state().since >= 1
    client.get("/audit/chain")
    assert verdict == [None]  # young enough
    client.post("/audit/chain")
    assert verdict == [None, None]


def test_the_chip_names_the_first_wrong_entry(verdict: list[Any]) -> None:
    from tests.ledger.chains import tamper

    put()
    put(after=1)
    tamper("UPDATE ledger_entry SET detail = 'nothing happened' WHERE chain = 'BJ-07' AND seq = 2")
    page = reader().get("/audit/").content.decode()
    assert "the record is wrong" in page
    assert "First wrong entry: BJ-07 2" in page


def test_a_fault_stays_until_the_whole_record_was_found_good(
    verdict: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.ledger.chains import tamper

    monkeypatch.setattr(chainstate, "EVERY", timedelta(0))
    put()
    tamper("UPDATE ledger_entry SET detail = 'nothing happened' WHERE chain = 'BJ-07' AND seq = 1")
    chainstate.refresh()
    chainstate.refresh()
    assert verdict == [None, None]  # never only from the fault on
    assert chainstate.state().outcome is not None
    assert not chainstate.state().outcome.ok  # type: ignore[union-attr]


def test_a_verification_that_fails_is_said_and_not_taken_for_good(
    verdict: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(since: datetime | None) -> dict[str, Any]:
        raise ValueError("the seal key is missing")

    monkeypatch.setattr(chainstate, "_verify", broken)
    page = reader().get("/audit/").content.decode()
    assert "record not verified" in page
    assert "the seal key is missing" in page


def test_what_was_found_good_is_not_read_again(verdict: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chainstate, "EVERY", timedelta(0))
    put()
    put(after=1)
    chainstate.refresh()
    first = chainstate.state().outcome
    assert first is not None
    assert chainstate.refresh()
    assert verdict[0] is None
    assert verdict[1] is not None  # from shortly before the last verification on
    second = chainstate.state().outcome
    assert second is not None
    assert second.ok
    assert second.to == first.to  # what was verified before still counts
    assert second.whole_at == first.whole_at


@pytest.mark.django_db
def test_a_fault_that_a_table_comes_upon_turns_every_chip_red_until_the_whole_record_was_found_good(
    verdict: list[Any],
) -> None:
    put()
    client = reader()
    client.get("/audit/")
    chainstate.show_fault("BJ-07", 1, "the table's row and its chain do not fit together")
    chainstate.show_fault("BJ-07", 1, "the table's row and its chain do not fit together")  # asked for again
    page = client.get("/audit/chain").content.decode()
    assert "the record is wrong" in page
    assert page.count("do not fit together") == 1
    # A good verification of a part takes back nothing.
    from casino.ledger.verify import verify

    chainstate.store_result(verify("BJ-07").as_dict(), AT, None, "BJ-07")
    chainstate.store_result(verify(None, AT).as_dict(), AT, AT)
    assert "the record is wrong" in client.get("/audit/chain").content.decode()
    client.post("/audit/chain")
    assert "✓ verified to entry" in client.get("/audit/chain").content.decode()


def test_an_old_entry_that_was_changed_is_found_with_nobody_asking(
    verdict: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole record is read after a start and once a day, not only what was added."""
    from tests.ledger.chains import tamper

    for second in range(3):
        put(after=second - 10 * 24 * 3600)  # long before the last verification
    started = timezone.now()
    assert chainstate.look(started)
    assert not chainstate.look(started)  # young enough
    assert verdict == [None]
    tamper("UPDATE ledger_entry SET detail = 'nothing happened' WHERE chain = 'BJ-07' AND seq = 1")
    monkeypatch.setattr(chainstate, "QUIET", timedelta(0))
    assert chainstate.look(started)
    outcome = chainstate.state().outcome
    assert outcome is not None
    assert outcome.ok  # of what was added since, nothing is wrong
    assert chainstate.look(timezone.now())  # a worker that has just started
    outcome = chainstate.state().outcome
    assert outcome is not None
    assert outcome.first == ("BJ-07", 1)


def test_two_workers_do_not_verify_at_once(verdict: list[Any]) -> None:
    put()
    assert chainstate._claim(timezone.now())
    assert not chainstate.refresh(whole=True)
    assert verdict == []
    # One that was not seen alive for five minutes has died.
    from casino.ledger.models import Verification

    Verification.objects.update(alive_at=AT - timedelta(days=400))
    assert chainstate.refresh(whole=True)
    assert verdict == [None]


# --- an export that goes on


@pytest.mark.django_db(transaction=True)
def test_an_export_that_broke_off_goes_on_and_ends_where_it_was_to_end() -> None:
    for number in range(6):
        put(after=number)
    client = reader()
    whole: Any = client.get("/audit/export.csv", {"table": "BJ-07"})
    assert whole["Export-Until"] == "BJ-07~6"
    rows = b"".join(whole).decode().split("\r\n")
    put(after=9)
    going_on = {"table": "BJ-07", "after": "BJ-07~4", "until": whole["Export-Until"]}
    rest: Any = client.get("/audit/export.csv", going_on)
    assert b"".join(rest).decode().split("\r\n") == rows[5:]


def test_paper_says_who_printed_it() -> None:
    put()
    page = reader().get("/audit/").content.decode()
    assert "Printed by V-3" in page
    assert 'media="print"' in page
