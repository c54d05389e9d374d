"""What the audit log says of the chains, without ever making a page wait for it.

A verification reads every entry, so it runs in a process of its own at low priority, one at a time, and the
page shows the last outcome: up to where, when, sealed to when. In between only what was added since is
verified. A fault that was found stays on the screen until a whole verification finds the record good.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.core.cache import cache
from django.db.models import Max, Sum
from django.utils import timezone

from casino.ledger.models import ChainHead, Seal

log = logging.getLogger(__name__)

EVERY = timedelta(minutes=2)
"""How old an outcome may be before the next look at the page starts a verification."""
LONGEST = timedelta(hours=2)
"""After this time a verification that said nothing is taken to have died with its process."""
OUTCOME, RUNNING = "ledger.verified", "ledger.verifying"


class Outcome(msgspec.Struct):
    """What the last verification found."""

    ok: bool
    at: datetime
    """When it started: it vouches for what was recorded before."""
    whole_at: datetime | None
    """When the last verification from the very first entry started."""
    to: dict[str, int]
    """Up to which entry, by chain."""
    faults: list[str] = []
    first: tuple[str, int | None] | None = None
    """Chain and number of the first wrong entry."""
    trouble: str = ""
    """Why a verification could not be made at all."""


@dataclass(frozen=True, slots=True)
class ChainState:
    """What the chip shows."""

    entries: int
    """How many there are, summed from the heads of the chains."""
    sealed_at: datetime | None
    outcome: Outcome | None
    running: bool
    since: int = field(default=0)
    """Entries added since the last verification."""

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
    """The state as known; reads the heads, never the entries."""
    heads = dict(ChainHead.objects.values_list("chain", "seq"))
    outcome = _outcome()
    behind = (
        0 if outcome is None else sum(max(0, seq - outcome.to.get(chain, 0)) for chain, seq in heads.items())
    )
    return ChainState(
        entries=ChainHead.objects.aggregate(entries=Sum("seq"))["entries"] or 0,
        sealed_at=Seal.objects.aggregate(at=Max("at"))["at"],
        outcome=outcome,
        running=cache.get(RUNNING) is not None,
        since=behind,
    )


def refresh(*, whole: bool = False) -> bool:
    """Start a verification unless one runs or the last is young enough; says whether one was started."""
    now, last = timezone.now(), _outcome()
    if not whole and last is not None and now - last.at < EVERY:
        return False
    if not cache.add(RUNNING, now.isoformat(), LONGEST.total_seconds()):
        return False
    since = None
    if not whole and last is not None and last.ok and not last.trouble:
        since = last.at - timedelta(seconds=30)  # a command that was still being committed then
    threading.Thread(target=_run, args=(now, since, last), name="verify ledger", daemon=True).start()
    return True


def _outcome() -> Outcome | None:
    stored = cache.get(OUTCOME)
    return None if stored is None else msgspec.json.decode(stored, type=Outcome)


def _run(now: datetime, since: datetime | None, last: Outcome | None) -> None:
    try:
        outcome = _read(_verify(since), now, since, last)
    except (OSError, ValueError, KeyError, TypeError) as trouble:
        log.exception("The record could not be verified.")
        to = last.to if last else {}
        whole_at = last.whole_at if last else None
        outcome = Outcome(ok=False, at=now, whole_at=whole_at, to=to, trouble=str(trouble)[:300])
    finally:
        cache.delete(RUNNING)
    cache.set(OUTCOME, msgspec.json.encode(outcome), None)


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
    if since is not None:
        command += ["--since", since.isoformat()]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=LONGEST.total_seconds()
    )
    if done.returncode not in (0, 1) or not done.stdout.strip():
        raise ValueError(
            done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "verify_ledger failed"
        )
    report: dict[str, Any] = msgspec.json.decode(done.stdout)
    return report


def _read(report: dict[str, Any], now: datetime, since: datetime | None, last: Outcome | None) -> Outcome:
    to = dict(last.to) if last and since else {}
    for chain in report["chains"]:
        to[chain["chain"]] = max(chain["last_seq"], to.get(chain["chain"], 0))
    first = report["first"]
    return Outcome(
        ok=report["ok"],
        at=now,
        whole_at=now if since is None else (last.whole_at if last else None),
        to=to,
        faults=[f"{fault['chain']}: {fault['message']}" for fault in report["faults"][:20]],
        first=(first["chain"], first["seq"]) if first else None,
    )
