"""Insurance and even money in a round that is dealt again: a choice made on the dealer's ace binds while that ace is
the dealer's first card, at the moment at which it was made. Players who were asked before are not asked again, since
cards that left the shoe afterwards are known."""

from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.insurance.events import EvenMoneyAsked, InsuranceClosed, Insured
from rounds.engine.irregularities.events import DealerCardDue, InsuranceReopened, OnlyDrawOrStand
from rounds.engine.irregularities.facts import Decided, Facts, alike
from rounds.engine.irregularities.remaking import Round
from rounds.engine.sides.events import BetSuspended
from rounds.engine.waiting import Due

CHOICES = Insured | EvenMoneyAsked | InsuranceClosed
_NO_STEP = CHOICES | OnlyDrawOrStand | DealerCardDue | BetSuspended
"""Choices that nothing waits for when insurance is offered late."""


def chosen_again(here: Round, choices: list[Decided]) -> bool:
    """Takes the next choice of the open offer. A choice that can no longer be taken is left out; the closing comes
    last. False if the offer was never closed and is still open."""
    until = next(
        (decision.at for decision in choices if isinstance(decision.choice, InsuranceReopened)), None
    )
    of_offer = [
        decision
        for decision in choices
        if isinstance(decision.choice, CHOICES) and (until is None or decision.at < until)
    ]
    for decision in sorted(of_offer, key=lambda decision: isinstance(decision.choice, InsuranceClosed)):
        if _taken(here, decision):
            choices.remove(decision)
            return True
    return False


def _taken(here: Round, decision: Decided) -> bool:
    match decision.choice:
        case Insured(box=box, player=player, amount=amount, wager=wager):
            return here.do(Insure(box, player, amount, wager))
        case EvenMoneyAsked(box=box, player=player, wager=wager):
            same = alike(here.state.box(box).hands[0].cards, decision.cards)
            return same and here.do(EvenMoney(box, player, wager))
        case _:
            return here.do(CloseInsurance())


def comes_now(here: Round, choices: list[Decided], facts: Facts, came: int, waits: Due) -> bool:
    """Whether insurance was offered late at this moment: when everything before that has come again, ``came`` of the
    cards among it, and at the latest before the dealer's second card. It is offered again then."""
    late = _late(here, choices)
    if late is None:
        return False
    in_order = all(decision.at >= late.at or isinstance(decision.choice, _NO_STEP) for decision in choices)
    in_order = in_order and sum(card.at < late.at for card in facts.cards) <= came
    before_second = waits.want == "card" and not waits.box and len(here.state.dealer) == 1
    return (in_order or before_second) and _offered(here, choices, late)


def offered_late(here: Round, choices: list[Decided]) -> bool:
    """Whether it was offered late and is offered again, if the round goes no further."""
    late = _late(here, choices)
    ready = here.state.phase not in ("wagers", "initial_deal", "insurance")
    return late is not None and ready and _offered(here, choices, late)


def _late(here: Round, choices: list[Decided]) -> Decided | None:
    dealer = here.state.dealer
    if len(dealer) != 1 or dealer[0][0] != "A":
        return None
    return next((decision for decision in choices if isinstance(decision.choice, InsuranceReopened)), None)


def _offered(here: Round, choices: list[Decided], late: Decided) -> bool:
    here.fold([late.choice])
    choices.remove(late)
    return True
