"""A refusal of the table's own business: opening, signs, closing, and the keys of what a client sends."""


class TableRefusal(Exception):
    """Something at a table that the book, or the moment, does not allow. Nothing has changed.

    Shaped as the engine's RuleViolation, which this room may not import: ``clause`` forbids it ("" where
    none does), ``message`` says what and why, ``remedy`` what to do.
    """

    def __init__(self, clause: str, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.clause = clause
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        remedy = f". {self.remedy}" if self.remedy else ""
        return f"{self.message}{cited}{remedy}"


class KeyRefused(TableRefusal, ValueError):
    """A client's key that cannot be kept: missing, too long, or with characters that cannot be written."""


class KeyTaken(KeyRefused):
    """A client's key under which another request is recorded."""
