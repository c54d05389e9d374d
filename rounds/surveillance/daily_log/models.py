"""Daily logs, as `rounds.surveillance.daily_log.service` writes them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from rounds.surveillance.record import Papers, triggers_of


class DailyLog(Papers):
    """One shift of the desk: `by` has the desk `at` its start. `facts`: how it began. `lines`, once it is signed off:
    every line as it was then."""

    no = models.PositiveIntegerField(unique=True)
    signed_by = models.CharField(max_length=16, blank=True)
    signed_at = models.DateTimeField(null=True)
    taken_by = models.CharField(max_length=16, blank=True)
    taken_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-no",)
        triggers = triggers_of(filled="signed_by,signed_at,taken_by,taken_at")

    def __str__(self) -> str:
        return f"DL-{self.no:04}"


class LogLine(Papers):
    """A line that somebody wrote, or, with a number, one of those that a log had when it was signed off. `facts`: when
    it was, its words, and what it leads to."""

    class Source(models.TextChoices):
        PERSON = "person", "written"
        RECORD = "record", "record"

    log = models.ForeignKey(DailyLog, on_delete=models.PROTECT, related_name="lines")
    no = models.PositiveIntegerField(null=True)
    """Its number in a log that is signed off; None until then, and for what is added later."""
    source = models.CharField(max_length=8, choices=Source.choices, default=Source.PERSON)

    class Meta:
        ordering = ("log", "no", "at", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["log", "no"], name="surveillance_line_number")
        ]
        triggers = triggers_of(filled="no")

    def __str__(self) -> str:
        return f"line {self.no} of {self.log_id}"
