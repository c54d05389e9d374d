"""The command that produces an event again."""

from __future__ import annotations

from rounds.engine.cards.commands import DealCard, ShowCards
from rounds.engine.cards.events import CardDealt, CardsShown
from rounds.engine.commands import Command
from rounds.engine.decisions.commands import (
    AskDirection,
    CloseSurrender,
    Decide,
    DirectHand,
    PlayOn,
    Rescue,
    Surrender,
)
from rounds.engine.decisions.events import (
    DirectionAsked,
    Doubled,
    Drew,
    HandDirected,
    PlayedOn,
    Rescued,
    Split,
    Stood,
    SurrenderClosed,
    Surrendered,
)
from rounds.engine.events import Event
from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.insurance.events import EvenMoneyAsked, InsuranceClosed, Insured
from rounds.engine.settlement.commands import Collect
from rounds.engine.settlement.events import Collected
from rounds.engine.sides.commands import AnswerMisfire, Misfire, Prize, Ride
from rounds.engine.sides.events import MisfireAnswered, Misfired, PrizeSelected, Rode
from rounds.engine.wagers.commands import PlaceWager
from rounds.engine.wagers.events import WagerPlaced


def command_of(event: Event) -> Command | None:
    """The command that produces the event again, whoever decides for its box by then; None if no command does."""
    match event:
        case Doubled() | Split() if event.in_error:
            return None  # the rules did not allow it
        case CardDealt(card=card):
            return DealCard(card)
        case CardsShown(box=box, hand=hand, cards=cards):
            return ShowCards(box, hand, cards)
        case Insured(box=box, player=player, amount=amount, wager=wager):
            return Insure(box, player, amount, wager)
        case InsuranceClosed():
            return CloseInsurance()
        case EvenMoneyAsked(box=box, player=player, wager=wager):
            return EvenMoney(box, player, wager)
        case Surrendered(box=box, player=player):
            return Surrender(box, (player,))
        case SurrenderClosed():
            return CloseSurrender()
        case Rescued(box=box, hand=hand, player=player):
            return Rescue(box, player, hand)
        case PlayedOn(box=box, hand=hand):
            return PlayOn(box, hand)
        case Drew(box=box, hand=hand):
            return Decide(box, "hit", hand)
        case Stood(box=box, hand=hand):
            return Decide(box, "stand", hand)
        case Doubled(box=box, hand=hand, adds=adds, free=free):
            paid = tuple([pair for pair in adds if pair[0] not in free])
            return Decide(box, "double", hand, adds=paid, free=free)
        case Split(box=box, hand=hand, matches=matches, free=free):
            words = tuple(
                [
                    (player, "hand2" if not stays else "split" if goes else "hand1")
                    for player, stays, goes in matches
                    if player not in free
                ]
            )
            return Decide(box, "split", hand, matches=words, free=free)
        case DirectionAsked(box=box, hand=hand, reason=reason):
            return AskDirection(box, hand, "absent" if reason == "absent" else "no_action")
        case HandDirected(box=box, hand=hand, role=role, wait=wait):
            return DirectHand(box, hand, role, wait)
        case Rode(box=box, player=player, bet=bet, amount=amount, decided_first=first):
            return Ride(box, player, bet, amount, first)
        case PrizeSelected(box=box, player=player, bet=bet, per_dollar=cents, by=by, staff=staff):
            return Prize(box, player, bet, cents, by, staff, event.drawn)
        case Misfired(box=box, player=player, bet=bet, per_dollar=cents, drawn=drawn):
            return Misfire(box, player, bet, cents, drawn)
        case MisfireAnswered(box=box, player=player, bet=bet, accepted=accepted):
            return AnswerMisfire(box, player, bet, accepted)
        case WagerPlaced(box=box, player=player, amount=amount, bet=bet, hand=hand):
            return PlaceWager(box, player, amount, bet, hand=hand)
        case Collected():
            return Collect()
        case _:
            return None
