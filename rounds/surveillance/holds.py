"""Legal holds: what the desk keeps beyond its time, written by `rounds.surveillance.retention.service`."""

from __future__ import annotations

from django.db import models

from rounds.surveillance.record import Papers, triggers_of


class RetentionKind(models.TextChoices):
    """The kinds of things that the house keeps, each for its own time."""

    ROUND = "round", "rounds"
    NOTE = "note", "notes"
    INCIDENT = "incident", "incidents"
    FILE = "file", "attachments"


class Hold(Papers):
    """A legal hold: its subject does not end. `facts`: the reason."""

    kind = models.CharField(max_length=8, choices=RetentionKind.choices)
    subject = models.CharField(max_length=40)
    """A round as BJ-07/214; a note, an incident or an incident's page by its primary key."""
    lifted_by = models.CharField(max_length=16, blank=True)
    lifted_with = models.CharField(max_length=16, blank=True)
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        indexes = [models.Index(fields=["kind", "subject"], name="surveillance_hold_subject")]
        triggers = triggers_of(filled="lifted_by,lifted_with,lifted_at")

    def __str__(self) -> str:
        return f"hold on {self.kind} {self.subject}"
