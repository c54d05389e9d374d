"""`verify_ledger` and `seal_ledger` as others call them: output, exit status."""

import json
import os
import subprocess
import sys
import threading
import tracemalloc
from io import StringIO
from queue import Queue

import pytest
from django.core.management import CommandError, call_command
from django.db import connections, transaction
from django.utils import timezone

from casino.ledger import Draft, append, seal
from casino.ledger import verify as verifying
from casino.ledger.sealing import seal_all
from casino.ledger.verify import verify
from tests.conftest import database_url
from tests.ledger.chains import NINE, record, tamper


def run(*arguments):
    """(exit status, standard output) of verify_ledger in this process."""
    output = StringIO()
    try:
        call_command("verify_ledger", *arguments, stdout=output)
    except SystemExit as end:
        return end.code, output.getvalue()
    except CommandError as wrong:
        return wrong.returncode, str(wrong)
    return 0, output.getvalue()


@pytest.mark.django_db
def test_a_sound_record():
    record()
    status, output = run()
    assert status == 0
    assert "BJ-07: 10 entries" in output
    assert "The record is sound" in output


@pytest.mark.django_db
def test_a_record_that_is_wrong_names_the_first_wrong_entry():
    record()
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE seq = 7")
    status, output = run()
    assert status == 1
    assert "BJ-07: entry 7" in output


@pytest.mark.django_db
def test_json_is_one_document():
    record()
    seal("BJ-07", NINE)
    status, output = run("--json")
    document = json.loads(output)
    assert status == 0
    assert (document["ok"], document["entries"], document["first"]) == (True, 10, None)
    assert document["chains"][0]["sealed_to"] == 10
    tamper("DELETE FROM ledger_entry WHERE seq = 7")
    status, output = run("--json", "--table", "BJ-07", "--since", "2026-11-27T21:00:00Z")
    document = json.loads(output)
    assert status == 1
    assert document["first"] == document["faults"][0]
    assert (document["first"]["chain"], document["first"]["seq"]) == ("BJ-07", 7)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--table", "BJ-99"), "no record of a table BJ-99"),
        (("--since", "yesterday"), "'yesterday' is not a time"),
        (("--since", "2026-13-01"), "'2026-13-01' is not a time"),
    ],
)
def test_wrong_usage(arguments, says):
    record()
    status, output = run(*arguments)
    assert status == 2
    assert says in output


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_as_a_process_of_its_own():
    record()
    environment = os.environ | {"DATABASE_URL": database_url()}

    def process(*arguments):
        command = [sys.executable, "manage.py", "verify_ledger", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)

    assert process("--table", "BJ-99", "--json").returncode == 2
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE seq = 7")
    bad = process("--json")
    assert (bad.returncode, json.loads(bad.stdout)["first"]["seq"]) == (1, 7)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_long_record_is_shared_out_and_says_the_same(monkeypatch):
    monkeypatch.setattr(verifying, "WORTH_PROCESSES", 0)
    for chain in ("BJ-07", "BJ-08", "BJ-09"):
        record(chain, entries=20)
    seal_all(NINE)
    assert verify().ok
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-08' AND seq = 7")
    tamper("DELETE FROM ledger_entry WHERE chain = 'BJ-09' AND seq = 3")
    alone, shared = verify(), verify(jobs=2)
    assert shared.chains == alone.chains
    assert shared.checks == alone.checks
    assert [(fault.chain, fault.seq) for fault in shared.faults] == [("BJ-08", 7), ("BJ-09", 3)]
    assert shared.faults == alone.faults


@pytest.mark.django_db
def test_only_what_is_new_since_the_last_whole_run(settings):
    settings.LEDGER_VERIFY_HOURS = 24
    record(entries=5)
    status, output = run("--since-verified", "--json")  # never yet: all of it
    assert (status, json.loads(output)["entries"]) == (0, 5)
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card")] * 3, at=timezone.now())
    status, output = run("--since-verified", "--json")
    assert (status, json.loads(output)["entries"]) == (0, 4)  # and the one that they were chained to
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE seq = 2")
    assert run("--since-verified")[0] == 0
    assert run()[0] == 1
    assert run("--since-verified")[0] == 1  # the last whole one was not sound: all of it again
    assert run("--since-verified", "--since", "2026-11-27")[0] == 2


@pytest.mark.django_db
def test_a_number_of_seals_that_went_back_is_remembered():
    record(entries=5)
    seal("BJ-07", NINE)
    record("BJ-07", 1)
    seal("BJ-07", NINE)
    assert run()[0] == 0
    tamper("DELETE FROM ledger_seal WHERE no = 2")
    assert verify().ok
    status, output = run()
    assert status == 1
    assert "was sealed to seal 2 when it was verified last, and has 1 now" in output


@pytest.mark.django_db
def test_seal_ledger_prints_what_to_keep_elsewhere():
    record()
    output = StringIO()
    call_command("seal_ledger", "--json", stdout=output)
    seals = json.loads(output.getvalue())["seals"]
    assert [(sealed["chain"], sealed["seq"]) for sealed in seals] == [("BJ-07", 10), ("house", 1)]
    assert all(sealed["note"].startswith("demonstration.invalid/1/") for sealed in seals)
    output = StringIO()
    call_command("seal_ledger", stdout=output)
    assert "Nothing to seal" in output.getvalue()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_verifying_while_the_tables_deal_sees_one_moment():
    record(entries=200, each=20)
    stop = threading.Event()

    def deal():
        try:
            while not stop.is_set():
                with transaction.atomic():
                    append("BJ-07", [Draft(kind="card")] * 5, at=NINE)
                seal("BJ-07")
        finally:
            connections.close_all()

    dealer = threading.Thread(target=deal)
    dealer.start()
    try:
        for _ in range(15):
            report = verify()
            assert report.ok, report.first
    finally:
        stop.set()
        dealer.join()
    assert verify().entries > 200


@pytest.mark.django_db
def test_a_long_chain_is_read_in_constant_memory_at_tens_of_thousands_a_second():
    for _ in range(4):
        with transaction.atomic():
            append("BJ-07", [Draft(kind="card", body={"card": "4c"}, round_no=1)] * 5000, at=NINE)
    report = verify()
    assert report.ok
    assert report.entries == 20_000
    assert report.entries / report.seconds > 10_000, f"{report.seconds} s"
    tracemalloc.start()
    try:
        verify()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # A chunk of 5,000 rows takes some 8 MB; all 20,000 at once would take four times that.
    assert peak < 16_000_000, f"{peak} bytes"


class Said(StringIO):
    """Standard output that is waited for, line by line."""

    def __init__(self):
        super().__init__()
        self.lines: Queue[str] = Queue()

    def write(self, text):
        self.lines.put(text)
        return super().write(text)


@pytest.mark.django_db(transaction=True)
def test_seal_ledger_goes_on_until_it_is_stopped():
    record()
    output, stop = Said(), threading.Event()

    def go_on():
        try:
            call_command("seal_ledger", "--json", "--every", "1", stdout=output, stop=stop)
        finally:
            connections.close_all()

    def sealed():
        seals = json.loads(output.lines.get(timeout=30))["seals"]
        return [(seal["chain"], seal["seq"]) for seal in seals]

    sealing = threading.Thread(target=go_on)
    sealing.start()
    assert sealed() == [("BJ-07", 10), ("house", 1)]
    record("BJ-08", entries=3)
    assert sealed() == [("BJ-08", 3), ("house", 2)]
    stop.set()
    sealing.join(timeout=30)
    assert not sealing.is_alive()
    assert output.lines.empty()  # nothing is said when nothing was added
    assert verify().ok


@pytest.mark.parametrize("every", ["-1", "0.2", "inf", "nan"])
def test_seal_ledger_refuses_an_interval_that_cannot_be_meant(every):
    with pytest.raises(CommandError, match="seconds") as wrong:
        call_command("seal_ledger", f"--every={every}")
    assert wrong.value.returncode == 2
