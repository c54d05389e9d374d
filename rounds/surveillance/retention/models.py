"""Endings of what was kept for its time, written by `rounds.surveillance.retention.service`."""

from __future__ import annotations

from django.db import models

from rounds.surveillance.record import Papers, triggers_of


class Ending(Papers):
    """What is to end, named beforehand: `by` names it, and somebody else signs. `facts`: the keys of each kind, and
    the digests that stay."""

    not_before = models.DateTimeField()
    """The earliest time for carrying it out: until then a hold stops it."""
    signed_by = models.CharField(max_length=16, blank=True)
    signed_at = models.DateTimeField(null=True)
    dropped_by = models.CharField(max_length=16, blank=True)
    dropped_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        triggers = triggers_of(filled="signed_by,signed_at,dropped_by,dropped_at")

    def __str__(self) -> str:
        return f"ending {self.pk}"
