"""Words for why a line is in the pit's list, for what is wrong with a float, and for the entries of the rota."""

from typing import Final

CAUSES: Final[dict[str, str]] = {
    # the table
    "cause.call": "{by} is calling a supervisor",
    "cause.seat": "{player} on box {box}: may be asked for the seat, {rounds:round|rounds} without a wager",
    "cause.silent": "not heard from since {since}",
    "cause.dealer": "dealer {dealer} at the table since {since}",
    "cause.inactive": "dealer {dealer} has been deactivated but is still at the table",
    "cause.last_rounds": "the last {rounds} rounds have been dealt: the table must close now",
    "cause.last_rounds_inspector": (
        "the last {rounds} rounds have been dealt: the table must close now; inform an inspector first"
    ),
    "cause.gaming_ended": "open outside the hours: gaming ended at {at}",
    # the cards
    "cause.opening_barred": "the table cannot open: {faults:semicolons:phrase}",
    "cause.close_held": "closing is on hold: {fault:phrase}",
    "cause.reader": "{reader}: {condition:phrase}",
    "condition.ready": "ready",
    "condition.connected": "connected",
    "condition.not_heard": "not heard from yet",
    "condition.quiet": "quiet since {since}",
    # the float
    "cause.slip": "{kind:term} {number} of {amount:money}: {state:uncap:term}",
    "cause.float_changed": "{table} opens with a different float than it closed with: {changes:list:phrase}",
    "cause.chips_more": "{number} × {chip:money} more",
    "cause.chips_fewer": "{number} × {chip:money} fewer",
    "cause.count": "{table} {kind:term} count: {variance:phrase} ({note})",
    "cause.drop": "{table} box {box}: {variance:phrase} ({note})",
    "variance.over": "{amount:money} over",
    "variance.short": "{amount:money} short",
    "variance.none": "no variance",
    # disputes
    "cause.dispute": "{player}: {question:term} · open",
    "cause.dispute_review": "{player}: {question:term} · to be reviewed",
    "cause.dispute_advise": "{player}: {question:term} · tell {player}: may consult {consults:term}",
    "cause.dispute_unpaid": "{player}: decided for the player, {amount:money} not paid yet",
    "cause.dispute_take_back": "{player}: reviewed, {amount:money} to be taken back",
    # the rota
    "rota.shift_began": "{number} is on shift",
    "rota.shift_ended": "{number} is off shift",
    "rota.break_began": "{number} has a break of {minutes:minute|minutes}",
    "rota.break_ended": "{number} is back from a break",
}
"""Texts by code; `rounds.pit.alerts`, `tables.float` and `tables.rota` pick the code."""
