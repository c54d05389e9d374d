"""What the float asks the rounds."""

from __future__ import annotations

from collections.abc import Iterable

from casino.answering_signals import Question
from tables.float.round_figures import RoundFigures

rounds_dealt: Question[Iterable[RoundFigures]] = Question()
"""The rounds of table `code` after number `after`, up to `last` (None: the newest), in order."""
