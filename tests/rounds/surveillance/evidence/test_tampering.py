"""What the checker finds: packs that were changed, also by somebody who can sign them again, each place named.

The packs that are signed again here are put together from the published form alone, with nothing of the project.
"""

import base64
import hashlib
import io
import json
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.rounds.surveillance.evidence.packs import Checked, check

NAME = "pit.example/1"
SECRET = Ed25519PrivateKey.from_private_bytes(b"1" * 32)
OTHER = Ed25519PrivateKey.from_private_bytes(b"2" * 32)
Files = dict[str, bytes]


def key_id(key: Ed25519PrivateKey, name: str = NAME) -> bytes:
    return hashlib.sha256(name.encode() + b"\n\x01" + key.public_key().public_bytes_raw()).digest()[:4]


def verifier(key: Ed25519PrivateKey = SECRET, name: str = NAME) -> str:
    public = base64.b64encode(b"\x01" + key.public_key().public_bytes_raw()).decode()
    return f"{name}+{key_id(key, name).hex()}+{public}"


def note(text: str, key: Ed25519PrivateKey = SECRET, name: str = NAME) -> bytes:
    signature = base64.b64encode(key_id(key, name) + key.sign(text.encode())).decode()
    return f"{text}\n— {name} {signature}\n".encode()


def content(seq: int, /, **changed: Any) -> str:
    fields: dict[str, Any] = {
        "form": 2, "chain": "BJ-07", "seq": seq, "at": f"2026-11-27T10:14:{seq % 60:02}.907000Z", "actor": "D-114",
        "role": "dealer", "acting_as": "", "kind": "card", "round_no": 214, "folded": True, "key": "", "tap": seq,
        "body": '{"card":"4c","ß":"\\n"}', "detail": "dealer 4♣", "clause": "VIC03-9.3(a)", "amount": None,
    }  # fmt: skip
    values = list((fields | changed).values())
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def entries(
    contents: dict[int, str], hidden: tuple[int, ...] = (13,)
) -> tuple[list[dict[str, Any]], dict[int, bytes]]:
    """The lines of a chain, and the hash of each entry."""
    first = min(contents)
    now = hashlib.sha256(b"before").digest()
    lines: list[dict[str, Any]] = [{"chain": "BJ-07", "before": now.hex()}]
    hashes = {first - 1: now}
    for seq, text in contents.items():
        digest = hashlib.sha256(text.encode()).digest()
        now = hashes[seq] = hashlib.sha256(now + digest).digest()
        disclosed = {"digest": digest.hex()} if seq in hidden else {"content": text}
        lines.append({"chain": "BJ-07", "seq": seq, **disclosed, "hash": now.hex()})
    return lines, hashes


def seal(
    seq: int,
    entry_hash: bytes,
    before: str = "first",
    at: str = "2026-11-27T10:50:00Z",
    key: Ed25519PrivateKey = SECRET,
) -> bytes:
    hashed = base64.b64encode(entry_hash).decode()
    return note(f"{NAME}/BJ-07\n{seq}\n{hashed}\n{at}\n{before}\n", key)


def named(seal_file: bytes) -> str:
    return base64.b64encode(hashlib.sha256(seal_file).digest()).decode()


def good() -> Files:
    """The files of a pack without its own two: entries 11 to 16, sealed at 14 and 16, with an attachment."""
    attached = b"a statement"
    body = json.dumps({"sha256": hashlib.sha256(attached).hexdigest()})
    contents = {seq: content(seq) for seq in range(11, 16)} | {16: content(16, kind="attached", body=body)}
    lines, hashes = entries(contents)
    first = seal(14, hashes[14], at="2026-11-27T10:40:00Z", before=named(b"earlier"))
    return {
        "entries.jsonl": jsonl(lines),
        "seals/BJ-07-4.txt": first,
        "seals/BJ-07-5.txt": seal(16, hashes[16], named(first)),
        "rounds/BJ-07-214.round": b"# rules 39b2da0b\nbook VIC03\n",
        "report.html": b"<!doctype html>",
        "report.pdf": b"%PDF-1.7",
        "attachments/statement.txt": attached,
    }


def jsonl(lines: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def signed(files: Files, key: Ed25519PrivateKey = SECRET, /, **changed: Any) -> Files:
    """The files with a pack.json that lists them and its signature."""
    listed = [
        {"name": name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
        for name, data in files.items()
    ]
    manifest = {
        "format": "casino-evidence/1", "origin": NAME, "number": "EP-1", "made_at": "2026-11-27T10:58:11Z",
        "made_by": "V-3", "reason": "review", "rounds": ["BJ-07/214"],
        "chains": {"BJ-07": {"first": 11, "last": 16}}, "files": listed,
    }  # fmt: skip
    text = json.dumps(manifest | changed).encode()
    return {**files, "pack.json": text, "pack.sig": signature(text, key)}


def signature(manifest: bytes, key: Ed25519PrivateKey = SECRET) -> bytes:
    return note(f"casino-evidence/1\n{hashlib.sha256(manifest).hexdigest()}\n", key)


def zipped(path: Path, files: Files, how: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", how) as out:
        for name, data in files.items():
            out.writestr(name, data)
    return path


def checked(tmp_path: Path, files: Files, *arguments: str, key: str = "") -> Checked:
    return check(zipped(tmp_path / "pack.zip", files), *arguments, key=key or verifier())


# --- what the text allows


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("turned", [False, True])
def test_a_pack_made_from_the_text_alone_holds(how: int, turned: bool, tmp_path: Path) -> None:
    files = signed(good())
    order = reversed(files) if turned else iter(files)
    answer = check(zipped(tmp_path / "p.zip", {name: files[name] for name in order}, how), key=verifier())
    assert answer.status == 0, answer.printed
    assert answer.printed["chains"] == {"BJ-07": {"first": 11, "last": 16, "disclosed": 5}}


def test_folders_in_the_zip_are_not_taken_for_files(tmp_path: Path) -> None:
    path = zipped(tmp_path / "p.zip", signed(good()))
    with zipfile.ZipFile(path, "a") as files:
        files.mkdir("seals")
    assert check(path, key=verifier()).status == 0


# --- bytes and files


def hidden_file(data: bytes) -> bytes:
    """A whole file before the directory of the ZIP, which does not list it."""
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as files:
        files.writestr("report.htm", b"another report")
        files.filelist.pop()
    return out.getvalue()


def commented(data: bytes) -> bytes:
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as files:
        files.comment = b"another report"
    return out.getvalue()


@pytest.mark.parametrize(
    "changed",
    [
        hidden_file,
        commented,
        lambda data: b"before" + data,
        lambda data: data + b"after",
        lambda data: data[:14] + b"\0\0\0\0" + data[18:],  # the checksum where the first file begins
        lambda data: data[:18] + b"\1\0\0\0" + data[22:],  # its packed size
        lambda data: data[:22] + b"\1\0\0\0" + data[26:],  # its size
    ],
)
def test_bytes_of_the_zip_that_belong_to_no_file_are_found(
    changed: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = zipped(tmp_path / "p.zip", signed(good()))
    assert check(path, key=verifier()).status == 0
    path.write_bytes(changed(path.read_bytes()))
    assert check(path, key=verifier()).status == 1


@pytest.mark.parametrize(("key", "status"), [(SECRET, 0), (OTHER, 1)])
def test_the_exit_status_is_that_of_the_check_where_nobody_reads_the_answer(
    key: Ed25519PrivateKey, status: int, tmp_path: Path
) -> None:
    path = zipped(tmp_path / "p.zip", signed(good()))
    reading, writing = os.pipe()
    os.close(reading)
    program = Path(__file__).parents[4] / "tools" / "check_evidence.py"
    ended = subprocess.run(
        [sys.executable, program, path, "--key", verifier(key), "--json"],
        stdout=writing, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    os.close(writing)
    assert ended.returncode == status
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("name", [*good(), "pack.json", "pack.sig"])
def test_a_changed_byte_of_any_file_is_found_and_its_file_named(name: str, tmp_path: Path) -> None:
    files = signed(good())
    data = bytearray(files[name])
    chance = random.Random(name)
    for place in {0, len(data) - 1, *(chance.randrange(len(data)) for _ in range(4))}:
        changed = bytes(data[:place]) + bytes([data[place] ^ 1]) + bytes(data[place + 1 :])
        answer = checked(tmp_path, files | {name: changed})
        assert (answer.status, answer.first["file"]) == (1, name), (place, answer.printed)


@pytest.mark.parametrize("name", [*good(), "pack.json", "pack.sig"])
def test_a_file_taken_out_or_renamed_is_found(name: str, tmp_path: Path) -> None:
    files = signed(good())
    data = files.pop(name)
    answer = checked(tmp_path, files)
    assert (answer.status, answer.first["file"]) == (1, name), answer.printed
    answer = checked(tmp_path, files | {f"{name}x": data})
    assert answer.status == 1
    assert answer.first["file"] in (name, f"{name}x")


@pytest.mark.parametrize(
    "name", ["more.txt", "seals/BJ-07-9.txt", "attachments/b", "../out", "/etc/x", "a\\b", "rounds/é"]
)
def test_a_file_added_is_found(name: str, tmp_path: Path) -> None:
    answer = checked(tmp_path, signed(good()) | {name: b"x"})
    assert (answer.status, answer.first["file"]) == (1, name), answer.printed


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_found(tmp_path: Path) -> None:
    path = zipped(tmp_path / "p.zip", signed(good()))
    with zipfile.ZipFile(path, "a") as files:
        files.writestr("report.html", b"<!doctype html>")
    answer = check(path, key=verifier())
    assert (answer.status, answer.first["file"]) == (1, "report.html")


def test_a_file_that_unpacks_to_more_than_it_says_is_not_read(tmp_path: Path) -> None:
    answer = checked(tmp_path, signed(good()) | {"report.html": b"0" * 300_000_000})
    assert (answer.status, answer.first["file"]) == (1, "report.html")
    answer = checked(tmp_path, signed(good()) | {"pack.json": b"0" * 300_000_000})
    assert (answer.status, answer.first["file"]) == (1, "pack.json")


@pytest.mark.parametrize("data", [b"", b"PK", b"no pack", b"\0" * 5000])
def test_a_file_that_is_not_a_pack(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "p.zip").write_bytes(data)
    assert check(tmp_path / "p.zip", key=verifier()).status == 2
    assert check(tmp_path / "none.zip", key=verifier()).status == 2
    assert check(zipped(tmp_path / "q.zip", {"readme": b"x"}), key=verifier()).status == 2
    assert check(zipped(tmp_path / "r.zip", signed(good())), key="not a key").status == 2


def test_a_pack_that_was_cut_or_garbled_gets_a_sentence(tmp_path: Path) -> None:
    whole = zipped(tmp_path / "p.zip", signed(good())).read_bytes()
    chance = random.Random(7)
    for _ in range(25):
        garbled = bytearray(whole[: chance.choice((len(whole), chance.randrange(len(whole))))])
        for _ in range(chance.randrange(4)):
            garbled[chance.randrange(len(garbled) or 1)] = chance.randrange(256)
        (tmp_path / "p.zip").write_bytes(garbled)
        answer = check(tmp_path / "p.zip", key=verifier())
        assert answer.status in (0, 1, 2)  # 0: a byte that belongs to no file, such as a date
        assert answer.status == 0 or answer.first["what"]


# --- signed again by somebody who has the key of the pack


def rewritten(change: Callable[[list[dict[str, Any]]], None]) -> Files:
    files = good()
    lines = [json.loads(line) for line in files["entries.jsonl"].splitlines()]
    change(lines)
    return signed(files | {"entries.jsonl": jsonl(lines)})


def swapped(lines: list[dict[str, Any]]) -> None:
    lines[2], lines[3] = lines[3], lines[2]


def renumbered(lines: list[dict[str, Any]]) -> None:
    lines[2]["hash"], lines[3]["hash"] = lines[3]["hash"], lines[2]["hash"]


def changed(lines: list[dict[str, Any]]) -> None:
    """The content is another one, and every hash from there on fits."""
    lines[2]["content"] = lines[2]["content"].replace("4♣", "5♣")
    now = bytes.fromhex(lines[1]["hash"])
    for line in lines[2:]:
        digest = hashlib.sha256(line["content"].encode()).hexdigest() if "content" in line else line["digest"]
        now = hashlib.sha256(now + bytes.fromhex(digest)).digest()
        line["hash"] = now.hex()


@pytest.mark.parametrize(
    ("change", "file", "seq"),
    [
        (lambda lines: lines.pop(), "entries.jsonl", 15),
        (lambda lines: lines.pop(1), "entries.jsonl", 12),
        (lambda lines: lines.pop(3), "entries.jsonl", 14),
        (lambda lines: lines.pop(0), "entries.jsonl", 11),
        (swapped, "entries.jsonl", 13),
        (renumbered, "entries.jsonl", 12),
        (changed, "seals/BJ-07-4.txt", 14),
        (lambda lines: lines[0].update(before="00" * 32), "entries.jsonl", 11),
        (lambda lines: lines[1].update(seq=True), "entries.jsonl", None),
        (lambda lines: lines[1].update(digest="00" * 32), "entries.jsonl", None),
        (lambda lines: lines.append(lines[-1]), "entries.jsonl", 16),
    ],
)
def test_entries_that_were_changed_are_found(
    change: Callable[[list[dict[str, Any]]], None], file: str, seq: int | None, tmp_path: Path
) -> None:
    answer = checked(tmp_path, rewritten(change))
    assert (answer.status, answer.first["file"], answer.first["seq"]) == (1, file, seq), answer.printed


@pytest.mark.parametrize(
    "changes",
    [
        {"form": 3}, {"chain": "BJ-08"}, {"seq": 13}, {"at": "2026-11-27T10:14:12Z"},
        {"at": "2026-11-27T11:14:12.000000Z"}, {"round_no": "214"}, {"amount": 1.5}, {"body": "{"}, {"more": 1},
    ],
)  # fmt: skip
def test_an_entry_of_another_form_or_place_or_time_is_found(changes: dict[str, Any], tmp_path: Path) -> None:
    contents = {seq: content(seq) for seq in range(11, 17)} | {12: content(12, **changes)}
    lines, hashes = entries(contents)
    files = good() | {"entries.jsonl": jsonl(lines)}
    first = seal(14, hashes[14], at="2026-11-27T10:40:00Z", before=named(b"earlier"))
    files |= {"seals/BJ-07-4.txt": first, "seals/BJ-07-5.txt": seal(16, hashes[16], named(first))}
    del files["attachments/statement.txt"]
    answer = checked(tmp_path, signed(files))
    assert (answer.status, answer.first["file"]) == (1, "entries.jsonl"), answer.printed
    assert answer.first["seq"] in (12, 14)
    assert answer.first["line"] in (3, 5)


def test_seals_of_another_key_place_or_order_are_found(tmp_path: Path) -> None:
    lines, hashes = entries({seq: content(seq) for seq in range(11, 17)})
    right = good()
    first, last = right["seals/BJ-07-4.txt"], right["seals/BJ-07-5.txt"]
    end = base64.b64decode(last.split(b"\n")[2])
    for name, data in (
        ("seals/BJ-07-5.txt", seal(16, end, named(first), key=OTHER)),
        ("seals/BJ-07-5.txt", seal(16, hashes[15], named(first))),
        ("seals/BJ-07-5.txt", seal(16, end, named(b"another"))),
        ("seals/BJ-07-5.txt", seal(16, end, "first")),
        ("seals/BJ-07-5.txt", seal(16, end, named(first), at="2026-11-27T10:30:00Z")),
        ("seals/BJ-07-5.txt", last.replace(b"BJ-07", b"BJ-08")),
        ("seals/BJ-07-5.txt", b"no note"),
        ("seals/BJ-07-4.txt", seal(15, hashes[14], named(b"earlier"))),
    ):
        answer = checked(tmp_path, signed(right | {name: data}))
        assert (answer.status, answer.first["file"]) == (1, name), answer.printed
    assert lines


def test_a_chain_without_its_last_seal_is_found(tmp_path: Path) -> None:
    files = good()
    del files["seals/BJ-07-5.txt"]
    answer = checked(tmp_path, signed(files))
    assert (answer.status, answer.first["chain"], answer.first["seq"]) == (1, "BJ-07", 16), answer.printed


def test_a_pack_of_another_key_house_or_form_is_found(tmp_path: Path) -> None:
    files = signed(good(), OTHER)
    assert checked(tmp_path, files).first["file"] == "pack.sig"
    answer = checked(tmp_path, signed(good()), key=verifier(SECRET, "other.example/1"))
    assert (answer.status, answer.first["file"]) == (1, "pack.sig")
    assert "another house" in answer.first["what"]
    assert checked(tmp_path, signed(good(), origin="other.example/1")).first["file"] == "pack.json"
    answer = checked(tmp_path, signed(good(), format="casino-evidence/2"))
    assert (answer.status, answer.first["file"]) == (1, "pack.json")
    assert "casino-evidence/2" in answer.first["what"]


@pytest.mark.parametrize(
    "changes",
    [
        {"chains": {"BJ-07": {"first": 12, "last": 16}}}, {"chains": {"BJ-07": {"first": 11, "last": 17}}},
        {"chains": {"BJ-07": {"first": 11, "last": 15}}}, {"chains": {}}, {"chains": []},
        {"chains": {"BJ-07": {"first": 11, "last": 16}, "BJ-08": {"first": 1, "last": 2}}},
        {"rounds": ["BJ-07/214", "BJ-07/215"]}, {"rounds": []}, {"rounds": ["BJ-07/215"]}, {"rounds": [1]},
        {"made_at": "yesterday"}, {"made_by": None}, {"number": None}, {"files": "all"}, {"files": [1]},
    ],
)  # fmt: skip
def test_a_pack_json_that_says_something_else_is_found(changes: dict[str, Any], tmp_path: Path) -> None:
    answer = checked(tmp_path, signed(good(), **changes))
    assert answer.status == 1
    assert answer.first["file"]


def test_an_attachment_that_no_entry_names_is_found(tmp_path: Path) -> None:
    answer = checked(tmp_path, signed(good() | {"attachments/statement.txt": b"another"}))
    assert (answer.status, answer.first["file"]) == (1, "attachments/statement.txt")


def test_an_older_seal_that_was_kept(tmp_path: Path) -> None:
    files = good()
    kept = tmp_path / "kept.txt"
    kept.write_bytes(files["seals/BJ-07-4.txt"])
    assert checked(tmp_path, signed(files), "--seal", "kept.txt").status == 0
    kept.write_bytes(seal(14, b"x" * 32))
    answer = checked(tmp_path, signed(files), "--seal", "kept.txt")
    assert (answer.status, answer.first["file"], answer.first["seq"]) == (1, "kept.txt", 14)
    kept.write_bytes(seal(4, b"x" * 32))
    answer = checked(tmp_path, signed(files), "--seal", "kept.txt")
    assert answer.status == 0
    assert any("do not reach it" in note for note in answer.printed["notes"])
