"""A refusal of the table's own business: opening, signs, closing, and the keys of what a client sends."""

from casino.refusals import Written


class TableRefusal(Written):
    """Something at a table that the book, or the moment, does not allow. Nothing has changed."""


class KeyRefused(TableRefusal, ValueError):
    """A client's key that cannot be kept: missing, too long, or with characters that cannot be written."""


class KeyTaken(KeyRefused):
    """A client's key under which another request is recorded."""
