"""What workers hold while they work: memory, open files, threads, connections. If something grows as much in the last
quarter of a long part as in the first, it is never given back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final

EVERY: Final = 1.0
"""Seconds between two samples."""
QUARTERS: Final = 4


def of_process(pid: int) -> dict[str, float]:
    """Megabytes, open files and threads of a process now; empty if the system does not say."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        files = sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return {}
    lines = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return {
        "mb": int(lines["VmRSS"].split()[0]) / 1024,
        "files": files,
        "threads": int(lines["Threads"]),
    }


class WorkerResources:
    """Samples processes, and other counts, again and again."""

    def __init__(self, pids: Sequence[int], others: Callable[[], dict[str, float]]) -> None:
        self.pids, self.others = pids, others
        self.looks: list[dict[str, float]] = []

    def look(self) -> None:
        """Record what is held now: of each thing the most that any of the processes has."""
        each = [of_process(pid) for pid in self.pids]
        most = {name: max(holds[name] for holds in each) for name in each[0]} if all(each) else {}
        self.looks.append(most | self.others())

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Sample in a background thread while the block runs."""
        over = threading.Event()

        def go_on() -> None:
            while not over.wait(EVERY):
                with suppress(OSError):
                    self.look()

        thread = threading.Thread(target=go_on, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def by_quarters(self) -> dict[str, list[float]]:
        """The median of each thing in each quarter of the time; empty if the time was too short."""
        if len(self.looks) < QUARTERS:
            return {}
        size = len(self.looks) / QUARTERS
        quarters = [self.looks[int(size * n) : int(size * (n + 1))] for n in range(QUARTERS)]
        return {
            name: [round(median(look[name] for look in quarter), 1) for quarter in quarters]
            for name in self.looks[0]
        }


WORDS: Final = {
    "mb": "MB",
    "files": "open files",
    "threads": "threads",
    "database": "connections to the database",
    "redis": "connections to Redis",
}


def line(quarters: dict[str, Any]) -> str:
    """The quarters of each thing on one line, as text."""
    each = [
        f"{' '.join(f'{value:.0f}' for value in quarters[name])} {words}"
        for name, words in WORDS.items()
        if name in quarters
    ]
    return f"  by quarters of the time, a worker at the most and all connections: {', '.join(each)}"
