"""What every test may use: Redis, a browser, the application served by Daphne, and the clause register's ids."""

import csv
import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_UN, flock
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TextIO
from urllib.parse import quote, urlencode

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from django.db import connection, connections
from django.template.base import Template
from django.template.context import Context, RequestContext
from django.test import TransactionTestCase, override_settings
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Page, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.examples import LONG
from tests.processes import CHROMIUM, CHROMIUM_ARGUMENTS, PROJECT, SERVER_UNDER_TEST, Daphne, Redis
from tests.processes import REDIS as REDIS_PROGRAM
from tests.snapshots import empty_tables
from tests.windows import TABLET, Windows

# A shell that starts the tests in the background has them ignore Ctrl-C, and what they start would inherit that:
# the tests of what Ctrl-C does need it heard.
signal.signal(signal.SIGINT, signal.default_int_handler)

REGISTER = Path(__file__).resolve().parent.parent / "casino" / "rulebooks" / "clauses"
IN_CI = os.environ.get("CI", "").lower() in ("1", "true")

# What Hypothesis searches: the same examples each time, so that the tests of an unchanged tree end as they did before,
# and a mistake tried out in the code leaves no example behind that turns later runs red (no database is kept). New
# examples are looked for by `make test-long`, which loads the profile "nightly". How many, tests.examples says.
# Rounds are slow to draw, and a loaded machine is slow at everything: neither is a fault of the code.
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
COMMON: dict[str, Any] = {
    "deadline": None,
    "database": None,
    "print_blob": True,
    "suppress_health_check": SLOW,
}
settings.register_profile("same", derandomize=True, **COMMON)
settings.register_profile(LONG, derandomize=False, **COMMON)
settings.load_profile("same")


def _missing(what: str) -> None:
    """Skip, or in CI fail: there a part that cannot run is an error."""
    if IN_CI:
        pytest.fail(f"{what} is not installed", pytrace=False)
    pytest.skip(f"{what} is not installed")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect thousands of tests without looking for garbage among them again and again, now or later: they stay."""
    gc.disable()
    try:
        if worker := os.environ.get("PYTEST_XDIST_WORKER"):
            _read_from_its_share(session.config, int(worker.removeprefix("gw")))
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)  # tests make little garbage that goes in circles
        gc.enable()


def _read_from_its_share(config: pytest.Config, worker: int) -> None:
    """Import the modules of tests, each worker from another place on. To compile them is half of what a collection
    costs; where they have not been compiled yet, each finds done what the others began with."""
    paths = sorted(path for folder in map(Path, config.args) for path in folder.rglob("test_*.py"))
    first = len(paths) * worker // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for path in [*paths[first:], *paths[:first]]:
        # What cannot be imported is reported in full when it is collected.
        with suppress(Exception, pytest.skip.Exception, pytest.fail.Exception):
            import_module(".".join(path.resolve().relative_to(PROJECT).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None, object, object]:
    """Mark what drives a real part by its fixtures, and have every worker begin with its share of what waits. A clause
    that the register does not know is a mistake in the test, not a probe of anything."""
    _mark(items)
    _see_that_clauses_are_known(items)
    result = yield
    if count := os.environ.get("PYTEST_XDIST_WORKER_COUNT"):
        items[:] = _in_shares(items, int(count))
    return result


def _in_shares(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """As many stretches of one length as there are workers, each of which gets one: first its share of the modules
    whose tests wait for other processes, so that all processors are in use meanwhile, then tests of the database, then
    short ones that only compute, which are what a worker that is done takes over from another."""
    kinds: tuple[list[pytest.Item], ...] = ([], [], [])
    for item in items:
        kinds[_kind(item)].append(item)
    waiting, database, computing = kinds
    share_of = _modules_shared(waiting, workers)
    shared: list[pytest.Item] = []
    for worker in range(workers):
        shared += [item for item in waiting if share_of[item.path] == worker]
        shared += database[len(database) * worker // workers : len(database) * (worker + 1) // workers]
        short = max(0, len(items) * (worker + 1) // workers - len(shared))
        shared += computing[:short]
        del computing[:short]
    return shared + computing


def _modules_shared(items: list[pytest.Item], workers: int) -> dict[Path, int]:
    """Which worker begins with each module: those that drive a browser, the ones with the most tests first, go each to
    the worker with the fewest of them; the others go round."""
    browsed = Counter(item.path for item in items if item.get_closest_marker("browser"))
    tests = [0] * workers
    share_of: dict[Path, int] = {}
    for path, count in browsed.most_common():
        share_of[path] = tests.index(min(tests))
        tests[share_of[path]] += count
    others = dict.fromkeys(item.path for item in items if item.path not in browsed)
    return share_of | {path: number % workers for number, path in enumerate(others)}


def _kind(item: pytest.Item) -> int:
    """0 for what waits for other processes, 1 for what uses the database by itself, 2 for what only computes."""
    used = getattr(item, "fixturenames", ())
    database = item.get_closest_marker("django_db")
    transactional = "transactional_db" in used or (database is not None and "transaction" in database.kwargs)
    if transactional or hasattr(getattr(item, "module", None), "subprocess"):
        return 0
    return 1 if database is not None or "db" in used else 2


def _mark(items: list[pytest.Item]) -> None:
    for item in items:
        used = getattr(item, "fixturenames", ())
        if "browser" in used:
            item.add_marker(pytest.mark.browser)
        if "_redis_of_session" in used:
            item.add_marker(pytest.mark.redis)


def _see_that_clauses_are_known(items: list[pytest.Item]) -> None:
    if not REGISTER.is_dir():
        return
    known = {
        row["clause"]
        for path in sorted(REGISTER.glob("*.csv"))
        for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())
    }
    unknown = [
        f"{item.nodeid}: {clause!r}"
        for item in items
        for marker in item.iter_markers("clause")
        for clause in marker.args or ("(none given)",)
        if clause not in known
    ]
    if unknown:
        raise pytest.UsageError("Clauses that are not in the register:\n  " + "\n  ".join(unknown))


# --- Database ---------------------------------------------------------------------------------------------------

MIGRATED = "casino_migrated"
"""A copy of the database of the worker that was first to migrate, before its first test. It goes with the server."""


@pytest.fixture(scope="session")
def _turn() -> Iterator[TextIO]:
    """The file that is locked by the worker which prepares its database."""
    path = Path(os.environ["CASINO_TEST_RUN"]) / "preparing"
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("w") as turn:
        yield turn


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_db_blocker: DjangoDbBlocker, _turn: TextIO
) -> None:
    """Begin with what the first worker of this run has migrated: all migrations take seconds, so the others wait."""
    if not _server_is_shared():
        return
    flock(_turn, LOCK_EX)
    with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [MIGRATED])
        if cursor.fetchone():
            connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker, _turn: TextIO) -> None:
    """Leave a copy of what was migrated to the other workers of this run."""
    if not _server_is_shared():
        return
    if not connection.settings_dict["TEST"].get("TEMPLATE"):
        with django_db_blocker.unblock():
            connection.close()
            connection.close_pool()  # type: ignore[attr-defined]  # what is copied may have no session
            with connection._nodb_cursor() as cursor:
                copied = connection.ops.quote_name(connection.settings_dict["NAME"])
                cursor.execute(f"CREATE DATABASE {MIGRATED} TEMPLATE {copied}")
    flock(_turn, LOCK_UN)


def _server_is_shared() -> bool:
    """Whether other workers of this run, and nobody else, use the database server."""
    return "PYTEST_XDIST_WORKER" in os.environ and "EMBEDDED" in connection.settings_dict


@pytest.fixture(scope="session", autouse=True)
def _tests_may_empty_tables() -> Iterator[None]:
    """Let a transactional test leave an empty database behind.

    Django truncates every table, which the ledger's triggers refuse, rightly, and which takes half a second; here the
    few tables that have rows are emptied.
    """

    def fixture_teardown(self: TransactionTestCase) -> None:
        empty_tables()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", fixture_teardown)
        yield


# --- Pages ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def _clients_keep_the_context_of_the_page_alone(django_test_environment: None) -> Iterator[None]:
    """Django's test client copies the context of every template that is drawn, each part of a page and each field of a
    form: a fifth of the time of a page. Tests ask for that of the page itself (``answer.context``)."""
    signalled = Template._render  # type: ignore[attr-defined]

    def render(self: Template, context: Context) -> str:
        of_a_page = context.template is self and isinstance(context, RequestContext)
        text: str = signalled(self, context) if of_a_page else self.nodelist.render(context)
        return text

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


# --- Redis ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _redis_of_session() -> Iterator[Redis]:
    if REDIS_PROGRAM is None:
        _missing("redis-server")
    redis = Redis()
    redis.start()
    yield redis
    redis.stop()


@pytest.fixture
def redis_server(_redis_of_session: Redis) -> Iterator[Redis]:
    """The Redis process, for tests that stop it or start it again; the next test finds it running."""
    yield _redis_of_session
    if not _redis_of_session.running:
        _redis_of_session.start()


@pytest.fixture
def redis_url(redis_server: Redis) -> str:
    return redis_server.url


@pytest.fixture(autouse=True)
def _pushes_are_sent() -> Iterator[None]:
    """What a test has changed is pushed before the next one begins, which may listen to the same table."""
    yield
    push = sys.modules.get("rounds.push")
    if push is not None:
        push.settle()


# --- The application in a process of its own --------------------------------------------------------------------


def database_url() -> str:
    """The test database, as DATABASE_URL for another process."""
    given = connection.settings_dict
    place = {"host": given["HOST"]} | ({"port": given["PORT"]} if given.get("PORT") else {})
    return (
        f"postgresql://{quote(given['USER'], safe='')}:{quote(given.get('PASSWORD') or '', safe='')}@/"
        f"{quote(given['NAME'], safe='')}?{urlencode(place)}"
    )


_SERVER: Final = pytest.StashKey[tuple[Daphne, DjangoDbBlocker]]()


@pytest.fixture(scope="session")
def _daphne_of_session(
    request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker
) -> Iterator[Daphne]:
    """Not started: a start takes two seconds, so one serves all tests of a process that leave it running."""
    server = Daphne()
    request.session.stash[_SERVER] = server, django_db_blocker
    yield server
    server.stop()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Stop the server before a test that has the database to itself: it writes there now and then, as its clock."""
    if _kind(item) != 1 or _SERVER not in item.session.stash:
        return
    server, blocker = item.session.stash[_SERVER]
    if server.running:
        server.stop()
        with blocker.unblock():
            empty_tables()


@pytest.fixture
def live_daphne(transactional_db: None, redis_server: Redis, _daphne_of_session: Daphne) -> Iterator[Daphne]:
    """Daphne over the test database: ``live_daphne.url``, and stop(), kill(), start(), restart() inside a test."""
    server = _daphne_of_session
    server.serve(database_url=database_url(), redis_url=redis_server.url)
    redis = redis_server.started
    # What the test's own process pushed would stay in its memory, where no screen of the server hears it: nothing is
    # drawn for it. Where it is to be heard, tests.browser.desks.pushing has it go by the server's Redis.
    with override_settings(CHANNEL_LAYERS={}):
        yield server
    if redis_server.started != redis:
        server.stop()  # one that lost its Redis comes back in its own time, which the next test would wait for
    let_sessions_end()


def let_sessions_end() -> None:
    """Wait for what the server still does at the database, and end what stays, as the query of one that was killed:
    the emptying of the tables that follows would meet it in a deadlock."""
    mine = "FROM pg_stat_activity WHERE application_name = %s AND datname = current_database() AND state <> 'idle'"
    with connection.cursor() as cursor:
        for _ in range(200):
            cursor.execute(f"SELECT count(*) {mine}", [SERVER_UNDER_TEST])
            if cursor.fetchone() == (0,):
                return
            cursor.execute("SELECT pg_sleep(0.01)")
        # Ends each and waits until it has, ten seconds at most.
        cursor.execute(f"SELECT pg_terminate_backend(pid, 10000) {mine}", [SERVER_UNDER_TEST])


# --- Browser ----------------------------------------------------------------------------------------------------


_windows: Final[dict[Browser, Windows]] = {}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, for the tests of a module or of a folder.

    Not of the session: while the synchronous Playwright runs, an event loop runs in this thread. Django would
    refuse its database there (hence the variable) and asynchronous tests could not run.
    """
    if CHROMIUM is None:
        _missing("Chromium")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*CHROMIUM_ARGUMENTS, "--process-per-site"]
        )
        yield browser
        _windows.pop(browser, None)
        browser.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for the tests of one module."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def windows(browser: Browser) -> Iterator[Windows]:
    """Windows of the browser: ``windows.page()`` is a page in one of its own, signed in nowhere."""
    windows = _windows.setdefault(browser, Windows(browser))
    yield windows
    windows.clear()


@pytest.fixture
def page(windows: Windows) -> Page:
    """A window of a tablet's size, signed in nowhere. For a second one: ``windows.page()``."""
    return windows.page(viewport=TABLET)


@pytest.fixture
async def _own_layer() -> AsyncIterator[None]:
    """A channel layer that no other test has used; connections of its threads are closed."""
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()
    await sync_to_async(connections.close_all)()
