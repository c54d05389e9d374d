"""The rows of gaming hours and of closing notices."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from casino.ledger.triggers import kept_rows, stays


class GamingHours(models.Model):
    """The hours of gaming under a book, from a day on until later ones are in force (ACT96-19.1, ACT03-15.1).

    Times of day are the house's. Gaming that ends at an earlier time of day than it begins ends on the next day; if
    both are equal it never ends.
    """

    book = models.CharField(max_length=8)
    valid_from = models.DateField()
    begins = models.TimeField()
    ends = models.TimeField()
    source = models.CharField(max_length=120)
    """The decision that sets them."""
    set_by = models.CharField(max_length=16)
    set_at = models.DateTimeField()

    class Meta:
        ordering = ("book", "-valid_from")
        triggers = (stays(),)
        constraints = [
            models.UniqueConstraint(fields=["book", "valid_from"], name="tables_gaming_hours_from"),
        ]

    def __str__(self) -> str:
        return f"{self.book} {self.begins:%H:%M} to {self.ends:%H:%M} from {self.valid_from}"


class Closure(models.Model):
    """The notice that a table will close: the announced time, since when it is displayed, and what became of it."""

    class State(models.TextChoices):
        SHOWN = "shown"
        TAKEN_DOWN = "taken_down"
        IN_FORCE = "in_force"

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="closures")
    close_at = models.DateTimeField()
    shown_from = models.DateTimeField()
    inspector = models.CharField(max_length=60, blank=True)
    """The inspector who was informed beforehand (ACT96-19.2-S2)."""
    reason = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.SHOWN)
    put_up_by = models.CharField(max_length=16)
    ended_by = models.CharField(max_length=16, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("close_at",)
        triggers = kept_rows(moving="state", filled="ended_by,ended_at", ended="OLD.ended_at IS NOT NULL")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(state="shown"), name="tables_closure_running"
            ),
        ]

    def __str__(self) -> str:
        return f"closes at {self.close_at:%H:%M}"
