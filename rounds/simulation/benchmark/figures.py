"""Latencies summed up in a few figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Latency:
    """Percentiles of a set of durations, in milliseconds; all None for an empty set."""

    count: int
    p50: float | None
    p95: float | None
    p99: float | None

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Latency:
        ordered = sorted(seconds)
        return cls(len(ordered), *(percentile(ordered, part) for part in (0.50, 0.95, 0.99)))

    def as_dict(self) -> dict[str, float | int | None]:
        return asdict(self)

    def __str__(self) -> str:
        if self.p50 is None:
            return "none"
        return f"{self.p50:8.2f} {self.p95:8.2f} {self.p99:8.2f}   of {self.count:,}"


def percentile(ordered: Sequence[float], part: float) -> float | None:
    """The nearest-rank percentile of ascending seconds, in milliseconds."""
    if not ordered:
        return None
    rank = max(1, -(-len(ordered) * part // 1))
    return round(ordered[int(rank) - 1] * 1000, 3)


def ratio(over: float | None, under: float | None) -> float | None:
    """How many times `under` goes into `over`."""
    return round(over / under, 2) if over is not None and under else None
