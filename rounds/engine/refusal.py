"""A refusal of the engine that still brings its words along; each gets a code of its own (`casino.refusals`)."""

from casino.refusals import Written


class RuleViolation(Written):
    """A command that the book, or the moment, does not allow. Nothing has changed."""
