"""Refusals at a table that a caller must tell from others; their words are in `casino.words.refusals`, by code."""

from casino.refusals import Refusal, Written


class TableRefusal(Written):
    """Something at a table that the book, or the moment, does not allow. Nothing has changed."""


class KeyRefused(Refusal, ValueError):
    """A client's key that cannot be kept: missing, too long, or with characters that cannot be written."""


class KeyTaken(KeyRefused):
    """A client's key under which another request is recorded."""
