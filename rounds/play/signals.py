"""What play announces to the rooms above it, inside the transaction of the command."""

from django.dispatch import Signal

played = Signal()
"""A command was recorded: ``table``, ``snapshot`` (after it) and ``since`` (the table's version before it)."""
approval_asked = Signal()
"""A command waits for a second person, or no longer does: ``table``."""
