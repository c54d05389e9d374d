"""A dealer calls a supervisor: the pit has it until somebody acknowledges it, the table sees who comes."""

import pytest
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from rounds import engine
from rounds.pit.alerts import alerts
from rounds.play import service
from rounds.tablet import live_parts, live_screen
from tables.floor import supervisor_calls
from tables.models import PitAlert, Table
from tests import floor
from tests.rounds.pit.test_alerts import acknowledge, lines
from tests.rounds.pit.test_pit import browser, html

pytestmark = pytest.mark.django_db


def called() -> alerts.AlertLine:
    (line,) = [line for line in lines() if line.kind == PitAlert.Kind.CALL]
    return line


def key_at_the_tablet() -> str:
    return (
        live_parts.render_felt(service.current("BJ-07"))
        .partition('id="supervisor-key"')[2]
        .partition("</button>")[0]
    )


def test_a_call_is_shown_in_the_pit_and_the_table_sees_who_acknowledges_it() -> None:
    floor.open_table()
    assert "Call supervisor" in key_at_the_tablet()
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=timezone.now())
    client = browser(Role.GAME_SUPERVISOR)
    page = html(client.get("/pit/"))
    assert "D-114 is calling a supervisor" in page
    assert "BJ-07: a supervisor is called" in page
    assert "cancel the call" in key_at_the_tablet()
    assert acknowledge(client, "call", called().subject).status_code == 200
    assert "G-21 is coming" in key_at_the_tablet()
    assert called().seen_by == "G-21"
    supervisor_calls.end("BJ-07", by=floor.dealer(), at=timezone.now())
    assert "Call supervisor" in key_at_the_tablet()
    assert "calling a supervisor" not in html(client.get("/pit/"))
    entries = list(
        Entry.objects.filter(kind__startswith="supervisor_call")
        .order_by("pk")
        .values_list("kind", "detail", "actor")
    )
    assert entries == [
        ("supervisor_called", "D-114 calls a supervisor", "D-114"),
        ("supervisor_call_ended", "G-21 is at the table", "D-114"),
    ]
    assert verify().ok


def test_a_screen_without_its_socket_sees_that_somebody_comes() -> None:
    floor.open_table()
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=timezone.now())
    shown = live_screen.digest(service.current("BJ-07"))
    acknowledge(browser(Role.GAME_SUPERVISOR), "call", called().subject)
    assert live_screen.digest(service.current("BJ-07")) != shown


def test_calling_twice_is_one_call_and_no_tap_is_stale_by_it() -> None:
    version = floor.open_table().version
    first = supervisor_calls.call("BJ-07", by=floor.dealer(), at=timezone.now()).called_at
    assert supervisor_calls.call("BJ-07", by=floor.dealer(), at=timezone.now()).called_at == first
    assert Table.objects.get().version == version
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000))
    supervisor_calls.end("BJ-07", by=floor.dealer(), at=timezone.now())
    supervisor_calls.end("BJ-07", by=floor.dealer(), at=timezone.now())
    assert Entry.objects.filter(kind="supervisor_call_ended").count() == 1


def test_a_call_taken_back_before_anybody_saw_it_is_over() -> None:
    floor.open_table()
    supervisor_calls.call("BJ-07", by=floor.dealer(), at=timezone.now())
    client = browser(Role.GAME_SUPERVISOR)
    html(client.get("/pit/"))
    supervisor_calls.end("BJ-07", by=floor.dealer(), at=timezone.now())
    assert "calling a supervisor" not in html(client.get("/pit/now"))
    assert PitAlert.objects.get().ended_at is not None
    assert Entry.objects.latest("at", "seq").detail == "the call for a supervisor is taken back"
