"""What the tables tell the rounds, which they may not import."""

from django.dispatch import Signal

changed = Signal()
"""A table shows something new: `code` (str). Sent after the transaction has committed."""
