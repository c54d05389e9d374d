"""The steps of a round after one of its cards is changed."""

from __future__ import annotations

from msgspec.structs import replace

from casino.cards import UNKNOWN, Card
from rounds.engine.cards.commands import DealCard, ShowCards
from rounds.engine.cards.events import CardDealt
from rounds.engine.irregularities.events import CardDiscarded, CardHeld
from rounds.engine.redeal.history import Step


def with_card(steps: list[Step], number: int, card: Card, carried: int = 0) -> tuple[list[Step], Card]:
    """The steps with another face for card ``number``, and its former face. A card that lay face down got its face when
    it was shown, one drawn in error when it was reported. Cards that wait to be placed have the number they will be
    dealt under; ``carried`` of them waited from the round before. Raises LookupError for a number without a card, or
    a card that nobody has seen."""
    if number < 1:
        raise LookupError(number)  # a step without a card has the number 0
    at = next((at for at, step in enumerate(steps) if step.card == number), None)
    if (report_at := _drawn_in_error(steps, number, carried)) is not None:
        reported = steps[report_at].event
        assert isinstance(reported, CardHeld), "it was looked for"
        if reported.card != UNKNOWN:
            steps = [
                *steps[:report_at],
                steps[report_at]._replace(event=replace(reported, card=card)),
                *steps[report_at + 1 :],
            ]
            if at is None:
                return steps, reported.card
    if at is None:
        raise LookupError(number)
    step = steps[at]
    if isinstance(step.event, CardDiscarded):
        return [*steps[:at], step._replace(event=replace(step.event, card=card)), *steps[at + 1 :]], (
            step.event.card
        )
    assert isinstance(step.event, CardDealt), "a step with a card deals it"
    if step.event.card != UNKNOWN:
        return [*steps[:at], step._replace(command=DealCard(card)), *steps[at + 1 :]], step.event.card
    box, hand, place = step.lies
    for shown, other in enumerate(steps):
        if isinstance(other.command, ShowCards) and (other.command.box, other.command.hand) == (box, hand):
            # The hidden cards of a hand are its first two: find which of the shown cards this is.
            hidden = [dealt.lies[2] for dealt in steps if dealt.lies[:2] == (box, hand) and _hidden(dealt)]
            faces = list(other.command.cards)
            index = sorted(hidden).index(place)
            was, faces[index] = faces[index], card
            command = replace(other.command, cards=tuple(faces))
            return [*steps[:shown], other._replace(command=command), *steps[shown + 1 :]], was
    raise LookupError(number)


def _drawn_in_error(steps: list[Step], number: int, carried: int) -> int | None:
    """The index of the step holding the card drawn in error that was or will be dealt as ``number``: first in, first
    out. None for a card from the shoe."""
    waiting: list[int | None] = [None] * carried
    last = 0
    for at, step in enumerate(steps):
        if isinstance(step.event, CardHeld):
            waiting.append(at)
        elif isinstance(step.event, CardDealt):
            source = waiting.pop(0) if waiting else None
            if step.card == number:
                return source
        last = max(last, step.card)
    return waiting[number - last - 1] if 0 < number - last <= len(waiting) else None


def _hidden(step: Step) -> bool:
    return isinstance(step.event, CardDealt) and step.event.card == UNKNOWN
