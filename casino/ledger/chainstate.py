"""What the house knows about its record: how far it was verified, when, and what is wrong with it.

A verification reads every entry, so it runs in a separate low-priority process, one at a time in the whole
house, and no page waits for it. Its outcome is kept in the database: every worker and every screen shows the
same. Between two whole verifications only new entries are verified. The whole record is read again after
every start of a worker and at least once a day (`LEDGER_VERIFY_HOURS`), whether anybody looks or not; a run
interrupted by a restart is resumed (`unfinished.py`). A fault stays on every screen until a whole
verification finds the record good, whether a verification found it, a command, or a tablet whose table does
not fit its chain.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.db import connection
from django.db.models import Max, Q, Sum
from django.utils import timezone

from casino.ledger import partitions
from casino.ledger.archives.months import archived_months
from casino.ledger.chain import SKEW
from casino.ledger.models import HOUSE, ChainHead, Seal, Verification, Witness
from casino.ledger.verify import Fault, Report

log = logging.getLogger(__name__)

EVERY = timedelta(minutes=2)
"""How old a result may be before the next view of the page starts a verification."""
WATCH_SECONDS = 60.0
"""How often a worker checks whether a verification is due."""
QUIET = timedelta(minutes=10)
"""How old a result may be when nobody looks at the page."""
DEAD = timedelta(minutes=5)
"""A run that has shown no sign of life for this long has died with its worker."""
HEARTBEAT_SECONDS = 30.0
MOST = 20
"""The most faults that a screen names."""


class Outcome(msgspec.Struct):
    """The result of the last verification."""

    ok: bool
    at: datetime
    """When it started; it covers what was recorded before."""
    whole_at: datetime | None
    """When the last verification of the whole record started."""
    to: dict[str, int]
    """The last entry that was verified, by chain."""
    faults: list[str] = []
    first: tuple[str, int | None] | None = None
    """Chain and number of the first wrong entry."""
    trouble: str = ""
    """Why a verification could not be made at all."""
    seals: dict[str, int] = {}
    """The number of each chain's last seal, which never goes down."""
    whole_ended: datetime | None = None
    """When that verification ended."""


@dataclass(frozen=True, slots=True)
class ChainState:
    """What the status chip of the record shows."""

    entries: int
    """The number of entries, summed from the heads of the chains."""
    sealed_at: datetime | None
    witnessed_at: datetime | None
    """When the witness last took a seal."""
    outcome: Outcome | None
    running: bool
    since: int = field(default=0)
    """Entries added since the last verification."""
    archived: tuple[str, ...] = ()
    """Months whose entries are only in files and were not read."""

    @property
    def verified_words(self) -> str:
        """The number of verified entries of all chains together, in words."""
        return f"{sum(self.outcome.to.values()):,}" if self.outcome else ""

    @property
    def entries_words(self) -> str:
        return f"{self.entries:,}"

    @property
    def since_words(self) -> str:
        return f"{self.since:,} {'entry' if self.since == 1 else 'entries'} since"

    @property
    def to(self) -> list[tuple[str, str]]:
        """Up to which entry each chain was verified."""
        return [(chain, f"{seq:,}") for chain, seq in sorted(self.outcome.to.items())] if self.outcome else []


def state() -> ChainState:
    """The current state; reads the heads, never the entries."""
    heads = dict(ChainHead.objects.values_list("chain", "seq"))
    row = _row()
    outcome = _outcome(row)
    behind = (
        0 if outcome is None else sum(max(0, seq - outcome.to.get(chain, 0)) for chain, seq in heads.items())
    )
    return ChainState(
        entries=ChainHead.objects.aggregate(entries=Sum("seq"))["entries"] or 0,
        sealed_at=_last_sealed(),
        witnessed_at=Witness.objects.aggregate(at=Max("at"))["at"],
        outcome=outcome,
        running=row is not None and row.alive_at is not None and row.alive_at > timezone.now() - DEAD,
        since=behind,
        archived=tuple(month.words for month in archived_months()),
    )


def _last_sealed() -> datetime | None:
    """When a chain was last sealed; each round of sealing ends with the house's chain."""
    last = Seal.objects.filter(chain=HOUSE).order_by("-no").values_list("at", flat=True).first()
    return last or Seal.objects.aggregate(at=Max("at"))["at"]


def refresh(*, whole: bool = False, every: timedelta | None = None) -> bool:
    """Start a verification unless one is running or the last is younger than `every` (default `EVERY`);
    returns whether one was started. If LEDGER_VERIFY_HOURS is 0, only a `whole` one that somebody asks for is
    started."""
    if not whole and not settings.LEDGER_VERIFY_HOURS:
        return False
    now, last = timezone.now(), _outcome(_row())
    if not whole and last is not None and now - last.at < (EVERY if every is None else every):
        return False
    if not _claim(now):
        return False
    since = None
    if not whole and last is not None and last.ok and not last.trouble:
        since = last.at - timedelta(seconds=30)  # a tap may still have been committing then
    threading.Thread(target=_run_in_thread, args=(now, since), name="verify ledger", daemon=True).start()
    return True


def store_result(report: dict[str, Any], at: datetime, since: datetime | None, chain: str = "") -> None:
    """Store the result of a verification that began at `at`, for every worker to show: of the whole record,
    from `since` on, or of one chain. A good result for a part clears no fault."""
    last = _outcome(_row())
    if chain or since is not None:
        if report["ok"] and (last is None or not last.ok or last.trouble or chain):
            return
        since = since or at
    _store(_read(report, at, since, last))


def verified_to() -> datetime | None:
    """From when the record must be verified again if the last whole verification is relied on; None if it
    found faults or was never made. It is somewhat earlier, since a clock may have been behind."""
    last = _outcome(_row())
    return (
        last.whole_at - SKEW if last is not None and last.ok and not last.trouble and last.whole_at else None
    )


def went_back(report: Report) -> list[Fault]:
    """A fault for each chain that has fewer seals now than an earlier verification counted."""
    last = _outcome(_row())
    had = last.seals if last is not None else {}
    message = "{} was sealed to seal {} when it was verified last, and has {} now: seals were taken away"
    return [
        Fault(chain.chain, None, "bad_seal", message.format(chain.chain, had[chain.chain], chain.seals))
        for chain in report.chains
        if chain.seals < had.get(chain.chain, 0)
    ]


def show_fault(chain: str, seq: int | None, message: str) -> None:
    """Show every screen a fault that was found otherwise than by a verification."""
    now, last = timezone.now(), _outcome(_row())
    fault = f"{chain}: {message}"
    if last is not None and fault in last.faults:
        return
    log.error("The record is wrong: %s", fault)
    earlier = last.faults if last is not None else []
    first = last.first if last is not None and last.first else (chain, seq)
    to, whole_at = (last.to, last.whole_at) if last is not None else ({}, None)
    whole_ended = last.whole_ended if last is not None else None
    seals = last.seals if last is not None else {}
    _store(
        Outcome(
            ok=False,
            at=now,
            whole_at=whole_at,
            whole_ended=whole_ended,
            to=to,
            faults=[*earlier, fault][:MOST],
            first=first,
            seals=seals,
        )
    )


def watch(stop: threading.Event) -> None:
    """Keep the result fresh until `stop` is set, in a thread of the worker."""
    started = timezone.now()
    _prepare_ahead()
    while not stop.wait(WATCH_SECONDS):
        _prepare_ahead()
        try:
            look(started)
        except Exception:  # the database is away, or something else failed: the next look tries again
            log.warning("Whether the record is to be verified could not be asked.", exc_info=True)
        finally:
            connection.close()


def _prepare_ahead() -> None:
    try:
        partitions.prepare_ahead(timezone.now())
    except Exception:  # likewise: `append` asks again when it needs the month
        log.warning("The months of the record could not be prepared.", exc_info=True)
    finally:
        connection.close()


def look(started: datetime) -> bool:
    """Start a whole verification if there was none since the worker started or for LEDGER_VERIFY_HOURS;
    otherwise one of the new entries, if the last result is older than `QUIET`. Returns whether one was
    started."""
    last = _outcome(_row())
    due = timezone.now() - timedelta(hours=settings.LEDGER_VERIFY_HOURS)
    # A run that was resumed began before this worker started.
    full = (
        last is None
        or last.whole_at is None
        or (last.whole_ended or last.whole_at) < started
        or last.whole_at < due
    )
    return refresh(whole=full, every=QUIET)


def _row() -> Verification | None:
    return Verification.objects.filter(pk=Verification.ONLY).first()


def _outcome(row: Verification | None) -> Outcome | None:
    if row is None or not row.outcome:
        return None
    # A result stored by another version counts as none.
    with suppress(msgspec.DecodeError, msgspec.ValidationError):
        return msgspec.json.decode(row.outcome, type=Outcome)
    return None


def _store(outcome: Outcome) -> None:
    text = msgspec.json.encode(outcome).decode()
    Verification.objects.update_or_create(pk=Verification.ONLY, defaults={"outcome": text})


def _claim(now: datetime) -> bool:
    """Claim the only slot for a run, so that two workers never verify at once."""
    Verification.objects.bulk_create([Verification()], ignore_conflicts=True)
    free = Verification.objects.filter(Q(alive_at=None) | Q(alive_at__lt=now - DEAD))
    return bool(free.update(alive_at=now))


def _run_in_thread(now: datetime, since: datetime | None) -> None:
    try:
        _run(now, since)
    finally:
        connection.close()


def _run(now: datetime, since: datetime | None) -> None:
    try:
        report = _verify(since)
        store_result(report, datetime.fromisoformat(report["began"]) if "began" in report else now, since)
    except (OSError, ValueError, KeyError, TypeError) as trouble:
        log.exception("The record could not be verified.")
        last = _outcome(_row())
        to, whole_at, faults, first = (
            (last.to, last.whole_at, last.faults, last.first) if last is not None else ({}, None, [], None)
        )
        _store(
            Outcome(
                ok=False,
                at=now,
                whole_at=whole_at,
                whole_ended=last.whole_ended if last is not None else None,
                to=to,
                faults=faults,
                first=first,
                trouble=str(trouble)[:300],
                seals=last.seals if last is not None else {},
            )
        )
    finally:
        Verification.objects.update(alive_at=None)


def _verify(since: datetime | None) -> dict[str, Any]:
    command = [
        "nice",
        "-n",
        "10",
        sys.executable,
        str(settings.BASE_DIR / "manage.py"),
        "verify_ledger",
        "--json",
    ]
    command += ["--since", since.isoformat()] if since is not None else ["--resume"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while True:
        try:
            out, wrong = process.communicate(timeout=HEARTBEAT_SECONDS)
            break
        except subprocess.TimeoutExpired:  # a long record: show that it is still being read
            Verification.objects.update(alive_at=timezone.now())
    if process.returncode not in (0, 1) or not out.strip():
        raise ValueError(wrong.strip().splitlines()[-1] if wrong.strip() else "verify_ledger failed")
    report: dict[str, Any] = msgspec.json.decode(out)
    return report


def _read(report: dict[str, Any], now: datetime, since: datetime | None, last: Outcome | None) -> Outcome:
    to = dict(last.to) if last and since else {}
    for chain in report["chains"]:
        to[chain["chain"]] = max(chain["last_seq"], to.get(chain["chain"], 0))
    seals = dict(last.seals) if last else {}
    for chain in report["chains"]:
        seals[chain["chain"]] = max(chain["seals"], seals.get(chain["chain"], 0))
    first = report["first"]
    return Outcome(
        seals=seals,
        ok=report["ok"],
        at=now,
        whole_at=now if since is None else (last.whole_at if last else None),
        whole_ended=timezone.now() if since is None else (last.whole_ended if last else None),
        to=to,
        faults=[f"{fault['chain']}: {fault['message']}" for fault in report["faults"][:MOST]],
        first=(first["chain"], first["seq"]) if first else None,
    )
