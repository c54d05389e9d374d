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
    box = models.PositiveSmallIntegerField(null=True)
    """The box that it is about, if any."""
    player = models.CharField(max_length=MARK)
    question = models.CharField(max_length=WORDS)
    state = models.CharField(max_length=12, choices=State.choices, default=State.OPEN)
    raised_by = models.CharField(max_length=16)
    raised_at = models.DateTimeField()
    advised_by = models.CharField(max_length=16, blank=True)
    advised_at = models.DateTimeField(null=True)
    ambiguous = models.BooleanField(null=True)
    """Whether it is about something ambiguous in the rules; None if nobody has said."""
    ambiguity = models.CharField(max_length=WORDS, blank=True)
    """What can be read in two ways."""
    settled = models.BigIntegerField(null=True)
    """What the player has as it was settled, in cents beside his stake: below zero he lost that."""
    otherwise = models.BigIntegerField(null=True)
    """The same by the other reading."""
    decision = models.CharField(max_length=WORDS, blank=True)
    for_player = models.BooleanField(null=True)
    """Whether the decision is for the player; None if it says neither."""
    awarded = models.BigIntegerField(null=True)
    """What is to be paid to the player by the decision, in cents."""
    against = models.CharField(max_length=WORDS, blank=True)
    """Why the decision differs from the proposal in the player's favour."""
    decided_by = models.CharField(max_length=16, blank=True)
    decided_at = models.DateTimeField(null=True)
    changed = models.BooleanField(null=True)
    """Whether the review came out otherwise than the decision."""
    review = models.CharField(max_length=WORDS, blank=True)
    review_awarded = models.BigIntegerField(null=True)
    """What is to be paid to the player by a review that changed the decision, in cents."""
    reviewer = models.CharField(max_length=60, blank=True)
    reviewed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-raised_at",)
        triggers = kept_rows(
            moving="state",
            filled="advised_by,advised_at,ambiguous,ambiguity,settled,otherwise,decision,for_player,awarded,against,"
            "decided_by,decided_at,changed,review,review_awarded,reviewer,reviewed_at",
            ended="OLD.state IN ('settled', 'reviewed')",
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.question}"

    @property
    def ends(self) -> bool:
        """Whether nothing more waits: it is settled, decided or reviewed."""
        return self.state not in (self.State.OPEN, self.State.REVIEW)

    @property
    def proposed(self) -> int | None:
        """What the player is to be paid by the reading that is better for him, in cents; 0 if it was settled by that
        reading, None if nobody has said what the readings give."""
        if not self.ambiguous or self.settled is None or self.otherwise is None:
            return None
        return max(self.settled, self.otherwise) - self.settled

    @property
    def to_pay(self) -> int:
        """What the player is to be paid by what was decided last, in cents."""
        if self.state == self.State.REVIEWED and self.changed:
            return self.review_awarded or 0
        return self.awarded or 0
