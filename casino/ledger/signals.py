"""The signals of the ledger."""

from django.dispatch import Signal

appended = Signal()
"""Sent by `append` inside its transaction: `chain` (str) and `entries` (list[Entry], in order).

A receiver that pushes to screens does so on commit, and must not raise because of a screen: its exception would undo
the command.
"""
