"""Two workers behind the real proxy of `deploy/`, killed, hung and started again in turn: nobody waits long."""

from __future__ import annotations

import http.client
import re
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from casino.ledger.verify import verify
from tests.conftest import database_url, let_sessions_end
from tests.faults import dealing
from tests.processes import PROJECT, Daphne, Kept, Redis, Server

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
TEMPLATE = (PROJECT / "deploy" / "nginx.conf.template").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(NGINX is None, reason="no nginx")


class Proxy(Server):
    """nginx with the upstreams and the locations of the template, in plain http before workers of this machine."""

    ready_words = "start worker process"

    def __init__(self, folder: Path, workers: list[Daphne]) -> None:
        super().__init__()
        self.folder = folder
        upstreams = "\n".join(re.findall(r"^upstream \w+ \{.*?\n\}", TEMPLATE, re.DOTALL | re.MULTILINE))
        # The container engine's names are not known here: each worker by its port, with the template's own settings.
        named = re.compile(r"    server web:8000 resolve(.*);")
        assert len(named.findall(upstreams)) == 2
        upstreams = named.sub(
            lambda server: "\n".join(f"    server 127.0.0.1:{worker.port}{server[1]};" for worker in workers),
            upstreams,
        )
        # What comes after the lines of TLS.
        locations = re.search(r"    gzip_types.*?;\n(.*?)\n\}\n\n# [^\n]*\nserver \{", TEMPLATE, re.DOTALL)
        assert locations is not None
        self._held.close()
        (folder / "nginx.conf").write_text(
            f"""daemon off; pid {folder}/pid; error_log stderr notice; worker_processes 1;
            events {{ worker_connections 256; }}
            http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};
            fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
            map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
            {upstreams}
            server {{ listen 127.0.0.1:{self.port};
            {locations[1]}
            }} }}""",
            encoding="utf-8",
        )

    def command(self) -> list[str]:
        assert NGINX
        return [NGINX, "-c", str(self.folder / "nginx.conf"), "-e", "stderr"]


@pytest.fixture(scope="module")
def _both() -> Iterator[list[Daphne]]:
    """Not started: a start takes two seconds, so what a test leaves running serves the next one."""
    both = [Daphne(), Daphne()]
    yield both
    for worker in both:
        worker.stop()


@pytest.fixture
def workers(transactional_db: None, redis_server: Redis, _both: list[Daphne]) -> Iterator[list[Daphne]]:
    given = {"database_url": database_url(), "redis_url": redis_server.url}
    with ThreadPoolExecutor() as threads:
        list(threads.map(lambda worker: worker.serve(**given), _both))
    yield _both
    for worker in _both:
        worker.let_go_on()
    let_sessions_end()


@pytest.fixture
def proxy(workers: list[Daphne], tmp_path: Path) -> Iterator[Proxy]:
    proxy = Proxy(tmp_path, workers)
    proxy.start()
    yield proxy
    proxy.stop()


class Screen:
    """Asks and posts through the proxy as a tablet does: what has no answer in five seconds, or one that does not say
    whether it was taken, is sent again."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.longest = 0.0
        self.answered = 0

    def send(self, method: str, within: float) -> None:
        """One request until it is answered, at most that many seconds."""
        started = time.monotonic()
        while (status := ask(self.port, method)) not in (200, 403):  # a form without its token is turned away
            assert time.monotonic() - started < within, f"still {status}"
            time.sleep(0.25)
        self.longest = max(self.longest, time.monotonic() - started)
        self.answered += 1

    def until(self, over: Event, within: float) -> None:
        while not over.is_set():
            self.send("GET" if self.answered % 2 else "POST", within)
            time.sleep(0.05)


def ask(port: int, method: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request(method, "/sign-in/", headers={"Host": "localhost"})
        return connection.getresponse().status
    except (TimeoutError, ConnectionError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def longest_wait(proxy: Proxy, during: Callable[[], None], within: float) -> float:
    """The longest time that a request of two screens took to its answer while something happened to the workers."""
    screens, over = [Screen(proxy.port), Screen(proxy.port)], Event()
    with ThreadPoolExecutor(len(screens)) as threads:
        running = [threads.submit(screen.until, over, within) for screen in screens]
        try:
            during()
        finally:
            over.set()
        for screen in running:
            screen.result()
    assert all(screen.answered > 5 for screen in screens)
    return max(screen.longest for screen in screens)


def restarts(workers: list[Daphne], times: int) -> Callable[[], None]:
    def run() -> None:
        for number in range(times):
            workers[number % 2].kill()
            time.sleep(0.5)
            workers[number % 2].start()
            time.sleep(0.2)

    return run


def hangs(workers: list[Daphne], times: int, seconds: float) -> Callable[[], None]:
    def run() -> None:
        for number in range(times):
            workers[number % 2].hang()
            time.sleep(seconds)
            workers[number % 2].let_go_on()
            time.sleep(1)

    return run


def each_is_well(workers: list[Daphne]) -> bool:
    return all(ask(worker.port, "GET") == 200 for worker in workers)


def shown(port: int, method: str, **headers: str) -> tuple[int, str]:
    """What is shown where a form is sent, or a page asked for, and nobody sends anything again."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, "/sign-in/", body=b"number=V-3", headers={"Host": "localhost", **headers})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.long
def test_a_way_on_is_shown_where_every_worker_is_left_out(workers: list[Daphne], proxy: Proxy) -> None:
    workers[0].hang()
    try:
        while shown(proxy.port, "POST", **{"Sec-Fetch-Mode": "cors"})[0] != 504:
            pass
        workers[0].let_go_on()  # left out for ten seconds all the same
        workers[1].hang()
        status, text = shown(proxy.port, "POST", **{"Sec-Fetch-Mode": "navigate"})
        assert status == 504
        assert "data-sends-again" in text
    finally:
        for worker in workers:
            worker.let_go_on()


@pytest.mark.long
def test_workers_that_restart_or_hang_cause_no_outage(workers: list[Daphne], proxy: Proxy) -> None:
    # A proxy that left out both that were away would not answer for ten seconds, and one that asked a worker that hangs
    # again and again would have each second request wait for it.
    assert longest_wait(proxy, restarts(workers, 2), 9) < 8
    assert longest_wait(proxy, hangs(workers, 1, 5), 9) < 8
    assert each_is_well(workers)


def test_who_sends_a_form_to_a_worker_that_hangs_is_shown_a_way_on(
    workers: list[Daphne], proxy: Proxy
) -> None:
    workers[0].hang()
    try:
        # Of two requests each, one goes to the worker that hangs; after the first it is left out for ten seconds.
        answers = [shown(proxy.port, "POST", **{"Sec-Fetch-Mode": "navigate"}) for _ in range(2)]
        assert sorted(status for status, _ in answers) == [403, 504]
        (page,) = (text for status, text in answers if status == 504)
        assert "data-sends-again" in page
        assert "house.js" in page or "/static/js/house" in page
    finally:
        workers[0].let_go_on()
    # A script is not shown a page.
    for worker in workers:
        worker.kill()
    status, text = shown(proxy.port, "POST", **{"Sec-Fetch-Mode": "cors"})
    assert status in (502, 504)
    assert "data-sends-again" not in text


def longest_tap(tablets: list[dealing.Tablet], during: Callable[[], None]) -> float:
    """The longest time that a tap took to its answer meanwhile."""
    for tablet in tablets:
        tablet.waits.clear()
    with dealing.deal_on(tablets):
        during()
    return max(wait for tablet in tablets for wait in tablet.waits)


@pytest.mark.long
def test_twenty_kills_in_turn_while_two_tables_deal(workers: list[Daphne], proxy: Proxy) -> None:
    tablets = dealing.tablets(lambda: proxy.port, taps=3000)
    elsewhere = [Daphne(), Daphne()]  # the same work for this machine, and nothing to do with the proxy
    for worker in elsewhere:
        worker.serve(database_url=workers[0].database_url, redis_url=workers[0].redis_url)
    usual = longest_tap(tablets, restarts(elsewhere, 4))
    for worker in elsewhere:
        worker.stop()
    longest = longest_tap(tablets, restarts(workers, 20))
    assert longest < max(usual, 0.25) + 0.75
    assert sum(tablet.again for tablet in tablets) > 0  # some were under way when their worker was killed
    assert verify().faults == []


@pytest.mark.long
def test_each_worker_hangs_for_half_a_minute_in_turn_while_two_tables_deal(
    workers: list[Daphne], proxy: Proxy
) -> None:
    tablets = dealing.tablets(lambda: proxy.port, taps=3000)
    longest = longest_tap(tablets, hangs(workers, 4, 30))
    assert longest < 6
    assert each_is_well(workers)
    assert verify().faults == []


@pytest.mark.long
def test_a_worker_that_hangs_is_started_again(transactional_db: None, redis_server: Redis) -> None:
    worker = Kept()
    worker.serve(database_url=database_url(), redis_url=redis_server.url)
    try:
        first = worker.served_by()
        worker.hang()
        started = time.monotonic()
        while worker.served_by() == first or ask(worker.port, "GET") != 200:
            assert time.monotonic() - started < 90
            time.sleep(1)
        # And one that ended.
        second = worker.served_by()
        worker.signal(signal.SIGKILL)
        while worker.served_by() == second or ask(worker.port, "GET") != 200:
            assert time.monotonic() - started < 180
            time.sleep(1)
    finally:
        worker.stop()
