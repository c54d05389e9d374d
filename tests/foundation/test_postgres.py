"""The embedded server: shared by processes, stopped after the last of them, however it ends."""

import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from casino.postgres import EmbeddedServer, ServerInUse
from tests.processes import PROJECT

USER = """
import sys
from pathlib import Path
from casino.postgres import EmbeddedServer
server = EmbeddedServer(Path(sys.argv[1]))
server.ensure_running()
print("running", flush=True)
sys.stdin.read()
"""


@contextmanager
def user(home: Path) -> "Iterator[subprocess.Popen[str]]":
    """Another process that uses the server until it is told to end."""
    process = subprocess.Popen(
        [sys.executable, "-c", USER, str(home)],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert select.select([process.stdout], [], [], 60)[0]
        assert process.stdout.readline() == "running\n"
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that anybody may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="casino-") as place:
        Path(place).chmod(0o711)
        yield Path(place)


@pytest.fixture
def server(folder: Path) -> Iterator[EmbeddedServer]:
    embedded = EmbeddedServer(folder / "postgres")
    yield embedded
    embedded.release()
    embedded.wipe()


def query(server: EmbeddedServer, sql: str) -> list[tuple[object, ...]]:
    where = {"host": str(server.socket_dir), "dbname": "postgres", "user": "postgres"}
    with psycopg.connect(**where, autocommit=True) as connection:  # type: ignore[arg-type]
        cursor = connection.execute(sql)
        return cursor.fetchall() if cursor.description else []


def postmaster(server: EmbeddedServer) -> str:
    return (server.data / "postmaster.pid").read_text().splitlines()[0]


def test_the_second_process_shares_the_server_of_the_first_and_outlives_it(server: EmbeddedServer) -> None:
    with user(server.asked_home):
        first = postmaster(server)
        server.ensure_running()
        assert postmaster(server) == first
    # The process that started it is gone, killed; ours still uses it.
    assert query(server, "SELECT 1") == [(1,)]
    assert postmaster(server) == first


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_the_server_stops_after_its_last_user_however_that_ends(
    server: EmbeddedServer, how: signal.Signals
) -> None:
    with user(server.asked_home) as process:
        assert server.answers()
        process.send_signal(how)
        process.wait()
        server.wait_until_stopped()
        assert not server.answers()
        assert not (server.data / "postmaster.pid").exists()


def test_data_is_there_at_the_next_start(server: EmbeddedServer) -> None:
    server.ensure_running()
    query(server, "CREATE TABLE kept (n int)")
    query(server, "INSERT INTO kept VALUES (7)")
    server.release()
    server.wait_until_stopped()
    assert not server.answers()
    server.ensure_running()
    assert query(server, "SELECT n FROM kept") == [(7,)]


def test_data_survives_a_power_cut(server: EmbeddedServer) -> None:
    server.ensure_running()
    query(server, "CREATE TABLE kept (n int)")
    query(server, "INSERT INTO kept VALUES (7)")
    # SIGQUIT ends PostgreSQL without a checkpoint and leaves postmaster.pid, as a power cut does.
    os.kill(int(postmaster(server)), signal.SIGQUIT)
    while server.answers():
        pass
    server.ensure_running()
    assert query(server, "SELECT n FROM kept") == [(7,)]


def test_it_listens_on_no_port_and_lets_nobody_else_in(server: EmbeddedServer) -> None:
    server.ensure_running()
    assert query(server, "SHOW listen_addresses") == [("",)]
    assert server.socket_dir.stat().st_mode & 0o077 == 0


def test_what_is_in_use_is_not_wiped(server: EmbeddedServer) -> None:
    with user(server.asked_home):
        with pytest.raises(ServerInUse, match="is in use: stop what uses it first"):
            server.wipe()
        assert query(server, "SELECT 1") == [(1,)]


def test_a_throwaway_server_leaves_nothing(folder: Path) -> None:
    throwaway = EmbeddedServer(folder / "postgres", throwaway=True)
    throwaway.ensure_running()
    throwaway.release()
    throwaway.wait_until_stopped()
    assert list(folder.iterdir()) == []


def test_a_folder_too_deep_for_a_socket_still_works(folder: Path) -> None:
    deep = EmbeddedServer(folder / ("d" * 60) / ("e" * 60) / "postgres", throwaway=True)
    deep.ensure_running()
    assert query(deep, "SELECT 1") == [(1,)]
    socket_dir = deep.socket_dir
    assert socket_dir != deep.data
    deep.release()
    deep.wait_until_stopped()
    assert not socket_dir.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands the server to another user")
def test_root_runs_it_from_a_folder_that_is_closed_to_others(folder: Path) -> None:
    folder.chmod(0o700)
    closed = EmbeddedServer(folder / "postgres", throwaway=True)
    closed.ensure_running()
    assert query(closed, "SELECT 1") == [(1,)]
    assert folder.stat().st_mode & 0o077 == 0  # and it stays closed
    closed.release()
    closed.wait_until_stopped()
    assert not closed.home.exists()
