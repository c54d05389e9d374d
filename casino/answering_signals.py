"""Signals with answers: how a room asks for what only a room above it knows, which it may not import.

deals_at = Question[str]()                    # in the lower room: "at which table does this number deal?"
deals_at.connect(dealers.deals_at, ...)       # in the upper room's AppConfig.ready
where = deals_at.first(number="D-114") or ""  # in the lower room again
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from django.dispatch import Signal

Answer = TypeVar("Answer")


class Question(Signal, Generic[Answer]):
    """A Django signal whose receivers return an answer, or None if they have none."""

    def answers(self, **values: Any) -> list[Answer]:
        """Every answer, in the order the receivers were connected. A receiver's exception is raised."""
        answers: list[Any] = [answer for _, answer in self.send(None, **values)]
        return [answer for answer in answers if answer is not None]

    def first(self, **values: Any) -> Answer | None:
        """The first answer; None if nobody answers."""
        return next(iter(self.answers(**values)), None)
