"""The type of an attachment, by its content: pictures, clips and PDF, whatever its name says.

Nothing is decoded here. A picture's header says how large it is; one that would fill the memory of whoever opens it
is refused, as is anything with an incomplete header.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from typing import Final, NamedTuple

HEAD: Final = 64 * 1024
"""How many bytes of a file are looked at."""
MOST_PIXELS: Final = 60_000_000
"""The most pixels of a picture."""
NAME: Final = 80
"""The most letters of a name."""
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._ -]")
_MOVIES: Final = (
    b"isom",
    b"iso2",
    b"iso4",
    b"iso5",
    b"iso6",
    b"mp41",
    b"mp42",
    b"avc1",
    b"M4V ",
    b"MSNV",
    b"dash",
)


class Kind(NamedTuple):
    """A type of content, with the extension for its files."""

    content_type: str
    ending: str


PNG: Final = Kind("image/png", "png")
JPEG: Final = Kind("image/jpeg", "jpg")
WEBP: Final = Kind("image/webp", "webp")
PDF: Final = Kind("application/pdf", "pdf")
MP4: Final = Kind("video/mp4", "mp4")
QUICKTIME: Final = Kind("video/quicktime", "mov")
WEBM: Final = Kind("video/webm", "webm")


class TooManyPixels(ValueError):
    """A picture that would fill the memory of whoever opens it."""


def kind_of(head: bytes) -> Kind | None:
    """The type of a file that begins with ``head``; None for a type that is not accepted. Raises TooManyPixels."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        if head[8:16] != b"\0\0\0\rIHDR" or len(head) < 33:
            return None
        return _sized(PNG, *struct.unpack(">II", head[16:24]))
    if head.startswith(b"\xff\xd8\xff"):
        size = _jpeg_size(head)
        return _sized(JPEG, *size) if size else None
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        size = _webp_size(head)
        return _sized(WEBP, *size) if size else None
    if re.match(rb"%PDF-[12]\.\d", head):
        return PDF
    if head[4:8] == b"ftyp":
        return QUICKTIME if head[8:12] == b"qt  " else MP4 if head[8:12] in _MOVIES else None
    if head.startswith(b"\x1a\x45\xdf\xa3") and b"webm" in head[:64]:
        return WEBM
    return None


def _sized(kind: Kind, width: int, height: int) -> Kind | None:
    if not width or not height:
        return None
    if width * height > MOST_PIXELS:
        raise TooManyPixels
    return kind


def _jpeg_size(head: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(head):
        if head[at] != 0xFF:
            return None
        marker = head[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        length = int.from_bytes(head[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", head[at + 5 : at + 9])
            return width, height
        if length < 2:
            return None
        at += 2 + length
    return None


def _webp_size(head: bytes) -> tuple[int, int] | None:
    if len(head) < 30:
        return None
    form = head[12:16]
    if form == b"VP8X":
        return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
    if form == b"VP8 ":
        width, height = struct.unpack("<HH", head[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if form == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return None


def safe_name(given: str, kind: Kind) -> str:
    """A name that is safe wherever the file is stored: no path, no shell characters, the extension of its type."""
    name = unicodedata.normalize("NFKD", given).replace("\\", "/").rpartition("/")[2]
    stem = _UNSAFE.sub("_", name.rpartition(".")[0] or name).strip(" .-_")
    return f"{stem[:NAME] or 'file'}.{kind.ending}"
