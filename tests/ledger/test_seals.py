"""Seals are signed notes that anybody can check, and one that was kept elsewhere shows what a superuser did."""

import base64
import hashlib
import json
import os
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction

from casino.ledger import HOUSE, ChainHead, Draft, Entry, Seal, append, chainstate, seal
from casino.ledger.models import Verification, Witness
from casino.ledger.sealing import rotate, seal_all
from casino.ledger.seals import seal_key
from casino.ledger.signed_notes import BadKey, BadNote, Key, Verifier, opened
from casino.ledger.verify import KeptSeal, verify
from casino.ledger.witness import hand_over
from tests.ledger.chains import NINE, record, rehash, superuser, tamper

pytestmark = pytest.mark.django_db

ORIGIN = "demonstration.invalid/1"


def run(command: str, *arguments: str) -> tuple[int, str]:
    output, status = StringIO(), 0
    try:
        call_command(command, *arguments, stdout=output, stderr=output)
    except CommandError as wrong:
        status, _ = wrong.returncode, output.write(str(wrong))
    except SystemExit as end:
        status = int(end.code or 0)
    return status, output.getvalue()


def checked(note: str, verifier: str) -> list[str]:
    """The lines of a note, checked as the C2SP form has it, without the project's own code."""
    name, key_id, encoded = verifier.split("+", 2)
    key = base64.b64decode(encoded)
    assert key[0] == 1
    assert hashlib.sha256(f"{name}\n".encode() + key).digest()[:4].hex() == key_id
    text, signature = note.split("\n\n— ")
    by, data = signature.removesuffix("\n").split(" ")
    assert by == name
    raw = base64.b64decode(data)
    assert raw[:4].hex() == key_id
    Ed25519PublicKey.from_public_bytes(key[1:]).verify(raw[4:], f"{text}\n".encode())
    return text.split("\n")


# --- the form


def test_a_seal_is_a_signed_note_in_the_form_of_the_contract() -> None:
    rows = record(entries=3)
    first = seal("BJ-07", NINE)
    record("BJ-07", 1)
    second = seal("BJ-07", NINE + timedelta(seconds=1.5))
    assert first
    assert second
    verifier = run("seal_key")[1].strip()
    assert checked(first.note, verifier) == [
        f"{ORIGIN}/BJ-07", "3", base64.b64encode(bytes(rows[2].hash)).decode(), "2026-11-27T21:00:00.000000Z", "first",
    ]  # fmt: skip
    before = base64.b64encode(hashlib.sha256(first.note.encode()).digest()).decode()
    lines = checked(second.note, verifier)
    assert (lines[1], lines[3:]) == ("4", ["2026-11-27T21:00:01.500000Z", before])


def test_a_seal_of_the_house_names_the_end_of_every_table_in_their_order() -> None:
    for chain, entries in (("BJ-10", 2), ("BJ-07", 3), ("BJ-08", 1)):
        record(chain, entries)
    house = seal_all(NINE)[-1]
    ends = {head.chain: base64.b64encode(bytes(head.hash)).decode() for head in ChainHead.objects.all()}
    lines = checked(house.note, run("seal_key")[1].strip())
    assert lines[:2] == [f"{ORIGIN}/house", "1"]
    assert lines[5:] == [f"BJ-07 3 {ends['BJ-07']}", f"BJ-08 1 {ends['BJ-08']}", f"BJ-10 2 {ends['BJ-10']}"]
    assert verify().ok


@pytest.mark.parametrize("change", [
    lambda note: note.replace("\n3\n", "\n2\n"),
    lambda note: note.replace(f"{ORIGIN}/BJ-07", f"{ORIGIN}/BJ-08"),
    lambda note: note.replace("first", "fir5t"),
    lambda note: note.replace("21:00:00", "21:00:01"),
    lambda note: note[:-10] + note[-9:],
    lambda note: note.replace("— ", "- "),
    lambda note: note.replace("\n\n", "\n"),
    lambda note: note.rstrip("\n"),
    lambda note: note.partition("— ")[0],
    lambda note: "",
])  # fmt: skip
def test_any_change_of_a_note_is_seen(change: Any) -> None:
    record(entries=3)
    new = seal("BJ-07", NINE)
    assert new
    verifier = seal_key().verifier
    assert opened(new.note, [verifier]).by == (verifier,)
    with pytest.raises(BadNote):
        opened(change(new.note), [verifier])


def test_a_note_of_another_key_is_not_of_the_house() -> None:
    other = Key.of(ORIGIN, b"another")
    with pytest.raises(BadNote, match="None of the keys"):
        opened(other.sign("a\n"), [seal_key().verifier])


@pytest.mark.parametrize("text", ["", "a", "a+b+c", f"{ORIGIN}+00000000+AQ==", "a b+12345678+AQ=="])
def test_a_text_that_is_not_a_verifier_key_is_refused(text: str) -> None:
    with pytest.raises(BadKey):
        Verifier.parse(text)
    assert Verifier.parse(str(seal_key().verifier)) == seal_key().verifier


def test_the_private_key_is_not_in_the_database(settings: Any) -> None:
    record(entries=3)
    seal_all(NINE)
    seed = hashlib.sha256(b"casino ledger seal key, Ed25519\n" + settings.LEDGER_SEAL_KEY.encode()).digest()
    expected = [settings.LEDGER_SEAL_KEY, seed.hex(), base64.b64encode(seed).decode()]
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(note, '') FROM ledger_seal")
        (notes,) = cursor.fetchone()
        cursor.execute("SELECT string_agg(body || detail, '') FROM ledger_entry")
        (bodies,) = cursor.fetchone()
    assert not any(secret in notes + bodies for secret in expected)


# --- what a superuser does


def rewritten(*, every_seal: bool) -> None:
    """Another detail in entry 4 of BJ-07, and everything that shows it made to fit: hashes, head, anchors, seals."""
    first = 0 if every_seal else 1
    tamper("UPDATE ledger_entry SET detail = 'nothing happened' WHERE chain = 'BJ-07' AND seq = 4")
    rehash("BJ-07", 4, head=True)
    tamper("DELETE FROM ledger_seal WHERE chain = 'BJ-07' AND no > %s", first)
    tamper("DELETE FROM ledger_seal WHERE chain = 'house' AND no > %s", first)
    with superuser():
        for entry in Entry.objects.filter(chain=HOUSE, kind="sealed").order_by("seq"):
            body = json.loads(entry.body)
            body["anchors"] = [
                anchor for anchor in body["anchors"] if anchor["chain"] != "BJ-07" or anchor["no"] <= first
            ]
            entry.body = json.dumps(body, separators=(",", ":"), sort_keys=True)
            entry.save(update_fields=["body"])
    rehash(HOUSE, 1 if every_seal else 2, head=True)


@pytest.fixture
def kept() -> list[Seal]:
    """A record that was sealed twice: BJ-07 to 2 and to 9; the seals, in their order."""
    record(entries=2)
    seals = seal_all(NINE)
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card")] * 7, at=NINE)
    seals += seal_all(NINE)
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card")], at=NINE)
    assert verify().ok
    return seals


@pytest.mark.parametrize("every_seal", [False, True])
def test_one_seal_kept_outside_shows_what_nothing_inside_can(kept: list[Seal], every_seal: bool) -> None:
    rewritten(every_seal=every_seal)
    assert verify().ok  # as the docstring of the package says
    table, house = kept[2], kept[3]
    assert (table.chain, table.seq, house.chain) == ("BJ-07", 9, "house")
    for outside in (table, house):
        report = verify(kept=[KeptSeal(outside.note, "kept.txt", outside.no)])
        faults = {(fault.chain, fault.what, fault.seq) for fault in report.faults}
        assert ("BJ-07", "rewritten", 9) in faults
        assert any("number went back" in fault.message for fault in report.faults)


def test_the_seal_of_another_moment_does_not_hide_it(kept: list[Seal]) -> None:
    """The house goes on and seals the forged chain itself: inside all is well, outside it is not."""
    rewritten(every_seal=True)
    seal_all(NINE + timedelta(minutes=5))
    assert verify(sealed_within=timedelta(days=36500)).ok
    assert not verify(kept=[KeptSeal(kept[3].note, "kept.txt")]).ok


def test_a_sound_record_agrees_with_every_seal_that_was_kept(kept: list[Seal]) -> None:
    assert verify(kept=[KeptSeal(seal.note, "kept", seal.no) for seal in kept]).ok
    assert verify("BJ-07", kept=[KeptSeal(seal.note, "kept", seal.no) for seal in kept]).ok


def test_a_database_that_was_put_back_from_an_older_copy_is_seen(kept: list[Seal]) -> None:
    for chain, seq in (("BJ-07", 2), ("house", 1)):
        tamper("DELETE FROM ledger_entry WHERE chain = %s AND seq > %s", chain, seq)
        tamper("DELETE FROM ledger_seal WHERE chain = %s AND no > 1", chain)
        tamper(
            "UPDATE ledger_chainhead h SET seq = e.seq, hash = e.hash, at = e.at FROM ledger_entry e "
            "WHERE h.chain = %s AND e.chain = h.chain AND e.seq = %s", chain, seq,
        )  # fmt: skip
    assert verify().ok
    report = verify(kept=[KeptSeal(kept[3].note, "kept.txt", kept[3].no)])
    assert {(fault.chain, fault.what) for fault in report.faults} >= {
        ("BJ-07", "rewritten"),
        ("house", "bad_seal"),
    }


# --- what is late


def test_entries_that_nobody_sealed_are_named_and_so_is_an_anchor_that_is_missing() -> None:
    rows = record(entries=3)
    assert verify().ok
    late = timedelta(minutes=60)
    fault = verify(sealed_within=late).first
    assert fault is not None
    assert (fault.chain, fault.what, fault.seq) == ("BJ-07", "unsealed", 1)
    seal("BJ-07", rows[-1].at)  # by itself: the house chain does not name it
    fault = verify(sealed_within=late).first
    assert fault is not None
    assert (fault.chain, fault.what, fault.seq) == ("BJ-07", "unanchored", 3)
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card")], at=NINE + timedelta(minutes=1))
    seal_all()
    assert verify(sealed_within=late).ok


def test_all_seals_and_anchors_taken_away_is_late_soon_after(kept: list[Seal]) -> None:
    rewritten(every_seal=True)
    faults = verify(sealed_within=timedelta(minutes=60)).faults
    assert {(fault.chain, fault.what, fault.seq) for fault in faults} >= {("BJ-07", "unsealed", 1)}


# --- files


def test_the_command_reads_what_was_kept(kept: list[Seal], tmp_path: Path) -> None:
    notes, single, printed = tmp_path / "notes.txt", tmp_path / "BJ-07-2.txt", tmp_path / "seals.jsonl"
    notes.write_text("\n".join(seal.note for seal in kept))
    single.write_text(kept[2].note)
    documents = [{"seals": [{"chain": s.chain, "no": s.no, "note": s.note}]} for s in kept]
    printed.write_text("\n".join(map(json.dumps, documents)) + "\n")
    files = [str(notes), str(single), str(printed)]
    assert run("verify_ledger", "--seals", *files)[0] == 0
    rewritten(every_seal=True)
    assert "seals were taken away" in run("verify_ledger")[1]  # remembered, in the same database
    Verification.objects.all().delete()
    assert run("verify_ledger")[0] == 0
    for file in files:
        Verification.objects.all().delete()
        status, output = run("verify_ledger", "--seals", file)
        assert status == 1
        assert "WRONG BJ-07" in output
        assert ("number went back" in output) == (file != str(notes))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{]", "line 1"),
        ('{"seals":[{"note":"x"}]}', "line 1"),
        ("pit/1/BJ-07\n3\nx\n", "line 1"),
        (None, "No such file"),
    ],
)
def test_a_file_that_holds_no_seals_is_named(tmp_path: Path, content: str | None, says: str) -> None:
    file = tmp_path / "kept.txt"
    if content is not None:
        file.write_text(content)
    status, output = run("verify_ledger", "--seals", str(file))
    assert status == 2
    assert "kept.txt" in output
    assert says in output


# --- the keys


def test_the_key_is_rotated_by_an_entry_that_both_keys_sign(settings: Any) -> None:
    old = seal_key().verifier
    record(entries=3)
    seal_all(NINE)
    record("BJ-08", 1)
    settings.LEDGER_SEAL_KEY_NEXT = "the-key-that-follows-" * 3
    assert seal_key().verifier == old  # not yet: the record does not name it
    new = rotate(NINE + timedelta(minutes=1))
    assert new != old
    entry = Entry.objects.get(chain=HOUSE, kind="sealed", key__startswith="seal-key-")
    body = json.loads(entry.body)
    assert body["next_key"] == str(new)
    assert opened(body["note"], [old]).by == (old,)
    assert opened(body["note"], [new]).by == (new,)
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card")], at=NINE)
    seals = seal_all(NINE + timedelta(minutes=2))
    assert [seal.chain for seal in seals] == ["BJ-07", "house"]
    assert opened(seals[0].note, [new]).by == (new,)
    assert verify().ok
    # From then on the house has the new key alone.
    settings.LEDGER_SEAL_KEY, settings.LEDGER_SEAL_KEY_NEXT = settings.LEDGER_SEAL_KEY_NEXT, ""
    assert verify().ok


def test_the_old_key_seals_no_more_once_the_next_is_named(settings: Any) -> None:
    record(entries=3)
    first, settings.LEDGER_SEAL_KEY_NEXT = settings.LEDGER_SEAL_KEY, "the-key-that-follows-" * 3
    rotate(NINE)
    second, settings.LEDGER_SEAL_KEY_NEXT = settings.LEDGER_SEAL_KEY_NEXT, ""
    record("BJ-08", 1)
    settings.LEDGER_SEAL_KEY = first
    seal("BJ-08", NINE + timedelta(minutes=1))
    settings.LEDGER_SEAL_KEY = second
    fault = verify().first
    assert fault is not None
    assert (fault.chain, fault.what) == ("BJ-08", "bad_seal")
    assert "no longer" in fault.message


def test_a_change_of_keys_that_the_next_key_has_not_signed_leads_nowhere(settings: Any) -> None:
    """Somebody with the database says that a key of his own came before the house's."""
    record(entries=3)
    forged, house = Key.of(ORIGIN, b"a forger's"), seal_key()
    note = forged.sign(
        f"{ORIGIN}/house\nnext key\n{forged.verifier}\n{house.verifier}\n2026-11-27T21:00:00.000000Z\n"
    )
    with transaction.atomic():
        body = {"next_key": str(house.verifier), "note": note}
        append(HOUSE, [Draft(kind="sealed", body=body, key="seal-key-00000000")], at=NINE)
    fault = verify().first
    assert fault is not None
    assert (fault.chain, fault.what, fault.seq) == (HOUSE, "bad_seal", 1)


@pytest.mark.parametrize("next_key", ["", "the same"])
def test_a_rotation_without_another_key_is_refused(settings: Any, next_key: str) -> None:
    settings.LEDGER_SEAL_KEY_NEXT = settings.LEDGER_SEAL_KEY if next_key else ""
    assert run("seal_key", "--rotate")[0] == 2
    assert not Entry.objects.exists()


# --- the witness


@pytest.fixture
def inbox() -> Iterator[tuple[str, list[str], list[int]]]:
    """An address that takes seals: its URL, what it received, and the statuses that it answers first."""
    received: list[str] = []
    statuses: list[int] = []

    class Inbox(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            status = statuses.pop(0) if statuses else 204
            if status == 204:
                received.append(text)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Inbox)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/seals", received, statuses
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_address_is_handed_each_seal_until_it_takes_it(inbox: tuple[str, list[str], list[int]]) -> None:
    url, received, statuses = inbox
    record(entries=3)
    notes = [seal.note for seal in seal_all(NINE)]
    statuses += [500, 500]
    assert chainstate.state().witnessed_at is None
    assert hand_over(url) == 0
    assert hand_over(url) == 2
    assert hand_over(url) == 0
    assert received == notes
    assert dict(Witness.objects.values_list("chain", "no")) == {"BJ-07": 1, "house": 1}
    assert chainstate.state().witnessed_at is not None


def test_the_seals_of_a_chain_wait_for_the_one_before(inbox: tuple[str, list[str], list[int]]) -> None:
    url, received, statuses = inbox
    record(entries=3)
    first = seal("BJ-07", NINE)
    with transaction.atomic():
        append("BJ-07", [Draft(kind="card")], at=NINE)
    second = seal("BJ-07", NINE)
    assert first
    assert second
    statuses += [503]
    assert hand_over(url) == 0
    assert received == []
    assert hand_over(url) == 2
    assert received == [first.note, second.note]


def test_a_command_takes_seals_on_its_standard_input(tmp_path: Path) -> None:
    record(entries=3)
    taken = tmp_path / "taken"
    assert run("seal_ledger", "--witness", "false")[0] == 0
    assert run("seal_ledger", "--witness", "no-such-program")[0] == 0
    assert not Witness.objects.exists()
    _, output = run("seal_ledger", "--witness", f"tee -a {taken}")
    assert "The witness took 2 seals" in output
    assert taken.read_text() == "".join(Seal.objects.order_by("id").values_list("note", flat=True))
    assert os.path.getsize(taken) > 300
