"""Insurance and even money in a round that is dealt again. A choice made on the dealer's ace stays valid while that
ace is the dealer's first card, at the moment at which it was made. Players are not asked a second time, since cards
that left the shoe afterwards are known."""

from __future__ import annotations

from typing import Final

from rounds.engine.insurance.events import EvenMoneyAsked, InsuranceClosed, Insured
from rounds.engine.irregularities.events import DealerCardDue, InsuranceReopened, OnlyDrawOrStand
from rounds.engine.redeal.commands import command_of
from rounds.engine.redeal.facts import Choice, Facts, alike
from rounds.engine.redeal.new_round import NewRound
from rounds.engine.sides.events import BetSuspended
from rounds.engine.waiting import Due

CHOICES: Final = Insured | EvenMoneyAsked | InsuranceClosed
_NOT_WAITED_FOR: Final = CHOICES | OnlyDrawOrStand | DealerCardDue | BetSuspended
"""Choices that are not waited for when insurance is offered late."""


def take_next_choice(new: NewRound, choices: list[Choice]) -> bool:
    """Takes the next choice of the open offer. A choice that can no longer be taken is skipped; closing comes last.
    Returns False if the offer was never closed and is still open."""
    until = next((choice.at for choice in choices if isinstance(choice.event, InsuranceReopened)), None)
    of_offer = [
        choice
        for choice in choices
        if isinstance(choice.event, CHOICES) and (until is None or choice.at < until)
    ]
    for choice in sorted(of_offer, key=lambda choice: isinstance(choice.event, InsuranceClosed)):
        if _take(new, choice):
            choices.remove(choice)
            return True
    return False


def _take(new: NewRound, choice: Choice) -> bool:
    event = choice.event
    if isinstance(event, EvenMoneyAsked) and not alike(new.state.box(event.box).hands[0].cards, choice.cards):
        return False
    command = command_of(event)
    assert command is not None, "an answer to the offer is a command"
    return new.try_to(command)


def reopen_now(new: NewRound, choices: list[Choice], facts: Facts, came: int, waits: Due) -> bool:
    """Offers insurance again if it was offered late at this moment: when everything before that, with ``came`` cards,
    has happened again, and at the latest before the dealer's second card. Returns whether it did."""
    late = _late(new, choices)
    if late is None:
        return False
    in_order = all(choice.at >= late.at or isinstance(choice.event, _NOT_WAITED_FOR) for choice in choices)
    in_order = in_order and sum(card.at < late.at for card in facts.cards) <= came
    before_second = waits.action == "card" and not waits.box and len(new.state.dealer) == 1
    return (in_order or before_second) and _reopen(new, choices, late)


def reopen_at_end(new: NewRound, choices: list[Choice]) -> bool:
    """Offers insurance again if it was offered late and the round goes no further. Returns whether it did."""
    late = _late(new, choices)
    ready = new.state.phase not in ("wagers", "initial_deal", "insurance")
    return late is not None and ready and _reopen(new, choices, late)


def _late(new: NewRound, choices: list[Choice]) -> Choice | None:
    dealer = new.state.dealer
    if len(dealer) != 1 or dealer[0][0] != "A":
        return None
    return next((choice for choice in choices if isinstance(choice.event, InsuranceReopened)), None)


def _reopen(new: NewRound, choices: list[Choice], late: Choice) -> bool:
    new.fold([late.event])
    choices.remove(late)
    return True
