"""The rows of documents that `tables.approved_rules.documents` keeps. The database refuses to change one."""

from __future__ import annotations

from datetime import date

from django.db import models
from django.utils import timezone

from casino.ledger.triggers import kept_rows

WHO = 16


class ApprovedRules(models.Model):
    """The approved text of a book, or of one of its versions, as a PDF. The record has everything but its bytes,
    which it has the SHA-256."""

    book = models.CharField(max_length=8)
    game = models.CharField(max_length=24, blank=True)
    """The version; "" if the document covers every version of the book."""
    title = models.CharField(max_length=120)
    sha256 = models.CharField(max_length=64)
    """The hash of the content, in hex."""
    size = models.IntegerField()
    content = models.BinaryField()
    from_day = models.DateField()
    """The first day on which it is in force."""
    to_day = models.DateField(null=True)
    """The last day on which it is in force; None until another document follows."""
    added_by = models.CharField(max_length=WHO)
    signed_by = models.CharField(max_length=WHO)
    at = models.DateTimeField()
    withdrawn_by = models.CharField(max_length=WHO, blank=True)
    withdrawn_signed_by = models.CharField(max_length=WHO, blank=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("book", "game", "-from_day", "-id")
        triggers = kept_rows(filled="withdrawn_by,withdrawn_signed_by,withdrawn_at")
        indexes = [models.Index(fields=["sha256"], name="tables_approved_sha256")]

    def __str__(self) -> str:
        return f"{self.book} {self.game} {self.title}".strip()

    def holds_on(self, day: date) -> bool:
        """Whether it is in force on a day. A withdrawn one was in force until the day before its withdrawal."""
        if self.withdrawn_at is not None and timezone.localtime(self.withdrawn_at).date() <= day:
            return False
        return self.from_day <= day and (self.to_day is None or day <= self.to_day)
