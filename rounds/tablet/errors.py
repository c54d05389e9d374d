"""The answer to a post that names no command."""


class Unreadable(ValueError):
    """A post that names no command."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy
