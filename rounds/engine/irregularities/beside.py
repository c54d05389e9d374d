"""What was chosen and pressed beside the hands, in a round that is dealt again: it binds while what it was chosen or
pressed for still wins, and the button's prize whatever else has changed."""

from collections.abc import Mapping
from typing import Final

from casino.rulebooks import Rules
from rounds.engine.commands import Command
from rounds.engine.decisions.events import Doubled, Drew, Split, Stood
from rounds.engine.irregularities.facts import Decided, alike
from rounds.engine.irregularities.remaking import Round, spot
from rounds.engine.settlement.result import Result
from rounds.engine.sides import riding
from rounds.engine.sides.commands import AnswerMisfire, Misfire, Prize, Ride
from rounds.engine.sides.events import BetSuspended, MisfireAnswered, Misfired, PrizeSelected, Rode
from rounds.engine.wagers.commands import PlaceWager
from rounds.engine.wagers.events import WagerPlaced
from rounds.engine.waiting import Due

BESIDE: Final = Rode | PrizeSelected | Misfired | MisfireAnswered | BetSuspended | WagerPlaced
"""Of the choices of a round, those of side bets."""


def laid_again(here: Round, choices: list[Decided]) -> bool:
    """Lays the next wager on a split hand, where that hand was made again and waits for its second card."""
    for at, one in enumerate(choices):
        bet = one.choice
        if not isinstance(bet, WagerPlaced):
            if isinstance(bet, Split | Doubled | Drew | Stood):
                return False  # what was decided before it comes before it
            continue
        hands = here.state.box(bet.box).hands
        if bet.hand > len(hands) or not alike(hands[bet.hand - 1].cards, one.cards):
            continue
        if here.do(PlaceWager(bet.box, bet.player, bet.amount, bet.bet, hand=bet.hand)):
            del choices[at]
            return True
    return False


def chosen_again(
    rules: Rules, here: Round, choices: list[Decided], before: Mapping[tuple[int, int, str, str, str], Result]
) -> bool:
    """Takes the next choice of what stays in action: it binds while its box holds the cards on which it was made and
    wins the same."""
    for one in riding.choices(rules, here.state):
        for at, made in enumerate(choices):
            rode = made.choice
            if not isinstance(rode, Rode):
                continue
            if (rode.box, rode.player, rode.bet) != (one.box.number, one.player, one.bet.key):
                continue
            same = alike(one.box.hands[0].cards, made.cards) and before.get(spot(one.won)) == one.won
            command = Ride(rode.box, rode.player, rode.bet, rode.amount, decided_first=rode.decided_first)
            done = len(here.events)
            if not same or not here.do(command):
                break
            del choices[at]
            # A decision on the hand before the choice takes down everybody's on it (NZ-16.14).
            took = {(e.box, e.player, e.bet) for e in here.events[done:] if isinstance(e, Rode)}
            choices[:] = [
                other
                for other in choices
                if not isinstance(other.choice, Rode)
                or (other.choice.box, other.choice.player, other.choice.bet) not in took
            ]
            return True
    return False


def pressed_again(here: Round, choices: list[Decided], waits: Due) -> bool:
    """Takes what was recorded of the button for the turn that waits: a prize that was selected stands. Where none was
    before the equipment failed, its failure does (NZ-16.12-S3, VIC03-11.7.3(b))."""
    bet = waits.offers[0].wager
    for at, one in enumerate(choices):
        press = one.choice
        if not isinstance(press, PrizeSelected | Misfired | MisfireAnswered):
            continue
        if (press.box, press.player, press.bet) == (waits.box, waits.player, bet):
            if not here.do(_press(press)):
                return False
            del choices[at]
            return True
    for at, one in enumerate(choices):
        if isinstance(one.choice, BetSuspended) and one.choice.bet == bet:
            here.fold([one.choice])
            del choices[at]
            return True
    return False


def _press(event: PrizeSelected | Misfired | MisfireAnswered) -> Command:
    if isinstance(event, PrizeSelected):
        return Prize(event.box, event.player, event.bet, event.per_dollar, event.by, event.staff, event.drawn)
    if isinstance(event, Misfired):
        return Misfire(event.box, event.player, event.bet, event.per_dollar, event.drawn)
    return AnswerMisfire(event.box, event.player, event.bet, event.accepted)
