"""What play announces to the rooms above it, within the transaction of the tap."""

from django.dispatch import Signal

played = Signal()
"""A tap was recorded, sent once per tap: ``current`` (the `rounds.play.snapshot.Current` after it), ``since`` (the
table's version before it), and ``asks_changed`` (whether the approvals that wait have changed)."""
suspended = Signal()
"""A bet was suspended because a device failed: the table's code as ``chain``, and the tap's ``entries``."""
approval_asked = Signal()
"""The approvals of ``table`` have changed without a tap: one no longer waits, or has been seen."""
