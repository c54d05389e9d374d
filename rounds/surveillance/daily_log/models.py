"""Daily logs, written by `rounds.surveillance.daily_log.service`."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from rounds.surveillance.record import Papers, triggers_of


class DailyLog(Papers):
    """One shift of the desk, which `by` has from its start `at`. `facts` says how it began; its `lines`, after
    sign-off, are all lines as they then were."""

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
    """A written line or, with a number, one of the lines of a log at its sign-off. `facts`: its time, its words, and
    the page that it leads to."""

    class Source(models.TextChoices):
        PERSON = "person", "written"
        RECORD = "record", "record"

    log = models.ForeignKey(DailyLog, on_delete=models.PROTECT, related_name="lines")
    no = models.PositiveIntegerField(null=True)
    """Its number in a signed-off log; None until then, and for what is added later."""
    source = models.CharField(max_length=8, choices=Source.choices, default=Source.PERSON)

    class Meta:
        ordering = ("log", "no", "at", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["log", "no"], name="surveillance_line_number")
        ]
        triggers = triggers_of(filled="no")

    def __str__(self) -> str:
        return f"line {self.no} of {self.log_id}"
