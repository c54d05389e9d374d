"""What the tables tell the rounds, and what they ask them: the rounds lie above, and may not be imported."""

from __future__ import annotations

from collections.abc import Iterable

from django.dispatch import Signal
from django.utils.safestring import SafeString

from casino.questions import Question
from tables.disputes.hands import RoundPlayed
from tables.float.dealt import Dealt

changed = Signal()
"""A table shows something new: `code` (str). Sent after the transaction has committed."""

equipment_reported = Signal()
"""Equipment of a side bet has failed at a table or works again: `code`, `bet`, `item` (str), `works` (bool), `by`
(Staff), `at`. Sent for each table in the transaction of the report, with the table locked; a receiver's exception
undoes the report."""

rounds_dealt: Question[Iterable[Dealt]] = Question()
"""The rounds of table `code` after number `after`, to `last` (None: to the newest), in order."""

small_felt = Question[SafeString]()
"""The felt of round `round_no` at table `code` in small, as HTML; None where it is not known."""

last_hands = Question[list[RoundPlayed]]()
"""The hands of the last rounds of table `code`, the newest round first."""

entries_won = Question[int]()
"""How many entries to a tournament wagers on `bet` of `book` with `scale` have won (VIC03-13.8.1-T1-N1)."""

main_edge = Question[float]()
"""The house edge of the main wager under `rules` (`casino.rulebooks.Rules`), where it is not in a table of figures."""
