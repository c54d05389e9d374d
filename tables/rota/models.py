"""The rows of the rota: shifts and breaks, and dealers' times at tables."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from casino.ledger.triggers import kept_rows

WHO = 16


class Duty(models.Model):
    """A person's shift, or a break in it. The house's chain says who began and who ended it."""

    class Kind(models.TextChoices):
        SHIFT = "shift", "shift"
        BREAK = "break", "break"

    number = models.CharField(max_length=WHO)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    began_at = models.DateTimeField()
    began_by = models.CharField(max_length=WHO)
    due_at = models.DateTimeField(null=True)
    """When a break is due to end; None for a shift."""
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=WHO, blank=True)

    class Meta:
        ordering = ("began_at", "id")
        triggers = kept_rows(filled="ended_at,ended_by", ended="OLD.ended_at IS NOT NULL")
        constraints = [
            models.UniqueConstraint(
                fields=["number", "kind"], condition=Q(ended_at__isnull=True), name="tables_duty_running"
            )
        ]
        indexes = [models.Index(fields=["began_at"], name="tables_duty_began")]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Stint(models.Model):
    """The time of a dealer at a table, from signing in to the next dealer's. The entries of both are in the table's
    chain."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="stints")
    number = models.CharField(max_length=WHO)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("began_at", "id")
        triggers = kept_rows(filled="ended_at", ended="OLD.ended_at IS NOT NULL")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at__isnull=True), name="tables_stint_running"
            )
        ]
        indexes = [models.Index(fields=["began_at"], name="tables_stint_began")]

    def __str__(self) -> str:
        return f"{self.number} at table {self.table_id}"
