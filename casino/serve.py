"""Runs a worker and restarts it when it no longer answers: ``python -m casino.serve -b 0.0.0.0 -p 8000``.

Whatever runs a worker restarts it when it ends, but not when it hangs, and a hanging worker cannot say so itself. So
this process asks it at ``/healthz`` every few seconds, and kills it after `PATIENCE` seconds without a good answer:
a command is one transaction, so nothing is lost, and screens repeat what had no answer.

It uses only the standard library, since it must work when nothing else does. The arguments are Daphne's.
"""

from __future__ import annotations

import http.client
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Final

log = logging.getLogger("casino.serve")

EVERY: Final = 3.0
"""Seconds between two health checks."""
ANSWER: Final = 5.0
"""Seconds that a health check may take."""
PATIENCE: Final = 15.0
"""Seconds without a good answer after which a worker that has answered before is killed."""
START: Final = 60.0
"""Seconds that a worker may take until its first answer."""
STOP: Final = 10.0
"""Seconds that a worker has to end once it is asked to."""
AGAIN: Final = 1.0
"""Seconds before a worker that ended is restarted; doubled each time that one ends without ever answering."""
LONGEST_AGAIN: Final = 30.0

CLOSE_TIMEOUT: Final = 60
"""Seconds after which Daphne forgets a request whose client is gone; the database cancels its statements before
that."""
CONNECT_TIMEOUT: Final = 60
"""Seconds in which a screen must be connected. Daphne's five are too few when a whole floor connects at once, as
after a restart: a screen that is turned away connects again, and the work for it is done twice."""


def command(arguments: Sequence[str]) -> list[str]:
    """The command that starts the worker with these Daphne arguments."""
    return [
        sys.executable,
        "-m",
        "daphne",
        "--application-close-timeout",
        str(CLOSE_TIMEOUT),
        "--websocket_connect_timeout",
        str(CONNECT_TIMEOUT),
        # No access log: the proxy writes one, and a second would cost a thirtieth of a worker.
        "-v",
        "0",
        *arguments,
        "casino.asgi:application",
    ]


def address(arguments: Sequence[str]) -> tuple[str, int]:
    """Where the worker listens, as seen from this machine. Raises SystemExit without a port."""
    given = dict(pairwise(arguments))
    host = given.get("-b") or given.get("--bind") or "127.0.0.1"
    port = given.get("-p") or given.get("--port") or ""
    if not port.isdigit():
        raise SystemExit("Say on which port: python -m casino.serve -p 8000")
    return ("127.0.0.1" if host in ("0.0.0.0", "::") else host), int(port)  # noqa: S104  asked there, not bound


def is_well(host: str, port: int) -> bool:
    """Whether the worker answers `/healthz` with 200."""
    named = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip(".") or "localhost"
    connection = http.client.HTTPConnection(host, port, timeout=ANSWER)
    try:
        connection.request("GET", "/healthz", headers={"Host": named})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


class Keeper:
    """Keeps one worker running until `stop` is called."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.command = command(arguments)
        self.host, self.port = address(arguments)
        self.ending = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None

    def run(self) -> None:
        """Start the worker, and restart it whenever it ends or hangs."""
        wait = AGAIN
        while not self.ending.is_set():
            self.process = subprocess.Popen(self.command)
            log.info("Worker %d started.", self.process.pid)
            wait = AGAIN if self._watch(self.process) else min(wait * 2, LONGEST_AGAIN)
            if not self.ending.is_set():
                self.ending.wait(wait)

    def stop(self, *_: object) -> None:
        """Ask the worker to end, and do not restart it."""
        self.ending.set()

    def _watch(self, process: subprocess.Popen[bytes]) -> bool:
        """Watch the process until it ends; returns whether it ever answered."""
        last, answered = time.monotonic(), False
        while process.poll() is None and not self.ending.wait(EVERY):
            if is_well(self.host, self.port):
                if not answered:
                    log.info("Worker %d answers.", process.pid)
                last, answered = time.monotonic(), True
                continue
            silent = time.monotonic() - last
            if process.poll() is None and silent > (PATIENCE if answered else START):
                log.error(
                    "Worker %d has not answered for %d s: it is killed and started again.",
                    process.pid,
                    silent,
                )
                process.kill()
                process.wait()
                return answered
        if self.ending.is_set():
            _end(process)
        else:
            log.error("Worker %d ended with %s: it is started again.", process.pid, process.returncode)
        return answered


class JsonLine(logging.Formatter):
    """A log line in the workers' own format (`casino.watching.logs`), which this process must not import."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "message": record.getMessage(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "at": datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z"),
        }
        return json.dumps(line, ensure_ascii=False)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def main(arguments: Sequence[str]) -> None:
    """Run until SIGTERM or SIGINT."""
    logging.basicConfig(level=logging.INFO, format="{asctime} {levelname} {name}: {message}", style="{")
    if os.environ.get("LOG_FORMAT") != "line" and os.environ.get("CASINO_DEMO") != "1":
        for handler in logging.root.handlers:
            handler.setFormatter(JsonLine())
    keeper = Keeper(arguments)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, keeper.stop)
    keeper.run()


if __name__ == "__main__":
    main(sys.argv[1:])
