"""What the tables announce to the rounds, and what they ask them; the rounds are a higher room and may not be
imported."""

from __future__ import annotations

from django.dispatch import Signal
from django.utils.safestring import SafeString

from casino.answering_signals import Question

changed = Signal()
"""A table has something new to show: `code` (str). Sent after the transaction has committed."""

equipment_reported = Signal()
"""Equipment of a side bet has failed at a table or works again: `code`, `bet`, `item` (str), `works` (bool), `by`
(Staff), `at`. Sent for each table in the transaction of the report, with the table locked; a receiver's exception
undoes the report."""

small_felt = Question[SafeString]()
"""A small drawing of the felt of round `round_no` at table `code`, as HTML; None if the round is not known."""

entries_won = Question[int]()
"""How many entries to a tournament have been won by wagers on `bet` of `book` with `scale` (VIC03-13.8.1-T1-N1)."""

main_edge = Question[float]()
"""The house edge of the main wager under `rules` (`casino.rulebooks.Rules`), if the table of figures does not have
it."""
