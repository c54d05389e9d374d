"""What one step of the house costs: the project's files that it enters, its calls of a function, its SQL statements."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final

from django.db import connection
from django.test.utils import CaptureQueriesContext

ROOT: Final = Path(__file__).resolve().parent.parent
ROOMS: Final = ("casino", "sidebets", "tables", "rounds")


@dataclass
class Trace:
    """Traces what runs in this thread inside ``with Trace() as trace``."""

    calls: Counter[str] = field(default_factory=Counter)
    """How often each function was called: ``rounds/play/snapshot.py:load``."""
    moves: Counter[str] = field(default_factory=Counter)
    """How often a call went from another file to this one."""
    sql: list[str] = field(default_factory=list)
    """The statements, those of transactions among them."""

    def __enter__(self) -> Trace:
        self._names: dict[str, str] = {}
        self._queries = CaptureQueriesContext(connection)
        self._queries.__enter__()
        sys.setprofile(self._enter)
        return self

    def __exit__(self, *fault: Any) -> None:
        sys.setprofile(None)
        self._queries.__exit__(*fault)
        self.sql = [query["sql"] for query in self._queries]

    def _enter(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not (name := self._name(frame.f_code.co_filename)):
            return
        self.calls[f"{name}:{frame.f_code.co_name}"] += 1
        above = frame.f_back
        if above is not None and self._name(above.f_code.co_filename) != name:
            self.moves[name] += 1

    def _name(self, path: str) -> str:
        """The file as the project names it; "" for one of another's."""
        name = self._names.get(path)
        if name is None:
            inside = Path(path).parts[len(ROOT.parts) :] if path.startswith(f"{ROOT}/") else ()
            name = self._names[path] = "/".join(inside) if inside[:1] and inside[0] in ROOMS else ""
        return name

    @property
    def files(self) -> list[str]:
        """The project's files that were entered."""
        return sorted({name.partition(":")[0] for name in self.calls})

    def calls_of(self, function: str) -> int:
        """How often `function` was called: ``rounds/play/snapshot.py:load``."""
        return self.calls[function]
