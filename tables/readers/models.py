"""The rows of readers: what is assigned to which table, and every report with what became of it.

The entries of the table's chain are the record; these rows say which number is expected next and which cards still
wait for the dealer's decision.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from casino.ledger.triggers import kept_rows
from casino.refusals import Refusal

WHO = 16
KEY = 64
TEXT = 500


class Reader(models.Model):
    """A device that reports the cards of one table as they leave the shoe. An electronic shoe has a token (the
    database holds its SHA-256); a scanner is a keyboard at the tablet and reports through the dealer's session."""

    class Kind(models.TextChoices):
        SHOE = "shoe", "electronic shoe"
        SCANNER = "scanner", "barcode scanner"

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="readers")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    label = models.CharField(max_length=60, blank=True)
    """What is written on it: make, serial number."""
    token_hash = models.CharField(max_length=64, unique=True, null=True)
    issued_by = models.CharField(max_length=WHO)
    issued_at = models.DateTimeField()
    revoked_by = models.CharField(max_length=WHO, blank=True)
    revoked_at = models.DateTimeField(null=True)
    expected = models.BigIntegerField(default=1)
    """The running number of its next report."""
    heard_at = models.DateTimeField(null=True)
    fault = models.CharField(max_length=TEXT, blank=True)
    """What is wrong with it, as its last report or its silence says; "" while it works."""
    turned_at = models.DateTimeField(null=True)
    """When the dealer last switched between its reports and entry by hand."""
    by_hand = models.JSONField(default=list)
    """Cards that were entered by hand and that it has not reported: [[card, round, tap], …], oldest first."""

    class Meta:
        ordering = ("table", "id")
        triggers = kept_rows(
            moving="expected,heard_at,fault,turned_at,by_hand", filled="revoked_by,revoked_at"
        )
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="tables_reader_one_a_table"
            ),
            models.CheckConstraint(condition=Q(expected__gte=1), name="tables_reader_expected"),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """What the record calls it; no staff number has so many letters."""
        return f"{'SHOE' if self.kind == self.Kind.SHOE else 'SCAN'}-{self.pk}"


class Report(models.Model):
    """A report, by its running number, and what became of it."""

    class What(models.TextChoices):
        CARD = "card"
        UNREAD = "unread", "a card that it could not read"
        LOST = "lost", "reports that it has lost"
        CUTTING_CARD = "cutting_card", "the cutting card"
        SHUFFLED = "shuffled"
        DOOR_OPEN = "door_open", "its door is open"
        DOOR_CLOSED = "door_closed", "its door is closed"
        FAULT = "fault"
        WORKS = "works", "it works again"

    class Outcome(models.TextChoices):
        DEALT = "dealt", "dealt where a card was due"
        WAITS = "waits", "waits for the dealer's word"
        KNOWN = "known", "is in the record by the dealer's hand"
        EXCESS = "excess", "was drawn in excess"
        ASIDE = "aside", "set aside"
        NOTED = "noted"

    reader = models.ForeignKey(Reader, on_delete=models.PROTECT, related_name="reports")
    sequence = models.BigIntegerField()
    key = models.CharField(max_length=KEY, blank=True)
    """For a scan: the key of its tap."""
    what = models.CharField(max_length=12, choices=What.choices)
    card = models.CharField(max_length=16, blank=True)
    """The card; if it could not be read, whatever was reported."""
    note = models.CharField(max_length=TEXT, blank=True)
    at = models.DateTimeField()
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    place = models.CharField(max_length=TEXT, blank=True)
    """Where it was dealt, in the record's words."""
    round_no = models.IntegerField(null=True)
    tap = models.IntegerField(default=0)
    """The tap that recorded it in the round."""
    clause = models.CharField(max_length=40, blank=True)
    message = models.CharField(max_length=TEXT, blank=True)
    remedy = models.CharField(max_length=TEXT, blank=True)
    why = models.JSONField(null=True)
    """The code and the values of the refusal for which it waits, from which a screen says `message` and `remedy`; null
    for any other reason, and for refusals from before this was kept."""

    class Meta:
        ordering = ("reader", "sequence")
        triggers = kept_rows(moving="outcome,place,round_no,tap,clause,message,remedy,why")
        constraints = [
            models.UniqueConstraint(fields=["reader", "sequence"], name="tables_report_sequence"),
            models.UniqueConstraint(fields=["reader", "key"], condition=~Q(key=""), name="tables_report_key"),
        ]
        indexes = [models.Index(fields=["reader"], name="tables_report_waits", condition=Q(outcome="waits"))]

    def __str__(self) -> str:
        return f"{self.what} {self.card} no. {self.sequence}".replace("  ", " ")

    @property
    def refusal(self) -> Refusal | None:
        """Why it was not dealt, if that is a refusal whose code was kept."""
        if self.why is None:
            return None
        code, values = self.why
        return Refusal(code, self.clause, **values)
