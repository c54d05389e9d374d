"""Where to see a moment: an address in the house's video system, for the camera of a table and the time.

``VIDEO_URL`` is that address with placeholders: ``{camera}``, ``{table}``, ``{time}`` (ISO 8601, UTC) or
``{seconds}`` (since 1970). ``VIDEO_CAMERAS`` names the cameras of each table, the main one first: ``BJ-07=C-0712
C-0713, BJ-08=C-0801``; a table without any counts as its own camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

from django.conf import settings


@dataclass(frozen=True, slots=True)
class VideoLink:
    """One camera at one moment."""

    camera: str
    address: str


def links_at(table: str, at: datetime) -> list[VideoLink]:
    """The picture of every camera of a table; empty if the house has no video system."""
    template = str(settings.VIDEO_URL)
    if not template:
        return []
    moment = at.astimezone(UTC)
    blanks = {
        "table": table,
        "time": f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z",
        "seconds": str(int(moment.timestamp())),
    }
    links = []
    for camera in settings.VIDEO_CAMERAS.get(table) or (table,):
        address = template
        for name, value in (blanks | {"camera": camera}).items():
            address = address.replace(f"{{{name}}}", quote(value, safe=""))
        links.append(VideoLink(camera, address))
    return links
