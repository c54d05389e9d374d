"""Correct what a player answered to an offer: to surrender half, or to take a double back."""

from __future__ import annotations

from typing import Final

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.corrections import Correction
from rounds.engine.commands import Command
from rounds.engine.corrections.commands import CorrectAnswer
from rounds.engine.corrections.record_change import Change, after_call, as_recorded
from rounds.engine.decisions.commands import Rescue, Surrender
from rounds.engine.decisions.events import Doubled, PlayedOn, Rescued, Stood, SurrenderClosed, Surrendered
from rounds.engine.events import Event
from rounds.engine.phrases import line, place_at
from rounds.engine.redeal.history import Step
from rounds.engine.state import State

_WORDS: Final = {
    "surrender": ("kept.surrender", "kept.no_surrender"),
    "rescue": ("kept.double_back", "kept.double_kept"),
}
"""By offer, the codes of words for taken and not taken."""


def answer(rules: Rules, state: State, command: CorrectAnswer, known: dict[str, Correction]) -> Change:
    """Correct a recorded answer: taken although recorded as passed, or the reverse (VIC03-10.7.5(a), VIC03-10.9.1).
    A surrendered hand is over, so its recorded stand is dropped along with the answer."""
    kind = known["decision"]
    steps = after_call(rules, state, kind)
    place = place_at(command.box, command.hand)
    yes, no = (line(code, player=command.player, place=place) for code in _WORDS[command.offer])
    recorded, actual = (no, yes) if command.taken else (yes, no)
    at = next((at for at, step in enumerate(steps) if _takes(step.event, command)), None)
    if (at is not None) == command.taken:
        raise as_recorded(kind, actual)
    if at is not None:
        changed = [*steps[:at], *steps[at + 1 :]]
        return Change(kind, recorded, actual, changed, then=command.then, at=steps[at].event.tap)
    closed = next((at for at, step in enumerate(steps) if _passed(step.event, command)), None)
    if closed is None:
        open_ = state.phase == "surrender" if command.offer == "surrender" else _doubled(steps, command)
        if open_:
            raise Refusal("correction.still_asked", kind.clause, player=command.player)
        raise Refusal(
            "correction.no_such_offer", kind.clause, offer=command.offer, player=command.player, place=place
        )
    taking: Command = (
        Surrender(command.box, (command.player,))
        if command.offer == "surrender"
        else Rescue(command.box, command.player, command.hand)
    )
    new = Step(steps[closed].event, taking, corrected=True)
    rest = [
        step
        for step in steps[closed:]
        if not (
            command.offer == "surrender"
            and isinstance(step.event, Stood)
            and step.decides == (command.box, command.hand)
        )
    ]
    return Change(
        kind, recorded, actual, [*steps[:closed], new, *rest], then=command.then, at=steps[closed].event.tap
    )


def _takes(event: Event, command: CorrectAnswer) -> bool:
    if isinstance(event, Surrendered):
        return command.offer == "surrender" and (event.box, event.player) == (command.box, command.player)
    return (
        isinstance(event, Rescued)
        and command.offer == "rescue"
        and (event.box, event.hand, event.player) == (command.box, command.hand, command.player)
    )


def _passed(event: Event, command: CorrectAnswer) -> bool:
    """Whether the event ended the offer with the player not taking it."""
    if isinstance(event, SurrenderClosed):
        return command.offer == "surrender"
    return (
        isinstance(event, PlayedOn)
        and command.offer == "rescue"
        and (event.box, event.hand) == (command.box, command.hand)
    )


def _doubled(steps: list[Step], command: CorrectAnswer) -> bool:
    place = command.box, command.hand
    return any(
        isinstance(step.event, Doubled) and (step.event.box, step.event.hand) == place for step in steps
    )
