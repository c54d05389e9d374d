"""``make pictures``: take the pictures of README and docs from a demonstration house of their own.

The house has its folder and its PostgreSQL in a temporary directory and a free port, and a time of its own, which
begins at the same moment each time: an unchanged product gives unchanged pictures.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from django.utils import timezone

from tests.processes import CHROMIUM, CHROMIUM_ARGUMENTS, reserved_port
from tools.pictures.house_clock import HouseClock
from tools.pictures.shots import DESK_SHOTS, TABLET_SHOT

BEGINS: Final = datetime(2026, 11, 28, 9, 30, tzinfo=UTC)
PATIENCE: Final = 120
"""Seconds until the house is open."""
A_DAY: Final = 86400


def main() -> int:
    """Take every picture. Returns the exit code: 2 without a browser."""
    if CHROMIUM is None:
        print("Chromium is not installed.", file=sys.stderr)  # noqa: T201
        return 2
    # A thread of the house that ends a moment after it may still write there.
    with tempfile.TemporaryDirectory(prefix="casino-pictures-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # root's PostgreSQL runs as somebody else
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "CASINO_DEMO": "1",
            "CASINO_VAR": f"{folder}/var",
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "LEDGER_VERIFY_HOURS": "0",  # see scene.Keeper
            "LOG_LEVEL": "WARNING",
        }
        _open_house()
    return 0


def _open_house() -> None:
    clock = HouseClock(BEGINS)
    timezone.now = lambda: clock.now  # before a model takes it for a default

    import django
    from django.core.management import call_command

    django.setup()

    from casino.ledger import clocks
    from tables.management.commands import demo

    clocks.note = (
        timedelta  # the database goes by this machine's clock, and has nothing to say of the house's
    )
    demo.SEAL_SECONDS = A_DAY  # once as it opens; later scene.Keeper seals
    with reserved_port() as held:
        port = int(held.getsockname()[1])
    with ThreadPoolExecutor(1) as studio:
        taken = studio.submit(_take_and_close, f"http://127.0.0.1:{port}", clock)
        call_command("demo", port=port)
        taken.result()


def _take_and_close(url: str, clock: HouseClock) -> None:
    """Beside the house, which serves in the main thread: take the pictures and end it, as Ctrl-C ends `make demo`."""
    try:
        _wait_until_open(url)
        _take(url, clock)
    finally:
        os.kill(os.getpid(), signal.SIGINT)


def _wait_until_open(url: str) -> None:
    patience = time.monotonic() + PATIENCE
    while True:
        try:
            urlopen(f"{url}/healthz").close()  # noqa: S310 — our own address
            return
        except URLError:
            if time.monotonic() > patience:
                raise
            time.sleep(0.2)


def _take(url: str, clock: HouseClock) -> None:
    from django.db import connections
    from playwright.sync_api import sync_playwright

    from tools.pictures import camera, scene

    # Playwright keeps an event loop in this thread, where Django refuses its database: the floor has another.
    with ThreadPoolExecutor(1) as floor, sync_playwright() as playwright:
        floor.submit(scene.wait_for_first_seal).result()
        script = floor.submit(scene.play, clock).result()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        for shot in (TABLET_SHOT, *DESK_SHOTS):
            if shot is DESK_SHOTS[0]:
                floor.submit(scene.go_wrong, script, clock).result()
            cookies = floor.submit(scene.sign_in, shot).result()
            camera.take(browser, url, shot, cookies, clock.now)
            print(shot.file)  # noqa: T201
        browser.close()
        floor.submit(connections.close_all).result()


if __name__ == "__main__":
    sys.exit(main())
