"""What one tap of the tablet costs, from the request to the answer, with the push of it over a real Redis: loads of
the state, decisions, renderings, SQL statements, and the project's files that it enters."""

import html
import re
import threading
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import channel_layers
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from casino.ledger import Entry
from casino.staff.models import Approval
from casino.staff.roles import Role
from casino.web.serving import Handler
from rounds import engine, push
from rounds.play import service, snapshot
from tables.models import Table
from tables.opening import checklist
from tests import floor
from tests.floor import cards
from tests.tracing import ROOT, Trace

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.redis]

CODE = "BJ-07"
PLAY = f"/table/{CODE}/play"
_keys = count(1)
DOOR = 1
"""The statement before the view: the session with its person, and the tablet with who deals at its table."""


@pytest.fixture
def _pushed(settings: Any, redis_url: str) -> Iterator[None]:
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "casino.web.push_layer.LivePushLayer",
            "CONFIG": {"url": redis_url, "prefix": "casino"},
        }
    }
    channel_layers.backends = {}
    yield
    channel_layers.backends = {}


@pytest.fixture
def tablet(_pushed: None) -> Client:
    """The dealer on the tablet that is assigned to the table."""
    floor.open_table(CODE)
    client = Client()
    supervisor = floor.casino_supervisor()
    client.post("/tablet/enrol/", {"table_code": CODE, "number": supervisor.number, "pin": floor.PIN})
    client.post("/sign-in/", {"number": floor.dealer().number, "pin": floor.PIN})
    checklist.confirm(CODE, "sign", by=floor.dealer(), at=timezone.now())
    service.current(CODE)  # this worker has shown the table before
    push.settle()
    return client


def tapped(client: Client, command: engine.Command, status: int = 200) -> Trace:
    """The trace of one tap."""
    version = Table.objects.get(code=CODE).version
    fields = {
        "key": f"k{next(_keys)}",
        "expected": str(version),
        "command": engine.encode_command(command).decode(),
    }
    with Trace() as trace:
        response = client.post(PLAY, fields)
    assert response.status_code == status, response.content.decode()
    return trace


Command = engine.Command
CARD = cards("Ts 9s 9d 9c 8c Td")
ROUND: list[tuple[Command, int, int]] = [
    # It begins the round: its row, the signs, notices and hours are looked up.
    (engine.PlaceWager(1, "A", 5000), 200, 10),
    (engine.PlaceWager(3, "B", 5000), 200, 5),
    (engine.CallBets(), 200, 5),
    *[(card, 200, 5) for card in CARD[:4]],
    (CARD[4], 200, 5),
    (engine.Undo(), 200, 5),
    (CARD[4], 200, 5),
    (engine.CallBets(), 422, 4),
    (engine.Decide(1, "stand"), 200, 5),
    (engine.Decide(3, "stand"), 200, 5),
    (CARD[5], 200, 5),
    (engine.Settle(), 200, 5),
    # The screens show the round to come, which the signs in force are looked up for.
    (engine.Collect(), 200, 7),
]
"""A round: each command, the status of its answer, and its statements after the door, with BEGIN and COMMIT."""


def test_a_tap_is_one_load_one_decision_and_one_rendering(tablet: Client) -> None:
    for command, status, statements in ROUND:
        trace = tapped(tablet, command, status)
        assert trace.calls_of("rounds/play/snapshot.py:load") == 1, command
        assert trace.calls_of("rounds/play/service.py:_decided") == 1, command
        assert trace.calls_of("rounds/tablet/live_screen.py:screen_of") == 1, command
        assert len(trace.sql) <= DOOR + statements, (command, trace.sql)
        rows = [sql for sql in trace.sql if 't."pit_id",' in sql]
        assert len(rows) == 1, (command, trace.sql)
        assert "FOR NO KEY UPDATE" in rows[0]
        # What every audience is shown is drawn and sent beside the answer, by another thread.
        assert trace.calls_of("rounds/pit/screen.py:tile") == 0, command
        assert trace.calls_of("casino/web/push_layer.py:publish") == 0, command


LISTED = re.compile(r"A dealt card enters these (\d+) files(.*?)\n\n(\|.*?)\n\n", re.DOTALL)
"""The list in the docs: how many, what a card to a box enters too, and its lines."""
FILES = re.compile(r"`([a-z_/0-9]+\.py)`")


def test_a_card_is_six_statements_and_enters_the_files_that_the_docs_list(tablet: Client) -> None:
    tapped(tablet, engine.PlaceWager(1, "A", 5000))
    tapped(tablet, engine.CallBets())
    to_box, trace = tapped(tablet, CARD[0]), tapped(tablet, CARD[1])
    # Once for real, and once as the trial by which the key “Take back” knows whether it would be refused.
    assert trace.calls_of("rounds/engine/decide.py:decide") == 1
    assert trace.calls_of("rounds/engine/decide.py:apply") == 2
    assert len(trace.sql) <= 6, trace.sql
    # BEGIN, the table with its chain, the entry, the rows, COMMIT: everything between is one round trip each.
    assert (trace.sql[1], trace.sql[-1]) == ("BEGIN", "COMMIT")
    listed = LISTED.search((ROOT / "docs/one-tap.md").read_text())
    assert listed is not None
    files = FILES.findall(listed[3])
    assert sorted(files) == trace.files
    assert sorted([*files, *FILES.findall(listed[2])]) == to_box.files
    assert len(files) == int(listed[1]) <= 44
    assert sum(trace.moves.values()) <= 251  # calls from one file to another


def test_a_tap_of_several_commands_is_pushed_and_rendered_once(tablet: Client) -> None:
    """The wager of a player and the box of another that is laid again with it: one tap, one push."""
    for command, status, _ in ROUND:
        tapped(tablet, command, status)
    fields = {"key": "again", "expected": str(Table.objects.get(code=CODE).version), "do": "again"}
    with Trace() as trace:
        assert tablet.post(PLAY, fields).status_code == 200
    assert trace.calls_of("rounds/play/service.py:_decided") == 2
    assert trace.calls_of("rounds/play/snapshot.py:load") == 1
    assert trace.calls_of("rounds/tablet/live_screen.py:screen_of") == 1
    assert trace.calls_of("rounds/push.py:after_play") == 1


def test_a_tap_sent_again_decides_nothing(tablet: Client) -> None:
    fields = {
        "key": "again",
        "expected": str(Table.objects.get(code=CODE).version),
        "command": engine.encode_command(engine.PlaceWager(1, "A", 5000)).decode(),
    }
    assert tablet.post(PLAY, fields).status_code == 200
    with Trace() as trace:
        assert tablet.post(PLAY, fields).status_code == 200
    assert trace.calls_of("rounds/play/service.py:_decided") == 0
    assert trace.calls_of("rounds/push.py:after_play") == 0
    assert trace.calls_of("rounds/play/snapshot.py:load") == 1


def test_what_is_asked_of_a_second_person_is_counted_on_the_locked_row(tablet: Client) -> None:
    tapped(tablet, engine.PlaceWager(1, "A", 5000))
    trace = tapped(tablet, engine.AllowSeveralBoxes("A", role=""))
    assert Table.objects.get(code=CODE).live["waiting"] == 1
    assert trace.calls_of("rounds/play/snapshot.py:load") == 1
    assert trace.calls_of("rounds/tablet/live_screen.py:screen_of") == 1
    for command, status, _ in ROUND[1:]:
        trace = tapped(tablet, command, status)
    # Collected: what waited has ended, and the row that the tap holds says so without being read again.
    assert Table.objects.get(code=CODE).live["waiting"] == 0
    assert trace.calls_of("rounds/tablet/live_screen.py:screen_of") == 1


def test_what_is_signed_at_the_tablet_is_one_load_one_decision_and_one_rendering(tablet: Client) -> None:
    """The supervisor's PIN for a command that waits, and for a report; the answer shows the table as it was played."""
    tapped(tablet, engine.PlaceWager(1, "A", 5000))
    tapped(tablet, engine.AllowSeveralBoxes("A", role=""))
    signs = {"number": floor.person(Role.GAME_SUPERVISOR).number, "pin": floor.PIN, "reason": "not now"}
    for key, do in (("s1", "refuse"), ("s2", "approve")):
        if do == "approve":
            tapped(tablet, engine.AllowSeveralBoxes("A", role=""))
        waits = {"key": key, "do": do, "approval": str(Approval.objects.latest("pk").pk)}
        with Trace() as trace:
            response = tablet.post(f"/table/{CODE}/sign", signs | waits)
        assert response.status_code == 200, response.content.decode()
        assert response["Table-Version"] == str(Table.objects.get(code=CODE).version)
        # Who may sign is decided before anything is written, on the state of that moment.
        assert trace.calls_of("rounds/play/dual_control.py:another_person") == 1, do
        assert trace.calls_of("rounds/play/snapshot.py:load") == 2, do
        assert trace.calls_of("rounds/play/snapshot.py:live_of") == 1, do
        assert trace.calls_of("rounds/engine/decide.py:decide") == (do == "approve"), do
        assert trace.calls_of("rounds/tablet/live_screen.py:screen_of") == 1, do
        push.settle()


def test_what_the_tablet_asks_beside_the_cards_is_one_load_and_one_rendering(tablet: Client) -> None:
    """A request withdrawn, an item of the opening, a call for a supervisor, a restriction of a player."""
    tapped(tablet, engine.PlaceWager(1, "A", 5000))
    tapped(tablet, engine.AllowSeveralBoxes("A", role=""))
    approval = str(Approval.objects.latest("pk").pk)
    for path, fields in (
        ("withdraw", {"approval": approval}),
        ("opening", {"item": "sign"}),
        ("call", {"do": "call"}),
    ):
        with Trace() as trace:
            response = tablet.post(f"/table/{CODE}/{path}", fields | {"key": f"beside-{path}"})
        assert response["Table-Answer"] in ("ok", "refused"), response.content.decode()
        assert trace.calls_of("rounds/play/snapshot.py:load") == 1, path
        assert trace.calls_of("rounds/play/snapshot.py:live_of") == 1, path
        assert trace.calls_of("rounds/tablet/live_screen.py:screen_of") == 1, path
        push.settle()


def test_a_command_of_the_page_of_players_is_one_load_and_one_decision(tablet: Client) -> None:
    """What the page showed and what the form has are checked on the state that the command is decided on."""
    tapped(tablet, engine.PlaceWager(1, "A", 5000))
    page = tablet.get(f"/table/{CODE}/people").content.decode()
    showed = html.unescape(re.search(r'name="showed" value="([^"]*)"', page)[1])  # type: ignore[index]
    fields = {"player": "A", "step": "hold", "how": "minimum", "reason": "slows the game", "showed": showed}
    with Trace() as trace:
        response = tablet.post(f"/table/{CODE}/people/act", fields | {"key": "hold"})
    assert Entry.objects.filter(chain=CODE, key="hold").exists(), response.content.decode()
    assert (
        trace.calls_of("rounds/play/snapshot.py:load") - trace.calls_of("rounds/tablet/player_views.py:_page")
        == 1
    )
    assert trace.calls_of("rounds/play/service.py:_decided") == 1


def test_another_worker_reads_only_what_was_recorded_meanwhile(
    tablet: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers in turn, each with a memory of its own: the second folds what the first has recorded, not the
    round."""
    memories: list[dict[str, Any]] = [{}, {}]
    for number, (command, status, _) in enumerate(ROUND):
        monkeypatch.setattr(snapshot, "_kept", memories[number % 2])
        trace = tapped(tablet, command, status)
        read = [sql for sql in trace.sql if sql.startswith('SELECT "ledger_entry"')]
        if number > 2:
            assert [('round_no" >=' in sql, '"seq" >=' in sql) for sql in read] in ([], [(False, True)]), (
                command
            )
            # One event that the other worker has recorded, and what this tap itself records and tries.
            assert trace.calls_of("rounds/play/editions.py:decoded") <= 3, command


def test_taps_are_answered_by_threads_that_are_kept(tablet: Client) -> None:
    """Under ASGI as production runs it: the thread that answered one tap answers the next."""
    started = Counter[str]()
    scope = {
        "type": "http", "method": "POST", "path": PLAY, "query_string": b"", "scheme": "http", "root_path": "",
        "headers": [
            (b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded"),
            (b"cookie", "; ".join(f"{name}={cookie.value}" for name, cookie in tablet.cookies.items()).encode()),
        ],
    }  # fmt: skip

    async def taps(application: Handler) -> list[int]:
        statuses: list[int] = []
        for number, command in enumerate((engine.PlaceWager(1, "A", 5000), engine.CallBets(), *CARD[:3])):
            version = await sync_to_async(lambda: Table.objects.get(code=CODE).version)()
            body = urlencode(
                {"key": f"t{number}", "expected": version, "command": engine.encode_command(command).decode()}
            )

            async def receive(body: bytes = body.encode()) -> dict[str, Any]:
                return {"type": "http.request", "body": body}

            async def send(message: dict[str, Any]) -> None:
                if message["type"] == "http.response.start":
                    statuses.append(message["status"])

            before = set(threading.enumerate())
            await application(scope, receive, send)
            started[str(number)] = len(set(threading.enumerate()) - before)
        return statuses

    with override_settings(MIDDLEWARE=[name for name in settings.MIDDLEWARE if "Csrf" not in name]):
        assert async_to_sync(taps)(Handler()) == [200] * 5
    # The second tap may come before the first thread is idle again.
    assert started.total() <= 2, started
