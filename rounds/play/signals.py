"""What play announces to the rooms above it, inside the transaction of the tap."""

from django.dispatch import Signal

played = Signal()
"""A tap was taken: ``current`` (`rounds.play.snapshot.Current`, after it), ``since`` (the table's version before it),
and ``asks_changed`` (whether something more, or less, waits for a second person). Once a tap."""
suspended = Signal()
"""A bet was suspended because a device failed: the table's code as ``chain``, and the ``entries`` of the tap."""
approval_asked = Signal()
"""Without a tap, something no longer waits for a second person, or has been seen: ``table``."""
