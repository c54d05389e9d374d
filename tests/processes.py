"""Real processes that tests start and stop: Redis and Daphne, each on a free port of 127.0.0.1."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue

PROJECT = Path(__file__).resolve().parent.parent
REDIS = shutil.which("redis-server")
# The headless shell is the same engine without the windows of a desktop: a page costs it a third of the processor time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, CHROMIUMS)), None)
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_TIMEOUT = STOP_TIMEOUT = 120  # seconds; a loaded machine is slow at everything
SERVER_UNDER_TEST = "casino-under-test"
"""What its sessions at the database are called there."""


def reserved_port() -> socket.socket:
    """A socket that holds a free port for a server of ours, through its restarts too.

    It does not listen, so whoever connects is refused while the server is away; and both may be bound to the port,
    because both allow reuse. A port that is merely looked up can be another process's a moment later.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


class Server:
    """A server process that says in its output when it is ready, and can be stopped and started again."""

    ready_words = ""
    folder = PROJECT
    """Whose program it runs."""

    def __init__(self) -> None:
        self._held = reserved_port()
        self.port = int(self._held.getsockname()[1])
        self.output: list[str] = []
        self.started = 0
        """How often it has been started."""
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
        self.started += 1
        self._process = subprocess.Popen(
            self.command(),
            cwd=self.folder,
            env={**self.environment(), "PYTHONFAULTHANDLER": "1"},  # see _end
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        answer: Queue[bool] = Queue()
        self._reader = threading.Thread(target=self._read, args=(self._process, answer), daemon=True)
        self._reader.start()
        try:
            came_up = answer.get(timeout=START_TIMEOUT)
        except Empty:
            came_up = False
        if not came_up:
            self.kill()
            raise AssertionError(f"{self.command()[0]} did not come up:\n{self._last_words()}")

    def _read(self, process: "subprocess.Popen[str]", answer: "Queue[bool]") -> None:
        # The output is read to its end, so that a chatty server never blocks on a full pipe.
        assert process.stdout is not None
        for line in process.stdout:
            self.output.append(line)
            if self.ready_words in line:
                answer.put(True)
        # Its end without the words is the answer no, even while the process itself is still going.
        answer.put(False)

    def _last_words(self) -> str:
        return "".join(self.output[-60:])

    def stop(self) -> None:
        """Ask it to end, as an operator would, and wait until it has."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        self.stop()
        self.start()

    def _end(self, how: signal.Signals, *, killed_after: float | None = None) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(timeout=killed_after or STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            if killed_after:
                process.kill()
                process.wait()
                return
            # A server that does not end is a mistake of ours: have Python say where each thread is.
            process.send_signal(signal.SIGABRT)
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            self._reader.join(timeout=1)
            raise AssertionError(f"It did not end within {STOP_TIMEOUT} s:\n{self._last_words()}") from None

    def hang(self) -> None:
        """Stop the process: it does nothing any more, and does not end."""
        self.signal(signal.SIGSTOP)

    def let_go_on(self) -> None:
        """Let a process that hangs go on."""
        if self.running:
            self.signal(signal.SIGCONT)

    def signal(self, number: signal.Signals) -> None:
        """Send the worker this signal."""
        os.kill(self.served_by(), number)

    def served_by(self) -> int:
        """The number of the process that answers."""
        assert self._process is not None
        return self._process.pid


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

    def __init__(self, *arguments: str) -> None:
        super().__init__()
        self.arguments = arguments
        self.database_url = self.redis_url = ""

    def serve(self, *, database_url: str, redis_url: str) -> None:
        """Make it run over these; nothing happens if it does already."""
        if self.running and (self.database_url, self.redis_url) == (database_url, redis_url):
            return
        self.stop()
        self.database_url, self.redis_url = database_url, redis_url
        self.start()

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
            *self.arguments,
            "casino.asgi:application",
        ]

    def stop(self) -> None:
        """As a supervisor does: asked to end, killed when it has not.

        A request that is being answered while the event loop ends waits for that loop for ever (sync code under
        ASGI), and Python waits for its thread. Nothing is lost by the kill: a command is one transaction.
        """
        self._end(signal.SIGTERM, killed_after=3)

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "CASINO_DEMO": "1",
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "PGAPPNAME": SERVER_UNDER_TEST,
            "LOG_LEVEL": "INFO",
        }


class Kept(Daphne):
    """The application as the image starts it: with a process beside it that starts it again."""

    ready_words = "answers."

    def command(self) -> list[str]:
        return [
            sys.executable,
            "-m",
            "casino.serve",
            "-b",
            "127.0.0.1",
            "-p",
            str(self.port),
            *self.arguments,
        ]

    def served_by(self) -> int:
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text(
            encoding="utf-8"
        )
        return int(children.split()[0]) if children.split() else 0
