"""What one part of the benchmark measured, and the figures from it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Any

from rounds.simulation.benchmark.figures import Latency


@dataclass
class Measured:
    """Measurements of one part. Times are seconds of the monotonic clock."""

    taps: list[tuple[str, int, float, float]] = field(default_factory=list)
    """(table, version after, begun, answered) of each command."""
    refused: int = 0
    again: int = 0
    """How often a tap was sent again because a worker was too busy."""
    seconds: float = 0.0
    watchers: int = 0
    """The number of dashboards."""
    heard: list[tuple[int, str, int, float]] = field(default_factory=list)
    """(dashboard, table, version, when) of each push."""
    cpu: float = 0.0
    """Seconds of processor time of the workers."""
    own_cpu: float = 0.0
    """Seconds of processor time of the benchmark itself: the tablets and the screens."""
    memory: float = 0.0
    """The memory of the largest worker, in megabytes."""
    held: dict[str, list[float]] = field(default_factory=dict)
    """What the workers held, by quarters of the time (`worker_resources.WorkerResources`)."""
    answer_bytes: int = 0
    published_bytes: int = 0
    """Bytes sent to Redis."""
    screen_bytes: dict[str, int] = field(default_factory=dict)
    """Bytes received by all screens of a kind."""
    closed: int = 0
    """The number of screens whose socket was closed."""

    def command(self) -> Latency:
        """The time from a tap to its answer."""
        return Latency.of([answered - begun for _, _, begun, answered in self.taps])

    def push(self) -> tuple[Latency, float | None]:
        """The time from a tap to its arrival at a dashboard, and the fraction of the expected arrivals that came. A
        push that shows a later version of the table counts for this one too."""
        arrived: dict[tuple[int, str], tuple[list[int], list[float]]] = {}
        for watcher, table, version, at in sorted(self.heard, key=lambda push: push[3]):
            versions, times = arrived.setdefault((watcher, table), ([], []))
            if not versions or version > versions[-1]:
                versions.append(version)
                times.append(at)
        took: list[float] = []
        for table, version, begun, _ in self.taps:
            for watcher in range(self.watchers):
                versions, times = arrived.get((watcher, table), ([], []))
                place = bisect_left(versions, version)
                if place < len(versions):
                    took.append(times[place] - begun)
        expected = len(self.taps) * self.watchers
        return Latency.of(took), round(len(took) / expected, 4) if expected else None

    @property
    def a_second(self) -> float | None:
        """Commands a second."""
        return round(len(self.taps) / self.seconds, 1) if self.seconds else None

    def as_dict(self) -> dict[str, Any]:
        push, arrived = self.push()
        return {
            "seconds": round(self.seconds, 2),
            "commands": len(self.taps),
            "refused": self.refused,
            "again": self.again,
            "commands_per_second": self.a_second,
            "command_ms": self.command().as_dict(),
            "push_ms": push.as_dict(),
            "arrived": arrived,
            "closed": self.closed,
            "cpu_ms_a_command": self._each(self.cpu * 1000),
            "own_cpu_ms_a_command": self._each(self.own_cpu * 1000),
            "worker_mb": round(self.memory) or None,
            "held": self.held,
            "answer_bytes": self._each(self.answer_bytes, 0),
            "published_bytes": self._each(self.published_bytes, 0),
            "screen_bytes": {kind: self._each(size, 0) for kind, size in self.screen_bytes.items()},
        }

    def _each(self, whole: float, digits: int = 2) -> float | None:
        return round(whole / len(self.taps), digits) if self.taps and whole else None
