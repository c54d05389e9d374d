"""Disputes at a table, as `tables.disputes.disputes` writes them; all that was said is in the table's chain as well.
The database refuses to change what was said, and to remove a dispute."""

from __future__ import annotations

from django.db import models

from casino.ledger.triggers import kept_rows

MARK = 16
WORDS = 400


class Dispute(models.Model):
    """One dispute: what it is about, what was decided, and what a review made of it."""

    class State(models.TextChoices):
        OPEN = "open", "not resolved"
        SETTLED = "settled", "settled with the player"
        DECIDED = "decided", "decided"
        REVIEW = "review", "review requested"
        REVIEWED = "reviewed", "reviewed"

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="disputes")
    round_no = models.IntegerField(null=True)
    player = models.CharField(max_length=MARK)
    question = models.CharField(max_length=WORDS)
    state = models.CharField(max_length=12, choices=State.choices, default=State.OPEN)
    raised_by = models.CharField(max_length=16)
    raised_at = models.DateTimeField()
    advised_by = models.CharField(max_length=16, blank=True)
    advised_at = models.DateTimeField(null=True)
    decision = models.CharField(max_length=WORDS, blank=True)
    decided_by = models.CharField(max_length=16, blank=True)
    decided_at = models.DateTimeField(null=True)
    changed = models.BooleanField(null=True)
    """Whether the review came out otherwise than the decision."""
    review = models.CharField(max_length=WORDS, blank=True)
    reviewer = models.CharField(max_length=60, blank=True)
    reviewed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-raised_at",)
        triggers = kept_rows(
            moving="state",
            filled="advised_by,advised_at,decision,decided_by,decided_at,changed,review,reviewer,reviewed_at",
            ended="OLD.state IN ('settled', 'reviewed')",
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.question}"

    @property
    def ends(self) -> bool:
        """Whether nothing more waits: it is settled, decided or reviewed."""
        return self.state not in (self.State.OPEN, self.State.REVIEW)
