"""Side-bet choices and presses in a round that is dealt again: a choice stays valid while the wager it was made for
still wins the same, and the button's prize while the wager still wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rounds.engine.decisions.events import Doubled, Drew, Split, Stood
from rounds.engine.redeal.commands import command_of
from rounds.engine.redeal.facts import Choice, alike
from rounds.engine.redeal.new_round import NewRound
from rounds.engine.settlement.put_right import Settlement, settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.sides import riding
from rounds.engine.sides.events import BetSuspended, MisfireAnswered, Misfired, PrizeSelected, Rode
from rounds.engine.wagers.events import WagerPlaced
from rounds.engine.waiting import Due

CHOICES: Final = Rode | PrizeSelected | Misfired | MisfireAnswered | BetSuspended | WagerPlaced
"""The choices of a round that concern side bets."""


def place_wager(new: NewRound, choices: list[Choice]) -> bool:
    """Places the next wager on a split hand, if that hand was made again and waits for its second card."""
    for at, choice in enumerate(choices):
        bet = choice.event
        if not isinstance(bet, WagerPlaced):
            if isinstance(bet, Split | Doubled | Drew | Stood):
                return False  # what was decided before it comes before it
            continue
        hands = new.state.box(bet.box).hands
        if bet.hand > len(hands) or not alike(hands[bet.hand - 1].cards, choice.cards):
            continue
        if _take(new, bet):
            del choices[at]
            return True
    return False


def leave_in_action(new: NewRound, choices: list[Choice], before: Mapping[Settlement, Result]) -> bool:
    """Takes the next choice of what stays in action: it is valid while its box holds the same cards and wins the
    same."""
    for open_choice in riding.choices(new.rules, new.state):
        won = open_choice.won
        for at, choice in enumerate(choices):
            rode = choice.event
            if not isinstance(rode, Rode):
                continue
            if (rode.box, rode.player, rode.bet) != (won.box, won.player, won.bet):
                continue
            same = alike(open_choice.box.hands[0].cards, choice.cards)
            same = same and before.get(settlement_of(won)) == won
            done = len(new.events)
            if not same or not _take(new, rode):
                break
            del choices[at]
            # Playing the hand before the choice takes down everybody's bet on it (NZ-16.14).
            taken = {
                (event.box, event.player, event.bet) for event in new.events[done:] if isinstance(event, Rode)
            }
            choices[:] = [
                other
                for other in choices
                if not isinstance(other.event, Rode)
                or (other.event.box, other.event.player, other.event.bet) not in taken
            ]
            return True
    return False


def take_press(new: NewRound, choices: list[Choice], waits: Due) -> bool:
    """Takes what was recorded about the button for the turn that waits: a selected prize stays valid. If none was
    selected before the equipment failed, the failure stays valid (NZ-16.12-S3, VIC03-11.7.3(b))."""
    bet = waits.offers[0].wager
    for at, choice in enumerate(choices):
        press = choice.event
        if not isinstance(press, PrizeSelected | Misfired | MisfireAnswered):
            continue
        if (press.box, press.player, press.bet) == (waits.box, waits.player, bet):
            if not _take(new, press):
                return False
            del choices[at]
            return True
    for at, choice in enumerate(choices):
        if isinstance(choice.event, BetSuspended) and choice.event.bet == bet:
            new.fold([choice.event])
            del choices[at]
            return True
    return False


def _take(new: NewRound, event: Rode | PrizeSelected | Misfired | MisfireAnswered | WagerPlaced) -> bool:
    command = command_of(event)
    assert command is not None, "a choice beside the hands is a command"
    return new.try_to(command)
