"""A demonstration house in this process for taking pictures, deleted afterwards.

Its folder and its PostgreSQL are in a temporary directory, its port is a free one, and its clock always begins at
the same moment, so an unchanged product gives unchanged pictures.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.request import urlopen

from django.utils import timezone

from tests.processes import reserved_port
from tools.pictures.house_clock import HouseClock

PATIENCE: Final = 120
"""Seconds until the house must be open."""
A_DAY: Final = 86400


def in_a_house(take: Callable[[str, HouseClock], None], begins: datetime, **demo: Any) -> None:
    """Open a house and call `take` with its address and its clock; `demo` are options of ``manage.py demo``. It
    works once in a process, since Django is set up for that house."""
    # A thread of the house that ends a moment later may still write there.
    with tempfile.TemporaryDirectory(prefix="casino-pictures-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # root's PostgreSQL runs as another user
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "CASINO_DEMO": "1",
            "CASINO_VAR": f"{folder}/var",
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "LEDGER_VERIFY_HOURS": "0",  # see scene.Keeper
            "LOG_LEVEL": "WARNING",
        }
        _open_house(take, HouseClock(begins), demo)


def _open_house(take: Callable[[str, HouseClock], None], clock: HouseClock, options: dict[str, Any]) -> None:
    timezone.now = lambda: clock.now  # before a model uses it as a default

    import django
    from django.core.management import call_command

    django.setup()

    from casino.ledger import clocks
    from tables.management.commands import demo

    clocks.note = timedelta  # the database has this machine's clock, which means nothing in the house
    demo.SEAL_SECONDS = A_DAY  # once at the opening; later `scene.Keeper` seals
    with reserved_port() as held:
        port = int(held.getsockname()[1])
    with ThreadPoolExecutor(1) as studio:
        taken = studio.submit(_take_and_close, take, f"http://127.0.0.1:{port}", clock)
        call_command("demo", port=port, **options)
        taken.result()


def _take_and_close(take: Callable[[str, HouseClock], None], url: str, clock: HouseClock) -> None:
    """Run beside the house, which serves in the main thread: take the pictures and end it, as Ctrl-C ends `make
    demo`."""
    try:
        _wait_until_open(url)
        take(url, clock)
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
