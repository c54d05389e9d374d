"""The rows of disputes, written by `tables.disputes.disputes`; everything in them is in the table's chain as well.
The database refuses to change what was recorded, and to remove a dispute."""

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
    """Whether it is about an ambiguous rule; None if nobody has said."""
    ambiguity = models.CharField(max_length=WORDS, blank=True)
    """The two ways to read the rule."""
    settled = models.BigIntegerField(null=True)
    """What the player has as it was settled, in cents besides the stake; negative for a loss."""
    otherwise = models.BigIntegerField(null=True)
    """The same under the other reading."""
    decision = models.CharField(max_length=WORDS, blank=True)
    for_player = models.BooleanField(null=True)
    """Whether the decision is for the player; None if it says neither."""
    awarded = models.BigIntegerField(null=True)
    """What the decision pays the player, in cents."""
    against = models.CharField(max_length=WORDS, blank=True)
    """Why the decision differs from the proposal in the player's favour."""
    decided_by = models.CharField(max_length=16, blank=True)
    decided_at = models.DateTimeField(null=True)
    changed = models.BooleanField(null=True)
    """Whether the review changed the decision."""
    review = models.CharField(max_length=WORDS, blank=True)
    review_awarded = models.BigIntegerField(null=True)
    """What the player is paid by a review that changed the decision, in cents."""
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
        """Whether nothing remains to be done: it is settled, decided or reviewed."""
        return self.state not in (self.State.OPEN, self.State.REVIEW)

    @property
    def proposed(self) -> int | None:
        """What the player would be paid under the reading that is better for them, in cents; 0 if it was settled
        under that reading, None if nobody has said what the readings pay."""
        if not self.ambiguous or self.settled is None or self.otherwise is None:
            return None
        return max(self.settled, self.otherwise) - self.settled

    @property
    def to_pay(self) -> int:
        """What the last decision pays the player, in cents."""
        if self.state == self.State.REVIEWED and self.changed:
            return self.review_awarded or 0
        return self.awarded or 0
