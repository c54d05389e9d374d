"""Which server a page reads from."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from django.utils import timezone

from casino.ledger import Draft, append, export, search
from casino.ledger.models import Entry
from casino.postgres import standby
from casino.postgres.standby import ALIAS, WROTE, Lag, Reading, RememberWriter, alias, from_standby, read

pytestmark = pytest.mark.django_db(databases=["default", "standby"])
AT = datetime(2027, 3, 1, 21, 0, 0, tzinfo=UTC)
READING = Reading(AT, timedelta(seconds=1, milliseconds=200))


@pytest.fixture(scope="module", autouse=True)
def _closed() -> Iterator[None]:
    """The tests' database is dropped only when nobody is connected to it."""
    yield
    connections[ALIAS].close()


@pytest.fixture
def other(settings) -> None:
    """A second connection to the tests' database: it does not see what this test has not committed."""
    settings.READS_STANDBY = True
    settings.DATABASE_ROUTERS = ["casino.postgres.standby.Router"]
    settings.STANDBY_SECONDS = 5


@pytest.mark.usefixtures("other")
def test_what_looks_back_reads_there_and_every_write_goes_to_the_primary() -> None:
    append("BJ-07", [Draft(kind="card")], at=timezone.now())
    assert Entry.objects.count() == 1
    with read(READING):
        assert alias() == ALIAS
        assert Entry.objects.count() == 0
        with search.time_limited():
            assert Entry.objects.filter(chain="BJ-07").count() == 0
        append("BJ-07", [Draft(kind="card")], at=timezone.now())
        with read(None):
            assert Entry.objects.count() == 2
        assert Entry.objects.count() == 0
    assert alias() == DEFAULT_DB_ALIAS
    assert READING.seconds == 2


@pytest.mark.usefixtures("other")
def test_a_server_that_is_not_a_standby_is_not_read() -> None:
    """After it was promoted it goes its own way."""
    assert Lag().now() is None


@pytest.mark.usefixtures("other")
def test_a_page_reads_from_the_standby_while_it_is_young(monkeypatch: pytest.MonkeyPatch) -> None:
    behind = timedelta(0)
    monkeypatch.setattr(standby.lag, "now", lambda: Reading(AT, behind))

    @from_standby
    def page(request: object) -> HttpResponse:
        return HttpResponse(alias())

    def read_from(method: str = "get", **cookies: str) -> str:
        request = getattr(RequestFactory(), method)("/audit/")
        request.COOKIES = cookies
        return page(request).content.decode()

    assert read_from() == ALIAS
    assert read_from(method="post") == DEFAULT_DB_ALIAS
    assert read_from(**{WROTE: "1"}) == DEFAULT_DB_ALIAS
    behind = timedelta(seconds=5)
    assert read_from() == ALIAS
    behind = timedelta(seconds=5, milliseconds=1)
    assert read_from() == DEFAULT_DB_ALIAS


@pytest.mark.usefixtures("other")
def test_a_page_is_answered_though_its_standby_fails_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standby.lag, "now", lambda: READING)
    tried: list[str] = []

    @from_standby
    def page(request: object) -> HttpResponse:
        tried.append(alias())
        with standby.connection().cursor() as cursor:
            cursor.execute("SET statement_timeout = 1" if alias() == ALIAS else "SELECT 1")
            cursor.execute("SELECT pg_sleep(0.2)" if alias() == ALIAS else "SELECT 1")
        return HttpResponse("ok")

    request = RequestFactory().get("/audit/")
    assert page(request).content == b"ok"
    assert tried == [ALIAS, DEFAULT_DB_ALIAS]
    assert request.standby is None


@pytest.mark.usefixtures("other")
def test_what_is_made_while_it_is_sent_reads_there_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standby.lag, "now", lambda: READING)

    @from_standby
    def page(request: object) -> StreamingHttpResponse:
        return StreamingHttpResponse(alias().encode() for _ in range(2))

    assert list(page(RequestFactory().get("/audit/export.csv"))) == [ALIAS.encode()] * 2
    assert alias() == DEFAULT_DB_ALIAS


@pytest.mark.usefixtures("other")
@pytest.mark.django_db(transaction=True, databases=["default", "standby"])
def test_an_export_that_the_standby_leaves_goes_on_from_the_primary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standby.lag, "now", lambda: READING)
    monkeypatch.setattr(export, "PAGE", 2)
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card")] * 7, at=timezone.now())
    read_from: list[str] = []

    @from_standby
    def page(request: object) -> StreamingHttpResponse:
        entries = search.Search.parse({"table": "BJ-07"})
        return StreamingHttpResponse(export.lines(entries, export.JsonLines()))

    def noted(alias: str) -> Any:
        def execute(run: Any, *query: Any) -> Any:
            read_from.append(alias)
            return run(*query)

        return execute

    with (
        connections[ALIAS].execute_wrapper(noted(ALIAS)),
        connections[DEFAULT_DB_ALIAS].execute_wrapper(noted(DEFAULT_DB_ALIAS)),
    ):
        answer = page(RequestFactory().get("/audit/export.jsonl"))
        pieces = iter(answer)
        lines = [next(pieces), next(pieces)]  # an empty head, and a page
        pid = connections[ALIAS].connection.info.backend_pid
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [pid])
        lines += pieces
    rows = [json.loads(line) for line in b"".join(lines).splitlines()]
    assert [row["seq"] for row in rows] == [1, 2, 3, 4, 5, 6, 7]  # each once, and no word that it broke off
    first = read_from.index(DEFAULT_DB_ALIAS)
    assert ALIAS in read_from[:first]
    # One more is tried there, and is cut.
    assert read_from[first + 1 :].count(ALIAS) == 1
    assert alias() == DEFAULT_DB_ALIAS


@pytest.mark.usefixtures("other")
def test_who_has_just_changed_something_reads_it_from_the_primary() -> None:
    requests = RequestFactory()
    for request, status, remembered in (
        (requests.post("/"), 302, True),
        (requests.post("/"), 422, False),
        (requests.get("/"), 200, False),
    ):
        answer = RememberWriter(lambda _, status=status: HttpResponse(status=status))(request)
        assert (WROTE in answer.cookies) is remembered
        if remembered:
            assert answer.cookies[WROTE]["max-age"] == 6


def test_without_a_standby_nothing_is_asked_and_nothing_remembered() -> None:
    assert standby.usable(RequestFactory().get("/")) is None
    with pytest.raises(MiddlewareNotUsed):
        RememberWriter(lambda _: HttpResponse())
