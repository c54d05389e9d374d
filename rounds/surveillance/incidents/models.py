"""Incidents, written by `rounds.surveillance.incidents.service`: a cover with the incident's present data, and pages
that are only ever added."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from rounds.surveillance.record import Papers, triggers_of


class Incident(Papers):
    """The cover of an incident. `facts`: its title, its type in three levels, when it happened and was reported,
    where, and the money, in cents."""

    class Status(models.TextChoices):
        OPEN = "open", "open"
        REVIEW = "review", "under review"
        CLOSED = "closed", "closed"

    year = models.PositiveSmallIntegerField()
    no = models.PositiveIntegerField()
    """Its number within the year: 1, 2, 3 … without a gap."""
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    roles = ArrayField(models.CharField(max_length=24), default=list)
    """Roles that may read it, beside surveillance and inspectors."""
    named = ArrayField(models.CharField(max_length=16), default=list)
    """The only people who may read it; empty if roles decide."""
    review_by = models.CharField(max_length=16, blank=True)
    review_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=16, blank=True)
    """Who asked to close it."""
    closed_with = models.CharField(max_length=16, blank=True)
    """The second person, who signed to close it."""
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
    """One thing added to an incident. `facts` depend on its sort (`rounds.surveillance.incidents.service`)."""

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
    """Its number within the incident."""
    sort = models.CharField(max_length=12, choices=Sort.choices)
    about = models.PositiveIntegerField(null=True)
    """The page that it withdraws, replaces or finishes."""

    class Meta:
        ordering = ("incident", "no")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["incident", "no"], name="surveillance_page_number")
        ]
        triggers = triggers_of()

    def __str__(self) -> str:
        return f"page {self.no} of {self.incident_id}"
