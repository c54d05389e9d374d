"""What the ledger tells the rest of the house."""

from django.dispatch import Signal

appended = Signal()
"""Sent by `append` inside its transaction: `chain` (str) and `entries` (list[Entry], in order).

Whoever pushes them to a screen does so on commit. A receiver must not raise for a screen's sake:
its exception undoes the command.
"""
