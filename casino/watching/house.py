"""Figures of the house, computed on request: the state of its record, and of this worker.

Every worker gives the same figures for the record, since it may be the only one that answers: take the `max` of
them.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from casino.ledger import clocks, keeping
from casino.ledger.keeping import Keeping
from casino.ledger.readiness import faults_of_recording

TROUBLES: Final = (
    "record.wrong", "verification.failed", "verification.late", "seals.late", "seals.not_taken", "backup.none",
    "backup.stopped", "backup.no_base", "backup.untested",
)  # fmt: skip
"""Every code of `casino.ledger.keeping`: each is a figure, 0 while all is well."""


class Record:
    """The state of the record."""

    def collect(self) -> Iterator[Metric]:
        try:
            yield from _of_record(keeping.look())
            yield _gauge("casino_database_up", "1 while the database answers this worker.", 1)
            yield _gauge(
                "casino_recording_possible", "1 while a tap could be recorded, as /readyz tries.",
                not faults_of_recording(),
            )  # fmt: skip
            yield from _of_database()
        except DatabaseError:
            yield _gauge("casino_database_up", "1 while the database answers this worker.", 0)


class Worker:
    """The resources of this worker."""

    def collect(self) -> Iterator[Metric]:
        pool = getattr(connection, "pool", None)
        if pool is not None:
            stats = pool.get_stats()
            size, free = stats.get("pool_size", 0), stats.get("pool_available", 0)
            connections = GaugeMetricFamily(
                "casino_database_connections", "This worker's connections to the database.", labels=["state"]
            )
            for state, number in (("used", size - free), ("free", free), ("most", stats.get("pool_max", 0))):
                connections.add_metric([state], number)
            yield connections
            yield _gauge(
                "casino_database_waiting", "Requests that wait for a connection.", stats.get("requests_waiting", 0)
            )  # fmt: skip
            yield CounterMetricFamily(
                "casino_database_refused", "Requests that got no connection in time.",
                stats.get("requests_errors", 0),
            )  # fmt: skip
        folder = next(
            path for path in (Path(settings.VAR_DIR), *Path(settings.VAR_DIR).parents) if path.exists()
        )
        disk = shutil.disk_usage(folder)
        yield _gauge("casino_disk_free_bytes", "Room on this worker's disk.", disk.free)
        yield _gauge("casino_disk_bytes", "Size of this worker's disk.", disk.total)


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, float(value))


def _moment(name: str, what: str, at: datetime | None) -> Metric:
    """Seconds since 1970; 0 for never, so that its age is long."""
    return _gauge(f"{name}_timestamp_seconds", what, at.timestamp() if at is not None else 0)


def _of_record(kept: Keeping) -> Iterator[Metric]:
    yield _gauge("casino_record_entries", "Entries of all chains.", kept.entries)
    oldest = (kept.at - kept.unsealed[0][1]).total_seconds() if kept.unsealed else 0
    yield _gauge("casino_unsealed_seconds", "Age of the oldest entry without a seal.", max(0, oldest))
    yield _moment("casino_seal", "When the last seal was made.", kept.sealed_at)
    yield _gauge("casino_seals_not_taken", "Seals that the witness has not taken.", kept.seals_not_taken)
    outcome = kept.outcome
    yield _moment("casino_verification", "When the last verification began.", outcome.at if outcome else None)
    yield _moment(
        "casino_verification_whole", "When the last verification from the first entry on began.",
        outcome.whole_at if outcome else None,
    )  # fmt: skip
    sound = outcome is not None and outcome.ok and not outcome.trouble
    yield _gauge("casino_verification_sound", "1 while the last verification found the record sound.", sound)
    yield _moment("casino_backup_followed", "When the backup last followed the log.", kept.followed_at)
    yield _moment("casino_backup_base", "When the newest base backup was whole.", kept.base_at)
    yield _moment("casino_backup_tested", "When a backup was last restored and verified.", kept.tested_at)
    stopped = {trouble.code for trouble in kept.troubles()}
    troubles = GaugeMetricFamily(
        "casino_trouble", "1 for what has stopped of keeping the record, as every pit says.", labels=["code"]
    )
    for code in TROUBLES:
        troubles.add_metric([code], float(code in stopped))
    yield troubles


def _of_database() -> Iterator[Metric]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database()), numbackends FROM pg_stat_database "
                       "WHERE datname = current_database()")  # fmt: skip
        size, sessions = cursor.fetchone()
    yield _gauge("casino_database_bytes", "Size of the record's database.", size)
    yield _gauge("casino_database_sessions", "Connections to the record's database, of everybody.", sessions)
    clock = GaugeMetricFamily(
        "casino_clock_ahead_seconds",
        "How far each worker's clock is ahead of the database's.",
        labels=["worker"],
    )
    for worker in clocks.running_workers():
        clock.add_metric([worker.name], worker.ahead_ms / 1000)
    yield clock


def _registry(collector: Record | Worker) -> CollectorRegistry:
    registry = CollectorRegistry(auto_describe=False)
    registry.register(collector)
    return registry


REGISTRIES: Final = (_registry(Worker()), _registry(Record()))
"""The record's last, so that a failure in it leaves out nothing else."""
