"""A refusal: what was refused, why, under which clause, and what to do instead."""


class RuleViolation(Exception):
    """A command that the book, or the moment, does not allow. Nothing has changed.

    ``clause`` is the clause that forbids it ("" where no clause does but the round has no such thing, such
    as a box that the layout lacks); ``also`` are further clauses that bear on it; ``remedy`` says what to do.
    """

    def __init__(self, clause: str, message: str, remedy: str = "", also: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.clause = clause
        self.message = message
        self.remedy = remedy
        self.also = also

    def __str__(self) -> str:
        cited = f" ({self.clause})" if self.clause else ""
        remedy = f". {self.remedy}" if self.remedy else ""
        return f"{self.message}{cited}{remedy}"

    def __reduce__(self) -> tuple[type, tuple[str, str, str, tuple[str, ...]]]:
        return RuleViolation, (self.clause, self.message, self.remedy, self.also)
