"""The connection to the database is cut at each statement of a request in turn. The answer never claims more than is
so: it is the usual one or 503, and the same request sent again is answered as the first time and recorded once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Approval, Guard, Staff, Tablet
from casino.staff.roles import Role
from rounds import engine
from tables.models import Reader, Table
from tables.readers import registration
from tests import floor, pages
from tests.conftest import database_url
from tests.examples import each_time
from tests.floor import PIN
from tests.tables.tournaments import pages as tournaments

CODE = "BJ-07"
WAGER = engine.PlaceWager(3, "A", 1000)


class Cut:
    """Ends the connection as soon as the `at`-th statement from now on has been made: what follows it, another one or
    the end of the transaction, is cut off."""

    def __init__(self, at: int) -> None:
        self.left = at
        self.done = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.left -= 1
        result = execute(sql, params, many, context)
        if self.left == 0:
            self.done = True
            pid = connection.connection.info.backend_pid
            with psycopg.connect(database_url(), autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])
        return result


@contextmanager
def cut(at: int) -> Iterator[Cut]:
    """Cut the connection within; afterwards there is a fresh one."""
    wrapper = Cut(at)
    with connection.execute_wrapper(wrapper):
        yield wrapper
    connection.close()


@dataclass
class Request:
    """What somebody sends, and sends again: the same bytes each time."""

    client: Client
    address: str
    fields: dict[str, Any] | str
    headers: dict[str, str] | None = None

    def send(self) -> Any:
        kind = {"content_type": "application/json"} if isinstance(self.fields, str) else {}
        return self.client.post(self.address, self.fields, headers=self.headers, **kind)


def signed_in(number: str) -> Client:
    client = Client(raise_request_exception=False)
    answer = client.post("/sign-in/", {"number": number, "pin": PIN, "take_over": number})
    assert answer.status_code == 302, answer.content
    return client


def tablet() -> Client:
    client = Client(raise_request_exception=False)
    boss = floor.casino_supervisor().number
    assert client.post("/tablet/enrol/", {"table_code": CODE, "number": boss, "pin": PIN}).status_code == 302
    dealer = floor.dealer().number
    answer = client.post("/sign-in/", {"number": dealer, "pin": PIN, "take_over": dealer})
    assert answer.status_code == 302, answer.content
    floor.complete_opening_list(Table.objects.get(code=CODE))  # the dealer who comes confirms the sign
    return client


def boss() -> Client:
    return signed_in(floor.casino_supervisor().number)


def manager() -> Client:
    return signed_in(floor.person(Role.OPERATIONS_MANAGER).number)


def setter() -> Client:
    """Who may set up."""
    return signed_in(Staff.objects.create_superuser("M-9", PIN).number)


def desk(address: str, *before: engine.Command, **fields: str) -> Request:
    """What surveillance writes at its desk."""
    if before:
        floor.taps(CODE, *before)
    return Request(signed_in(floor.person(Role.SURVEILLANCE).number), address, fields | {"key": "k"})


def tap(*before: engine.Command, command: engine.Command) -> Request:
    client = tablet()
    if before:
        floor.taps(CODE, *before)
    fields = {
        "command": engine.encode_command(command).decode(),
        "key": "k",
        "expected": Table.objects.get(code=CODE).version,
    }
    return Request(client, f"/table/{CODE}/play", fields)


def form(client: Client, page: str, step: str, **filled: Any) -> Request:
    """The form of a page that takes a step, filled in, as the page sends it."""
    answer = client.get(page)
    forms = pages.forms(answer.content.decode())
    form = next(form for form in forms if form.takes(step) or (not step and set(filled) <= set(form.fields)))
    return Request(client, form.action or page, form.filled(step=step or None, **filled))


def clock_in(minutes: int) -> str:
    return f"{timezone.localtime(timezone.now() + timedelta(minutes=minutes)):%H:%M}"


# --- what people and devices send


def asked() -> Approval:
    """What waits for a supervisor: a player on several boxes."""
    answer = floor.tap(CODE, engine.AllowSeveralBoxes("A", role=""))
    return Approval.objects.get(pk=answer.approval_id)


def signature() -> Request:
    """A supervisor signs at the tablet what the dealer has asked for."""
    client, approval = tablet(), asked()
    fields = {
        "approval": approval.pk,
        "do": "approve",
        "key": "k",
        "number": floor.casino_supervisor().number,
    }
    return Request(client, f"/table/{CODE}/sign", fields | {"pin": PIN})


def decision() -> Request:
    return Request(boss(), f"/pit/ask/{asked().pk}/", {"decision": "approve"})


def reports() -> Request:
    _, token = registration.issue(CODE, Reader.Kind.SHOE, "", by=floor.casino_supervisor(), at=floor.AT)
    floor.taps(CODE, engine.PlaceWager(3, "A", 1000), engine.CallBets())
    cards = [{"sequence": 1, "card": "Ts"}]  # each of several is a transaction of its own
    client = Client(raise_request_exception=False)
    return Request(
        client, "/reader/reports", json.dumps({"reports": cards}), {"Authorization": f"Bearer {token}"}
    )


def patron() -> Request:
    client = tablet()
    floor.taps(CODE, WAGER)
    return form(client, f"/table/{CODE}/people", "patron", player="A")


def unassigned() -> Request:
    tablet()
    return Request(boss(), f"/tablets/{Tablet.objects.get().pk}/unassign/", {"sure": "yes"})


def entry() -> Request:
    """Of a player in a tournament."""
    people, code = tournaments.People(), tournaments.drafted()
    people.done(
        Role.INSPECTOR, code, "approve", approved_by="Director of Casino Surveillance", reference="DCS 26/114"
    )
    people.client(Role.TOURNAMENT_DIRECTOR)
    director = tournaments.NUMBERS[Role.TOURNAMENT_DIRECTOR]
    people.done(Role.OPERATIONS_MANAGER, code, "appoint_director", number=director)
    people.done(Role.OPERATIONS_MANAGER, code, "open_entries")
    client = people.client(Role.GAME_SUPERVISOR)
    client.raise_request_exception = False
    fields = tournaments.key(client.get(f"/tournaments/{code}/").content.decode())
    fields |= {"step": "enter", "player": "P1", "fee": "100", "entitled": "yes"}
    fields["showed"] = tournaments.showed(code, **fields)
    return Request(client, f"/tournaments/{code}/act", fields)


FLOAT, PIT = f"/float/table/{CODE}/", f"/pit/table/{CODE}/"
SIGNED = {"number": "S-07", "pin": PIN}


def with_box(request: Callable[[], Request]) -> Callable[[], Request]:
    def prepared() -> Request:
        client = tablet()
        box = {"step": "box_change", "old": "", "new": "D1"} | SIGNED
        assert client.post(f"{FLOAT}act", box).status_code == 302
        return request()

    return prepared


USUALLY = {
    "a wager": lambda: tap(command=WAGER),
    "a card": lambda: tap(WAGER, engine.CallBets(), command=engine.DealCard("Ts")),
    "a buy-in": with_box(lambda: form(tablet(), FLOAT, "buy_in", cash="100", player="A")),
    "what a reader reports": reports,
    "a decision in the pit": decision,
}
"""One of each kind."""
MORE = {
    "a refused wager": lambda: tap(command=engine.PlaceWager(3, "A", 900_000)),
    "limits": lambda: form(boss(), PIT, "limits", minimum="5", maximum="1000", multiple=""),
    "an entry in a tournament": entry,
    "a dealer who taps in": lambda: Request(
        boss(), "/pit/rota/", {"step": "tap_in", "number": "D-114", "key": "k"}
    ),
    "the call": lambda: tap(WAGER, command=engine.CallBets()),
    "an undo": lambda: tap(WAGER, command=engine.Undo()),
    "a correction that wants a signature": lambda: tap(
        WAGER, engine.CallBets(), engine.DealCard("Ts"), command=engine.CorrectCard(1, "9s")
    ),
    "a signature at the tablet": signature,
    "a call of a supervisor": lambda: Request(tablet(), f"/table/{CODE}/call", {"do": "call", "key": "k"}),
    "a notice of a minimum": lambda: form(boss(), PIT, "put_up", notice_minimum="20", change_at=clock_in(25)),
    "a notice of closing": lambda: form(boss(), PIT, "announce", close_at=clock_in(45), reason="quiet"),
    "the beginning of closing": lambda: form(boss(), PIT, "closing", nobody="yes", sure="yes"),
    "a dispute": lambda: form(boss(), f"{PIT}disputes", "raise", player="A", question="the card was mine"),
    "a fill": lambda: form(tablet(), FLOAT, "request", kind="fill", **{"chip-500": "20"}),
    "a count": lambda: form(tablet(), FLOAT, "count", note="as counted", **{"chip-500": "20"}, **SIGNED),
    "a colour-up": lambda: form(tablet(), FLOAT, "colour_up", **{"taken-500": "20", "chip-2500": "4"}),
    "a box that is changed": lambda: form(tablet(), FLOAT, "box_change", new="D1", **SIGNED),
    "a patron": patron,
    "a reader that is assigned": lambda: Request(
        boss(), "/readers/issue", {"table": CODE, "kind": "shoe", "key": "k"}
    ),
    "gaming hours": lambda: form(
        manager(),
        "/pit/hours/",
        "",
        book="ACT96",
        valid_from="2026-11-28",
        begins="12:00",
        ends="04:00",
        source="M 7",
    ),
    "rules that were given": lambda: Request(tablet(), f"/rules/{CODE}/given", {"key": "k"}),
    "several tables at once": lambda: form(
        boss(), "/pit/several/", "announce", table=CODE, sure="yes", close_at=clock_in(45), reason="quiet"
    ),
    "a tablet that is unassigned": unassigned,
    "a lock": lambda: Request(tablet(), "/lock/", {}),
    "a sign-out": lambda: Request(boss(), "/sign-out/", {}),
}
AWAY_FROM_TABLES = {
    "a note of the desk": lambda: desk("/desk/notes/BJ-07/1", WAGER, words="watch", tag="", whole="yes"),
    "an incident": lambda: desk(
        "/desk/incidents/new", WAGER, title="Card in excess", type="Table games > Cards > Drawn in excess",
        round=f"{CODE}/1", narrative="Dealer drew a card too many", occurred="28 Nov 2026 20:00:31", reported="",
        loss="", saving="5", recovered="",
    ),
    "a shift of the desk": lambda: desk("/desk/log/act", step="begin"),
    "somebody new": lambda: Request(
        setter(), "/staff/add", {"key": "k", "person": "D-150", "role": "dealer", **SIGNED}
    ),
    "a pit": lambda: form(setter(), "/house/floor/", "", code="P9", name="Salon", **SIGNED),
}  # fmt: skip
EVERY = USUALLY | MORE | AWAY_FROM_TABLES
NOT_YET = 503


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", each_time(USUALLY, EVERY))
def test_cut_at_every_statement_nothing_is_lost_or_done_twice(kind: str) -> None:
    """The same request again and again, with the cut one statement later each time: nothing is recorded until the cut
    comes after the transaction's end, and nothing more from then on."""
    cut_everywhere(kind, EVERY[kind])


def cut_everywhere(kind: str, prepared: Callable[[], Request]) -> None:
    """Send a request until nothing of it is cut, at the table as it is open."""
    floor.open_table(CODE, sign=(1000, 50000, 0))
    floor.person(Role.CASINO_SUPERVISOR)
    request, faults = prepared(), verify().faults
    before = Entry.objects.count()
    answers: list[tuple[int, int]] = []
    at, is_cut = 0, True
    while is_cut:
        at += 1
        Guard.objects.all().delete()  # many tries with one PIN are the test's, not a guess
        with cut(at) as wrapper:
            status = request.send().status_code
        is_cut = wrapper.done
        answers.append((status, Entry.objects.count() - before))
    usual, recorded = answers[-1]
    assert usual < 500, answers
    assert recorded or kind == "a refused wager", answers
    assert len(answers) > 3, answers
    for status, entries in answers:
        # All of it or nothing; and nobody is told that it is done who may not rely on it.
        assert entries in (0, recorded), answers
        assert status == NOT_YET or (status, entries) == (usual, recorded), answers
    assert [entries for _, entries in answers] == sorted(entries for _, entries in answers)
    assert request.send().status_code == usual
    assert Entry.objects.count() == before + recorded
    assert [fault for fault in verify().faults if fault not in faults] == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "page", [f"/table/{CODE}/now", "/pit/now", "/float/", PIT, FLOAT, "/readers/", "/audit/", "/tournaments/"]
)
def test_a_page_whose_connection_is_cut_is_503(page: str) -> None:
    floor.open_table(CODE)
    client = boss()
    client.raise_request_exception = False
    statements, is_cut = 0, True
    while is_cut:
        # Each third one: a page only reads.
        statements += 3
        with cut(statements) as wrapper:
            status = client.get(page).status_code
        is_cut = wrapper.done
        assert status in ((NOT_YET, 200) if is_cut else (200,)), (page, statements)


@pytest.mark.django_db
def test_a_lost_database_is_503_with_a_time_to_ask_again() -> None:
    client = Client(raise_request_exception=False)

    def away(*_: Any) -> Any:
        raise OperationalError("the server closed the connection unexpectedly")

    for address in ("/sign-in/", "/pit/", "/table/BJ-07/"):
        with connection.execute_wrapper(away):
            answer = client.get(address, HTTP_COOKIE="sessionid=abcdefghijklmnopqrstuvwxyz")
        assert (answer.status_code, answer["Retry-After"]) == (503, "1"), address
