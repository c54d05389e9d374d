"""A button on a screen: its words, the command that it sends, and whether the engine would refuse it now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from casino.rulebooks import Rules
from casino.translated import gettext as _
from casino.translated import message
from rounds import engine
from rounds.engine import State


def role_words(role: str) -> str:
    """The name of a role; empty for no role."""
    return _(role.replace("_", " ")) if role else ""


@dataclass(slots=True)
class Tap:
    """One button: its words and the command that it sends."""

    label: str
    command: str
    small: str = ""
    css: str = ""
    refused: str = ""
    """Why it would be refused now; such a button keeps its place in the focus order and says so."""
    clause: str = ""
    key: str = ""
    """Its keyboard key, if it has one."""
    id: str = ""
    kept: bool = True
    money: str = ""
    """The kind of a button that moves money or cannot be undone, which decides where it is placed."""


def text_of(command: engine.Command) -> str:
    """The command as the value of a button."""
    return engine.encode_command(command).decode()


def tap(rules: Rules, state: State, label: str, command: engine.Command, **more: Any) -> Tap:
    """A button that shows whether its command would be refused now, and why."""
    button = Tap(label, text_of(command), **more)
    refusal = engine.questions.refusal_of(rules, state, command)
    if refusal is not None:
        button.refused, button.clause = message(refusal), refusal.clause
    return button
