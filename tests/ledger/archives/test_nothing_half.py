"""What cannot be archived is refused with the reason, and what fails in the middle leaves neither half a file nor half
a month."""

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import psycopg
import pytest
from django.db import connection, transaction

from casino.ledger import Draft, append, seal
from casino.ledger.archives import exchange
from casino.ledger.archives.exchange import archive, bring_back
from casino.ledger.archives.file import BadArchive
from casino.ledger.archives.keeping import register_need
from casino.ledger.archives.months import Month
from casino.ledger.models import ArchivedMonth
from casino.ledger.verify import verify
from casino.refusals import Refusal
from tests.conftest import database_url
from tests.ledger.archives.year import AUGUST, NOW, dealt, in_partition
from tests.ledger.chains import tamper
from tests.processes import PROJECT
from tests.refusing import refusal_of, refused_as

OCTOBER = Month(2034, 10)


def assert_untouched(folder: Path) -> None:
    """No month is away, no file is there, and the record is sound."""
    assert list(folder.iterdir()) == []
    assert in_partition(AUGUST) == 17
    assert not ArchivedMonth.objects.filter(away=True).exists()
    assert verify().faults == []


def refused(code: str, *arguments: object, at: datetime = NOW) -> None:
    assert refusal_of(f"archive.{code}", "", archive, *arguments, at=at).remedy


@pytest.mark.long
@pytest.mark.django_db
def test_what_is_not_over_not_sealed_still_needed_or_not_there(tmp_path: Path) -> None:
    dealt()
    path = tmp_path / "month.gz"
    refused("not_over", AUGUST, path, at=AUGUST.after + timedelta(hours=23))
    refused("nothing", Month(2034, 5), path)
    with transaction.atomic():
        append("BJ-09", [Draft(kind="card")], at=datetime(2034, 10, 5, tzinfo=UTC))
    refused("not_sealed", OCTOBER, path)
    seal("BJ-09", datetime(2034, 11, 1, tzinfo=UTC))
    register_need("test", lambda month, extents: [Refusal("archive.not_owner")] if month == OCTOBER else ())
    try:
        refused("not_owner", OCTOBER, path)
    finally:
        register_need("test", lambda month, extents: ())
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-07' AND seq = 12")
    refused("unsound", AUGUST, path)
    tamper("UPDATE ledger_entry SET detail = '' WHERE chain = 'BJ-07' AND seq = 12")
    assert_untouched(tmp_path)
    archive(AUGUST, path, at=NOW)
    refused("away_already", AUGUST, tmp_path / "again.gz")
    refused("away_already", AUGUST, path)
    assert list(tmp_path.iterdir()) == [path]
    bring_back(path, at=NOW)
    with refused_as("archive.not_away"):
        bring_back(path, at=NOW)


@pytest.mark.django_db
def test_only_the_owner_of_the_tables_archives(tmp_path: Path) -> None:
    dealt()
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE casino_other NOLOGIN")
        cursor.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO casino_other")
        cursor.execute("SET LOCAL ROLE casino_other")
        refused("not_owner", AUGUST, tmp_path / "a.gz")
        cursor.execute("RESET ROLE")
    assert_untouched(tmp_path)


@contextmanager
def _small_files(path: Path) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (700, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def _no_folder(path: Path) -> Iterator[None]:
    path.parent.rmdir()
    yield
    path.parent.mkdir()


@contextmanager
def _a_folder_of_that_name(path: Path) -> Iterator[None]:
    path.mkdir()
    yield
    path.rmdir()


@pytest.mark.django_db
@pytest.mark.parametrize("fault", [_small_files, _no_folder, _a_folder_of_that_name])
def test_a_file_that_cannot_be_written(tmp_path: Path, fault: Callable[[Path], object]) -> None:
    dealt()
    path = tmp_path / "folder" / "month.gz"
    path.parent.mkdir()
    with fault(path), pytest.raises((OSError, BadArchive)):  # type: ignore[attr-defined]
        archive(AUGUST, path, at=NOW)
    assert_untouched(path.parent)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "sql", ["SELECT 1 FROM ledger_entry LIMIT 1", "SELECT FROM ledger_chainhead FOR UPDATE"]
)
def test_a_record_that_is_in_use_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    """Somebody reads for long, or holds the house's chain: dealing does not wait behind the archive."""
    monkeypatch.setattr(exchange, "TRIES", 2)
    monkeypatch.setattr(exchange, "PAUSE", 0)
    monkeypatch.setattr(exchange, "WAIT_FOR_RECORD", "100ms")
    dealt()
    with psycopg.connect(database_url()) as other:
        other.execute(sql)
        refused("busy", AUGUST, tmp_path / "month.gz")
    assert_untouched(tmp_path)
    archive(AUGUST, tmp_path / "month.gz", at=NOW)
    with psycopg.connect(database_url()) as other:
        other.execute(sql)
        with refused_as("archive.busy"):
            bring_back(tmp_path / "month.gz", at=NOW)
    assert in_partition(AUGUST) == 4
    assert verify().faults == []


@pytest.mark.django_db(transaction=True)
def test_one_that_deals_meanwhile_waits_for_the_exchange_alone(tmp_path: Path) -> None:
    dealt()
    stopped, dealt_to = threading.Event(), []

    def deal() -> None:
        try:
            while not stopped.is_set():
                with transaction.atomic():
                    dealt_to.append(append("BJ-07", [Draft(kind="card")], at=NOW)[0].seq)
        finally:
            connection.close()

    thread = threading.Thread(target=deal)
    thread.start()
    try:
        archive(AUGUST, tmp_path / "month.gz", at=NOW)
        bring_back(tmp_path / "month.gz", at=NOW)
    finally:
        stopped.set()
        thread.join()
    assert dealt_to == [*range(25, 25 + len(dealt_to))]
    assert verify().faults == []


@pytest.mark.django_db(transaction=True)
def test_a_command_that_is_killed_leaves_a_whole_file_or_none(tmp_path: Path) -> None:
    """It is killed while it waits for the record, its file written: the next run uses the file."""
    dealt((1,), (1, 20))
    january, path = Month(2034, 1), tmp_path / "month.gz"
    program = (
        "import django; django.setup()\n"
        "from datetime import UTC, datetime; from pathlib import Path; import sys\n"
        "from casino.ledger.archives.exchange import archive\n"
        "from casino.ledger.archives.months import Month\n"
        "archive(Month(2034, 1), Path(sys.argv[1]), at=datetime(2034, 12, 2, tzinfo=UTC))\n"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": database_url()}
    with psycopg.connect(database_url()) as reader:
        reader.execute("SELECT 1 FROM ledger_entry LIMIT 1")
        process = subprocess.Popen([sys.executable, "-c", program, str(path)], cwd=PROJECT, env=environment)
        try:
            while not path.exists():
                with suppress(subprocess.TimeoutExpired):
                    assert process.wait(timeout=0.05) is None, "it waits for the reader"
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
    assert in_partition(january) == 17
    assert verify().faults == []
    data = path.read_bytes()
    assert archive(january, path, at=NOW).sha256 == sha256(data).hexdigest()
    assert path.read_bytes() == data
    assert [file.name for file in tmp_path.iterdir()] == ["month.gz"]
