"""Refusals of the staff room: what, why, which clause, what to do."""

from __future__ import annotations


class Refusal(Exception):
    """Something that was asked of the staff room and is not done. Its text can be shown as it is."""

    def __init__(self, message: str, *, remedy: str = "", clause: str = "") -> None:
        self.message = message
        self.remedy = remedy
        self.clause = clause
        super().__init__(" ".join(part for part in (message, remedy) if part))


class SignInRefused(Refusal):
    """A number and PIN that did not open the door. `code`: wrong, locked, busy or often."""

    def __init__(self, code: str, message: str, *, remedy: str = "") -> None:
        super().__init__(message, remedy=remedy)
        self.code = code


class ApprovalRefused(Refusal):
    """A decision on an approval that this person, or anybody now, cannot make."""


class EnrolmentRefused(Refusal):
    """A tablet that cannot be tied to that table."""
