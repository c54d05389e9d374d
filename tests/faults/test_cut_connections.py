"""The connection to the database is cut at each statement of a request in turn. The answer never claims more than is
so: it is the usual one or 503, and the same request sent again is answered as the first time and recorded once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import Client

from casino.ledger import Entry
from casino.staff.roles import Role
from rounds import engine
from tables.models import Table
from tests import floor
from tests.conftest import database_url
from tests.floor import PIN

CODE = "BJ-07"


class Cut:
    """Ends the connection when the `at`-th statement from now on is to be made."""

    def __init__(self, at: int) -> None:
        self.left = at
        self.done = False

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            self.done = True
            pid = connection.connection.info.backend_pid
            with psycopg.connect(database_url(), autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])
        return execute(sql, params, many, context)


@contextmanager
def cut(at: int) -> Any:
    """Cut the connection within; afterwards there is a fresh one."""
    wrapper = Cut(at)
    with connection.execute_wrapper(wrapper):
        yield wrapper
    connection.close()


def tablet() -> Client:
    client = Client(raise_request_exception=False)
    assert (
        client.post("/tablet/enrol/", {"table_code": CODE, "number": "S-07", "pin": PIN}).status_code == 302
    )
    who = floor.dealer().number
    assert client.post("/sign-in/", {"number": who, "pin": PIN, "take_over": who}).status_code == 302
    return client


def tap(command: engine.Command) -> Callable[[Client, str, int], Any]:
    def send(client: Client, key: str, expected: int) -> Any:
        fields = {"command": engine.encode_command(command).decode(), "key": key, "expected": expected}
        return client.post(f"/table/{CODE}/play", fields)

    return send


def buy_in(client: Client, key: str, expected: int) -> Any:
    fields = {"step": "buy_in", "key": key, "cash": "100", "player": "A"}
    return client.post(f"/float/table/{CODE}/act", fields)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["a wager", "a refused wager", "a buy-in"])
def test_cut_at_every_statement_nothing_is_lost_or_done_twice(kind: str) -> None:
    floor.open_table(sign=(1000, 50000, 0))
    floor.person(Role.CASINO_SUPERVISOR)
    client = tablet()
    box = {"step": "box_change", "old": "", "new": "D1", "number": "S-07", "pin": PIN}
    assert client.post(f"/float/table/{CODE}/act", box).status_code == 302
    send = {
        "a wager": tap(engine.PlaceWager(3, "A", 1000)),
        "a refused wager": tap(engine.PlaceWager(3, "A", 900_000)),
        "a buy-in": buy_in,
    }[kind]
    send(client, "first", Table.objects.get(code=CODE).version)  # opens the round
    before = Entry.objects.count()
    usual = send(client, "usual", Table.objects.get(code=CODE).version).status_code
    assert usual < 500
    entries = Entry.objects.count() - before
    statement = 0
    while True:
        statement += 1
        key = f"cut-{statement}"
        version, before = Table.objects.get(code=CODE).version, Entry.objects.count()
        with cut(statement) as wrapper:
            answered = send(client, key, version)
        if not wrapper.done:
            break
        assert answered.status_code in (usual, 503), (statement, answered.status_code)
        for _ in range(2):
            again = send(client, key, version)
            assert again.status_code == usual, (statement, again.status_code, again.content[:400])
            assert Entry.objects.count() == before + entries, statement
    assert statement > 5


@pytest.mark.django_db
def test_a_lost_database_is_503_with_a_time_to_ask_again() -> None:
    client = Client(raise_request_exception=False)

    def away(*_: Any) -> Any:
        raise OperationalError("the server closed the connection unexpectedly")

    for address in ("/sign-in/", "/pit/", "/table/BJ-07/"):
        with connection.execute_wrapper(away):
            answer = client.get(address, HTTP_COOKIE="sessionid=abcdefghijklmnopqrstuvwxyz")
        assert (answer.status_code, answer["Retry-After"]) == (503, "1"), address
