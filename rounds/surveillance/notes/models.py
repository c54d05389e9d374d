"""Notes, written by `rounds.surveillance.notes.notes`. The database refuses to change what was written."""

from __future__ import annotations

from typing import Any

import pgtrigger
from django.db import models

from casino.ledger.triggers import Executes
from rounds.surveillance.record import Papers, triggers_of


class Note(Papers):
    """A note on a round, or on one entry of it. `facts`: words, tag, camera, its time and how far its clock is
    off."""

    table = models.CharField(max_length=16)
    round_no = models.IntegerField()
    seq = models.BigIntegerField(null=True)
    """The entry of the table's chain that it is about; None for the whole round."""
    to_pit = models.BooleanField(default=False)
    """Whether the supervisors of the pit may read it too."""
    withdrawn_by = models.CharField(max_length=16, blank=True)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawal: models.JSONField[dict[str, Any] | None] = models.JSONField(null=True)
    """The reason for withdrawing it."""

    class Meta:
        ordering = ("-id",)
        indexes = [models.Index(fields=["table", "round_no"], name="surveillance_note_round")]
        triggers = (
            *triggers_of(moving="withdrawal", filled="withdrawn_by,withdrawn_at"),
            Executes(
                name="reason_stays",
                function="ledger_refuse",
                level=pgtrigger.Row,
                when=pgtrigger.Before,
                operation=pgtrigger.Update,
                condition=pgtrigger.Condition(
                    "(OLD.withdrawal IS NOT NULL AND OLD.withdrawal IS DISTINCT FROM NEW.withdrawal"
                    " AND (NEW.ended_at IS NULL OR NEW.withdrawal <> '{}'))"
                ),
            ),
        )

    def __str__(self) -> str:
        return f"note {self.pk} on {self.table} round {self.round_no}"
