"""A demonstration house of its own, in this process, which pictures are taken of and which is gone afterwards.

It has its folder and its PostgreSQL in a temporary directory and a free port, and a time of its own, which begins at
the same moment each time: an unchanged product gives unchanged pictures.
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
"""Seconds until the house is open."""
A_DAY: Final = 86400


def in_a_house(take: Callable[[str, HouseClock], None], begins: datetime, **demo: Any) -> None:
    """Call `take` with the address of a house that is open, and its clock; `demo` are options of ``manage.py demo``.
    Once in a process: Django is set up for that house."""
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
        _open_house(take, HouseClock(begins), demo)


def _open_house(take: Callable[[str, HouseClock], None], clock: HouseClock, options: dict[str, Any]) -> None:
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
        taken = studio.submit(_take_and_close, take, f"http://127.0.0.1:{port}", clock)
        call_command("demo", port=port, **options)
        taken.result()


def _take_and_close(take: Callable[[str, HouseClock], None], url: str, clock: HouseClock) -> None:
    """Beside the house, which serves in the main thread: take the pictures and end it, as Ctrl-C ends `make demo`."""
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
