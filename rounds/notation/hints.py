"""How a ``.round`` line supplies what the engine misses: the engine's own refusals are for people at a table and do
not mention lines."""

from __future__ import annotations

from typing import Final

from casino.rulebooks.irregularities import Kind
from rounds.engine.commands import Irregularity

EXAMPLES: Final = {
    "box": "3",
    "player": "A",
    "bet": "main",
    "hand": "3.2",
    "hands": "3,4.2",
    "card": "6s",
    "cards": "4,5",
    "number": "4",
    "lies": "2:4,3:dealer",
    "extra": "6c,Td",
    "retract": "2:A",
    "amount": "100",
    "count": "120",
    "round": "11",
    "since": "11",
    "by": "A",
    "not_to": "A,B",
    "decision": "1",
}
"""An example value for each name, as written in a line."""


def hint(kind: Kind, command: Irregularity) -> str:
    """The values that could replace a wrong one in the report, and how its line is written."""
    values = dict(command.values)
    choices = [
        f"Choose from {', '.join(allowed)}."
        for name, allowed in kind.values
        if name in values and values[name] not in allowed
    ]
    return " ".join([*choices, f"Write it as {written(kind)}."])


def written(kind: Kind) -> str:
    """The line that reports the kind, with an example of each value that has its own format."""
    listed = dict(kind.values)
    names = [name for name in (*kind.needs, *kind.may) if name in EXAMPLES and name not in listed]
    such = ", ".join(f"{name}={EXAMPLES[name]}" for name in names)
    return f"“{kind.usage}”{f', such as {such}' if such else ''}"
