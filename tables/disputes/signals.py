"""What disputes ask the rounds."""

from __future__ import annotations

from casino.answering_signals import Question
from tables.disputes.hands import RoundPlayed

last_hands = Question[list[RoundPlayed]]()
"""The hands of the last rounds at table `code`, newest round first."""
