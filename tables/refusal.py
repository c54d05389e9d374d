"""Refusals at a table that a caller must tell from others; their words are in `casino.words.refusals`, by code."""

from casino.refusals import Refusal


class KeyRefused(Refusal, ValueError):
    """A client's key that cannot be kept: missing, too long, or with characters that cannot be written."""


class KeyTaken(KeyRefused):
    """A client's key under which another request is recorded."""
