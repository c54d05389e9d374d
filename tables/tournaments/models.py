"""The rows of tournaments. A tournament's record is its own chain of the ledger, named by its code; the row has the
state that the chain folds to, and `tables.tournaments.check` checks that."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from django.db import models

from casino.ledger.triggers import named, stays
from tables.tournaments import machine

if TYPE_CHECKING:
    from tables.tournaments.machine import State


class Tournament(models.Model):
    """One tournament. Only `tables.tournaments.service` writes it."""

    code = models.CharField(max_length=16, unique=True)
    """``T-1``, ``T-2`` …: the name of its chain."""
    name = models.CharField(max_length=120)
    book = models.CharField(max_length=8)
    series = models.CharField(max_length=40, blank=True)
    phase = models.CharField(max_length=16)
    version = models.BigIntegerField(default=0)
    """The number of its last event in its chain."""
    kept = models.TextField(default="{}")
    """The state after that event, as JSON of `tables.tournaments.machine.State`."""
    seeds = models.JSONField(default=dict)
    """By stage: the secret seed of a draw that has been committed to. It is not part of the record until it is
    revealed, since nobody may know it before."""
    hall = models.BooleanField(default=False)
    """Whether its leader board is on a screen in the hall, for everybody there, signed in or not."""

    class Meta:
        ordering = ("-id",)
        triggers = (stays(), named("code"))

    def __str__(self) -> str:
        return self.code

    @cached_property
    def state(self) -> State:
        """The state that the row stores."""

        return msgspec.json.decode(self.kept, type=machine.State)
