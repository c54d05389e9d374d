"""The counters and histograms of this worker.

Each figure has few labels with few values, since every combination is a series: tables are a label where it matters
what happens at one of them; people, keys and rounds never are.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, GCCollector, Histogram, ProcessCollector

REGISTRY: Final = CollectorRegistry(auto_describe=True)
"""All figures of this process; the library's own registry has those of other packages."""

ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

SECONDS: Final = (0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3.0, 5.0, 10.0)
"""The buckets: up to what a dealer notices, and on to when a tablet gives up (5 s)."""

TAPS: Final = Counter(
    "casino_taps",
    "POSTs of tablets, by table and outcome: ok, asked, refused, stale, unreadable, forbidden, fault, or what kept the "
    "database from taking it: away, full, reads, busy, old.",
    ["table", "outcome"],
    registry=REGISTRY,
)
TAPS_AGAIN: Final = Counter(
    "casino_taps_again",
    "Taps that a tablet sent another time, since it had no answer.",
    ["table"],
    registry=REGISTRY,
)
TAP_SECONDS: Final = Histogram(
    "casino_tap_seconds",
    "From the request to the answer of a tablet's POST, by what it asked for.",
    ["action"],
    buckets=SECONDS,
    registry=REGISTRY,
)
REQUEST_SECONDS: Final = Histogram(
    "casino_request_seconds",
    "From the request to the answer, by room of the house and class of the status (2xx).",
    ["room", "status"],
    buckets=SECONDS,
    registry=REGISTRY,
)
PUSHES: Final = Counter(
    "casino_pushes",
    "Messages to an audience: table, pit, audit. Each goes to all its screens.",
    ["audience"],
    registry=REGISTRY,
)
PUSH_SECONDS: Final = Histogram(
    "casino_push_lag_seconds",
    "From the change to the push that shows it.",
    buckets=SECONDS,
    registry=REGISTRY,
)
PUSHES_DROPPED: Final = Counter(
    "casino_pushes_dropped",
    "Pushes that Redis did not take: screens ask instead.",
    registry=REGISTRY,
)
WATCHERS: Final = Gauge(
    "casino_watchers",
    "Live screens that are connected to this worker, by audience.",
    ["audience"],
    registry=REGISTRY,
)
