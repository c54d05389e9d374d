"""The list of the pit: what is on it, what acknowledging a line does, and what stays until somebody does."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError
from django.test import Client, override_settings
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import engine
from rounds.pit.alerts import alerts, watch
from rounds.pit.screen import Alert, side
from rounds.play import service
from tables.disputes import disputes
from tables.float import counts, slips
from tables.floor import supervisor_calls
from tables.models import PitAlert, Reader, Table
from tables.record import locked
from tests import floor
from tests.conftest import database_url
from tests.own_words import house_says
from tests.refusing import refused_as, refused_with
from tests.rounds.pit.test_pit import browser, html

pytestmark = pytest.mark.django_db


def long_there(code: str = "BJ-07", number: str = "D-114") -> Table:
    """A dealer has been at the table for longer than the house allows."""
    table = Table.objects.get(code=code)
    table.dealer, table.dealer_since = number, timezone.now() - alerts.long_at_table() - timedelta(minutes=1)
    table.save()
    return table


def lines() -> list[alerts.AlertLine]:
    return alerts.lines(list(Table.objects.all()), timezone.now())


def acknowledge(client: Client, kind: str, subject: str, code: str = "BJ-07") -> Any:
    return client.post(
        f"/pit/table/{code}/acknowledge", {"kind": kind, "subject": subject}, headers={"HX-Request": "true"}
    )


def test_a_line_stays_until_it_is_acknowledged_though_its_cause_is_gone() -> None:
    floor.open_table()
    long_there()
    client = browser(Role.GAME_SUPERVISOR)
    page = html(client.get("/pit/"))
    assert "dealer D-114 at the table since" in page
    assert "● 1 alert" in page
    Table.objects.update(dealer_since=timezone.now())
    page = html(client.get("/pit/now"))
    assert "not acknowledged since" in page
    answer = acknowledge(client, "dealer", "D-114")
    assert answer.status_code == 200
    assert lines() == []
    row = PitAlert.objects.get()
    assert row.seen_by == "G-21"
    assert row.ended_at is not None


def test_the_record_says_who_acknowledged_what_and_no_tap_of_the_dealer_is_stale_by_it() -> None:
    floor.open_table()
    version = long_there().version
    before = timezone.now()
    assert acknowledge(browser(Role.CASINO_SUPERVISOR), "dealer", "D-114").status_code == 200
    entry = Entry.objects.get(kind="alert_acknowledged")
    assert (entry.chain, entry.actor, entry.role) == ("BJ-07", "S-07", Role.CASINO_SUPERVISOR)
    assert entry.at >= before
    assert "D-114" in entry.detail
    body = json.loads(entry.body)
    assert (body["alert"], body["subject"]) == ("dealer", "D-114")
    assert Table.objects.get().version == version
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    Table.objects.update(dealer="", dealer_since=None)  # whom the test had put there without an entry
    assert verify().ok


def test_a_line_is_shown_in_the_words_of_the_house_and_recorded_with_its_code(tmp_path: Path) -> None:
    floor.open_table()
    long_there()
    counts.count_now(
        "BJ-07",
        {10000: 1},
        by=floor.dealer(),
        signed_by=floor.casino_supervisor(),
        at=floor.AT,
        note_text="short",
    )
    own = {
        "dealer {dealer} at the table since {since}": "{dealer} seit {since}",
        "dealer's time": "Zeit",
        "{amount:money} short": "{amount:money} fehlen",
        "Mid-Shift": "Zwischenstand",
    }
    with house_says(tmp_path, own):
        by_kind = {line.kind: line for line in lines()}
        page = html(browser(Role.GAME_SUPERVISOR).get("/pit/"))
        assert acknowledge(browser(Role.CASINO_SUPERVISOR), "dealer", "D-114").status_code == 200
    assert by_kind["dealer"].words.startswith("D-114 seit ")
    assert by_kind["dealer"].name == "Zeit"
    assert "fehlen (short)" in by_kind["variance"].words
    assert "£" in by_kind["variance"].words
    assert "D-114 seit " in page
    row = PitAlert.objects.get(kind="dealer")
    assert row.phrase[0] == "cause.dealer"
    assert row.words.startswith("dealer D-114 at the table since")
    entry = Entry.objects.get(kind="alert_acknowledged")
    assert entry.detail.startswith("seen: dealer D-114 at the table since")
    body = json.loads(entry.body)
    assert (body["why"][0], body["why"][1]["dealer"]) == ("cause.dealer", "D-114")
    float_entry = Entry.objects.get(kind="float_alert")
    assert "$" in float_entry.detail
    assert json.loads(float_entry.body)["rows"][0][2]["phrase"][0] == "cause.count"


@pytest.mark.parametrize("state", [Table.State.OPEN, Table.State.CLOSING])
def test_a_dealer_who_is_deactivated_is_a_warning_on_the_tile_until_another_is_sent(state: str) -> None:
    floor.open_table()
    Table.objects.update(state=state, dealer="D-114", dealer_since=timezone.now())
    floor.person(Role.DEALER, "D-114")
    assert [line.kind for line in lines() if line.kind == "inactive"] == []
    Staff.objects.filter(number="D-114").update(is_active=False)
    (line,) = [line for line in lines() if line.kind == "inactive"]
    assert (line.subject, line.need, line.on_tile) == ("D-114", "now", True)
    client = browser(Role.GAME_SUPERVISOR)
    page = html(client.get("/pit/"))
    tile = page.partition('id="tile-BJ-07"')[2].partition("</article>")[0]
    assert 'data-need="now"' in tile
    assert "! dealer deactivated" in tile
    assert "dealer D-114 has been deactivated" in page
    Table.objects.update(dealer="D-115")
    assert [line.kind for line in lines() if line.kind == "inactive" and not line.over] == []


@pytest.mark.django_db(transaction=True)
def test_what_comes_up_at_every_table_waits_for_no_tap_and_holds_none_up() -> None:
    """A tap holds its table's row while it is recorded; a line of the pit only refers to that row."""
    floor.open_table()
    long_there()

    def looks() -> bool:
        try:
            return watch.look_once(timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as elsewhere:
        with transaction.atomic():
            assert service.lock("BJ-07", "k1") is not None
            assert elsewhere.submit(looks).result(timeout=10)
        with locked("BJ-07"):
            assert elsewhere.submit(looks).result(timeout=10)


def test_what_was_acknowledged_is_quiet_and_comes_back_when_its_cause_does() -> None:
    floor.open_table()
    long_there()
    client = browser(Role.GAME_SUPERVISOR)
    acknowledge(client, "dealer", "D-114")
    (line,) = lines()
    assert (line.seen_by, line.over) == ("G-21", False)
    assert side(None).to_acknowledge == 0
    assert "seen by G-21" in html(client.get("/pit/now"))
    Table.objects.update(dealer="")
    client.get("/pit/now")
    assert lines() == []
    long_there()
    client.get("/pit/now")
    (line,) = lines()
    assert line.seen_by == ""
    assert PitAlert.objects.count() == 2


def test_the_second_to_acknowledge_is_told_who_was_first() -> None:
    floor.open_table()
    long_there()
    acknowledge(browser(Role.GAME_SUPERVISOR), "dealer", "D-114")
    answer = acknowledge(browser(Role.CASINO_SUPERVISOR), "dealer", "D-114")
    assert answer.status_code == 409
    assert "G-21 acknowledged this" in html(answer)
    assert Entry.objects.filter(kind="alert_acknowledged").count() == 1


@pytest.mark.parametrize(("kind", "subject"), [("dealer", "D-999"), ("", ""), ("nothing", "x" * 300)])
def test_what_is_not_there_cannot_be_acknowledged(kind: str, subject: str) -> None:
    floor.open_table()
    answer = acknowledge(browser(Role.GAME_SUPERVISOR), kind, subject)
    assert answer.status_code == 409
    assert refused_with(html(answer)) == ("alert.gone", "")
    assert not PitAlert.objects.exists()
    assert acknowledge(browser(Role.GAME_SUPERVISOR), "dealer", "D-114", code="BJ-99").status_code == 409


@pytest.mark.parametrize("role", [Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR])
def test_who_only_looks_acknowledges_nothing(role: str) -> None:
    floor.open_table()
    long_there()
    assert acknowledge(browser(role), "dealer", "D-114").status_code == 403
    with refused_as("staff.role_too_low"):
        alerts.acknowledge("BJ-07", "dealer", "D-114", by=floor.person(role), at=timezone.now())
    assert not Entry.objects.filter(kind="alert_acknowledged").exists()


def test_a_slip_is_on_the_list_until_it_is_carried_out_and_no_longer() -> None:
    floor.open_table()
    slip = slips.request("BJ-07", "fill", {2500: 40}, by=floor.dealer(), at=timezone.now())
    client = browser(Role.GAME_SUPERVISOR)
    page = html(client.get("/pit/"))
    assert f"/float/table/BJ-07/#slip-{slip.pk}" in page
    assert "Fill" in page
    assert "$1,000" in page
    (line,) = lines()
    assert not line.red
    boss, other = floor.casino_supervisor(), floor.person(Role.OPERATIONS_MANAGER)
    slips.void(slip.pk, "not needed", by=boss, signed_by=other, at=timezone.now())
    assert lines() == []
    client.get("/pit/now")
    assert PitAlert.objects.get().ended_at is not None


def test_a_reader_that_fails_is_red_and_listed_before_what_waits() -> None:
    table = floor.open_table()
    long_there()
    reader = Reader.objects.create(
        table=table, kind="shoe", issued_by="S-07", issued_at=timezone.now(), fault="its lamp is out"
    )
    first, second = lines()
    assert (first.kind, first.red, first.words) == ("reader", True, f"SHOE-{reader.pk}: its lamp is out")
    assert (second.kind, second.red) == ("dealer", False)
    assert side(None).alarm is True


def test_a_quiet_reader_is_on_the_list_only_where_a_table_waits_for_it() -> None:
    table = floor.open_table()
    Reader.objects.create(table=table, kind="shoe", issued_by="S-07", issued_at=timezone.now())
    assert lines() == []
    Table.objects.update(cards_from=Table.CardsFrom.READER)
    assert [line.kind for line in lines()] == ["reader"]


def test_a_dispute_is_on_the_list_until_it_is_decided() -> None:
    floor.open_table()
    disputes.raise_dispute(
        "BJ-07",
        disputes.Complaint("A", "the payment on box 3"),
        by=floor.casino_supervisor(),
        at=timezone.now(),
    )
    (line,) = lines()
    assert line.kind == "dispute"
    assert "the payment on box 3" in line.words
    assert "/pit/table/BJ-07/disputes" in html(browser(Role.GAME_SUPERVISOR).get("/pit/"))


def test_a_pit_has_the_lines_of_its_own_tables() -> None:
    floor.open_table()
    long_there()
    other = floor.set_up("BJ-08")
    other.pit = type(other.pit).objects.create(code="P2", name="Pit 2")
    other.save()
    client = browser(Role.GAME_SUPERVISOR)
    assert "at the table since" not in html(client.get("/pit/P2/"))
    assert "at the table since" in html(client.get("/pit/P1/"))


def test_irregularities_and_what_is_red_come_first_and_what_was_seen_last() -> None:
    floor.open_table()
    long_there()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    floor.tap("BJ-07", engine.AllowLimit(3, "A", 100_000, "dealer"))
    Reader.objects.create(
        table=Table.objects.get(), kind="shoe", issued_by="S-07", issued_at=timezone.now(), fault="jammed"
    )
    acknowledge(browser(Role.GAME_SUPERVISOR), "dealer", "D-114")
    shown = side(None)
    assert [item.line.kind if isinstance(item, Alert) else "ask" for item in shown.todo] == ["reader", "ask"]
    assert [(item.line.kind, item.line.need) for item in shown.warnings] == [("dealer", "now")]


def test_a_line_is_listed_once() -> None:
    table = floor.open_table()
    now = timezone.now()
    PitAlert.objects.create(table=table, kind="dealer", subject="D-114", words="w", raised_at=now)
    with pytest.raises(IntegrityError, match="tables_pitalert_standing"):
        PitAlert.objects.create(table=table, kind="dealer", subject="D-114", words="w", raised_at=now)


def test_the_words_of_a_line_are_shown_as_text() -> None:
    table = floor.open_table()
    Reader.objects.create(
        table=table, kind="shoe", issued_by="S-07", issued_at=timezone.now(), fault="<b>jam</b>"
    )
    assert "<b>jam</b>" not in html(browser(Role.SURVEILLANCE).get("/pit/"))


def test_a_line_is_as_old_as_the_entry_that_brought_it_about_and_not_as_its_first_look() -> None:
    floor.open_table()
    now = timezone.now()
    called, asked, raised = (now - timedelta(minutes=minutes) for minutes in (50, 40, 30))
    slips.request("BJ-07", "fill", {500: 20}, by=floor.dealer(), at=asked)
    disputes.raise_dispute(
        "BJ-07", disputes.Complaint("A", "a card"), by=floor.casino_supervisor(), at=raised
    )
    Table.objects.update(
        called_at=called, called_by="D-114", dealer="D-114", dealer_since=now - timedelta(hours=3)
    )
    since = {line.kind: line.since for line in alerts.keep_up(list(Table.objects.all()), now)}
    assert since == {
        "call": called,
        "slip": asked,
        "dispute": raised,
        # Since he has been there for the longest time that the house allows.
        "dealer": now - timedelta(hours=3) + alerts.long_at_table(),
    }
    assert {row.kind: row.raised_at for row in PitAlert.objects.all()} == since
    # Somebody who looks later sees the same.
    later = alerts.keep_up(list(Table.objects.all()), now + timedelta(minutes=5))
    assert {line.kind: line.since for line in later} == since


# --- watched, whether anybody looks or not


def test_a_look_of_the_watch_raises_what_has_come_up_and_hands_on_what_nobody_has_acknowledged() -> None:
    floor.open_table()
    now = timezone.now()
    called = now - timedelta(minutes=4)
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=called)
    assert watch.look_once(now)
    row = PitAlert.objects.get()
    assert (row.kind, row.raised_at, row.escalated_at) == ("call", called, None)
    # Five minutes after its cause, and not after a look, it is the casino supervisor's.
    assert watch.look_once(called + timedelta(minutes=5))
    row.refresh_from_db()
    assert row.escalated_at is not None
    entry = Entry.objects.get(kind="alert_escalated")
    assert (entry.chain, entry.actor) == ("BJ-07", "")
    assert json.loads(entry.body)["since"] == called.isoformat()
    assert Table.objects.get().version < entry.seq  # no tap of the dealer's is stale by it
    client = browser(Role.CASINO_SUPERVISOR)
    assert "with the casino supervisor since" in html(client.get("/pit/"))
    # Once, though the worker may have been started again since; and who acknowledges it is in the record beside it.
    assert watch.look_once(now + timedelta(hours=1))
    assert Entry.objects.filter(kind="alert_escalated").count() == 1
    assert acknowledge(client, "call", row.subject).status_code == 200
    assert verify().ok


@override_settings(ALERT_MINUTES=0)
def test_a_house_may_leave_every_line_in_its_pit() -> None:
    floor.open_table()
    long_there()
    assert watch.look_once(timezone.now() + timedelta(days=1))
    assert PitAlert.objects.get().escalated_at is None


@pytest.mark.django_db(transaction=True)
def test_one_worker_looks_at_a_time() -> None:
    floor.open_table()
    long_there()
    with psycopg.connect(database_url()) as other:
        other.execute("SELECT pg_advisory_xact_lock(hashtext('pit_alerts'))")
        assert not watch.look_once(timezone.now())
        assert not PitAlert.objects.exists()
        other.rollback()
    assert watch.look_once(timezone.now())
    assert PitAlert.objects.get().kind == "dealer"
