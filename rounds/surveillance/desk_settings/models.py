"""The desk's lists, read and changed by `rounds.surveillance.desk_settings.lists`."""

from __future__ import annotations

from django.db import models

from casino.ledger.triggers import named, stays


class HouseList(models.Model):
    """One list of the house, by name; each change is an entry of the house chain."""

    name = models.CharField(max_length=24, unique=True)
    items = models.JSONField()

    class Meta:
        triggers = (stays(), named("name"))

    def __str__(self) -> str:
        return self.name
