"""Refusals at a table that callers must be able to tell from others; their words are in `casino.words.refusals`, by
code."""

from casino.refusals import Refusal


def wrong_set_up(fault: ValueError) -> Refusal:
    """The refusal of a step at a table whose set-up no book permits."""
    if isinstance(fault, Refusal):
        return Refusal("table.setup", fault.clause, also=fault.also, fault=(fault.code, fault.values))
    return Refusal("table.setup", fault=str(fault))


class KeyRefused(Refusal, ValueError):
    """A client's key that is invalid: missing, too long, or with characters that cannot be stored."""


class KeyTaken(KeyRefused):
    """A client's key under which another request is recorded."""
