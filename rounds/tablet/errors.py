"""The exception for a post that names no command."""

from casino.refusals import Refusal


class Unreadable(Refusal, ValueError):
    """A post that names no command."""
