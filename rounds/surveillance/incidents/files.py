"""Storage of attachments: outside what the web server serves, each under the SHA-256 of its content."""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import SkipFile, TemporaryFileUploadHandler
from django.http import HttpRequest

from casino.refusals import Refusal
from casino.staff import arrival
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.incidents import content
from rounds.surveillance.incidents.models import Page
from rounds.surveillance.record import WRITER

BLOCK: Final = 2**20
TOO_LARGE: Final = "surveillance.too_large"
"""The key in the request's environment that says that a file was larger than the house allows."""
NO_ROOM: Final = "surveillance.no_room"
"""The key that says that the disk did not accept a file."""

log = logging.getLogger(__name__)


class Bounded(TemporaryFileUploadHandler):
    """Accepts a file of up to `most` bytes; nothing is kept of a larger one, or of one that the disk does not
    accept."""

    def __init__(self, request: HttpRequest, most: int) -> None:
        super().__init__(request)
        self.most, self.taken = most, 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.taken += len(raw_data)
        if self.taken > self.most:
            assert self.request is not None
            self.request.META[TOO_LARGE] = True
            self.file.close()
            raise SkipFile
        try:
            super().receive_data_chunk(raw_data, start)
        except OSError as fault:
            self._not_taken(fault)
            raise SkipFile from fault

    def file_complete(self, file_size: int) -> Any:
        try:
            return super().file_complete(file_size)
        except OSError as fault:  # from what was still in memory
            self._not_taken(fault)
            return None

    def _not_taken(self, fault: OSError) -> None:
        log.error("an attachment was not taken: %s", fault)
        assert self.request is not None
        self.request.META[NO_ROOM] = True
        with suppress(OSError):
            self.file.close()  # this tries once more to write what was left in memory


def taken_by(request: HttpRequest) -> list[Any]:
    """The upload handlers of a request: nothing is kept from people who may not write at the desk."""
    person = arrival.signed_in(request)
    writes = person is not None and person.role == WRITER and not arrival.is_locked(request)
    return [Bounded(request, lists.largest() if writes else 0)]


@dataclass(frozen=True, slots=True)
class Attached:
    """A stored file."""

    name: str
    content_type: str
    size: int
    sha256: str


def take(upload: UploadedFile | None, *, too_large: bool = False, no_room: bool = False) -> Attached:
    """Store a file. Raises Refusal for no file, an empty one, one that is too large, one that the disk does not
    accept, and one that is neither a picture, a clip nor a PDF."""
    if too_large:
        raise Refusal("file.too_large", most=lists.largest() // 2**20)
    if no_room:
        raise Refusal("file.no_room")
    if upload is None:
        raise Refusal("file.missing")
    if not upload.size:
        raise Refusal("file.empty")
    if upload.size > lists.largest():
        raise Refusal("file.too_large", most=lists.largest() // 2**20)
    upload.seek(0)
    try:
        kind = content.kind_of(upload.read(content.HEAD))
    except content.TooManyPixels:
        raise Refusal("file.too_many_pixels", most=content.MOST_PIXELS // 10**6) from None
    if kind is None:
        raise Refusal("file.not_taken")
    try:
        sha256, size = _kept(upload)
    except OSError as fault:
        log.error("an attachment was not kept: %s", fault)
        raise Refusal("file.no_room") from fault
    return Attached(content.safe_name(upload.name or "", kind), kind.content_type, size, sha256)


def _kept(upload: UploadedFile) -> tuple[str, int]:
    """Store the content; returns its SHA-256 (hex) and its size in bytes."""
    folder = Path(settings.ATTACHMENTS)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    summed, size = hashlib.sha256(), 0
    upload.seek(0)
    descriptor, temporary = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            while block := upload.read(BLOCK):
                summed.update(block)
                size += len(block)
                file.write(block)
            file.flush()
            os.fsync(file.fileno())
        place = place_of(summed.hexdigest())
        place.parent.mkdir(exist_ok=True, mode=0o700)
        Path(temporary).replace(place)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return summed.hexdigest(), size


def place_of(sha256: str) -> Path:
    """The path of a file with that content."""
    return Path(settings.ATTACHMENTS) / sha256[:2] / sha256


def opened(sha256: str) -> IO[bytes]:
    """The file, opened for reading. Raises Refusal if it is missing."""
    try:
        return place_of(sha256).open("rb")
    except FileNotFoundError:
        raise Refusal("file.gone") from None


def is_there(sha256: str) -> bool:
    """Whether a file with that content exists."""
    return place_of(sha256).exists()


def as_recorded(sha256: str) -> bool:
    """Whether the file exists with its recorded content."""
    try:
        stat = place_of(sha256).stat()
    except FileNotFoundError:
        return False
    return _digest(sha256, stat.st_mtime_ns, stat.st_size) == sha256


@lru_cache(maxsize=512)
def _digest(sha256: str, changed: int, size: int) -> str:
    with place_of(sha256).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def remove(sha256: str) -> None:
    """Delete a file whose time has ended, unless another page has the same content."""
    if not Page.objects.filter(sort=Page.Sort.FILE, facts__sha256=sha256).exists():
        place_of(sha256).unlink(missing_ok=True)
