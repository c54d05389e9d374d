"""One request of the benchmark from the inside: a tap through every middleware and the view, in this process."""

from __future__ import annotations

import cProfile
import io
import pstats
import sys
from pathlib import Path
from types import FrameType
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from rounds import engine
from rounds.simulation.benchmark.tablets import ScriptedTablet

TAPS: Final = 150
"""How many taps run under the profiler."""
ROOMS: Final = ("casino", "sidebets", "tables", "rounds")


def measured(tablet: ScriptedTablet, profile: Path | None) -> dict[str, Any]:
    """How many statements and project files a dealt card takes, and the bytes of its answer; with `profile`, the
    profile of many taps is written there."""
    with override_settings(ALLOWED_HOSTS=["*"], SECURE_SSL_REDIRECT=False):
        client = Client()
        for cookie in tablet.cookies.split("; "):
            name, _, value = cookie.partition("=")
            client.cookies[name] = value
        for _ in range(3):
            _send(client, tablet)
        card = {"statements": 0, "files": 0, "answer_bytes": 0}
        while tablet.has_more and not card["statements"]:
            if isinstance(engine.decode_command(tablet.script[tablet.next].encode()), engine.DealCard):
                card = _card(client, tablet)
            else:
                _send(client, tablet)
        if profile is not None:
            _profiled(client, tablet, profile)
    return card


def _card(client: Client, tablet: ScriptedTablet) -> dict[str, int]:
    files: set[str] = set()
    root = f"{settings.BASE_DIR}/"

    def enter(frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(root):
            files.add(path[len(root) :])

    with CaptureQueriesContext(connection) as queries:
        sys.setprofile(enter)
        try:
            size = _send(client, tablet)
        finally:
            sys.setprofile(None)
    ours = [file for file in files if file.partition("/")[0] in ROOMS]
    return {"statements": len(queries), "files": len(ours), "answer_bytes": size}


def _profiled(client: Client, tablet: ScriptedTablet, path: Path) -> None:
    profiler, taps = cProfile.Profile(), 0
    while tablet.has_more and taps < TAPS:
        profiler.enable()
        _send(client, tablet)
        profiler.disable()
        taps += 1
    text = io.StringIO()
    stats = pstats.Stats(profiler, stream=text)
    text.write(f"{taps} taps, under the profiler, which makes everything slower but not alike.\n")
    stats.sort_stats("cumulative").print_stats(120)
    stats.sort_stats("tottime").print_stats(60)
    path.write_text(text.getvalue())


def _send(client: Client, tablet: ScriptedTablet) -> int:
    """Send the next tap; returns the bytes of its answer."""
    fields = {
        "key": f"{tablet.code}-{tablet.next}-inside",
        "expected": str(tablet.version),
        "command": tablet.script[tablet.next],
    }
    tablet.next += 1
    answer = client.post(f"/table/{tablet.code}/play", fields)
    tablet.version = int(answer.headers.get("Table-Version", tablet.version))
    return len(answer.content)
