"""What a worker does beside its requests: watches that run in threads until they are told to stop."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import connection


def start(watch: Callable[[threading.Event], object], name: str) -> None:
    """Run a watch in a thread of its own, which ends with the process."""
    threading.Thread(target=watch, args=(threading.Event(),), name=name, daemon=True).start()


def attempt(work: Callable[[], object], log: logging.Logger, trouble: str) -> None:
    """Do one turn of a watch, and give its connection back. What goes wrong, such as a database that is away, is a
    warning in the log: the next turn tries again."""
    try:
        work()
    except Exception:
        log.warning(trouble, exc_info=True)
    finally:
        connection.close()
