"""The rows of the record: entries, the head of each chain, and seals.

None of them is ever changed or removed: the triggers of `casino.ledger.triggers` refuse it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import models
from django.db.models import Q

from casino.ledger import triggers
from casino.words.read_back import Reading, read_back_detail

HOUSE = "house"
"""The chain for everything that belongs to no table: sign-ins, lock-outs, enrolments, anchors of the seals.
"""

DESK = "desk"
"""The chain of the surveillance desk: only surveillance and inspectors read its entries. Texts that people
wrote are in them as digests."""

ROWS = "rows"
"""Where an entry's body names the database rows that its step wrote (`casino.ledger.rows`)."""

DETAIL = "detail"
"""Where an entry's body keeps the code and the values of its `detail`."""


class Entry(models.Model):
    """One thing that happened, linked to the one before it in its chain.

    A chain is a table's code ("BJ-07") or "house"; `seq` counts 1, 2, 3 … in it without a gap.
    `actor` and `role` are the person's own; `acting_as` names the lower role whose power was used
    (VIC03-1.2). `amount` is in cents. `folded` entries are a round's events: their fold is the
    round's state. `key` is the client's idempotency key, on the first entry of a command.
    `detail` is what the entry says, in English; screens show `words`.
    `digest` and `hash` are as `casino.ledger.canonical` defines them.

    The table, its months and its indexes are created by the SQL in `casino.ledger.partitions`.
    """

    pk = models.CompositePrimaryKey("chain", "seq")
    chain = models.CharField(max_length=16)
    seq = models.BigIntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=16, blank=True)
    role = models.CharField(max_length=24, blank=True)
    acting_as = models.CharField(max_length=24, blank=True)
    kind = models.CharField(max_length=40)
    round_no = models.IntegerField(null=True)
    folded = models.BooleanField(default=False)
    key = models.CharField(max_length=64, blank=True)
    tap = models.IntegerField(default=0)
    body = models.TextField()
    detail = models.TextField(blank=True)
    clause = models.CharField(max_length=40, blank=True)
    amount = models.BigIntegerField(null=True)
    digest = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)

    class Meta:
        verbose_name_plural = "entries"
        triggers = [*triggers.append_only(), triggers.extends_chain()]

    def __str__(self) -> str:
        return f"{self.chain} {self.seq}"

    @property
    def words(self) -> Reading | str:
        """What the entry says, for `casino.translated.phrase`: code and values if the body keeps them or, for
        an older entry, if they can be read back from its English; otherwise the English."""
        if f'"{DETAIL}":[' in self.body:
            body: Any = msgspec.json.decode(self.body)
            match body.get(DETAIL) if isinstance(body, dict) else None:
                case [str(code), dict(values)]:
                    return code, values
        return read_back_detail(self.detail) or self.detail


class ChainHead(models.Model):
    """Where a chain ends. Locked while appending; moved by the database itself."""

    chain = models.CharField(max_length=16, primary_key=True)
    seq = models.BigIntegerField(default=0)
    hash = models.BinaryField(max_length=32)
    at = models.DateTimeField(null=True)

    class Meta:
        triggers = triggers.head_moves()

    def __str__(self) -> str:
        return f"{self.chain} to {self.seq}"


class Seal(models.Model):
    """A signed statement of where a chain ended at one moment: `note`, in the form of `casino.ledger.seals`.

    It names the chain's seal before it, so that a seal removed from the middle is noticed too.
    """

    id = models.BigAutoField(primary_key=True)
    chain = models.CharField(max_length=16)
    no = models.IntegerField()
    seq = models.BigIntegerField()
    hash = models.BinaryField(max_length=32)
    at = models.DateTimeField()
    note = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["chain", "no"], name="ledger_seal_chain_no"),
        ]
        triggers = triggers.append_only()

    def __str__(self) -> str:
        return f"{self.chain} sealed to {self.seq}"


class ArchivedMonth(models.Model):
    """A month of the record whose entries were written to a file and taken out of the database, or brought back since
    (`casino.ledger.archives`). It repeats the last entry about that month in the house chain.
    """

    id = models.BigAutoField(primary_key=True)
    month = models.CharField(max_length=7, unique=True)
    """Year and month in UTC, such as 2026-08."""
    file = models.CharField(max_length=200)
    """The name of the file, without its folder."""
    sha256 = models.CharField(max_length=64)
    """SHA-256 (hex) of the file."""
    entries = models.BigIntegerField()
    """The number of entries in the file."""
    chains = models.JSONField()
    """By chain: `casino.ledger.archives.months.ChainPart`."""
    away = models.BooleanField()
    """Whether its entries are only in the file."""
    at = models.DateTimeField()
    """When it was last archived or brought back."""

    class Meta:
        triggers = triggers.kept_rows(moving="file,sha256,entries,chains,away,at")

    def __str__(self) -> str:
        return self.month


class Witness(models.Model):
    """The last seal of a chain that the house's witness has taken, and when; decides what is handed over
    next. Not part of the record."""

    chain = models.CharField(max_length=16, primary_key=True)
    no = models.IntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.chain} taken to seal {self.no}"


class Worker(models.Model):
    """A process that answers requests, and how far its clock is from the database's (`casino.ledger.clocks`).
    Not part of the record."""

    name = models.CharField(max_length=80, primary_key=True)
    ahead_ms = models.BigIntegerField()
    """How many milliseconds its clock is ahead of the database's; negative if it is behind."""
    seen_at = models.DateTimeField()
    """By the database's clock."""

    def __str__(self) -> str:
        return f"worker {self.name}"


class Verification(models.Model):
    """The result of the last verification of the record, for every worker. One row, a cache of
    `casino.ledger.chainstate`; not part of the record."""

    ONLY = 1

    id = models.IntegerField(primary_key=True, default=ONLY)
    outcome = models.TextField(blank=True)
    """JSON of `chainstate.Outcome`; empty before the first verification."""
    alive_at = models.DateTimeField(null=True)
    """When the current run last showed that it is alive; null if there is no run."""
    unfinished = models.TextField(blank=True, db_default="")
    """JSON of `unfinished.RunProgress`: how far an unfinished whole verification has come, so that it can be
    resumed."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="ledger_verification_one_row"),
        ]

    def __str__(self) -> str:
        return "verification"


class Backup(models.Model):
    """What the backup program has last reported (`deploy/backup`). One row, not part of the record."""

    ONLY = 1

    id = models.IntegerField(primary_key=True, default=ONLY)
    followed_at = models.DateTimeField(null=True)
    """When it last copied the server's log; reported every minute."""
    base_at = models.DateTimeField(null=True)
    """When the newest base backup was complete."""
    tested_at = models.DateTimeField(null=True)
    """When a backup was last restored and its record verified."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="ledger_backup_one_row"),
        ]

    def __str__(self) -> str:
        return "backup"
