"""Incidents, as `rounds.surveillance.incidents.service` writes them: a cover that says how the incident is now, and
pages that are only added."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from rounds.surveillance.record import Papers, triggers_of


class Incident(Papers):
    """The cover of an incident. `facts`: what it is called, its type in three levels, when it happened and was
    reported, where, and the money, in cents."""

    class Status(models.TextChoices):
        OPEN = "open", "open"
        REVIEW = "review", "under review"
        CLOSED = "closed", "closed"

    year = models.PositiveSmallIntegerField()
    no = models.PositiveIntegerField()
    """Its number in the year: 1, 2, 3 … without a gap."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    roles = ArrayField(models.CharField(max_length=24), default=list)
    """Roles beside surveillance and inspectors that read it."""
    named = ArrayField(models.CharField(max_length=16), default=list)
    """The people who alone read it; empty where roles decide."""
    review_by = models.CharField(max_length=16, blank=True)
    review_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=16, blank=True)
    """Who asked for the closing."""
    closed_with = models.CharField(max_length=16, blank=True)
    """The second person, who signed for it."""
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-id",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["year", "no"], name="surveillance_incident_number")
        ]
        triggers = triggers_of(
            moving="status,roles,named",
            filled="review_by,review_at,closed_by,closed_with,closed_at",
            rewritten=True,
        )

    def __str__(self) -> str:
        return self.number

    @property
    def number(self) -> str:
        """As people write it: ``INC-2026-0148``."""
        return f"INC-{self.year}-{self.no:04}"


class Page(Papers):
    """One thing added to an incident. `facts` are what its sort has (`rounds.surveillance.incidents.pages`)."""

    class Sort(models.TextChoices):
        NARRATIVE = "narrative", "narrative"
        PERSON = "person", "person"
        ROUND = "round", "round"
        CAMERA = "camera", "camera"
        FILE = "file", "attachment"
        TASK = "task", "task"
        DONE = "done", "task done"
        LINK = "link", "link"
        WITHDRAWN = "withdrawn", "withdrawn"

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="pages")
    no = models.PositiveIntegerField()
    """Its number in the incident."""
    sort = models.CharField(max_length=12, choices=Sort.choices)
    about = models.PositiveIntegerField(null=True)
    """The page that it withdraws, takes the place of, or finishes."""

    class Meta:
        ordering = ("incident", "no")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["incident", "no"], name="surveillance_page_number")
        ]
        triggers = triggers_of()

    def __str__(self) -> str:
        return f"page {self.no} of {self.incident_id}"
