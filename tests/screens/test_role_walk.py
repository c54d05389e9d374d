"""Every address and every socket of the house with every role: who comes in and who is turned away.

The tables below are the promise. An address or a socket that is missing from them fails the test, so that nobody
adds one without saying whose it is.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from django.db import connections
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from casino.asgi import application
from casino.ledger import Entry
from casino.staff.access import FORBIDDEN
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import engine, push
from rounds.pit.routing import websocket_urlpatterns as table_sockets
from rounds.surveillance.routing import websocket_urlpatterns as ledger_sockets
from rounds.tablet.routing import websocket_urlpatterns as round_sockets
from tests import floor
from tests.examples import each_time, long_run
from tests.snapshots import made_once

ANYONE = "anyone"
"""Not signed in."""
DEALING = "dealer at BJ-07"
"""A dealer on the tablet that is assigned to the table; a plain dealer is elsewhere."""

SUPERVISORS: set[str] = {Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER}
EYES: set[str] = {Role.SURVEILLANCE, Role.INSPECTOR}
STAFF: set[str] = {*Role.values, DEALING}
EVERYBODY: set[str] = {*STAFF, ANYONE}
AT_TABLE: set[str] = {DEALING, *SUPERVISORS}
TOURNAMENTS: set[str] = {*SUPERVISORS, *EYES, Role.TOURNAMENT_DIRECTOR}
AUDIT: set[str] = {Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER, *EYES}


@dataclass(frozen=True)
class Door:
    """One address: how it is asked and who comes in."""

    who: set[str]
    method: str = "get"
    args: tuple[Any, ...] = ()
    token: bool = False
    """Opened by the token of a device alone, whoever is signed in."""


TABLE = ("BJ-07",)
DOORS: dict[str, Door] = {
    "healthz": Door(EVERYBODY),
    "unanswered": Door(EVERYBODY),
    "readyz": Door(EVERYBODY),
    "metrics": Door(EVERYBODY),  # 404 without the token of who watches over the system
    "screen_fault": Door(STAFF, "post"),
    "script_words": Door(EVERYBODY),
    "manifest": Door(EVERYBODY),
    "service_worker": Door(EVERYBODY),
    "offline": Door(EVERYBODY),
    # the staff room: its doors are open to everybody with a number and PIN
    "home": Door(STAFF),
    "sign_in": Door(EVERYBODY),
    "sign_out": Door(EVERYBODY, "post"),
    "lock": Door(EVERYBODY, "post"),
    "unlock": Door(EVERYBODY),
    "own_pin": Door(STAFF),
    "change_dealer": Door(EVERYBODY),
    "take_over": Door(EVERYBODY),
    "enrol_tablet": Door(EVERYBODY),
    "tablets": Door(SUPERVISORS),
    "unassign_tablet": Door(SUPERVISORS, "post", (1,)),
    # the pit
    "pit": Door(SUPERVISORS | EYES),
    "pit_round": Door(SUPERVISORS | EYES, args=("BJ-07", 1)),
    "pit_of": Door(SUPERVISORS | EYES, args=("P1",)),
    "pit_now": Door(SUPERVISORS | EYES),
    "pit_charts": Door(SUPERVISORS | EYES),
    "acknowledge": Door(SUPERVISORS, "post", TABLE),
    "staff_seen": Door({Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER}, "post", (1,)),
    "acknowledge_guesses": Door(SUPERVISORS, "post", (1,)),
    "bulk_actions": Door(SUPERVISORS | EYES),
    "act_at_tables": Door(SUPERVISORS, "post"),
    "rota": Door(SUPERVISORS | EYES),
    "gaming_hours": Door(SUPERVISORS | EYES),
    "pit_table": Door(SUPERVISORS | EYES, args=TABLE),
    "disputes": Door(SUPERVISORS | EYES, args=TABLE),
    "dispute_act": Door(SUPERVISORS, "post", TABLE),
    "dispute_payment": Door(SUPERVISORS, args=("BJ-07", 1)),  # 404 for one that is not there
    "pit_act": Door(SUPERVISORS, "post", TABLE),
    "pit_decide": Door(SUPERVISORS, "post", (1,)),
    "irregular": Door(SUPERVISORS | EYES, args=TABLE),
    "irregular_decide": Door(SUPERVISORS, "post", ("BJ-07", 1)),
    "irregular_seen": Door(SUPERVISORS, "post", ("BJ-07", 1)),
    "demo_tablet": Door(EVERYBODY, args=TABLE),  # 404 outside the demonstration
    # tournaments
    "tournaments": Door(TOURNAMENTS),
    "tournament_draft": Door({Role.OPERATIONS_MANAGER}),
    "tournament": Door(TOURNAMENTS, args=("T-1",)),  # 404 for one that is not there
    "tournament_act": Door(TOURNAMENTS, "post", ("T-1",)),
    "tournament_conditions": Door(TOURNAMENTS, args=("T-1",)),
    "tournament_printed": Door(TOURNAMENTS, args=("T-1",)),
    "tournament_board": Door(STAFF, args=("T-1",)),  # and everybody, where it is on a screen in the hall
    "tournament_board_now": Door(STAFF, args=("T-1",)),
    "tournament_hall": Door({Role.OPERATIONS_MANAGER, Role.TOURNAMENT_DIRECTOR}, "post", ("T-1",)),
    "tournament_report": Door(TOURNAMENTS, args=("T-1",)),
    "tournament_report_pdf": Door(TOURNAMENTS, args=("T-1",)),
    "tournament_report_csv": Door(TOURNAMENTS, args=("T-1",)),
    # the float
    "floats": Door(SUPERVISORS | EYES),
    "figures": Door(SUPERVISORS | EYES),
    "figures_csv": Door(SUPERVISORS | EYES),
    "sessions": Door(SUPERVISORS | EYES),
    "session": Door(SUPERVISORS | EYES, args=(1,)),  # 404 for one that is not there
    "session_pdf": Door(SUPERVISORS | EYES, args=(1,)),
    "session_csv": Door(SUPERVISORS | EYES, args=(1,)),
    "float_alert": Door(SUPERVISORS, "post", (1,)),
    "float": Door(AT_TABLE | EYES, args=TABLE),
    "float_paper": Door(AT_TABLE | EYES, args=TABLE),
    "float_act": Door(AT_TABLE, "post", TABLE),
    # the cards
    "card_check": Door(AT_TABLE | EYES, args=TABLE),
    "card_check_act": Door(AT_TABLE, "post", TABLE),
    # the table
    "tablet": Door(AT_TABLE, args=TABLE),
    "play": Door(AT_TABLE, "post", TABLE),
    "sign": Door(AT_TABLE, "post", TABLE),
    "withdraw": Door(AT_TABLE, "post", TABLE),
    "opening": Door(AT_TABLE, "post", TABLE),
    "supervisor_call": Door(AT_TABLE, "post", TABLE),
    "take_over_answer": Door(AT_TABLE, "post", TABLE),
    "wrong": Door(AT_TABLE, args=TABLE),
    "wrong_one": Door(AT_TABLE, args=("BJ-07", "excess_card")),
    "wrong_plan": Door(AT_TABLE, args=("BJ-07", "excess_card")),
    "correct_one": Door(AT_TABLE, args=("BJ-07", "card")),
    "correct_plan": Door(AT_TABLE, args=("BJ-07", "card")),
    "tablet_dispute": Door(AT_TABLE, args=TABLE),
    "tablet_dispute_record": Door(AT_TABLE, "post", TABLE),
    "reader_at_tablet": Door(AT_TABLE, "post", TABLE),
    "people": Door(AT_TABLE | EYES, args=TABLE),
    "people_act": Door(AT_TABLE, "post", TABLE),
    "now": Door(AT_TABLE | EYES, args=TABLE),
    "watch": Door(AT_TABLE | EYES, args=TABLE),
    "results": Door(EVERYBODY, args=TABLE),  # 404 unless the table has the display
    # the readers of the shoes
    "readers": Door(SUPERVISORS | EYES),
    "reader_issue": Door({Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER}, "post"),
    "reader_revoke": Door({Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER}, "post", (1,)),
    "reader_state": Door(set(), token=True),
    "reader_reports": Door(set(), "post", token=True),
    # the staff
    "staff": Door(AUDIT),
    "staff_add": Door({Role.OPERATIONS_MANAGER}, "post"),
    "staff_person": Door(AUDIT, args=("D-114",)),
    "staff_act": Door({Role.OPERATIONS_MANAGER}, "post", ("D-114",)),
    # the set-up of a house that deals
    "house_floor": Door({Role.OPERATIONS_MANAGER}),
    "house_games": Door({Role.OPERATIONS_MANAGER}, "post"),
    "house_pit": Door({Role.OPERATIONS_MANAGER}, "post"),
    "house_new_table": Door({Role.OPERATIONS_MANAGER}),
    "house_enter_table": Door({Role.OPERATIONS_MANAGER}, "post"),
    "house_table": Door({Role.OPERATIONS_MANAGER}, args=TABLE),
    "house_change_table": Door({Role.OPERATIONS_MANAGER}, "post", TABLE),
    "house_layout": Door({Role.OPERATIONS_MANAGER}, args=TABLE),
    "house_layout_check": Door({Role.OPERATIONS_MANAGER}, "post", TABLE),
    "house_layout_save": Door({Role.OPERATIONS_MANAGER}, "post", TABLE),
    "felt_preview": Door({Role.OPERATIONS_MANAGER}, "post", TABLE),
    # the set-up of a new house
    "house": Door({Role.OPERATIONS_MANAGER}),
    "house_book": Door({Role.OPERATIONS_MANAGER}, "post"),
    "house_list": Door({Role.OPERATIONS_MANAGER}, args=("staff",)),
    "house_step": Door({Role.OPERATIONS_MANAGER}, args=("tables",)),
    # the rules, for everybody who asks
    "rules": Door(EVERYBODY, args=TABLE),
    "approved_rules": Door(SUPERVISORS | EYES),
    "approved_rules_add": Door({Role.OPERATIONS_MANAGER}, "post"),
    "approved_rules_withdraw": Door({Role.OPERATIONS_MANAGER}, "post", (1,)),
    "approved_rules_pdf": Door(EVERYBODY, args=("0" * 64,)),  # 404 for one that is not there
    "clause": Door(EVERYBODY, args=("VIC03-7.5",)),
    "rules_given": Door(AT_TABLE, "post", TABLE),
    # the record
    "audit": Door(AUDIT),
    "audit_tail": Door(AUDIT),
    "audit_chain": Door(AUDIT),
    "audit_export": Door(AUDIT),
    "audit_export_lines": Door(AUDIT),
    "find": Door(AUDIT),
    # the surveillance desk
    "desk_counts": Door(AUDIT),
    "desk_notes": Door(EYES),
    "notes_to_pit": Door(SUPERVISORS | EYES),
    "desk_note": Door({Role.SURVEILLANCE}, "post", ("BJ-07", 1)),
    "desk_note_withdraw": Door({Role.SURVEILLANCE}, "post", (1,)),
    "desk_disputes": Door(AUDIT),
    "desk_incidents": Door(AUDIT),
    "desk_incident_new": Door({Role.SURVEILLANCE}),
    "desk_incident": Door(
        AUDIT, args=("INC-2026-0001",)
    ),  # 404 for one that is not there, or is not for that person
    "desk_incident_act": Door({Role.SURVEILLANCE}, "post", ("INC-2026-0001",)),
    "desk_incident_attach": Door({Role.SURVEILLANCE}, "post", ("INC-2026-0001",)),
    "desk_incident_file": Door(AUDIT, args=("INC-2026-0001", 1)),
    "desk_log": Door(EYES),
    "desk_log_of": Door(EYES, args=(1,)),
    "desk_log_act": Door({Role.SURVEILLANCE}, "post"),
    "desk_keeping": Door({*EYES, Role.OPERATIONS_MANAGER}),
    "desk_keeping_act": Door({Role.SURVEILLANCE, Role.OPERATIONS_MANAGER}, "post"),
    "desk_lists": Door({*EYES, Role.OPERATIONS_MANAGER}),
    "round_at": Door(AUDIT, args=TABLE),
    "compare": Door(EYES),
    "alerts": Door(EYES),
    "alerts_now": Door(EYES),
    "alerts_new": Door(EYES),
    "alert_set": Door({Role.SURVEILLANCE}, "post"),
    "alert_end": Door({Role.SURVEILLANCE}, "post", (1,)),
    "alert_seen": Door({Role.SURVEILLANCE}, "post", (1,)),
    "find_keep": Door(AUDIT, "post"),
    "find_forget": Door(AUDIT, "post", (1,)),
    "recorders": Door(EYES),
    "recorder_issue": Door({Role.SURVEILLANCE}, "post"),
    "recorder_revoke": Door({Role.SURVEILLANCE}, "post", (1,)),
    "video_feed": Door(set(), args=TABLE, token=True),
    "replay": Door(AUDIT, args=("BJ-07", 1)),
    "replay_export": Door(AUDIT, args=("BJ-07", 1)),
    "replay_evidence": Door(AUDIT, "post", ("BJ-07", 1)),
}
SOCKETS: dict[str, tuple[str, set[str]]] = {
    "ws/table/<str:code>/": ("/ws/table/BJ-07/", AT_TABLE | EYES),
    "ws/pit/<str:code>/": ("/ws/pit/P1/", SUPERVISORS | EYES),
    "ws/audit/": ("/ws/audit/", AUDIT),
    "ws/alerts/": ("/ws/alerts/", EYES),
}


def names(resolver: URLResolver) -> list[str]:
    all_names = []
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            all_names.append(pattern.name or str(pattern.pattern))
        elif pattern.namespace != "admin":
            all_names += names(pattern)
    return all_names


def test_every_address_and_socket_says_whose_it_is() -> None:
    assert sorted(names(get_resolver())) == sorted(DOORS)
    sockets = [*round_sockets, *table_sockets, *ledger_sockets]
    assert sorted(str(socket.pattern) for socket in sockets) == sorted(SOCKETS)


def house() -> None:
    """A table in play, so that every address has something to show."""
    made_once("a house to walk through", _in_play)
    push.settle()  # what a socket that is opened from now on gets is its own


def _in_play() -> None:
    floor.open_table()
    floor.taps("BJ-07", engine.PlaceWager(3, "A", 5000), engine.CallBets(), engine.DealCard("Ts"))
    for role in Role.values:
        floor.person(role)


def browser_of(who: str) -> Client:
    client = Client()
    if who == ANYONE:
        return client
    if who == DEALING:
        supervisor = floor.casino_supervisor()
        client.post("/tablet/enrol/", {"table_code": "BJ-07", "number": supervisor.number, "pin": floor.PIN})
    number = floor.NUMBERS[Role.DEALER if who == DEALING else Role(who)]
    answer = client.post("/sign-in/", {"number": number, "pin": floor.PIN, "take_over": number})
    assert answer.status_code == 302, answer.content
    return client


@pytest.mark.django_db
@pytest.mark.clause("VIC03-1.2")
@pytest.mark.parametrize("who", sorted(EVERYBODY))
def test_each_address_with_each_role(who: str) -> None:
    house()
    client = browser_of(who)
    wrong = []
    for name, door in DOORS.items():
        if name in ("sign_out", "lock"):
            continue  # they end the walk; tests of the staff room see to them
        address = reverse(name, args=door.args)
        answer = getattr(client, door.method)(address)
        to_sign_in = answer.status_code in (301, 302, 303) and answer["Location"].startswith("/sign-in/")
        came_in = answer.status_code not in (401, 403) and (
            not to_sign_in or name in ("unlock", "change_dealer", "take_over")
        )
        if who in door.who and not came_in:
            wrong.append(f"{name} turned {who} away: {answer.status_code}")
        if who not in door.who and came_in:
            wrong.append(f"{name} let {who} in: {answer.status_code}")
        if answer.status_code >= 500:
            wrong.append(f"{name} failed for {who}: {answer.status_code}")
        if who == ANYONE and who not in door.who and not to_sign_in and not door.token:
            wrong.append(f"{name} did not send {who} to sign in: {answer.status_code}")
    assert wrong == []


UNUSED = ("put", "patch", "delete", "options", "trace")
"""Methods that no page of the house uses."""
METHODS = ("get", "post", *UNUSED)
ENTERED = {
    "tournament_draft",
    "sign_in",
    "own_pin",
    "unlock",
    "change_dealer",
    "take_over",
    "enrol_tablet",
    "gaming_hours",
    "rota",
    "audit_chain",
    "house_step",
    "house_list",
    "desk_incident_new",
    "desk_lists",
}
"""Pages that take what is entered on them, and say themselves who may."""


EACH_TIME = {ANYONE, DEALING, Role.OPERATIONS_MANAGER, Role.SURVEILLANCE}
"""Who gets in nowhere, at a table, everywhere else, and at the record; the others in the long run."""


@pytest.mark.django_db
@pytest.mark.parametrize("who", each_time(EACH_TIME, sorted(EVERYBODY)))
def test_each_address_with_each_other_method(who: str) -> None:
    """No role gets in by another method than the address has: none changes what is only looked at, and none fetches
    what is only posted. Of the methods that no page uses each role tries one at each address, each role a different
    one; in the long run all."""
    house()
    client = browser_of(who)
    before = Entry.objects.count()
    wrong = []
    for number, (name, door) in enumerate(DOORS.items(), start=sorted(EVERYBODY).index(who)):
        for method in METHODS if long_run() else ("get", "post", UNUSED[number % len(UNUSED)]):
            if (
                method == door.method
                or (method == "post" and name in ENTERED)
                or name in ("sign_out", "lock")
            ):
                continue
            answer = getattr(client, method)(reverse(name, args=door.args))
            away = answer.status_code in (401, 403, 404, 405)
            to_door = answer.status_code in (302, 303) and answer["Location"].startswith("/sign-in/")
            if not away and not to_door:
                wrong.append(f"{method} {name} by {who}: {answer.status_code}")
    assert wrong == []
    assert Entry.objects.count() == before


@pytest.mark.django_db
def test_nothing_is_posted_without_the_token_of_the_page() -> None:
    """Each as somebody who may: the walk has the roles, this has the other site's page. A device brings a token of
    its own."""
    house()
    wrong = []
    for who in (DEALING, Role.OPERATIONS_MANAGER):
        signed_in = browser_of(who)
        client = Client(enforce_csrf_checks=True)
        client.cookies = signed_in.cookies
        for name, door in DOORS.items():
            if door.method == "post" or name in ENTERED:
                answer = client.post(reverse(name, args=door.args))
                if answer.status_code != (401 if door.token else 403):
                    wrong.append(f"{name} by {who}: {answer.status_code}")
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize("who", [DEALING, Role.OPERATIONS_MANAGER, Role.SURVEILLANCE])
def test_a_locked_screen_opens_no_address(who: str) -> None:
    """Only the doors that ask for a PIN, the health of the house, the words of its scripts, what makes it
    installable and the rules that anyone may ask for answer otherwise than by the lock."""
    house()
    client = browser_of(who)
    client.post("/lock/")
    doors = {
        "healthz",
        "unanswered",
        "readyz",
        "metrics",
        "sign_in",
        "sign_out",
        "lock",
        "unlock",
        "change_dealer",
        "take_over",
        "enrol_tablet",
        "demo_tablet",
        "results",
        "rules",
        "clause",
        "approved_rules_pdf",
        "script_words",
        "manifest",
        "offline",
        "service_worker",
    }
    wrong = []
    for name in sorted(name for name in set(DOORS) - doors if not DOORS[name].token):
        answer = getattr(client, DOORS[name].method)(reverse(name, args=DOORS[name].args))
        if answer.status_code not in (302, 303) or not answer["Location"].startswith("/unlock/"):
            wrong.append(f"{name}: {answer.status_code}")
    assert wrong == []


@pytest.mark.long
@pytest.mark.django_db
def test_every_page_can_be_asked_for_its_head() -> None:
    house()
    clients = [browser_of(who) for who in (DEALING, Role.OPERATIONS_MANAGER)]
    wrong = []
    for name, door in DOORS.items():
        if door.method != "get":
            continue
        for client in clients:
            address = reverse(name, args=door.args)
            statuses = client.head(address).status_code, client.get(address).status_code
            if statuses[0] != statuses[1]:
                wrong.append(f"{name}: {statuses}")
    assert wrong == []


@pytest.mark.long
@pytest.mark.django_db
def test_no_address_fails_on_a_nul() -> None:
    """In the address, in the query and in each field of a form."""
    house()
    clients = [browser_of(who) for who in (DEALING, Role.OPERATIONS_MANAGER)]
    fields = [
        "next", "number", "pin", "table_code", "key", "expected", "do", "box", "player", "amount", "command",
        "approval", "reason", "decision", "pit", "step", "item", "have", "after", "before", "who", "table",
        "bet", "scale", "thing", "order", "new_scale", "step", "kind", "note", "chip-250", "slip", "cash", "old", "new",
    ]  # fmt: skip
    wrong = []
    for name, door in DOORS.items():
        address = reverse(name, args=door.args)
        # The door looks at every field alike, before the view; one that lets its view do so is asked field by field.
        by_field = getattr(resolve(address).func, "names_unfit", False)
        sent = [{field: "a\0b"} for field in fields] if by_field else [dict.fromkeys(fields, "a\0b")]
        for client in clients if name not in ("sign_out", "lock") else [Client()]:
            ask = client.post if door.method == "post" else client.get
            answers = [ask(address, given) for given in sent]
            if door.args == TABLE:
                answers.append(client.get(reverse(name, args=("BJ\0",))))
            wrong += [f"{name}: {answer.status_code}" for answer in answers if answer.status_code >= 500]
    client = browser_of(Role.OPERATIONS_MANAGER)
    Staff.objects.filter(number=floor.NUMBERS[Role.OPERATIONS_MANAGER]).update(is_superuser=True)
    for query in ("q=%00", "role=%00", "role__exact=%00", "p=%00"):
        if client.get(f"/admin/staff/staff/?{query}").status_code >= 500:
            wrong.append(f"admin: {query}")
    assert wrong == []


LANDINGS: dict[str, tuple[str, str]] = {
    ANYONE: ("/sign-in/", "Sign in"),
    DEALING: ("/table/BJ-07/", "BJ-07"),
    Role.DEALER: ("/", "No table yet"),
    Role.GAME_SUPERVISOR: ("/pit/", "BJ-07"),
    Role.CASINO_SUPERVISOR: ("/pit/", "BJ-07"),
    Role.OPERATIONS_MANAGER: ("/pit/", "BJ-07"),
    Role.SURVEILLANCE: ("/audit/", "BJ-07"),
    Role.INSPECTOR: ("/audit/", "BJ-07"),
    Role.TOURNAMENT_DIRECTOR: ("/tournaments/", "Tournaments"),
}
"""Where the front door leads each, and words of the page there."""


@pytest.mark.django_db
@pytest.mark.parametrize("who", sorted(EVERYBODY))
def test_the_front_door_leads_each_to_a_page_that_is_theirs(who: str) -> None:
    house()
    answer = browser_of(who).get("/", follow=True)
    address, words = LANDINGS[who]
    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == address
    assert words in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("who", sorted(EVERYBODY))
def test_the_admin_is_not_opened_by_a_role(who: str) -> None:
    """Only the switch for set-up data opens it, which is not a role (and nobody of the walk has it)."""
    house()
    answer = browser_of(who).get("/admin/")
    assert answer.status_code == 302
    assert "login" in answer["Location"] or answer["Location"].startswith("/sign-in/")


@pytest.fixture
async def own_layer() -> AsyncIterator[None]:
    """A channel layer of this test's event loop; the thread's connection does not outlive the test."""
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()
    await sync_to_async(connections.close_all)()


def socket_of(client: Client, address: str, origin: str) -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
    headers = [(b"cookie", cookies.encode()), (b"origin", origin.encode()), (b"host", b"localhost")]
    return WebsocketCommunicator(application, address, headers=headers)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("own_layer")
@pytest.mark.clause("VIC03-1.2")
async def test_each_socket_with_each_role() -> None:
    await sync_to_async(house)()
    wrong = []
    for who in sorted(EVERYBODY):
        client = await sync_to_async(browser_of)(who)
        for address, allowed in SOCKETS.values():
            socket = socket_of(client, address, "http://localhost")
            connected, _ = await socket.connect(timeout=10)
            assert connected  # accepted first, so that the browser hears the code of the refusal
            await socket.send_to('{"ping": 1}')
            first = await socket.receive_output(10)
            came_in = first["type"] == "websocket.send"
            if came_in != (who in allowed):
                wrong.append(f"{address} {'let' if came_in else 'did not let'} {who} in")
            if came_in:
                await socket.disconnect()
            else:
                assert first["code"] == FORBIDDEN
    assert wrong == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("own_layer")
async def test_a_socket_from_a_page_of_another_house_is_refused() -> None:
    await sync_to_async(house)()
    client = await sync_to_async(browser_of)(Role.SURVEILLANCE)
    for address, _ in SOCKETS.values():
        socket = socket_of(client, address, "https://elsewhere.example")
        connected, _code = await socket.connect(timeout=10)
        assert not connected, address


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("own_layer")
async def test_a_role_that_is_taken_away_ends_the_watch() -> None:
    await sync_to_async(house)()
    client = await sync_to_async(browser_of)(Role.CASINO_SUPERVISOR)
    person = await sync_to_async(floor.casino_supervisor)()
    for address in ("/ws/pit/all/", "/ws/audit/"):
        person.role = Role.CASINO_SUPERVISOR
        await person.asave()
        socket = socket_of(client, address, "http://localhost")
        await socket.connect(timeout=10)
        person.role = Role.DEALER
        await person.asave()
        await socket.send_to('{"ping": 1}')
        while (message := await socket.receive_output(10))["type"] == "websocket.send":
            assert "pong" not in message["text"]
        assert message["code"] == FORBIDDEN
