"""Refusals at a table that callers must be able to tell from others; their words are in `casino.words.refusals`, by
code."""

from casino.refusals import Refusal


class KeyRefused(Refusal, ValueError):
    """A client's key that is invalid: missing, too long, or with characters that cannot be stored."""


class KeyTaken(KeyRefused):
    """A client's key under which another request is recorded."""
