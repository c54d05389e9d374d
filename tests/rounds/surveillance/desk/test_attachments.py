"""Attachments: typed by their content, named safely, kept outside the web root, handed over to be saved only."""

import hashlib
import resource
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from casino.ledger import DESK, Entry
from casino.ledger.rows import wrong_rows
from casino.staff.models import Staff
from rounds.surveillance.incidents import content, files, service
from rounds.surveillance.incidents.check import wrong_files
from rounds.surveillance.models import HouseList, Page
from tests.refusing import refused_as
from tests.rounds.surveillance.desk.conftest import client_of
from tests.rounds.surveillance.desk.test_incidents import opened


def png(width: int = 2, height: int = 2) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * (1 + 3 * 2) * 2)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


JPEG = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"
    b"\xff\xc0\x00\x0b\x08\x00\x02\x00\x02\x01\x01\x11\x00\xff\xd9"
)
PDF = b"%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"
MP4 = b"\0\0\0\x18ftypisom\0\0\x02\0isomiso2" + b"\0" * 64


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.ATTACHMENTS = str(tmp_path / "attachments")
    return tmp_path / "attachments"


def send(client: Client, number: str, name: str, data: bytes, kind: str = "image/png") -> tuple[int, str]:
    answer = client.post(
        f"/desk/incidents/{number}/attach",
        {"file": SimpleUploadedFile(name, data, kind), "words": "the felt"},
    )
    code = answer.content.decode().split('data-code="')
    return answer.status_code, code[1].split('"')[0] if len(code) > 1 else ""


def test_what_is_taken_is_recorded_and_handed_over_to_be_saved(
    people: dict[str, Staff], folder: Path
) -> None:
    incident, client = opened(people["V-3"]), client_of("V-3")
    for name, data in (
        ("../../etc/felt at 21:14.png", png()),
        ("statement.exe", PDF),
        ("clip.txt", MP4),
        ("a", JPEG),
    ):
        assert send(client, incident.number, name, data) == (302, ""), name
    pages = list(incident.pages.filter(sort=Page.Sort.FILE))
    assert [page.facts["name"] for page in pages] == [
        "felt at 21_14.png",
        "statement.pdf",
        "clip.mp4",
        "a.jpg",
    ]
    assert pages[0].facts["sha256"] == hashlib.sha256(png()).hexdigest()
    kept = folder / pages[0].facts["sha256"][:2] / pages[0].facts["sha256"]
    assert (kept.read_bytes(), kept.stat().st_mode & 0o077) == (png(), 0)

    address = f"/desk/incidents/{incident.number}/file/{pages[1].no}"
    answer = client_of("I-9").get(address)
    assert b"".join(answer) == PDF  # type: ignore[arg-type]
    assert answer["Content-Disposition"] == 'attachment; filename="statement.pdf"'
    assert (answer["X-Content-Type-Options"], answer["Content-Type"]) == ("nosniff", "application/pdf")
    assert "sandbox" in answer["Content-Security-Policy"]
    for number, status in (("S-07", 404), ("G-21", 403), ("D-114", 403)):
        assert client_of(number).get(address).status_code == status
    service.set_access(incident, [], ["V-3"], by=people["V-3"], at=timezone.now())
    assert client_of("V-5").get(address).status_code == 404

    assert list(wrong_files()) == []
    kept.write_bytes(b"another picture")
    assert [fault.what for fault in wrong_files()] == ["file"]
    assert "gone or changed" in client.get(f"/desk/incidents/{incident.number}/").content.decode()
    assert list(wrong_rows(DESK)) == []


HOSTILE = {
    "renamed program": ("felt.png", b"MZ\x90\x00" + b"\0" * 200, "file.not_taken"),
    "picture with a script": (
        "felt.svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "file.not_taken",
    ),
    "page": ("felt.png", b"<!doctype html><script>alert(1)</script>", "file.not_taken"),
    "archive": ("felt.png", b"PK\x03\x04" + b"\0" * 100, "file.not_taken"),
    "nothing": ("felt.png", b"", "file.empty"),
    "a head alone": ("felt.png", b"\x89PNG\r\n\x1a\n", "file.not_taken"),
    "bomb": ("felt.png", png(60_000, 60_000), "file.too_many_pixels"),
    "jpeg bomb": ("felt.jpg", JPEG.replace(b"\x00\x02\x00\x02\x01", b"\xff\xff\xff\xff\x01"), "file.too_many_pixels"),
    "too large": ("felt.png", png() + b"\0" * 2**20, "file.too_large"),
}  # fmt: skip


def test_what_is_hostile_is_refused_and_nothing_is_kept(people: dict[str, Staff], folder: Path) -> None:
    HouseList.objects.create(name="largest", items=1)
    incident, client = opened(people["V-3"]), client_of("V-3")
    for what, (name, data, code) in HOSTILE.items():
        assert send(client, incident.number, name, data) == (409, code), what
    assert client.post(f"/desk/incidents/{incident.number}/attach", {}).status_code == 409
    assert not incident.pages.filter(sort=Page.Sort.FILE).exists()
    assert not folder.exists()
    # No other page takes a file, and no page takes one from anybody else.
    upload = {"file": SimpleUploadedFile("felt.png", png())}
    assert client.post(f"/desk/incidents/{incident.number}/act", upload).status_code == 400
    assert client_of("S-07").post(f"/desk/incidents/{incident.number}/attach", upload).status_code == 403


@pytest.mark.parametrize(
    ("given", "safe"),
    [
        ("..\\..\\windows\\felt.png", "felt.png"),
        ("", "file.png"),
        ("...", "file.png"),
        ("a" * 300 + ".png", "a" * content.NAME + ".png"),
        ("felt\r\nSet-Cookie: x.png", "felt__Set-Cookie_ x.png"),
        ("felt.png.exe", "felt.png.png"),
        ('"; rm -rf .png', "rm -rf.png"),
    ],
)
def test_a_name_is_made_safe(given: str, safe: str) -> None:
    assert content.safe_name(given, content.PNG) == safe


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """A disk that is full as soon as a file has that many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("room", [10_000, 2**20 - 1000])
def test_a_disk_that_is_full_is_told_and_nothing_of_the_file_stays(
    people: dict[str, Staff], folder: Path, room: int, settings: Any, tmp_path: Path
) -> None:
    """In the middle of what is sent, and at its end, when the last of it is written."""
    settings.FILE_UPLOAD_TEMP_DIR = str(tmp_path / "sent")
    (tmp_path / "sent").mkdir()
    incident, client = opened(people["V-3"]), client_of("V-3")
    before, large = Entry.objects.count(), PDF.ljust(2**20, b"\n")
    with no_file_larger_than(room):
        assert send(client, incident.number, "copy.pdf", large) == (409, "file.no_room")
        with refused_as("file.no_room"):  # sent whole, and no room where it is kept
            files.take(SimpleUploadedFile("copy.pdf", large))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert Entry.objects.count() == before
    assert not Page.objects.filter(sort=Page.Sort.FILE).exists()
    assert send(client, incident.number, "copy.pdf", large)[0] == 302
