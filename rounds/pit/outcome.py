"""The outcome of a supervisor's decision or acknowledgement, as the list and the panel show it."""

from __future__ import annotations

from dataclasses import dataclass

from casino import translated
from casino.refusals import Refusal
from rounds.pit.decision_forms import DecisionForm


@dataclass(frozen=True, slots=True)
class Outcome:
    """`done` says what was done, or `refusal` why not. `ask` is the number of the approval, `form` its form with
    what was typed. `gone`: it no longer waits."""

    done: str = ""
    refusal: Refusal | None = None
    ask: int | None = None
    form: DecisionForm | None = None
    gone: bool = False

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return 200 if self.refusal is None else 409

    @property
    def code(self) -> str:
        return self.refusal.code if self.refusal is not None else ""

    @property
    def message(self) -> str:
        return f"{translated.message(self.refusal)}." if self.refusal is not None else ""

    @property
    def remedy(self) -> str:
        return translated.remedy(self.refusal) if self.refusal is not None else ""

    @property
    def clause(self) -> str:
        return self.refusal.clause if self.refusal is not None else ""
