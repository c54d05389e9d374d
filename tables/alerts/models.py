"""The rows of alerts: what needs a supervisor's attention, since when, and who has acknowledged it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from casino.ledger.triggers import kept_rows

WHO = 16


class PitAlert(models.Model):
    """One line of the pit's list. It stays until its cause is gone and somebody has acknowledged it; if a person's
    act ends it (a signature, an answer, a decision), it ends with that act.

    Whether it is open is a cache of its cause, which is elsewhere; who acknowledged it, and when it was escalated,
    is in the record.
    """

    class Kind(models.TextChoices):
        VARIANCE = "variance", "float"
        CARDS = "cards", "cards"
        READER = "reader", "shoe reader"
        SLIP = "slip", "slip"
        DISPUTE = "dispute", "dispute"
        SEAT = "seat", "idle seat"
        DEALER = "dealer", "dealer's time"
        INACTIVE = "inactive", "dealer deactivated"
        CALL = "call", "supervisor called"
        CLOSING = "closing", "has to close"
        TABLET = "tablet", "tablet"

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="pit_alerts")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    subject = models.CharField(max_length=40)
    """What it is about among its kind at the table: the id of a row, a dealer's number, a player and box."""
    words = models.TextField()
    """Its words when it was raised, in the record's English."""
    phrase = models.JSONField(null=True)
    """The same as [code, values] (`casino.words`), for screens in the house's words; None on older rows."""
    raised_at = models.DateTimeField()
    seen_by = models.CharField(max_length=WHO, blank=True)
    seen_at = models.DateTimeField(null=True)
    escalated_at = models.DateTimeField(null=True)
    """When it was escalated to the casino supervisor because nobody had acknowledged it in time."""
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("raised_at", "id")
        triggers = kept_rows(filled="seen_by,seen_at,escalated_at,ended_at")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "kind", "subject"],
                condition=Q(ended_at__isnull=True),
                name="tables_pitalert_standing",
            ),
            models.CheckConstraint(
                condition=Q(seen_at__isnull=True, seen_by="") | (Q(seen_at__isnull=False) & ~Q(seen_by="")),
                name="tables_pitalert_seen",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.kind} {self.subject}"
