"""Two workers behind the real proxy of `deploy/`: killed and started again in turn, and nobody waits long."""

from __future__ import annotations

import http.client
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import database_url
from tests.processes import PROJECT, Daphne, Redis, Server

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
TEMPLATE = (PROJECT / "deploy" / "nginx.conf.template").read_text(encoding="utf-8")


class Proxy(Server):
    """nginx with the upstream and the location of the template, in plain http before two workers of this machine."""

    ready_words = "start worker process"

    def __init__(self, folder: Path, workers: list[Daphne]) -> None:
        super().__init__()
        self.folder = folder
        upstream = re.search(r"upstream web \{.*?\n\}", TEMPLATE, re.DOTALL)
        location = re.search(r"    location / \{.*?\n    \}", TEMPLATE, re.DOTALL)
        assert upstream is not None
        assert location is not None
        # The container engine's names are not known here: each worker by its port, with the template's own settings.
        named = re.search(r"server web:8000 resolve(.*);", upstream[0])
        assert named is not None
        servers = "\n".join(f"    server 127.0.0.1:{worker.port}{named[1]};" for worker in workers)
        self._held.close()
        (folder / "nginx.conf").write_text(
            f"""daemon off; pid {folder}/pid; error_log stderr notice; worker_processes 1;
            events {{ worker_connections 256; }}
            http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};
            fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
            map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
            {upstream[0].replace(named[0], servers)}
            server {{ listen 127.0.0.1:{self.port}; {location[0]} }} }}""",
            encoding="utf-8",
        )

    def command(self) -> list[str]:
        assert NGINX
        return [NGINX, "-c", str(self.folder / "nginx.conf"), "-e", "stderr"]


@pytest.fixture
def workers(transactional_db: None, redis_server: Redis) -> Iterator[list[Daphne]]:
    both = [Daphne(), Daphne()]
    for worker in both:
        worker.serve(database_url=database_url(), redis_url=redis_server.url)
    yield both
    for worker in both:
        worker.stop()


@pytest.mark.long
@pytest.mark.skipif(NGINX is None, reason="no nginx")
def test_workers_that_restart_one_after_the_other_are_no_outage(
    workers: list[Daphne], tmp_path: Path
) -> None:
    proxy = Proxy(tmp_path, workers)
    proxy.start()
    try:
        longest = 0.0
        for number in range(8):
            worker = workers[number % 2]
            worker.kill()
            longest = max(longest, answered_within(proxy.port, 3))
            worker.start()
            longest = max(longest, answered_within(proxy.port, 3))
        # One start takes two seconds; a proxy that shut both out would take ten and more.
        assert longest < 2
    finally:
        proxy.stop()


def answered_within(port: int, seconds: float) -> float:
    """The longest time until one of a few requests was answered with 200, asked again as a tablet does."""
    longest = 0.0
    for _ in range(6):
        started = time.monotonic()
        while (status := ask(port)) != 200:
            assert time.monotonic() - started < seconds, f"still {status}"
        longest = max(longest, time.monotonic() - started)
    return longest


def ask(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/sign-in/", headers={"Host": "localhost"})
        return connection.getresponse().status
    except (TimeoutError, ConnectionError, http.client.HTTPException):
        return 0
    finally:
        connection.close()
