"""Real processes that tests start and stop: Redis and Daphne, each on a free port of 127.0.0.1."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
REDIS = shutil.which("redis-server")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_TIMEOUT = 60  # seconds


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server process that says in its output when it is ready, and can be stopped and started again."""

    ready_words = ""

    def __init__(self) -> None:
        self.port = free_port()
        self.output: list[str] = []
        self._process: subprocess.Popen[str] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def environment(self) -> dict[str, str]:
        return dict(os.environ)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start and wait until it is ready. Raises AssertionError with its output when it does not come up."""
        assert not self.running, "it runs already"
        self._process = subprocess.Popen(
            self.command(),
            cwd=PROJECT,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        ready = threading.Event()
        threading.Thread(target=self._read, args=(self._process, ready), daemon=True).start()
        came_up = ready.wait(START_TIMEOUT) and self.running
        if not came_up:
            self.kill()
            raise AssertionError(f"{self.command()[0]} did not come up:\n{''.join(self.output[-40:])}")

    def _read(self, process: "subprocess.Popen[str]", ready: threading.Event) -> None:
        # The output is read to its end, so that a chatty server never blocks on a full pipe.
        assert process.stdout is not None
        for line in process.stdout:
            self.output.append(line)
            if self.ready_words in line:
                ready.set()
        ready.set()  # it ended: start() need not wait for the timeout

    def stop(self) -> None:
        """Ask it to end, as an operator would, and wait until it has."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        self.stop()
        self.start()

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(timeout=START_TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


class Redis(Server):
    ready_words = "Ready to accept connections"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        assert REDIS
        return [REDIS, "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]


class Daphne(Server):
    """Our application as production runs it: a process of its own, over a given database and Redis."""

    ready_words = "Listening on TCP address"

    def __init__(self, *, database_url: str, redis_url: str) -> None:
        super().__init__()
        self.database_url = database_url
        self.redis_url = redis_url

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        return [
            sys.executable,
            "-m",
            "daphne",
            "-b",
            "127.0.0.1",
            "-p",
            str(self.port),
            "casino.asgi:application",
        ]

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "CASINO_DEMO": "1",
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "LOG_LEVEL": "INFO",
        }
